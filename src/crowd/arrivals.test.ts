/** When people have reached a goal: centres that cross lines, walls that are open to those who leave, bodies that walk on. */
import { describe, expect, it } from "vitest";
import type { Point, Segment } from "../geometry/index.js";
import { orca } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { World } from "../world/index.js";
import { Crowd } from "./crowd.js";

const square = (size: number): [number, number][] => [
  [0, 0],
  [size, 0],
  [size, size],
  [0, size],
];

/** Everybody's places after every step, by number, until all are gone or time is over. */
function watch(crowd: Crowd, seconds: number, step = 0.05): Map<number, Point[]> {
  const ways = new Map<number, Point[]>();
  const note = (): void => {
    const { id, x, y } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) ways.set(id[i], [...(ways.get(id[i]) ?? []), [x[i], y[i]]]);
  };
  note();
  while (crowd.size > 0 && crowd.time < seconds) {
    crowd.step(step);
    note();
  }
  return ways;
}

/** Whether two segments cross, by the signs of four areas in whole numbers of nanometres: exact, and none of the crowd's code. */
function cross([a, b]: Segment, [c, d]: Segment): boolean {
  const whole = ([x, y]: Point): [bigint, bigint] => [
    BigInt(Math.round(x * 1e9)),
    BigInt(Math.round(y * 1e9)),
  ];
  const area = (p: Point, q: Point, r: Point): number => {
    const [[px, py], [qx, qy], [rx, ry]] = [whole(p), whole(q), whole(r)];
    const twice = (qx - px) * (ry - py) - (qy - py) * (rx - px);
    return twice > 0n ? 1 : twice < 0n ? -1 : 0;
  };
  return area(a, b, c) * area(a, b, d) <= 0 && area(c, d, a) * area(c, d, b) <= 0;
}

describe("a goal's line inside the plan", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "is reached in the step in which the centre crosses it, and not before; seed %i",
    (seed) => {
      const random = new Random(seed);
      const place = (): Point => [random.between(1, 19), random.between(1, 19)];
      const goal: Segment = [place(), place()];
      const world = new World({ boundary: square(20) });
      const guide = new PathMap(world, { goals: [{ segment: goal }], radius: 0.25 });
      // Alone, so that nobody is pushed across the line's end.
      for (let k = 0; k < 12; k++) {
        const crowd = new Crowd(world, { seed });
        crowd.add({ position: place(), guide, radius: 0.25 });
        let [before]: Point[] = [[crowd.columns.x[0], crowd.columns.y[0]]];
        const velocity: Point[] = [];
        while (crowd.size > 0 && crowd.time < 60) {
          before = [crowd.columns.x[0], crowd.columns.y[0]];
          velocity.push([crowd.columns.vx[0], crowd.columns.vy[0]]);
          crowd.step(0.05);
          if (crowd.size === 0) break;
          const now: Point = [crowd.columns.x[0], crowd.columns.y[0]];
          expect(cross([before, now], goal)).toBe(false);
        }
        expect(crowd.arrived).toBe(1);
        // The last step is not seen; at full speed it crosses.
        const [vx, vy] = velocity[velocity.length - 1];
        const after: Point = [before[0] + 0.06 * vx, before[1] + 0.06 * vy];
        const isOn = cross([before, before], goal);
        expect(isOn || velocity.length === 1 || cross([before, after], goal)).toBe(true);
      }
    },
  );

  it("is crossed by a body that touches it and walks on", () => {
    const world = new World({ boundary: square(10) });
    const guide = new PathMap(world, {
      goals: [
        {
          segment: [
            [5, 2],
            [5, 8],
          ],
        },
      ],
      radius: 0.25,
    });
    const [crossing, touching] = (["cross", "touch"] as const).map((arrival) => {
      const crowd = new Crowd(world, { model: orca, arrival });
      crowd.add({ position: [2, 5], guide, radius: 0.25, speed: 1 });
      while (crowd.size > 0) crowd.step(0.05);
      return crowd.time;
    });
    expect(crossing).toBeCloseTo(3, 1);
    expect(touching).toBeCloseTo(2.7, 1);
  });

  it("sends people on to their next goal, and back where it lies behind them", () => {
    const world = new World({ boundary: square(10) });
    const to = (x: number): PathMap =>
      new PathMap(world, {
        goals: [
          {
            segment: [
              [x, 2],
              [x, 8],
            ],
          },
        ],
        radius: 0.25,
      });
    const crowd = new Crowd(world);
    const id = crowd.add({ position: [5, 5], guide: [to(8), to(2)], radius: 0.25 });
    const way = watch(crowd, 30).get(id)!;
    expect(crowd.arrived).toBe(1);
    expect(Math.max(...way.map(([x]) => x))).toBeGreaterThan(8);
    expect(Math.min(...way.map(([x]) => x))).toBeLessThan(2.1);
  });
});

