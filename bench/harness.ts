/**
 * Runs benchmarks: competitors on one input take turns, every answer is checked, medians are compared.
 *
 * Turns matter. A machine that slows down for a second then slows every competitor alike, and the ratio of
 * medians survives noise that spoils each absolute time. tinybench does the timing inside a turn.
 */
import { Bench } from "tinybench";
import { type Summary, summarize } from "./statistics.js";

/** One competitor on one input. */
export interface Case<Result = unknown> {
  /** The problem, such as `city-98 aligned`; cases on the same input of a suite are compared. */
  readonly input: string;
  /** The competitor. */
  readonly name: string;
  /** Other people's code, or what the ratios are taken against; absent for our own code. */
  readonly role?: "peer" | "baseline";
  /** How many operations one run performs; times are given per operation. 1 by default. */
  readonly operations?: number;
  /** One turn without a warm-up, for runs of minutes in a process of their own; false by default. */
  readonly once?: boolean;
  /** Prepares once, untimed. Throws `Unavailable` where the competitor cannot take part. */
  setup?(): void | Promise<void>;
  /** What is timed. */
  run(): Result | Promise<Result>;
  /** Throws when the answer is wrong. Every turn's last answer is checked. */
  check(result: Result): void;
  /** A line about the last answer, shown below the times: how many answers are optimal, say, or the memory used. */
  remark?(result: Result): string;
  /** Milliseconds that a competitor in another process measured itself; replaces the clock around `run`. */
  ownTimes?(result: Result): readonly number[];
}

/** Benchmarks that belong together. */
export interface Suite {
  /** Its name on the command line, which is also its file's. */
  readonly name: string;
  readonly title: string;
  /** @param quick whether to use inputs so small that all cases together take about a second */
  cases(quick: boolean): readonly Case[];
}

/** Thrown by `setup`: this competitor cannot run here, and why. Not a failure. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** What came of one case: times, or the reason why there are none. */
export interface Row {
  readonly suite: string;
  readonly input: string;
  readonly name: string;
  readonly role: "ours" | "peer" | "baseline";
  /** Milliseconds per operation; null where it did not run or its answer was wrong. */
  readonly time: Summary | null;
  /** Median over the baseline's median of the same input. */
  readonly ratio: number | null;
  readonly status: "ok" | "wrong" | "unavailable";
  /** Why there are no times; where there are, what the case remarks about its answers. */
  readonly note: string;
}

/** How long to measure. */
interface Effort {
  /** Turns per case. */
  readonly rounds: number;
  /** Milliseconds that a turn lasts at least; one run where it takes longer. */
  readonly turn: number;
  /** A case that has used this many milliseconds gets no more turns, once it has had three. */
  readonly limit: number;
}

/** The usual effort, and the one for trying out whether a suite works at all. */
const EFFORT = Object.freeze({
  full: Object.freeze({ rounds: 9, turn: 150, limit: 20_000 }),
  quick: Object.freeze({ rounds: 1, turn: 0, limit: 1000 }),
} satisfies Record<string, Effort>);

const LEAST_ROUNDS = 3;

/** A case while it is being measured. */
interface Runner {
  readonly case: Case;
  readonly samples: number[];
  spent: number;
  rounds: number;
  status: Row["status"];
  note: string;
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, " ");
}

/** Runs a step of a case; what it throws becomes the case's status instead of ending the whole suite. */
async function attempt(runner: Runner, step: () => void | Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    runner.status = error instanceof Unavailable ? "unavailable" : "wrong";
    runner.note = oneLine(error);
  }
}

/** One turn: runs for at least `least` milliseconds, checks the last answer, keeps the times. */
async function turn(runner: Runner, least: number): Promise<void> {
  const { run, check, ownTimes, operations = 1 } = bound(runner.case);
  const began = performance.now();
  const { answer, times } = runner.case.once ? await runOnce(run) : await runMany(run, least);
  runner.spent += performance.now() - began;
  runner.rounds++;
  check(answer);
  runner.note = runner.case.remark?.(answer) ?? "";
  for (const time of ownTimes ? ownTimes(answer) : times) runner.samples.push(time / operations);
}

/** The last answer, and the milliseconds that each took. */
interface Clocked {
  readonly answer: unknown;
  readonly times: readonly number[];
}

/** Without tinybench, which calls a function when it is added, to see whether it returns a promise. */
async function runOnce(run: Case["run"]): Promise<Clocked> {
  const began = performance.now();
  const answer = await run();
  return { answer, times: [performance.now() - began] };
}

