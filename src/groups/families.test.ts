/** Small groups: abreast where there is room, behind each other where there is not, and together at doors. */
import { describe, expect, it } from "vitest";
import { Crowd } from "../crowd/index.js";
import type { Point } from "../geometry/index.js";
import { PathMap } from "../pathmap/index.js";
import { type Obstacle, World } from "../world/index.js";
import { type Group, Groups, type NewGroup } from "./index.js";

const box = (x: number, y: number, width: number, height: number): Obstacle => ({
  polygon: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
});

const RADIUS = 0.22;

/** A corridor of 50 m by 8 m with obstacles. */
function corridor(obstacles: Obstacle[]): World {
  return new World({
    boundary: [
      [0, 0],
      [50, 0],
      [50, 8],
      [0, 8],
    ],
    obstacles,
  });
}

/** From x = 20 to 28 m the corridor is only so wide, in its middle. */
const narrow = (width: number): World =>
  corridor([box(20, 0, 8, 4 - width / 2), box(20, 4 + width / 2, 8, 4 - width / 2)]);

/** Walls with doors of so many metres every 8 m, in turn to the left and to the right. */
const doors = (width: number): World =>
  corridor(
    [12, 20, 28, 36].flatMap((x, k) => {
      const y = k % 2 === 0 ? 5 : 2;
      return [box(x, 0, 0.2, y), box(x, y + width, 0.2, 8 - y - width)];
    }),
  );

interface Family {
  readonly crowd: Crowd;
  readonly group: Group;
  /** Where its members are, from the front. */
  places(): Point[];
}

function family(world: World, speeds: readonly number[], options: Omit<NewGroup, "members">): Family {
  const groups = new Groups();
  const crowd = new Crowd(world, { groups });
  const guide = new PathMap(world, {
    goals: [
      {
        segment: [
          [50, 2],
          [50, 6],
        ],
      },
    ],
    radius: RADIUS,
  });
  const members = speeds.map((speed, k) =>
    crowd.add({ position: [2 + 0.6 * (k % 2), 3 + 0.7 * k], guide, radius: RADIUS, speed }),
  );
  const group = groups.add({ members, spacing: 0.7, ...options });
  const places = (): Point[] =>
    members
      .flatMap((id): Point[] => {
        const agent = crowd.agent(id);
        return agent ? [agent.position] : [];
      })
      .sort((a, b) => b[0] - a[0]);
  return { crowd, group, places };
}

/** The extent of some places along an axis. */
const extent = (places: readonly Point[], axis: 0 | 1): number => {
  const along = places.map((p) => p[axis]);
  return Math.max(...along) - Math.min(...along);
};

const mean = (places: readonly Point[]): number => places.reduce((sum, p) => sum + p[0], 0) / places.length;

/** Walks until the mean of the members is at an x; fails where that takes too long. */
function walkTo({ crowd, places }: Family, x: number): void {
  while (mean(places()) < x && crowd.time < 200) crowd.step(0.05);
  expect(mean(places())).toBeGreaterThanOrEqual(x);
}

describe("a family", () => {
  it.each([2, 3, 4])(
    "of %i walks abreast where there is room, behind each other where there is not, and abreast again",
    (members) => {
      const walking = family(narrow(0.9), new Array(members).fill(1.3), { formation: "line" });
      walkTo(walking, 14);
      expect(extent(walking.places(), 0)).toBeLessThan(0.4);
      expect(extent(walking.places(), 1)).toBeCloseTo(0.7 * (members - 1), 0);
      walkTo(walking, 24);
      const file = walking.places();
      expect(extent(file, 1)).toBeLessThan(0.46);
      // Behind each other: nobody beside anybody.
      for (let k = 1; k < members; k++) expect(file[k - 1][0] - file[k][0]).toBeGreaterThan(RADIUS);
      walkTo(walking, 45);
      expect(extent(walking.places(), 0)).toBeLessThan(0.5);
      expect(extent(walking.places(), 1)).toBeGreaterThan(0.7 * (members - 1) - 0.3);
    },
  );

  it("in a V has one in front in the middle and others behind to both sides, and goes in file where it has to", () => {
    const walking = family(narrow(0.9), [1.3, 1.3, 1.3], { formation: "wedge" });
    walkTo(walking, 14);
    const [tip, ...wings] = walking.places();
    expect(wings.every((p) => p[0] < tip[0] - 0.2)).toBe(true);
    expect(wings.map((p) => Math.sign(p[1] - tip[1])).sort()).toEqual([-1, 1]);
    walkTo(walking, 24);
    expect(extent(walking.places(), 1)).toBeLessThan(0.46);
    walkTo(walking, 45);
    expect(extent(walking.places(), 1)).toBeGreaterThan(0.6);
  });

  it("closes up in a passage that is only a little too narrow: its places stay abreast, and have room for bodies", () => {
    const walking = family(narrow(2), [1.3, 1.3, 1.3], { formation: "line", spacing: 0.9 });
    const { group } = walking;
    for (const x of [21, 24, 27]) {
      walkTo(walking, x);
      const places = group.members.map((id) => group.placeOf(id)!).sort((p, q) => p[1] - q[1]);
      expect(extent(places, 0)).toBeLessThan(0.1);
      expect(places[0][1]).toBeGreaterThan(3 + RADIUS - 0.05);
      expect(places[2][1]).toBeLessThan(5 - RADIUS + 0.05);
      for (let k = 1; k < 3; k++) expect(places[k][1] - places[k - 1][1]).toBeGreaterThan(2 * RADIUS + 0.1);
      expect(extent(walking.places(), 0)).toBeLessThan(2.5);
    }
  });

  it.each([0.7, 0.9, 1.3])(
    "waits at doors of %d m: it is never drawn out as the same people alone are",
    (width) => {
      const speeds = [1.5, 0.8, 1.4, 1.1];
      const apart = (isFree: boolean): number => {
        const walking = family(doors(width), speeds, { formation: "line", free: isFree });
        const { crowd, places } = walking;
        let most = 0;
        while (crowd.size === 4 && crowd.time < 200) {
          crowd.step(0.05);
          if (crowd.size === 4) most = Math.max(most, extent(places(), 0));
        }
        expect(crowd.time).toBeLessThan(200);
        return most;
      };
      const [together, alone] = [apart(false), apart(true)];
      expect(alone).toBeGreaterThan(12);
      expect(together).toBeLessThan(4);
    },
  );

  it("whose last one is held up before a door does not walk away from it", () => {
    const walking = family(doors(0.9), [1.3, 1.3, 1.3], { formation: "line" });
    const { crowd, group, places } = walking;
    walkTo(walking, 11.2);
    const last = group.members.reduce((a, b) =>
      crowd.agent(a)!.position[0] < crowd.agent(b)!.position[0] ? a : b,
    );
    const at = crowd.agent(last)!.position;
    // A bench is put down in its way, and stands there for 12 s.
    const bench = crowd.addObstacle(box(at[0] + 0.4, at[1] - 1, 0.1, 2));
    const before = crowd.time;
    while (crowd.time < before + 12) crowd.step(0.05);
    expect(extent(places(), 0)).toBeLessThan(4);
    crowd.removeObstacle(bench);
    while (crowd.size > 0 && crowd.time < 200) crowd.step(0.05);
    expect(crowd.arrived).toBe(3);
  });
});
