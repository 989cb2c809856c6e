/** Lane systems: as many lanes of one radius as fit, with their certificate. */
import type { Point } from "../geometry/index.js";
import { checkNumber } from "../options.js";
import { Lane } from "./lane.js";
import { lengthBound } from "./length-bound.js";
import { lanesThrough } from "./links.js";
import { type Mended, mendedLanes } from "./mend.js";
import { measureInside, PartIndex, partsOf } from "./near.js";
import type { FlowPlan, Gate, Network } from "./plan.js";
import { lengthOf, reversed, type Stretch } from "./stretch.js";
import { type Certificate, certify, TOLERANCE } from "./verify.js";

/** Lanes of one radius through a map. */
export interface LaneSystem {
  readonly map: FlowPlan;
  /** Radius of those who walk, in metres. */
  readonly radius: number;
  /** The most lanes that any system can have: the integer min cut. */
  readonly bound: number;
  /** The gates of the integer min cut. */
  readonly cut: readonly Gate[];
  /** Where not even one lane fits: the widest gate of the cut, which would have to become wider. */
  readonly blockedBy: Gate | null;
  readonly lanes: readonly Lane[];
}

/** Refuses a radius that is none. */
export function checkRadius(radius: number): void {
  checkNumber(radius, "radius", { of: "metres", above: 0 });
}

/**
 * The greatest number of lanes, as exact contours. Walls can have other values for the same flow, and the flow can be seen
 * from its other end: all of these have the same number of lanes, but some leave them more room than others.
 */
export function exactLanes(map: FlowPlan, radius: number, progress?: (share: number) => void): LaneSystem {
  checkRadius(radius);
  const network = map.network(2 * radius);
  const bound = network.stream.value;
  let best: Mended | null = null;
  for (const attempt of attempts(map, network, radius, progress)) {
    const more = best ? attempt.curves.length - best.curves.length : 1;
    if (more > 0 || (more === 0 && attempt.isMended)) best = attempt;
    if (best?.isMended && best.curves.length === bound) break;
  }
  return systemOf(map, radius, network, best!.curves);
}

function* attempts(
  map: FlowPlan,
  network: Network,
  radius: number,
  progress?: (share: number) => void,
): Generator<Mended> {
  yield distantLanes(map, network, radius, progress);
  for (const other of network.others()) yield distantLanes(map, other, radius);
  const mirrored = map.reversed();
  const back = mirrored.network(2 * radius);
  for (const other of [back, ...back.others()]) {
    const { curves, isMended } = distantLanes(mirrored, other, radius);
    yield { curves: curves.map((curve) => curve.map(reversed).reverse()), isMended };
  }
}

/** The lanes of a network; with several sources only those that are sound and keep their distances from each other. */
function distantLanes(
  map: FlowPlan,
  network: Network,
  radius: number,
  progress?: (share: number) => void,
): Mended {
  const { curves, isMended } = mendedLanes(map, network, radius, progress);
  if (map.sills.length === 2) return { curves, isMended };
  const sound = curves.filter((curve) => isSound(map, curve, radius));
  return { curves: compatible(map, sound, radius), isMended };
}

/** Whether a curve by itself is a lane: with several openings, a contour can end where none should. */
function isSound(map: FlowPlan, curve: readonly Stretch[], radius: number): boolean {
  const { origin } = map.gates.pieces;
  const lane = new Lane(
    curve.map((stretch) => moved(stretch, origin)),
    radius,
  );
  const { connected, clearance } = certify(map.world, map.outline, [], [lane], radius);
  return connected && clearance! >= radius * (1 - TOLERANCE);
}

/**
 * Curves of which no two come nearer than 2 radii. With several sources, lanes of one level can; then those in most
 * conflicts are dropped first, the longer ones before the shorter.
 */
function compatible(map: FlowPlan, curves: readonly Stretch[][], radius: number): Stretch[][] {
  const reach = 2 * radius * (1 - TOLERANCE);
  const openings = map.sills.map(({ points }) => points);
  const measure = measureInside(openings, map.enclosure === null, reach);
  const index = new PartIndex(partsOf(curves, 4 * radius));
  const conflicts = curves.map(() => new Set<number>());
  index.parts.forEach(({ curve, stretch }) => {
    for (const j of index.near(stretch, reach)) {
      const other = index.parts[j];
      if (other.curve <= curve || conflicts[curve].has(other.curve)) continue;
      if (measure(stretch, other.stretch) >= reach) continue;
      conflicts[curve].add(other.curve);
      conflicts[other.curve].add(curve);
    }
  });
  const lengths = curves.map((curve) => curve.reduce((sum, stretch) => sum + lengthOf(stretch), 0));
  const dropped = new Set<number>();
  for (;;) {
    let worst = -1;
    conflicts.forEach(({ size }, i) => {
      if (size === 0) return;
      const more = worst < 0 ? 1 : size - conflicts[worst].size || lengths[i] - lengths[worst];
      if (more > 0) worst = i;
    });
    if (worst < 0) return curves.filter((_, i) => !dropped.has(i));
    dropped.add(worst);
    for (const other of conflicts[worst]) conflicts[other].delete(worst);
    conflicts[worst].clear();
  }
}

/** A lane system of curves relative to the plan's middle. */
export function systemOf(
  map: FlowPlan,
  radius: number,
  network: Network,
  curves: readonly (readonly Stretch[])[],
): LaneSystem {
  const { origin } = map.gates.pieces;
  const bound = network.stream.value;
  const widest = network.cut.reduce(
    (best: Gate | null, gate) => (best && best.length >= gate.length ? best : gate),
    null,
  );
  return {
    map,
    radius,
    bound,
    cut: network.cut.filter(({ length }) => lanesThrough(length, 2 * radius) > 0 || bound === 0),
    blockedBy: bound === 0 ? widest : null,
    lanes: curves.map(
      (curve) =>
        new Lane(
          curve.map((stretch) => moved(stretch, origin)),
          radius,
        ),
    ),
  };
}

/** A stretch moved by a vector. */
export function moved(stretch: Stretch, [x, y]: Point): Stretch {
  const shift = (p: Point): Point => [p[0] + x, p[1] + y];
  if (stretch.kind === "arc") return { ...stretch, centre: shift(stretch.centre) };
  return { kind: "line", a: shift(stretch.a), b: shift(stretch.b) };
}

/** Measures a lane system anew: clearance, spacing, the count against the min cut, and the length against its bound. */
export function verify({ map, radius, cut, lanes }: LaneSystem): Certificate {
  return {
    ...certify(map.world, map.outline, cut, lanes, radius),
    length: lanes.reduce((sum, lane) => sum + lane.length, 0),
    lengthBound: lengthBound(map, radius, lanes.length),
  };
}
