import { describe, expect, test } from "vitest";
import { faultOf } from "../../test/surface-paths.js";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { builtinSurface, cylinderSurface, planeSurface, sphereSurface } from "../scenes/index.js";
import {
  type GroundOptions,
  type MeshInput,
  type Point3,
  pathWithStartObstacle,
  SurfaceGround,
  SurfaceMesh,
  type SurfaceRegion,
} from "./index.js";

const stretch = (
  { positions, faces }: { positions: Point3[]; faces: number[][] },
  by: Point3,
): MeshInput => ({
  positions: positions.map(([x, y, z]): Point3 => [x * by[0], y * by[1], z * by[2]]),
  faces,
});

function spiky(seed: number): MeshInput {
  const random = new Random(seed);
  const { positions, faces } = sphereSurface(2);
  return {
    positions: positions.map(([x, y, z]): Point3 => {
      const k = Math.exp(random.between(-2, 2));
      return [k * x, k * y, k * z];
    }),
    faces,
  };
}

function crumpled(seed: number): MeshInput {
  const random = new Random(seed);
  const { positions, faces } = planeSurface(12, 12);
  return { positions: positions.map(([x, y]): Point3 => [x, y, random.between(-3, 3)]), faces };
}

/** Points of one line in many faces: every face a sliver or without any area. */
function slivers(seed: number): MeshInput {
  const random = new Random(seed);
  const { positions, faces } = planeSurface(10, 10);
  return {
    positions: positions.map(([x, y]): Point3 => [x + 3 * y, 1e-6 * random.between(0, 1) * y, 0]),
    faces,
  };
}

const MESHES: readonly [string, MeshInput][] = [
  ["noisy plane", planeSurface(14, 14, 0.45, 1)],
  ["squashed plane", stretch(planeSurface(12, 12, 0.4, 2), [1, 1e-3, 1])],
  ["squashed sphere", stretch(sphereSurface(2), [1, 1, 1e-4])],
  ["crumpled plane", crumpled(3)],
  ["spiky sphere", spiky(4)],
  ["slivers", slivers(5)],
  [
    "far away",
    {
      positions: planeSurface(10, 10, 0.3, 6).positions.map(([x, y]): Point3 => [x + 5e6, y - 5e6, 5e6]),
      faces: planeSurface(10, 10).faces,
    },
  ],
  ["costa", builtinSurface("costa")],
];

const GROUNDS: readonly [string, GroundOptions][] = [
  ["cotan, walls", { weights: "cotan" }],
  ["cotan, free limits", { weights: "cotan", limits: "free" }],
  ["influence, walls", { weights: "influence" }],
  ["influence, free limits", { weights: "influence", limits: "free" }],
];

/** A ground with a few random obstacles and a goal that can be stood on. */
function trial(
  input: MeshInput,
  options: GroundOptions,
  seed: number,
): { ground: SurfaceGround; goal: SurfaceRegion } {
  const mesh = new SurfaceMesh(input);
  const random = new Random(seed);
  const obstacles = Array.from({ length: 3 }, () => ({ vertices: [random.below(mesh.vertexCount)] }));
  const ground = new SurfaceGround(mesh, { ...options, obstacles });
  let face = random.below(mesh.faceCount);
  while ([0, 1, 2].some((k) => ground.tags[mesh.corners[3 * face + k]])) face = (face + 1) % mesh.faceCount;
  return { ground, goal: { kind: "face", face, weights: [0.25, 0.35, 0.4] } };
}

/** Free vertices that edges of the mesh connect to a corner of the goal's face, without passing a blocked one. */
function connectedTo({ mesh, tags }: SurfaceGround, goal: SurfaceRegion): Set<number> {
  const { face } = mesh.inFace(goal as { kind: "face"; face: number; weights: [number, number, number] });
  const neighbours = Array.from({ length: mesh.vertexCount }, () => [] as number[]);
  mesh.corners.forEach((a, h) => {
    const b = mesh.corners[h % 3 === 2 ? h - 2 : h + 1];
    neighbours[a].push(b);
    neighbours[b].push(a);
  });
  const stack = [...mesh.corners.subarray(3 * face, 3 * face + 3)];
  const found = new Set(stack);
  while (stack.length > 0)
    for (const w of neighbours[stack.pop()!]) {
      if (tags[w] || found.has(w)) continue;
      found.add(w);
      stack.push(w);
    }
  return found;
}

