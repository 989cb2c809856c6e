import { describe, expect, test } from "vitest";
import { checkCover, checkEdges, checkMesh } from "../../../test/support/mesh-invariants.js";
import { InputError } from "../../errors.js";
import { Random } from "../../numerics/index.js";
import { meet } from "../predicates.js";
import type { Point } from "../types.js";
import { type Constraint, Triangulation } from "./triangulation.js";

/** Where the scenes lie: at the origin, small, and at UTM coordinates, where neighbours differ in the last digits. */
const FRAMES = [
  { name: "around 0", scale: 1, offset: 0 },
  { name: "of size 1e-3", scale: 1e-3, offset: 0 },
  { name: "near 5e6", scale: 0.1, offset: 5e6 },
  { name: "of thirds near 6e5", scale: 1 / 3, offset: 4.5e6 / 7 },
];

interface Frame {
  readonly scale: number;
  readonly offset: number;
}

/** Points on a small grid, straight or turned: collinear, touching, co-circular and repeated at every step. */
function randomScene(random: Random, { scale, offset }: Frame, turned: boolean): Constraint[] {
  const grid = 2 + random.below(7);
  const angle = turned ? random.between(0, 6.28) : 0;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const point = (): Point => {
    const [i, j] = [random.below(grid), random.below(grid)];
    return [offset + scale * (i * cos - j * sin), 0.9 * offset + scale * (i * sin + j * cos)];
  };
  return Array.from({ length: 1 + random.below(12) }, () => {
    switch (random.below(4)) {
      case 0:
        return { point: point() };
      case 1:
        return { polygon: Array.from({ length: 3 + random.below(4) }, point) };
      default:
        return { segment: [point(), point()] };
    }
  });
}

function sides(constraint: Constraint): [Point, Point][] {
  if ("point" in constraint) return [];
  if ("segment" in constraint) return [[constraint.segment[0], constraint.segment[1]]];
  return constraint.polygon.map((p, i, ring) => [p, ring[(i + 1) % ring.length]]);
}

function crosses(scene: readonly Constraint[]): boolean {
  const all = scene.flatMap(sides);
  return all.some(([a, b], i) => all.slice(0, i).some(([c, d]) => meet(a, b, c, d) === "cross"));
}

function checkAll(triangulation: Triangulation, scene: readonly Constraint[], exact: boolean): void {
  checkMesh(triangulation);
  // A rounded crossing bends the edges through it, so only the mesh itself can be checked by definition.
  if (!exact) return;
  checkEdges(triangulation, scene);
  checkCover(triangulation, scene);
}

