/**
 * The paper's own two ways to lanes (Farias 2020, 4.4.3 and 4.5), to compare. Both follow the max-flow map in metres; the
 * second after contracting every gate to a whole number of lanes. As along exact lanes, a disc rolls along the contours, which
 * else run into every pocket and back out over themselves. A lane counts only if it keeps its distances, from itself too.
 */
import { onSill } from "./build.js";
import { Gates } from "./gates.js";
import { checkRadius, type LaneSystem, systemOf } from "./lanes.js";
import { lanesThrough } from "./links.js";
import type { Pieces } from "./pieces.js";
import type { FlowPlan } from "./plan.js";
import { comesNearItself } from "./self.js";
import type { Stretch } from "./stretch.js";
import { Surroundings } from "./surroundings.js";

/** Steps along all sources together when they are scanned: the height of a pixel in the paper. */
const SCAN_STEPS = 1000;

/** Keeps curves as long as they are clear of walls, of each other and of themselves. */
class Collection {
  readonly curves: Stretch[][] = [];
  private around: Surroundings;

  constructor(
    private readonly map: FlowPlan,
    private readonly radius: number,
  ) {
    this.around = new Surroundings(map, radius, []);
  }

  offer(curve: Stretch[] | null): boolean {
    if (!curve?.every((stretch) => this.around.keeps(stretch))) return false;
    if (comesNearItself(curve, this.radius)) return false;
    this.curves.push(curve);
    this.around = new Surroundings(this.map, this.radius, this.curves);
    return true;
  }
}

/** Lanes by scanning the sources from their low ends: a step on where a lane fails, 2 r on where it holds (4.4.3). */
export function scannedLanes(map: FlowPlan, radius: number): LaneSystem {
  checkRadius(radius);
  const found = new Collection(map, radius);
  const { field } = map;
  const frontier = map.frontier(field, radius);
  const sources = map.sills.filter(({ kind }) => kind === "source");
  const step = sources.reduce((sum, { length }) => sum + length, 0) / SCAN_STEPS;
  for (const sill of sources) {
    for (let s = sill.length; s >= 0; ) {
      const [x, y] = onSill(sill, s);
      const isLane = found.offer(frontier.from(x, y, field.at(x, y).value, radius));
      s -= isLane ? 2 * radius : step;
    }
  }
  return systemOf(map, radius, map.network(2 * radius), found.curves);
}

/** Lanes of the map with contracted gates, seeded on its min cut (4.5 and 4.5.1). */
export function contractedLanes(map: FlowPlan, radius: number, ends: "one" | "both"): LaneSystem {
  checkRadius(radius);
  const found = new Collection(map, radius);
  const gates = new Gates(contracted(map, radius, ends), map.enclosure);
  const { bodies } = gates.pieces;
  const network = map.network(0, gates);
  const extra = extraOf(map, gates.pieces, network.bodies);
  const field = map.fieldOf(network.bodies.subarray(0, bodies), extra);
  const frontier = map.frontier(field, radius);
  const [ox, oy] = gates.pieces.origin;
  for (const { a, b, length } of network.cut) {
    const count = lanesThrough(length, 2 * radius);
    for (let k = 0; k < count; k++) {
      const t = ((2 * k + 1) * radius) / length;
      const [x, y] = [a[0] + t * (b[0] - a[0]) - ox, a[1] + t * (b[1] - a[1]) - oy];
      const level = field.at(x, y).value;
      map.sills.forEach(({ kind }, sill) => {
        if (kind === "source") found.offer(frontier.lane(sill, level, radius));
      });
    }
  }
  return systemOf(map, radius, map.network(2 * radius), found.curves);
}

/** Pieces with a spur at one end, or half of it at both, of every gate that does not hold a whole number of lanes. */
function contracted(map: FlowPlan, radius: number, ends: "one" | "both"): Pieces {
  const { pieces } = map.gates;
  const [ox, oy] = pieces.origin;
  const spurs: number[] = [];
  const owners: number[] = [];
  for (const { bodies, a, b, length } of map.gates.all()) {
    // Nothing is gained between two walls: what is left over there is left over.
    if (bodies[0] < pieces.walls && bodies[1] < pieces.walls) continue;
    const left = length - 2 * radius * lanesThrough(length, 2 * radius);
    if (left <= 1e-9 * length) continue;
    const add = (
      p: readonly [number, number],
      q: readonly [number, number],
      share: number,
      body: number,
    ): void => {
      const t = share / length;
      spurs.push(p[0] - ox, p[1] - oy, p[0] + t * (q[0] - p[0]) - ox, p[1] + t * (q[1] - p[1]) - oy);
      owners.push(body);
    };
    if (ends === "one") add(b, a, left, bodies[1]);
    else {
      add(a, b, left / 2, bodies[0]);
      add(b, a, left / 2, bodies[1]);
    }
  }
  const all = new Float64Array(pieces.ends.length + spurs.length);
  all.set(pieces.ends);
  all.set(spurs, pieces.ends.length);
  const body = Int32Array.from([...pieces.body, ...owners]);
  return { ...pieces, count: body.length, ends: all, body };
}

/** The spurs as pieces of a field. */
function extraOf(map: FlowPlan, pieces: Pieces, values: Float64Array): { ends: number[]; values: number[] } {
  const { count } = map.gates.pieces;
  return {
    ends: [...pieces.ends.subarray(4 * count)],
    values: [...pieces.body.subarray(count)].map((body) => values[body]),
  };
}