describe.each(MESHES)("%s", (_, input) => {
  describe.each(GROUNDS)("%s", (__, options) => {
    test.each([1, 2])(
      "0 <= p <= 1, no interior extremum without a leak, no interior minimum ever (seed %i)",
      (seed) => {
        for (const leak of [undefined, 0]) {
          const { ground, goal } = trial(
            input,
            { ...options, ...(leak === undefined ? {} : { leak }) },
            seed,
          );
          const field = ground.field(goal);
          const { start, index } = ground.couplings;
          for (let v = 0; v < ground.mesh.vertexCount; v++) {
            const p = field.potential(v);
            expect(p >= 0 && p <= 1).toBe(true);
            const level = field.levels[v];
            if (ground.tags[v] || level === 0 || level === Infinity) continue;
            const around = [...index.subarray(start[v], start[v + 1])].map((w) => field.levels[w]);
            const rounding = 1e-12 * (1 + level);
            expect(Math.min(...around)).toBeLessThanOrEqual(level + rounding);
            if (leak === 0) expect(Math.max(...around)).toBeGreaterThanOrEqual(level - rounding);
            else expect(Math.min(...around)).toBeLessThan(level);
          }
        }
      },
    );

    test.each([1, 2])(
      "who has a way arrives, on the surface and through nothing blocked (seed %i)",
      (seed) => {
        const { ground, goal } = trial(input, options, seed);
        const { mesh } = ground;
        const field = ground.field(goal);
        const end = mesh.position(goal as { kind: "face"; face: number; weights: [number, number, number] });
        const random = new Random(seed);
        const open = connectedTo(ground, goal);
        let arrived = 0;
        for (let i = 0; i < 30; i++) {
          const face = random.below(mesh.faceCount);
          const a = random.unit();
          const b = random.unit() * (1 - a);
          const answer = field.follow({ kind: "face", face, weights: [a, b, 1 - a - b] });
          const hasWay = [0, 1, 2].some((k) => open.has(mesh.corners[3 * face + k]));
          expect(answer.path !== null).toBe(hasWay);
          if (answer.path === null) continue;
          arrived++;
          expect(faultOf(ground, answer.path)).toBeNull();
          expect(answer.path.points.at(-1)).toEqual(end);
          const smooth = field.pathFrom({ kind: "face", face, weights: [a, b, 1 - a - b] }, { smooth: 12 })!;
          expect(faultOf(ground, smooth)).toBeNull();
          expect(smooth.length).toBeLessThanOrEqual(answer.path.length * (1 + 1e-9));
        }
        expect(arrived).toBeGreaterThan(10);
      },
    );
  });
});

