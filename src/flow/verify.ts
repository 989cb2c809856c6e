/**
 * The certificate of a lane system: clearance and spacing measured anew on the finished curves and the scene as it was
 * given, and the count compared with a cut that anyone can check. Nothing here knows how the lanes were made.
 */
import {
  crossing,
  distance,
  distanceToSegment,
  meet,
  onSegment,
  type Point,
  type Ring,
  type Segment,
  sideOfRing,
} from "../geometry/index.js";
import type { World } from "../world/index.js";
import type { Lane } from "./lane.js";
import { lanesThrough } from "./links.js";
import { type Measure, measureInside, PartIndex, partsOf } from "./near.js";
import { isConvex, type Outline } from "./openings.js";
import { selfDistance } from "./self.js";
import { distanceBetween, pointAt, type Stretch } from "./stretch.js";

/** Lengths may be short by this share of the radius: rounding of coordinates as large as 1e7 times the radius. */
export const TOLERANCE = 1e-6;

/** What was measured on lanes; lengths in metres. */
export interface Measured {
  /** No system of lanes can have more: the integer min cut. */
  readonly bound: number;
  readonly built: number;
  /** Least distance of a lane from an obstacle or wall; null without lanes. */
  readonly clearance: number | null;
  /** Least distance between two lanes; at most 3 radii are looked at. Null without lanes. */
  readonly spacing: number | null;
  /**
   * Least distance of a lane from itself, between places more than half a turn of radius r apart along it; at most 3
   * radii are looked at. Null without lanes.
   */
  readonly selfSpacing: number | null;
  /** Whether every lane leads from a source to a sink without a gap. */
  readonly connected: boolean;
  /** Whether all of this is as it should be: clearance r, both spacings 2 r, lanes connected, as many as the bound. */
  readonly holds: boolean;
}

/** What was measured on a lane system, and how short its lanes could be; lengths in metres. */
export interface Certificate extends Measured {
  /** Total length of the lanes. */
  readonly length: number;
  /** No system of as many lanes is shorter in total. */
  readonly lengthBound: number;
}

/** A cut as a list of gates: every lane passes at least one of them, and each holds a whole number of lanes. */
export type Cut = readonly { readonly length: number }[];

/** Measures lanes of a radius. */
export function certify(
  world: World,
  outline: Outline,
  cut: Cut,
  lanes: readonly Lane[],
  radius: number,
): Measured {
  const bound = cut.reduce((sum, { length }) => sum + lanesThrough(length, 2 * radius), 0);
  const built = lanes.length;
  const connected = lanes.every((lane) => isConnected(lane, outline, radius));
  if (built === 0) {
    const holds = bound === 0;
    return { bound, built, clearance: null, spacing: null, selfSpacing: null, connected, holds };
  }
  const most = 3 * radius;
  const curves = lanes.map(({ stretches }) => stretches);
  const openings = outline.openings.map(({ points }) => points);
  const measure = (limit: number): Measure => measureInside(openings, isConvex(outline.ring), limit);
  const clearance = clearanceOf(curves, wallsOf(world, outline, radius), measure(radius));
  const index = new PartIndex(partsOf(curves, 4 * radius));
  const spacing = index.least(most, measure(2 * radius), (p, q) => p.curve !== q.curve);
  let selfSpacing = most;
  for (const curve of curves) {
    selfSpacing = Math.min(selfSpacing, selfDistance(curve, radius, most, measure(2 * radius)));
  }
  const enough = 2 * radius * (1 - TOLERANCE);
  const holds =
    connected &&
    built === bound &&
    clearance >= radius * (1 - TOLERANCE) &&
    spacing >= enough &&
    selfSpacing >= enough;
  return { bound, built, clearance, spacing, selfSpacing, connected, holds };
}

/** Whether a lane is one curve from a source to a sink. */
function isConnected({ stretches }: Lane, { openings }: Outline, radius: number): boolean {
  const near = TOLERANCE * radius;
  const isOn = (p: Point, kind: "source" | "sink"): boolean =>
    openings.some(
      (opening) =>
        opening.kind === kind &&
        opening.points.some((a, i) => i > 0 && distanceToSegment(p, opening.points[i - 1], a) <= near),
    );
  if (stretches.length === 0) return false;
  for (let i = 1; i < stretches.length; i++) {
    if (distance(pointAt(stretches[i - 1], 1), pointAt(stretches[i], 0)) > near) return false;
  }
  return (
    isOn(pointAt(stretches[0], 0), "source") && isOn(pointAt(stretches[stretches.length - 1], 1), "sink")
  );
}

/**
 * All straight pieces that a lane must keep from: the walls of the boundary, and obstacles as they were given, as far as they are
 * inside it. What sticks out through a door, or stands before it, is nobody's wall.
 */
function wallsOf(world: World, outline: Outline, radius: number): Segment[] {
  const walls: Segment[] = [];
  for (const points of outline.walls) {
    points.forEach((p, i) => {
      walls.push([points[Math.max(0, i - 1)], p]);
    });
  }
  const { ring } = outline;
  const edges = ring.map((c, i): Segment => [c, ring[(i + 1) % ring.length]]);
  const add = (piece: Segment): void => {
    for (const part of partsInside(piece, ring, edges, TOLERANCE * radius)) walls.push(part);
  };
  for (const { polygon, segment, point } of world.obstacles) {
    polygon?.forEach((p, i) => {
      add([p, polygon[(i + 1) % polygon.length]]);
    });
    if (segment) add(segment);
    if (point) add([point, point]);
  }
  return walls;
}

/** The parts of a piece that are not outside a ring by more than a hair. */
function partsInside([a, b]: Segment, ring: Ring, edges: readonly Segment[], hair: number): Segment[] {
  const cuts = [a, b];
  for (const [c, d] of edges) {
    const how = meet(a, b, c, d);
    if (how === "cross") cuts.push(crossing(a, b, c, d));
    else if (how !== "apart") for (const p of [c, d]) if (onSegment(p, a, b)) cuts.push(p);
  }
  cuts.sort((p, q) => distance(a, p) - distance(a, q));
  return cuts.slice(1).flatMap((q, i): Segment[] => {
    const p = cuts[i];
    const middle: Point = [p[0] + (q[0] - p[0]) / 2, p[1] + (q[1] - p[1]) / 2];
    const isOutside =
      sideOfRing(middle, ring) < 0 && edges.every(([c, d]) => distanceToSegment(middle, c, d) > hair);
    return isOutside ? [] : [[p, q]];
  });
}

function clearanceOf(
  curves: readonly (readonly Stretch[])[],
  walls: readonly Segment[],
  measure: Measure,
): number {
  const stretches = walls.map(([a, b]): Stretch => ({ kind: "line", a, b }));
  const index = new PartIndex(
    partsOf(
      stretches.map((stretch) => [stretch]),
      Infinity,
    ),
  );
  let best = Infinity;
  for (const { stretch } of partsOf(curves, Infinity)) {
    // Any wall gives a first bound; the nearest few are then all that is looked at.
    const reach = best < Infinity ? best : distanceBetween(stretch, index.parts[0].stretch);
    for (const j of index.near(stretch, reach))
      best = Math.min(best, measure(stretch, index.parts[j].stretch));
  }
  return best;
}
