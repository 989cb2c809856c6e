/** The harness itself: hand-made ways with known figures give exactly these, and criteria fail when they should. */
import { describe, expect, test } from "vitest";
import { type Bench, type Case, type Criterion, seedsOf } from "./case.js";
import { compare, comparisonTable } from "./comparison.js";
import { halves, placesAt, streamSpeed } from "./endless.js";
import { IMO } from "./imo.js";
import { holds, judge } from "./judge.js";
import {
  crossings,
  firstCrossing,
  flowOf,
  longestGap,
  meanDensity,
  meanSpeed,
  middleOf,
  setOut,
} from "./measures.js";
import { ADULTS } from "./panels.js";
import { BOTTLENECKS } from "./phenomena/bottlenecks.js";
import { HERMES_DOORS } from "./phenomena/hermes-doors.js";
import { laneOrder } from "./phenomena/lanes.js";
import { sameBits } from "./phenomena/numerics.js";
import { queue } from "./phenomena/queue.js";
import { box, hallWithDoor } from "./plans.js";
import { csvOf, resultsOf, tableOf } from "./results.js";
import { RIMEA } from "./rimea.js";
import {
  gammaShare,
  ksDistance,
  ksLimit,
  logNormalShare,
  normalShare,
  quantileOf,
  quantilesOf,
  uniformShare,
  weibullShare,
} from "./statistics.js";
import { percentLeft, type Track, type Trajectories, timeToEmpty } from "./trajectories.js";

const INTERVAL = 0.125;

/** Ways as functions of time: place in metres, or null while somebody is not there. */
function handMade(
  seconds: number,
  ways: readonly ((time: number) => readonly [number, number] | null)[],
  scene = hallWithDoor({ width: 1, people: ways.length, panel: ADULTS }),
): Trajectories {
  const times = Array.from({ length: Math.round(seconds / INTERVAL) }, (_, k) => (k + 1) * INTERVAL);
  const tracks = ways.map((way, id): Track => {
    const places = times.map(way);
    const start = places.findIndex((place) => place !== null);
    const there = places.filter((place) => place !== null);
    const ends = start + there.length < times.length;
    return {
      id,
      group: 0,
      start,
      x: there.map(([x]) => x),
      y: there.map(([, y]) => y),
      radius: 0.2,
      left: ends ? times[start + there.length] : null,
    };
  });
  return { scene, building: null, times, tracks, people: ways.length };
}

/** Somebody who walks down the y axis at 1 m/s, passes y = 0 at a time and leaves 2 m behind it. */
const passes =
  (at: number, x = 0) =>
  (time: number): readonly [number, number] | null =>
    time > at + 2 ? null : [x, at - time];

