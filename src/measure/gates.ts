/**
 * The narrow places of a run: its exits, gates of the plan's min cut, where the scene has a flow, and places where people queued;
 * each with what it can take, what passed, and the delay that it caused.
 *
 * Delay: whoever has set out loses dt (1 - v / v0) in a step, v its headway along its way and v0 its free speed. What somebody
 * has lost since the last narrow place is put to the next one that it passes; of those still inside at the end, to the nearest.
 */
import { InputError } from "../errors.js";
import { FlowMap } from "../flow/index.js";
import { distance, nearestOnSegment, type Point, type Segment } from "../geometry/index.js";
import { type Bottleneck, type BottleneckState, Bottlenecks } from "../simulation/index.js";
import type { Run } from "./run.js";

/**
 * Persons per second and metre of width that were measured at doors at most, by population: mixed adults 1.3 to 1.9; the
 * students of the Hermes experiments 2.4 to 2.8 at wide doors and up to 1.9 at ease; 1.33 by rule in MSC.1/Circ.1533. More than
 * that is no flow of people.
 */
export const DOOR_FLOW: Readonly<Record<Run["population"], number>> = Object.freeze({
  adults: 1.9,
  none: 1.9,
  students: 2.8,
  "students-at-ease": 1.9,
  imo: 1.33,
});

/** Free speed in m/s of people in recordings, which do not say it. */
const FREE_SPEED = 1.34;

/** Ends of an exit and of a gate of the min cut that are nearer than this, in metres, make them one. */
const SAME_ENDS = 0.5;

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
  /** `exit`: where people end; `min cut`: where the plan is narrowest; `queue`: where people stood. */
  readonly kind: "exit" | "min cut" | "queue";
  /** An exit's name; empty for others. */
  readonly name: string;
  readonly segment: Segment;
  /** In metres. */
  readonly width: number;
  /** Persons per second that this width takes at most, by `DOOR_FLOW` of the run's population. */
  readonly capacity: number;
  /** Person-seconds that people lost on their way to it. */
  readonly delay: number;
  /** Most people in the queue; 0 where none was seen. */
  readonly queue: number;
  /** When the queue was first seen, in seconds; 0 where none was looked for. */
  readonly since: number;
  /** When each person first passed, in seconds. */
  readonly times: readonly number[];
}

interface Gate {
  readonly kind: GateCount["kind"];
  readonly name: string;
  delay: number;
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
    readonly name: string;
    readonly delay: number;
    readonly segment: Segment;
    readonly queue: number;
    readonly since: number;
    readonly times: Float64Array;
    readonly passed: Float64Array;
  }[];
  /** What is known of queues where the run itself does not look for them. */
  readonly own: BottleneckState | null;
  /** Of those inside: number and seconds lost since the last narrow place. */
  readonly lost: ReadonlyMap<number, number>;
}

const widthOf = ([a, b]: Segment): number => distance(a, b);
const middleOf = ([a, b]: Segment): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Counts at narrow places while a run goes on. */
export class GateCounter {
  private gates: Gate[];
  /** Looks for queues where the run itself does not. */
  private readonly own: Bottlenecks | null;
  private seen: readonly Bottleneck[] = [];
  private lost = new Map<number, number>();
  /** The sum of the min cut's gates, in metres; null for a scene without a flow. */
  readonly minCut: number | null;

  constructor(private readonly run: Run) {
    const cut = minCutOf(run);
    this.minCut = cut.length === 0 ? null : cut.reduce((sum, segment) => sum + widthOf(segment), 0);
    const exits = goalLines(run).filter(({ segment }) => widthOf(segment) > 0);
    const inner = cut.filter((segment) => !exits.some((exit) => isSame(exit.segment, segment)));
    this.gates = [
      ...exits.map(({ name, segment }) => newGate("exit", segment, 0, name)),
      ...inner.map((segment) => newGate("min cut", segment, 0)),
    ];
    // A recording does not know who made headway.
    const isSilent = run.bottlenecks === null && run.planner !== "recording";
    this.own = isSilent ? new Bottlenecks(run.crowd.world, { headway: QUEUED }, () => {}) : null;
  }

