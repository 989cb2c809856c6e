import { describe, expect, it } from "vitest";
import { Crowd, Threads } from "../crowd/index.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { type Obstacle, World } from "../world/index.js";
import { type Formation, type Group, Groups, joined, type NewGroup, weightAt } from "./index.js";

const box = (x: number, y: number, width: number, height: number): Obstacle => ({
  polygon: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
});

/** A corridor with a wall and a door of some metres at x = 20. */
function doorWorld(width: number, more: readonly Obstacle[] = []): World {
  return new World({
    boundary: [
      [0, 0],
      [60, 0],
      [60, 20],
      [0, 20],
    ],
    obstacles: [box(20, 0, 0.3, 10 - width / 2), box(20, 10 + width / 2, 0.3, 10 - width / 2), ...more],
  });
}

interface Marching {
  readonly crowd: Crowd;
  readonly groups: Groups;
  readonly group: Group;
}

function march(
  world: World,
  members: number,
  options: Omit<NewGroup, "members">,
  from: Point = [3, 6],
  threads?: Threads,
): Marching {
  const groups = new Groups();
  const crowd = new Crowd(world, { groups, ...(threads && { threads }) });
  const guide = new PathMap(world, {
    goals: [
      {
        segment: [
          [60, 5],
          [60, 15],
        ],
      },
    ],
    radius: 0.22,
  });
  const side = Math.ceil(Math.sqrt(members));
  const ids = Array.from({ length: members }, (_, k) =>
    crowd.add({
      position: [from[0] + (k % side), from[1] + Math.floor(k / side)],
      guide,
      radius: 0.22,
      speed: 1.25 + 0.03 * (k % 5),
    }),
  );
  return { crowd, groups, group: groups.add({ members: ids, ...options }) };
}

/** Runs until a condition, or fails by the clock. */
function until({ crowd }: Marching, condition: () => boolean, most = 200): void {
  while (!condition() && crowd.time < most) crowd.step(0.05);
  expect(condition()).toBe(true);
}

describe("a group in the open", () => {
  it.each<Formation>(["line", "column", "wedge", "circle", "square", { rows: "xxx\nx.x\nxxx" }])(
    "walks as %j: everybody within half the spacing of its place on the whole way, once there",
    (formation) => {
      const world = new World({
        boundary: [
          [0, 0],
          [60, 0],
          [60, 20],
          [0, 20],
        ],
      });
      const marching = march(world, 8, { formation, spacing: 1.5 }, [4, 8]);
      const { crowd, group } = marching;
      until(marching, () => crowd.time > 15);
      let worst = 0;
      while (group.mode === "formed") {
        crowd.step(0.05);
        worst = Math.max(worst, group.lag?.greatest ?? 0);
      }
      expect(worst).toBeLessThan(0.75);
      until(marching, () => crowd.size === 0);
      expect(crowd.arrived).toBe(8);
    },
  );

  it("changes its formation while walking, and is free and in formation again", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [60, 0],
        [60, 20],
        [0, 20],
      ],
    });
    const marching = march(world, 9, { formation: "square", spacing: 1 }, [4, 8]);
    const { crowd, group } = marching;
    const width = (): number => {
      const ys = group.members.map((id) => crowd.agent(id)!.position[1]);
      return Math.max(...ys) - Math.min(...ys);
    };
    until(marching, () => crowd.time > 8);
    expect(width()).toBeCloseTo(2, 0);
    group.take("line");
    until(marching, () => crowd.time > 16);
    expect(width()).toBeCloseTo(8, 0);
    group.setFree();
    expect(group.middle).toBeNull();
    until(marching, () => crowd.time > 18);
    group.form();
    group.take("column", 1.5);
    until(marching, () => crowd.time > 28);
    expect(width()).toBeLessThan(0.9);
    until(marching, () => crowd.size === 0);
  });

  it("closes its ranks when somebody leaves, and makes room when somebody joins", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [60, 0],
        [60, 20],
        [0, 20],
      ],
    });
    const marching = march(world, 6, { formation: "line", spacing: 1 }, [4, 8]);
    const { crowd, group, groups } = marching;
    until(marching, () => crowd.time > 6);
    const [first] = group.members;
    expect(group.leave(first)).toBe(true);
    expect(group.leave(first)).toBe(false);
    crowd.remove(group.members[0]);
    until(marching, () => crowd.time > 12);
    expect(group.members).toHaveLength(4);
    expect(group.lag!.greatest).toBeLessThan(0.5);
    groups.join(group, first);
    until(marching, () => crowd.time > 18);
    expect(group.members).toHaveLength(5);
    expect(group.lag!.greatest).toBeLessThan(0.6);
  });

  it("does not set out before all have come whom it expects, nor while somebody reacts", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [60, 0],
        [60, 20],
        [0, 20],
      ],
    });
    const marching = march(world, 3, { formation: "line", expected: 4 }, [4, 8]);
    const { crowd, group, groups } = marching;
    until(marching, () => crowd.time > 10);
    expect(group.middle![0]).toBeLessThan(6);
    const guide = group.guide!;
    groups.join(group, crowd.add({ position: [6, 6], guide, radius: 0.22, reaction: 5 }));
    until(marching, () => crowd.time > 14);
    expect(group.middle![0]).toBeLessThan(6);
    until(marching, () => crowd.time > 20);
    expect(group.middle![0]).toBeGreaterThan(7);
  });

  it("stays at its goal in formation where it is to", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [60, 0],
        [60, 20],
        [0, 20],
      ],
    });
    const groups = new Groups();
    const crowd = new Crowd(world, { groups });
    const guide = new PathMap(world, { goals: [{ point: [30, 10] }], radius: 0.22 });
    const members = [0, 1, 2, 3, 4].map((k) => crowd.add({ position: [5 + k, 10], guide, radius: 0.22 }));
    const group = groups.add({ members, formation: "circle", atGoal: "stay", spacing: 1.2 });
    while (crowd.time < 40) crowd.step(0.05);
    expect(crowd.size).toBe(5);
    expect(Math.abs(group.middle![0] - 30) + Math.abs(group.middle![1] - 10)).toBeLessThan(0.2);
    expect(group.lag!.greatest).toBeLessThan(0.3);
  });
});

