import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { planeSurface, sphereSurface } from "../scenes/index.js";
import { Clearance, cylindersOf } from "./clearance.js";
import {
  type MeshInput,
  type Point3,
  SurfaceAgents,
  SurfaceGround,
  SurfaceLocalMap,
  SurfaceMesh,
} from "./index.js";
import { dot, sub, unit } from "./vector.js";

type Lists = { positions: Point3[]; faces: number[][] };

/** Several meshes as one. */
function together(...meshes: readonly Lists[]): MeshInput {
  const positions: Point3[] = [];
  const faces: number[][] = [];
  for (const mesh of meshes) {
    for (const face of mesh.faces) faces.push(face.map((v) => v + positions.length));
    positions.push(...mesh.positions);
  }
  return { positions, faces };
}

const floor = (): Lists => {
  const { positions, faces } = planeSurface(13, 13);
  return { positions: [...positions], faces: faces.map((f) => [...f]) };
};

/** A horizontal strip across the floor, `width` metres along x. */
function strip(x: number, z: number, width: number): Lists {
  const at = (dx: number, y: number): Point3 => [x + dx, y, z];
  return { positions: [at(0, -1), at(width, -1), at(width, 12), at(0, 12)], faces: [[0, 1, 2], [0, 2, 3]] }; // biome-ignore format: a table
}

/** Whether some body that stands at a sample of one triangle holds a sample of another. */
function sampledMeets(
  stand: readonly Point3[],
  face: readonly Point3[],
  up: Point3,
  part: { radius: number; low: number; high: number },
): boolean {
  const N = 24;
  const samples = (t: readonly Point3[]): Point3[] => {
    const list: Point3[] = [];
    for (let i = 0; i <= N; i++)
      for (let j = 0; i + j <= N; j++)
        list.push([0, 1, 2].map((k) => (i * t[0][k] + j * t[1][k] + (N - i - j) * t[2][k]) / N) as never);
    return list;
  };
  const others = samples(face);
  return samples(stand).some((p) =>
    others.some((q) => {
      const d = sub(q, p);
      const z = dot(d, up);
      return z >= part.low && z <= part.high && dot(d, d) - z * z <= part.radius ** 2;
    }),
  );
}

describe("a body swept over a face", () => {
  test("meets what samples meet, and nothing that samples of a body a little larger miss (seed 5)", () => {
    const random = new Random(5);
    const point = (size: number): Point3 => [0, 1, 2].map(() => random.between(-size, size)) as never;
    let [met, missed] = [0, 0];
    for (let trial = 0; trial < 200; trial++) {
      const stand = [point(0.4), point(0.4), point(0.4)];
      const centre = point(1);
      const face = [0, 1, 2].map(() => point(0.4).map((x, k) => x + 0.8 * centre[k]) as unknown as Point3);
      const up = unit(point(1));
      const part = {
        radius: random.between(0.1, 0.4),
        low: random.between(0, 0.3),
        high: random.between(0.4, 1),
      };
      const exact = new Clearance([part], up, stand).meets(face);
      if (sampledMeets(stand, face, up, part)) expect(exact).toBe(true);
      // Samples are at most 0.04 m from anywhere in their triangle, differences of two at most 0.08 m.
      const larger = { radius: part.radius + 0.08, low: part.low - 0.08, high: part.high + 0.08 };
      if (exact) expect(sampledMeets(stand, face, up, larger)).toBe(true);
      if (exact) met++;
      else missed++;
    }
    expect(Math.min(met, missed)).toBeGreaterThan(20);
  });

  test("an axis meets what a segment meets, and touching is not meeting", () => {
    const stand: Point3[] = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]; // biome-ignore format: a table
    const at = (z: number, x = 0): Point3[] => stand.map(([a, b]) => [a + x, b, z]);
    const axis = new Clearance(cylindersOf({ radius: 0, height: 1.8 }), [0, 0, 1], stand);
    expect(axis.meets(at(1))).toBe(true);
    expect(axis.meets(at(1.81))).toBe(false);
    expect(axis.meets(at(-0.5))).toBe(false);
    expect(axis.meets(at(1, 1))).toBe(false);
    expect(axis.meets(stand)).toBe(false);
    const wall: Point3[] = [[0, 0, 0], [1, 0, 0], [0, 0, 2]]; // biome-ignore format: a table
    expect(axis.meets(wall)).toBe(false);
    const body = new Clearance(cylindersOf({ radius: 0.2, height: 1.8 }), [0, 0, 1], stand);
    expect(body.meets(wall)).toBe(true);
    expect(body.meets(at(1, 1.19))).toBe(true);
    expect(body.meets(at(1, 1.21))).toBe(false);
  });

  test("ground that rises by less than 45 degrees is ground", () => {
    const parts = cylindersOf({ radius: 0.3, height: 1.8 });
    const slope = (rise: number): Point3[] => [[0, 0, 0], [2, 0, 2 * rise], [0, 2, 0]]; // biome-ignore format: a table
    expect(new Clearance(parts, [0, 0, 1], slope(0.95)).meets(slope(0.95))).toBe(false);
    expect(new Clearance(parts, [0, 0, 1], slope(1.05)).meets(slope(1.05))).toBe(true);
  });
});

