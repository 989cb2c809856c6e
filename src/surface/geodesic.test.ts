import { describe, expect, test } from "vitest";
import { shortestByUnfolding } from "../../test/support/geodesic-oracle.js";
import { faultOf } from "../../test/surface-paths.js";
import { MinHeap, Random } from "../numerics/index.js";
import { planeSurface, sphereSurface } from "../scenes/index.js";
import {
  type FacePoint,
  GeodesicMap,
  geodesicPath,
  type Point3,
  SurfaceGround,
  SurfaceMesh,
} from "./index.js";

const next = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);

/** Dijkstra over points on the edges, `parts` to an edge: an upper bound that comes near the truth as they grow. */
function sampled(ground: SurfaceGround, a: FacePoint, b: FacePoint, parts: number): number {
  const { mesh, tags } = ground;
  const points: Point3[] = [];
  const names = new Map<string, number>();
  const inFace: number[][] = Array.from({ length: mesh.faceCount }, () => []);
  const add = (name: string, p: Point3): number => {
    if (!names.has(name)) {
      names.set(name, points.length);
      points.push(p);
    }
    return names.get(name)!;
  };
  for (let h = 0; h < mesh.corners.length; h++) {
    const face = Math.floor(h / 3);
    const wall = tags[mesh.corners[h]] > 0 && tags[mesh.corners[next(h)]] > 0;
    const twin = mesh.twin[h];
    const own = wall || twin < 0 || h < twin;
    for (let k = 0; k < parts; k++) {
      const name = k === 0 ? `v${mesh.corners[h]}` : own ? `e${h}.${k}` : `e${twin}.${parts - k}`;
      inFace[face].push(add(name, mesh.position({ kind: "edge", halfedge: h, t: k / parts })));
    }
  }
  const [start, end] = [add("a", mesh.position(a)), add("b", mesh.position(b))];
  inFace[a.face].push(start);
  inFace[b.face].push(end);
  const facesOf: number[][] = points.map(() => []);
  inFace.forEach((list, f) => {
    if ([0, 1, 2].some((k) => tags[mesh.corners[3 * f + k]] === 0)) for (const p of list) facesOf[p].push(f);
  });
  const distance = new Float64Array(points.length).fill(Infinity);
  const heap = new MinHeap();
  distance[start] = 0;
  heap.push(0, start);
  while (heap.size > 0) {
    const d = heap.key;
    const p = heap.pop();
    if (p === end) return d;
    if (d > distance[p]) continue;
    for (const f of facesOf[p]) {
      for (const q of inFace[f]) {
        const e = d + Math.hypot(...points[p].map((x, k) => x - points[q][k]));
        if (e < distance[q]) {
          distance[q] = e;
          heap.push(e, q);
        }
      }
    }
  }
  return Infinity;
}

const inside = (mesh: SurfaceMesh, ground: SurfaceGround, random: Random): FacePoint => {
  let face = random.below(mesh.faceCount);
  while ([0, 1, 2].some((k) => ground.tags[mesh.corners[3 * face + k]])) face = (face + 1) % mesh.faceCount;
  return { kind: "face", face, weights: [0.2, 0.3, 0.5] };
};

test("in a convex plane the shortest path is the straight one (seed 1)", () => {
  const mesh = new SurfaceMesh(planeSurface(14, 14, 0.4, 1));
  const ground = new SurfaceGround(mesh, { limits: "free" });
  const random = new Random(1);
  for (let i = 0; i < 40; i++) {
    const [a, b] = [0, 1].map((): Point3 => [random.between(1, 12), random.between(1, 10), 0]);
    const path = geodesicPath(ground, a, b)!;
    expect(path.length).toBeCloseTo(Math.hypot(a[0] - b[0], a[1] - b[1]), 10);
    expect(faultOf(ground, path)).toBeNull();
  }
});

describe.each([1, 2, 3])("a crumpled sphere with obstacles (seed %i)", (seed) => {
  const random = new Random(seed);
  const { positions, faces } = sphereSurface(2);
  const mesh = new SurfaceMesh({
    positions: positions.map(([x, y, z]): Point3 => {
      const k = Math.exp(random.between(-0.5, 0.5));
      return [k * x, k * y, k * z];
    }),
    faces,
  });
  const ground = new SurfaceGround(mesh, {
    obstacles: [
      { centre: mesh.vertex(5), radius: 0.4 },
      { centre: mesh.vertex(20), radius: 0.5 },
    ],
  });

  test("never longer than the best of many sampled paths, and at most a little shorter", () => {
    for (let i = 0; i < 12; i++) {
      const [a, b] = [inside(mesh, ground, random), inside(mesh, ground, random)];
      const path = geodesicPath(ground, a, b)!;
      const bound = sampled(ground, a, b, 12);
      expect(path.length).toBeLessThanOrEqual(bound * (1 + 1e-12));
      expect(path.length).toBeGreaterThanOrEqual(bound * 0.97);
      const back = geodesicPath(ground, b, a)!;
      expect(back.length).toBeCloseTo(path.length, 9);
      // Paths of the potential are never shorter.
      const walked = ground.field(b).pathFrom(a);
      if (walked) expect(walked.length).toBeGreaterThanOrEqual(path.length * (1 - 1e-9));
    }
  });
});

