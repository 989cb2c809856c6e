/**
 * What a flow runs between: wall pieces and obstacles as numbered bodies, each a set of straight pieces.
 *
 * Bodies 0 to walls - 1 are the walls of the outline in its order, the others are obstacles; those that touch or overlap
 * are one body. Everything is read off the free space's triangulation, where unions and clipping have been decided
 * exactly, and is kept relative to the middle of the plan, so that far-away coordinates cost no digits.
 */
import { boxOf, faceOf, nextEdge as next, type Point, sideOfRing } from "../geometry/index.js";
import type { World } from "../world/index.js";
import { isConvex, type Outline } from "./openings.js";

/** Straight pieces by number; a piece without length is a point. */
export interface Pieces {
  readonly count: number;
  /** x0, y0, x1, y1 per piece, relative to `origin`. */
  readonly ends: Float64Array;
  /** The body of each piece. */
  readonly body: Int32Array;
  readonly bodies: number;
  /** How many of the bodies are walls. */
  readonly walls: number;
  readonly origin: Point;
}

/** The pieces of a world whose boundary has been cut into walls and openings. */
export function piecesOf(world: World, outline: Outline): Pieces {
  const { minX, minY, maxX, maxY } = boxOf(outline.ring);
  const origin: Point = [minX + (maxX - minX) / 2, minY + (maxY - minY) / 2];
  const convex = isConvex(outline.ring);
  const ends: number[] = [];
  const body: number[] = [];
  const add = (a: Point, b: Point, owner: number): void => {
    ends.push(a[0] - origin[0], a[1] - origin[1], b[0] - origin[0], b[1] - origin[1]);
    body.push(owner);
  };
  outline.walls.forEach((points, k) => {
    if (points.length === 1) add(points[0], points[0], k);
    for (let i = 1; i < points.length; i++) add(points[i - 1], points[i], k);
    // A wall is reached from inside only: where that hides the nearest point of an edge, its corner may be in sight.
    if (!convex && points.length > 1) for (const p of points) add(p, p, k);
  });
  const walls = outline.walls.length;
  const obstacles = addObstacles(world, walls, add);
  outline.hinges.forEach((p, i) => {
    add(p, p, obstacles + i);
  });
  const bodies = obstacles + outline.hinges.length;
  return {
    count: body.length,
    ends: Float64Array.from(ends),
    body: Int32Array.from(body),
    bodies,
    walls,
    origin,
  };
}

/** Adds the pieces of all obstacles that border on free ground; returns how many bodies there are then. */
function addObstacles(world: World, walls: number, add: (a: Point, b: Point, owner: number) => void): number {
  const { triangulation } = world.space;
  const { mesh } = triangulation;
  const { triangles, twins, marks, coords, faceCount } = mesh;
  const border = world.obstacles.length;
  const outside = outsideFaces(world, border);
  const groups = new Groups(coords.length >> 1);
  const edges: number[] = [];
  for (let e = 0; e < 3 * faceCount; e++) {
    if (triangles[e] < 0) continue;
    const f = faceOf(e);
    const covered = !outside[f] && !world.space.isFree(f);
    if (covered || (marks[e] !== 0 && isObstacle(world, e, border)))
      groups.join(triangles[e], triangles[next(e)]);
    // Where an obstacle covers the boundary from inside, the wall or the opening there ends within it.
    if (covered && marks[e] !== 0 && outside[faceOf(twins[e])]) edges.push(e);
    if (marks[e] === 0 || !world.space.isFree(f)) continue;
    // A wall that is free on both sides counts once.
    if (world.space.isFree(faceOf(twins[e])) && twins[e] < e) continue;
    if (isObstacle(world, e, border)) edges.push(e);
  }
  const at = (v: number): Point => [coords[2 * v], coords[2 * v + 1]];
  const numbers = new Map<number, number>();
  const bodyOf = (v: number): number => {
    const group = groups.find(v);
    let number = numbers.get(group);
    if (number === undefined) {
      number = walls + numbers.size;
      numbers.set(group, number);
    }
    return number;
  };
  for (const e of edges) add(at(triangles[e]), at(triangles[next(e)]), bodyOf(triangles[e]));
  world.obstacles.forEach((_, id) => {
    const vertices = triangulation.verticesOf(id);
    if (vertices.some((v) => v !== vertices[0])) return;
    const p = at(vertices[0]);
    if (sideOfRing(p, world.boundary) >= 0 && world.contains(p)) add(p, p, bodyOf(vertices[0]));
  });
  return walls + numbers.size;
}

/** Whether a marked edge belongs to an obstacle, alone or together with the boundary. */
function isObstacle(world: World, e: number, border: number): boolean {
  const { triangulation } = world.space;
  if (!triangulation.runsAlong(border, e)) return true;
  return world.obstacles.some((_, id) => triangulation.runsAlong(id, e));
}

/** The faces outside the boundary: those that the corners of the triangulation reach without crossing it. */
function outsideFaces(world: World, border: number): Uint8Array {
  const { triangulation } = world.space;
  const { triangles, twins, faceCount } = triangulation.mesh;
  const outside = new Uint8Array(faceCount);
  const pending: number[] = [];
  for (let e = 0; e < 3 * faceCount; e++) {
    if (triangles[e] >= 0 && twins[e] < 0 && !outside[faceOf(e)]) {
      outside[faceOf(e)] = 1;
      pending.push(faceOf(e));
    }
  }
  while (pending.length > 0) {
    const f = pending.pop()!;
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      const twin = twins[e];
      if (twin < 0 || outside[faceOf(twin)] || triangulation.runsAlong(border, e)) continue;
      outside[faceOf(twin)] = 1;
      pending.push(faceOf(twin));
    }
  }
  return outside;
}

/** Disjoint sets of numbers. */
class Groups {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = Int32Array.from({ length: count }, (_, i) => i);
  }

  find(i: number): number {
    const { parent } = this;
    let root = i;
    while (parent[root] !== root) root = parent[root];
    while (parent[i] !== root) [parent[i], i] = [root, parent[i]];
    return root;
  }

  join(i: number, j: number): void {
    this.parent[this.find(i)] = this.find(j);
  }
}
