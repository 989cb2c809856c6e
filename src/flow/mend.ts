/**
 * Lanes that come near themselves.
 *
 * Levels 2 r apart keep different lanes apart, but one lane can run on both sides of a gap that is too narrow for it, or
 * into a pocket and out again. There it is straightened: the gap is closed with a piece that starts at the lane's own
 * level less r, so that this lane and those above run past it, while those below, which may pass through the gap, do not
 * see it. Bodies that then come nearer are counted anew; where a wall would lose lanes, the gap stays as it is.
 */
import type { Point } from "../geometry/index.js";
import type { Field } from "./field.js";
import { type Link, nearestPoints } from "./links.js";
import { type Measure, measureInside } from "./near.js";
import type { FlowPlan, Network } from "./plan.js";
import { type Approach, approachesBetween, selfApproaches } from "./self.js";
import type { Stretch } from "./stretch.js";

const MOST_ROUNDS = 8;

/** A closed gap: its ends, and what it starts with, in lanes. */
export interface Patch {
  readonly ends: readonly [number, number, number, number];
  readonly value: number;
}

/** A lane's curve with its level. */
export interface Contour {
  readonly level: number;
  readonly curve: readonly Stretch[];
}

/** Lanes as far as they could be mended. */
export interface Mended {
  readonly curves: Stretch[][];
  /** Whether no lane comes near itself, or another of its level, any more. */
  readonly isMended: boolean;
}

/** The lanes of a network, straightened where they come near themselves. */
export function mendedLanes(
  map: FlowPlan,
  network: Network,
  radius: number,
  progress?: (share: number) => void,
): Mended {
  const width = 2 * radius;
  const measure = measureInside(
    map.sills.map(({ points }) => points),
    map.enclosure === null,
    width,
  );
  const refused = new Set<string>();
  let patches: Patch[] = [];
  let lanes = contoursOf(map, network, scaled(network.bodies, width), patches, radius, progress);
  let isMended = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const approaches = approachesOf(map, lanes, radius, measure);
    isMended = approaches.length === 0;
    if (isMended) break;
    const field = fieldWith(map, network.bodies, patches, width);
    const wanted = approaches
      .map(({ level, approach }) => patchFor(field, approach, level, radius))
      .filter((patch) => patch !== null)
      .filter((patch) => !refused.has(String(patch.ends)));
    if (wanted.length === 0) break;
    for (const patch of wanted) refused.add(String(patch.ends));
    patches = acceptable(map, network, [...patches], wanted, width);
    const values = valuesWith(map, network, patches, width);
    const mended = contoursOf(map, network, scaled(values, width), patches, radius);
    if (mended.length < lanes.length) break;
    lanes = mended;
  }
  return { curves: lanes.map(({ curve }) => [...curve]), isMended };
}

/** Where lanes come near themselves, or, with several sources, near others of their own level. */
function approachesOf(
  map: FlowPlan,
  lanes: readonly Contour[],
  radius: number,
  measure: Measure,
): { level: number; approach: Approach }[] {
  const found = lanes.flatMap(({ level, curve }) =>
    selfApproaches(curve, radius, measure).map((approach) => ({ level, approach })),
  );
  if (map.sills.length === 2) return found;
  const curves = lanes.map(({ curve }) => curve);
  const areLevel = (i: number, j: number): boolean => lanes[i].level === lanes[j].level;
  for (const approach of approachesBetween(curves, radius, measure, areLevel))
    found.push({ level: lanes[approach.curve].level, approach });
  return found;
}

function scaled(values: Float64Array, width: number): Float64Array {
  return values.map((v) => v * width);
}

