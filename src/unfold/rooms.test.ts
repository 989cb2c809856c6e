import { expect, test } from "vitest";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { orient } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { Ground } from "./ground.js";
import { Rooms } from "./rooms.js";

/** Twice the area of a ring of vertices. */
function doubleArea(coords: Float64Array, ring: readonly number[]): number {
  return ring.reduce((sum, v, i) => {
    const w = ring[(i + 1) % ring.length];
    return sum + coords[2 * v] * coords[2 * w + 1] - coords[2 * v + 1] * coords[2 * w];
  }, 0);
}

function check(world: World): { rooms: number; triangles: number; most: number } {
  const { mesh } = world.space.triangulation;
  const rooms = new Rooms(new Ground(world.space.triangulation));
  const { coords, first, vertex, next, prev, twin } = rooms;
  const count = first.length - 1;
  const area = new Float64Array(count);
  let triangles = 0;
  for (let f = 0; f < mesh.faceCount; f++) {
    const free = mesh.triangles[3 * f] >= 0 && world.space.isFree(f);
    expect(rooms.roomOf[f] >= 0).toBe(free);
    if (!free) continue;
    area[rooms.roomOf[f]] += doubleArea(coords, [...mesh.triangles.subarray(3 * f, 3 * f + 3)]);
    triangles++;
  }
  expect(new Set(rooms.part).size).toBe(world.space.componentAreas.length);
  let most = 0;
  for (let room = 0; room < count; room++) {
    const sides = Array.from({ length: first[room + 1] - first[room] }, (_, i) => first[room] + i);
    most = Math.max(most, sides.length);
    for (const side of sides) {
      expect(rooms.room[side]).toBe(room);
      expect(prev[next[side]]).toBe(side);
      const [u, v, w] = [vertex[side], vertex[next[side]], vertex[next[next[side]]]].map((k) => 2 * k);
      expect(
        orient(coords[u], coords[u + 1], coords[v], coords[v + 1], coords[w], coords[w + 1]),
      ).toBeGreaterThan(0);
      if (twin[side] < 0) continue;
      expect(twin[twin[side]]).toBe(side);
      expect(vertex[twin[side]]).toBe(vertex[next[side]]);
      expect(rooms.part[rooms.room[twin[side]]]).toBe(rooms.part[room]);
    }
    expect(
      doubleArea(
        coords,
        sides.map((side) => vertex[side]),
      ),
    ).toBeCloseTo(area[room], 9);
  }
  return { rooms: count, triangles, most };
}

test("rooms are strictly convex, cover the free triangles once, and meet at doors (seeds 0 to 200)", () => {
  let joined = 0;
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed);
    const world = worldOf(randomPlan(random, 4 + random.below(8)));
    if (!world) continue;
    const { rooms, triangles } = check(world);
    expect(rooms).toBeLessThanOrEqual(triangles);
    joined += triangles - rooms;
  }
  expect(joined).toBeGreaterThan(500);
});

test("a round hall becomes several rooms: none has more sides than one looks at", () => {
  const world = new World({
    boundary: Array.from({ length: 200 }, (_, i): [number, number] => [
      50 * Math.cos((Math.PI * i) / 100),
      50 * Math.sin((Math.PI * i) / 100),
    ]),
  });
  const { rooms, most } = check(world);
  expect(most).toBe(16);
  expect(rooms).toBeLessThan(40);
});