describe("a goal on a wall", () => {
  const exit: Segment = [
    [10, 4],
    [10, 6],
  ];
  const world = new World({ boundary: square(10) });
  const out = (): PathMap => new PathMap(world, { goals: [{ segment: exit }], radius: 0.25 });

  it("is an opening for those who leave there", () => {
    const crowd = new Crowd(world);
    for (let k = 0; k < 20; k++) crowd.add({ position: [1 + (k % 5), 3 + Math.floor(k / 5)], guide: out() });
    const ways = watch(crowd, 60);
    expect(crowd.arrived).toBe(20);
    // Nearer to the wall than a body could come.
    for (const way of ways.values()) expect(way[way.length - 1][0]).toBeGreaterThan(9.85);
  });

  it("is a wall for everybody else", () => {
    const crowd = new Crowd(world, { model: orca });
    const leaver = crowd.add({ position: [2, 5], guide: out() });
    const other = crowd.add({ position: [4, 5], guide: () => [1, 0] });
    const ways = watch(crowd, 20);
    expect(crowd.agent(leaver)).toBe(null);
    for (const [x] of ways.get(other)!) expect(x).toBeLessThanOrEqual(9.75 + 1e-6);
    expect(crowd.touches.wallHits).toBe(0);
  });

  it("is no opening on the way to another goal", () => {
    const crowd = new Crowd(world, { model: orca });
    const back = new PathMap(world, {
      goals: [
        {
          segment: [
            [0, 4],
            [0, 6],
          ],
        },
      ],
      radius: 0.25,
    });
    const id = crowd.add({ position: [5, 5], guide: [out(), back] });
    const way = watch(crowd, 60).get(id)!;
    expect(crowd.arrived).toBe(1);
    for (const [x] of way) expect(x).toBeLessThanOrEqual(9.75 + 1e-6);
    expect(Math.max(...way.map(([x]) => x))).toBeGreaterThan(9.65);
  });

  it("lets bodies through as wide as it is, and no further to the side", () => {
    const crowd = new Crowd(world, { model: orca });
    for (let k = 0; k < 60; k++)
      crowd.add({ position: [2 + (k % 10) * 0.6, 2 + Math.floor(k / 10)], guide: out() });
    const ways = watch(crowd, 60);
    expect(crowd.arrived).toBe(60);
    for (const way of ways.values()) {
      for (const [x, y] of way) if (x > 9.9) expect(Math.abs(y - 5)).toBeLessThanOrEqual(0.8);
    }
  });

  it.each([1, 2, 3])("in a slanted wall, drawn to the centimetre; seed %i", (seed) => {
    const random = new Random(seed);
    const angle = random.between(0, 1.5);
    const turn = ([x, y]: Point): [number, number] => [
      Math.round(100 * (x * Math.cos(angle) - y * Math.sin(angle))) / 100,
      Math.round(100 * (x * Math.sin(angle) + y * Math.cos(angle))) / 100,
    ];
    const slanted = new World({ boundary: square(10).map(turn) });
    const guide = new PathMap(slanted, {
      goals: [{ segment: [turn([10, 4]), turn([10, 6])] }],
      radius: 0.25,
    });
    const crowd = new Crowd(slanted);
    for (let k = 0; k < 10; k++) crowd.add({ position: turn([2 + (k % 5), 4 + Math.floor(k / 5)]), guide });
    watch(crowd, 60);
    expect(crowd.arrived).toBe(10);
  });

  it("of a thin wall between two rooms is open to both sides", () => {
    const rooms = new World({
      boundary: square(10),
      obstacles: [
        {
          segment: [
            [5, 0],
            [5, 10],
          ],
        },
      ],
    });
    const guide = new PathMap(rooms, {
      goals: [
        {
          segment: [
            [5, 4],
            [5, 6],
          ],
        },
      ],
      radius: 0.25,
    });
    const crowd = new Crowd(rooms);
    crowd.add({ position: [2, 5], guide });
    crowd.add({ position: [8, 5.2], guide });
    watch(crowd, 20);
    expect(crowd.arrived).toBe(2);
  });
});

describe("a wall close behind a goal's line", () => {
  it.each([0.05, 0.1, 0.2])("leaves people who touch it, %f m before the wall", (gap) => {
    const world = new World({ boundary: square(10) });
    const guide = new PathMap(world, {
      goals: [
        {
          segment: [
            [10 - gap, 4],
            [10 - gap, 6],
          ],
        },
      ],
      radius: 0.25,
    });
    const crowd = new Crowd(world);
    const id = crowd.add({ position: [5, 5], guide, radius: 0.25 });
    const way = watch(crowd, 20).get(id)!;
    expect(crowd.arrived).toBe(1);
    for (const [x] of way) expect(x).toBeLessThanOrEqual(9.75 + 1e-6);
  });

  it("that leaves room for a centre does not", () => {
    const world = new World({ boundary: square(10) });
    const guide = new PathMap(world, {
      goals: [
        {
          segment: [
            [9.6, 4],
            [9.6, 6],
          ],
        },
      ],
      radius: 0.25,
    });
    const crowd = new Crowd(world, { model: orca });
    crowd.add({ position: [5, 5], guide, radius: 0.25, speed: 1 });
    while (crowd.size > 0) crowd.step(0.05);
    expect(crowd.time).toBeCloseTo(4.6, 1);
  });
});

