/**
 * The flows of a scene that cross, while it runs: their lanes, and one timetable for all of them (Farias 2020, sections 4.7.3 and
 * 6.2).
 */
import { InputError } from "../errors.js";
import { FlowMap, type LaneSystem, optimizeLanes, type Timetable, timetable } from "../flow/index.js";
import type { TrackStarts } from "../guide.js";
import type { Scene, World } from "../world/index.js";

/** A timetable as a report has it. */
export interface TimetableSummary {
  /** Metres per second that everybody walks at. */
  readonly speed: number;
  /** Seconds between two starts on a lane. */
  readonly period: number;
  readonly flows: readonly FlowTimes[];
}

/** One flow of a timetable. */
export interface FlowTimes {
  readonly name: string;
  /** Numbers of the spawns through which its people come, as arrivals name them. */
  readonly spawns: readonly number[];
  readonly lanes: number;
  /** People per second that come in, and that could if the flow had the plan to itself. */
  readonly perSecond: number;
  readonly alone: number;
}

/** The lanes of all flows of a world, as one system. */
interface Crossing {
  readonly names: readonly string[];
  readonly groups: readonly LaneSystem[];
  readonly system: LaneSystem;
  readonly times: Timetable | null;
  /** When people come in, lane by lane of the system; absent without a timetable. */
  readonly starts?: readonly TrackStarts[];
}

/** What lanes are asked for. */
export interface CrossingOrder {
  /** Pulled taut, or as the flow runs. */
  readonly lanes: "optimized" | "contours";
  readonly radius: number;
  /** Metres per second of everybody; without it the lanes have no timetable. */
  readonly speed?: number | undefined;
}

const crossings = new WeakMap<World, Map<string, Crossing>>();

/**
 * The lanes of a world's `flows`, timed where a speed is given.
 *
 * @throws InputError for a flow through which not one lane of the radius leads
 */
export function crossingOf(world: World, { lanes, radius, speed }: CrossingOrder): Crossing {
  const known = crossings.get(world) ?? new Map<string, Crossing>();
  crossings.set(world, known);
  const key = `${lanes} ${radius} ${speed}`;
  let crossing = known.get(key);
  if (!crossing) {
    crossing = build(world, { lanes, radius, speed });
    known.set(key, crossing);
  }
  return crossing;
}

function build(world: World, { lanes, radius, speed }: CrossingOrder): Crossing {
  const { flows = {}, timetable: asked = {} } = world.scene;
  const names = Object.keys(flows);
  const groups = names.map((name) => {
    const { source, sink } = flows[name];
    const contours = new FlowMap(world, { source, sink }).lanes(radius);
    if (contours.lanes.length === 0) {
      const { length = 0 } = contours.blockedBy ?? {};
      const wide = `the widest gate of its cut is ${length.toPrecision(3)} m wide`;
      throw new InputError(`no lane of radius ${radius} m leads through it: ${wide}`, `flows.${name}`);
    }
    return lanes === "contours" ? contours : optimizeLanes(contours);
  });
  const times = speed === undefined ? null : timetable(groups, { speed, ...asked });
  const system = { ...groups[0], lanes: groups.flatMap((group) => group.lanes) };
  return { names, groups, system, times, ...(times && { starts: times.starts.flat() }) };
}

/** A timetable in numbers; spawns are one per source, flow by flow. */
export function timetableSummary(
  { names, times }: Pick<Crossing, "names" | "times">,
  { flows = {} }: Scene,
): TimetableSummary | null {
  if (!times) return null;
  let next = 0;
  return {
    speed: times.speed,
    period: times.period,
    flows: names.map((name, g) => ({
      name,
      spawns: flows[name].source.map(() => next++),
      lanes: times.groups[g].lanes.length,
      perSecond: times.throughput[g],
      alone: times.alone[g],
    })),
  };
}