async function runMany(run: Case["run"], least: number): Promise<Clocked> {
  let answer: unknown;
  const keep = (result: unknown): void => {
    answer = result;
  };
  const bench = new Bench({ time: least, iterations: 1, warmup: false, retainSamples: true, throws: true });
  bench.add("case", () => {
    const result = run();
    // Only a promise is awaited: an `await` around a fast synchronous run would be what is measured.
    return result instanceof Promise ? result.then(keep) : keep(result);
  });
  await bench.run();
  const { result } = bench.tasks[0];
  return { answer, times: "latency" in result ? (result.latency.samples ?? []) : [] };
}

/** The case's functions with their `this`, so that a case may be an object of any class. */
function bound(from: Case): Pick<Case, "run" | "check" | "ownTimes" | "operations"> {
  return {
    run: () => from.run(),
    check: (result) => from.check(result),
    ownTimes: from.ownTimes ? (result) => from.ownTimes?.(result) ?? [] : undefined,
    operations: from.operations,
  };
}

/** Measures competitors on one input. */
async function runInput(suite: string, cases: readonly Case[], effort: Effort): Promise<Row[]> {
  const runners: Runner[] = cases.map((item) => ({
    case: item,
    samples: [],
    spent: 0,
    rounds: 0,
    status: "ok",
    note: "",
  }));
  for (const runner of runners) {
    await attempt(runner, async () => {
      await runner.case.setup?.();
      // A first answer, checked and not counted: it warms up the engine, and a wrong one costs no rounds.
      if (!runner.case.once) runner.case.check(await runner.case.run());
    });
  }
  for (let round = 0; round < effort.rounds; round++) {
    // Every other round backwards, so that nobody always follows the same neighbour.
    for (const runner of round % 2 === 0 ? runners : [...runners].reverse()) {
      const least = runner.case.once ? 1 : LEAST_ROUNDS;
      const enough = runner.rounds >= least && (runner.case.once || runner.spent > effort.limit);
      if (runner.status === "ok" && !enough) await attempt(runner, () => turn(runner, effort.turn));
    }
  }
  return withRatios(runners.map((runner) => rowOf(suite, runner)));
}

function rowOf(suite: string, { case: { input, name, role }, samples, status, note }: Runner): Row {
  const time = status === "ok" ? summarize(samples) : null;
  return { suite, input, name, role: role ?? "ours", time, ratio: null, status, note };
}

function withRatios(rows: readonly Row[]): Row[] {
  const baseline = rows.find((row) => row.role === "baseline")?.time;
  return rows.map((row) =>
    row.time && baseline ? { ...row, ratio: row.time.median / baseline.median } : row,
  );
}

/** What a run is to cover. */
export interface Selection {
  /** Suite names, or parts of `suite/input/name`; empty for everything. */
  readonly names?: readonly string[];
  readonly quick?: boolean;
  /** By default what `quick` says. */
  readonly effort?: Effort;
  /** Called with the rows of each input as soon as they are measured. */
  readonly onRows?: (rows: readonly Row[]) => void;
}

/** The cases of a suite that the names select, grouped by input, with the baselines their ratios need. */
export function selectCases(suite: Suite, { names = [], quick = false }: Selection): Map<string, Case[]> {
  const groups = new Map<string, Case[]>();
  for (const item of suite.cases(quick)) {
    const group = groups.get(item.input);
    if (group) group.push(item);
    else groups.set(item.input, [item]);
  }
  const wanted = (item: Case): boolean =>
    names.length === 0 || names.some((name) => `${suite.name}/${item.input}/${item.name}`.includes(name));
  for (const [input, group] of groups) {
    if (!group.some(wanted)) groups.delete(input);
    else
      groups.set(
        input,
        group.filter((item) => wanted(item) || item.role === "baseline"),
      );
  }
  return groups;
}

/** Runs what is selected of some suites, input after input. */
export async function runSuites(suites: readonly Suite[], selection: Selection = {}): Promise<Row[]> {
  const rows: Row[] = [];
  const effort = selection.effort ?? (selection.quick ? EFFORT.quick : EFFORT.full);
  for (const suite of suites) {
    for (const cases of selectCases(suite, selection).values()) {
      const done = await runInput(suite.name, cases, effort);
      selection.onRows?.(done);
      rows.push(...done);
    }
  }
  return rows;
}

/** Whether our own code, or what it is compared with, gave a wrong answer. Peers may be wrong: that is news. */
export function anyWrong(rows: readonly Row[]): boolean {
  return rows.some((row) => row.status === "wrong" && row.role !== "peer");
}
