/** Measured people: the corridor experiments of the Hermes project, where their files are at hand. */
import { describe, expect, it } from "vitest";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { World } from "../world/index.js";
import {
  type AreaMeasured,
  areaMeans,
  flowOf,
  type LineMeasured,
  type Measurement,
  measureFrames,
  type RecordedFrame,
} from "./index.js";

/** Frames a second. */
const RATE = 16;

/** The corridor is 1.8 m wide and runs from y = 4 to y = -4; what is before and behind it is drawn wide enough. */
const corridor = new World({
  boundary: [
    [-1.5, 9],
    [-1.5, 4],
    [0, 4],
    [0, -4],
    [-1.5, -4],
    [-1.5, -7],
    [3.5, -7],
    [3.5, -4],
    [1.8, -4],
    [1.8, 4],
    [3.5, 4],
    [3.5, 9],
  ],
});

function framesOf(text: string): RecordedFrame[] {
  const frames = new Map<number, { id: number; x: number; y: number }[]>();
  let last = 0;
  for (const line of text.split("\n")) {
    const [id, frame, x, y] = line.trim().split(/\s+/).map(Number);
    if (!(y > -1e9)) continue;
    const agents = frames.get(frame) ?? [];
    frames.set(frame, agents);
    agents.push({ id, x: x / 100, y: y / 100 });
    last = Math.max(last, frame);
  }
  return Array.from({ length: last + 1 }, (_, k) => ({ time: k / RATE, agents: frames.get(k) ?? [] }));
}

/** The measured corridors: file, steady window in frames, density per m2, speed in m/s, flow per second. */
const CORRIDORS = [
  ["050-180-180", 211, 800, 61, 0.51, 1.35, 1.25],
  ["100-180-180", 200, 790, 121, 1.15, 1.19, 2.47],
  ["180-180-120", 300, 1099, 170, 2.08, 0.64, 2.4],
  ["180-180-070", 500, 1399, 148, 3.01, 0.31, 1.69],
] as const;

const measurements: Readonly<Record<string, Measurement>> = {
  middle: {
    polygon: [
      [0, -2],
      [1.8, -2],
      [1.8, 2],
      [0, 2],
    ],
    direction: [0, -1],
  },
  line: {
    segment: [
      [0, 0],
      [1.8, 0],
    ],
  },
};

const off = (value: number | null, expected: number): number => Math.abs(value! / expected - 1);

describe.each(CORRIDORS)("Hermes corridor %s", (name, first, last, people, density, speed, flow) => {
  const file = `hermes/uo-${name}.txt`;
  const window = { from: first / RATE, to: last / RATE };
  const measured = (): [AreaMeasured, LineMeasured] =>
    measureFrames(corridor, framesOf(sharedFile(file)), { measurements }) as [AreaMeasured, LineMeasured];

  it.skipIf(!hasSharedFile(file))(
    "density within 1 %, speed and flow within 3 % of the published table",
    () => {
      const [area, line] = measured();
      const means = areaMeans(area.series, window, area.width);
      expect(area.width).toBeCloseTo(1.8, 12);
      expect(off(means.density, density)).toBeLessThan(0.01);
      expect(off(means.classicDensity, density)).toBeLessThan(0.02);
      expect(off(means.speed, speed)).toBeLessThan(0.03);
      expect(off(means.flow, flow)).toBeLessThan(0.03);
      // Counted at a line, as an independent way to the same flow.
      const times = line.passages.map(({ time }) => time);
      expect(off(flowOf(times, window), flow)).toBeLessThan(0.04);
      // They come from above, and go to the right of a line from left to right; a head that sways over it does not count.
      expect([line.right.count, line.left.count]).toEqual([people, 0]);
    },
  );

  it.skipIf(!hasSharedFile(file))("the steady state found by the rule gives the same within a tenth", () => {
    const [area, line] = measured();
    const { steady } = area;
    expect(steady).not.toBeNull();
    expect(off(steady!.density, density)).toBeLessThan(0.1);
    expect(off(steady!.speed, speed)).toBeLessThan(0.1);
    expect(off(steady!.flow, flow)).toBeLessThan(0.1);
    expect(off(line.right.steady!.flow, flow)).toBeLessThan(0.1);
  });
});
