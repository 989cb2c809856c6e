import { describe, expect, it } from "vitest";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import {
  type AreaMeasured,
  type LineMeasured,
  type MeasurementOptions,
  Measurements,
  measureFrames,
  type RecordedFrame,
} from "./index.js";

const rectangle = (x: number, y: number, width: number, height: number): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

const HALL = new World({ boundary: rectangle(-50, -50, 100, 100) });

/** Frames of people who walk along functions of time, and are there while these give a place. */
function framesOf(
  ways: readonly ((time: number) => Point | null)[],
  seconds: number,
  rate = 10,
): RecordedFrame[] {
  return Array.from({ length: Math.round(seconds * rate) + 1 }, (_, k) => ({
    time: k / rate,
    agents: ways.flatMap((way, id) => {
      const at = way(k / rate);
      return at ? [{ id, x: at[0], y: at[1] }] : [];
    }),
  }));
}

/** A lattice that goes to the right at a speed. */
function lattice(spacing: number, speed: number, reach = 14): ((time: number) => Point)[] {
  const ways: ((time: number) => Point)[] = [];
  for (let x = -reach; x <= reach; x += spacing)
    for (let y = -reach; y <= reach; y += spacing) ways.push((time) => [x + speed * time, y]);
  return ways;
}

const area = (results: readonly unknown[], k = 0): AreaMeasured => results[k] as AreaMeasured;
const line = (results: readonly unknown[], k = 0): LineMeasured => results[k] as LineMeasured;

describe("an area", () => {
  it.each([
    [0.5, 0.4],
    [0.8, 1.1],
    [1.25, 1.34],
  ])(
    "in a lattice %f m apart that goes at %f m/s has density 1 / a2 and that speed at every moment",
    (a, v) => {
      // As large as whole cells of the lattice, so that cut-off corners belong to it too, but anywhere on it.
      const side = Math.ceil(2 / a) * a;
      const measurements = {
        A: { polygon: rectangle(0.123, -0.271, side, side), direction: [1, 0] as const },
      };
      const [result] = measureFrames(HALL, framesOf(lattice(a, v), 5), { measurements });
      const { series, width, steady, size } = area([result]);
      expect(size).toBeCloseTo(side * side, 9);
      expect(width).toBeCloseTo(side, 9);
      expect(series.time.length).toBe(26);
      for (let k = 0; k < series.time.length; k++) {
        expect(series.density[k]).toBeCloseTo(1 / (a * a), 6);
        expect(series.speed[k]).toBeCloseTo(v, 9);
        expect(series.classicSpeed[k]).toBeCloseTo(v, 9);
        expect(series.covered[k]).toBeCloseTo(a > Math.SQRT2 ? 0 : 1, 9);
      }
      // Five seconds are no steady state.
      expect(steady).toBeNull();
      const { whole } = area([result]);
      expect(whole!.flow).toBeCloseTo((v * side) / (a * a), 6);
    },
  );

  it("counts everybody once in all, however thin they stand: areas side by side add up to the people", () => {
    const random = new Random(3);
    const people: Point[] = Array.from({ length: 30 }, () => [random.between(-9, 9), random.between(-9, 9)]);
    const frames = framesOf(
      people.map((p) => () => p),
      1,
    );
    const tiles = Object.fromEntries(
      [-10.5, -3.5, 3.5].flatMap((x) =>
        [-10.5, -3.5, 3.5].map((y) => [`tile ${x} ${y}`, { polygon: rectangle(x, y, 7, 7) }]),
      ),
    );
    const results = measureFrames(HALL, frames, { measurements: tiles }).map((result) => area([result]));
    const people0 = results.reduce((sum, { series }) => sum + series.people[0], 0);
    const persons = results.reduce((sum, { series, size }) => sum + series.density[0] * size, 0);
    expect(people0).toBe(30);
    expect(persons).toBeCloseTo(30, 9);
    // They stand: speed 0, not none.
    expect(results.every(({ series }) => series.people[0] === 0 || series.speed[0] === 0)).toBe(true);
  });

  it("along a direction, who walks against it counts negative; without one, speeds are lengths", () => {
    const ways = [(t: number): Point => [t, 0], (t: number): Point => [4 - t, 3]];
    const polygon = rectangle(-3, -2, 12, 8);
    const measurements = { along: { polygon, direction: [2, 0] as const }, plain: { polygon } };
    const results = measureFrames(HALL, framesOf(ways, 3), { measurements });
    expect(area(results, 0).series.classicSpeed[5]).toBeCloseTo(0, 9);
    expect(area(results, 1).series.classicSpeed[5]).toBeCloseTo(1, 9);
    expect(area(results, 1).width).toBeNull();
    expect(area(results, 1).whole!.flow).toBeNull();
  });

  it("who has not set out takes ground, and is in no figure", () => {
    const frames = framesOf([() => [0, 0], () => [0.6, 0]], 2).map(({ time, agents }) => ({
      time,
      agents: agents.map((agent) => ({ ...agent, waits: agent.id === 1 })),
    }));
    const measurements = { A: { polygon: rectangle(-2, -2, 4, 4) } };
    const [waiting] = measureFrames(HALL, frames, { measurements });
    expect(area([waiting]).series.people[3]).toBe(1);
    expect(area([waiting]).series.density[3]).toBeCloseTo(1 / 16, 9);
    const near = { A: { polygon: rectangle(0.31, -0.1, 0.2, 0.2) } };
    expect(area(measureFrames(HALL, frames, { measurements: near })).series.density[3]).toBe(0);
  });

  it("a walk that begins anew at the other end has the speed of its walk", () => {
    const way = (time: number): Point => [((1.2 * time) % 8) - 4, 0];
    const measurements = { A: { polygon: rectangle(-4, -1, 8, 2) } };
    const { series } = area(measureFrames(HALL, framesOf([way], 19.5), { measurements }));
    for (const speed of series.speed) expect(speed).toBeCloseTo(1.2, 6);
  });
});