describe("measures of hand-made ways", () => {
  const line = [
    [-1, 0],
    [1, 0],
  ] as const;

  test("a person every half second is a flow of 2 per second", () => {
    const run = handMade(
      60,
      Array.from({ length: 100 }, (_, k) => passes(2 + k / 2)),
    );
    const times = crossings(run, line);
    expect(times).toHaveLength(100);
    expect(times[0]).toBeCloseTo(2, 12);
    expect(flowOf(times)).toBeCloseTo(2, 12);
    expect(flowOf(times, 0, 1)).toBeCloseTo(2, 12);
    expect(longestGap(times)).toBeCloseTo(0.5, 12);
    expect(timeToEmpty(run)).toBe(2 + 99 / 2 + 2 + INTERVAL);
    expect(percentLeft(run)).toBe(100);
  });

  test("passages between two frames are found by the straight way, and beside the line there is none", () => {
    const run = handMade(10, [passes(3.3), passes(4, 1.5)]);
    expect(firstCrossing(run.tracks[0], run.times, line)).toBeCloseTo(3.3, 12);
    expect(firstCrossing(run.tracks[1], run.times, line)).toBeNull();
  });

  test("who comes back is counted once", () => {
    const run = handMade(10, [(time) => [0, Math.cos(time)]]);
    expect(crossings(run, line)).toHaveLength(1);
  });

  test("too few passages are no flow", () => {
    expect(flowOf([1])).toBeNull();
    expect(flowOf([])).toBeNull();
    expect(flowOf([1, 1, 1])).toBeNull();
    expect(middleOf([4])).toBeNull();
    expect(longestGap([4])).toBeNull();
  });

  test("density is heads over area, speed is that of those in the box", () => {
    // Two stand in 2 m2, one walks far away.
    const run = handMade(10, [() => [0.5, 0.5], () => [1.5, 0.5], (time) => [10 + 0.8 * time, 0]]);
    const span = { from: 1, to: 9 };
    expect(meanDensity(run, box(0, 0, 2, 1), span)).toBe(1);
    expect(meanSpeed(run, box(0, 0, 2, 1), span)).toBe(0);
    expect(meanSpeed(run, box(9, -1, 20, 1), span)).toBeCloseTo(0.8, 12);
    expect(meanSpeed(run, box(9, -1, 20, 1), span, [-1, 0])).toBeCloseTo(-0.8, 12);
    expect(meanSpeed(run, box(50, 50, 51, 51), span)).toBeNull();
    expect(meanDensity(run, box(0, 0, 2, 1), { from: 20, to: 30 })).toBeNull();
  });

  test("somebody who waits 5 s sets out then", () => {
    const run = handMade(10, [(time) => [Math.max(0, time - 5), 0], () => [0, 0]]);
    expect(setOut(run.tracks[0], run.times)).toBe(5 + INTERVAL);
    expect(setOut(run.tracks[1], run.times)).toBeNull();
  });

  test("one bit of one place is enough for runs to differ", () => {
    const make = (x: number) => handMade(5, [passes(2, x)]);
    expect(sameBits(make(0.1), make(0.1))).toBe(true);
    expect(sameBits(make(0.3), make(0.1 + 0.2))).toBe(false);
  });
});

/** A bench whose runs are hand-made. */
const benchOf = (run: Trajectories): Bench => ({
  model: "hand-made",
  seed: 1,
  simulate: () => run,
  show: () => {},
});

const caseNamed = (cases: readonly Case[], id: string): Case => cases.find((one) => one.id === id)!;

describe("cases with hand-made people", () => {
  const oneMetre = caseNamed(BOTTLENECKS, "bottleneck/1");
  const verdictOf = (perSecond: number) => {
    const run = handMade(
      250,
      Array.from({ length: 150 }, (_, k) => passes(5 + k / perSecond)),
    );
    return judge(oneMetre, "hand-made", [oneMetre.run!(benchOf(run))]).rows[0];
  };

  test("1.6 people per second through 1 m are a specific flow of 1.6, which passes", () => {
    const { value, passed } = verdictOf(1.6);
    expect(value).toBeCloseTo(1.6, 10);
    expect(passed).toBe(true);
  });

  test.each([1.25, 2])("%s per second fail", (perSecond) => {
    expect(verdictOf(perSecond)).toMatchObject({ passed: false });
  });

  test("a crowd of which one person stays behind the door fails", () => {
    const ways = Array.from({ length: 149 }, (_, k) => passes(5 + k / 1.6));
    const run = handMade(250, [...ways, () => [0, 3] as const]);
    expect(oneMetre.run!(benchOf(run))).toEqual({ "": null });
  });

  test("a wide door with a lattice of people who walk slowly gives its density and speed", () => {
    // 350 people in rows of 12 abreast over 2.4 m, 0.9 m apart, at 0.36 m/s: 5.56 per m2 and 4.8 per second.
    const wide = caseNamed(HERMES_DOORS, "hermes-door/2.4");
    const ways = Array.from({ length: 350 }, (_, k) => {
      const [row, column] = [Math.floor(k / 12), k % 12];
      return (time: number): readonly [number, number] | null => {
        const y = 2 + 0.9 * row - 0.36 * time;
        return y < -1 ? null : [-1.1 + 0.2 * column, y];
      };
    });
    const { flow, density, speed } = wide.run!(benchOf(handMade(90, ways)));
    expect(speed).toBeCloseTo(0.36, 10);
    expect(flow! / (12 * 0.36) / (1 / 0.9)).toBeCloseTo(1, 1);
    expect(density! / (12 / (2.4 * 0.9))).toBeCloseTo(1, 1);
  });

  test("a queue that stands on one side, and one that drifts away, fail", () => {
    const orderly = Array.from({ length: 150 }, (_, k) => passes(5 + k, k % 2 === 0 ? 0.4 : -0.4));
    const skewed = Array.from({ length: 150 }, (_, k) => passes(5 + k, 0.4));
    const left = (ways: typeof orderly) => queue.run!(benchOf(handMade(200, ways))).left;
    expect(left(orderly)).toBeCloseTo(50, 0);
    expect(left(skewed)).toBe(0);
    const away = queue.run!(
      benchOf(
        handMade(200, [
          ...orderly.slice(1),
          (time) => (time > 170 ? [0, 171 - time] : [0, 0.5 + (time % 1) / 4]),
        ]),
      ),
    ).away;
    expect(away).toBeGreaterThan(5);
  });
});

