/**
 * Which of several exits people take who choose by time: where they expect to be out first.
 *
 * The rule. Everybody decides on setting foot in the scene, and again every 5 s. To an exit at a distance d, the expected time
 * is the longer of two: the walk, d over one's free speed; and the queue, those on their way to that exit and nearer to it,
 * over its capacity of 1.3 persons per second and metre; of a queue, also those who stand in it, over what its counters take
 * on average. One changes for an exit that saves more than 10 % of the time, and
 * more than 3 s the first time, 6 s the second, 12 s the third: each change asks for twice the gain of the one before, so
 * nobody changes for ever.
 */
import type { DirectedCrowd } from "../crowd/internal.js";
import { distance, type Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import type { Itinerary } from "./destinations.js";
import type { PlannedGuide } from "./planners.js";
import type { Plans } from "./plans.js";
import type { Stays } from "./stays.js";

/** Seconds between one person's decisions, and the groups that take turns in that time. */
const AGAIN = 5;
const TURNS = 10;

/** Persons per second and metre of exit; the lower end of what doors take of mixed adults (1.3 to 1.9). */
const FLOW_PER_METRE = 1.3;

/** An exit counts as at least this wide, in metres: points have no width. */
const LEAST_WIDTH = 0.5;

/** Least gain for the first change: seconds, and share of the time expected. */
const LEAST_SECONDS = 3;
const LEAST_SHARE = 0.1;

/** Somebody who chooses, as plain data. */
export interface Chooser {
  readonly id: number;
  /** The way as it was given, with lists to choose from. */
  readonly plan: Itinerary;
  /** The stop of the queue that the choice is for, and what was chosen; -1 before the first. */
  readonly leg: number;
  readonly exit: string | null;
  /** How many times it has changed at this stop. */
  readonly changes: number;
}

/** The exit to change to, as an index of `times`; the current one, or -1 for none, where no change is worth it. */
export function chosen(times: readonly (number | null)[], current: number, changes: number): number {
  let best = -1;
  for (let k = 0; k < times.length; k++) {
    const time = times[k];
    if (time !== null && (best < 0 || time < times[best]!)) best = k;
  }
  const now = current < 0 ? null : times[current];
  if (best < 0) return current;
  if (now === null) return best;
  const gain = now - times[best]!;
  const enough = Math.max(LEAST_SECONDS * 2 ** changes, LEAST_SHARE * now);
  return gain > enough ? best : current;
}

/** What a choice needs of a simulation. */
export interface ExitChoiceOptions {
  readonly scene: Scene;
  readonly crowd: DirectedCrowd;
  readonly plans: Plans;
  /** Queues and waiting places, which may be chosen among too. */
  readonly stays: Pick<Stays, "isBound" | "queueAt">;
  /** Makes the guides of a way. */
  readonly itinerary: (plan: Itinerary) => PlannedGuide[];
}

/** Those who choose their exit by time, while they are inside. */
export class ExitChoice {
  private readonly choosers = new Map<number, Chooser>();
  private readonly capacities = new Map<string, number>();
  /** The round of decisions that was last. */
  private round = -1;

  constructor(private readonly options: ExitChoiceOptions) {}

  /** Somebody comes who chooses. */
  welcome(id: number, plan: Itinerary): void {
    this.choosers.set(id, { id, plan, leg: -1, exit: null, changes: 0 });
  }

  /** Somebody chooses no more. */
  forget(id: number): void {
    this.choosers.delete(id);
  }

  /** Lets those decide whose turn it is, and those who have just come or go on to their next stop. */
  follow(time: number): void {
    if (this.choosers.size === 0) return;
    const round = Math.floor((time * TURNS) / AGAIN + 1e-9);
    const isTurn = (id: number): boolean => round !== this.round && id % TURNS === round % TURNS;
    const { crowd } = this.options;
    const deciding = [...this.choosers.values()].filter(
      ({ id, leg }) => isTurn(id) || crowd.legOf(id) !== leg,
    );
    this.round = round;
    if (deciding.length === 0) return;
    const queues = this.queues();
    for (const chooser of deciding) this.decide(chooser, queues);
  }

  /** Metres left of those on their way to each exit, by name, rising. */
  private queues(): Map<string, Float64Array> {
    const { crowd, plans } = this.options;
    const lists = new Map<string, number[]>();
    crowd.eachWay((guide, left) => {
      const goals = plans.orderOf(guide)?.goals;
      if (goals?.length !== 1) return;
      const list = lists.get(goals[0]);
      if (list) list.push(left);
      else lists.set(goals[0], [left]);
    });
    return new Map([...lists].map(([name, list]) => [name, Float64Array.from(list).sort()]));
  }

  private decide(chooser: Chooser, queues: ReadonlyMap<string, Float64Array>): void {
    const { crowd, stays } = this.options;
    const { id, plan } = chooser;
    if (stays.isBound(id)) return;
    const agent = crowd.agent(id);
    if (!agent) {
      this.choosers.delete(id);
      return;
    }
    const leg = crowd.legOf(id);
    const stop = plan.stops[leg];
    const isNew = chooser.leg !== leg;
    if (stop === undefined || typeof stop === "string") {
      if (isNew) this.choosers.set(id, { ...chooser, leg, exit: null });
      return;
    }
    const current = isNew ? -1 : stop.indexOf(chooser.exit ?? "");
    const times = stop.map((name) => this.timeTo(name, plan, agent, queues.get(name)));
    const changes = isNew ? 0 : chooser.changes;
    const next = chosen(times, current, changes);
    if (next < 0 || next === current) return;
    const exit = stop[next];
    this.choosers.set(id, { id, plan, leg, exit, changes: isNew ? 0 : changes + 1 });
    const stops = plan.stops.map((other, k) => (k === leg ? exit : other));
    crowd.change(id, { speed: agent.speed, guide: this.options.itinerary({ ...plan, stops }) });
  }

  /** Seconds until somebody expects to be out by an exit; null where no way leads there now. */
  private timeTo(
    name: string,
    plan: Itinerary,
    { position, speed }: { readonly position: Point; readonly speed: number },
    queue: Float64Array | undefined,
  ): number | null {
    const guide = this.options.plans.guideTo(name, { ...plan, factor: 1 });
    const left = guide.distance(position);
    if (left === null) return null;
    const stay = this.options.stays.queueAt(name);
    const ahead = countBelow(queue, left) + (stay?.length ?? 0);
    // In a building a way is planned by time, at the pace of all of a kind.
    const walk = plan.pace ? (guide.cost(position)! * plan.pace.speed) / speed : left / speed;
    return Math.max(walk, ahead / (stay?.capacity ?? this.capacityOf(name)));
  }

  /** Persons per second that an exit takes. */
  private capacityOf(name: string): number {
    const known = this.capacities.get(name);
    if (known !== undefined) return known;
    const { points = [], segments = [] } = this.options.scene.goals![name];
    const width = segments.reduce((sum, [a, b]) => sum + Math.max(LEAST_WIDTH, distance(a, b)), 0);
    const capacity = FLOW_PER_METRE * (width + LEAST_WIDTH * points.length);
    this.capacities.set(name, capacity);
    return capacity;
  }

  /** The state as plain data. */
  get state(): { readonly round: number; readonly choosers: readonly Chooser[] } {
    return { round: this.round, choosers: [...this.choosers.values()] };
  }

  set state({ round, choosers }: { readonly round: number; readonly choosers: readonly Chooser[] }) {
    this.round = round;
    this.choosers.clear();
    for (const chooser of choosers) this.choosers.set(chooser.id, chooser);
  }
}

/** How many of some rising numbers are less than a value. */
function countBelow(values: Float64Array | undefined, value: number): number {
  if (!values) return 0;
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
