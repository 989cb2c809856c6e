/** The thesis's experiments: what its text says happens is what happens. */
import { describe, expect, test } from "vitest";
import { distance, type Point } from "../../src/geometry/index.js";
import { ALONE } from "./alone.js";
import type { Run, Trail, Walks } from "./stage.js";
import { TOGETHER } from "./together.js";

const EXPERIMENTS = [...ALONE, ...TOGETHER];

const lengthOf = ({ points }: Trail): number =>
  points.reduce((sum, p, i) => (i > 0 ? sum + distance(points[i - 1], p) : 0), 0);

/** Mean y of the part between two places, and the radians turned there. */
function between(points: readonly Point[], from: number, to: number): { y: number; turned: number } {
  const part = points.filter(([x]) => x >= from && x <= to);
  let turned = 0;
  for (let i = 1; i + 1 < part.length; i++) {
    const [ax, ay] = [part[i][0] - part[i - 1][0], part[i][1] - part[i - 1][1]];
    const [bx, by] = [part[i + 1][0] - part[i][0], part[i + 1][1] - part[i][1]];
    turned += Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by));
  }
  return { y: part.reduce((sum, [, y]) => sum + y, 0) / part.length, turned };
}

const known = new Map<string, Walks>();
/** Each experiment runs once for all tests. */
function walksOf(name: string): Walks {
  const walks = known.get(name) ?? EXPERIMENTS.find((one) => one.name === name)!.run({ seeds: [] });
  known.set(name, walks);
  return walks;
}

function run(name: string): readonly Run[] {
  return walksOf(name).runs;
}

const middle = ({ points }: Trail): number => between(points, 14, 22).y;

test.each(EXPERIMENTS)("$name gives a picture", (experiment) => {
  expect(experiment.picture!(walksOf(experiment.name), 500)).toMatch(
    /^<svg [^>]*>\n<rect y="0"[^>]*>\n<svg y="0"/,
  );
});

