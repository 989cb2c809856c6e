/**
 * Where the thesis's people walk (Dapper 2007, chapter 6): a plan, who starts where with which parameters, and the trails that came
 * of it.
 */
import { type Picture, stackPictures, walkPicture } from "../../src/draw/index.js";
import { type Point, pathLength } from "../../src/geometry/index.js";
import { type Disc, PotentialField } from "../../src/potential/index.js";
import { type Scene, World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { type Walker, type WalkerOptions, Walkers } from "./walkers.js";

/** The way of one walker, with what it stands for. */
export interface Trail {
  readonly label: string;
  readonly points: readonly Point[];
  readonly radius: number;
  /** Whether it reached its last goal. */
  readonly arrived: boolean;
  readonly walker: Walker;
}

/** One panel of an experiment's picture. */
export interface Run {
  readonly title: string;
  readonly trails: readonly Trail[];
  /** Those who stand still, if any. */
  readonly standing: readonly Disc[];
  /** Steps until all had arrived, or until the end. */
  readonly steps: number;
}

/** A plan and what people did on it. */
export interface Walks {
  readonly scene: Scene;
  readonly runs: readonly Run[];
}

/** A corner of a plan. */
export type Corner = [number, number];

/** A rectangle. */
export const box = (x0: number, y0: number, x1: number, y1: number): Corner[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** A plan of blocks, with a point for each goal. */
export function plan(
  name: string,
  boundary: Corner[],
  blocks: Corner[][],
  goals: Record<string, Corner>,
): Scene {
  return {
    format: "wayfield-scene",
    version: 1,
    name,
    boundary,
    obstacles: blocks.map((polygon) => ({ polygon })),
    goals: Object.fromEntries(Object.entries(goals).map(([goal, point]) => [goal, { points: [point] }])),
  };
}

/** Metres of the corridor, and the line along its middle. */
export const LENGTH = 36;
export const WIDTH = 8;
export const MIDDLE = WIDTH / 2;

/** A corridor of 36 m x 8 m with a goal towards each end. */
export function corridor(name: string): Scene {
  return plan(name, box(0, 0, LENGTH, WIDTH), [], { east: [LENGTH - 2, MIDDLE], west: [2, MIDDLE] });
}

/** A walker's options but for its errands, with the goals that it has. */
export interface Person extends Omit<WalkerOptions, "errands"> {
  readonly label: string;
  readonly goals: readonly string[];
}

/** Lets people walk in a scene. */
export class Stage {
  readonly world: World;
  private readonly fields = new Map<string, PotentialField>();

  constructor(
    readonly scene: Scene,
    private readonly cell = 0.25,
  ) {
    this.world = new World(scene);
  }

  private field(goal: string, radius: number): PotentialField {
    const key = `${goal} ${radius}`;
    const known = this.fields.get(key);
    if (known) return known;
    const field = new PotentialField(this.world, { goals: [goal], radius, cell: this.cell });
    this.fields.set(key, field);
    return field;
  }

  /** All at the same time. */
  run(title: string, people: readonly Person[], steps: number, standing: readonly Disc[] = []): Run {
    const walkers = new Walkers(this.world, { cell: this.cell });
    walkers.obstacles.push(...standing);
    const added = people.map(({ label, goals, ...options }) => {
      const errands = goals.map((goal) => {
        const guide = this.field(goal, options.radius ?? 0.25);
        return { guide, goal: (p: Point) => guide.nearestGoal(p) };
      });
      return { label, walker: walkers.add({ ...options, errands }) };
    });
    walkers.run(steps);
    const trails = added.map(({ label, walker }) => trailOf(label, walker));
    return { title, trails, standing, steps: walkers.time };
  }

  /** Each by itself, in one picture. */
  apart(title: string, people: readonly Person[], steps: number, standing: readonly Disc[] = []): Run {
    const runs = people.map((person) => this.run(title, [person], steps, standing));
    const trails = runs.flatMap((run) => run.trails);
    return { title, trails, standing, steps: Math.max(...runs.map((run) => run.steps)) };
  }
}

/** The trail of a walker. */
export function trailOf(label: string, walker: Walker): Trail {
  const { trail, radius, state } = walker;
  return { label, points: trail, radius, arrived: state !== "walking", walker };
}

/** At the west end of the corridor. */
export const START: Point = [2, MIDDLE];

/** Local maps as table 6.1 has them. */
export const TABLE_6_1 = { size: 15, cell: 0.5, relaxations: 30 };

/** People who stand. */
export const crowdAt = (places: Point[], radius = 0.3): Disc[] =>
  places.map((position) => ({ position, radius }));

/** An experiment, but for what all of them do in the same way. */
interface WalkRecipe extends Pick<Experiment, "name" | "title" | "paper" | "place"> {
  walk(): Walks;
}

/** An experiment whose people walk on a stage. */
export function walkExperiment({ walk, ...about }: WalkRecipe): Experiment<Walks> {
  return {
    ...about,
    seeded: false,
    run: walk,
    rows: ({ runs }) => runs.map(rowOf),
    lines: ({ runs }) => runs.flatMap(linesOf),
    picture({ scene, runs }, size) {
      const panel = (run: Run, k: number): Picture =>
        walkPicture(scene, run, { size, title: k === 0 ? about.title : "", scaleBar: k === runs.length - 1 });
      return stackPictures(runs.map(panel));
    },
  };
}

function rowOf({ title, steps, trails }: Run) {
  return {
    title,
    steps,
    trails: trails.map(({ label, points, arrived, walker }) => ({
      label,
      arrived,
      length: pathLength(points),
      wallHits: walker.wallHits,
      end: points[points.length - 1],
    })),
  };
}

function linesOf({ title, steps, trails }: Run): string[] {
  const lost = trails.filter(({ arrived }) => !arrived);
  return [
    `${title}: ${trails.length - lost.length} of ${trails.length} arrived, ${steps} steps`,
    ...lost.map(({ label, points, walker }) => {
      const place = points[points.length - 1].map((v) => v.toFixed(1)).join(", ");
      return `  ${label}: never arrived; last at ${place}; stopped by walls ${walker.wallHits} times`;
    }),
  ];
}
