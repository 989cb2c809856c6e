/** Table 5.1, and the two planners that judge it, which share no code with ours or with each other. */
import { describe, expect, it } from "vitest";
import { againstGrid, againstTruth, judge, truthOf } from "./accuracy.js";
import { gridPath, gridPotential, sampleGrid } from "./grid-planner.js";
import { PLANS, planarField, planarTrial } from "./plans.js";
import { quadraticPotential, type refined } from "./quadratic.js";

/** The positions and faces of a noisy mesh, with values held at its rim. */
function rimHeld(value: (x: number, y: number) => number): Parameters<typeof refined>[0] {
  const { positions, faces, blocked } = planarTrial(() => "free", 12, "all");
  const held = new Float64Array(positions.length).fill(Number.NaN);
  for (const v of blocked) held[v] = value(positions[v][0], positions[v][1]);
  return { positions, faces, held };
}

describe("the reference", () => {
  it("is exact for a linear function, which its elements hold", () => {
    const linear = (x: number, y: number): number => 2 * x - 3 * y + 1;
    const mesh = rimHeld(linear);
    const found = quadraticPotential(mesh);
    mesh.positions.forEach(([x, y], v) => {
      expect(found[v]).toBeCloseTo(linear(x, y), 9);
    });
  });

  it("comes to the closed form between two circles, at the rate of its faces' sides", () => {
    // Rings of a polar grid: ln r between radii 1 and 3, whose sides are chords.
    const errorOf = (around: number): number => {
      const rings = around / 4;
      const positions: [number, number][] = [];
      const faces: [number, number, number][] = [];
      for (let j = 0; j <= rings; j++)
        for (let i = 0; i < around; i++) {
          const [r, a] = [1 + (2 * j) / rings, (2 * Math.PI * i) / around];
          positions.push([r * Math.cos(a), r * Math.sin(a)]);
        }
      for (let j = 0; j < rings; j++)
        for (let i = 0; i < around; i++) {
          const [a, b] = [j * around + i, j * around + ((i + 1) % around)];
          faces.push([a, b, b + around], [a, b + around, a + around]);
        }
      const held = Float64Array.from(positions, (_, v) =>
        v < around ? 0 : v >= rings * around ? 1 : Number.NaN,
      );
      const found = quadraticPotential({ positions, faces, held });
      return Math.max(
        ...positions.map(([x, y], v) => Math.abs(found[v] - Math.log(Math.hypot(x, y)) / Math.log(3))),
      );
    };
    const [coarse, fine] = [errorOf(32), errorOf(64)];
    expect(fine).toBeLessThan(0.002);
    expect(coarse / fine).toBeGreaterThan(3);
  });

  it("cutting its faces once more changes it by less than a fifth of what it judges", () => {
    const [{ what }] = PLANS;
    const trial = planarTrial(what, 20, "all");
    const [once, twice] = [truthOf(trial, 1), truthOf(trial, 2)];
    const field = planarField(trial, "cotan");
    const judged = againstTruth(field, trial, once).mean;
    const own = once.reduce((sum, p, v) => sum + Math.abs(p - twice[v]), 0) / once.length;
    expect(own).toBeLessThan(judged / 5);
  });
});

describe("the grid planner", () => {
  it("its paths go down its potential, through free cells, to the goal", () => {
    for (const { what, cells, starts } of PLANS.slice(0, 2)) {
      const p = gridPotential(what, cells);
      for (const start of starts) {
        const path = gridPath(p, cells, what, start);
        const [x, y] = path[path.length - 1];
        expect(what(x, y)).toBe("goal");
        const values = path.map(([px, py]) => sampleGrid(p, cells, px, py));
        expect(values.every((value, i) => i === 0 || value <= values[i - 1] + 1e-6)).toBe(true);
        expect(path.every(([px, py]) => what(px, py) !== "occupied")).toBe(true);
      }
    }
  });
});

describe("potentials on planar meshes", () => {
  it.each(PLANS.map((plan) => [plan.name, plan] as const))(
    "%s: within 0.02 in the mean of the grid planner, where walls stay",
    (_, plan) => {
      for (const noise of ["none", "free"] as const) {
        const trial = planarTrial(plan.what, 50, noise);
        const { mean, most } = againstGrid(planarField(trial, "cotan"), trial, plan, 50);
        expect(mean).toBeLessThan(0.02);
        expect(most).toBeLessThan(0.2);
      }
    },
  );

  it("the finer the mesh, the nearer to the grid planner", () => {
    const [plan] = PLANS;
    const [coarse, fine] = [25, 50].map((cells) => {
      const trial = planarTrial(plan.what, cells, "none");
      return againstGrid(planarField(trial, "cotan"), trial, plan, cells).mean;
    });
    expect(fine).toBeLessThan(coarse);
  });

  it("the finer the mesh, the nearer to the truth", () => {
    const [coarse, fine] = [16, 32].map((cells) => judge(0, "free", cells).toTruth.cotan.mean);
    expect(fine).toBeLessThan(0.8 * coarse);
  });

  it("on noisy meshes cotan is nearer to the truth than two thirds of influence's difference, walls moved or not", () => {
    for (const noise of ["free", "all"] as const) {
      const { toTruth } = judge(0, noise, 25);
      expect(toTruth.cotan.mean).toBeLessThan((2 / 3) * toTruth.influence.mean);
    }
  });
});