test("around a wall it bends at the wall's end; without a way it is null", () => {
  const mesh = new SurfaceMesh(planeSurface(21, 21));
  const wall = Array.from({ length: 15 }, (_, i) => 10 * 21 + i);
  const ground = new SurfaceGround(mesh, { limits: "free", obstacles: [{ vertices: wall }] });
  const [a, b]: Point3[] = [
    [3, 4, 0],
    [3, 13, 0],
  ];
  const end = mesh.vertex(10 * 21 + 14);
  const expected = Math.hypot(end[0] - 3, end[1] - 4) + Math.hypot(end[0] - 3, end[1] - 13);
  expect(geodesicPath(ground, a, b)!.length).toBeCloseTo(expected, 9);
  const closed = new SurfaceGround(mesh, {
    limits: "free",
    obstacles: [{ vertices: [...wall, ...[15, 16, 17, 18, 19, 20].map((i) => 210 + i)] }],
  });
  expect(geodesicPath(closed, a, b)).toBeNull();
});

const crumpled = (seed: number, by: number): SurfaceMesh => {
  const random = new Random(seed);
  const { positions, faces } = sphereSurface(1);
  const moved = positions.map(([x, y, z]): Point3 => {
    const k = Math.exp(random.between(-by, by));
    return [k * x, k * y, k * z];
  });
  return new SurfaceMesh({ positions: moved, faces });
};

const somewhere = (mesh: SurfaceMesh, random: Random): FacePoint => {
  const [u, v] = [random.between(0, 1), random.between(0, 1)].sort((a, b) => a - b);
  return { kind: "face", face: random.below(mesh.faceCount), weights: [u, v - u, 1 - v] };
};

test.each([
  ["a round sphere", 0],
  ["a crumpled sphere", 0.4],
  ["a spiky sphere", 1.2],
])("as short as all unfoldings of %s together (seeds 1 to 12)", (_, by) => {
  for (let seed = 1; seed <= 12; seed++) {
    const mesh = crumpled(seed, by);
    const ground = new SurfaceGround(mesh, { limits: "free" });
    const random = new Random(seed);
    const [a, b] = [somewhere(mesh, random), somewhere(mesh, random)];
    const path = geodesicPath(ground, a, b)!;
    const limit = 1.001 * path.length;
    expect(shortestByUnfolding(mesh, a, b, limit) / path.length).toBeCloseTo(1, 9);
  }
});

test("a plane with 81 bumps: as short as all unfoldings together (seeds 1 to 6)", () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = new Random(seed);
    const { positions, faces } = planeSurface(9, 9, 0.4, seed);
    const raised = positions.map(([x, y]): Point3 => [x, y, random.between(0, 1.5)]);
    const mesh = new SurfaceMesh({ positions: raised, faces });
    const ground = new SurfaceGround(mesh, { limits: "free" });
    const [a, b] = [somewhere(mesh, random), somewhere(mesh, random)];
    const path = geodesicPath(ground, a, b)!;
    expect(shortestByUnfolding(mesh, a, b, 1.001 * path.length) / path.length).toBeCloseTo(1, 9);
  }
});

test("one map answers for many places as single searches do, in any order (seeds 1 to 4)", () => {
  for (let seed = 1; seed <= 4; seed++) {
    const mesh = crumpled(seed, 0.5);
    const ground = new SurfaceGround(mesh, { obstacles: [{ centre: mesh.vertex(5), radius: 0.4 }] });
    const random = new Random(seed);
    const goal = inside(mesh, ground, random);
    const map = new GeodesicMap(ground, goal);
    const vertices = Array.from(
      { length: mesh.vertexCount },
      (_, vertex) => ({ kind: "vertex", vertex }) as const,
    );
    const edges = [0, 7, 20].map((halfedge) => ({ kind: "edge", halfedge, t: 0.3 }) as const);
    for (const from of [
      ...Array.from({ length: 30 }, () => inside(mesh, ground, random)),
      ...edges,
      ...vertices,
    ]) {
      const path = geodesicPath(ground, from, goal);
      expect(map.distance(from) === null).toBe(path === null);
      if (!path) continue;
      expect(map.distance(from)!).toBeCloseTo(path.length, 12);
      expect(map.pathFrom(from)!.length).toBeCloseTo(path.length, 12);
    }
  }
});
