import { describe, expect, test } from "vitest";
import { faultOf } from "../../test/surface-paths.js";
import { InputError } from "../errors.js";
import { planeSurface, sphereSurface, torusSurface } from "../scenes/index.js";
import {
  geodesicPath,
  type Point3,
  SurfaceAgents,
  SurfaceGround,
  SurfaceLocalMap,
  SurfaceMesh,
  scatterAgents,
  walkAgents,
} from "./index.js";

const plane = new SurfaceMesh(planeSurface(30, 30));

/** Places on a polyline, ten to a piece. */
function sampledPath(points: readonly Point3[]): Point3[] {
  return points.slice(1).flatMap((q, i) =>
    Array.from({ length: 11 }, (_, k): Point3 => {
      const [x, y, z] = points[i].map((p, c) => p + (k / 10) * (q[c] - p));
      return [x, y, z];
    }),
  );
}

/** Distance of a point to a segment. */
function toSegment(p: Point3, a: Point3, b: Point3): number {
  const d = b.map((x, k) => x - a[k]);
  const length2 = d.reduce((sum, x) => sum + x * x, 0);
  const t = p.reduce((sum, x, k) => sum + (x - a[k]) * d[k], 0) / length2;
  const s = Math.min(Math.max(t, 0), 1);
  return Math.hypot(...p.map((x, k) => x - a[k] - s * d[k]));
}

describe("bodies", () => {
  test("a path keeps the radius to every wall, limits included", () => {
    const obstacle = { centre: [15, 12, 0] as Point3, radius: 1.5 };
    const ground = new SurfaceGround(plane, { radius: 2, obstacles: [obstacle] });
    const blocked = new SurfaceGround(plane, { obstacles: [obstacle] }).tags;
    const field = ground.field([25, 12, 0]);
    const path = field.pathFrom([5, 12.3, 0])!;
    expect(faultOf(ground, path)).toBeNull();
    // Walls are the edges between two blocked vertices; the path is looked at every tenth of a piece.
    const walls: [Point3, Point3][] = [];
    plane.corners.forEach((a, h) => {
      const b = plane.corners[h % 3 === 2 ? h - 2 : h + 1];
      if (blocked[a] && blocked[b]) walls.push([plane.vertex(a), plane.vertex(b)]);
    });
    const nearest = (points: readonly Point3[]): number =>
      Math.min(...sampledPath(points).flatMap((p) => walls.map(([a, b]) => toSegment(p, a, b))));
    expect(nearest(path.points)).toBeGreaterThanOrEqual(2 - 1e-9);
    // Shortest paths come as near as they may: without a body they touch.
    const [a, b]: Point3[] = [
      [5, 12.3, 0],
      [25, 12, 0],
    ];
    const bare = new SurfaceGround(plane, { obstacles: [obstacle] });
    expect(nearest(geodesicPath(bare, a, b)!.points)).toBeLessThan(1e-9);
    const wide = nearest(geodesicPath(ground, a, b)!.points);
    expect(wide).toBeGreaterThanOrEqual(2 - 1e-9);
    expect(wide).toBeLessThan(3.5);
    expect(field.follow([15, 14, 0])).toMatchObject({ reason: expect.stringContaining("does not fit") });
  });

  test("under a fold lower than the height nobody passes (figure 7.1)", () => {
    // A floor, and a ceiling that comes down to 1 m along a strip across its middle.
    const floor = planeSurface(24, 20);
    const ceiling = planeSurface(24, 20).positions.map(
      ([x, y]): Point3 => [x, y, Math.abs(x - 12) < 2 ? 1 : 6],
    );
    const mesh = new SurfaceMesh({
      positions: [...floor.positions, ...ceiling],
      faces: [...floor.faces, ...floor.faces.map((f) => f.map((v) => v + floor.positions.length))],
    });
    const [a, b]: Point3[] = [
      [4, 8, 0],
      [20, 8, 0],
    ];
    const low = new SurfaceGround(mesh, { height: 0.9 });
    expect(low.field(b).pathFrom(a)).not.toBeNull();
    const high = new SurfaceGround(mesh, { height: 1.8, up: [0, 0, 1] });
    expect(high.field(b).follow(a)).toMatchObject({ reason: expect.stringContaining("part the start") });
    expect(high.field(b).follow([12, 8, 0])).toMatchObject({
      reason: expect.stringContaining("does not fit"),
    });
  });
});

