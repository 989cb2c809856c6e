import { expect, it } from "vitest";
import { Random } from "../numerics/index.js";
import { Sharing } from "./sharing.js";

/** Steps that take so long alone and shared, with noise; returns the share of steps that were shared and the mean time. */
function play(alone: number, shared: number, steps: number, sharing = new Sharing()): [number, number] {
  const random = new Random(5);
  let [count, sum] = [0, 0];
  for (let k = 0; k < steps; k++) {
    const isShared = sharing.next;
    // Now and then somebody else has the core for a while.
    const stall = random.unit() < 0.01 ? 4 : 1;
    const ms = (isShared ? shared : alone) * random.between(0.9, 1.1) * stall;
    sharing.note(ms);
    if (isShared) count++;
    sum += ms / stall;
  }
  return [count / steps, sum / steps];
}

it("threads that help are used nearly always", () => {
  const [share, mean] = play(2, 1, 3000);
  expect(share).toBeGreaterThan(0.95);
  expect(mean).toBeLessThan(1.06);
});

it("threads that only cost time are left asleep: the mean is within 5 % of one thread's", () => {
  const [share, mean] = play(1, 1.5, 3000);
  expect(share).toBeLessThan(0.06);
  expect(mean).toBeLessThan(1.05);
});

it("what is faster may change while it runs", () => {
  const sharing = new Sharing();
  play(2, 1, 1000, sharing);
  play(1, 1.5, 1000, sharing);
  expect(play(1, 1.5, 1000, sharing)[0]).toBeLessThan(0.1);
  play(2, 1, 1000, sharing);
  expect(play(2, 1, 1000, sharing)[0]).toBeGreaterThan(0.9);
});
