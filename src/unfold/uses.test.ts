import { describe, expect, test } from "vitest";
import { randomBuilding } from "../../test/support/random-buildings.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap, shortestPath } from "../pathmap/index.js";
import { GeodesicMap, type Point3, SurfaceGround, SurfaceMesh } from "../surface/index.js";
import { Building, World } from "../world/index.js";

/*
 * Three uses of one engine, on one ground: maps and single paths take it as a plan, geodesics as a mesh. They share the loop and
 * its filters, and nothing that decides what a ray meets.
 */

/** The free triangles of a world as a mesh in space; vertices that are one place there become one. */
function meshOf(world: World, lift: (p: Point) => Point3): SurfaceMesh {
  const { mesh } = world.space.triangulation;
  const positions: Point3[] = [];
  const faces: [number, number, number][] = [];
  for (let f = 0; f < mesh.faceCount; f++) {
    if (!world.space.isFree(f) || mesh.triangles[3 * f] < 0) continue;
    const corners = [0, 1, 2].map((k) => {
      const v = mesh.triangles[3 * f + k];
      const [x, y, z] = lift([mesh.coords[2 * v], mesh.coords[2 * v + 1]]);
      const known = positions.findIndex((q) => Math.hypot(q[0] - x, q[1] - y, q[2] - z) < 1e-7);
      return known < 0 ? positions.push([x, y, z]) - 1 : known;
    });
    faces.push(corners as [number, number, number]);
  }
  return new SurfaceMesh({ positions, faces });
}

const SEEDS = [0, 100, 200, 300].map((from) => ({ from, to: from + 59 }));

describe("maps, single paths and geodesics agree", () => {
  const flat = ([x, y]: Point): Point3 => [x, y, 0];
  const box = (x: number, y: number, w: number, h: number): [number, number][] => [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];

  test.each(SEEDS)("on plans with pillars, laid out as meshes (seeds $from to $to)", ({ from, to }) => {
    let bends = 0;
    for (let seed = from; seed <= to; seed++) {
      const random = new Random(seed);
      // One pillar at most in each cell of a grid, none that touches another: a mesh has no walls without breadth.
      const obstacles = Array.from({ length: 12 }, (_, i) => {
        const [c, r] = [i % 4, Math.floor(i / 4)];
        const x = 3 * c + random.between(0.2, 1.2);
        const y = 3 * r + random.between(0.2, 1.2);
        return { polygon: box(x, y, random.between(0.2, 1.5), random.between(0.2, 1.5)) };
      }).filter(() => random.below(3) > 0);
      const world = new World({ boundary: box(0, 0, 12, 9), obstacles });
      const ground = new SurfaceGround(meshOf(world, flat), { limits: "free" });
      const place = (): Point => {
        for (;;) {
          const p: Point = [random.between(0, 12), random.between(0, 9)];
          if (world.contains(p) && world.space.clearance(p) > 1e-6) return p;
        }
      };
      const goal = place();
      const map = new PathMap(world, { goals: [{ point: goal }] });
      const geodesic = new GeodesicMap(ground, flat(goal));
      for (let k = 0; k < 5; k++) {
        const p = place();
        const label = `seed ${seed}, question ${k}`;
        const found = map.distance(p)!;
        const single = shortestPath(world, p, goal)!;
        if (single.points.length > 2) bends++;
        expect(Math.abs(single.distance - found), label).toBeLessThan(1e-11 * (1 + found));
        expect(Math.abs(geodesic.distance(flat(p))! - found), label).toBeLessThan(1e-9 * (1 + found));
      }
    }
    expect(bends).toBeGreaterThan(50);
  });

  test.each(SEEDS)("in buildings, folded into meshes in space (seeds $from to $to)", ({ from, to }) => {
    let through = 0;
    for (let seed = from; seed <= to; seed++) {
      const random = new Random(seed);
      const world = new World(new Building(randomBuilding(random)));
      const inSpace = (p: Point): Point3 => world.way([p]).points[0] as unknown as Point3;
      const mesh = meshOf(world, inSpace);
      const ground = new SurfaceGround(mesh, { limits: "free" });
      const place = (): Point => {
        for (;;) {
          const level = random.below(world.building!.levels.length);
          const p = world.at(`level ${level}`, [random.between(0, 24), random.between(0, 18)]);
          if (world.contains(p) && world.space.clearance(p) > 1e-6) return p;
        }
      };
      const goal = place();
      const map = new PathMap(world, { goals: [{ point: goal }] });
      const geodesic = new GeodesicMap(ground, inSpace(goal));
      for (let k = 0; k < 3; k++) {
        const p = place();
        const label = `seed ${seed}, question ${k}`;
        const found = map.distance(p);
        const other = geodesic.distance(inSpace(p));
        if (found === null || other === null) {
          expect([label, found]).toEqual([label, other]);
          continue;
        }
        if (world.building!.isJump(p, goal)) through++;
        expect(Math.abs(other - found), `${label}: ${other} for ${found}`).toBeLessThan(1e-6);
        expect(Math.abs(shortestPath(world, p, goal)!.distance - found), label).toBeLessThan(1e-9);
      }
    }
    expect(through).toBeGreaterThan(40);
  });
});

test("round the corners of a prism a strip of faces is as long as it is unfolded (seeds 1 to 40)", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = new Random(seed);
    const sides = 3 + random.below(5);
    const widths = Array.from({ length: sides }, () => random.between(0.5, 2));
    const height = 3;
    // A fan of walls that turn by a random angle at each edge: nothing but the strip itself.
    let [x, y, angle] = [0, 0, 0];
    const foot: Point[] = [[0, 0]];
    for (const width of widths) {
      x += width * Math.cos(angle);
      y += width * Math.sin(angle);
      foot.push([x, y]);
      angle += random.between(-0.4, 0.4);
    }
    const positions = foot.flatMap(([px, py]): Point3[] => [
      [px, py, 0],
      [px, py, height],
    ]);
    const faces = widths.flatMap((_, i): [number, number, number][] => [
      [2 * i, 2 * i + 2, 2 * i + 1],
      [2 * i + 1, 2 * i + 2, 2 * i + 3],
    ]);
    const ground = new SurfaceGround(new SurfaceMesh({ positions, faces }), { limits: "free" });
    const length = widths.reduce((sum, width) => sum + width, 0);
    const [a, b] = [random.between(0, height), random.between(0, height)];
    const between = (i: number, t: number, z: number): Point3 => [
      foot[i][0] + t * (foot[i + 1][0] - foot[i][0]),
      foot[i][1] + t * (foot[i + 1][1] - foot[i][1]),
      z,
    ];
    const [s, t] = [random.between(0, 1), random.between(0, 1)];
    const across = length - s * widths[0] - (1 - t) * widths[sides - 1];
    const found = new GeodesicMap(ground, between(0, s, a)).distance(between(sides - 1, t, b))!;
    expect(found, `seed ${seed}`).toBeCloseTo(Math.hypot(across, b - a), 9);
  }
});