it("a goal on a wall on the way to another is reached by the default model too", () => {
  const world = new World({ boundary: square(10) });
  const to = (x: number): PathMap =>
    new PathMap(world, {
      goals: [
        {
          segment: [
            [x, 4],
            [x, 6],
          ],
        },
      ],
      radius: 0.22,
    });
  const crowd = new Crowd(world);
  crowd.add({ position: [5, 5], guide: [to(10), to(0)], radius: 0.22 });
  watch(crowd, 60);
  expect(crowd.arrived).toBe(1);
});

describe("a goal's point", () => {
  it("is reached when the body covers it", () => {
    const world = new World({ boundary: square(10) });
    const guide = new PathMap(world, { goals: [{ point: [8, 5] }], radius: 0.25 });
    const crowd = new Crowd(world, { model: orca });
    const id = crowd.add({ position: [2, 5], guide, radius: 0.25, speed: 1 });
    const way = watch(crowd, 20).get(id)!;
    for (const [x] of way) expect(x).toBeLessThan(7.75);
    expect(crowd.time).toBeCloseTo(5.75, 1);
  });

  it.each([
    ["on a wall", [10, 5]],
    ["in a corner", [10, 10]],
  ] as const)("%s too", (_, point) => {
    const world = new World({ boundary: square(10) });
    const guide = new PathMap(world, { goals: [{ point }], radius: 0.25 });
    const crowd = new Crowd(world);
    for (let k = 0; k < 5; k++) crowd.add({ position: [2 + k, 5], guide, radius: 0.25 });
    watch(crowd, 60);
    expect(crowd.arrived).toBe(5);
  });
});

describe("those who have left", () => {
  const world = new World({ boundary: square(10) });
  const guide = new PathMap(world, {
    goals: [
      {
        segment: [
          [5, 4.6],
          [5, 5.4],
        ],
      },
    ],
    radius: 0.25,
  });

  it("count as arrived at once, are no part of the crowd, and hold up who follows as if they walked on", () => {
    const crowd = new Crowd(world);
    crowd.add({ position: [4, 5], guide, radius: 0.25, speed: 0.3 });
    crowd.add({
      position: [3, 5],
      guide,
      radius: 0.25,
      speed: 3,
      model: orca,
      avoidance: { method: "none" },
    });
    let left = Number.NaN;
    while (crowd.arrived < 2 && crowd.time < 20) {
      crowd.step(0.05);
      if (crowd.arrived === 1 && Number.isNaN(left)) left = crowd.time;
      expect(crowd.size).toBe(2 - crowd.arrived);
    }
    // The slow one in front keeps half a metre, and walks on at 0.3 m/s: 0.5 / 0.3 s later.
    expect(crowd.time - left).toBeGreaterThan(1);
  });

  it("come back with a snapshot, to the bit", () => {
    const make = (): Crowd => {
      const crowd = new Crowd(world);
      for (let k = 0; k < 12; k++)
        crowd.add({ position: [1 + (k % 4) * 0.8, 4 + Math.floor(k / 4) * 0.8], guide });
      return crowd;
    };
    const [one, other] = [make(), make()];
    while (one.arrived < 3) one.step(0.05);
    const snapshot = structuredClone(one.snapshot());
    other.restore(snapshot);
    for (let k = 0; k < 60; k++) {
      one.step(0.05);
      other.step(0.05);
      expect(other.arrived).toBe(one.arrived);
      expect([...other.columns.x.subarray(0, other.size)]).toEqual([...one.columns.x.subarray(0, one.size)]);
    }
  });

  it("let others come in while they walk on", () => {
    const crowd = new Crowd(world);
    for (let k = 0; k < 80; k++) {
      crowd.add({ position: [2, 5], guide, group: k });
      for (let n = 0; n < 20; n++) crowd.step(0.05);
      const { id, group } = crowd.columns;
      for (let i = 0; i < crowd.size; i++) expect(group[i]).toBe(id[i]);
    }
    while (crowd.size > 0 && crowd.time < 200) crowd.step(0.05);
    expect(crowd.arrived).toBe(80);
  });

  it("do not bar the way of those who come from the other side", () => {
    const crowd = new Crowd(world);
    const avoidance = { method: "none" } as const;
    crowd.add({ position: [3, 5], guide, speed: 1, model: orca, avoidance });
    crowd.add({ position: [9.5, 5], guide, speed: 1, model: orca, avoidance });
    while (crowd.size > 0 && crowd.time < 10) crowd.step(0.05);
    expect(crowd.time).toBeCloseTo(4.5, 1);
  });
});

it("a rule that is none is refused", () => {
  const world = new World({ boundary: square(10) });
  expect(() => new Crowd(world, { arrival: "jump" as never })).toThrow(
    /arrival: cross or touch is needed; given: "jump"/,
  );
});