describe("one walker, other parameters", () => {
  test("6.1.1: v to the walls walks beside them, along the corridor in the middle; together they hinder each other", () => {
    const [alone, together] = run("vectors");
    const [up, down, ahead, back, slant, slantBack] = alone.trails.map(middle);
    expect(up).toBeGreaterThan(5.2);
    expect(down).toBeLessThan(2.8);
    expect(Math.abs(ahead - 4)).toBeLessThan(0.15);
    expect(Math.abs(back - ahead)).toBeLessThan(0.15);
    // Both slanted ones keep between the middle and the wall.
    for (const y of [slant, slantBack]) {
      expect(y).toBeGreaterThan(down);
      expect(y).toBeLessThan(4);
    }
    expect([...alone.trails, ...together.trails].every(({ arrived }) => arrived)).toBe(true);
    const lengths = (trails: readonly Trail[]): number =>
      trails.reduce((sum, trail) => sum + lengthOf(trail), 0);
    expect(together.steps).toBeGreaterThan(alone.steps);
    expect(lengths(together.trails)).not.toBe(lengths(alone.trails));
  });

  test("6.1.2: the stronger, the farther from the middle; -0.1 mirrors 0.1; beyond 2 the way is lost", () => {
    const { trails } = run("strengths")[0];
    const [minus, none, small, ...rest] = trails.slice(0, 8).map(middle);
    expect(Math.abs(none - 4)).toBeLessThan(1e-9);
    expect(small - none).toBeCloseTo(none - minus, 9);
    // The whole way, step by step.
    const [down, , up] = trails;
    expect(down.points.map(([x, y]) => [x, 8 - y])).toEqual(
      up.points.map(([x, y]) => [expect.closeTo(x, 9), expect.closeTo(y, 9)]),
    );
    const rising = [none, small, ...rest];
    for (let k = 1; k < rising.length; k++) expect(rising[k]).toBeGreaterThan(rising[k - 1]);
    // From 1 to 2 less is gained than from 0 to 1.
    expect(rest[4] - rest[2]).toBeLessThan(rest[2] - none);
    expect(trails.slice(0, 8).every(({ arrived }) => arrived)).toBe(true);
    expect(trails.slice(8).some(({ arrived }) => arrived)).toBe(false);
  });

  test("6.1.3: along the corridor, the finest cells give the smoothest path", () => {
    const turns = run("cell-sizes").map(({ trails: [trail] }) => between(trail.points, 12, 30).turned);
    expect(turns[2]).toBeLessThan(turns[0]);
    for (const { trails } of run("cell-sizes")) expect(trails[0].arrived).toBe(true);
  });

  test("6.1.4: a small map leads between the people of a group, one as wide as the corridor around them", () => {
    const [small, large] = run("map-sizes").map(({ trails }) => between(trails[0].points, 15.5, 17.4).y);
    expect(small).toBeGreaterThan(3.3);
    expect(small).toBeLessThan(4.7);
    expect(large).toBeGreaterThan(5.3);
  });

  test("6.2.1: of the three rules the gradient turns most, the weighted mean least", () => {
    const turns = run("motions").map(({ trails }) =>
      trails.reduce((sum, { points }) => sum + between(points, 4, 32).turned, 0),
    );
    expect(turns[0]).toBeGreaterThan(turns[1]);
    expect(turns[1]).toBeGreaterThan(turns[2]);
  });

  test("6.2.2: up to mass 24 they arrive; mass 100 circles around the goal for ever", () => {
    const { trails } = run("masses")[0];
    expect(trails.map(({ arrived }) => arrived)).toEqual([true, true, true, true, false]);
    const goal: Point = [40, 24];
    const late = trails[4].points.slice(-1200);
    const gaps = late.map((p) => distance(p, goal));
    expect(Math.max(...gaps)).toBeLessThan(28);
    // The angle around the goal makes more than a whole turn.
    let angle = 0;
    for (let i = 1; i < late.length; i++) {
      const [a, b] = [late[i - 1], late[i]].map(([x, y]) => Math.atan2(y - goal[1], x - goal[0]));
      angle += Math.atan2(Math.sin(b - a), Math.cos(b - a));
    }
    expect(Math.abs(angle)).toBeGreaterThan(2 * Math.PI);
  });

  test("second article, 6.1: the more inertia, the less sharp the turns; with 0.95 and 0.99 the goal is missed", () => {
    const { trails } = run("inertias")[0];
    expect(trails.map(({ arrived }) => arrived)).toEqual([true, true, true, true, false, false]);
    expect(trails[5].walker.wallHits).toBeGreaterThan(0);
    // Of those who arrive, by the sharpest turn of a single step.
    const sharpest = trails.slice(0, 4).map(({ points }) => {
      const turns = points.slice(2).map((p, i) => between([points[i], points[i + 1], p], -1, 99).turned);
      return Math.max(...turns);
    });
    for (let k = 1; k < sharpest.length; k++) expect(sharpest[k]).toBeLessThan(sharpest[k - 1]);
  });

  test("RTS, figure 2: fitted to a recorded way, v and epsilon bring the walker less than half as far off it as none", () => {
    const [record, plain, fit] = run("recorded")[0].trails;
    expect(plain.arrived && fit.arrived).toBe(true);
    const apart = ({ points }: Trail): number =>
      record.points.reduce((sum, p) => sum + Math.min(...points.map((q) => distance(p, q))), 0) /
      record.points.length;
    expect(apart(fit)).toBeLessThan(0.5 * apart(plain));
  });
});