describe("closed forms", () => {
  test("between the rims of a cylinder the potential is linear, to rounding", () => {
    const mesh = new SurfaceMesh(cylinderSurface(24, 20, 3));
    const top = { vertices: [...Array(mesh.vertexCount).keys()].filter((v) => mesh.vertex(v)[2] > 2.99) };
    const field = new SurfaceGround(mesh, { leak: 0 }).field(top);
    for (let v = 0; v < mesh.vertexCount; v++)
      expect(1 - field.potential(v)).toBeCloseTo(mesh.vertex(v)[2] / 3, 11);
    const path = field.pathFrom([Math.cos(0.1), Math.sin(0.1), 0.3])!;
    // The mesh is a stack of antiprisms, whose faces lean a little.
    expect(path.length / 2.7).toBeLessThan(1.02);
    expect(path.length).toBeGreaterThanOrEqual(2.7);
  });

  test("with a leak it is a hyperbolic sine, the better the finer", () => {
    const errors = [10, 20, 40].map((n) => {
      const mesh = new SurfaceMesh(cylinderSurface(n, n, 2));
      const top = { vertices: [...Array(mesh.vertexCount).keys()].filter((v) => mesh.vertex(v)[2] > 1.99) };
      const field = new SurfaceGround(mesh, { leak: 4 }).field(top);
      let worst = 0;
      for (let v = 0; v < mesh.vertexCount; v++) {
        const exact = Math.sinh(2 * mesh.vertex(v)[2]) / Math.sinh(4);
        worst = Math.max(worst, Math.abs(1 - field.potential(v) - exact));
      }
      return worst;
    });
    expect(errors[2]).toBeLessThan(6e-3);
    expect(errors[0] / errors[1]).toBeGreaterThan(3);
    expect(errors[1] / errors[2]).toBeGreaterThan(3);
  });

  /** A sphere of rings and poles: vertices on exact circles of latitude. */
  function ringed(rings: number): MeshInput {
    const positions: Point3[] = [[0, 0, 1]];
    const faces: number[][] = [];
    const around = 2 * rings;
    for (let i = 1; i < rings; i++)
      for (let j = 0; j < around; j++) {
        const [t, a] = [(Math.PI * i) / rings, (2 * Math.PI * (j + (i % 2) / 2)) / around];
        positions.push([Math.sin(t) * Math.cos(a), Math.sin(t) * Math.sin(a), Math.cos(t)]);
      }
    positions.push([0, 0, -1]);
    const at = (i: number, j: number): number => 1 + (i - 1) * around + (j % around);
    for (let j = 0; j < around; j++) {
      faces.push([0, at(1, j), at(1, j + 1)], [positions.length - 1, at(rings - 1, j + 1), at(rings - 1, j)]);
      for (let i = 1; i + 1 < rings; i++) {
        const odd = i % 2;
        faces.push(
          [at(i, j), at(i + 1, j + odd), at(i, j + 1)],
          [at(i, j + 1), at(i + 1, j + odd), at(i + 1, j + 1 + odd)],
        );
      }
    }
    return { positions, faces };
  }
  const cap = (mesh: SurfaceMesh, inside: (z: number) => boolean): SurfaceRegion => ({
    vertices: [...Array(mesh.vertexCount).keys()].filter((v) => inside(mesh.vertex(v)[2])),
  });

  test("between two caps of a sphere it is a logarithm of the tangent, the better the finer", () => {
    const errors = [16, 32, 64].map((rings) => {
      const mesh = new SurfaceMesh(ringed(rings));
      const ground = new SurfaceGround(mesh, {
        leak: 0,
        obstacles: [cap(mesh, (z) => z < -Math.SQRT1_2 + 1e-9)],
      });
      const field = ground.field(cap(mesh, (z) => z > Math.SQRT1_2 - 1e-9));
      const g = (t: number): number => Math.log(Math.tan(t / 2));
      let worst = 0;
      for (let v = 0; v < mesh.vertexCount; v++) {
        const t = Math.acos(mesh.vertex(v)[2]);
        if (t < Math.PI / 4 || t > (3 * Math.PI) / 4) continue;
        const exact = (g((3 * Math.PI) / 4) - g(t)) / (g((3 * Math.PI) / 4) - g(Math.PI / 4));
        worst = Math.max(worst, Math.abs(1 - field.potential(v) - exact));
      }
      return worst;
    });
    expect(errors[2]).toBeLessThan(1e-3);
    expect(errors[0] / errors[1]).toBeGreaterThan(3);
    expect(errors[1] / errors[2]).toBeGreaterThan(3);
  });

  test("on a whole sphere it is the Legendre function that the leak gives", () => {
    const mesh = new SurfaceMesh(ringed(64));
    const field = new SurfaceGround(mesh, { leak: 2 }).field(cap(mesh, (z) => z > Math.SQRT1_2 - 1e-9));
    // u'' + cot(t) u' = 2 u, from the far pole with u = 1, u' = 0, by Runge and Kutta.
    const exact = new Map<number, number>();
    const steps = 6400;
    const h = Math.PI / steps;
    let [u, w] = [1, 0];
    const slope = (t: number, a: number, b: number): [number, number] => [
      b,
      2 * a - (t > 0 ? b / Math.tan(t) : a),
    ];
    for (let i = 0; i < (steps * 3) / 4; i++) {
      if (i % (steps / 64) === 0) exact.set(64 - (64 * i) / steps, u);
      const t = i * h;
      const k1 = slope(t, u, w);
      const k2 = slope(t + h / 2, u + (h / 2) * k1[0], w + (h / 2) * k1[1]);
      const k3 = slope(t + h / 2, u + (h / 2) * k2[0], w + (h / 2) * k2[1]);
      const k4 = slope(t + h, u + h * k3[0], w + h * k3[1]);
      u += (h / 6) * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
      w += (h / 6) * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
    }
    expect(exact.size).toBe(48);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const ring = Math.round((64 * Math.acos(mesh.vertex(v)[2])) / Math.PI);
      if (exact.has(ring)) expect(1 - field.potential(v)).toBeCloseTo(exact.get(ring)! / u, 2.5);
    }
  });
});