describe("heights", () => {
  // Between the rows of vertices and beside the centres of all faces: x = 6.2 to 6.25.
  const under = (z: number): MeshInput => together(floor(), strip(6.2, z, 0.05));
  const [a, b]: Point3[] = [[2.5, 5, 0], [9.5, 5, 0]]; // biome-ignore format: a table

  test.each(["normal", [0, 0, 1]] as const)("nobody of 1.8 m passes a beam at 1.0 m (up %s)", (up) => {
    const mesh = new SurfaceMesh(under(1));
    // No vertex and no centre of a face is under the beam.
    for (let f = 0; f < mesh.faceCount; f++) {
      const corners = mesh.triangle(f);
      if (corners.some(([, , z]) => z > 0)) continue;
      for (const x of [...corners.map((p) => p[0]), corners.reduce((sum, p) => sum + p[0], 0) / 3])
        expect(x > 6.2 && x < 6.25).toBe(false);
    }
    const way = (height: number) => new SurfaceGround(mesh, { height, up }).field(b).pathFrom(a);
    expect(way(0.99)).not.toBeNull();
    expect(way(1.8)).toBeNull();
  });

  test("who tips over a ridge meets what hangs above it, though neither slope does", () => {
    // Two slopes of 45 degrees that meet along x = 6, and a bar above, 1 m over the ridge and 10 cm wide.
    const positions: Point3[] = [];
    const faces: number[][] = [];
    for (let j = 0; j <= 10; j++) for (let i = 0; i <= 12; i++) positions.push([i, j, -Math.abs(i - 6)]);
    for (let j = 0; j < 10; j++) {
      for (let a = 13 * j; a < 13 * j + 12; a++) faces.push([a, a + 1, a + 14], [a, a + 14, a + 13]);
    }
    const mesh = new SurfaceMesh(together({ positions, faces }, strip(5.95, 1, 0.1)));
    const way = (height: number, to: Point3) =>
      new SurfaceGround(mesh, { height }).field(to).pathFrom([2.5, 5, -3.5]);
    expect(way(0.9, [9.5, 5, -3.5])).not.toBeNull();
    expect(way(1.3, [9.5, 5, -3.5])).toBeNull();
    expect(way(1.3, [5, 5, -1])).not.toBeNull();
  });

  test("a body keeps its radius to a post that stands on no ground of its own", () => {
    // A post hangs 10 cm above the floor and touches none of it.
    const post = (): Lists => {
      const ring: Point3[] = [0, 1, 2, 3].map(
        (k): Point3 => [6 + 0.1 * [1, 0, -1, 0][k], 5.2 + 0.1 * [0, 1, 0, -1][k], 0.1],
      );
      const positions = [...ring, ...ring.map(([x, y]): Point3 => [x, y, 3])];
      return { positions, faces: [0, 1, 2, 3].flatMap((k) => [[k, (k + 1) % 4, 4 + k], [(k + 1) % 4, 4 + ((k + 1) % 4), 4 + k]]) }; // biome-ignore format: a table
    };
    const mesh = new SurfaceMesh(together(floor(), post()));
    const ground = new SurfaceGround(mesh, { radius: 0.4, height: 1.8, up: [0, 0, 1] });
    const path = ground.field([9.5, 5.2, 0]).pathFrom([2.5, 5.2, 0])!;
    let nearest = Infinity;
    for (let i = 1; i < path.points.length; i++) {
      for (let t = 0; t <= 1; t += 0.05) {
        const [x, y] = [0, 1].map(
          (k) => path.points[i - 1][k] + t * (path.points[i][k] - path.points[i - 1][k]),
        );
        // The post is a square on its corner: from (x, y), turned into one quarter, to the side there.
        const [u, v] = [Math.abs(x - 6), Math.abs(y - 5.2)];
        const s = Math.min(Math.max((0.1 - u + v) / 0.2, 0), 1);
        nearest = Math.min(nearest, Math.hypot(u - 0.1 * (1 - s), v - 0.1 * s));
      }
    }
    expect(nearest).toBeGreaterThanOrEqual(0.4 - 1e-9);
    expect(nearest).toBeLessThan(2);
  });
});