describe("endless corridors", () => {
  /** Somebody who goes round a course of 20 m at a speed, at a height y. */
  const round =
    (speed: number, y: number) =>
    (time: number): readonly [number, number] => {
      const x = 3 + speed * time;
      return [x - 20 * Math.floor(x / 20), y];
    };
  const withGroups = (run: Trajectories, groupOf: (id: number) => number): Trajectories => ({
    ...run,
    tracks: run.tracks.map((track) => ({ ...track, group: groupOf(track.id) })),
  });

  test("leaps from one end to the other are no way walked", () => {
    const run = handMade(60, [round(1.2, 1), round(0.8, 2)]);
    expect(streamSpeed(run, 20, 30)).toBeCloseTo(1, 10);
    const both = withGroups(handMade(60, [round(1.2, 1), round(-1, 2)]), (id) => id);
    expect(streamSpeed(both, 20, 30)).toBeCloseTo(1.1, 10);
  });

  test("who is missing makes the speed unknown", () => {
    expect(streamSpeed({ ...handMade(60, [round(1, 1)]), people: 2 }, 20, 30)).toBeNull();
  });

  test("streams in rows of their own have order 1, one row of both has 0", () => {
    const apart = handMade(10, [round(1, 0.3), round(1, 0.3), round(-1, 1), round(-1, 1)]);
    expect(
      laneOrder(
        withGroups(apart, (id) => (id < 2 ? 0 : 1)),
        5,
      ),
    ).toBe(1);
    expect(
      laneOrder(
        withGroups(apart, (id) => id % 2),
        5,
      ),
    ).toBe(0);
  });

  test.each([0.5, 1, 2, 3, 4, 5])(
    "places at %s per m2 are as many as they should be, and apart (seeds 1 to 5)",
    (density) => {
      for (let seed = 1; seed <= 5; seed++) {
        const places = placesAt(density, 20, 4, seed);
        expect(places).toHaveLength(80 * density);
        for (const [k, [x, y]] of places.entries()) {
          expect(x >= 0 && x < 20 && y > 0.2 && y < 3.8).toBe(true);
          for (const [otherX, otherY] of places.slice(0, k)) {
            const dx = Math.abs(x - otherX);
            expect(Math.hypot(Math.min(dx, 20 - dx), y - otherY)).toBeGreaterThan(0.35);
          }
        }
        const [right, left] = halves(places, seed);
        expect(Math.abs(right.length - left.length)).toBeLessThanOrEqual(1);
        expect(new Set([...right, ...left]).size).toBe(places.length);
      }
    },
  );
});

test("IMO 8 is run with ten seeds, RiMEA 1 with five, both with as many as are asked for", () => {
  const [eighth, first] = [IMO[7], RIMEA[0]];
  expect([eighth.id, seedsOf(eighth), seedsOf(eighth, 1)]).toEqual(["imo-8", 10, 1]);
  expect([first.id, seedsOf(first), seedsOf(first, 3)]).toEqual(["rimea-1", 5, 3]);
});

