import { describe, expect, test } from "vitest";
import { faultOf } from "../../test/surface-paths.js";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { geodesicPath, type Point3, SurfaceGround, SurfaceMesh } from "../surface/index.js";
import { BUILTIN_SURFACES, builtinSurface, carSurface, costaSurface, statueSurface } from "./index.js";

describe.each(BUILTIN_SURFACES.map(({ name }) => name))("%s", (name) => {
  test("is sound, and 25 starts drawn at random arrive", () => {
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

/** Angle by which the faces at a half-edge turn, degrees. */
function turnAt(mesh: SurfaceMesh, h: number): number {
  const [a, b] = [h, mesh.twin[h]].map((side) => {
    const [p, q, r] = mesh.triangle(Math.floor(side / 3));
    const [u, v] = [q, r].map((x) => x.map((xi, i) => xi - p[i]));
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    return n.map((x) => x / Math.hypot(...n));
  });
  return (Math.acos(Math.min(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], 1)) * 180) / Math.PI;
}

/** The far arm of the statue, between the other's shoulder and the smaller head: how far along it a place is, 0 to 1. */
function alongArm(p: Point3): { share: number; off: number } {
  const [a, b]: Point3[] = [
    [0.42, 0.1, 0.74],
    [-0.3, 0.08, 1.28],
  ];
  const d = b.map((x, i) => x - a[i]);
  const share = p.reduce((sum, x, i) => sum + (x - a[i]) * d[i], 0) / d.reduce((sum, x) => sum + x * x, 0);
  return { share, off: Math.hypot(...p.map((x, i) => x - a[i] - share * d[i])) };
}

/** The sharpest edge of the far arm, and how much longer than the shortest way paths along it are. */
function armOf(statue: SurfaceMesh): { sharpest: number; longest: number } {
  const isOnArm = (v: number): boolean => {
    const { share, off } = alongArm(statue.vertex(v));
    return share > 0.35 && share < 0.75 && off < 0.12;
  };
  const edges = [...statue.twin.keys()].filter(
    (h) => isOnArm(statue.corners[h]) && isOnArm(statue.corners[statue.twin[h]]),
  );
  const ground = new SurfaceGround(statue);
  const field = ground.field([0.42, -0.15, 1.1]);
  const sides: Point3[] = [
    [-0.12, 0.085, 1.245],
    [-0.12, 0.185, 1.195],
    [-0.12, -0.015, 1.195],
  ];
  const ratios = sides.map((start) => {
    const { points, places } = field.pathFrom(start)!;
    const end = points.findIndex((p) => alongArm(p).share < 0.35);
    const leg = points.slice(0, end + 1);
    const length = leg.reduce(
      (sum, p, i) => (i === 0 ? 0 : sum + Math.hypot(...p.map((x, k) => x - leg[i - 1][k]))),
      0,
    );
    expect(length).toBeGreaterThan(0.35);
    return length / geodesicPath(ground, places[0], places[end])!.length;
  });
  return { sharpest: Math.max(...edges.map((h) => turnAt(statue, h))), longest: Math.max(...ratios) };
}

test("the statue's far arm is smooth, and paths lead straight along it; as it is cut it is a staircase", () => {
  const even = armOf(new SurfaceMesh(statueSurface()));
  expect(even.sharpest).toBeLessThan(60);
  expect(even.longest).toBeLessThan(1.015);
  const stairs = armOf(new SurfaceMesh(statueSurface(0.0855, 0)));
  expect(stairs.sharpest).toBeGreaterThan(100);
  expect(stairs.longest).toBeGreaterThan(1.03);
});

test("no triangle of the statue is a sliver, and its head is as high as the ball it is made of", () => {
  const statue = new SurfaceMesh(statueSurface());
  const angles: number[] = [];
  for (let f = 0; f < statue.faceCount; f++) {
    const corners = statue.triangle(f);
    corners.forEach((p, k) => {
      const [u, v] = [1, 2].map((i) => corners[(k + i) % 3].map((x, j) => x - p[j]));
      const cos = (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (Math.hypot(...u) * Math.hypot(...v));
      angles.push((Math.acos(cos) * 180) / Math.PI);
    });
  }
  expect(Math.min(...angles)).toBeGreaterThan(10);
  // The top of the taller head, a ball of 0.19 m around a height of 1.68 m, and nothing else near.
  const { position } = statue.nearest([-0.33, 0, 2]);
  expect(Math.abs(position[2] - 1.87)).toBeLessThan(0.01);
});

test("the car is one closed sheet without a hole, as wide on both sides, on four wheels", () => {
  const car = new SurfaceMesh(carSurface());
  expect([car.closed, car.eulerCharacteristic, car.componentCount]).toEqual([true, 2, 1]);
  expect(Math.abs(car.faceCount - 1292)).toBeLessThan(150);
  const all = Array.from({ length: car.vertexCount }, (_, v) => car.vertex(v));
  const [left, right] = [Math.max(...all.map(([, y]) => y)), -Math.min(...all.map(([, y]) => y))];
  expect(Math.abs(left - right)).toBeLessThan(0.05);
  const low = all.filter(([, , z]) => z < 0.25);
  for (const side of [1, -1])
    for (const end of [1, -1]) expect(low.some(([x, y]) => side * y > 0.5 && end * x > 1)).toBe(true);
  expect(low.every(([x, y]) => Math.abs(x) > 0.7 && Math.abs(y) > 0.3)).toBe(true);
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
  expect(() => builtinSurface("sphre")).toThrow("sphere, torus, car, costa, statue");
});
