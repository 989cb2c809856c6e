/**
 * The inside of a boundary that is not convex: which straight ways leave it.
 *
 * A shortest way inside a polygon bends only at its inward corners. Those on a wall are part of a body, so the way is
 * several gates; those inside an opening are hinges. Straight ways that stay inside are therefore all that is needed.
 */
import { distanceToSegment, EdgeIndex, type Point, type Ring, turn } from "../geometry/index.js";

/** Ends are drawn back by this share, so that feet rounded to the far side of a wall do not count as crossings. */
const DRAWN_BACK = 1e-7;

/** Crossings with the boundary, relative to an origin. */
export class Enclosure {
  private readonly index: EdgeIndex;

  private constructor(private readonly ring: Ring) {
    this.index = new EdgeIndex(
      ring,
      ring.map((_, i) => ring[(i + 1) % ring.length]),
    );
  }

  /** The enclosure of a counterclockwise ring; null where it is convex and nothing straight leaves it. */
  static of(ring: Ring, origin: Point): Enclosure | null {
    const n = ring.length;
    const isConvex = ring.every((p, i) => turn(p, ring[(i + 1) % n], ring[(i + 2) % n]) >= 0);
    return isConvex ? null : new Enclosure(ring.map(([x, y]) => [x - origin[0], y - origin[1]]));
  }

  /** Whether the straight way from one point inside to another leaves the boundary; sliding along it is staying. */
  isLeft(ax: number, ay: number, bx: number, by: number): boolean {
    const [dx, dy] = [DRAWN_BACK * (bx - ax), DRAWN_BACK * (by - ay)];
    const a: Point = [ax + dx, ay + dy];
    const b: Point = [bx - dx, by - dy];
    let left = false;
    this.index.along(a, b, (edge) => {
      if (left) return;
      const [c, d] = [this.index.start(edge), this.index.end(edge)];
      left =
        Math.sign(turn(a, b, c)) * Math.sign(turn(a, b, d)) < 0 &&
        Math.sign(turn(c, d, a)) * Math.sign(turn(c, d, b)) < 0;
    });
    return left || !this.holds([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  }

  /** Whether a point lies inside or (nearly) on the boundary. */
  private holds(p: Point): boolean {
    let winding = 0;
    this.index.aroundPoint(p, (_, turns) => {
      winding += turns;
    });
    if (winding !== 0) return true;
    let near = false;
    const reach = DRAWN_BACK * Math.hypot(...this.ring[0]);
    this.index.inBox(p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach, (edge) => {
      near ||= distanceToSegment(p, this.index.start(edge), this.index.end(edge)) <= reach;
    });
    return near;
  }
}
