/**
 * Gathers the records of a study as they come, in any order. Maps are summed and let go, so that memory grows with numbers and arrivals,
 * not with grids times runs; sums are taken in the order of the runs, so that the result has the same bits whoever was first.
 */
import type { RunBottleneck, RunMaps, RunOutcome, RunRecord } from "./record.js";
import { OUTCOMES } from "./record.js";
import type { FactorValue } from "./sensitivity.js";
import type { StudySetting } from "./study.js";

/** One run in the table of a study. */
export interface StudyRow {
  readonly run: string;
  readonly variant: string;
  readonly point: number;
  readonly factors: Readonly<Record<string, FactorValue>>;
  readonly seed: number;
  readonly outcome: RunOutcome;
  readonly error: string;
  readonly time: number | null;
  readonly agents: number;
  readonly arrived: number;
  readonly measures: Readonly<Record<string, number | null>>;
  readonly arrivals: readonly number[];
  readonly bottlenecks: readonly RunBottleneck[];
  readonly engine: string;
}

/** Maps averaged over the runs of a variant. */
export interface MeanMaps extends RunMaps {
  /** Runs that were averaged; those on another grid, since their plan has another size, are not. */
  readonly runs: number;
  /** How these runs ended: those that emptied are averaged, and where none did, those that were cut off. */
  readonly outcome: (typeof AVERAGED)[number];
}

/** Runs whose maps and narrow places are averaged: the first of these that there are. */
const AVERAGED = ["emptied", "not emptied"] as const;

/** The runs of a variant whose maps and narrow places are averaged. */
export function averagedRows<Row extends Pick<StudyRow, "outcome">>(rows: readonly Row[]): Row[] {
  const outcome = AVERAGED.find((one) => rows.some((row) => row.outcome === one));
  return rows.filter((row) => row.outcome === outcome);
}

type GridName = keyof RunMaps;
const GRIDS: readonly GridName[] = ["density", "congestion", "timeToExit"];

const sameGrid = (a: RunMaps, b: RunMaps): boolean =>
  GRIDS.every((name) => {
    const [one, other] = [a[name], b[name]];
    return (
      one.width === other.width &&
      one.height === other.height &&
      one.cell === other.cell &&
      one.origin[0] === other.origin[0] &&
      one.origin[1] === other.origin[1]
    );
  });

/** Sums of maps, cell by cell; a cell without a value in a run does not count there. */
class MapSums {
  private first: RunMaps | null = null;
  private readonly sums = new Map<GridName, Float64Array>();
  private readonly counts = new Map<GridName, Uint32Array>();
  runs = 0;

  add(maps: RunMaps): void {
    this.first ??= maps;
    if (!sameGrid(this.first, maps)) return;
    this.runs++;
    for (const name of GRIDS) {
      const { values } = maps[name];
      const sums = this.sums.get(name) ?? new Float64Array(values.length);
      const counts = this.counts.get(name) ?? new Uint32Array(values.length);
      this.sums.set(name, sums);
      this.counts.set(name, counts);
      for (let c = 0; c < values.length; c++) {
        if (!(values[c] >= 0)) continue;
        sums[c] += values[c];
        counts[c]++;
      }
    }
  }

  meansOf(outcome: MeanMaps["outcome"]): MeanMaps | null {
    const { first, runs } = this;
    if (!first) return null;
    const mean = (name: GridName): RunMaps[GridName] => {
      const [sums, counts] = [this.sums.get(name)!, this.counts.get(name)!];
      return { ...first[name], values: Float32Array.from(sums, (sum, c) => sum / counts[c]) };
    };
    const maps = { density: mean("density"), congestion: mean("congestion"), timeToExit: mean("timeToExit") };
    return { runs, outcome, ...maps };
  }
}

const sumsKey = (variant: string, outcome: RunOutcome): string => `${outcome} ${variant}`;

/** Gathers records. */
export class Gatherer {
  private readonly rows = new Map<number, StudyRow>();
  private readonly sums = new Map<string, MapSums>();
  /** Records that came before those whose maps are summed ahead of theirs. */
  private readonly early = new Map<number, RunRecord>();
  private next = 0;
  /** How the first run that did not fail was run, by variant. */
  readonly how = new Map<string, NonNullable<RunRecord["how"]>>();

  /**
   * Takes a record in.
   *
   * @param at its place in the order of the study's runs, from 0 on
   */
  add(at: number, { variant, point, factors }: StudySetting, record: RunRecord): void {
    const { id, seed, outcome, error, time, agents, arrived, measures, arrivals, bottlenecks, engine } =
      record;
    const row = { variant, point, factors, seed, outcome, error, time, agents, arrived };
    this.rows.set(at, { run: id, ...row, measures, arrivals, bottlenecks, engine });
    this.early.set(at, record);
    for (;;) {
      const ready = this.early.get(this.next);
      if (!ready) break;
      this.take(this.rows.get(this.next)!.variant, ready);
      this.early.delete(this.next);
      this.next++;
    }
  }

  private take(variant: string, { maps, how, outcome }: RunRecord): void {
    if (how && !this.how.has(variant)) this.how.set(variant, how);
    if (!maps) return;
    const key = sumsKey(variant, outcome);
    const sums = this.sums.get(key) ?? new MapSums();
    this.sums.set(key, sums);
    sums.add(maps);
  }

  /** Runs that have come. */
  get size(): number {
    return this.rows.size;
  }

  /** The table, in the order of the study's runs. */
  get table(): StudyRow[] {
    return [...this.rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  }

  /** Maps averaged over the runs of a variant that emptied, or were cut off where none did; null where there are none. */
  mapsOf(variant: string): MeanMaps | null {
    // A study that was stopped has gaps: what came after them counts too.
    for (const at of [...this.early.keys()].sort((a, b) => a - b)) {
      this.take(this.rows.get(at)!.variant, this.early.get(at)!);
      this.early.delete(at);
    }
    for (const outcome of AVERAGED) {
      const means = this.sums.get(sumsKey(variant, outcome))?.meansOf(outcome);
      if (means) return means;
    }
    return null;
  }
}

/** How many runs ended how. */
export function countOutcomes(rows: readonly Pick<StudyRow, "outcome">[]): Record<RunOutcome, number> {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<RunOutcome, number>;
  for (const { outcome } of rows) counts[outcome]++;
  return counts;
}
