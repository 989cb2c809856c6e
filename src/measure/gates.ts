/**
 * The narrow places of a run: gates of the plan's min cut, where the scene has a flow, and places where people queued; each with
 * what it can take and what passed.
 */
import { InputError } from "../errors.js";
import { FlowMap } from "../flow/index.js";
import { distance, nearestOnSegment, type Point, type Segment } from "../geometry/index.js";
import { type Bottleneck, type BottleneckState, Bottlenecks } from "../simulation/index.js";
import type { Run } from "./run.js";

/** Persons per second that a metre of width takes at best (Weidmann 1993, the peak of his curve). */
export const FLOW_PER_METRE = 1.22;

/** Queues whose middles are nearer than this, in metres, are one place. */
const SAME_PLACE = 2;

/** Nobody passes what is narrower, in metres. */
const CRACK = 0.3;

/** Metres from a gate at which whoever arrives has passed it: it may be the goal itself. */
export const AT_HAND = 0.6;

/** Who gets less than this share of the way that he could queues, and does not only make room for others. */
const QUEUED = 0.5;

/** Places that are kept. */
const MOST_GATES = 60;

/** A narrow place, and what passed it. */
export interface GateCount {
  /** `min cut`: where the plan is narrowest; `queue`: where people stood. */
  readonly kind: "min cut" | "queue";
  readonly segment: Segment;
  /** In metres. */
  readonly width: number;
  /** Persons per second that this width takes, by `FLOW_PER_METRE`. */
  readonly capacity: number;
  /** Most people in the queue; 0 where none was seen. */
  readonly queue: number;
  /** When the queue was first seen, in seconds; 0 for the min cut. */
  readonly since: number;
  /** When each person first passed, in seconds. */
  readonly times: readonly number[];
}

interface Gate {
  readonly kind: GateCount["kind"];
  segment: Segment;
  queue: number;
  readonly since: number;
  readonly times: number[];
  readonly passed: Set<number>;
}

/** Counts at narrow places as plain data. */
export interface GatesState {
  readonly gates: readonly {
    readonly kind: GateCount["kind"];
    readonly segment: Segment;
    readonly queue: number;
    readonly since: number;
    readonly times: Float64Array;
    readonly passed: Float64Array;
  }[];
  /** What is known of queues where the run itself does not look for them. */
  readonly own: BottleneckState | null;
}

const widthOf = ([a, b]: Segment): number => distance(a, b);
const middleOf = ([a, b]: Segment): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Counts at narrow places while a run goes on. */
export class GateCounter {
  private gates: Gate[];
  /** Looks for queues where the run itself does not. */
  private readonly own: Bottlenecks | null;
  private seen: readonly Bottleneck[] = [];

  constructor(private readonly run: Run) {
    this.gates = minCutOf(run).map((segment) => newGate("min cut", segment, 0));
    // A recording does not know who made headway.
    const isSilent = run.bottlenecks === null && run.planner !== "recording";
    this.own = isSilent ? new Bottlenecks(run.crowd.world, { headway: QUEUED }, () => {}) : null;
  }

  /** The sum of the min cut's gates, in metres; null for a scene without a flow. */
  get minCut(): number | null {
    const cut = this.gates.filter(({ kind }) => kind === "min cut");
    return cut.length === 0 ? null : cut.reduce((sum, { segment }) => sum + widthOf(segment), 0);
  }

  /** Looks for queues after a step. */
  observe(): void {
    const { run, own } = this;
    own?.observe({ columns: run.crowd.columns, size: run.crowd.size, time: run.time }, run.step);
    const list = run.bottlenecks?.list ?? own?.list ?? [];
    if (list === this.seen) return;
    this.seen = list;
    for (const { segment, queue, since } of list) {
      const middle = middleOf(segment);
      const known = this.gates.find((gate) => distance(middleOf(gate.segment), middle) < SAME_PLACE);
      if (known) {
        known.queue = Math.max(known.queue, queue);
        const isNarrower = widthOf(segment) < widthOf(known.segment) && widthOf(segment) > CRACK;
        if (known.kind === "queue" && isNarrower) known.segment = segment;
      } else if (this.gates.length < MOST_GATES && widthOf(segment) > CRACK) {
        const gate = newGate("queue", segment, since);
        gate.queue = queue;
        this.gates.push(gate);
      }
    }
  }

  /** Somebody went from one place to another: counts whatever was crossed, once per person. */
  pass(id: number, from: Point, to: Point, time: number): void {
    for (const gate of this.gates) if (crosses(from, to, gate.segment)) count(gate, id, time);
  }

  /** Somebody arrived: the goal may be a gate. */
  arrive(id: number, at: Point, time: number): void {
    for (const gate of this.gates) {
      if (distance(nearestOnSegment(at, ...gate.segment), at) <= AT_HAND) count(gate, id, time);
    }
  }

  /** The state as plain data. */
  snapshot(): GatesState {
    return {
      gates: this.gates.map((gate) => ({
        ...gate,
        times: Float64Array.from(gate.times),
        passed: Float64Array.from(gate.passed),
      })),
      own: this.own?.snapshot() ?? null,
    };
  }

  /** Goes back to a state, after the run has. */
  restore({ gates, own }: GatesState): void {
    this.gates = gates.map((gate) => ({
      ...gate,
      times: Array.from(gate.times),
      passed: new Set(gate.passed),
    }));
    if (own) this.own?.restore(own);
    // What the run knows now was looked at before the state was taken.
    this.seen = this.run.bottlenecks?.list ?? this.own?.list ?? [];
  }

  /** All places, narrowest first. */
  result(): GateCount[] {
    return this.gates
      .map(({ kind, segment, queue, since, times }) => {
        const width = widthOf(segment);
        return { kind, segment, width, capacity: FLOW_PER_METRE * width, queue, since, times };
      })
      .sort((a, b) => a.width - b.width);
  }
}

function count({ passed, times }: Gate, id: number, time: number): void {
  if (passed.has(id)) return;
  passed.add(id);
  times.push(time);
}

function newGate(kind: GateCount["kind"], segment: Segment, since: number): Gate {
  return { kind, segment, queue: 0, since, times: [], passed: new Set() };
}

/** Gates of the min cut that have a width; none for a scene without a flow. */
function minCutOf({ crowd: { world }, scene }: Run): Segment[] {
  if (!scene.flow) return [];
  try {
    return new FlowMap(world).minCut
      .filter(({ length }) => length > 0)
      .map(({ a, b }): Segment => [a, b])
      .slice(0, MOST_GATES / 2);
  } catch (error) {
    // A flow whose pieces are not on the boundary is the flow command's to complain about, not a run's.
    if (error instanceof InputError) return [];
    throw error;
  }
}

function side(a: Point, b: Point, p: Point): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/** Whether the way from p to q crosses a segment. */
export function crosses(p: Point, q: Point, [a, b]: Segment): boolean {
  return side(a, b, p) > 0 !== side(a, b, q) > 0 && side(p, q, a) > 0 !== side(p, q, b) > 0;
}
