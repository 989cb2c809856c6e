/** Lanes as a guide for a crowd: walk to the lane that gets you to the sink soonest, then along it. */
import { distance, type Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { LaneSystem } from "./lanes.js";

/** A corner of a lane's polyline, with what is left of the lane from there. */
interface Corner {
  readonly p: Point;
  readonly left: number;
  readonly lane: number;
  readonly index: number;
}

/**
 * Guides along lanes. `cost` and `distance` are the straight way to a corner of a lane in sight plus what is left of the
 * lane; where no lane is in sight, every answer is null.
 */
export class LaneGuide implements Guide {
  private readonly corners: Corner[] = [];

  constructor(readonly system: LaneSystem) {
    system.lanes.forEach(({ points }, lane) => {
      let left = 0;
      for (let i = points.length - 1; i >= 0; i--) {
        if (i < points.length - 1) left += distance(points[i], points[i + 1]);
        this.corners.push({ p: points[i], left, lane, index: i });
      }
    });
  }

  /** The corner over which the sink is nearest, of those in sight. */
  private best(p: Point): { corner: Corner; cost: number } | null {
    const { world } = this.system.map;
    if (!world.contains(p)) return null;
    const order = this.corners
      .map((corner) => ({ corner, cost: distance(p, corner.p) + corner.left }))
      .sort((a, b) => a.cost - b.cost);
    return order.find(({ corner }) => world.visible(p, corner.p)) ?? null;
  }

  /** Number of the lane that the guide leads to from a point; null where none is in sight. */
  laneFrom(p: Point): number | null {
    return this.best(p)?.corner.lane ?? null;
  }

  /** The direction to walk; [0, 0] at the end of a lane. */
  heading(p: Point): Point | null {
    const path = this.pathFrom(p);
    if (!path) return null;
    if (path.length < 2) return [0, 0];
    const length = distance(path[0], path[1]);
    return [(path[1][0] - p[0]) / length, (path[1][1] - p[1]) / length];
  }

  /** Metres left to walk. */
  cost(p: Point): number | null {
    return this.best(p)?.cost ?? null;
  }

  /** The same. */
  distance(p: Point): number | null {
    return this.cost(p);
  }

  /** The way to the lane and along it. */
  pathFrom(p: Point): Point[] | null {
    const best = this.best(p);
    if (!best) return null;
    const { lane, index } = best.corner;
    const rest = this.system.lanes[lane].points.slice(index);
    return p[0] === rest[0][0] && p[1] === rest[0][1] ? [...rest] : [p, ...rest];
  }
}
