/**
 * Places and sizes in the memory that threads share: the one table for the thread that shares work out and for those that help.
 */

/** How agents of one profile move: places in a row of `habits`. What each means is said in habits.ts. */
export const HABIT = Object.freeze({
  model: 0,
  /** How far it looks. */
  neighbours: 1,
  range: 2,
  wallRange: 3,
  ahead: 14,
  /** Its body: shares of the radius, and how soft it is. */
  core: 4,
  body: 5,
  wallBody: 6,
  contactTime: 7,
  contactSpeed: 8,
  turned: 15,
  longestStep: 9,
  acceleration: 10,
  /** Of ORCA alone. */
  horizon: 11,
  obstacleHorizon: 12,
  weidmann: 13,
  size: 16,
});

/** Movement models by number, as they stand in `HABIT.model`; models.ts makes them. Those of a program count from `own` on. */
export const MODEL = Object.freeze({
  straight: 0,
  orca: 1,
  default: 2,
  speed: 3,
  anticipation: 4,
  socialForce: 5,
  centrifugal: 6,
  steps: 7,
  own: 8,
});

/** Places in `numbers`. */
export const NUMBER = Object.freeze({
  /** Agents, and seconds of the step. */
  count: 0,
  step: 1,
  /** The grid of agents. */
  minX: 2,
  minY: 3,
  cell: 4,
  columns: 5,
  rows: 6,
  /** Walls in all; those from `movingFrom` on move and are not in the grid of walls. */
  wallCount: 7,
  movingFrom: 8,
  /** Least distance from a wall, in metres. */
  skin: 9,
  /** Rounds of pushing apart that there were. */
  pushing: 10,
  /** Whole seconds since the start, and the seed: what agents do in a jam. */
  second: 11,
  seed: 12,
  /** 1 where somebody was pushed far enough for another round, and for more rounds than usual. */
  restless: 13,
  deep: 14,
  /** Seconds since the start. */
  time: 15,
  /** Columns of `passes`, one more than there are openings. */
  openings: 16,
  /** Agents who have left and walk on: the last slots. */
  gone: 17,
  /** Parts of bodies among the images. */
  parts: 18,
  size: 19,
});

/** Places in the frame of the grid of walls. */
export const FRAME = Object.freeze({ minX: 0, minY: 1, cell: 2, columns: 3, rows: 4, size: 5 });

/** Contacts kept per agent: a disc touches at most six equal ones; more for children around a wide person. */
export const CONTACTS = 12;

/** Walls kept per agent. */
export const WALLS = 32;

/** Neighbours looked at per agent, at most; and at least, so that contacts are among them. */
export const MOST_NEIGHBOURS = 64;
export const LEAST_NEIGHBOURS = 10;

/** Rows of `habits`: distinct profiles. */
export const MOST_HABITS = 256;
