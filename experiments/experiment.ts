/** What an experiment is: something that a paper did with people, done again. */

/** How people move in all of them, named so that figures stay what they are: avoidance alone, and gone at the first touch of a goal. */
export const PEOPLE = Object.freeze({ model: "orca", arrival: "touch" } as const);

/** The papers, each by its author and year. */
type Paper = "Farias 2020" | "Dapper 2007" | "Fischer 2011" | "Hartmann 2010" | "Silveira 2010";

/** How an experiment is run. */
export interface ExperimentOptions {
  /** Seeds to run with, at least one; only experiments that are `seeded` heed them. */
  readonly seeds: readonly number[];
  /** Called with the share that is done, 0 to 1. */
  readonly progress?: (share: number) => void;
  /** Milliseconds since some moment, for what measures the time that steps take; default: the machine's clock. */
  readonly clock?: () => number;
}

/** Facts of one run, as JSON has them. */
type Row = Readonly<Record<string, unknown>>;

/** One experiment; `Result` is what came of it, in full. */
export interface Experiment<Result = unknown> {
  /** What the command line calls it. */
  readonly name: string;
  readonly title: string;
  readonly paper: Paper;
  /** Figure, table or section of the paper. */
  readonly place: string;
  /** Whether it is run over several seeds; the others say by themselves what is random about them, if anything. */
  readonly seeded: boolean;
  /** Does it. */
  run(options: ExperimentOptions): Result;
  /** The facts, a row per run. */
  rows(result: Result): Row[];
  /** The same for people to read. */
  lines(result: Result): string[];
  /** A picture as SVG, each of its panels `size` pixels along the longer side. */
  picture?(result: Result, size: number): string;
}

/** Where an experiment comes from, in words. */
export function sourceOf({ paper, place }: Experiment): string {
  return `${paper}, ${place}`;
}
