/**
 * Which sign epsilon v has: what the text of each figure says (Dapper 2007, 5.2.1 and 6.1.1), and which equation does that. Fields
 * here are relaxed by the printed formulas themselves, on p and by Jacobi's method, which shares nothing with the library.
 */
import { describe, expect, test } from "vitest";
import type { Point } from "../geometry/index.js";
import { type Bend, HARMONIC, printedBend } from "./equation.js";
import { FREE, GOAL } from "./grid.js";
import { LocalMap } from "./local-map.js";

const SIZE = 15;
const CENTRE = (SIZE * SIZE) >> 1;

/** An empty map whose goal is where the way leads. */
function emptyMap(way: Point, relaxations = 2000): LocalMap {
  const map = new LocalMap({ size: SIZE, cell: 0.5, relaxations });
  map.look([0, 0], way, 0.25, { isWall: () => false, others: [], way });
  return map;
}

/** p by a printed equation: signs of the terms in x and in y, y upwards. */
function printedField(
  way: Point,
  { epsilon, vector: [vx, vy] }: Bend,
  signX: number,
  signY: number,
): number[] {
  const { kinds } = emptyMap(way);
  let p: number[] = Array.from(kinds, (kind) => (kind === GOAL ? 0 : 1));
  for (let k = 0; k < 4000; k++) {
    p = p.map((old, i) => {
      if (kinds[i] !== FREE) return old;
      const [left, right, below, above] = [p[i - 1], p[i + 1], p[i - SIZE], p[i + SIZE]];
      const bent = signX * (right - left) * vx + signY * (above - below) * vy;
      return (left + right + below + above) / 4 + (epsilon / 8) * bent;
    });
  }
  return p;
}

/** The direction of descent at the centre, in degrees to the left of the way, and its strength. */
function descent(p: readonly number[], [wx, wy]: Point): { degrees: number; strength: number } {
  const gx = (p[CENTRE - 1] - p[CENTRE + 1]) / 2;
  const gy = (p[CENTRE - SIZE] - p[CENTRE + SIZE]) / 2;
  const degrees = (Math.atan2(wx * gy - wy * gx, wx * gx + wy * gy) * 180) / Math.PI;
  return { degrees, strength: Math.hypot(gx, gy) };
}

/** Equations 5.1 (4.3) and 3.2 as printed, and ours. */
const EQUATIONS = {
  "5.1": (way: Point, bend: Bend) => printedField(way, bend, 1, 1),
  // Its p_b is p(i, j - 1) and its p_t is p(i, j + 1).
  "3.2": (way: Point, bend: Bend) => printedField(way, bend, 1, -1),
  ours: (way: Point, bend: Bend) => printedField(way, bend, -1, -1),
};
type Equation = keyof typeof EQUATIONS;

const EAST: Point = [1, 0];
const bend = (x: number, y: number): Bend => ({ epsilon: 0.7, vector: [x, y] });
const of = (equation: Equation, x: number, y: number, way = EAST) =>
  descent(EQUATIONS[equation](way, bend(x, y)), way);

test.each(["ours", "5.1", "3.2"] as const)(
  "local maps solve equation %s, the printed ones by `printedBend`",
  (equation) => {
    for (const given of [bend(0, 1), bend(0.7, -0.7), bend(-0.4, 0.9)]) {
      const map = emptyMap(EAST);
      map.relax(equation === "ours" ? given : printedBend(given, equation));
      const p = EQUATIONS[equation](EAST, given);
      for (let i = 0; i < p.length; i++) expect(Math.abs(1 - map.u[i] - p[i])).toBeLessThan(2e-6);
    }
  },
);

describe("figures 5.6, 5.7 and 6.1 (a): with v towards a wall, who walks beside it goes to that wall", () => {
  test("ours does, and equation 3.2 in a corridor along x; equation 5.1 goes to the other wall", () => {
    expect(of("ours", 0, 1).degrees).toBeGreaterThan(20);
    expect(of("3.2", 0, 1).degrees).toBeGreaterThan(20);
    expect(of("5.1", 0, 1).degrees).toBeLessThan(-20);
  });

  test("a1 and a2, with opposite vectors, mirror each other; a3 and a4 keep to the middle", () => {
    for (const equation of ["ours", "5.1", "3.2"] as const) {
      expect(of(equation, 0, 1).degrees).toBeCloseTo(-of(equation, 0, -1).degrees, 9);
      expect(of(equation, 1, 0).degrees).toBeCloseTo(0, 9);
      expect(of(equation, -1, 0).degrees).toBeCloseTo(0, 9);
    }
  });
});