  /** Notes what people lose, and looks for queues, after a step; `waits` is not 0 for who has not set out. */
  observe(waits: Uint8Array): void {
    const { run, own } = this;
    this.noteLosses(waits);
    own?.observe({ columns: run.crowd.columns, size: run.crowd.size, time: run.time }, run.step);
    const list = run.bottlenecks?.list ?? own?.list ?? [];
    if (list === this.seen) return;
    this.seen = list;
    for (const { segment, queue, since } of list) {
      const middle = middleOf(segment);
      const known = this.gates.find(
        (gate) => distance(nearestOnSegment(middle, ...gate.segment), middle) < SAME_PLACE,
      );
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

  /** What everybody loses in a step. */
  private noteLosses(waits: Uint8Array): void {
    const { crowd, step, planner } = this.run;
    const { id, vx, vy, speed, progress } = crowd.columns;
    const isRecording = planner === "recording";
    for (let i = 0; i < crowd.size; i++) {
      if (waits[i]) continue;
      const walked = isRecording ? Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]) * step : progress[i];
      const free = isRecording ? FREE_SPEED : speed[i];
      const share = free > 0 ? Math.min(1, Math.max(0, 1 - walked / (free * step))) : 0;
      this.lost.set(id[i], (this.lost.get(id[i]) ?? 0) + share * step);
    }
  }

  /** Puts what somebody has lost to the place that it has come to. */
  private settle(gate: Gate, id: number): void {
    gate.delay += this.lost.get(id) ?? 0;
    this.lost.set(id, 0);
  }

  /** Somebody went from one place to another: counts whatever was crossed, once per person. */
  pass(id: number, from: Point, to: Point, time: number): void {
    for (const gate of this.gates) {
      if (!crosses(from, to, gate.segment)) continue;
      count(gate, id, time);
      this.settle(gate, id);
    }
  }

  /** Somebody arrived: the goal may be a gate. */
  arrive(id: number, at: Point, time: number): void {
    for (const gate of this.gates) {
      if (distance(nearestOnSegment(at, ...gate.segment), at) <= AT_HAND) {
        count(gate, id, time);
        this.settle(gate, id);
      }
    }
    this.lost.delete(id);
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
      lost: new Map(this.lost),
    };
  }

  /** Goes back to a state, after the run has. */
  restore({ gates, own, lost }: GatesState): void {
    this.lost = new Map(lost);
    this.gates = gates.map((gate) => ({
      ...gate,
      times: Array.from(gate.times),
      passed: new Set(gate.passed),
    }));
    if (own) this.own?.restore(own);
    // What the run knows now was looked at before the state was taken.
    this.seen = this.run.bottlenecks?.list ?? this.own?.list ?? [];
  }

  /** All places, by falling delay; equal ones narrowest first. */
  result(): GateCount[] {
    const inside = this.delaysInside();
    return this.gates
      .map((gate, k) => {
        const { kind, name, segment, queue, since, times } = gate;
        const width = widthOf(segment);
        const capacity = DOOR_FLOW[this.run.population] * width;
        return { kind, name, segment, width, capacity, delay: gate.delay + inside[k], queue, since, times };
      })
      .sort((a, b) => b.delay - a.delay || a.width - b.width);
  }

  /** What those inside have lost so far, by the nearest place. */
  private delaysInside(): Float64Array {
    const sums = new Float64Array(this.gates.length);
    const { size, columns } = this.run.crowd;
    for (let i = 0; i < size; i++) {
      const at: Point = [columns.x[i], columns.y[i]];
      let [nearest, least] = [-1, Infinity];
      this.gates.forEach(({ segment }, k) => {
        const apart = distance(nearestOnSegment(at, ...segment), at);
        if (apart < least) [nearest, least] = [k, apart];
      });
      if (nearest >= 0) sums[nearest] += this.lost.get(columns.id[i]) ?? 0;
    }
    return sums;
  }
}

function count({ passed, times }: Gate, id: number, time: number): void {
  if (passed.has(id)) return;
  passed.add(id);
  times.push(time);
}

function newGate(kind: GateCount["kind"], segment: Segment, since: number, name = ""): Gate {
  return { kind, name, segment, delay: 0, queue: 0, since, times: [], passed: new Set() };
}

/** Whether two segments have the same ends, in either order, but for a step. */
function isSame([a, b]: Segment, [c, d]: Segment): boolean {
  const near = (p: Point, q: Point): boolean => distance(p, q) <= SAME_ENDS;
  return (near(a, c) && near(b, d)) || (near(a, d) && near(b, c));
}

/** The segments of the goals that people end at; not of those that move away. */
export function goalLines({
  scene,
}: Pick<Run, "scene">): { readonly name: string; readonly segment: Segment }[] {
  const names = new Set((scene.spawns ?? []).flatMap(({ goals }) => [goals[goals.length - 1]].flat()));
  return [...names].flatMap((name) => {
    const { segments = [], schedule = [] } = scene.goals?.[name] ?? {};
    if (schedule.some((frame) => frame.offset || frame.segments)) return [];
    return segments.map((segment, i) => ({ name: segments.length > 1 ? `${name} ${i + 1}` : name, segment }));
  });
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
