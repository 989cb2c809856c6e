/** Doors with a greatest flow, for one direction, or closed. */
import { describe, expect, it, test } from "vitest";
import type { Point } from "../geometry/index.js";
import { orca } from "../models/index.js";
import { PathMap } from "../pathmap/index.js";
import { World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import { type DoorOptions, Doors } from "./doors.js";

/** Two rooms with a gap of 1.2 m between them, at x = 10. */
const rooms = new World({
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  obstacles: [
    {
      polygon: [
        [9.9, 0],
        [10.1, 0],
        [10.1, 4.4],
        [9.9, 4.4],
      ],
    },
    {
      polygon: [
        [9.9, 5.6],
        [10.1, 5.6],
        [10.1, 10],
        [9.9, 10],
      ],
    },
  ],
});
const GAP: DoorOptions["segment"] = [
  [10, 4.4],
  [10, 5.6],
];
const rightward = new PathMap(rooms, {
  goals: [
    {
      segment: [
        [20, 3],
        [20, 7],
      ],
    },
  ],
  radius: 0.25,
});
const leftward = new PathMap(rooms, {
  goals: [
    {
      segment: [
        [0, 3],
        [0, 7],
      ],
    },
  ],
  radius: 0.25,
});

/** People in rows of eight in one of the rooms. */
function fill(crowd: Crowd, count: number, left: boolean): void {
  for (let k = 0; k < count; k++) {
    const [x, y] = [1 + (k % 8) * 0.9, 1 + Math.floor(k / 8) * 0.8];
    crowd.add({ position: [left ? x : 20 - x, y], guide: left ? rightward : leftward, radius: 0.25 });
  }
}

/** When each one crosses the line x = 10, by looking at everybody after every step; who is never seen beyond counts not. */
function crossings(
  crowd: Crowd,
  seconds: number,
  step: number,
): { readonly id: number; readonly time: number; readonly to: number }[] {
  const before = new Map<number, number>();
  const found: { id: number; time: number; to: number }[] = [];
  while (crowd.size > 0 && crowd.time < seconds) {
    crowd.step(step);
    const { id, x } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      const side = Math.sign(x[i] - 10);
      const was = before.get(id[i]);
      if (was !== undefined && was !== side) found.push({ id: id[i], time: crowd.time, to: side });
      before.set(id[i], side);
    }
    expect(crowd.touches.wallDepth).toBeLessThan(0.05);
  }
  return found;
}