describe("figure 5.9: v towards the goal walks straight at it, v towards another comes nearer to it", () => {
  test("straight at the goal with all of them", () => {
    for (const equation of ["ours", "5.1", "3.2"] as const) {
      expect(of(equation, 1, 0).degrees).toBeCloseTo(0, 9);
    }
  });

  test("nearer to another, ahead on the left, with ours and with 3.2; farther with 5.1", () => {
    const half = Math.SQRT1_2;
    expect(of("ours", half, half).degrees).toBeGreaterThan(10);
    expect(of("3.2", half, half).degrees).toBeGreaterThan(10);
    expect(of("5.1", half, half).degrees).toBeLessThan(-10);
  });
});

describe("figure 6.1 (a): a5, v = (0.7, -0.7), begins with a sharper turn to its wall than a6, v = (-0.7, -0.7)", () => {
  test("so it is with both printed equations, and the other way round with ours", () => {
    const turns = (equation: Equation): number[] =>
      [of(equation, 0.7, -0.7), of(equation, -0.7, -0.7)].map(({ degrees }) => Math.abs(degrees));
    for (const equation of ["5.1", "3.2"] as const) {
      const [a5, a6] = turns(equation);
      expect(a5).toBeGreaterThan(2 * a6);
    }
    const [a5, a6] = turns("ours");
    expect(a6).toBeGreaterThan(2 * a5);
  });
});

describe("figure 6.2: a line leaves the goal against v, and the field is flat where v points away from the goal", () => {
  /** Mean of u = 1 - p over the upper and the lower half of the map: where the line from the goal in the east leads. */
  const halves = (p: readonly number[]): [upper: number, lower: number] => {
    const rows = Array.from({ length: SIZE }, (_, row) =>
      p.slice(row * SIZE, (row + 1) * SIZE).reduce((sum, value) => sum + 1 - value, 0),
    );
    const sum = (some: number[]): number => some.reduce((a, b) => a + b, 0);
    return [sum(rows.slice(SIZE - 6, SIZE - 1)), sum(rows.slice(1, 6))];
  };

  test("against v with equation 5.1, along v with ours", () => {
    const [upper, lower] = halves(EQUATIONS["5.1"](EAST, bend(0, 1)));
    expect(lower).toBeGreaterThan(2 * upper);
    const [above, below] = halves(EQUATIONS.ours(EAST, bend(0, 1)));
    expect(above).toBeGreaterThan(2 * below);
  });

  test("flat where v points away from the goal with both printed equations, with ours where it points at the goal", () => {
    const { strength } = descent(EQUATIONS.ours(EAST, HARMONIC), EAST);
    for (const [equation, away] of [
      ["5.1", -1],
      ["3.2", -1],
      ["ours", 1],
    ] as const) {
      expect(of(equation, away, 0).strength).toBeLessThan(0.2 * strength);
      expect(of(equation, -away, 0).strength).toBeGreaterThan(strength);
    }
  });
});

describe("why no equation does all of it", () => {
  test("ours and 5.1 are the same in a plan that is turned by a right angle; 3.2 is not", () => {
    const north: Point = [0, 1];
    // v to the left of the way, then at the goal: turned with the plan.
    for (const equation of ["ours", "5.1"] as const) {
      expect(of(equation, -1, 0, north).degrees).toBeCloseTo(of(equation, 0, 1).degrees, 9);
      expect(of(equation, 0, 1, north).strength).toBeCloseTo(of(equation, 1, 0).strength, 12);
    }
    expect(of("3.2", 0, 1).degrees).toBeGreaterThan(20);
    expect(of("3.2", -1, 0, north).degrees).toBeLessThan(-20);
  });

  test("where the plan may be turned, a pull towards v makes the field flat where v points at the goal", () => {
    // u is carried along s epsilon v with s = 1 or -1: one sign decides both.
    for (const epsilon of [0.3, 0.7, 1.2]) {
      for (const [equation, sign] of [
        ["ours", 1],
        ["5.1", -1],
      ] as const) {
        const field = (x: number, y: number) =>
          descent(EQUATIONS[equation](EAST, { epsilon, vector: [x, y] }), EAST);
        expect(Math.sign(field(0, 1).degrees)).toBe(sign);
        expect(Math.sign(field(-1, 0).strength - field(1, 0).strength)).toBe(sign);
      }
    }
  });
});
