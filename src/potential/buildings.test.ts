import { describe, expect, test } from "vitest";
import { expectWalkable, freePlace, oracleOf } from "../../test/support/building-ways.js";
import { gallery } from "../../test/support/buildings.js";
import { randomBuilding } from "../../test/support/random-buildings.js";
import { distance, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { type BuildingInput, World, worldFrom } from "../world/index.js";
import { PotentialField } from "./index.js";

/** A corridor of 25 m: 10 m on a level, 5 m up a flight of 4 m that rises by 3 m, 10 m on the level above; turned by an angle. */
function corridor(angle = 0): BuildingInput {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turned = ([x, y]: Point): [number, number] => [c * x - s * y, s * x + c * y];
  const box = (x0: number, x1: number): [number, number][] =>
    [
      [x0, 0],
      [x1, 0],
      [x1, 2],
      [x0, 2],
    ].map(([x, y]) => turned([x, y]));
  const line = (x: number): [[number, number], [number, number]] => [turned([x, 0]), turned([x, 2])];
  return {
    levels: [
      { name: "low", elevation: 0, boundary: box(0, 10) },
      { name: "high", elevation: 3, boundary: box(14, 24) },
    ],
    connections: [
      { kind: "stairs", from: { level: "low", segment: line(10) }, to: { level: "high", segment: line(14) } },
    ],
    goals: { exit: { level: "low", segments: [line(0)] } },
  } as BuildingInput;
}

describe("the field of a building", () => {
  test("a corridor with a flight in it has the field of a straight one, cell by cell", () => {
    const world = worldFrom(corridor());
    const field = new PotentialField(world, { goals: ["exit"], cell: 0.25 });
    const straight = new World({
      boundary: [
        [0, 0],
        [25, 0],
        [25, 2],
        [0, 2],
      ],
      goals: {
        exit: {
          segments: [
            [
              [0, 0],
              [0, 2],
            ],
          ],
        },
      },
    });
    const flat = new PotentialField(straight, { goals: ["exit"], cell: 0.25 });
    const { patches } = world.building!.sheet;
    const flight = patches[2];
    if (flight.kind !== "flight") throw new Error("a flight is needed");
    for (let s = 0.125; s < 25; s += 0.25) {
      for (let t = 0.125; t < 2; t += 0.25) {
        const p: Point =
          s < 10
            ? world.at("low", [s, t])
            : s > 15
              ? world.at("high", [s - 1, t])
              : [flight.foot[0][0] + s - 10, flight.foot[0][1] + t];
        const level = field.level[field.grid.at(p[0], p[1])];
        const there = flat.level[flat.grid.at(s, t)];
        expect(Math.abs(level - there)).toBeLessThanOrEqual(1e-9 * Math.abs(there));
      }
    }
    expect(field.residual).toBeLessThan(1e-9);
    expect(field.reached).toBe(1);
  });
});

describe.each([0, 0.3, Math.PI / 4, 2])("a corridor turned by %s", (angle) => {
  test.each([0.11, 0.2])("leads down its flight in cells of %s m", (cell) => {
    const world = worldFrom(corridor(angle));
    const field = new PotentialField(world, { goals: ["exit"], cell });
    expect(field.reached).toBe(1);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (const y of [0.4, 1, 1.5]) {
      const p = world.at("high", [c * 23.5 - s * y, s * 23.5 + c * y]);
      const path = field.pathFrom(p)!;
      expectWalkable(world, path);
      expect(field.distance(p)).toBeGreaterThan(24.4);
      expect(field.distance(p)).toBeLessThan(24.5 * 1.06);
    }
  });
});

test.each([0, 3, 5, 7, 9, 11])("from everywhere in random building %i the field arrives", (seed) => {
  const random = new Random(seed);
  const kinds = seed % 2 === 0 ? undefined : (["stairs", "ramp", "escalator"] as const);
  const world = worldFrom(randomBuilding(random, kinds ? { kinds } : {}));
  const goal = freePlace(world, random);
  const field = new PotentialField(world, { goals: [{ point: goal }], cell: 0.2 });
  const oracle = oracleOf(world);
  expect(field.reached).toBe(1);
  for (let k = 0; k < 6; k++) {
    const p = freePlace(world, random);
    const least = oracle(p, goal);
    const path = field.pathFrom(p);
    expect(path === null).toBe(least === Infinity);
    if (!path) continue;
    expectWalkable(world, path);
    expect(distance(path[path.length - 1], goal)).toBeLessThan(1e-9);
    expect(field.distance(p)!).toBeGreaterThan(least - 1e-6);
    expect(follow(world, field, p)).toBe("arrived");
  }
});

/** Walks along headings in small steps, and through portals as a crowd does. */
function follow(world: World, field: PotentialField, from: Point): string {
  let p = from;
  for (let k = 0; k < 8000; k++) {
    const heading = field.lead(p);
    if (!heading) return `no heading at ${p}`;
    if (distance(p, field.nearestGoal(p)) < 0.05 && world.visible(p, field.nearestGoal(p))) return "arrived";
    const q: Point = [p[0] + 0.03 * heading[0], p[1] + 0.03 * heading[1]];
    const shifted = world.contains(q) ? q : throughPortal(world, p, q);
    p = shifted ?? world.nearestFree(q)!;
  }
  return `still at ${p}`;
}

function throughPortal(world: World, p: Point, q: Point): Point | null {
  for (const { a, shift, entry, b } of world.building!.sheet.portals) {
    for (const [line, [x, y], way] of [
      [a, shift, "a"],
      [b, [-shift[0], -shift[1]], "b"],
    ] as const) {
      if (entry !== undefined && entry !== way) continue;
      const there: Point = [q[0] + x, q[1] + y];
      if (nearLine(line, p, 0.04) && world.contains(there)) return there;
    }
  }
  return null;
}

function nearLine([a, b]: readonly [Point, Point], p: Point, most: number): boolean {
  const length = distance(a, b);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const along = (p[0] - a[0]) * ux + (p[1] - a[1]) * uy;
  const across = Math.abs((p[1] - a[1]) * ux - (p[0] - a[0]) * uy);
  return across <= most && along >= -1e-9 && along <= length + 1e-9;
}

test("cells that are wider than the stair leave it to the ways beside the field", () => {
  const world = worldFrom(gallery());
  expect(() => new PotentialField(world, { goals: ["exit"], cell: 1.9 })).toThrow(/close the passage/);
  expect(() => new PotentialField(world, { goals: ["exit"], solver: "sor", iterations: 9 })).toThrow(
    "solver: fields of buildings are solved for by elimination only",
  );
});