describe("a greatest flow", () => {
  it.each([
    [0.8, 0.05],
    [1.3, 0.05],
    [1.3, 0.1],
    [2.5, 0.05],
  ] as const)(
    "of %f persons a second is never exceeded and mostly reached, step %f s, model orca",
    (maxFlow, step) => {
      const crowd = new Crowd(rooms, { doors: new Doors(), model: orca });
      crowd.doors!.add({ segment: GAP, maxFlow });
      fill(crowd, 40, true);
      const times = crossings(crowd, 120, step).map(({ time }) => time);
      expect(crowd.arrived).toBe(40);
      expect(times.length).toBe(40);
      expect(crowd.doors!.states[0].passed).toBe(40);
      // Any window: the k-th after one is no sooner than k intervals later.
      for (let i = 0; i < times.length; i++) {
        for (let j = i + 1; j < times.length; j++) {
          expect(times[j] - times[i]).toBeGreaterThanOrEqual((j - i) / maxFlow - 1e-6);
        }
      }
      const flow = 35 / (times[39] - times[4]);
      const most = 1 / (Math.ceil(1 / maxFlow / step - 1e-9) * step);
      expect(flow).toBeGreaterThan(0.7 * most);
    },
  );

  it("lets both sides through in turn, and nobody waits for ever", () => {
    const crowd = new Crowd(rooms, { doors: new Doors(), model: orca });
    crowd.doors!.add({ segment: GAP, maxFlow: 1 });
    fill(crowd, 8, true);
    fill(crowd, 8, false);
    const found = crossings(crowd, 200, 0.05);
    expect(crowd.arrived).toBe(16);
    expect(found.length).toBe(16);
    found.forEach(({ time }, k) => {
      if (k > 0) expect(time - found[k - 1].time).toBeGreaterThanOrEqual(1 - 1e-6);
    });
  });

  it("holds at an exit on the outline too", () => {
    const room = new World({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    });
    const guide = new PathMap(room, {
      goals: [
        {
          segment: [
            [10, 4.4],
            [10, 5.6],
          ],
        },
      ],
      radius: 0.25,
    });
    const crowd = new Crowd(room, { doors: new Doors() });
    crowd.doors!.add({
      segment: [
        [10, 4.4],
        [10, 5.6],
      ],
      maxFlow: 1.25,
    });
    for (let k = 0; k < 30; k++)
      crowd.add({ position: [2 + (k % 6), 2 + Math.floor(k / 6)], guide, radius: 0.25 });
    const times: number[] = [];
    while (crowd.size > 0 && crowd.time < 90) {
      crowd.step(0.05);
      for (const { time } of crowd.arrivals) times.push(time);
    }
    expect(times.length).toBe(30);
    times.forEach((time, k) => {
      if (k > 0) expect(time - times[k - 1]).toBeGreaterThanOrEqual(0.8 - 1e-6);
    });
    expect(times[29] - times[4]).toBeLessThan(25 * 0.8 * 1.3);
  });

  it("with a snapshot in between goes on to the bit", () => {
    const make = (): Crowd => {
      const crowd = new Crowd(rooms, { doors: new Doors() });
      crowd.doors!.add({ segment: GAP, maxFlow: 1.3 });
      fill(crowd, 12, true);
      return crowd;
    };
    const [one, other] = [make(), make()];
    while (one.time < 8) one.step(0.05);
    other.restore(structuredClone(one.snapshot()));
    while (one.time < 16) {
      one.step(0.05);
      other.step(0.05);
    }
    expect(other.doors).toEqual(one.doors);
    expect([...other.columns.x.subarray(0, other.size)]).toEqual([...one.columns.x.subarray(0, one.size)]);
  });
});

describe("a direction", () => {
  it.each(["left", "right"] as const)("to the %s lets nobody through the other way", (oneWay) => {
    const crowd = new Crowd(rooms, { doors: new Doors(), model: orca });
    crowd.doors!.add({ segment: GAP, oneWay });
    fill(crowd, 8, true);
    fill(crowd, 8, false);
    const found = crossings(crowd, 40, 0.05);
    // The segment points up: its left is where x is less.
    const allowed = oneWay === "left" ? -1 : 1;
    expect(found.length).toBeGreaterThan(0);
    for (const { to } of found) expect(to).toBe(allowed);
  });

  it("lets those who may pass through unhindered", () => {
    const [free, oneWay] = [undefined, "right" as const].map((way) => {
      const crowd = new Crowd(rooms, { doors: new Doors(), model: orca });
      if (way) crowd.doors!.add({ segment: GAP, oneWay: way });
      fill(crowd, 24, true);
      while (crowd.size > 0 && crowd.time < 120) crowd.step(0.05);
      return crowd.time;
    });
    expect(oneWay).toBeLessThan(1.3 * free);
  });
});

/** A hall of 12 m with a wall across it at some place, in which is a gap of 1 m; all from an origin, turned or not. */
function hallAt(
  [ox, oy]: Point,
  turned: boolean,
): { world: World; door: DoorOptions["segment"]; guide: PathMap } {
  const at = (x: number, y: number): [number, number] => (turned ? [ox - y, oy + x] : [ox + x, oy + y]);
  const box = (x: number, y: number, toX: number, toY: number) => [
    at(x, y),
    at(toX, y),
    at(toX, toY),
    at(x, toY),
  ];
  const world = new World({
    boundary: box(0, 0, 12, 4),
    obstacles: [{ polygon: box(5.75, 0, 6.25, 1.5) }, { polygon: box(5.75, 2.5, 6.25, 4) }],
  });
  const guide = new PathMap(world, { goals: [{ segment: [at(12, 1), at(12, 3)] }], radius: 0.25 });
  return { world, door: [at(6, 1.5), at(6, 2.5)], guide };
}