describe("verdicts", () => {
  const criterion = (parts: Partial<Criterion>): Criterion => ({
    id: "",
    title: "",
    unit: "",
    low: 1,
    high: 2,
    ...parts,
  });
  const caseOf = (...criteria: Criterion[]): Case => ({
    id: "case",
    suite: "phenomena",
    title: "A case",
    source: "",
    about: "",
    criteria,
    run: () => ({}),
    lacks: "",
  });

  test.each<[number | null, number | null, number | null, boolean]>([
    [1, 1, 2, true],
    [2, 1, 2, true],
    [0.999, 1, 2, false],
    [2.001, 1, 2, false],
    [5, 1, null, true],
    [5, null, 4, false],
    [null, 1, 2, false],
    [Number.NaN, null, 2, false],
    [1, null, null, false],
  ])("%s within %s and %s: %s", (value, low, high, expected) => {
    expect(holds(value, low, high)).toBe(expected);
  });

  test("one run without a figure fails the row, however good the others are", () => {
    const { rows } = judge(caseOf(criterion({})), "m", [{ "": 1.5 }, { "": null }, {}]);
    expect(rows[0]).toMatchObject({ value: null, passed: false, seeds: 3, values: [1.5, null, null] });
  });

  test("means, least and greatest values", () => {
    const outcomes = [1, 2, 6].map((a) => ({ a, b: a, c: a }));
    const { rows } = judge(
      caseOf(
        criterion({ id: "a" }),
        criterion({ id: "b", over: "least" }),
        criterion({ id: "c", over: "greatest" }),
      ),
      "m",
      outcomes,
    );
    expect(rows.map(({ id, value, passed }) => ({ id, value, passed }))).toEqual([
      { id: "case/a", value: 3, passed: false },
      { id: "case/b", value: 1, passed: true },
      { id: "case/c", value: 6, passed: false },
    ]);
    expect(rows[0].deviation).toBeCloseTo(Math.sqrt(7), 12);
  });

  test("a row that is computed from others sees their means", () => {
    const double = criterion({ id: "double", low: 6, high: 6, from: ({ a }) => a! * 2 });
    const { rows } = judge(caseOf(criterion({ id: "a" }), double), "m", [{ a: 2 }, { a: 4 }]);
    expect(rows[1]).toMatchObject({ value: 6, passed: true });
  });

  test("what is recorded counts neither as passed nor as failed, and what cannot run is listed apart", () => {
    const shown = criterion({ id: "shown", recorded: (model) => model === "m" });
    const of = caseOf(criterion({ id: "a" }), shown);
    const waiting: Case = { ...caseOf(), id: "later", run: null, lacks: "needs buildings" };
    const results = resultsOf("m", "1.0.0", [judge(of, "m", [{ a: 9, shown: 9 }])], [of, waiting]);
    expect(results).toMatchObject({
      passed: 0,
      failed: 1,
      notYet: [{ id: "later", lacks: "needs buildings" }],
    });
    expect(results.recorded.map(({ id }) => id)).toEqual(["case/shown"]);
    expect(tableOf(results).map((row) => row[4])).toEqual(["FAILED", "outside", "not yet: needs buildings"]);
    expect(csvOf([results])).toBe(
      "model,id,title,value,unit,low,high,verdict,seeds,deviation,values\n" +
        "m,case/a,,9,,1,2,failed,1,,9\nm,case/shown,,9,,1,2,recorded,1,,9\nm,later,A case,,,,,not yet: needs buildings,,,\n",
    );
    expect(judge(of, "other", [{ a: 1, shown: 1 }]).rows).toHaveLength(2);
  });

  test("models side by side: rows that one of them is judged by, in the order of the cases", () => {
    const of = caseOf(
      criterion({ id: "a" }),
      criterion({ id: "b", recorded: (model) => model === "m" }),
      criterion({ id: "c" }),
      criterion({ id: "d", recorded: () => true }),
    );
    const results = (["m", "n"] as const).map((model, k) =>
      resultsOf(model, "1.0.0", [judge(of, model, [{ a: 1 + k, b: 3, c: null, d: 1 }])], [of]),
    );
    expect(comparisonTable(results)).toEqual([
      ["row", "right is", "m", "n"],
      ["case/a", "1 to 2", "1", "2"],
      ["case/b", "1 to 2", "(3)", "✗ 3"],
      ["case/c", "1 to 2", "✗ none", "✗ none"],
      ["rows that pass", "", "1 of 2", "1 of 3"],
    ]);
    expect(compare(results)[1].models).toEqual({
      m: { value: 3, passed: false, judged: false },
      n: { value: 3, passed: false, judged: true },
    });
  });
});

