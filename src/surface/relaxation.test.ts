import { describe, expect, test } from "vitest";
import { builtinSurface, planeSurface } from "../scenes/index.js";
import { SurfaceGround, SurfaceMesh } from "./index.js";

describe.each(["cotan", "influence"] as const)("%s", (weights) => {
  const mesh = new SurfaceMesh(planeSurface(16, 16, 0.3, 2));
  const ground = new SurfaceGround(mesh, { weights, obstacles: [{ centre: [8, 7, 0], radius: 2 }] });
  const goal = { vertices: [16 * 7 + 2] };

  test("with a small threshold relaxation is the direct solution", () => {
    const { field, iterations, arrived } = ground.relax(goal, { threshold: 1e-13 });
    const direct = ground.field(goal);
    for (let v = 0; v < mesh.vertexCount; v++)
      expect(field.potential(v)).toBeCloseTo(direct.potential(v), 10);
    expect(iterations).toBeGreaterThan(50);
    expect(arrived).toBe(1);
  });

  test("the threshold found is enough: every vertex's path arrives", () => {
    const { field, arrived, error } = ground.relax(goal);
    expect(arrived).toBe(1);
    expect(error).toBeGreaterThan(0);
    for (let v = 0; v < mesh.vertexCount; v++) {
      if (ground.tags[v] === 0) expect(field.pathFrom({ kind: "vertex", vertex: v })).not.toBeNull();
    }
  });

  test("a threshold too large is honest about who does not arrive", () => {
    const { iterations, arrived } = ground.relax(goal, { threshold: 1e3 });
    expect(iterations).toBe(1);
    expect(arrived).toBeLessThan(1);
  });
});

test("orders come to the same potential, each in about as many rounds", () => {
  const mesh = new SurfaceMesh(builtinSurface("costa"));
  const ground = new SurfaceGround(mesh, { weights: "influence" });
  const goal = { vertices: [600] };
  const runs = (["index", "outward", "alternating"] as const).map((order) =>
    ground.relax(goal, { order, threshold: 1e-6 }),
  );
  for (const { field } of runs) {
    for (let v = 0; v < mesh.vertexCount; v += 7)
      expect(field.potential(v)).toBeCloseTo(runs[0].field.potential(v), 5);
  }
  const rounds = runs.map(({ iterations }) => iterations);
  expect(Math.max(...rounds) / Math.min(...rounds)).toBeLessThan(1.1);
});
