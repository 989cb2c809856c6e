import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { type Calls, type CarOptions, LiftCar } from "./lift-car.js";

const OPTIONS: CarOptions = {
  heights: [0, 3, 6, 9],
  start: 0,
  speed: 1,
  dwell: 4,
  doors: 2,
  calls: "collective",
};

const NO_CALLS: Calls = { aboard: [], halls: [] };

/** Lets a car run for some seconds in steps of 0.1 s, with the calls that there are while a door is open. */
function run(car: LiftCar, seconds: number, calls: (door: number) => Calls): void {
  for (let k = 1; k <= 10 * seconds; k++) car.advance(k / 10, 0.1, calls(car.openAt), false);
}

describe("the car of a lift", () => {
  test("stays where it is while nobody calls", () => {
    const car = new LiftCar(OPTIONS);
    run(car, 100, () => NO_CALLS);
    expect(car.state).toMatchObject({ phase: "standing", height: 0, door: 0 });
  });

  test("comes at its speed, opens, stays open for its dwell, closes: 6 m, 2 s, 4 s and 2 s", () => {
    const car = new LiftCar(OPTIONS);
    const calls = { aboard: [], halls: [{ door: 2, isUp: false }] };
    const phases: [string, number][] = [];
    for (let k = 1; k <= 200; k++) {
      const served = phases.some(([phase]) => phase === "open");
      car.advance(k / 10, 0.1, served ? NO_CALLS : calls, false);
      const { phase } = car.state;
      if (phases.at(-1)?.[0] !== phase) phases.push([phase, k / 10]);
    }
    const begin = (phase: string): number => phases.find(([name]) => name === phase)![1];
    expect(phases.map(([phase]) => phase)).toEqual(["moving", "opening", "open", "closing", "standing"]);
    const took = (from: string, to: string): number => begin(to) - begin(from);
    for (const [seconds, from, to] of [
      [6, "moving", "opening"],
      [2, "opening", "open"],
      [4, "open", "closing"],
      [2, "closing", "standing"],
    ] as const) {
      // To a step.
      expect(Math.abs(took(from, to) - seconds), from).toBeLessThan(0.11);
    }
    expect(car.state.height).toBe(6);
  });

  test("keeps its doors open for who steps in or out", () => {
    const car = new LiftCar(OPTIONS);
    for (let k = 1; k <= 300; k++)
      car.advance(k / 10, 0.1, { aboard: [], halls: [{ door: 0, isUp: true }] }, true);
    expect(car.openAt).toBe(0);
  });

  test("a collective one goes on up for those aboard, and takes those who go down on its way back", () => {
    expect(orderOf("collective")).toEqual([1, 3, 2, 0]);
  });

  test("an express one takes those aboard where they go, and answers one call after the other", () => {
    expect(orderOf("express")).toEqual([3, 2, 0, 1, 3]);
  });

  /** Doors in the order in which they are served: aboard to 3, then one at 2 who goes down, then one at 1 who goes up. */
  function orderOf(calls: "collective" | "express"): number[] {
    const car = new LiftCar({ ...OPTIONS, calls });
    const served: number[] = [];
    let aboard: number[] = [3];
    let halls = [
      { door: 2, isUp: false },
      { door: 1, isUp: true },
    ];
    run(car, 300, (open) => {
      if (open >= 0 && served.at(-1) !== open) {
        served.push(open);
        aboard = aboard.filter((door) => door !== open);
        const goesOn = halls.filter(({ door }) => door === open);
        halls = halls.filter(({ door }) => door !== open);
        // Who gets in at 1 goes to 3, who gets in at 2 goes to 0.
        for (const { isUp } of goesOn) aboard.push(isUp ? 3 : 0);
      }
      return { aboard, halls };
    });
    return served;
  }

  test("serves every call of random ones in the end, 60 seeds of both kinds", () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      const car = new LiftCar({
        ...OPTIONS,
        start: random.below(4),
        calls: seed % 2 === 0 ? "collective" : "express",
      });
      let aboard: number[] = [];
      let halls: { door: number; isUp: boolean; to: number }[] = [];
      let called = 0;
      let done = 0;
      for (let k = 1; k <= 8_000; k++) {
        if (k < 4_000 && random.below(100) === 0) {
          const [door, to] = [random.below(4), random.below(4)];
          if (door !== to) {
            halls.push({ door, to, isUp: to > door });
            called++;
          }
        }
        const open = car.openAt;
        if (open >= 0) {
          done += aboard.filter((door) => door === open).length;
          aboard = aboard.filter((door) => door !== open);
          const bound = car.bound(aboard);
          let way = bound;
          halls = halls.filter(({ door, to, isUp }) => {
            if (door !== open || (way !== 0 && seed % 2 === 0 && isUp !== way > 0)) return true;
            way ||= isUp ? 1 : -1;
            aboard.push(to);
            return false;
          });
        }
        car.advance(k / 10, 0.1, { aboard, halls }, false);
      }
      expect([seed, done]).toEqual([seed, called]);
    }
  });
});
