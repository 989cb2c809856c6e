import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { cylinderSurface, sphereSurface, torusSurface } from "../scenes/index.js";
import { type MeshInput, type Point3, SurfaceMesh } from "./index.js";

const SQUARE: MeshInput = {
  positions: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]],
  faces: [[0, 1, 2], [0, 2, 3]],
}; // biome-ignore format: a table

/** What holds in every mesh. */
function expectSound(mesh: SurfaceMesh): void {
  const next = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);
  mesh.twin.forEach((t, h) => {
    if (t < 0) return;
    expect(mesh.twin[t]).toBe(h);
    expect(mesh.corners[t]).toBe(mesh.corners[next(h)]);
    expect(mesh.corners[next(t)]).toBe(mesh.corners[h]);
  });
  for (let f = 0; f < mesh.faceCount; f++) {
    expect(new Set([0, 1, 2].map((k) => mesh.corners[3 * f + k])).size).toBe(3);
  }
  expect(new Set(mesh.corners).size).toBe(mesh.vertexCount);
}

describe("topology", () => {
  test.each([
    ["a sphere", sphereSurface(2), 2, 0],
    ["a torus", torusSurface(12, 8), 0, 0],
    ["an open cylinder", cylinderSurface(12, 5, 1), 0, 2],
    ["a square", SQUARE, 1, 1],
  ] as const)("%s: Euler characteristic and loops", (_, input, euler, loops) => {
    const mesh = new SurfaceMesh(input as MeshInput);
    expectSound(mesh);
    expect(mesh.eulerCharacteristic).toBe(euler);
    expect(mesh.boundaryLoops()).toHaveLength(loops);
    expect(mesh.componentCount).toBe(1);
    expect(mesh.closed).toBe(loops === 0);
  });

  test("faces that disagree are turned over", () => {
    const mesh = new SurfaceMesh({ ...SQUARE, faces: [[0, 1, 2], [0, 3, 2]] }); // biome-ignore format: short
    expect(mesh.report.turned).toBe(1);
    expect(mesh.normal(0)).toEqual(mesh.normal(1));
    expectSound(mesh);
  });

  test("of three sheets at an edge the two that continue each other stay joined", () => {
    const mesh = new SurfaceMesh({
      positions: [[0, 0, 0], [0, 1, 0], [1, 0, 0], [-1, 0, 0.1], [0, 0, 1]],
      faces: [[0, 1, 3], [0, 2, 1], [0, 1, 4]],
    }); // biome-ignore format: a table
    expect(mesh.report.splitEdges).toBe(1);
    expect(mesh.componentCount).toBe(2);
    expect(mesh.vertexCount).toBe(7);
    expectSound(mesh);
  });

  test("sheets that touch in one vertex are cut apart there", () => {
    const mesh = new SurfaceMesh({
      positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]],
      faces: [[0, 1, 2], [0, 3, 4]],
    }); // biome-ignore format: a table
    expect(mesh.report.splitVertices).toBe(1);
    expect(mesh.componentCount).toBe(2);
    expect(mesh.source[5]).toBe(0);
    expectSound(mesh);
  });

  test("a Moebius strip is cut once", () => {
    const n = 12;
    const positions: Point3[] = [];
    for (let i = 0; i < n; i++) {
      const a = (2 * Math.PI * i) / n;
      for (const w of [-0.3, 0.3]) {
        const r = 1 + w * Math.cos(a / 2);
        positions.push([r * Math.cos(a), r * Math.sin(a), w * Math.sin(a / 2)]);
      }
    }
    const faces = Array.from({ length: n }, (_, i) => {
      const [a, b] = [2 * i, 2 * i + 1];
      const [c, d] = i + 1 < n ? [a + 2, b + 2] : [1, 0];
      return [[a, c, b], [b, c, d]]; // biome-ignore format: short
    }).flat();
    const mesh = new SurfaceMesh({ positions, faces });
    expect(mesh.report.oneSided).toBe(1);
    expectSound(mesh);
  });

  test("welding joins equal positions always, and near ones where asked", () => {
    const soup: MeshInput = {
      positions: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0], [1, 1, 1e-5], [0, 1, 0]],
      faces: [[0, 1, 2], [3, 4, 5]],
    }; // biome-ignore format: a table
    // Joined in one vertex only, the two faces are cut apart there again.
    expect(new SurfaceMesh(soup).report).toMatchObject({ welded: 1, splitVertices: 1 });
    const welded = new SurfaceMesh(soup, { weld: 1e-4 });
    expect(welded.vertexCount).toBe(4);
    expect(welded.report.welded).toBe(2);
    expect(welded.componentCount).toBe(1);
    expect(welded.vertexNamed(4)).toBe(welded.vertexNamed(2));
  });

  test("degenerate and doubled faces and unused vertices are left out and counted; flat faces stay", () => {
    const mesh = new SurfaceMesh({
      positions: [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0], [9, 9, 9]],
      faces: [[0, 1, 3], [1, 2, 3], [0, 2, 1], [3, 0, 1], [1, 1, 2]],
    }); // biome-ignore format: a table
    expect(mesh.report).toMatchObject({ dropped: { degenerate: 1, duplicate: 1 }, unused: 1, flat: 1 });
    expect(mesh.vertexNamed(4)).toBe(-1);
    expectSound(mesh);
  });
});