describe.each(FRAMES)("random scenes $name", (frame) => {
  test.each([false, true])("hold all invariants while built and taken apart (turned: %s)", (turned) => {
    for (let seed = 0; seed < 150; seed++) {
      const random = new Random(seed);
      const scene = randomScene(random, frame, turned);
      const exact = !crosses(scene);
      const triangulation = Triangulation.of(scene);
      const alive = new Map(scene.map((constraint, i) => [i, constraint]));
      try {
        checkAll(triangulation, scene, exact);
        while (alive.size > 0) {
          const id = [...alive.keys()][random.below(alive.size)];
          triangulation.remove(id);
          alive.delete(id);
          checkAll(triangulation, [...alive.values()], exact);
          if (random.below(4) > 0) continue;
          const again = scene[random.below(scene.length)];
          alive.set(triangulation.insert(again), again);
          checkAll(triangulation, [...alive.values()], exact);
        }
        expect(triangulation.mesh.liveVertices).toBe(4);
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(scene)}`, { cause: error });
      }
    }
  });
});

describe("many points at once", () => {
  test.each([
    ["random", (r: Random, n: number): Point[] => Array.from({ length: n }, () => [r.unit(), r.unit()])],
    [
      "on a grid",
      (r: Random, n: number): Point[] => Array.from({ length: n }, () => [r.below(20), r.below(20)]),
    ],
    ["on one line", (r: Random, n: number): Point[] => Array.from({ length: n }, () => [r.unit(), 3])],
    [
      "on one circle",
      (_: Random, n: number): Point[] =>
        Array.from({ length: n }, (__, i) => [Math.cos((7 * i) / n), Math.sin((7 * i) / n)]),
    ],
    ["all the same", (_: Random, n: number): Point[] => Array.from({ length: n }, () => [0.3, 0.7])],
    [
      "very close",
      (r: Random, n: number): Point[] => Array.from({ length: n }, () => [1 + r.below(9) * 2 ** -52, 1]),
    ],
    [
      "tiny",
      (r: Random, n: number): Point[] =>
        Array.from({ length: n }, () => [r.unit() * 1e-40, r.unit() * 1e-40]),
    ],
    [
      "huge",
      (r: Random, n: number): Point[] => Array.from({ length: n }, () => [r.unit() * 1e12, r.unit() * 1e12]),
    ],
  ])("%s", (_, make) => {
    const scene = make(new Random(5), 300).map((point) => ({ point }));
    checkAll(Triangulation.of(scene), scene, true);
  });
});

describe("edges by index", () => {
  test("a grid city is triangulated as its edges say", () => {
    const points: number[] = [];
    const edges: number[] = [];
    const scene: Constraint[] = [];
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        const [x, y] = [20 * i, 20 * j];
        const ring: Point[] = [
          [x, y],
          [x + 15, y],
          [x + 15, y + 15],
          [x, y + 15],
        ];
        const first = points.length / 2;
        ring.forEach((p, k) => {
          points.push(...p);
          edges.push(first + k, first + ((k + 1) % 4));
        });
        scene.push({ polygon: ring });
      }
    }
    const triangulation = Triangulation.ofEdges(new Float64Array(points), new Int32Array(edges));
    checkMesh(triangulation);
    checkEdges(triangulation, scene);
  });
});

describe("crossing constraints", () => {
  test("meet in a vertex at the crossing", () => {
    const scene: Constraint[] = [
      {
        segment: [
          [0, 0],
          [4, 4],
        ],
      },
      {
        segment: [
          [0, 4],
          [4, 0],
        ],
      },
    ];
    const { mesh } = Triangulation.of(scene);
    expect(mesh.liveVertices).toBe(4 + 5);
    expect([mesh.coords[2 * 8], mesh.coords[2 * 8 + 1]]).toEqual([2, 2]);
  });

  test("overlapping squares are covered twice where they overlap", () => {
    const square = (x: number): Constraint => ({
      polygon: [
        [x, 0],
        [x + 4, 0],
        [x + 4, 4],
        [x, 4],
      ],
    });
    const { mesh } = Triangulation.of([square(0), square(2)]);
    const area = [0, 0, 0];
    for (let f = 0; f < mesh.faceCount; f++) {
      const [a, b, c] = [0, 1, 2].map((i) => 2 * mesh.triangles[3 * f + i]);
      const { coords: p } = mesh;
      area[mesh.cover[f]] +=
        ((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a])) / 2;
    }
    expect(area.slice(1)).toEqual([16, 8]);
  });

  test("a pentagram covers its core too (non-zero winding)", () => {
    const star: Point[] = [0, 2, 4, 1, 3].map((i) => [Math.cos(1.2566 * i), Math.sin(1.2566 * i)]);
    const triangulation = Triangulation.of([{ polygon: star }]);
    const { edge } = triangulation.locate(0, 0);
    expect(triangulation.mesh.cover[Math.floor(edge / 3)]).toBe(1);
  });

  test("hundreds of random segments through one another, at any scale", () => {
    for (const [seed, scale, offset] of [
      [1, 1, 0],
      [2, 1e-3, 0],
      [3, 1, 5e6],
      [4, 100, 5e6],
    ]) {
      const random = new Random(seed);
      const point = (): Point => [offset + scale * random.unit(), offset + scale * random.unit()];
      const scene = Array.from({ length: 120 }, (): Constraint => ({ segment: [point(), point()] }));
      const triangulation = Triangulation.of(scene);
      checkMesh(triangulation);
      for (let id = 0; id < scene.length; id++) triangulation.remove(id);
      checkMesh(triangulation);
      expect(triangulation.mesh.liveVertices).toBe(4);
    }
  });
});

describe("bad input", () => {
  test("a point outside the box is named", () => {
    const triangulation = new Triangulation({ minX: 0, minY: 0, maxX: 1, maxY: 1 });
    expect(() => triangulation.insert({ point: [2, 0.5] })).toThrow(/\[2, 0.5\] lies outside/);
    expect(() => triangulation.insert({ point: [1, 0.5] })).toThrow(InputError);
    expect(() => triangulation.insert({ point: [Number.NaN, 0.5] })).toThrow(InputError);
    checkMesh(triangulation);
  });

  test("an unknown number cannot be removed, and none twice", () => {
    const triangulation = Triangulation.of([{ point: [0, 0] }]);
    triangulation.remove(0);
    expect(() => triangulation.remove(0)).toThrow(InputError);
  });

  test("nothing at all is an empty box", () => {
    const triangulation = Triangulation.of([]);
    checkMesh(triangulation);
    expect(triangulation.mesh.liveFaces).toBe(2);
  });
});
