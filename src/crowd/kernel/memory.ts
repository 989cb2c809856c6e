/**
 * What the avoidance kernel works on: flat columns, shared between threads where there are several.
 *
 * Agents live in slots in the order in which they came. Every step they are sorted into the cells of a uniform grid; what
 * the kernel reads and writes is in that order (`sorted`), so that neighbours are neighbours in memory.
 */
import { CONTACTS, WALLS } from "./layout.js";

/** One number per agent, in slots; all in metres and seconds. */
export interface AgentColumns {
  x: Float64Array;
  y: Float64Array;
  vx: Float64Array;
  vy: Float64Array;
  /** Preferred velocity. */
  wishX: Float64Array;
  wishY: Float64Array;
  radius: Float64Array;
  /** Greatest speed. */
  top: Float64Array;
  /** Seconds kept to who is in front, for the models that know them. */
  headway: Float64Array;
  /** What its model keeps from step to step: a vector and a time, each model's own. */
  stateX: Float64Array;
  stateY: Float64Array;
  clock: Float64Array;
  /** Seconds for which it has made no headway. */
  stuck: Float64Array;
  /** Its number, never used twice. */
  id: Float64Array;
  /** 1 for those about to reach a goal, which may be in a wall: they do not shy away from it. */
  closing: Uint8Array;
  /** 1 for those on a track in this step: they go exactly where they wish, and others make way. */
  onTrack: Uint8Array;
  /** 1 for those who have left and walk on for a moment: see `gone` in walls.ts and movement.ts. */
  gone: Uint8Array;
  /** Row of `passes`: which openings in walls are open to it; 0 for none. */
  exit: Uint16Array;
  /** Number of the door that it may go through now, counted from 1; 0 for none. */
  pass: Uint16Array;
  /** Row of `habits`. */
  habit: Uint16Array;
}

/** The same in the order of the grid, and what a step makes of it. */
export interface SortedColumns {
  x: Float64Array;
  y: Float64Array;
  vx: Float64Array;
  vy: Float64Array;
  wishX: Float64Array;
  wishY: Float64Array;
  radius: Float64Array;
  top: Float64Array;
  headway: Float64Array;
  stateX: Float64Array;
  stateY: Float64Array;
  clock: Float64Array;
  stuck: Float64Array;
  /** Radii of its body: at which others are pushed away, at which overlaps are measured, and which is kept from walls. */
  core: Float64Array;
  body: Float64Array;
  wallBody: Float64Array;
  closing: Uint8Array;
  onTrack: Uint8Array;
  gone: Uint8Array;
  exit: Uint16Array;
  pass: Uint16Array;
  habit: Uint16Array;
  /** The agent's slot. */
  slot: Int32Array;
  /** What its model keeps for the next step. */
  nextX: Float64Array;
  nextY: Float64Array;
  nextClock: Float64Array;
  /** Where the step leads; two of each, since pushing apart reads one and writes the other. */
  toX: [Float64Array, Float64Array];
  toY: [Float64Array, Float64Array];
  /** Sorted numbers of those it may touch, `CONTACTS` each. */
  contacts: Int32Array;
  contactCount: Uint8Array;
  /** Those of them that are still in reach after the first round of pushing; a column of its own, so that a round can be done again. */
  touching: Int32Array;
  touchingCount: Uint8Array;
  /** Sorted numbers of those whom somebody or a wall may push after the first round. */
  pressed: Int32Array;
  /** Walls that it may reach, nearest first, `WALLS` each. */
  walls: Int32Array;
  wallCount: Uint8Array;
  /** How near each of these walls may come: `wallBody`, or less where the agent is nearer already. */
  margins: Float64Array;
  /** How far it may go: less than infinite where not all walls could be kept. */
  leash: Float64Array;
  /** Depth of its deepest overlap with a neighbour of greater slot, and with a wall, at the end of the step. */
  overlap: Float64Array;
  wallDepth: Float64Array;
  /** How many neighbours of greater slot it overlaps by more than a tenth. */
  overlaps: Uint8Array;
}

/** Walls: directed edges with the free side to the right, chained around obstacles. */
export interface WallColumns {
  ax: Float64Array;
  ay: Float64Array;
  bx: Float64Array;
  by: Float64Array;
  /** Unit direction from a to b. */
  ux: Float64Array;
  uy: Float64Array;
  length: Float64Array;
  /** The wall that starts at b, and the one that ends at a. */
  next: Int32Array;
  prev: Int32Array;
  /** Whether the obstacle is convex at a. */
  convex: Uint8Array;
  /** Which opening it is a piece of, a column of `passes`; 0 for a plain wall. */
  opening: Uint16Array;
  /** Number of the door that it is, counted from 1; 0 for a plain wall. */
  door: Uint16Array;
}

