/** Lanes as a guide for a crowd: join the nearest lane a little ahead, then walk along it. */
import Flatbush from "flatbush";
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import type { Track, TrackGuide, TrackPlace, TrackStarts } from "../guide.js";
import { checkChoice, checkKeys, checkList, shown } from "../options.js";
import { offGround } from "../world/index.js";
import type { LaneSystem } from "./lanes.js";

/** Samples of a lane per radius, among which the nearest is looked for. */
const SAMPLES_PER_RADIUS = 4;
/** So many of the nearest samples are tried before no lane counts as in sight. */
const TRIES = 24;

/** A lane's polyline, with the way from its beginning to each of its points. */
class Polyline {
  private readonly ways: Float64Array;

  constructor(readonly points: readonly Point[]) {
    this.ways = new Float64Array(points.length);
    for (let i = 1; i < points.length; i++)
      this.ways[i] = this.ways[i - 1] + distance(points[i - 1], points[i]);
  }

  get length(): number {
    return this.ways[this.ways.length - 1];
  }

  /** Number of the last point that lies at most s metres from the beginning, but not the end itself. */
  private before(s: number): number {
    let [low, high] = [0, Math.max(0, this.points.length - 2)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.ways[middle] <= s) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  at(s: number): Point {
    const i = this.before(s);
    const [a, b] = [this.points[i], this.points[i + 1] ?? this.points[i]];
    const length = this.ways[i + 1] - this.ways[i];
    const t = length > 0 ? Math.min(1, (s - this.ways[i]) / length) : 0;
    return t === 1 ? b : [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  }

  /** What is left from s metres on. */
  from(s: number): Point[] {
    const rest = this.points.slice(this.before(s) + 1);
    const first = this.at(s);
    return rest.length > 0 && rest[0][0] === first[0] && rest[0][1] === first[1] ? rest : [first, ...rest];
  }
}

/** How people follow each other on lanes. */
export interface LaneGuideOptions {
  /**
   * `bodies` (default): so far apart that two never touch, in bends neither. `lane`: 2 radii along the lane, as the paper has
   * it; bodies then overlap in sharp bends.
   */
  readonly spacing?: "bodies" | "lane";
  /** Numbers of the lanes that count; default all. */
  readonly only?: readonly number[];
  /** When people come in on each lane of the system, as a timetable has it; default whenever there is room. */
  readonly starts?: readonly TrackStarts[];
}

/** A lane with a spacing, and maybe times, of its own. */
class LaneTrack implements Track {
  constructor(
    private readonly lane: Track,
    readonly spacing: number,
    readonly starts?: TrackStarts,
  ) {}

  get length(): number {
    return this.lane.length;
  }

  at(s: number): Point {
    return this.lane.at(s);
  }
}

function laneOf({ lanes }: LaneSystem, number: number): Track & { readonly points: readonly Point[] } {
  if (Object.hasOwn(lanes, number)) return lanes[number];
  throw new InputError(`there are lanes 0 to ${lanes.length - 1}; given: ${number}`, "only");
}

/** Where somebody joins a lane. */
interface Joint {
  readonly lane: number;
  /** Metres from the lane's beginning. */
  readonly s: number;
  readonly point: Point;
}

/**
 * Guides along lanes. Whoever is near a lane heads for a point of it that lies ahead by two radii, or farther where the
 * lane is farther off, so that nobody walks back to a lane at right angles. `cost` and `distance` are the straight way
 * there and what is left of the lane. Where no lane is in sight, every answer is null.
 */
export class LaneGuide implements TrackGuide {
  /** The lanes, for those who walk on them. */
  readonly tracks: readonly Track[];
  private readonly index: Flatbush | null;
  /** Per sample: its lane, and metres from that lane's beginning. */
  private readonly lanes: number[] = [];
  private readonly lines: readonly Polyline[];
  private readonly arcs: number[] = [];
  private last: { readonly x: number; readonly y: number; readonly joint: Joint | null } = {
    x: Number.NaN,
    y: Number.NaN,
    joint: null,
  };

  /** @throws InputError for an unknown option */
  constructor(
    readonly system: LaneSystem,
    options: LaneGuideOptions = {},
  ) {
    if (!Array.isArray(system?.lanes)) {
      throw new InputError(
        `lanes are needed, as FlowMap.lanes makes them; given: ${shown(system)}`,
        "system",
      );
    }
    checkKeys(options, ["spacing", "only", "starts"]);
    const { spacing = "bodies", only, starts } = options;
    checkChoice(spacing, "spacing", ["bodies", "lane"]);
    if (only !== undefined) checkList(only, "only", "lanes by number");
    if (starts !== undefined && starts.length !== system.lanes.length) {
      throw new InputError(
        `one per lane is needed, ${system.lanes.length}; given: ${starts.length}`,
        "starts",
      );
    }
    const numbers = only ?? system.lanes.map((_, k) => k);
    const lanes = numbers.map((k) => laneOf(system, k));
    this.tracks = lanes.map((lane, i) => {
      const apart = spacing === "bodies" ? lane.spacing : 2 * system.radius;
      return new LaneTrack(lane, apart, starts?.[numbers[i]]);
    });
    this.lines = lanes.map((lane) => new Polyline(lane.points));
    const points: Point[] = [];
    this.lines.forEach((lane, number) => {
      const count = Math.max(1, Math.ceil((lane.length * SAMPLES_PER_RADIUS) / system.radius));
      for (let i = 0; i <= count; i++) {
        const s = (lane.length * i) / count;
        this.lanes.push(number);
        this.arcs.push(s);
        points.push(lane.at(s));
      }
    });
    this.index = points.length > 0 ? new Flatbush(points.length) : null;
    for (const [x, y] of points) this.index!.add(x, y, x, y);
    this.index?.finish();
  }

  /** Radius of those for whom the lanes are, in metres. */
  get trackRadius(): number {
    return this.system.radius;
  }

  /** The place on a lane nearest to p, within so many metres. */
  nearestOnTrack(p: Point, within: number): TrackPlace | null {
    const sample = this.system.radius / SAMPLES_PER_RADIUS;
    const [k] = this.index?.neighbors(p[0], p[1], 1, within + sample) ?? [];
    if (k === undefined) return null;
    const track = this.tracks[this.lanes[k]];
    // Samples lie on the polyline, whose length is a hair less than the lane's.
    const near = (this.arcs[k] * track.length) / this.lines[this.lanes[k]].length;
    let [low, high] = [Math.max(0, near - sample), Math.min(track.length, near + sample)];
    for (let turn = 0; turn < 40; turn++) {
      const [one, two] = [low + (high - low) / 3, high - (high - low) / 3];
      if (distance(p, track.at(one)) <= distance(p, track.at(two))) high = two;
      else low = one;
    }
    const s = (low + high) / 2;
    return distance(p, track.at(s)) <= within ? { track: this.lanes[k], s } : null;
  }

  /** What is left of a lane. */
  leftFrom({ track, s }: TrackPlace): number {
    return this.tracks[track].length - s;
  }

  /** Number of the lane that the guide leads to from a point; null where none is in sight. */
  laneFrom(p: Point): number | null {
    return this.join(p)?.lane ?? null;
  }

  /** Where to join a lane from p; the last answer is kept, since cost and heading are asked for one after the other. */
  private join(p: Point): Joint | null {
    const { last } = this;
    if (last.x !== p[0] || last.y !== p[1]) this.last = { x: p[0], y: p[1], joint: this.findJoint(p) };
    return this.last.joint;
  }

  private findJoint(p: Point): Joint | null {
    if (!this.index || !this.system.map.world.contains(p)) return null;
    // Mostly the nearest sample will do, and far from all lanes many cost much more than one.
    return (
      this.jointAt(p, this.index.neighbors(p[0], p[1], 1)) ??
      this.jointAt(p, this.index.neighbors(p[0], p[1], TRIES))
    );
  }

  /** The first of these samples from which the lane is in sight. */
  private jointAt(p: Point, samples: readonly number[]): Joint | null {
    const { world } = this.system.map;
    for (const k of samples) {
      const lane = this.lines[this.lanes[k]];
      const beside = lane.at(this.arcs[k]);
      const ahead = Math.max(2 * this.system.radius, 2 * distance(p, beside));
      const s = Math.min(lane.length, this.arcs[k] + ahead);
      const point = lane.at(s);
      if (world.visible(p, point)) return { lane: this.lanes[k], s, point };
      if (distance(p, beside) > 0 && world.visible(p, beside))
        return { lane: this.lanes[k], s: this.arcs[k], point: beside };
    }
    return null;
  }

  /** The direction to walk; [0, 0] at the end of a lane. */
  heading(p: Point): Point | null {
    const joint = this.join(p);
    if (!joint) return null;
    const length = distance(p, joint.point);
    // Only at the end of a lane is there nothing ahead.
    if (length === 0) return [0, 0];
    return [(joint.point[0] - p[0]) / length, (joint.point[1] - p[1]) / length];
  }

  /** Metres left to walk. */
  cost(p: Point): number | null {
    const joint = this.join(p);
    return joint && distance(p, joint.point) + this.lines[joint.lane].length - joint.s;
  }

  /** The same. */
  distance(p: Point): number | null {
    return this.cost(p);
  }

  /** Why there is no lane to join from p; null where there is one. */
  reason(p: Point): string | null {
    const { world } = this.system.map;
    const off = offGround(world, p);
    if (off !== null) return off;
    if (this.join(p)) return null;
    const { radius } = this.system;
    if (this.index) return `no lane for a radius of ${radius} m is in sight of [${p[0]}, ${p[1]}]`;
    const [gate] = this.system.map.minCut;
    const [x, y] = gate ? [(gate.a[0] + gate.b[0]) / 2, (gate.a[1] + gate.b[1]) / 2] : [];
    const where = gate
      ? `: a gate of the narrowest cut is ${gate.length.toPrecision(4)} m wide, at [${x}, ${y}]`
      : "";
    return `no lane for a radius of ${radius} m leads to the goal${where}`;
  }

  /** The way to the lane and along it. */
  pathFrom(p: Point): Point[] | null {
    const joint = this.join(p);
    if (!joint) return null;
    const rest = this.lines[joint.lane].from(joint.s);
    return p[0] === rest[0][0] && p[1] === rest[0][1] ? rest : [p, ...rest];
  }
}
