import { describe, expect, it } from "vitest";
import { Crowd } from "../crowd/crowd.js";
import { InputError } from "../errors.js";
import { nearestOnSegment, type Point, type Segment } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { type Barrier, PathMap } from "../pathmap/index.js";
import { builtinScene } from "../scenes/index.js";
import { type SceneInput, World } from "../world/index.js";
import { type BottleneckOptions, Bottlenecks, type Watched } from "./bottleneck.js";
import { Corridors } from "./corridors.js";
import { Simulation } from "./simulation.js";

/** Somebody who stands, and gets so much of the way that he could. */
interface Stander {
  readonly id?: number;
  readonly at: Point;
  readonly radius?: number;
  /** Share of the free headway. */
  readonly share?: number;
}

const STEP = 0.05;

/** A crowd after a step of `STEP` seconds. */
function seen(time: number, people: readonly Stander[]): Watched {
  const column = (value: (one: Stander, i: number) => number): Float64Array =>
    Float64Array.from(people, value);
  const none = column(() => 0);
  return {
    time,
    size: people.length,
    columns: {
      id: column(({ id }, i) => id ?? i),
      x: column(({ at }) => at[0]),
      y: column(({ at }) => at[1]),
      vx: none,
      vy: none,
      radius: column(({ radius = 0.25 }) => radius),
      speed: column(() => 1.3),
      group: none,
      progress: column(({ share = 0 }) => share * 1.3 * STEP),
      born: none,
      reaction: none,
    },
  };
}

/** A street of some width along the x-axis from 5 to 25, between two blocks, turned about the origin. */
function street(width: number, angle = 0): { world: World; turn: (p: Point) => [number, number] } {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turn = ([x, y]: Point): [number, number] => [c * x - s * y, s * x + c * y];
  const block = (low: number, high: number): [number, number][] =>
    ([[5, low], [25, low], [25, high], [5, high]] as Point[]).map(turn); // biome-ignore format: one line per outline
  const scene: SceneInput = {
    boundary: ([[0, -30], [30, -30], [30, 30], [0, 30]] as Point[]).map(turn), // biome-ignore format: see above
    obstacles: [{ polygon: block(width / 2, width / 2 + 4) }, { polygon: block(-width / 2 - 4, -width / 2) }],
  };
  return { world: new World(scene), turn };
}

/** People side by side across a street, every 0.6 m. */
const row = (x: number, width: number, turn: (p: Point) => Point = (p) => p): Stander[] =>
  Array.from({ length: Math.floor((width - 0.5) / 0.6) + 1 }, (_, k) => ({
    at: turn([x, -width / 2 + 0.25 + 0.6 * k]),
  }));

/** Lets people stand for some seconds, after they have set out; returns when. */
function watch(bottlenecks: Bottlenecks, people: readonly Stander[], from: number, seconds: number): number {
  const steps = Math.round(seconds / STEP);
  const walking = people.map((one) => ({ ...one, share: 0.01 }));
  for (let k = 1; k <= steps; k++) {
    bottlenecks.observe(seen(from + k * STEP, k === 1 ? walking : people), STEP);
  }
  return from + steps * STEP;
}

