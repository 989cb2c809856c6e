import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Point, sideOfRing } from "../geometry/index.js";
import { curveOf } from "./expression.js";
import { FORMATIONS, type Formation, formationPlaces } from "./index.js";

const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.sqrt((ax - bx) ** 2 + (ay - by) ** 2);

/** Distance of each place to its nearest neighbour. */
function gaps(places: readonly Point[]): number[] {
  return places.map((p, i) => Math.min(...places.filter((_, k) => k !== i).map((q) => apart(p, q))));
}

const LETTER: readonly Point[] = [
  [0, 0],
  [4, 0],
  [4, 1],
  [1, 1],
  [1, 5],
  [0, 5],
];

describe("places of a formation", () => {
  it("are one per member, around their mean, front first, for every kind of shape (seed 19)", () => {
    const shapes: Formation[] = [
      ...FORMATIONS,
      { polygon: LETTER },
      {
        stroke: [
          [0, 0],
          [3, 1],
          [3, 5],
        ],
      },
      { formula: { x: "3 * cos(2 * pi * t)", y: "2 * sin(2 * pi * t)" } },
      { formula: (t) => [t, t * t] },
      { rows: Array.from({ length: 10 }, () => "x.x x x x x x x x").join("\n") },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.integer({ min: 1, max: 80 }), (shape, members) => {
        const places = formationPlaces(shape, members);
        expect(places).toHaveLength(members);
        const mean = (axis: 0 | 1): number => places.reduce((sum, p) => sum + p[axis], 0) / members;
        expect(Math.abs(mean(0)) + Math.abs(mean(1))).toBeLessThan(1e-9);
        for (let k = 1; k < members; k++) expect(places[k - 1][0]).toBeGreaterThanOrEqual(places[k][0]);
        expect(formationPlaces(shape, members)).toEqual(places);
      }),
      { seed: 19, numRuns: 120 },
    );
  });

  it("of named shapes are as far apart as the spacing, and no nearer", () => {
    for (const name of FORMATIONS) {
      for (const members of [2, 3, 5, 12, 30]) {
        const least = Math.min(...gaps(formationPlaces(name, members, 0.8)));
        expect(least, `${name} of ${members}`).toBeCloseTo(0.8, 9);
      }
    }
  });

  it("of a line are abreast, of a column behind each other, of a wedge behind its tip", () => {
    expect(formationPlaces("line", 3, 2)).toEqual([
      [0, 2],
      [0, 0],
      [0, -2],
    ]);
    expect(formationPlaces("column", 3, 2)).toEqual([
      [2, 0],
      [0, 0],
      [-2, 0],
    ]);
    const [tip, ...arms] = formationPlaces("wedge", 5);
    expect(arms.every(([x, y]) => Math.abs(tip[0] - x - Math.abs(y - tip[1])) < 1e-12)).toBe(true);
  });

  it("of a polygon are all inside it, and as even as on a lattice but for a third", () => {
    for (const members of [1, 4, 40, 300]) {
      // Back to where it was drawn: places are around their mean.
      const places = formationPlaces({ polygon: LETTER }, members);
      const isInside = (dx: number, dy: number): boolean =>
        places.every(([x, y]) => sideOfRing([x + dx, y + dy], LETTER) >= 0);
      let found = members === 1;
      for (let dx = 0.5; dx < 3 && !found; dx += 0.02)
        for (let dy = 0.5; dy < 3 && !found; dy += 0.02) found = isInside(dx, dy);
      expect(found, `${members} places`).toBe(true);
      if (members < 40) continue;
      const lattice = Math.sqrt((8 / members) * (2 / Math.sqrt(3)));
      expect(Math.min(...gaps(places))).toBeGreaterThan(0.6 * lattice);
    }
  });

  it("of a polygon and of a stroke grow with the spacing", () => {
    const small = formationPlaces({ polygon: LETTER }, 20, 0.5);
    const large = formationPlaces({ polygon: LETTER }, 20, 1);
    small.forEach(([x, y], k) => {
      expect(large[k][0]).toBeCloseTo(2 * x, 9);
      expect(large[k][1]).toBeCloseTo(2 * y, 9);
    });
    const line = formationPlaces(
      {
        stroke: [
          [0, 0],
          [1, 0],
        ],
      },
      5,
      0.7,
    );
    expect(line[0][0] - line[4][0]).toBeCloseTo(2.8, 9);
  });

  it("of a text are its letters, the first row in front", () => {
    const places = formationPlaces({ rows: " x \nx x" }, 3, 3);
    expect(places.map((p) => p.map((part) => Math.round(part)))).toEqual([
      [2, 0],
      [-1, 3],
      [-1, -3],
    ]);
  });

  it("of a closed formula are equally far apart along it", () => {
    const circle = { formula: { x: "5 * cos(2 * pi * t)", y: "5 * sin(2 * pi * t)" } };
    for (const gap of gaps(formationPlaces(circle, 24)))
      expect(gap).toBeCloseTo(10 * Math.sin(Math.PI / 24), 3);
  });
});

describe("shapes that cannot be used", () => {
  it.each<[unknown, RegExp]>([
    ["lin", /formation: one of line, column, .* given: "lin"; did you mean "line"\?/],
    [{ rows: "xx" }, /formation.rows: 3 members, and 2 places in its rows/],
    [{ rows: 3 }, /formation.rows: a text is needed; given: 3/],
    [{ stroke: [[0, 0]] }, /formation.stroke: at least two points are needed/],
    [
      {
        stroke: [
          [0, 0],
          [0, 0],
        ],
      },
      /formation: it has no length/,
    ],
    [
      {
        polygon: [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      },
      /formation.polygon: it has no area/,
    ],
    [
      {
        polygon: [
          [0, 0],
          [1, 1],
        ],
      },
      /formation.polygon: at least three points are needed/,
    ],
    [
      {
        polygon: [
          [0, 0],
          [1, Number.NaN],
          [2, 2],
        ],
      },
      /formation.polygon\[1\]: a point is/,
    ],
    [{ formula: { x: "t", y: "1 / 0" } }, /formation.formula: two finite numbers are needed at t = 0/],
    [{ formula: { x: "tt", y: "t" } }, /formation.formula.x: "tt" is not understood here; .* given: "tt"/],
    [{ formula: { x: "(t", y: "t" } }, /formation.formula.x: it ends too early/],
    [{ formula: { x: "t;alert(1)", y: "t" } }, /formation.formula.x: ";alert\(1\)" is not understood here/],
    [{ rows: "xxx", stroke: [] }, /formation: exactly one of polygon, stroke, formula and rows is needed/],
    [{}, /formation: exactly one of/],
    [{ shape: 1 }, /formation: unknown shape "shape"/],
  ])("%j", (formation, message) => {
    expect(() => formationPlaces(formation as Formation, 3)).toThrow(message);
  });
});

describe("formulas", () => {
  it.each([
    ["1 + 2 * 3 - 4 / 2", 5],
    ["-2 ^ 2", -4],
    ["2 ^ -1", 0.5],
    ["2 * (3 + t)", 7],
    ["sqrt(abs(-9)) + 1e1", 13],
    ["cos(pi)", -1],
    ["exp(log(7))", 7],
    ["8 / 2 / 2", 2],
  ])("%s is read as mathematics reads it", (text, value) => {
    expect(curveOf({ x: text, y: "t" }, "")(0.5)[0]).toBeCloseTo(value, 12);
  });
});