describe("places", () => {
  test("the nearest place is at least as near as any sample (seed 2)", () => {
    const random = new Random(2);
    const mesh = new SurfaceMesh(torusSurface(16, 10));
    for (let i = 0; i < 60; i++) {
      const p: Point3 = [random.between(-2, 2), random.between(-2, 2), random.between(-1, 1)];
      const { point, position, distance } = mesh.nearest(p);
      expect(mesh.position(point)).toEqual(position);
      expect(Math.hypot(...p.map((x, k) => x - position[k]))).toBeCloseTo(distance, 12);
      for (let f = 0; f < mesh.faceCount; f++) {
        const a = random.unit();
        const b = random.unit() * (1 - a);
        const q = mesh.position({ kind: "face", face: f, weights: [a, b, 1 - a - b] });
        expect(Math.hypot(...p.map((x, k) => x - q[k]))).toBeGreaterThanOrEqual(distance - 1e-12);
      }
    }
  });
});

describe("bad input", () => {
  const bad: [string, MeshInput, string][] = [
    ["no faces", { positions: [[0, 0, 0]], faces: [] }, "the mesh is empty"],
    ["NaN", { ...SQUARE, positions: [[0, 0, Number.NaN], [1, 0, 0], [1, 1, 0], [0, 1, 0]] }, "vertex 0: a coordinate"],
    ["a missing vertex", { ...SQUARE, faces: [[0, 1, 4]] }, "face 0: there is no vertex 4"],
    ["half a vertex", { ...SQUARE, faces: [[0, 1, 1.5]] }, "face 0: there is no vertex 1.5"],
    ["a quad", { ...SQUARE, faces: [[0, 1, 2, 3]] }, "faces[0]: three numbers"],
    ["only degenerate faces", { ...SQUARE, faces: [[0, 0, 1]] }, "no usable face"],
    ["a mesh of nothing", { ...SQUARE, positions: [[0, 0, 0], [1e-160, 0, 0], [1e-160, 1e-160, 0], [0, 1e-160, 0]] }, "at least 1e-50 m across"],
    ["a ragged list", { positions: [0, 1], faces: [0, 1, 2] }, "positions: a flat list"],
  ]; // biome-ignore format: a table
  test.each(bad)("%s", (_, input, message) => {
    expect(() => new SurfaceMesh(input)).toThrow(InputError);
    expect(() => new SurfaceMesh(input)).toThrow(message);
  });

  test("more faces than fit are refused with the memory they need, before anything is copied", () => {
    const faces = { length: 3 * 60_000_000 } as ArrayLike<number>;
    expect(() => new SurfaceMesh({ positions: [], faces })).toThrow(
      /60000000 faces may need 8.38 GiB of memory; allowed: 4 GiB/,
    );
  });
});
