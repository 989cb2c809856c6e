import { expect, test } from "vitest";
import { BuildingOracle } from "../../test/support/building-oracle.js";
import { gallery } from "../../test/support/buildings.js";
import type { Box, Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { type BuildingInput, patchAt, World } from "../world/index.js";
import { PathMap } from "./pathmap.js";
import { shortestPath } from "./shortest.js";

test("a path map leads down the stair: its way is as long as floors and slope are", () => {
  const world = new World(gallery());
  const map = new PathMap(world, { goals: ["exit"] });
  // Straight down the middle: 4 m to the head, 5 m of slope, 8 m to the exit.
  const p = world.at("gallery", [16, 5]);
  expect(map.distance(p)).toBeCloseTo(4 + 5 + 8, 12);
  expect(world.way(map.pathFrom(p)!)).toEqual({
    points: [
      [16, 5, 3],
      [12, 5, 3],
      [8, 5, 0],
      [0, 5, 0],
    ],
    levels: ["gallery", "gallery", "hall", "hall"],
    distance: 17,
  });
  // From behind the stair one walks round its head, whose corner is the nearer the straighter the way.
  const behind = world.at("gallery", [9, 7]);
  expect(map.distance(behind)).toBeCloseTo(Math.hypot(3, 1) + 13, 12);
  expect(map.reason(behind)).toBeNull();
});

test("a radius narrows the stair on both sides of its portals alike", () => {
  const world = new World(gallery());
  for (const radius of [0.2, 0.5, 0.9]) {
    const map = new PathMap(world, { goals: ["exit"], radius });
    const p = world.at("gallery", [16, 5]);
    expect(map.distance(p)).toBeCloseTo(17, 9);
    expect(map.space.portals).toHaveLength(2);
    for (const { a } of map.space.portals) {
      // Walls on both sides of the foot take a radius away, and so do those of the head.
      expect(Math.hypot(a[1][0] - a[0][0], a[1][1] - a[0][1])).toBeCloseTo(2 - 2 * radius * 1.002, 6);
    }
    expect(map.distance(world.at("gallery", [9, 7 + radius]))).toBeGreaterThan(17 - 8);
  }
  const wide = new PathMap(world, { goals: ["exit"], radius: 1.1 });
  const p = world.at("gallery", [16, 5]);
  expect(wide.distance(p)).toBeNull();
  expect(wide.reason(p)).toBe(
    "no way leads from [16, 5] on level gallery to the goal: no passage, stair, ramp or escalator wide enough for a radius of 1.1 m joins them",
  );
});

test.each(["up", "down"] as const)("an escalator that goes %s is no way against it", (direction) => {
  const scene = gallery();
  const [stair] = scene.connections!;
  if (stair.kind !== "stairs") throw new Error("the gallery has a stair");
  const { from, to } = stair;
  const build = (on: boolean) =>
    new World({ ...scene, connections: [{ kind: "escalator", from, to, direction, on }] });
  const [hall, above] = [build(true).at("hall", [4, 5]), build(true).at("gallery", [16, 5])];
  const far = (goal: typeof hall, p: typeof hall, on: boolean) =>
    new PathMap(build(on), { goals: [{ point: goal }] }).distance(p);
  const [start, end] = direction === "up" ? [hall, above] : [above, hall];
  expect(far(end, start, true)).toBeCloseTo(13, 12);
  expect(far(start, end, true)).toBeNull();
  // Round a corner of its ends, too, and with a radius.
  const aside = build(true).at(
    direction === "up" ? "hall" : "gallery",
    direction === "up" ? [8.5, 7] : [11.5, 7],
  );
  expect(far(end, aside, true)).toBeCloseTo(Math.hypot(0.5, 1) + Math.hypot(9, 1), 12);
  expect(new PathMap(build(true), { goals: [{ point: end }], radius: 0.3 }).distance(start)).toBeCloseTo(
    13,
    6,
  );
  expect(new PathMap(build(true), { goals: [{ point: start }], radius: 0.3 }).distance(end)).toBeNull();
  // Switched off, it is a stair.
  expect(far(start, end, false)).toBeCloseTo(13, 12);
});

/** Two or three storeys with boxes, joined by up to three stairs each: rings of portals that do not close up. */
function randomBuilding(random: Random): BuildingInput {
  const storeys = 2 + random.below(2);
  const levels = Array.from({ length: storeys }, (_, i) => ({
    name: `level ${i}`,
    elevation: 3 * i,
    boundary: box(0, 0, 24, 18),
    obstacles: [] as { polygon: [number, number][] }[],
  }));
  const taken = levels.map((): Box[] => []);
  const connections: NonNullable<BuildingInput["connections"]> = [];
  const isFree = (i: number, one: Box): boolean =>
    taken[i].every((b) => one.maxX < b.minX || one.minX > b.maxX || one.maxY < b.minY || one.minY > b.maxY);
  for (let i = 0; i + 1 < storeys; i++) {
    for (let k = 0; k < 1 + random.below(3); k++) {
      const [x, y] = [3 + random.between(0, 12), 2 + random.between(0, 11)];
      const [run, width] = [random.between(3, 5), random.between(1, 2)];
      const room = { minX: x - 0.7, minY: y - 0.7, maxX: x + run + 0.7, maxY: y + width + 0.7 };
      if (!isFree(i, room) || !isFree(i + 1, room)) continue;
      for (const j of [i, i + 1]) {
        taken[j].push(room);
        levels[j].obstacles.push({ polygon: box(x, y, x + run, y + width) });
      }
      const [left, right]: [[number, number], [number, number]][] = [
        [
          [x, y],
          [x, y + width],
        ],
        [
          [x + run, y + width],
          [x + run, y],
        ],
      ];
      const turned = random.below(2) === 0;
      connections.push({
        kind: "stairs",
        from: { level: `level ${i}`, segment: turned ? right : left },
        to: { level: `level ${i + 1}`, segment: turned ? left : right },
      });
    }
  }
  for (let i = 0; i < storeys; i++) {
    for (let k = 0; k < 3; k++) {
      const [x, y] = [random.between(0.5, 20), random.between(0.5, 15)];
      const room = { minX: x, minY: y, maxX: x + random.between(0.5, 3), maxY: y + random.between(0.5, 3) };
      if (!isFree(i, room)) continue;
      taken[i].push(room);
      levels[i].obstacles.push({ polygon: box(room.minX, room.minY, room.maxX, room.maxY) });
    }
  }
  return { levels, connections };
}

function box(minX: number, minY: number, maxX: number, maxY: number): [number, number][] {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
}

test("maps and single paths through random buildings are those of an oracle by definition, 25 seeds", () => {
  let answers = 0;
  let through = 0;
  for (let seed = 0; seed < 25; seed++) {
    const random = new Random(seed);
    const world = new World(randomBuilding(random));
    const { sheet } = world.building!;
    const oracle = new BuildingOracle(
      sheet.patches.map(({ outline, obstacles: [from, to] }) => ({
        outline,
        obstacles: world.obstacles.slice(from, to).map(({ polygon }) => polygon!),
      })),
      sheet.portals,
    );
    const place = (): Point => {
      const level = random.below(world.building!.levels.length);
      const p = world.at(`level ${level}`, [random.between(0, 24), random.between(0, 18)]);
      return world.contains(p) ? p : place();
    };
    const goal = place();
    const map = new PathMap(world, { goals: [{ point: goal }] });
    for (let k = 0; k < 4; k++) {
      const p = place();
      const ask = (at: Point) => ({ patch: patchAt(sheet, at[0]), at });
      const expected = oracle.distance(ask(p), ask(goal));
      const label = `seed ${seed}, question ${k}`;
      const found = map.distance(p) ?? Infinity;
      answers++;
      if (ask(p).patch !== ask(goal).patch && found < Infinity) through++;
      if (expected === Infinity || found === Infinity) expect([label, found]).toEqual([label, expected]);
      else expect(Math.abs(found - expected), `${label}: ${found} for ${expected}`).toBeLessThan(1e-8);
      const single = shortestPath(world, p, goal);
      expect([label, single?.distance ?? Infinity]).toEqual([label, found]);
      if (single) expect(world.way(single.points).distance).toBeCloseTo(found, 9);
    }
  }
  expect(answers).toBe(100);
  expect(through).toBeGreaterThan(25);
});
