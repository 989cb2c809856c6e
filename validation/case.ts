/** What a validation case is: people in a scene, measured by where they were, judged at a published threshold. */
import type { BuildingInput, Scene } from "../src/world/index.js";
import type { Trajectories } from "./trajectories.js";

/** The collections of cases, by the names that the command line has for them. */
export const SUITES = ["rimea", "imo", "nist", "phenomena"] as const;

/** One collection. */
export type Suite = (typeof SUITES)[number];

/** What came of a case, by the ids of its criteria; null where it could not be measured. */
export type Values = Readonly<Record<string, number | null>>;

/** One figure of a case and what is right for it: a row of the table. */
export interface Criterion {
  /** Follows the case's id after a slash; empty where the case has one row. */
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** The least and the greatest value that pass, both included; null for no limit. */
  readonly low: number | null;
  readonly high: number | null;
  /** What of the seeds is judged; default their mean. */
  readonly over?: "mean" | "least" | "greatest";
  /** Computed from what the other rows came to over the seeds, instead of in each run. */
  readonly from?: (values: Values) => number | null;
  /** Whether the figure is printed and not judged, for this model; default false. */
  readonly recorded?: (model: string) => boolean;
}

/** How a scene is run; what is absent is as the scene has it. */
export interface TrialOptions {
  /** Seconds per step. */
  readonly step?: number;
  readonly threads?: number;
  /** Seconds between two looks at the people; default 0.1. */
  readonly interval?: number;
  /**
   * Seconds of the scene without anybody reaching a goal after which the run ends, since nobody will any more; default 150. A scene in
   * which people may wait longer than that before they set out says so.
   */
  readonly patience?: number;
}

/** Something to look at. */
export interface CaseFigure {
  readonly caption: string;
  /** An SVG document. */
  readonly svg: string;
}

/** Seeds of a case that says nothing else: 1 to 5. */
export const SEEDS = 5;

/** What a case is run with: one model and one seed. */
export interface Bench {
  readonly model: string;
  readonly seed: number;
  /** Runs a scene to its end. */
  simulate(scene: Scene | BuildingInput, options?: TrialOptions): Trajectories;
  /** Takes a figure; not drawn where nobody looks. */
  show(draw: () => CaseFigure): void;
}

/** One case. */
export interface Case {
  /** What the command line calls it, such as `rimea-9` or `bottleneck/1.2`. */
  readonly id: string;
  readonly suite: Suite;
  readonly title: string;
  /** Where it was published. */
  readonly source: string;
  /** The scene, the measure and the criterion in words, and what was assumed where the source is silent. */
  readonly about: string;
  readonly criteria: readonly Criterion[];
  /** How many seeds it is run with unless others are asked for; default `SEEDS`. */
  readonly seeds?: number;
  /** Runs it; null where Wayfield lacks something that it needs. */
  readonly run: ((bench: Bench) => Values) | null;
  /** What is lacking, in words such as `needs buildings`; empty for a case that runs. */
  readonly lacks: string;
}

/** How many seeds a case is run with: as many as are asked for, or its own number. */
export function seedsOf({ seeds = SEEDS }: Case, asked?: number): number {
  return asked ?? seeds;
}

/** A case that runs. */
export function runs(parts: Omit<Case, "lacks" | "run"> & { readonly run: (bench: Bench) => Values }): Case {
  return { ...parts, lacks: "" };
}

/** A case that cannot run yet. */
export function notYet(parts: Omit<Case, "run" | "criteria"> & Partial<Pick<Case, "criteria">>): Case {
  return { criteria: [], ...parts, run: null };
}
