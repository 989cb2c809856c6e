import { expect, test } from "vitest";
import { cutPlan } from "../../test/support/cut-plans.js";
import { type RandomPlan, randomPlan } from "../../test/support/random-plans.js";
import { InputError } from "../errors.js";
import { type Constraint, distance, type Point, pathLength } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { type GoalPlace, goalPlaces, type World } from "../world/index.js";

const SIZE = 12;

/** Cuts inside the plan, at whole numbers or between them. */
function cuts(random: Random, most: number): number[] {
  const found = Array.from({ length: random.below(most + 1) }, () => (1 + random.below(2 * SIZE - 1)) / 2);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** The length of a path in the pieces: what jumps through a portal counts nothing. */
function lengthOf(path: readonly Point[], cellOf: (p: Point) => number): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++)
    if (cellOf(path[i]) === cellOf(path[i - 1])) sum += pathLength([path[i - 1], path[i]]);
  return sum;
}

/** Whether a goal touches free ground in the cell that it was put into. */
function isFree(world: World, goal: GoalPlace): boolean {
  try {
    return goalPlaces(world, [goal]).length > 0;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/**
 * Whether a segment along an axis lies along a wall somewhere. Once both are turned and rounded, and the goal cut where the
 * wall is not or elsewhere, one of two such goals may touch both sides of the wall and the other only one: they are
 * different goals, and each answer is right for its own.
 */
function liesAlongWall({ edges }: RandomPlan, a: Point, b: Point): boolean {
  const axis = a[0] === b[0] ? 1 : 0;
  const across = 1 - axis;
  const [from, to] = [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])];
  return edges.some(
    ([p, q]) =>
      p[across] === a[across] &&
      q[across] === a[across] &&
      Math.min(p[axis], q[axis]) < to &&
      Math.max(p[axis], q[axis]) > from,
  );
}

interface Tally {
  answers: number;
  jumps: number;
}

interface Style {
  /** Only boxes and walls along the axes: nothing is rounded, and places on walls and corners can be asked for too. */
  readonly exact: boolean;
  readonly turn: boolean;
}

function planFor(random: Random, exact: boolean): RandomPlan {
  const plan = randomPlan(random, SIZE);
  const isExact = (o: Constraint): boolean =>
    ("polygon" in o && o.polygon.length === 4) ||
    ("segment" in o && (o.segment[0][0] === o.segment[1][0] || o.segment[0][1] === o.segment[1][1]));
  return exact ? { ...plan, obstacles: plan.obstacles.filter(isExact) } : plan;
}

function trial(seed: number, style: Style, tally: Tally): void {
  const random = new Random(seed);
  const plan = planFor(random, style.exact);
  const xs = cuts(random, 3);
  const ys = cuts(random, 2);
  if (xs.length + ys.length === 0) return;
  const turn = style.turn ? random.between(0.1, 6) : 0;
  const cut = cutPlan(plan, random, { xs, ys, turn });
  if (!cut) return;
  const whole: GoalPlace[] = [];
  const pieces: GoalPlace[] = [];
  // Rounded, a place on a wall with two sides may change them; on the outline there is one side only.
  const isSafe = (p: Point): boolean =>
    style.exact || p.some((c) => c === 0 || c === SIZE) || cut.whole.space.clearance(cut.place(p)) > 1e-9;
  for (let k = 0; k < 1 + random.below(3); k++) {
    const start = random.below(3) === 0 ? random.below(4) : 0;
    const a = plan.point();
    if (random.below(2) === 0) {
      if (!cut.whole.contains(cut.place(a)) || !isSafe(a)) continue;
      whole.push({ point: cut.place(a), start });
      pieces.push(...cut.copies(a).map((point) => ({ point, start })));
    } else {
      const b: Point = random.below(2) === 0 ? [a[0], plan.point()[1]] : [plan.point()[0], a[1]];
      if (distance(a, b) === 0 || !isSafe(a) || !isSafe(b)) continue;
      if (!style.exact && liesAlongWall(plan, a, b)) continue;
      whole.push({ segment: [cut.place(a), cut.place(b)], start });
      pieces.push(...cut.cutSegment(a, b).map((segment) => ({ segment, start })));
      // With an end on a cut, it may touch the cell beyond, and nothing else of it does.
      for (const end of [a, b]) pieces.push(...cut.copies(end).map((point) => ({ point, start })));
    }
  }
  if (whole.length === 0) return;
  let expected: PathMap;
  try {
    expected = new PathMap(cut.whole, { goals: whole });
  } catch (error) {
    if (error instanceof InputError) return;
    throw error;
  }
  const map = new PathMap(cut.pieces, { goals: pieces.filter((goal) => isFree(cut.pieces, goal)) });
  for (let k = 0; k < 30; k++) {
    const p: Point = k % 3 === 0 ? plan.point() : [random.between(0, SIZE), random.between(0, SIZE)];
    const cost = expected.cost(cut.place(p));
    // Rounded, a place on a wall may lie behind it.
    if (!style.exact && cut.whole.space.clearance(cut.place(p)) < 1e-9) continue;
    // Rounded, a place on a cut may lie beside both cells.
    if (!style.exact && !cut.copies(p).some((q) => cut.pieces.contains(q))) continue;
    const label = `seed ${seed}: from ${p.join()}`;
    const costs = cut.copies(p).map((q) => map.cost(q) ?? Infinity);
    const best = Math.min(...costs);
    if (cost === null || best === Infinity) {
      expect([label, best]).toEqual([label, cost ?? Infinity]);
      continue;
    }
    for (const [i, q] of cut.copies(p).entries()) {
      // Where walls meet on a cut, the best way may begin in one of the cells only.
      if (costs[i] > best * (1 + 1e-9)) continue;
      const found = costs[i];
      tally.answers++;
      expect(Math.abs(found - cost), `${label}: ${found} for ${cost}`).toBeLessThan(
        style.turn ? 4e-9 : 1e-11 * (cost + SIZE),
      );
      const path = map.pathFrom(q)!;
      const source = map.sources[map.sourceOf(q)!];
      const length = lengthOf(path, cut.cellOf) + (source.start ?? 0);
      tally.jumps += path.length;
      expect(Math.abs(length - cost), `${label}: path of ${length} for ${cost}`).toBeLessThan(
        style.turn ? 1e-8 : 1e-10 * (cost + SIZE),
      );
    }
  }
}

test.each([
  { title: "boxes", exact: true, turn: false },
  { title: "any obstacles", exact: false, turn: false },
  { title: "turned", exact: false, turn: true },
])(
  "plans cut to pieces and glued again keep all distances: $title",
  (style) => {
    const tally = { answers: 0, jumps: 0 };
    for (let seed = 0; seed < 150; seed++) trial(seed, style, tally);
    expect(tally.answers).toBeGreaterThan(1500);
  },
  600_000,
);