describe("a line", () => {
  const L = {
    segment: [
      [0, -1],
      [0, 1],
    ] as [Point, Point],
  };

  it("is passed where ways cross it, at the time between frames, apart by direction", () => {
    const ways = [
      (t: number): Point => [t - 2.03, 0.5],
      (t: number): Point => [t - 4.51, -0.5],
      (t: number): Point => [3.33 - t, 0],
      // Beside the line.
      (t: number): Point => [t - 2, 1.2],
    ];
    const { passages, left, right, both, width } = line(
      measureFrames(HALL, framesOf(ways, 6), { measurements: { L } }),
    );
    expect(width).toBeCloseTo(2, 12);
    expect(passages.map(({ id, to }) => [id, to])).toEqual([
      [0, "right"],
      [2, "left"],
      [1, "right"],
    ]);
    expect(passages.map(({ time }) => time)).toEqual([2.03, 3.33, 4.51].map((t) => expect.closeTo(t, 9)));
    expect([left.count, right.count, both.count]).toEqual([1, 2, 3]);
    expect(right.flow).toBeCloseTo(1 / 2.48, 9);
    expect(both.specificFlow).toBeCloseTo(2 / 2.48 / 2, 9);
    expect(both.gaps).toEqual({
      mean: expect.closeTo(1.24, 9),
      median: expect.closeTo(1.24, 9),
      longest: expect.closeTo(1.3, 9),
    });
    expect(left.gaps).toBeNull();
  });

  it("a steady stream has its flow, and a steady stretch without its begin and its end", () => {
    // Two a second for 40 s, with a thin begin and a thin end.
    const starts = [0, 4, 8, ...Array.from({ length: 80 }, (_, k) => 10 + k / 2), 53, 57];
    const ways = starts.map(
      (start) =>
        (t: number): Point | null =>
          t < start ? null : [t - start - 1, 0],
    );
    const { right } = line(measureFrames(HALL, framesOf(ways, 70), { measurements: { L } }));
    expect(right.count).toBe(85);
    expect(right.steady!.flow).toBeCloseTo(2, 9);
    expect(right.steady!.from).toBeGreaterThanOrEqual(10);
    expect(right.steady!.to).toBeLessThanOrEqual(52);
  });

  it("who vanishes close before it, going there, has passed it; who stands there or has passed it has not", () => {
    const until = (end: number, way: (t: number) => Point) => (t: number) => (t < end ? way(t) : null);
    const ways = [
      until(1.75, (t) => [t - 2.03, 0.5]),
      until(1.75, () => [-0.2, -0.5]),
      until(2.35, (t) => [t - 2.03, -0.8]),
      until(1.75, (t) => [t - 5, 0]),
    ];
    const { passages } = line(measureFrames(HALL, framesOf(ways, 6), { measurements: { L } }));
    expect(passages.map(({ id }) => id)).toEqual([0, 2]);
    // It would have been there at 2.03 s, and was gone before.
    expect(passages[0].time).toBeCloseTo(1.8, 9);
  });

  it("who sways over it has passed it once, or not at all when it turns back", () => {
    const ways = [
      (t: number): Point => [0.3 * t - 1 + 0.12 * Math.sin(6 * t), 0],
      (t: number): Point => [-0.3 + 0.4 * Math.sin(t), 0.5],
    ];
    const { passages } = line(measureFrames(HALL, framesOf(ways, 6.2), { measurements: { L } }));
    expect(passages.map(({ id, to }) => [id, to])).toEqual([[0, "right"]]);
  });

  it("is as wide as its free part", () => {
    const walls = new World({
      boundary: rectangle(0, 0, 10, 4),
      obstacles: [{ polygon: rectangle(4, 1, 1, 1.5) }],
      measurements: {
        across: {
          segment: [
            [4.5, -1],
            [4.5, 5],
          ],
        },
        exit: {
          segment: [
            [10, 1],
            [10, 3],
          ],
        },
      },
    });
    const [across, exit] = measureFrames(walls, []) as LineMeasured[];
    expect(across.width).toBeCloseTo(2.5, 9);
    expect(exit.width).toBeCloseTo(2, 9);
  });
});

