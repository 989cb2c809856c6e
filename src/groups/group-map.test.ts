import { describe, expect, it } from "vitest";
import { Crowd } from "../crowd/index.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { HARMONIC, WALL } from "../potential/index.js";
import { World } from "../world/index.js";
import { GroupMap, Groups, type Mapped } from "./index.js";

const open = new World({
  boundary: [
    [0, 0],
    [40, 0],
    [40, 40],
    [0, 40],
  ],
});
const body = (x: number, y: number): Mapped => ({ x, y, radius: 0.22 });

/** The field of a map without somebody, relaxed to the end by plain doubles; the descent at a cell. */
function oracle(map: GroupMap, without: readonly number[], at: number): Point {
  const { size } = map.map.options;
  const { kinds } = map.map;
  const isFree = (i: number): boolean => without.includes(i) || kinds[i] === 0;
  const u = Float64Array.from(kinds, (kind) => (kind === 2 ? 1 : 0));
  for (let round = 0; round < 20_000; round++) {
    for (let i = size; i < u.length - size; i++)
      if (isFree(i)) u[i] = (u[i - 1] + u[i + 1] + u[i - size] + u[i + size]) / 4;
  }
  return [(u[at + 1] - u[at - 1]) / 2, (u[at + size] - u[at - size]) / 2];
}

const angle = ([ax, ay]: Point, [bx, by]: Point): number =>
  Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * (180 / Math.PI);

describe("the group map", () => {
  it("has every member as an obstacle, a goal on its border, and covers the formation and 2 m around it", () => {
    const map = new GroupMap({}, 5);
    const members = [body(20, 20), body(23, 21), body(17, 18)];
    map.look(open, [20, 20], [1, 0], 0.22, members);
    const { size, cell } = map.map.options;
    expect(size * cell).toBeGreaterThanOrEqual(14);
    const half = (size - 1) / 2;
    for (const { x, y } of members) {
      const i = (half + Math.round((y - 20) / cell)) * size + half + Math.round((x - 20) / cell);
      expect(map.map.kinds[i]).toBe(WALL);
    }
    const goals = [...map.map.kinds.keys()].filter((i) => map.map.kinds[i] === 2);
    expect(goals).toHaveLength(3);
    expect(goals.every((i) => i % size === size - 1)).toBe(true);
  });

  it("tells a member its descent without its own body: within 20 degrees of a field relaxed to the end without it (seed 3)", () => {
    const random = new Random(3);
    for (let trial = 0; trial < 12; trial++) {
      const map = new GroupMap({ relaxations: 2000 }, 4);
      const members = Array.from({ length: 9 }, (_, k) =>
        body(17.1 + 2 * (k % 3) + random.between(0, 1), 17.1 + 2 * Math.floor(k / 3) + random.between(0, 1)),
      );
      map.look(open, [20, 20], [1, 0], 0.22, members);
      const { size, cell } = map.map.options;
      const half = (size - 1) / 2;
      const member = members[random.below(9)];
      const at =
        (half + Math.round((member.y - 20) / cell)) * size + half + Math.round((member.x - 20) / cell);
      const own = map.gradientFor(member, HARMONIC);
      expect(angle(own, oracle(map, [at], at))).toBeLessThan(20);
      // With its own body it would hear nothing of use.
      expect(own[0] ** 2 + own[1] ** 2).toBeGreaterThan(0);
    }
  });

  it("gives each member its own v and epsilon: the descent leans the way of v, alike on both sides", () => {
    const map = new GroupMap({ relaxations: 2000 }, 4);
    const member = body(20, 20);
    map.look(open, [20, 20], [1, 0], 0.22, [member]);
    const straight = map.gradientFor(member, HARMONIC);
    const up = map.gradientFor(member, { epsilon: 1, vector: [0, 1] });
    const down = map.gradientFor(member, { epsilon: 1, vector: [0, -1] });
    expect(Math.abs(straight[1])).toBeLessThan(0.05 * Math.abs(straight[0]));
    expect(up[1]).toBeCloseTo(-down[1], 5);
    map.map.relax({ epsilon: 1, vector: [0, 1] });
    const { size } = map.map.options;
    const free = map.map.kinds.slice();
    const at = ((size - 1) / 2) * (size + 1);
    expect(free[at]).toBe(WALL);
    expect(Math.abs(up[1])).toBeGreaterThan(0.02 * Math.abs(up[0]));
  });

  it("says nothing where it does not reach", () => {
    const map = new GroupMap({ size: 15, cell: 0.5 }, 2);
    map.look(open, [20, 20], [1, 0], 0.22, [body(30, 30)]);
    expect(map.gradientFor(body(30, 30), HARMONIC)).toEqual([0, 0]);
  });
});

describe("the map of a group as it is shown", () => {
  it("is of the moment when it was made: members in their cells, with their places; copied, and none while free", () => {
    const groups = new Groups();
    const crowd = new Crowd(open, { groups });
    const guide = new PathMap(open, { goals: [{ point: [38, 20] }], radius: 0.22 });
    const members = Array.from({ length: 7 }, (_, k) =>
      crowd.add({ position: [6 + (k % 3), 18 + Math.floor(k / 3)], guide, radius: 0.22 }),
    );
    const group = groups.add({ members, formation: "wedge" });
    expect(group.mapView).toBeNull();
    while (crowd.time < 5) crowd.step(0.05);
    const view = group.mapView!;
    const { size, cell, kinds, position } = view;
    expect(view.members.map(({ id }) => id)).toEqual(members);
    for (const { id, position: at, place } of view.members) {
      const half = (size - 1) / 2;
      const [column, row] = [0, 1].map((k) => half + Math.round((at[k] - position[k]) / cell));
      expect(kinds[row * size + column]).toBe(WALL);
      // Looks are a quarter of a second apart, and nobody walks faster than 1.5 m/s.
      const [x, y] = crowd.agent(id)!.position;
      expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(0.4);
      expect(group.placeOf(id)).toEqual(place);
    }
    view.kinds.fill(0);
    expect(group.mapView!.kinds.some((kind) => kind === WALL)).toBe(true);
    group.setFree();
    expect(group.mapView).toBeNull();
  });
});