describe("distributions", () => {
  test("the distance of a sample is the greatest difference of shares", () => {
    expect(ksDistance([0.5], uniformShare(0, 1))).toBe(0.5);
    expect(ksDistance([0.1, 0.3, 0.5, 0.7, 0.9], uniformShare(0, 1))).toBeCloseTo(0.1, 12);
    expect(ksDistance([5, 6, 7], uniformShare(0, 1))).toBe(1);
    // Tables of the one-sample test, 5 %.
    expect(ksLimit(10)).toBeCloseTo(0.409, 2);
    expect(ksLimit(50)).toBeCloseTo(0.188, 2);
  });

  /** Integral of a density, by Simpson's rule. */
  const integral = (density: (x: number) => number, to: number, from = 1e-9): number => {
    const n = 20_000;
    const h = (to - from) / n;
    let sum = density(from) + density(to);
    for (let k = 1; k < n; k++) sum += (k % 2 === 1 ? 4 : 2) * density(from + k * h);
    return (sum * h) / 3;
  };

  test.each<[string, (value: number) => number, (x: number) => number]>([
    [
      "normal",
      normalShare(2, 0.5),
      (x) => Math.exp(-(((x - 2) / 0.5) ** 2) / 2) / (0.5 * Math.sqrt(2 * Math.PI)),
    ],
    [
      "log-normal",
      logNormalShare(0.4, 0.7),
      (x) => Math.exp(-(((Math.log(x) - 0.4) / 0.7) ** 2) / 2) / (0.7 * x * Math.sqrt(2 * Math.PI)),
    ],
    ["Weibull", weibullShare(2, 1.5), (x) => (1.5 / 2) * (x / 2) ** 0.5 * Math.exp(-((x / 2) ** 1.5))],
    ["gamma of shape 3", gammaShare(3, 0.8), (x) => (x * x * Math.exp(-x / 0.8)) / (2 * 0.8 ** 3)],
  ])("the share of a %s distribution is the integral of its density", (_name, share, density) => {
    for (const value of [0.5, 1, 2, 3, 5]) expect(share(value)).toBeCloseTo(integral(density, value), 4);
  });

  test("the quantile of a closed form is its inverse", () => {
    // Weibull: scale (-ln(1 - p))^(1 / shape); log-normal: exp(mu + sigma z), z = 3.71902 for p = 0.9999.
    expect(quantileOf(weibullShare(139.285, 1.195), 0.9999)).toBeCloseTo(
      139.285 * Math.log(10_000) ** (1 / 1.195),
      1,
    );
    expect(quantileOf(logNormalShare(4.586, 0.967), 0.9999) / Math.exp(4.586 + 0.967 * 3.71902)).toBeCloseTo(
      1,
      2,
    );
    expect(quantileOf(uniformShare(0, 8), 0.25)).toBeCloseTo(2, 5);
  });

  test("quantiles end at 1 and rise", () => {
    const table = quantilesOf(weibullShare(139.285, 1.195), { greatest: 1200 });
    expect(table[0]).toEqual([0, 0]);
    expect(table[table.length - 1]).toEqual([1, 1200]);
    for (let k = 1; k < table.length; k++) expect(table[k][0]).toBeGreaterThan(table[k - 1][0]);
  });
});