describe("measurements", () => {
  const measurements = {
    A: { polygon: rectangle(-2, -2, 4, 4), direction: [1, 0] as const },
    L: {
      segment: [
        [0, -2],
        [0, 2],
      ] as [Point, Point],
    },
  };
  const ways = Array.from({ length: 60 }, (_, k) => (t: number): Point | null => {
    const x = 1.1 * (t - k / 3) - 5;
    return x > -5 && x < 5 ? [x, ((k * 7) % 11) / 4 - 1.2] : null;
  });

  it("go on from a state as if nothing had happened", () => {
    const frames = framesOf(ways, 25);
    const observed = (from: Measurements, list: readonly RecordedFrame[]): Measurements => {
      for (const { time, agents } of list) {
        const column = (key: "id" | "x" | "y"): number[] => agents.map((agent) => agent[key]);
        from.observe({ time, size: agents.length, id: column("id"), x: column("x"), y: column("y") });
      }
      return from;
    };
    const whole = observed(new Measurements(HALL, { measurements }), frames).result();
    for (const cut of [1, 7, 100, 133]) {
      const first = observed(new Measurements(HALL, { measurements }), frames.slice(0, cut));
      // Asking for a result changes nothing.
      first.result();
      const second = new Measurements(HALL, { measurements });
      second.restore(structuredClone(first.snapshot()));
      expect(observed(second, frames.slice(cut)).result()).toEqual(whole);
    }
    expect(whole).toEqual(measureFrames(HALL, frames, { measurements }));
    expect(line(whole, 1).right.count).toBeGreaterThan(40);
  });

  it.each<[MeasurementOptions & Record<string, unknown>, string]>([
    [{ cutOff: 0 }, "cutOff"],
    [{ window: Number.NaN }, "window"],
    [{ every: -1 }, "every"],
    [{ evry: 1 }, "evry"],
    [{ measurements: { A: {} } }, "measurements.A"],
    [{ measurements: { "a/b": measurements.A } }, "measurements"],
    [{ measurements: { A: { polygon: rectangle(60, 60, 1, 1) } } }, "measurements.A.polygon"],
  ])("refuse %j", (options, where) => {
    expect(() => new Measurements(HALL, options)).toThrow(where);
  });
});
