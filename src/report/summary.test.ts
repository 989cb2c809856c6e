/** Narrow places of a run, from ways drawn by hand: exits always, by the delay that they cause, each once. */
import { expect, test } from "vitest";
import { Measures, type RecordedFrame, Replay } from "../measure/index.js";
import { World } from "../world/index.js";
import { summarize } from "./summary.js";

const SECONDS = 0.5;

/** A hall with exits of 2 m to both sides, which are where its flow is narrowest too. */
const hall = new World({
  format: "wayfield-scene",
  version: 1,
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  goals: {
    west: {
      segments: [
        [
          [0, 4],
          [0, 6],
        ],
      ],
    },
    east: {
      segments: [
        [
          [20, 4],
          [20, 6],
        ],
      ],
    },
  },
  spawns: [{ places: [[10, 5]], goals: [["west", "east"]] }],
  flow: {
    source: [
      [
        [0, 4],
        [0, 6],
      ],
    ],
    sink: [
      [
        [20, 4],
        [20, 6],
      ],
    ],
  },
});

/** Somebody who walks straight on along x at a speed, from a time on. */
interface Way {
  readonly from: number;
  readonly speed: number;
  readonly y: number;
  readonly start: number;
}

/** What is summed up of ways that end where they are within half a metre of an exit. */
function summaryOf(ways: readonly Way[]) {
  const frames: RecordedFrame[] = [];
  for (let k = 0; k < 200; k++) {
    const time = k * SECONDS;
    const agents = ways.flatMap(({ from, speed, y, start }, id) => {
      const x = from + speed * (time - start);
      const isInside = time >= start && x > 0.55 - 0.5 * Math.abs(speed) && x < 19.45 + 0.5 * Math.abs(speed);
      return isInside ? [{ id, x, y }] : [];
    });
    frames.push({ time, agents });
  }
  const replay = new Replay(hall, { interval: SECONDS });
  const measures = new Measures(replay, { every: 1 });
  for (const frame of frames) {
    replay.show(frame);
    measures.observe();
  }
  return summarize(replay, measures.result());
}

test("exits are among them though nobody queued, those of more delay first, and the min cut at one is no second row", () => {
  // A recording's free speed is 1.34 m/s: at half of that, half of the time is lost.
  const slow = [4.5, 5, 5.5].map((y): Way => ({ from: 10, speed: 0.67, y, start: 0 }));
  const fast = [4.3, 4.6, 4.9, 5.2, 5.5].map((y): Way => ({ from: 10, speed: -1.34, y, start: 0 }));
  const { bottlenecks, minCut, warnings } = summaryOf([...slow, ...fast]);
  expect(bottlenecks.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["exit east", "exit west"]);
  expect(bottlenecks.map(({ people }) => people)).toEqual([3, 5]);
  expect(minCut?.length).toBeCloseTo(2, 6);
  // Of 10 m at 0.67 m/s, 14.9 s, each of the three loses half; the first frame, at which nobody has moved yet, counts whole.
  expect(bottlenecks[0].delay).toBeGreaterThan(3 * (0.5 * (9.4 / 0.67)));
  expect(bottlenecks[0].delay).toBeLessThan(3 * (0.5 * (10 / 0.67) + SECONDS));
  expect(bottlenecks[1].delay).toBeCloseTo(5 * SECONDS, 1);
  expect(bottlenecks[1].capacity).toBeCloseTo(2 * 1.9, 6);
  expect(warnings).toEqual([]);
});

test("a flow beyond what was measured at that width is warned of, and the exit is named", () => {
  // Three every half second for 15 s: 6 per second, where 3.8 is the most.
  const many = Array.from({ length: 90 }, (_, k): Way => {
    return { from: 10, speed: 1.34, y: 4.5 + 0.5 * (k % 3), start: SECONDS * Math.floor(k / 3) };
  });
  const { warnings, bottlenecks } = summaryOf(many);
  expect(bottlenecks[0]).toMatchObject({ kind: "exit", name: "east", people: 90 });
  expect(bottlenecks[0].peakFlow).toBeCloseTo(6, 0);
  expect(warnings).toEqual([
    expect.stringMatching(/^exit east \(narrow place 1\): 6\.\d\d people per second .* 3\.80 at most$/),
  ]);
});
