import { describe, expect, test } from "vitest";
import { faultOf } from "../../test/surface-paths.js";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { SurfaceGround, SurfaceMesh } from "../surface/index.js";
import { BUILTIN_SURFACES, builtinSurface, costaSurface } from "./index.js";

describe.each(BUILTIN_SURFACES.map(({ name }) => name))("%s", (name) => {
  test("is sound, and every start arrives", () => {
    const mesh = new SurfaceMesh(builtinSurface(name));
    const { report } = mesh;
    expect(report).toMatchObject({ turned: 0, splitEdges: 0, oneSided: 0, flat: 0, welded: 0 });
    expect(mesh.componentCount).toBe(1);
    const ground = new SurfaceGround(mesh);
    let goal = mesh.vertexCount >> 1;
    while (ground.tags[goal]) goal++;
    const field = ground.field({ kind: "vertex", vertex: goal });
    const random = new Random(1);
    for (let i = 0; i < 25; i++) {
      let face = random.below(mesh.faceCount);
      while ([0, 1, 2].some((k) => ground.tags[mesh.corners[3 * face + k]]))
        face = (face + 1) % mesh.faceCount;
      const { path } = field.follow({ kind: "face", face, weights: [0.2, 0.3, 0.5] });
      expect(path && faultOf(ground, path)).toBeNull();
      expect(path!.points.at(-1)).toEqual(mesh.vertex(goal));
    }
  });
});

test("what the thesis says of its models holds: one handle and three rims; a closed figure of several handles", () => {
  const costa = new SurfaceMesh(builtinSurface("costa"));
  expect([costa.eulerCharacteristic, costa.boundaryLoops().length]).toEqual([-3, 3]);
  const statue = new SurfaceMesh(builtinSurface("statue"));
  expect(statue.closed).toBe(true);
  expect(statue.eulerCharacteristic).toBeLessThanOrEqual(-6);
  expect(Math.abs(statue.faceCount - 10_000)).toBeLessThan(500);
});

test("the Costa surface is minimal: where it is flat enough, the mean curvature vanishes as samples get finer", () => {
  // The cotangent Laplacian of the positions is twice the mean curvature vector.
  const curvature = [32, 64].map((size) => {
    const mesh = new SurfaceMesh(costaSurface(size, 0.15));
    const ground = new SurfaceGround(mesh);
    const { start, index, value, area } = ground.couplings;
    const found: number[] = [];
    for (let v = 0; v < mesh.vertexCount; v++) {
      if (ground.tags[v]) continue;
      const p = mesh.vertex(v);
      const h = [0, 0, 0];
      for (let k = start[v]; k < start[v + 1]; k++) {
        mesh.vertex(index[k]).forEach((x, i) => {
          h[i] += value[k] * (x - p[i]);
        });
      }
      found.push(Math.hypot(...h) / area[v]);
    }
    // The median: beside the rims samples are moved, and there the formula does not converge.
    return found.sort((a, b) => a - b)[found.length >> 1];
  });
  expect(curvature[1]).toBeLessThan(curvature[0]);
  expect(curvature[1]).toBeLessThan(0.01);
});

test("the far end of the hallway has a way, though u there is below the least double that p could tell from 1", () => {
  const mesh = new SurfaceMesh(builtinSurface("hallway"));
  const ground = new SurfaceGround(mesh);
  const field = ground.field([3, 5, 0]);
  const far = mesh.nearest([67, 5, 0]).point;
  expect(field.cost(far)!).toBeGreaterThan(150);
  expect(1 - Math.exp(-field.cost(far)!)).toBe(1);
  expect(field.pathFrom(far)!.length).toBeGreaterThan(400);
});

test("an unknown name is an InputError that lists the known ones", () => {
  expect(() => builtinSurface("sphre")).toThrow(InputError);
  expect(() => builtinSurface("sphre")).toThrow("sphere, torus, costa, statue");
});
