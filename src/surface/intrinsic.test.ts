import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { planeSurface, sphereSurface } from "../scenes/index.js";
import { Cover } from "./cover.js";
import { type Point3, SurfaceMesh } from "./index.js";
import { Intrinsic } from "./intrinsic.js";
import { locate, onBase } from "./overlay.js";

const next = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);

function delaunay(mesh: SurfaceMesh, twoSided = false): Intrinsic {
  const cover = new Cover(mesh, twoSided);
  return new Intrinsic(cover, cover.lengths).makeDelaunay(new Uint8Array(mesh.vertexCount));
}

function squashed(seed: number, factor: number): SurfaceMesh {
  const { positions, faces } = planeSurface(9, 9, 0.4, seed);
  return new SurfaceMesh({ positions: positions.map(([x, y]): Point3 => [x, factor * y, 0]), faces });
}

describe.each([1, 0.3, 0.05, 0.01])("a plane squashed to %d", (factor) => {
  test.each([1, 2, 3])(
    "edges cross what straight segments cross, in order, at the same places (seed %i)",
    (seed) => {
      const mesh = squashed(seed, factor);
      const intrinsic = delaunay(mesh);
      for (let h = 0; h < intrinsic.corners.length; h++) {
        const [p, q] = [mesh.vertex(intrinsic.corners[h]), mesh.vertex(intrinsic.corners[next(h)])];
        // In the plane an intrinsic edge is a straight segment: its length and crossings are elementary.
        expect(intrinsic.lengths[h]).toBeCloseTo(Math.hypot(p[0] - q[0], p[1] - q[1]), 10);
        const expected: { s: number; edge: string }[] = [];
        mesh.corners.forEach((a, g) => {
          const b = mesh.corners[next(g)];
          if (
            mesh.twin[g] < g ||
            [intrinsic.corners[h], intrinsic.corners[next(h)]].some((v) => v === a || v === b)
          )
            return;
          const s = crossingOf(p, q, mesh.vertex(a), mesh.vertex(b));
          if (s !== null) expected.push({ s, edge: `${Math.min(a, b)}-${Math.max(a, b)}` });
        });
        expected.sort((x, y) => x.s - y.s);
        expect(intrinsic.crossCount(h)).toBe(expected.length);
        expected.forEach(({ s, edge }, i) => {
          const crossing = intrinsic.crossing(h, i);
          const [a, b] = [mesh.corners[crossing.half], mesh.corners[next(crossing.half)]];
          expect(`${Math.min(a, b)}-${Math.max(a, b)}`).toBe(edge);
          expect(crossing.s).toBeCloseTo(s, 7);
        });
      }
    },
  );

  test.each([1, 2])("a point found in an intrinsic face is where it was (seed %i)", (seed) => {
    const mesh = squashed(seed, factor);
    const intrinsic = delaunay(mesh);
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const f = random.below(mesh.faceCount);
      const a = random.unit();
      const b = random.unit() * (1 - a);
      const p = mesh.position({ kind: "face", face: f, weights: [a, b, 1 - a - b] });
      const { face, weights } = locate(intrinsic, f, [a, b, 1 - a - b]);
      const q = [0, 1].map((k) =>
        weights.reduce((sum, w, c) => sum + w * mesh.vertex(intrinsic.corners[3 * face + c])[k], 0),
      );
      expect(Math.hypot(q[0] - p[0], q[1] - p[1])).toBeLessThan(1e-7);
    }
  });
});

/** How far along pq it properly crosses ab; null where it does not. */
function crossingOf(p: Point3, q: Point3, a: Point3, b: Point3): number | null {
  const turn = (u: Point3, v: Point3, w: Point3): number =>
    (v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0]);
  const [pa, pb, ap, aq] = [turn(p, q, a), turn(p, q, b), turn(a, b, p), turn(a, b, q)];
  return pa * pb < 0 && ap * aq < 0 ? ap / (ap - aq) : null;
}

test.each([1, 2, 3, 4])(
  "on a crumpled sphere all angles' sums are at most pi, and edges stay on the surface (seed %i)",
  (seed) => {
    const random = new Random(seed);
    const { positions, faces } = sphereSurface(2);
    const scaled = positions.map(([x, y, z]): Point3 => {
      const k = Math.exp(random.between(-1.5, 1.5));
      return [k * x, k * y, k * z];
    });
    const mesh = new SurfaceMesh({ positions: scaled, faces });
    const intrinsic = delaunay(mesh);
    expect(intrinsic.flips).toBeGreaterThan(50);
    for (let h = 0; h < intrinsic.corners.length; h++) {
      expect(intrinsic.cotangent(h) + intrinsic.cotangent(intrinsic.twin[h])).toBeGreaterThan(-1e-8);
      // Walked over the mesh in small steps, an edge is as long as it says.
      let length = 0;
      let last = mesh.vertex(intrinsic.corners[h]);
      const stops = [0.1, 0.37, 0.5, 0.81, 1];
      for (let i = 0; i < intrinsic.crossCount(h); i++) stops.push(intrinsic.crossing(h, i).s);
      for (const s of stops.sort((a, b) => a - b)) {
        const p = mesh.position(onBase(intrinsic, h, s));
        length += Math.hypot(...p.map((x, k) => x - last[k]));
        last = p;
      }
      expect(length / intrinsic.lengths[h]).toBeCloseTo(1, 6);
    }
  },
);

test("the two-sided cover of an open mesh is closed and leads back to the mesh", () => {
  const mesh = squashed(1, 0.2);
  const cover = new Cover(mesh, true);
  expect(cover.twin).not.toContain(-1);
  const intrinsic = delaunay(mesh, true);
  for (let h = 0; h < intrinsic.corners.length; h++) {
    expect(intrinsic.cotangent(h) + intrinsic.cotangent(intrinsic.twin[h])).toBeGreaterThan(-1e-8);
    const [p, q] = [0.3, 0.7].map((s) => mesh.position(cover.toMesh(onBase(intrinsic, h, s))));
    expect(mesh.nearest(p).distance + mesh.nearest(q).distance).toBeLessThan(1e-12);
  }
});
