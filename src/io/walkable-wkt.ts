/** The ground of a scene as one polygon of well-known text, as tools for trajectories want it. */
import {
  type Area,
  clipToAreas,
  isCounterclockwise,
  type Point,
  type Ring,
  signedArea,
} from "../geometry/index.js";
import type { Obstacle, Scene } from "../world/index.js";

/** Half the width, in metres, of a wall that was drawn as a line: polygons have no lines without width. */
const HALF_WALL = 0.005;

const turned = (ring: Ring): Ring => (isCounterclockwise(ring) ? ring : [...ring].reverse());

/** A thin rectangle around a line, a little longer than it, so that walls that meet leave no gap. */
function wallOf([ax, ay]: Point, [bx, by]: Point): Ring {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [ux, uy] = length > 0 ? [(HALF_WALL * dx) / length, (HALF_WALL * dy) / length] : [HALF_WALL, 0];
  return [
    [ax - ux + uy, ay - uy - ux],
    [bx + ux + uy, by + uy - ux],
    [bx + ux - uy, by + uy + ux],
    [ax - ux - uy, ay - uy + ux],
  ];
}

function ringOf({ polygon, segment, point }: Obstacle): Ring {
  if (polygon) return turned(polygon);
  return segment ? wallOf(...segment) : wallOf(point!, point!);
}

function textOf(ring: Ring): string {
  return `(${[...ring, ring[0]].map(([x, y]) => `${x} ${y}`).join(", ")})`;
}

/**
 * The largest connected area of a scene as `POLYGON`, its obstacles as holes. Walls that are lines, and points, become polygons
 * one centimetre wide. Obstacles stand as drawn, whatever their timetables.
 */
export function walkableWkt({ boundary, obstacles = [] }: Pick<Scene, "boundary" | "obstacles">): string {
  const { areas } = clipToAreas([turned(boundary)], "non-zero", obstacles.map(ringOf));
  const sizeOf = ({ outer }: Area): number => Math.abs(signedArea(outer));
  const largest = areas.reduce((best, area) => (sizeOf(area) > sizeOf(best) ? area : best));
  return `POLYGON (${[largest.outer, ...largest.holes].map(textOf).join(", ")})`;
}