describe("local maps", () => {
  const torus = new SurfaceMesh(torusSurface(40, 20));
  const ground = new SurfaceGround(torus, { obstacles: [{ centre: [0, 1.4, 0], radius: 0.2 }] });
  const field = ground.field([-1.4, 0, 0]);
  const at: Point3 = [1.2, 0.6, 0.2];

  test("with nothing in the way they are the field itself", () => {
    const map = new SurfaceLocalMap(field, at, [], { reach: 0.7 });
    expect(map.vertices.length).toBeGreaterThan(30);
    for (const [v, level] of map.levels) expect(level).toBeCloseTo(field.levels[v], 9);
  });

  test("around what stands in the way the path keeps off, and ends at the rim", () => {
    const free = new SurfaceLocalMap(field, at, [], { reach: 0.7 }).path()!;
    const middle = free.points[free.points.length >> 1];
    const map = new SurfaceLocalMap(field, at, [{ position: middle, radius: 0.1 }], {
      reach: 0.7,
      radius: 0.05,
    });
    const path = map.path()!;
    expect(faultOf(ground, path)).toBeNull();
    for (const [v, level] of map.levels) {
      if (Math.hypot(...torus.vertex(v).map((x, k) => x - middle[k])) < 0.15) expect(level).toBe(Infinity);
    }
    for (const p of sampledPath(path.points))
      expect(Math.hypot(...p.map((x, k) => x - middle[k]))).toBeGreaterThanOrEqual(0.15);
    const end = path.points.at(-1)!;
    const toRim = Math.min(...map.rim.map((v) => Math.hypot(...torus.vertex(v).map((x, k) => x - end[k]))));
    expect(toRim).toBeLessThan(1e-12);
    expect(path.length).toBeGreaterThan(0.4);
  });
});

describe("bends", () => {
  const n = 13;
  const vector: Point3 = [0.6, 1, 0];

  /** A map bent by the vector on a grid of squares; what is inside it, neither rim nor goal. */
  function bentMap(turned: (p: Point3) => Point3): { inner: number[]; levels: ReadonlyMap<number, number> } {
    const positions: Point3[] = [];
    const faces: number[][] = [];
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) positions.push(turned([i, j, 0]));
    for (let j = 0; j + 1 < n; j++)
      for (let a = j * n; a < j * n + n - 1; a++) faces.push([a, a + 1, a + n + 1], [a, a + n + 1, a + n]);
    const field = new SurfaceGround(new SurfaceMesh({ positions, faces }), { leak: 0 }).field(
      turned([10, 7, 0]),
    );
    const bend = { epsilon: 0.8, vector: turned(vector) };
    const map = new SurfaceLocalMap(field, turned([5, 5, 0]), [], { reach: 4, bend });
    const edge = new Set([...map.rim, 7 * n + 10]);
    return { inner: map.vertices.filter((v) => !edge.has(v)), levels: map.levels };
  }

  test("on a grid of squares a bent map solves equation 5.1, and on its edge in space the same", () => {
    const { inner, levels } = bentMap((p) => p);
    // Walls are no part of a map: u is 0 there.
    const u = (v: number): number => Math.exp(-(levels.get(v) ?? Infinity));
    for (const v of inner) {
      const mean = (u(v + 1) + u(v - 1) + u(v + n) + u(v - n)) / 4;
      const carried = (0.8 / 8) * ((u(v + 1) - u(v - 1)) * vector[0] + (u(v + n) - u(v - n)) * vector[1]);
      expect(u(v) / (mean - carried)).toBeCloseTo(1, 9);
    }
    expect(inner.length).toBeGreaterThan(20);
    const upright = bentMap(([x, y]) => [x, 0, y]);
    for (const v of inner) expect(upright.levels.get(v)!).toBeCloseTo(levels.get(v)!, 9);
  });

  test("a bend as strong as the weights is refused", () => {
    const field = new SurfaceGround(plane).field([20, 12, 0]);
    const bend = { epsilon: 1, vector: [2, 0, 0] as const };
    expect(() => new SurfaceLocalMap(field, [10, 12, 0], [], { reach: 3, bend })).toThrow("below 2");
    expect(() => new SurfaceAgents({ reach: 3 }).add({ at: [10, 12, 0], field, bend })).toThrow("below 2");
  });
});