describe("neighbours", () => {
  /** A plate of 5 cm, closed around its rim: two floors, the lower one turned over. */
  const plate = (): SurfaceMesh => {
    const { positions, faces } = floor();
    const count = positions.length;
    const lower = positions.map(([x, y]): Point3 => [x, y, -0.05]);
    const sides: number[][] = [];
    const edges = new Map<string, [number, number]>();
    for (const f of faces)
      for (let k = 0; k < 3; k++) {
        const [a, b] = [f[k], f[(k + 1) % 3]];
        if (!edges.delete(`${b},${a}`)) edges.set(`${a},${b}`, [a, b]);
      }
    for (const [a, b] of edges.values()) sides.push([b, a, a + count], [b, a + count, b + count]);
    return new SurfaceMesh({
      positions: [...positions, ...lower],
      faces: [...faces, ...faces.map(([a, b, c]) => [a + count, c + count, b + count]), ...sides],
    });
  };

  test("somebody on the far side of a plate is not in the way", () => {
    const mesh = plate();
    expect(mesh.closed).toBe(true);
    const field = new SurfaceGround(mesh).field([10, 5, 0]);
    const agents = new SurfaceAgents({ reach: 3 });
    const still = agents.add({ at: [6, 5, -0.05], field, radius: 0.4, speed: 1e-9 });
    const walker = agents.add({ at: [6, 5, 0], field, radius: 0.4, speed: 1 });
    const alone = field.pathFrom([6, 5, 0])!;
    agents.step(1);
    const { walked, position } = agents.agents[walker];
    expect(walked).toBeCloseTo(1, 9);
    // It walks the way that it would alone.
    const off = Math.min(
      ...alone.points.slice(1).map((q, i) => {
        const p = alone.points[i];
        const t = Math.min(Math.max(dot(sub(position, p), sub(q, p)) / dot(sub(q, p), sub(q, p)), 0), 1);
        return Math.hypot(...[0, 1, 2].map((k) => p[k] + t * (q[k] - p[k]) - position[k]));
      }),
    );
    expect(off).toBeLessThan(1e-6);
    expect(agents.agents[still].position[2]).toBeCloseTo(-0.05, 9);
  });

  test("somebody on the same side is, and so is a thing in space", () => {
    const mesh = plate();
    const field = new SurfaceGround(mesh).field([10, 5, 0]);
    const place = mesh.nearest([6, 5, -0.05]).point;
    const closed = (obstacle: { position: Point3; radius: number; place?: typeof place }): boolean[] => {
      const { levels } = new SurfaceLocalMap(field, [4, 5, 0], [obstacle], { reach: 4 });
      return [0, -0.05].map((z) =>
        [...levels].some(([v, level]) => level === Infinity && mesh.vertex(v)[2] === z),
      );
    };
    const top = mesh.nearest([6, 5, 0]).point;
    expect(closed({ position: [6, 5, 0], radius: 0.5, place: top })[0]).toBe(true);
    expect(closed({ position: [6, 5, -0.05], radius: 0.5, place })[0]).toBe(false);
    expect(closed({ position: [6, 5, -0.05], radius: 0.5 })[0]).toBe(true);
    const agents = new SurfaceAgents({ reach: 3 });
    agents.add({ at: [6, 5, 0], field, radius: 0.4 });
    expect(() => agents.add({ at: [6.5, 5, 0], field, radius: 0.4 })).toThrow("agent 0 stands there");
    agents.add({ at: [6.5, 5, -0.05], field, radius: 0.4 });
  });

  test("agents are all on one mesh", () => {
    const agents = new SurfaceAgents({ reach: 3 });
    agents.add({ at: [6, 5, 0], field: new SurfaceGround(plate()).field([10, 5, 0]) });
    const other = new SurfaceGround(new SurfaceMesh(sphereSurface(2))).field([0, 0, 1]);
    expect(() => agents.add({ at: [1, 0, 0], field: other })).toThrow("one mesh");
  });
});