describe("several walkers", () => {
  test("6.2.3: with the speed table they slow down, and swerve less", () => {
    const [full, table] = run("speeds");
    const swerve = ({ trails }: Run): number =>
      Math.max(...trails.flatMap(({ points }) => points.map(([, y]) => Math.abs(y - 4))));
    expect(swerve(table)).toBeLessThan(swerve(full));
    expect(table.steps).toBeGreaterThan(full.steps);
    for (const { arrived } of [...full.trails, ...table.trails]) expect(arrived).toBe(true);
  });

  test("6.3.1: both step aside and return; one who comes near passes closer than one who avoids", () => {
    const [aside, near] = run("meetings");
    const gap = ({ trails: [a, b] }: Run): number =>
      Math.min(...a.points.slice(0, b.points.length).map((p, i) => distance(p, b.points[i])));
    expect(Math.min(...aside.trails[0].points.map(([, y]) => y))).toBeLessThan(3);
    expect(Math.max(...aside.trails[1].points.map(([, y]) => y))).toBeGreaterThan(5);
    // Back in the middle before the end.
    for (const { points } of aside.trails)
      expect(Math.abs(points[points.length - 20][1] - 4)).toBeLessThan(0.6);
    expect(gap(near)).toBeLessThan(gap(aside));
    expect(gap(near)).toBeGreaterThan(0.5 - 1e-9);
  });

  test("6.3.2: equals who keep right; with room, the nearest to the wall wins and the farthest is last", () => {
    const times = run("race")[0].trails.map(({ points }) => points.length);
    expect(times).toHaveLength(3);
    expect(times[0]).toBeLessThan(times[1]);
    expect(times[1]).toBeLessThan(times[2]);
    for (const { arrived } of run("race")[0].trails) expect(arrived).toBe(true);
  });

  test("6.3.2: six of them do not come in together; those at both ends are last, at the wall too", () => {
    const times = run("race")[1].trails.map(({ points }) => points.length);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    expect(last).toBeGreaterThan(1.05 * first);
    // The thesis's winner started beside the wall; ours has the wall on one side and the others on the other.
    const byTime = times.map((time, k) => ({ time, k })).sort((a, b) => b.time - a.time);
    expect(new Set(byTime.slice(0, 2).map(({ k }) => k))).toEqual(new Set([0, 5]));
  });

  test("6.3.3: the hidden goal is found; two find it sooner; somebody who walks is found too, elsewhere", () => {
    const [one, two, walking] = run("exploration");
    expect(walking.trails[0].arrived).toBe(true);
    expect(distance(walking.trails[0].points.at(-1)!, [22, 14])).toBeGreaterThan(0.7);
    expect(one.trails[0].arrived).toBe(true);
    expect(two.trails.some(({ arrived }) => arrived)).toBe(true);
    expect(two.steps).toBeLessThan(one.steps);
  });

  test("6.3.4: the harmonic walker is caught; v leads out on the one side, or on the other where that is closed; so does a map of 31 x 31", () => {
    const [caught, byVector, otherSide, deep, byMap] = run("ambush");
    const passesAt = ({ trails: [{ points }] }: Run): number => points.find(([x]) => x > 19.4)![1];
    expect(caught.trails[0].arrived).toBe(false);
    const [x, y] = caught.trails[0].points.at(-1)!;
    expect(x > 15.5 && x < 18.9 && y > 4.8 && y < 7.2).toBe(true);
    for (const { trails } of [byVector, otherSide, byMap]) expect(trails[0].arrived).toBe(true);
    expect(passesAt(byVector)).toBeLessThan(4);
    // (b): to the side that v points at first, then out on the other.
    expect(Math.min(...otherSide.trails[0].points.map(([, at]) => at))).toBeLessThan(4.2);
    expect(passesAt(otherSide)).toBeGreaterThan(7.6);
    expect(deep.trails.map(({ arrived }) => arrived)).toEqual([false, true]);
  });

  test("6.3.5: five take five ways to the cart and on to the north gate; a hundred all arrive", () => {
    const [alone, five, hundred] = run("park");
    for (const { trails } of [alone, five, hundred])
      expect(trails.every(({ arrived }) => arrived)).toBe(true);
    for (const { points } of alone.trails) expect(Math.min(...points.map(([, y]) => y))).toBeLessThan(18);
    expect(new Set(alone.trails.map((trail) => lengthOf(trail).toFixed(1))).size).toBeGreaterThan(3);
    expect(hundred.trails).toHaveLength(100);
    for (const { walker } of hundred.trails) expect(walker.wallHits).toBe(0);
  });
});
