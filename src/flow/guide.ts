/** Lanes as a guide for a crowd: join the nearest lane a little ahead, then walk along it. */
import Flatbush from "flatbush";
import { distance, type Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { LaneSystem } from "./lanes.js";

/** Samples of a lane per radius, among which the nearest is looked for. */
const SAMPLES_PER_RADIUS = 4;
/** So many of the nearest samples are tried before no lane counts as in sight. */
const TRIES = 24;

/** A lane's polyline, with the way from its beginning to each of its points. */
class Track {
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
export class LaneGuide implements Guide {
  private readonly index: Flatbush | null;
  /** Per sample: its lane, and metres from that lane's beginning. */
  private readonly lanes: number[] = [];
  private readonly tracks: readonly Track[];
  private readonly arcs: number[] = [];

  constructor(readonly system: LaneSystem) {
    const points: Point[] = [];
    this.tracks = system.lanes.map((lane) => new Track(lane.points));
    this.tracks.forEach((lane, number) => {
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

  /** Number of the lane that the guide leads to from a point; null where none is in sight. */
  laneFrom(p: Point): number | null {
    return this.join(p)?.lane ?? null;
  }

  /** Where to join a lane from p. */
  private join(p: Point): Joint | null {
    const { world } = this.system.map;
    if (!this.index || !world.contains(p)) return null;
    for (const k of this.index.neighbors(p[0], p[1], TRIES)) {
      const lane = this.tracks[this.lanes[k]];
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
    return joint && distance(p, joint.point) + this.tracks[joint.lane].length - joint.s;
  }

  /** The same. */
  distance(p: Point): number | null {
    return this.cost(p);
  }

  /** The way to the lane and along it. */
  pathFrom(p: Point): Point[] | null {
    const joint = this.join(p);
    if (!joint) return null;
    const rest = this.tracks[joint.lane].from(joint.s);
    return p[0] === rest[0][0] && p[1] === rest[0][1] ? rest : [p, ...rest];
  }
}
