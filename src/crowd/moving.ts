/** Obstacles that move while people walk: they are walls where they stand, and push whoever is in their way. */
import { type Point, type Ring, sideOfRing } from "../geometry/index.js";
import { type FreeSpace, type Obstacle, obstacleAt, type World } from "../world/index.js";
import type { Crowd } from "./crowd.js";
import { addObstacle, noWalls, type WallList } from "./walls.js";

export class MovingObstacles {
  /** Those that stand somewhere now. */
  current: readonly Obstacle[] = [];
  /** Free ground of the moment, to put people on whom an obstacle would bury. */
  private readonly space: FreeSpace;
  private inserted: number[] = [];

  constructor(
    world: World,
    private readonly obstacles: readonly Obstacle[],
  ) {
    this.space = world.space.clone();
  }

  /** Moves the obstacles on, and out of their way whoever stands in it. */
  advance(crowd: Crowd, from: number, to: number): void {
    const before = this.obstacles.map((obstacle) => obstacleAt(obstacle, from));
    const after = this.obstacles.map((obstacle) => obstacleAt(obstacle, to));
    this.current = after.filter((obstacle) => obstacle !== null);
    for (const id of this.inserted) this.space.remove(id);
    this.inserted = this.current.map(({ polygon, segment, point }) =>
      this.space.add(polygon ? { polygon } : segment ? { segment } : { point: point! }),
    );
    const { id, x, y, radius } = crowd.columns;
    for (let k = 0; k < crowd.size; k++) {
      const here: Point = [x[k], y[k]];
      const there = this.displaced(here, radius[k], before, after);
      if (there !== here) crowd.place(id[k], there);
    }
    const walls: WallList = noWalls();
    for (const obstacle of this.current) addObstacle(walls, obstacle);
    crowd.setMovingWalls(walls);
  }

  /** Where someone ends up: carried along by what sweeps over them, and never inside an obstacle. */
  private displaced(
    p: Point,
    radius: number,
    before: readonly (Obstacle | null)[],
    after: readonly (Obstacle | null)[],
  ): Point {
    let at = p;
    before.forEach((obstacle, i) => {
      const moved = after[i];
      if (!obstacle || !moved) return;
      const [a, b] = [cornerOf(obstacle), cornerOf(moved)];
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      if (dx === 0 && dy === 0) return;
      if (sweptOver(obstacle, at, [dx, dy])) at = [at[0] + dx, at[1] + dy];
    });
    if (this.space.contains(at) && (at === p || this.space.clearance(at) > 1e-3)) return at;
    return this.clearOf(at, radius);
  }

  /** The nearest free place, a little off its wall. */
  private clearOf(p: Point, radius: number): Point {
    const edge = this.space.nearestFree(p) ?? p;
    const dx = edge[0] - p[0];
    const dy = edge[1] - p[1];
    const d = Math.sqrt(dx * dx + dy * dy);
    if (d === 0) return edge;
    for (let off = radius; off > 1e-3; off /= 2) {
      const beyond: Point = [edge[0] + (dx * off) / d, edge[1] + (dy * off) / d];
      if (this.space.contains(beyond) && this.space.visible(edge, beyond)) return beyond;
    }
    return edge;
  }
}

function cornerOf({ polygon, segment, point }: Obstacle): Point {
  return polygon?.[0] ?? segment?.[0] ?? point!;
}

/** Whether an obstacle that moves by a vector passes over p: p's way relative to it crosses an edge. */
function sweptOver({ polygon, segment, point }: Obstacle, p: Point, [dx, dy]: Point): boolean {
  const ring: Ring = polygon ?? segment ?? [point!];
  const q: Point = [p[0] - dx, p[1] - dy];
  if (polygon && sideOfRing(q, polygon) >= 0) return true;
  const n = ring.length;
  for (let i = 0; i < (n > 2 ? n : n - 1); i++) if (crossing(p, q, ring[i], ring[(i + 1) % n])) return true;
  return false;
}

function side(a: Point, b: Point, p: Point): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

function crossing(p: Point, q: Point, a: Point, b: Point): boolean {
  return side(a, b, p) * side(a, b, q) <= 0 && side(p, q, a) * side(p, q, b) <= 0;
}