describe("agents", () => {
  test("two on one line pass each other, nobody overlaps, and both arrive", () => {
    const ground = new SurfaceGround(plane);
    const [a, b]: Point3[] = [
      [6, 12, 0],
      [24, 12, 0],
    ];
    const agents = new SurfaceAgents({ reach: 6 });
    agents.add({ at: a, field: ground.field(b), radius: 0.6, speed: 2 });
    agents.add({ at: b, field: ground.field(a), radius: 0.6, speed: 2 });
    let nearest = Infinity;
    while (agents.size > 0 && agents.time < 60) {
      agents.step(0.1);
      const [p, q] = agents.agents;
      if (!p.arrived && !q.arrived) {
        nearest = Math.min(nearest, Math.hypot(...p.position.map((x, k) => x - q.position[k])));
      }
    }
    expect(agents.agents.map(({ arrived }) => arrived)).toEqual([true, true]);
    expect(nearest).toBeGreaterThanOrEqual(1.2);
    expect(nearest).toBeLessThan(6);
  });

  test("eight on a sphere to the other side: no overlap in any step, all arrive, and runs repeat", () => {
    // With `mind` false each walks as if it were alone: the same ways then lead them into each other.
    const run = (mind = true): { nearest: number; ends: string } => {
      // Local maps see others at the mesh's own resolution: its edges are about as long as agents are wide.
      const mesh = new SurfaceMesh(sphereSurface(4));
      const ground = new SurfaceGround(mesh);
      const crowds = Array.from({ length: mind ? 1 : 8 }, () => new SurfaceAgents({ reach: 0.5 }));
      for (let i = 0; i < 8; i++) {
        const angle = (2 * Math.PI * i) / 8;
        const at: Point3 = [Math.cos(angle), Math.sin(angle), 0];
        const field = ground.field([-at[0], -at[1], 0.3]);
        crowds[mind ? 0 : i].add({ at, field, radius: 0.06, speed: 1 });
      }
      let nearest = Infinity;
      for (let step = 0; step < 300 && crowds.some(({ size }) => size > 0); step++) {
        for (const crowd of crowds) crowd.step(0.1);
        const walking = crowds.flatMap(({ agents }) => agents).filter(({ arrived }) => !arrived);
        walking.forEach((p, i) => {
          for (const q of walking.slice(i + 1))
            nearest = Math.min(nearest, Math.hypot(...p.position.map((x, k) => x - q.position[k])));
        });
      }
      const all = crowds.flatMap(({ agents }) => agents);
      expect(all.every(({ arrived }) => arrived)).toBe(true);
      return { nearest, ends: JSON.stringify(all.map(({ walked, position }) => [walked, position])) };
    };
    const first = run();
    expect(first.nearest).toBeGreaterThanOrEqual(0.12 - 1e-12);
    expect(run(false).nearest).toBeLessThan(0.12);
    expect(run()).toEqual(first);
  });

  test("where twelve meet on a coarse mesh ways stay smooth: few sharp turns, hardly longer than alone (seed 1)", () => {
    // Edges are as long as agents are wide.
    const mesh = new SurfaceMesh(torusSurface());
    const field = new SurfaceGround(mesh).field({ kind: "vertex", vertex: 0 });
    const crowd = new SurfaceAgents({ reach: 0.8 });
    scatterAgents(crowd, 12, { field, radius: 0.05, speed: 0.5 }, 1);
    const alone = crowd.agents.reduce((sum, { place }) => sum + field.distance(place)!, 0);
    const { ways, arrivals } = walkAgents(crowd, { duration: 60 });
    expect(arrivals).not.toContain(null);
    let [sharp, turns] = [0, 0];
    for (const way of ways)
      for (let i = 1; i + 1 < way.length; i++) {
        const [u, v] = [i, i + 1].map((k) => way[k].map((x, c) => x - way[k - 1][c]));
        const cos = (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (Math.hypot(...u) * Math.hypot(...v));
        turns++;
        if (cos < 0.5) sharp++;
      }
    expect(sharp / turns).toBeLessThan(0.05);
    expect(crowd.agents.reduce((sum, { walked }) => sum + walked, 0)).toBeLessThan(1.15 * alone);
  });

  test("bad input", () => {
    const field = new SurfaceGround(plane).field([20, 12, 0]);
    const agents = new SurfaceAgents({ reach: 3 });
    agents.add({ at: [10, 10, 0], field, radius: 1 });
    expect(() => agents.add({ at: [11, 10, 0], field, radius: 0.5 })).toThrow("agent 0 stands there");
    expect(() => agents.add({ at: [1, 10, 0], field, speed: 0 })).toThrow(InputError);
    expect(() => agents.add({ at: { kind: "vertex", vertex: 0 }, field })).toThrow("limit");
    expect(() => new SurfaceAgents({ reach: 0 })).toThrow("reach");
    expect(() => agents.step(0)).toThrow("seconds > 0");
    expect(() => walkAgents(agents, { step: 1e-300 })).toThrow("step: at most 10,000,000 steps");
    expect(() => new SurfaceGround(plane).field([1e300, 0, 0])).toThrow("is needed; given: [1e+300");
    expect(() => new SurfaceGround(plane, { radius: 11.9 }).field([3, 12, 0])).toThrow(
      "does not fit at the goal",
    );
    expect(() => new SurfaceGround(plane, { leak: 1e300 })).toThrow("leak");
  });
});