describe("no flatness", () => {
  test("a corridor a thousand times as long as wide leads all the way", () => {
    const mesh = new SurfaceMesh(planeSurface(4000, 6));
    const field = new SurfaceGround(mesh).field({ kind: "vertex", vertex: 3 * 4000 + 2 });
    const path = field.pathFrom({ kind: "vertex", vertex: 3 * 4000 - 5 })!;
    expect(path.length).toBeGreaterThan(3980);
    expect(path.length).toBeLessThan(4100);
    // u itself is far below the least double.
    expect(field.levels[3 * 4000 - 5]).toBeGreaterThan(2000);
  });

  test("dead ends of a closed mesh are not level, wherever the walls are", () => {
    const mesh = new SurfaceMesh(stretch(sphereSurface(3), [1, 1, 40]));
    const top = mesh.nearest([0, 0, 40]).point;
    const ground = new SurfaceGround(mesh, { obstacles: [{ centre: [1, 0, 0], radius: 0.5 }] });
    const field = ground.field([-1, 0, 1]);
    const path = field.pathFrom(top)!;
    expect(faultOf(ground, path)).toBeNull();
    expect(path.length).toBeGreaterThan(38);
  });
});

describe("goals, obstacles and failure", () => {
  const plane = new SurfaceMesh(planeSurface(20, 20));

  test("several goals: everybody goes to one of them, and regions are entered at their rim", () => {
    const field = new SurfaceGround(plane).field([[5, 8, 0], { centre: [15, 8, 0], radius: 2 }]);
    expect(field.pathFrom([4, 9, 0])!.points.at(-1)![0]).toBeCloseTo(5, 9);
    const [x, y] = field.pathFrom([11, 8, 0])!.points.at(-1)!;
    expect(Math.hypot(x - 15, y - 8)).toBeGreaterThan(1);
    expect(Math.hypot(x - 15, y - 8)).toBeLessThan(3.2);
    const counts = [0, 0];
    for (let vertex = 0; vertex < plane.vertexCount; vertex++) {
      if (field.ground.tags[vertex] !== 0) continue;
      const [ex, ey] = field.pathFrom({ kind: "vertex", vertex })!.points.at(-1)!;
      const isPoint = Math.hypot(ex - 5, ey - 8) < 1e-9;
      expect(isPoint || Math.hypot(ex - 15, ey - 8) < 3.2, `vertex ${vertex}`).toBe(true);
      counts[isPoint ? 0 : 1]++;
    }
    expect(Math.min(...counts)).toBeGreaterThan(0.1 * plane.vertexCount);
  });

  test("many goal vertices, which are factorised in, and few, which are not, give what relaxation comes to", () => {
    const ground = new SurfaceGround(plane);
    const vertices = [130, 131, 132, 150, 151, 152];
    const few = ground.field({ vertices });
    const many = ground.field({ vertices: [...vertices, 133] });
    const relaxed = ground.relax({ vertices: [...vertices, 133] }, { threshold: 1e-13 }).field;
    for (let v = 0; v < plane.vertexCount; v++)
      expect(many.potential(v)).toBeCloseTo(relaxed.potential(v), 9);
    const relaxedFew = ground.relax({ vertices }, { threshold: 1e-13 }).field;
    for (let v = 0; v < plane.vertexCount; v++)
      expect(few.potential(v)).toBeCloseTo(relaxedFew.potential(v), 9);
  });

  test("another mesh's contact is an obstacle", () => {
    const bar = new SurfaceMesh({
      positions: [[10, -1, -1], [10, 12, -1], [10, 12, 1], [10, -1, 1]],
      faces: [[0, 1, 2], [0, 2, 3]],
    }); // biome-ignore format: a table
    const ground = new SurfaceGround(plane, { obstacles: [{ contact: bar }] });
    const path = ground.field([15, 5, 0]).pathFrom([5, 5, 0])!;
    expect(Math.max(...path.points.map(([, y]) => y))).toBeGreaterThan(12);
    expect(faultOf(ground, path)).toBeNull();
  });

  test("a goal off the mesh is the nearest place, and its distance is told", () => {
    const field = new SurfaceGround(plane).field([10, 8, 3]);
    expect(field.goalDistance).toBe(3);
    expect(field.pathFrom([4, 4, 0])!.points.at(-1)).toEqual([10, 8, 0]);
  });

  test("no way: null, with the reason", () => {
    const two = new SurfaceMesh({
      positions: [
        ...planeSurface(6, 6).positions,
        ...planeSurface(6, 6).positions.map(([x, y]): Point3 => [x + 50, y, 0]),
      ],
      faces: [...planeSurface(6, 6).faces, ...planeSurface(6, 6).faces.map((f) => f.map((v) => v + 36))],
    });
    const field = new SurfaceGround(two).field([2, 2, 0]);
    expect(field.pathFrom([52, 2, 0])).toBeNull();
    expect(field.follow([52, 2, 0])).toMatchObject({ reason: expect.stringContaining("not connected") });
    expect(field.cost([52, 2, 0])).toBeNull();
    const wall = { vertices: [...Array(20).keys()].map((i) => 10 * 20 + i) };
    const parted = new SurfaceGround(plane, { obstacles: [wall] }).field([10, 3, 0]);
    expect(parted.follow([10, 14, 0])).toMatchObject({ reason: expect.stringContaining("part the start") });
    expect(parted.follow({ kind: "vertex", vertex: 205 })).toMatchObject({
      reason: expect.stringContaining("obstacle"),
    });
    expect(parted.follow({ kind: "vertex", vertex: 0 })).toMatchObject({
      reason: expect.stringContaining("limit"),
    });
  });

  test("heading and cost agree with the path", () => {
    const field = new SurfaceGround(plane).field([15, 8, 0]);
    const path = field.pathFrom([4, 9, 0])!;
    const heading = field.heading([4, 9, 0])!;
    const first = path.points[1].map((x, k) => x - path.points[0][k]);
    heading.forEach((x, k) => {
      expect(x).toBeCloseTo(first[k] / Math.hypot(...first), 9);
    });
    const costs = path.places.map((p) => field.cost(p)!);
    costs.forEach((cost, i) => {
      if (i > 0) expect(cost).toBeLessThanOrEqual(costs[i - 1] + 1e-9);
    });
    expect(field.heading([15, 8, 0])).toEqual([0, 0, 0]);
    expect(field.reason([4, 9, 0])).toBeNull();
    const wrapped = new SurfaceGround(plane).field([{ point: [15, 8, 0] }]);
    expect(wrapped.distance([4, 9, 0])).toBe(path.length);
    expect(field.distance([4, 9, 0])).toBe(path.length);
  });

  test.each<[string, () => unknown, string]>([
    [
      "an unknown option",
      () => new SurfaceGround(plane, { wieghts: "cotan" } as GroundOptions),
      "unknown option",
    ],
    [
      "a wrong weighting",
      () => new SurfaceGround(plane, { weights: "x" as "cotan" }),
      "weights: cotan or influence is needed",
    ],
    [
      "a negative radius",
      () => new SurfaceGround(plane, { radius: -1 }),
      "radius: a finite number of metres >= 0 is needed",
    ],
    ["no goal", () => new SurfaceGround(plane).field([]), "at least one goal is needed"],
    [
      "a goal that is not there",
      () => new SurfaceGround(plane).field({ kind: "vertex", vertex: 400 }),
      "goals[0]: a vertex",
    ],
    [
      "weights that do not add up",
      () => new SurfaceGround(plane).field({ kind: "face", face: 0, weights: [1, 1, 1] }),
      "sum is 1",
    ],
    [
      "a goal on an obstacle",
      () => new SurfaceGround(plane, { obstacles: [{ vertices: [210] }] }).field({ vertices: [210] }),
      "on an obstacle",
    ],
    [
      "a name",
      () => new SurfaceGround(plane).field(["exit"] as never),
      "goals[0]: names need a world; here a goal is [x, y, z] of numbers",
    ],
    [
      "a start",
      () => new SurfaceGround(plane).field([{ point: [5, 5, 0], start: 2 }] as never),
      "goals[0].start: a potential on a mesh cannot begin to count at a distance; path maps and roadmaps can; given: 2",
    ],
    [
      "a point of the plane",
      () => new SurfaceGround(plane).field([{ point: [5, 5] }] as never),
      "goals[0]: [x, y, z]",
    ],
    ["null", () => new SurfaceGround(plane).field([null] as never), "is needed; given: null"],
    [
      "a number in the place of vertices",
      () => new SurfaceGround(plane).field([{ vertices: 5 }] as never),
      "goals[0]: a list of vertices is needed; given: 5",
    ],
    [
      "an unknown kind of place",
      () => new SurfaceGround(plane).field([{ kind: "foo" }] as never),
      "goals[0].kind: one of vertex, edge, face is needed",
    ],
    [
      "an unknown key",
      () => new SurfaceGround(plane).field([{ vertices: [1], colour: 2 }] as never),
      'goals[0]: unknown key "colour"; known: vertices',
    ],
    [
      "a ball without a centre",
      () => new SurfaceGround(plane).field([{ centre: 5, radius: 1 }] as never),
      "goals[0]: [x, y, z]",
    ],
    [
      "contact with what is no mesh",
      () => new SurfaceGround(plane).field([{ contact: {} }] as never),
      "goals[0]: [x, y, z]",
    ],
    [
      "a place without weights",
      () => new SurfaceGround(plane).field([{ kind: "face", face: 0 }] as never),
      "goals[0]: weights are three numbers",
    ],
    ["NaN", () => new SurfaceGround(plane).field([Number.NaN, 0, 0]), "[x, y, z] of numbers up to 1e12 m"],
    [
      "too little memory",
      () => new SurfaceGround(plane, { memory: 1000 }).field([5, 5, 0]),
      "unknowns needs",
    ],
  ])("%s is an InputError", (_, act, message) => {
    expect(act).toThrow(InputError);
    expect(act).toThrow(message);
  });

  test("a start of 0 is none, as in the plane", () => {
    const ground = new SurfaceGround(plane);
    const from = [1, 1, 0] as const;
    const goal = { point: [5, 5, 0], start: 0 } as never;
    expect(ground.field([goal]).distance(from)).toBe(ground.field([{ point: [5, 5, 0] }]).distance(from));
  });
});

