/** Batches: vectors and threads against one map at a time in plain TypeScript. */
import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { BatchRelaxer, type MapBatch, mapBatch, relaxPlain } from "./batch.js";
import { FREE, GOAL, WALL } from "./grid.js";
import { ownCell } from "./local-map.js";
import { BatchTeam, type Port, serveBatches } from "./team.js";

/** Maps with random obstacles, goals and bends. */
function randomBatch(seed: number, size: number, count: number, iterations: number): MapBatch {
  const random = new Random(seed);
  const batch = mapBatch(size, count, iterations);
  for (let k = 0; k < count; k++) {
    const own = batch.kinds.subarray(k * size * size, (k + 1) * size * size).fill(WALL);
    for (let row = 1; row < size - 1; row++) own.fill(FREE, row * size + 1, (row + 1) * size - 1);
    for (let i = 0; i < size; i++) {
      own[(2 + random.below(size - 4)) * size + 2 + random.below(size - 4)] = WALL;
    }
    own[ownCell(size) * (size + 1)] = FREE;
    own[[random.below(size), random.below(size) * size][random.below(2)]] = GOAL;
    batch.bends[2 * k] = random.between(-1.5, 1.5);
    batch.bends[2 * k + 1] = random.between(-1.5, 1.5);
  }
  return batch;
}

describe("vectors", () => {
  test.each([
    [7, 1, 1],
    [8, 9, 30],
    [11, 8, 30],
    [15, 21, 60],
    [16, 9, 30],
    [21, 9, 31],
    [33, 3, 60],
    [129, 2, 5],
  ])("%i x %i cells, %i maps: equal to plain TypeScript to the bit", (size, count, iterations) => {
    const batch = randomBatch(size, size, count, iterations);
    expect([...new BatchRelaxer().run(batch)]).toEqual([...relaxPlain(batch)]);
  });

  test("2,500 maps in one call, and a smaller batch with the same memory after it", () => {
    const relaxer = new BatchRelaxer();
    for (const batch of [randomBatch(1, 11, 2500, 10), randomBatch(2, 15, 3, 10)]) {
      expect([...relaxer.run(batch)]).toEqual([...relaxPlain(batch)]);
    }
    expect(relaxer.run(mapBatch(15, 0))).toHaveLength(0);
  });

  test("sizes that cannot be are refused", () => {
    expect(() => mapBatch(6, 1)).toThrow(/size: a whole number from 7 to 129 is needed; given: 6/);
    expect(() => mapBatch(15, 1e9)).toThrow(/maps of 15 x 15 cells may need 210 GiB/);
  });
});

describe("a team of three", () => {
  const portOf = (port: MessageChannel["port1"]): Port => ({
    postMessage: (message, transfer) => port.postMessage(message, transfer ?? []),
    onMessage: (listener) => {
      port.on("message", listener);
    },
    onEnd: (listener) => {
      port.on("close", listener);
    },
  });
  const batch = randomBatch(3, 15, 50, 30);
  let channels: MessageChannel[] = [];

  beforeEach(() => {
    channels = [new MessageChannel(), new MessageChannel()];
  });

  afterEach(() => {
    for (const { port1 } of channels) port1.close();
  });

  test("gives the same", async () => {
    for (const { port2 } of channels) serveBatches(portOf(port2));
    const team = new BatchTeam(channels.map(({ port1 }) => portOf(port1)));
    const [first, second] = await Promise.all([team.run(batch), team.run(batch)]);
    expect([...first]).toEqual([...relaxPlain(batch)]);
    expect([...second]).toEqual([...first]);
    expect(team.size).toBe(3);
  });

  test("does without one that ends before it answers", async () => {
    serveBatches(portOf(channels[0].port2));
    channels[1].port2.once("message", () => channels[1].port2.close());
    const team = new BatchTeam(channels.map(({ port1 }) => portOf(port1)));
    for (let k = 0; k < 2; k++) expect([...(await team.run(batch))]).toEqual([...relaxPlain(batch)]);
    expect(team.size).toBe(2);
  });

  test("does without one that never answers", async () => {
    serveBatches(portOf(channels[0].port2));
    const team = new BatchTeam(
      channels.map(({ port1 }) => portOf(port1)),
      { timeLimit: 200 },
    );
    expect([...(await team.run(batch))]).toEqual([...relaxPlain(batch)]);
    expect(team.size).toBeLessThan(3);
  });
});