describe("slowed steps", () => {
  it("are those with any headway lost; more than the threshold, less those that were free, make a bottlenecked one", () => {
    const random = new Random(5);
    const { world } = street(3);
    for (const headway of [1, 0.5]) {
      const bottlenecks = new Bottlenecks(world, { threshold: 4, headway }, () => {});
      const shares = new Map<number, number[]>();
      for (let k = 1; k <= 300; k++) {
        // Two of ten are away at any time, others each time, and are forgotten when they go.
        const people = Array.from({ length: 10 }, (_, id): Stander => {
          const share = [0, 0.3, 0.6, 0.9, 0.99, 0.9995, 1][random.below(7)];
          return { id, at: [id, 20], share };
        }).filter(({ id }) => (id! + (k >> 5)) % 5 !== 0);
        bottlenecks.observe(seen(k * STEP, people), STEP);
        const present = new Set(people.map(({ id }) => id));
        for (const id of shares.keys()) if (!present.has(id)) shares.delete(id);
        for (const { id, share } of people) {
          // Who has not set out yet does not count.
          if (shares.has(id!) || share! > 0) shares.set(id!, [...(shares.get(id!) ?? []), share!]);
        }
        const expected = [...shares]
          .filter(
            ([, list]) => list.reduce((n, s) => (s < 0.999 * headway ? n + 1 : Math.max(0, n - 1)), 0) > 4,
          )
          .map(([id]) => id);
        expect(bottlenecks.bottlenecked().sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }
    }
  });
});

it("people who wait before they set out are no jam", () => {
  const { world } = street(2);
  const guide = new PathMap(world, { goals: [{ point: [29, 0] }], radius: 0.25 });
  const crowd = new Crowd(world);
  for (const y of [-0.7, 0, 0.7]) crowd.add({ position: [10, y], guide, reaction: 15 });
  const bottlenecks = new Bottlenecks(world, {}, () => {});
  while (crowd.time < 14) {
    crowd.step(STEP);
    bottlenecks.observe(crowd, STEP);
  }
  expect(bottlenecks.bottlenecked()).toEqual([]);
  expect(bottlenecks.barriers).toEqual([]);
});

describe("chains", () => {
  const distanceTo = ([a, b]: Segment, p: Point): number => {
    const foot = nearestOnSegment(p, a, b);
    return Math.hypot(p[0] - foot[0], p[1] - foot[1]);
  };

  /** Whether neighbours join two people, one at each wall, who stand about opposite: by the definition, over all pairs. */
  function isClosed(people: readonly Stander[], width: number): boolean {
    const n = people.length;
    const joined = people.map((p) =>
      people.map((q) => {
        const reach = p.radius! + q.radius! + 0.35;
        return Math.hypot(p.at[0] - q.at[0], p.at[1] - q.at[1]) <= reach;
      }),
    );
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) joined[i][j] ||= joined[i][k] && joined[k][j];
    const at = (y: number): Segment => [
      [5, y],
      [25, y],
    ];
    const touches = ({ at: p, radius }: Stander, y: number): boolean =>
      distanceTo(at(y), p) <= radius! + 0.35;
    return people.some(
      (p, i) =>
        touches(p, width / 2) &&
        people.some((q, j) => {
          // Up to here the middle of the segment between the two feet is clear for 0.35 of its length.
          const isOpposite = width / 2 > 0.35 * Math.hypot(width, p.at[0] - q.at[0]);
          return joined[i][j] && touches(q, -width / 2) && isOpposite;
        }),
    );
  }

  it("are found where people join both sides of a street, and only there (seeds 0 to 400)", () => {
    let closed = 0;
    for (let seed = 0; seed < 400; seed++) {
      const random = new Random(seed);
      const width = 1 + random.below(40) / 10;
      const people = Array.from({ length: 2 + random.below(24) }, (): Stander => {
        const radius = 0.15 + random.unit() / 5;
        return { at: [10 + 5 * random.unit(), (random.unit() - 0.5) * (width - 2 * radius)], radius };
      });
      const { world } = street(width);
      const slots = people.map((_, i) => i);
      const found = new Corridors(world).chains(slots, seen(0, people).columns);
      expect([seed, found.length > 0]).toEqual([seed, isClosed(people, width)]);
      if (found.length > 0) closed++;
      for (const { segment } of found) {
        // From one wall to the other.
        expect(segment.map(([, y]) => Math.abs(y))).toEqual([width / 2, width / 2]);
        expect(segment[0][1]).toBe(-segment[1][1]);
      }
      const few = slots.filter((i) => i % 2 === 0);
      const half = people.filter((_, i) => i % 2 === 0);
      const foundFew = new Corridors(world).chains(few, seen(0, people).columns);
      expect([seed, foundFew.length > 0]).toEqual([seed, isClosed(half, width)]);
    }
    expect(closed).toBeGreaterThan(80);
    expect(closed).toBeLessThan(320);
  });

  it("become a segment from wall to wall in the middle of the box around them, however the street is turned", () => {
    for (let k = 0; k < 40; k++) {
      const angle = (k / 40) * 2 * Math.PI;
      const { world, turn } = street(3, angle);
      const corridors = new Corridors(world);
      const people = [...row(10, 3, turn), ...row(10.5, 3, turn), ...row(14, 3, turn)];
      const candidates = corridors.chains(
        people.map((_, i) => i),
        seen(0, people).columns,
      );
      expect(new Set(candidates.map(({ key }) => key)).size).toBe(1);
      const [a, b] = corridors.across(candidates);
      expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeCloseTo(3, 9);
      const [x, y] = turn([12, 0]);
      expect((a[0] + b[0]) / 2).toBeCloseTo(x, 9);
      expect((a[1] + b[1]) / 2).toBeCloseTo(y, 9);
    }
  });

  it("between the jambs of a door, which are one outline, and in a bend, they span free ground", () => {
    const world = new World({
      // A room with a wall across that has a door, and a street that turns.
      boundary: [[0, 0], [10, 0], [10, 4], [11, 4], [11, 0], [20, 0], [20, 10], [11, 10], [11, 5.5], [10, 5.5], [10, 10], [0, 10]],
    }); // biome-ignore format: one outline
    const corridors = new Corridors(world);
    const chain = (people: Stander[]): Segment => {
      const candidates = corridors.chains(
        people.map((_, i) => i),
        seen(0, people).columns,
      );
      expect(candidates.length).toBeGreaterThan(0);
      return corridors.across(candidates);
    };
    const [a, b] = chain([{ at: [10.4, 4.3] }, { at: [10.5, 4.8] }, { at: [10.45, 5.2] }]);
    expect([Math.min(a[1], b[1]), Math.max(a[1], b[1])]).toEqual([4, 5.5]);
    expect(world.visible(a, b)).toBe(true);
    const bend = new World({
      boundary: [[0, 0], [20, 0], [20, 20], [0, 20]],
      obstacles: [
        { polygon: [[2, 2], [4, 2], [4, 14], [16, 14], [16, 16], [2, 16]] },
        { polygon: [[6, 2], [16, 2], [16, 12], [6, 12]] },
      ],
    }); // biome-ignore format: one outline per line
    const around = new Corridors(bend);
    const people = [3, 4, 5, 11, 11.5].flatMap((y) => [4.3, 5, 5.7].map((x): Stander => ({ at: [x, y] })));
    const rest = [7, 8, 15].flatMap((x) => [12.3, 13, 13.7].map((y): Stander => ({ at: [x, y] })));
    const all = [...people, ...rest];
    const candidates = around.chains(
      all.map((_, i) => i),
      seen(0, all).columns,
    );
    const [p, q] = around.across(candidates);
    expect(bend.visible(p, q)).toBe(true);
    expect(Math.hypot(p[0] - q[0], p[1] - q[1])).toBeLessThan(3);
  });
});

