import { expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { cylinderSurface, planeSurface, sphereSurface } from "../scenes/index.js";
import { type Point3, SurfaceGround, SurfaceMesh } from "./index.js";
import { pointInFace } from "./point.js";
import { timeToCollision, trials } from "./steering.js";
import { straightOn } from "./straight.js";

test("in a plane straight on is a straight line, from faces, edges and vertices (seed 1)", () => {
  const mesh = new SurfaceMesh(planeSurface(20, 20, 0.4, 1));
  const { tags } = new SurfaceGround(mesh);
  const random = new Random(1);
  const walked = [0, 0, 0];
  for (let i = 0; i < 120; i++) {
    const face = random.below(mesh.faceCount);
    const [a, b] = [random.unit(), random.unit()].sort((x, y) => x - y);
    const weights = [
      [a, b - a, 1 - b],
      [0, a, 1 - a],
      [0, 0, 1],
    ][i % 3] as [number, number, number];
    const from = pointInFace(mesh.corners, face, weights);
    const p = mesh.position(from);
    const angle = random.between(0, 6.28);
    const end: Point3 = [p[0] + 3 * Math.cos(angle), p[1] + 3 * Math.sin(angle), 0];
    if (end[0] < 1 || end[0] > 18 || end[1] < 1 || end[1] > 15) continue;
    if (p[0] < 1 || p[0] > 18 || p[1] < 1 || p[1] > 15) continue;
    const found = straightOn(mesh, tags, from, [Math.cos(angle), Math.sin(angle), 0.3], 3)!;
    mesh.position(found).forEach((x, k) => {
      expect(x).toBeCloseTo(end[k], 9);
    });
    walked[i % 3]++;
  }
  expect(Math.min(...walked)).toBeGreaterThan(10);
});

test("around a cylinder and back, around a sphere to the other side", () => {
  const tube = new SurfaceMesh(cylinderSurface(60, 20, 3));
  const { tags } = new SurfaceGround(tube);
  const around = 60 * 2 * Math.sin(Math.PI / 60);
  const start = tube.nearest([Math.cos(0.03), Math.sin(0.03), 1.43]);
  const back = tube.position(straightOn(tube, tags, start.point, [0, 1, 0], around)!);
  expect(Math.hypot(...back.map((x, k) => x - start.position[k]))).toBeLessThan(0.05);
  const ball = new SurfaceMesh(sphereSurface(4));
  const open = new Uint8Array(ball.vertexCount);
  const far = ball.position(
    straightOn(ball, open, ball.nearest([0.9, 0.3, 0.31]).point, [0, 1, 0.2], Math.PI)!,
  );
  expect(Math.hypot(...far.map((x, k) => x + [0.9, 0.3, 0.31][k]))).toBeLessThan(0.05);
});

test("walls end it: a limit, and blocked edges and faces", () => {
  const mesh = new SurfaceMesh(planeSurface(20, 20));
  const wall = { vertices: Array.from({ length: 20 }, (_, i) => 10 * 20 + i) };
  const { tags } = new SurfaceGround(mesh, { obstacles: [wall] });
  const from = mesh.nearest([8, 4, 0]).point;
  expect(straightOn(mesh, tags, from, [0, 1, 0], 3)).not.toBeNull();
  expect(straightOn(mesh, tags, from, [0, 1, 0], 6)).toBeNull();
  expect(straightOn(mesh, tags, from, [0, -1, 0], 6)).toBeNull();
  // Along the normal there is no way on.
  expect(straightOn(mesh, tags, from, [0, 0, 1], 1)).toBeNull();
  // A block of faces, whose rim has no row of its own.
  const block = new SurfaceGround(mesh, { obstacles: [{ centre: [14, 4, 0], radius: 1.5 }] }).tags;
  expect(straightOn(mesh, block, from, [1, 0, 0], 4)).not.toBeNull();
  expect(straightOn(mesh, block, from, [1, 0, 0], 9)).toBeNull();
  expect(straightOn(mesh, new Uint8Array(mesh.vertexCount), from, [1, 0, 0], 9)).not.toBeNull();
});

test("when two meet", () => {
  expect(timeToCollision([10, 0, 0], [-2, 0, 0], 1)).toBeCloseTo(4.5, 12);
  expect(timeToCollision([10, 0, 0], [2, 0, 0], 1)).toBe(Infinity);
  expect(timeToCollision([10, 1.1, 0], [-2, 0, 0], 1)).toBe(Infinity);
  expect(timeToCollision([0.5, 0, 0], [-1, 0, 0], 1)).toBe(0);
  expect(timeToCollision([0.5, 0, 0], [1, 0, 0], 1)).toBe(Infinity);
});

test("alone one walks on; who is met head-on is passed on the right; behind somebody slower one slows or goes around", () => {
  const self = { position: [0, 0, 0] as const, radius: 0.2, speed: 1 };
  const best = (others: Parameters<typeof trials>[3]) => trials(self, [1, 0, 0], [0, 0, 1], others, 4)[0];
  expect(best([])).toMatchObject({ angle: 0, share: 1 });
  const met = best([{ position: [2, 0, 0], velocity: [-1, 0, 0], radius: 0.2 }]);
  expect(met.angle).toBeLessThan(0);
  expect(met.direction[1]).toBeLessThan(0);
  const behind = best([{ position: [0.6, 0, 0], velocity: [0.2, 0, 0], radius: 0.2 }]);
  expect(behind.angle !== 0 || behind.share < 1).toBe(true);
});