/** All lanes of a network, from the lowest level. */
export function contoursOf(
  map: FlowPlan,
  { stream }: { readonly stream: Pick<Network["stream"], "walls" | "value"> },
  values: Float64Array,
  patches: readonly Patch[],
  radius: number,
  progress?: (share: number) => void,
): Contour[] {
  const field = map.fieldOf(values, {
    ends: patches.flatMap(({ ends }) => [...ends]),
    values: patches.map(({ value }) => value * 2 * radius),
  });
  const frontier = map.frontier(field, radius);
  const { openings } = map.outline;
  const found: Contour[] = [];
  openings.forEach(({ kind }, k) => {
    if (kind !== "source") return;
    const high = stream.walls[(k + openings.length - 1) % openings.length];
    for (let lane = stream.walls[k]; lane < high; lane++) {
      const level = (2 * lane + 1) * radius;
      const curve = frontier.lane(k, level, radius);
      if (curve) found.push({ level, curve });
      progress?.(found.length / stream.value);
    }
  });
  return found;
}

function fieldWith(map: FlowPlan, values: Float64Array, patches: readonly Patch[], width: number): Field {
  return map.fieldOf(scaled(values, width), {
    ends: patches.flatMap(({ ends }) => [...ends]),
    values: patches.map(({ value }) => value * width),
  });
}

/** The gap beside which a lane comes near itself: between two pieces that hold the lane there, across or along it. */
function patchFor(field: Field, { p, q }: Approach, level: number, radius: number): Patch | null {
  const holding = [...new Set([...holders(field, p, level, radius), ...holders(field, q, level, radius)])];
  const middle: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  let best: Link | null = null;
  let nearest = Infinity;
  for (const i of holding) {
    for (const j of holding) {
      if (j <= i) continue;
      const link = linkBetween(field, i, j);
      if (!(link.distance2 > 0)) continue;
      const off = offLink(link, middle);
      if (off < nearest) {
        nearest = off;
        best = link;
      }
    }
  }
  if (!best || nearest > 2 * radius) return null;
  return {
    ends: [best.ax, best.ay, best.bx, best.by],
    value: Math.round((level - radius) / (2 * radius)),
  };
}

/** Pieces whose grown shapes come within a radius of a point of the lane. */
function holders(field: Field, [x, y]: Point, level: number, radius: number): number[] {
  const { tree, least, values } = field;
  const reach = level + radius;
  const found: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const box = stack.pop()!;
    if (!(least[box] < level) || least[box] + Math.sqrt(tree.distance2ToBox(box, x, y, x, y)) > reach)
      continue;
    if (!tree.isLeaf(box)) {
      stack.push(2 * box + 1, 2 * box + 2);
      continue;
    }
    for (let k = tree.first[box]; k < tree.last[box]; k++) {
      const piece = tree.order[k];
      if (values[piece] < level && values[piece] + Math.sqrt(tree.distance2(piece, x, y)) <= reach)
        found.push(piece);
    }
  }
  return found;
}

function linkBetween({ ends }: Field, i: number, j: number): Link {
  return nearestPoints(ends, i, ends, j, { distance2: 0, ax: 0, ay: 0, bx: 0, by: 0 });
}

/** Distance from a point to a link. */
function offLink({ ax, ay, bx, by, distance2 }: Link, [x, y]: Point): number {
  const t = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / distance2));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}

/** The patches that can be added, all or one by one, without a wall losing lanes. */
function acceptable(
  map: FlowPlan,
  network: Network,
  patches: Patch[],
  wanted: readonly Patch[],
  width: number,
): Patch[] {
  const keeps = (list: readonly Patch[]): boolean => {
    const values = valuesWith(map, network, list, width);
    return network.stream.walls.every((value, wall) => values[wall] >= value);
  };
  if (keeps([...patches, ...wanted])) return [...patches, ...wanted];
  for (const patch of wanted) if (keeps([...patches, patch])) patches.push(patch);
  return patches;
}

/** The bodies' values when patches count as bodies too, each with its own value. */
function valuesWith(map: FlowPlan, network: Network, patches: readonly Patch[], width: number): Float64Array {
  if (patches.length === 0) return network.bodies;
  return map.gates.lowered(network.bodies, width, {
    ends: Float64Array.from(patches.flatMap(({ ends }) => ends)),
    values: patches.map(({ value }) => value),
  });
}