describe("barriers", () => {
  const make = (options: BottleneckOptions): { bottlenecks: Bottlenecks; installed: Barrier[][] } => {
    const installed: Barrier[][] = [];
    const bottlenecks = new Bottlenecks(street(3).world, options, (barriers) => {
      installed.push([...barriers]);
    });
    return { bottlenecks, installed };
  };

  it("add up while a jam lasts, in its middle, and go when it is over", () => {
    const { bottlenecks, installed } = make({});
    let time = watch(bottlenecks, row(10, 3), 0, 10);
    time = watch(bottlenecks, row(12, 3), time, 20);
    expect(installed.map((barriers) => barriers.length)).toEqual([1, 2, 3]);
    expect(bottlenecks.barriers.map(({ segment }) => segment[0][0])).toEqual([10, 12, 12]);
    for (const { weight, carries } of bottlenecks.barriers) expect([weight, carries]).toEqual([1.5, true]);
    expect(bottlenecks.list).toHaveLength(1);
    expect(bottlenecks.list[0]).toMatchObject({ queue: 5, since: 10, weight: 1.5 ** 3 });
    time = watch(bottlenecks, [], time, 10);
    expect(bottlenecks.barriers).toEqual([]);
    expect(installed.at(-1)).toEqual([]);
  });

  it("stop adding up where nobody would come through any more", () => {
    const { bottlenecks, installed } = make({});
    watch(bottlenecks, row(10, 3), 0, 150);
    expect(bottlenecks.barriers).toHaveLength(11);
    expect(installed).toHaveLength(11);
    expect(bottlenecks.list[0].weight).toBeLessThan(100);
    const idle = make({ weight: 1 });
    watch(idle.bottlenecks, row(10, 3), 0, 50);
    expect(idle.bottlenecks.barriers).toHaveLength(1);
  });

  it("replace each other, or end at bends, where that is wanted", () => {
    const { bottlenecks } = make({ replaces: true, carries: false });
    const time = watch(bottlenecks, row(10, 3), 0, 20);
    watch(bottlenecks, row(12, 3), time, 10);
    expect(bottlenecks.barriers).toHaveLength(1);
    expect(bottlenecks.barriers[0]).toMatchObject({ weight: 1.5, carries: false });
    expect(bottlenecks.barriers[0].segment[0][0]).toBe(12);
  });

  it("that adapt are one in each corridor, move with the jam, and weigh what diverts enough", () => {
    // Thirty would pass, and one turns with every tenth of weight; a corridor that nobody passes counts as one in ten seconds.
    const passing = (barriers: readonly Barrier[]): number =>
      Math.max(0, 30 - Math.floor(10 * (barriers[0].weight - 1)));
    const bottlenecks = new Bottlenecks(street(3).world, { adaptive: true }, () => {}, passing);
    const time = watch(bottlenecks, row(10, 3), 0, 10);
    expect(bottlenecks.barriers).toHaveLength(1);
    expect(bottlenecks.barriers[0].segment[0][0]).toBe(10);
    expect(bottlenecks.list[0].weight).toBeGreaterThanOrEqual(1 + 29 / 10);
    expect(bottlenecks.list[0].weight).toBeLessThan(1.003 * (1 + 29 / 10));
    watch(bottlenecks, row(12, 3), time, 10);
    expect(bottlenecks.barriers).toHaveLength(1);
    expect(bottlenecks.barriers[0].segment[0][0]).toBe(12);
  });

  it("that adapt stay without a jam while too many would come, and go when they would not", () => {
    let would = 30;
    const passing = (barriers: readonly Barrier[]): number => (barriers[0].weight < 2 ? would : 0);
    const bottlenecks = new Bottlenecks(street(3).world, { adaptive: true }, () => {}, passing);
    let time = watch(bottlenecks, row(10, 3), 0, 10);
    expect(bottlenecks.list[0].weight).toBeCloseTo(2, 2);
    time = watch(bottlenecks, [], time, 10);
    expect(bottlenecks.list[0].weight).toBeCloseTo(2, 2);
    would = 0;
    watch(bottlenecks, [], time, 10);
    expect(bottlenecks.barriers).toEqual([]);
  });

  it("continue from a snapshot", () => {
    const one = make({});
    const time = watch(one.bottlenecks, row(10, 3), 0, 17);
    const other = make({});
    other.bottlenecks.restore(one.bottlenecks.snapshot());
    expect(other.bottlenecks.barriers).toEqual(one.bottlenecks.barriers);
    for (const { bottlenecks } of [one, other]) watch(bottlenecks, row(11, 3), time, 25);
    expect(other.bottlenecks.barriers).toHaveLength(4);
    expect(other.bottlenecks.snapshot()).toEqual(one.bottlenecks.snapshot());
  });

  it.each([
    [
      { weight: Number.POSITIVE_INFINITY },
      "bottleneck.weight: a finite number >= 1 is needed; given: Infinity",
    ],
    [{ headway: 0 }, "bottleneck.headway: a finite number > 0 and <= 1 is needed; given: 0"],
    [{ headway: 1.5 }, "given: 1.5"],
    [{ carries: "yes" }, 'bottleneck.carries: true or false is needed; given: "yes"'],
    [{ wait: 1 }, 'bottleneck: unknown option "wait"; known: weight'],
  ])("refuse %o", (options, message) => {
    expect(() => make(options as never)).toThrow(InputError);
    expect(() => make(options as never)).toThrow(message);
  });
});

it("the same bits with two threads, while barriers are put up", () => {
  const scene = builtinScene("bottleneck");
  const bottleneck = { interval: 2 };
  const [one, two] = [1, 2].map((threads) => new Simulation(scene, { bottleneck, threads }));
  for (let k = 0; k < 340; k++) {
    one.advance();
    two.advance();
  }
  const bits = (simulation: Simulation): string =>
    JSON.stringify(simulation.snapshot(), (_, v) => (v instanceof Float64Array ? [...v] : v));
  expect(one.bottlenecks!.barriers.length).toBeGreaterThan(1);
  expect(bits(two)).toBe(bits(one));
  two.crowd.close();
});