/** Walls by cells of a grid: those within reach of each cell. */
export interface WallGrid {
  /** Numbers at the places of `FRAME`. */
  frame: Float64Array;
  start: Int32Array;
  items: Int32Array;
}

/** Everything a kernel needs, transferable to a worker. */
export interface Memory {
  readonly agents: AgentColumns;
  readonly sorted: SortedColumns;
  readonly cellStart: Int32Array;
  readonly habits: Float64Array;
  readonly numbers: Float64Array;
  readonly walls: WallColumns;
  readonly wallGrid: WallGrid;
  /** Per agent's `exit` a row, per wall's `opening` a column, `NUMBER.openings` of them: 1 where the wall is open to the agent. */
  readonly passes: Uint8Array;
}

type Column = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** Makes arrays, shared between threads or not. */
export class Allocator {
  constructor(private readonly shared: boolean) {}

  private buffer(bytes: number): ArrayBuffer {
    return this.shared ? (new SharedArrayBuffer(bytes) as unknown as ArrayBuffer) : new ArrayBuffer(bytes);
  }

  float64(length: number): Float64Array {
    return new Float64Array(this.buffer(8 * length));
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.buffer(4 * length));
  }

  uint16(length: number): Uint16Array {
    return new Uint16Array(this.buffer(2 * length));
  }

  uint8(length: number): Uint8Array {
    return new Uint8Array(this.buffer(length));
  }

  /** A copy of an array. */
  copy<Copied extends Column>(column: Copied): Copied {
    const copy = new (column.constructor as new (buffer: ArrayBuffer) => Copied)(
      this.buffer(column.byteLength),
    );
    copy.set(column);
    return copy;
  }
}

/** Columns for as many agents. */
export function agentColumns(make: Allocator, room: number): AgentColumns {
  const column = (): Float64Array => make.float64(room);
  return {
    x: column(),
    y: column(),
    vx: column(),
    vy: column(),
    wishX: column(),
    wishY: column(),
    radius: column(),
    top: column(),
    headway: column(),
    stateX: column(),
    stateY: column(),
    clock: column(),
    stuck: column(),
    id: column(),
    closing: make.uint8(room),
    onTrack: make.uint8(room),
    gone: make.uint8(room),
    exit: make.uint16(room),
    pass: make.uint16(room),
    habit: make.uint16(room),
  };
}

/** Sorted columns for as many agents. */
export function sortedColumns(make: Allocator, room: number): SortedColumns {
  const column = (): Float64Array => make.float64(room);
  return {
    x: column(),
    y: column(),
    vx: column(),
    vy: column(),
    wishX: column(),
    wishY: column(),
    radius: column(),
    top: column(),
    headway: column(),
    stateX: column(),
    stateY: column(),
    clock: column(),
    stuck: column(),
    core: column(),
    body: column(),
    wallBody: column(),
    closing: make.uint8(room),
    onTrack: make.uint8(room),
    gone: make.uint8(room),
    exit: make.uint16(room),
    pass: make.uint16(room),
    habit: make.uint16(room),
    slot: make.int32(room),
    nextX: column(),
    nextY: column(),
    nextClock: column(),
    toX: [column(), column()],
    toY: [column(), column()],
    contacts: make.int32(CONTACTS * room),
    contactCount: make.uint8(room),
    touching: make.int32(CONTACTS * room),
    touchingCount: make.uint8(room),
    pressed: make.int32(room),
    walls: make.int32(WALLS * room),
    wallCount: make.uint8(room),
    margins: make.float64(WALLS * room),
    leash: column(),
    overlap: column(),
    wallDepth: column(),
    overlaps: make.uint8(room),
  };
}

/** A copy of some columns. */
function copyColumns<Columns extends object>(make: Allocator, columns: Columns): Columns {
  const copies = Object.entries(columns as Record<string, Column | Column[]>).map(([name, column]) => [
    name,
    Array.isArray(column) ? column.map((one) => make.copy(one)) : make.copy(column),
  ]);
  return Object.fromEntries(copies) as Columns;
}

/** The same memory with copies of all that phases write. */
export function copyMemory(make: Allocator, memory: Memory): Memory {
  return {
    ...memory,
    agents: copyColumns(make, memory.agents),
    sorted: copyColumns(make, memory.sorted),
    numbers: make.copy(memory.numbers),
  };
}
