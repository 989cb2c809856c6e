/** The boundary and the obstacles as checked shapes, with one index over all their edges. */
import {
  boxOf,
  distance,
  EdgeIndex,
  isCounterclockwise,
  isFlat,
  type Point,
  type Ring,
  samePoint,
} from "../../geometry/index.js";
import type { Scene } from "../scene.js";

/** Points nearer than this share of the scene's size (the diagonal of its boundary's box) nearly repeat. */
export const NEAR = 1e-7;

/** Places within this share of the scene's size of a border count as on it, for goals, spawns and flow. */
export const ON_BORDER = 1e-9;

/** One ring, wall or pillar. */
export interface Shape {
  /** `boundary`, `obstacles[3].polygon`, ... */
  readonly where: string;
  /** The obstacle's number; -1 for the boundary. */
  readonly obstacle: number;
  /** What it acts as: a flat polygon has no inside and is a wall, and a wall without length a point. */
  readonly kind: "area" | "wall" | "point";
  readonly isRing: boolean;
  /** Without consecutive repeats. */
  readonly points: Ring;
  /** The place of each point in the scene. */
  readonly index: readonly number[];
  /** Where the shape's edges begin in the index. */
  readonly firstEdge: number;
  readonly edgeCount: number;
  readonly ccw: boolean;
  /** Moving or vanishing obstacles are checked for themselves only, since their place changes. */
  readonly moves: boolean;
}

/** All shapes of a scene, the boundary first. */
export interface Shapes {
  readonly list: readonly Shape[];
  readonly edges: EdgeIndex;
  /** The shape of each edge. */
  readonly shapeOf: Int32Array;
  /** The diagonal of the boundary's box, in metres. */
  readonly size: number;
}

/** The diagonal of the boundary's box. */
export function sizeOf(scene: Scene): number {
  const { minX, minY, maxX, maxY } = boxOf(scene.boundary);
  return Math.hypot(maxX - minX, maxY - minY);
}

/** The points of a ring or chain without those that repeat the one before (for rings, cyclically). */
function withoutRepeats(points: Ring, closed: boolean): { points: Point[]; index: number[] } {
  const kept: Point[] = [];
  const index: number[] = [];
  points.forEach((p, i) => {
    if (kept.length > 0 && samePoint(kept[kept.length - 1], p)) return;
    kept.push(p);
    index.push(i);
  });
  while (closed && kept.length > 1 && samePoint(kept[kept.length - 1], kept[0])) {
    kept.pop();
    index.pop();
  }
  return { points: kept, index };
}

/** Reads the shapes of a scene and indexes their edges. */
export function shapesOf(scene: Scene): Shapes {
  const starts: Point[] = [];
  const ends: Point[] = [];
  const shapeOf: number[] = [];
  const list: Shape[] = [];
  const add = (where: string, obstacle: number, given: Ring, isRing: boolean, moves: boolean): void => {
    const { points, index } = withoutRepeats(given, isRing);
    const firstEdge = starts.length;
    // A flat ring of two points needs its edge once only.
    const edgeCount = points.length > 2 ? points.length : 1;
    for (let i = 0; i < edgeCount; i++) {
      starts.push(points[i]);
      ends.push(points[(i + 1) % points.length]);
      shapeOf.push(list.length);
    }
    const kind = points.length === 1 ? "point" : isRing && !isFlat(points) ? "area" : "wall";
    const ccw = kind !== "area" || isCounterclockwise(points);
    list.push({ where, obstacle, kind, isRing, points, index, firstEdge, edgeCount, ccw, moves });
  };
  add("boundary", -1, scene.boundary, true, false);
  (scene.obstacles ?? []).forEach((obstacle, i) => {
    const { polygon, segment, point, schedule } = obstacle;
    const key = polygon ? "polygon" : segment ? "segment" : "point";
    const points = polygon ?? segment ?? [point ?? [0, 0]];
    add(`obstacles[${i}].${key}`, i, points, polygon !== undefined, schedule !== undefined);
  });
  const edges = new EdgeIndex(starts, ends);
  return { list, edges, shapeOf: Int32Array.from(shapeOf), size: sizeOf(scene) };
}

/** The place of a shape's point as a finding names it. */
export function placeOf(shape: Shape, local: number): string {
  if (shape.kind === "point" && !shape.isRing) return shape.where;
  return `${shape.where}[${shape.index[local % shape.points.length]}]`;
}

/** Whether two points are apart but nearer than the stated tolerance. */
export function nearlySame(a: Point, b: Point, size: number): boolean {
  return !samePoint(a, b) && distance(a, b) <= NEAR * size;
}