describe("a group at a door", () => {
  it.each<Formation>(["line", "square", "wedge"])(
    "as %j goes through in rows that fit, and is re-formed behind it",
    (formation) => {
      const marching = march(doorWorld(1.2), 20, { formation, spacing: 1 });
      const { crowd, group } = marching;
      until(marching, () => (group.middle?.[0] ?? 0) > 24);
      until(marching, () => group.lag !== null && group.lag.greatest < 1.5, 120);
      until(marching, () => crowd.size === 0);
      expect(crowd.arrived).toBe(20);
    },
  );

  it("waits for those who lag", () => {
    const marching = march(doorWorld(0.8), 20, { formation: "line", spacing: 1 });
    const { crowd, group } = marching;
    until(marching, () => (group.middle?.[0] ?? 0) > 20.5);
    const at = crowd.time;
    until(marching, () => (group.middle?.[0] ?? 0) > 24.5);
    // 4 m would be walked in 3.8 s.
    expect(crowd.time - at).toBeGreaterThan(8);
  });
});

/** Rooms behind each other, each wall with a door, and pillars in between, all by a seed. */
function course(seed: number): World {
  const random = new Random(seed);
  const obstacles: Obstacle[] = [];
  for (const x of [15, 30, 45]) {
    const width = random.between(0.9, 2.5);
    const y = random.between(2, 18 - width);
    obstacles.push(box(x, 0, 0.3, y), box(x, y + width, 0.3, 20 - y - width));
  }
  for (let k = 0; k < 9; k++) {
    const x = 15 * Math.floor(k / 3) + random.between(18, 24) - (k < 3 ? 0 : 0);
    if (x > 56) continue;
    obstacles.push(box(x, random.between(1, 17), random.between(0.3, 1.5), random.between(0.3, 1.5)));
  }
  return new World({
    boundary: [
      [0, 0],
      [60, 0],
      [60, 20],
      [0, 20],
    ],
    obstacles,
  });
}

/** Lets everybody walk to the end; the deepest overlap on the way, in metres. */
function walked({ crowd }: Marching): number {
  let deepest = 0;
  while (crowd.size > 0 && crowd.time < 400) {
    crowd.step(0.05);
    deepest = Math.max(deepest, crowd.touches.deepest);
  }
  return deepest;
}

describe("nobody is left behind", () => {
  const shapes: Formation[] = [
    "square",
    "line",
    "wedge",
    "circle",
    "column",
    {
      polygon: [
        [0, 0],
        [6, 0],
        [3, 6],
      ],
    },
  ];
  it.each(shapes.map((formation, k) => [k + 1, formation] as const))(
    "on a random course with doors and pillars, seed %i, as %j: all arrive, and bodies overlap by 0.17 m at most, or no deeper than those of people who walk alone",
    (seed, formation) => {
      const members = 10 + 3 * seed;
      const together = march(course(seed), members, { formation, spacing: 1 }, [2, 6]);
      const deepest = walked(together);
      const alone = march(course(seed), members, { formation, spacing: 1, free: true }, [2, 6]);
      const free = walked(alone);
      expect(together.crowd.arrived).toBe(members);
      expect(deepest).toBeLessThanOrEqual(Math.max(0.17, free));
    },
    60_000,
  );
});

