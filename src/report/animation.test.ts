/** What the animation of a report shows of people: everybody as wide as they are, long bodies whole. */
import { expect, test } from "vitest";
import { Measures } from "../measure/index.js";
import { Simulation } from "../simulation/index.js";
import type { Scene } from "../world/index.js";
import { packFrames, widthsOf } from "./animation.js";

const HALL: Scene = {
  format: "wayfield-scene",
  version: 1,
  boundary: [
    [0, 0],
    [16, 0],
    [16, 8],
    [0, 8],
  ],
  goals: { out: { points: [[15, 4]] } },
  profiles: { chair: { shape: { width: 0.8, depth: 1.6 } }, slim: { radius: 0.2 } },
  spawns: [
    { places: [[4, 4]], profile: "chair", goals: ["out"] },
    {
      places: [
        [2, 1],
        [2, 7],
      ],
      profile: "slim",
      goals: ["out"],
    },
  ],
};

/** What a page reads from the packed text: per frame, the discs of each person, in the order in which they come. */
function unpacked(text: string, [minX, minY, maxX, maxY]: readonly number[]) {
  const bytes = Buffer.from(text, "base64");
  const frames: { time: number; discs: Map<number, [number, number][]> }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const discs = new Map<number, [number, number][]>();
    frames.push({ time: bytes.readFloatLE(at), discs });
    const end = at + 8 + 8 * bytes.readUInt32LE(at + 4);
    for (at += 8; at < end; at += 8) {
      const id = bytes.readUInt32LE(at);
      const x = minX + (bytes.readUInt16LE(at + 4) / 65535) * (maxX - minX);
      const y = minY + (bytes.readUInt16LE(at + 6) / 65535) * (maxY - minY);
      discs.set(id, [...(discs.get(id) ?? []), [x, y]]);
    }
  }
  return frames;
}

test("a long body is packed whole, its front first, and the others are single discs", () => {
  const simulation = new Simulation(HALL, { duration: 4 });
  const measures = new Measures(simulation);
  const seen: { time: number; bodies: Map<number, (readonly number[])[]> }[] = [];
  while (!simulation.done) {
    simulation.advance();
    measures.observe();
    const { crowd } = simulation;
    const { id, x, y } = crowd.columns;
    const bodies = Array.from({ length: crowd.size }, (_, i): [number, (readonly number[])[]] => [
      id[i],
      [[x[i], y[i]], ...crowd.followers(id[i])],
    ]);
    seen.push({ time: simulation.time, bodies: new Map(bodies) });
  }
  const box = { minX: 0, minY: 0, maxX: 16, maxY: 8 };
  const { frames } = measures.result();
  const shown = unpacked(packFrames(frames, box), [0, 0, 16, 8]);
  expect(shown.length).toBeGreaterThan(5);
  for (const { time, discs } of shown) {
    const { bodies } = seen.find((moment) => Math.abs(moment.time - time) < 1e-5)!;
    expect([...discs.keys()].sort()).toEqual([...bodies.keys()].sort());
    expect([...discs.values()].map((body) => body.length).sort()).toEqual([1, 1, 3]);
    for (const [id, body] of bodies) {
      body.forEach(([x, y], k) => {
        const [px, py] = discs.get(id)![k];
        // To the rounding of 16 bits.
        expect(Math.abs(px - x)).toBeLessThan(16 / 65535);
        expect(Math.abs(py - y)).toBeLessThan(16 / 65535);
      });
    }
  }
  const widths = widthsOf(frames);
  const wide = [...seen[0].bodies].find(([, body]) => body.length === 3)![0];
  expect(widths[wide]).toBe(0.4);
  expect(widths.filter((radius) => radius === 0.2)).toHaveLength(2);
});

test("where all are as wide, one number says so; numbers that nobody has are no widths", () => {
  const frame = (ids: number[], radius: number[]) => ({
    time: 0,
    ids: Uint32Array.from(ids),
    x: new Float32Array(ids.length),
    y: new Float32Array(ids.length),
    radius: Float32Array.from(radius),
    parts: { ids: new Uint32Array(0), x: new Float32Array(0), y: new Float32Array(0) },
  });
  expect(widthsOf([frame([0, 3], [0.23, 0.23]), frame([5], [0.23])])).toEqual([0.23]);
  expect(widthsOf([frame([0, 2], [0.23, 0.4])])).toEqual([0.23, 0, 0.4]);
  expect(widthsOf([])).toEqual([0]);
});
