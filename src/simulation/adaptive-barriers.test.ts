/** Barriers that adapt: weights against brute force, meters against hand counts, and a hall whose ways are counted anew. */
import { describe, expect, it } from "vitest";
import type { Point, Segment } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { builtinScene } from "../scenes/index.js";
import { World } from "../world/index.js";
import { leastWeight, Meters } from "./adaptive-barriers.js";
import { Simulation } from "./simulation.js";

describe("the least weight", () => {
  it.each([1, 2, 3, 4, 5])(
    "leaves as many as may stay, and 0.3 %% less would leave more (seed %i)",
    (seed) => {
      const random = new Random(seed);
      for (let k = 0; k < 200; k++) {
        // Everybody turns beyond a weight of their own; some have no other way.
        const turns = Array.from({ length: 1 + random.below(60) }, () =>
          random.unit() < 0.1 ? Infinity : random.between(0.9, 20),
        );
        const passing = (weight: number): number => turns.filter((turn) => turn > weight).length;
        const most = random.between(0, 60);
        const weight = leastWeight(passing, most, 100);
        const left = Math.max(most, turns.filter((turn) => turn === Infinity).length);
        expect(passing(weight)).toBeLessThanOrEqual(left);
        if (weight > 1) expect(passing(weight / 1.003)).toBeGreaterThan(left);
      }
    },
  );

  it("is 1 where nobody has to turn, and where nobody can", () => {
    expect(leastWeight(() => 10, 10, 100)).toBe(1);
    expect(leastWeight(() => 10, 3, 100)).toBeLessThan(1.002);
  });
});

describe("meters", () => {
  const line: Segment = [
    [5, 0],
    [5, 2],
  ];
  const at = (...xs: number[]) => ({
    size: xs.length,
    columns: {
      id: Float64Array.from(xs, (_, i) => i),
      x: Float64Array.from(xs),
      y: Float64Array.from(xs, () => 1),
    },
  });

  it("count everybody once who passes, however often, and start anew when asked", () => {
    const meters = new Meters();
    meters.watch("a", () => line, 0);
    for (const xs of [
      [4.8, 4.9, 1],
      [5.1, 4.95, 1],
      [4.9, 4.99, 1],
      [5.2, 5.3, 1],
    ])
      meters.observe(at(...xs));
    expect(meters.take("a", 4)).toBe(2 / 4);
    meters.observe(at(5.4, 5.5, 6));
    expect(meters.take("a", 8)).toBe(1 / 4);
    // Nobody in ten seconds counts as one.
    expect(meters.take("a", 18)).toBe(1 / 10);
  });

  it("go on from a snapshot as if there had been none", () => {
    const [one, other] = [new Meters(), new Meters()];
    one.watch("a", () => line, 0);
    one.observe(at(4.9, 4.8));
    other.restore(structuredClone(one.snapshot()));
    for (const meters of [one, other]) meters.observe(at(5.1, 4.9));
    expect(other.snapshot()).toEqual(one.snapshot());
    expect(other.take("a", 2)).toBe(1 / 2);
  });
});

/** Whether a way passes a segment, by signs of areas. */
function passes(way: readonly Point[], [a, b]: Segment): boolean {
  const side = (p: Point, q: Point, r: Point): number =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return way.some((q, k) => {
    if (k === 0) return false;
    const p = way[k - 1];
    return side(a, b, p) * side(a, b, q) <= 0 && side(p, q, a) * side(p, q, b) <= 0;
  });
}

describe("in the hall with a narrow passage", () => {
  const scene = builtinScene("bottleneck");
  const simulation = new Simulation(scene, {
    model: "orca",
    arrival: "touch",
    bottleneck: { adaptive: true },
  });
  while (simulation.bottlenecks!.list.length === 0) simulation.advance();
  const { columns, size } = simulation.crowd;
  const people = Array.from({ length: size }, (_, i): Point => [columns.x[i], columns.y[i]]);
  const [barrier] = simulation.bottlenecks!.barriers;
  /** Ways counted by a path map of the test's own. */
  const passing = (weight: number): number => {
    const map = new PathMap(new World(scene), {
      goals: ["exit"],
      radius: 0.25,
      barriers: [{ ...barrier, weight }],
    });
    return people.filter((p) => passes(map.pathFrom(p) ?? [], barrier.segment)).length;
  };

  it("the first barrier leaves as many as pass in an interval, and hardly lighter it would leave more", () => {
    const [{ rate }] = simulation.bottlenecks!.snapshot().meters.meters;
    const most = rate! * 10;
    expect(passing(1)).toBeGreaterThan(2 * most);
    expect(passing(barrier.weight)).toBeLessThanOrEqual(most);
    expect(passing(0.99 * barrier.weight)).toBeGreaterThan(most);
  });

  it("it moves with the jam or is weighed anew, goes when it is not needed, and all arrive", () => {
    const seen: string[] = [];
    while (!simulation.done) {
      simulation.advance();
      const text = JSON.stringify(simulation.bottlenecks!.barriers);
      if (text !== seen.at(-1)) seen.push(text);
    }
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen.at(-1)).toBe("[]");
    expect(simulation.crowd.arrived).toBe(180);
  });
});