describe("closed meshes without obstacles", () => {
  const mesh = new SurfaceMesh(sphereSurface(3));

  test("one field leads from everywhere, nearly along great circles", () => {
    const field = new SurfaceGround(mesh).field([0, 0, 1]);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const start = mesh.vertex(v);
      // At the goal itself a ratio says nothing.
      if (start[2] > 0.9) continue;
      const path = field.pathFrom({ kind: "vertex", vertex: v })!;
      const arc = Math.acos(Math.min(1, start[2] / Math.hypot(...start)));
      expect(path.length / arc).toBeGreaterThan(0.97);
      expect(path.length / arc).toBeLessThan(1.06);
    }
  });

  test("the thesis's obstacle at the start leads there too, but not to the same side from everywhere in the cell", () => {
    const goal: SurfaceRegion[] = [[0, 0, 1]];
    const south = mesh.nearest([0, 0, -1]).point;
    const answer = pathWithStartObstacle(mesh, south, goal);
    expect(answer.path!.points.at(-1)![2]).toBeCloseTo(1, 2);
    const ends = [0.1, 2.2, 4.3].map((a) => {
      const from: Point3 = [0.01 * Math.cos(a), 0.01 * Math.sin(a), -1];
      const { path } = pathWithStartObstacle(mesh, from, goal);
      const half = path!.points[path!.points.length >> 1];
      return Math.atan2(half[1], half[0]);
    });
    expect(new Set(ends.map((a) => Math.round(a))).size).toBeGreaterThan(1);
  });
});