describe("the same bits", () => {
  const run = ({ crowd }: Marching, seconds: number): void => {
    const end = crowd.time + seconds - 1e-6;
    while (crowd.time < end) crowd.step(0.05);
  };
  const positions = ({ crowd }: Marching): number[] => [
    ...crowd.columns.x.slice(0, crowd.size),
    ...crowd.columns.y.slice(0, crowd.size),
  ];
  const make = (threads?: Threads): Marching =>
    march(doorWorld(1.2), 20, { formation: "wedge" }, [8, 6], threads);

  it("come of a snapshot, in another crowd built alike too", () => {
    const whole = make();
    run(whole, 12);
    whole.group.take("line");
    run(whole, 0.1);
    const snapshot = structuredClone(whole.crowd.snapshot());
    run(whole, 10);
    const again = make();
    again.group.know("line");
    again.crowd.restore(snapshot);
    run(again, 10);
    expect(positions(again)).toEqual(positions(whole));
    const stranger = make();
    expect(() => stranger.crowd.restore(snapshot)).toThrow(/knows formations that this group does not/);
  });

  it("come of two threads as of one", () => {
    const [one, two] = [make(), make(new Threads(2))];
    run(one, 15);
    run(two, 15);
    expect(positions(two)).toEqual(positions(one));
    two.crowd.close();
  });
});

describe("both forces", () => {
  it("outside the regions around obstacles the formation alone counts, at an obstacle both alike", () => {
    expect(weightAt(0.6, 0.6)).toBe(0);
    expect(weightAt(5, 0.6)).toBe(0);
    expect(weightAt(0, 0.6)).toBe(0.5);
    expect(weightAt(-1, 0.6)).toBe(0.5);
    expect(weightAt(0.15, 0.6)).toBeCloseTo(0.375, 12);
    expect(joined([0.3, 0.4], [0, -7], 0)).toEqual([0.3, 0.4]);
    expect(joined([0.3, 0.4], [0, -7], 1)).toEqual([0, -0.5]);
    expect(joined([1, 0], [0, 2], 0.25)).toEqual([0.75, 0.25]);
    expect(joined([1, 0], [0, 0], 0.5)).toEqual([1, 0]);
    expect(joined([0, 0], [1, 0], 0.5)).toEqual([0, 0]);
  });
});

describe("bad input", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [60, 0],
      [60, 20],
      [0, 20],
    ],
  });

  it("is refused in one line", () => {
    const { crowd, groups, group } = march(world, 4, { formation: "line" });
    const [a] = group.members;
    expect(() => groups.add({ members: [a], formation: "line" })).toThrow(
      /members: agent 0 is in group 0 already/,
    );
    expect(() => groups.add({ members: [77], formation: "line" })).toThrow(
      /guide: a guide or a member who has one/,
    );
    expect(() => groups.add({ formation: "line" })).toThrow(
      /guide: a guide or a member who has one is needed/,
    );
    expect(() => groups.add({ members: [], guide: () => [1, 0], formation: "heap" as "line" })).toThrow(
      /formation: one of/,
    );
    expect(() => groups.add({ guide: () => [1, 0], formation: { rows: "xx" }, expected: 3 })).toThrow(
      /3 members, and 2 places/,
    );
    expect(() => groups.add({ guide: () => [1, 0], formation: "line", spacing: -1 })).toThrow(
      /spacing: a finite number of metres > 0/,
    );
    expect(() => group.take({ rows: "xx" })).toThrow(/4 members, and 2 places/);
    expect(() => group.join(a)).toThrow(/is a member already/);
    expect(() => new Crowd(world, { groups })).toThrow(/groups: serve one crowd/);
    expect(() => new Crowd(world, { groups: {} as Groups })).toThrow(
      /groups: new Groups\(\) of wayfield\/groups is needed/,
    );
    expect(() => new Groups().add({ formation: "line" })).toThrow(/groups belong to a crowd/);
    crowd.step(0.05);
    group.take("line", 0.2);
    expect(() => crowd.step(0.05)).toThrow(
      /groups.0: its formation has no room for 4 members of radius 0.22 m/,
    );
  });
});