/** Steps after which each of six people in a row has passed a door with a greatest flow in such a hall. */
function passesAt(origin: Point, turned: boolean): number[] {
  const { world, door, guide } = hallAt(origin, turned);
  const crowd = new Crowd(world, { doors: new Doors(), model: orca });
  crowd.doors!.add({ segment: door, maxFlow: 0.5 });
  for (let k = 0; k < 6; k++) {
    const far = 0.5 + k * 0.75;
    const position: Point = turned ? [origin[0] - 2, origin[1] + far] : [origin[0] + far, origin[1] + 2];
    crowd.add({ position, guide, radius: 0.25, speed: 1.25 });
  }
  const steps: number[] = [];
  for (let step = 1; step <= 400; step++) {
    crowd.step(0.0625);
    while (steps.length < crowd.doors!.states[0].passed) steps.push(step);
  }
  return steps;
}

test("where a door lies in the plan, and in the cells by which it is found, does not matter", () => {
  const here = passesAt([0, 0], false);
  expect(here).toHaveLength(6);
  // Six at two seconds each, of steps of a sixteenth.
  here.forEach((step, k) => {
    if (k > 0) expect(step - here[k - 1]).toBeGreaterThanOrEqual(32);
  });
  for (const turned of [false, true]) {
    for (let k = 0; k < 8; k++) {
      const origin: Point = [k - 13, 3 * k - 9];
      expect(passesAt(origin, turned), `from ${origin}${turned ? ", turned" : ""}`).toEqual(here);
    }
  }
  expect(passesAt([-4096, 8190], true)).toEqual(here);
});

test("two doors in one cell, and one that reaches into many, each let their own people through", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [30, 0],
      [30, 4],
      [0, 4],
    ],
  });
  const crowd = new Crowd(world, { doors: new Doors(), model: orca });
  // Lines across an open hall: two of them 1 m apart, and one along it that nobody gets to.
  const across = (x: number): DoorOptions["segment"] => [
    [x, 0],
    [x, 4],
  ];
  for (const x of [9, 10]) crowd.doors!.add({ segment: across(x), maxFlow: 4 });
  crowd.doors!.add({
    segment: [
      [12, 3.9],
      [29, 3.9],
    ],
    maxFlow: 4,
  });
  for (let k = 0; k < 3; k++) {
    crowd.add({ position: [7.5, 0.75 + k], guide: () => [1, 0], radius: 0.25, speed: 1.25 });
  }
  while (crowd.time < 20) crowd.step(0.0625);
  expect(crowd.doors!.states.map(({ passed }) => passed)).toEqual([3, 3, 0]);
});

describe("a closed door", () => {
  it("is a wall until it opens", () => {
    const crowd = new Crowd(rooms, { doors: new Doors() });
    const door = crowd.doors!.add({ segment: GAP, open: false });
    fill(crowd, 8, true);
    while (crowd.time < 15) crowd.step(0.05);
    const { x } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) expect(x[i]).toBeLessThan(10);
    crowd.doors!.set(door, true);
    while (crowd.size > 0 && crowd.time < 60) crowd.step(0.05);
    expect(crowd.arrived).toBe(8);
  });

  it("lets out who stands in it when it closes, and buries nobody", () => {
    const crowd = new Crowd(rooms, { doors: new Doors(), model: orca });
    const door = crowd.doors!.add({ segment: GAP, maxFlow: 1 });
    fill(crowd, 16, true);
    const bodies: Point[] = [];
    while (crowd.time < 30) {
      crowd.doors!.set(door, Math.floor(crowd.time) % 2 === 0);
      crowd.step(0.05);
      bodies.push([crowd.touches.wallHits, crowd.touches.wallDepth]);
    }
    expect(Math.max(...bodies.map(([hits]) => hits))).toBe(0);
    crowd.doors!.set(door, true);
    while (crowd.size > 0 && crowd.time < 120) crowd.step(0.05);
    expect(crowd.arrived).toBe(16);
  });
});

it.each([
  [
    {
      segment: [
        [1, 1],
        [1, 1],
      ],
    },
    "segment: a door needs a length above 0",
  ],
  [{ segment: [[1, 1]] }, "segment: two points"],
  [{ segment: GAP, maxFlow: 0 }, "maxFlow: a finite number of persons per second > 0"],
  [{ segment: GAP, oneWay: "up" }, "oneWay: left or right is needed"],
  [{ segment: GAP, leaf: 1 }, 'door: unknown option "leaf"'],
])("%j is refused in one line", (options, message) => {
  expect(() => new Doors().add(options as never)).toThrow(message);
});

test("doors serve one crowd, and a snapshot with doors is for a crowd that has them", () => {
  const doors = new Doors();
  const crowd = new Crowd(rooms, { doors });
  doors.add({ segment: GAP, maxFlow: 1 });
  expect(() => new Crowd(rooms, { doors })).toThrow("doors: these serve another crowd; each needs its own");
  expect(() => new Crowd(rooms, { doors: [] as never })).toThrow(
    "doors: new Doors() of wayfield/crowd is needed",
  );
  crowd.add({ position: [1, 1] });
  const bare = new Crowd(rooms);
  bare.add({ position: [1, 1] });
  expect(() => bare.restore(crowd.snapshot())).toThrow("the snapshot has doors, and this crowd none");
});

/** The same rooms with walls as lines: who is through may be beside the jamb after the same step. */
const thin = new World({
  ...rooms.scene,
  obstacles: [
    {
      segment: [
        [10, 0],
        [10, 4.4],
      ],
    },
    {
      segment: [
        [10, 5.6],
        [10, 10],
      ],
    },
  ],
});

test.each([1, 2, 3])(
  "nobody slips by the jamb uncounted, with walls as lines and steps of 0.1 s: seed %i",
  (seed) => {
    const doors = new Doors();
    const crowd = new Crowd(thin, { seed, model: orca, doors });
    doors.add({ segment: GAP, maxFlow: 0.8 });
    const around = new PathMap(thin, { goals: [{ point: [10.4, 1] }, { point: [10.4, 9] }], radius: 0.25 });
    for (let k = 0; k < 40; k++) {
      crowd.add({
        position: [2 + (k % 8) * 0.9, 2 + Math.floor(k / 8) * 1.4],
        guide: around,
        radius: 0.25,
        speed: 1.9,
        avoidance: { method: "none" },
      });
    }
    const passed = crossings(crowd, 40, 0.1);
    expect(passed.length).toBeGreaterThan(20);
    expect(doors.states[0].passed).toBe(passed.length);
    expect(passed.length).toBeLessThanOrEqual(1 + 40 * 0.8);
  },
);

describe("an obstacle that moves pushes nobody through a door", () => {
  it.each<[string, Omit<DoorOptions, "segment">, boolean]>([
    ["against its direction", { oneWay: "left" }, false],
    ["that is closed", { open: false }, false],
    ["with a greatest flow", { maxFlow: 1 }, false],
    ["but one that is open to all", {}, true],
  ])("%s", (_name, options, isPushed) => {
    const crowd = new Crowd(rooms, { doors: new Doors(), model: orca });
    crowd.doors!.add({ segment: GAP, ...options });
    // In the middle of the gap, and at the jamb, beside which they are pushed along the wall first.
    const ids = [5, 5.4].map((y) => crowd.add({ position: [9.6, y], radius: 0.15 }));
    const block = crowd.addObstacle({
      polygon: [
        [8, 4.5],
        [9.3, 4.5],
        [9.3, 5.7],
        [8, 5.7],
      ],
    });
    for (let k = 0; k < 40; k++) {
      crowd.moveObstacle(block, [0.05, k < 20 ? 0 : -0.01]);
      crowd.step(0.05);
    }
    const sides = ids.map((id) => crowd.agent(id)!.position[0] > 10);
    expect(sides).toEqual(ids.map(() => isPushed));
  });
});
