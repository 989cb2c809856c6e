/** Simulations whose local maps are made on a software adapter, beside the same on the CPU. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { nodeGpu } from "../../cli/gpu.js";
import { findSoftwareVulkan } from "../../scripts/find-vulkan.js";
import { Crowd } from "../crowd/index.js";
import { InputError } from "../errors.js";
import { type Gpu, openGpu } from "../gpu/index.js";
import { PathMap } from "../pathmap/index.js";
import { GpuLocalMaps } from "../potential/index.js";
import { runScene } from "../run/index.js";
import { type SceneInput, World } from "../world/index.js";
import { LocalMapWalking } from "./local-maps.js";
import { Simulation } from "./simulation.js";

let gpu: Gpu;

beforeAll(async () => {
  process.env.VK_ICD_FILENAMES ??= findSoftwareVulkan() ?? "";
  const opened = await openGpu(await nodeGpu());
  expect(opened, "a WebGPU adapter is needed: Debian's packages chromium and libvulkan1").not.toBeNull();
  gpu = opened!;
});

/** Two groups of other tempers, and map sizes, that cross a room with a pillar; one of them without a local map. */
const scene: SceneInput = {
  boundary: [
    [0, 0],
    [14, 0],
    [14, 8],
    [0, 8],
  ],
  obstacles: [
    {
      polygon: [
        [6, 3],
        [7, 3],
        [7, 5],
        [6, 5],
      ],
    },
  ],
  goals: {
    east: {
      segments: [
        [
          [14, 2],
          [14, 6],
        ],
      ],
    },
    west: {
      segments: [
        [
          [0, 2],
          [0, 6],
        ],
      ],
    },
  },
  profiles: {
    calm: { radius: 0.25, speed: 1.3, localMap: { size: 11, cell: 0.4 } },
    right: {
      radius: 0.3,
      speed: 1.2,
      behaviour: { type: "keep-right" },
      localMap: { size: 16, cell: 0.4, mapping: "cone" },
    },
    plain: { radius: 0.25, speed: 1.3 },
  },
  spawns: [
    {
      places: [
        [1, 2],
        [1, 4],
        [1, 6],
      ],
      profile: "calm",
      goals: ["east"],
    },
    {
      places: [
        [13, 2.5],
        [13, 4.5],
        [13, 6.5],
      ],
      profile: "right",
      goals: ["west"],
    },
    { places: [[2, 5]], profile: "plain", goals: ["east"] },
  ],
  simulation: { duration: 40 },
};

describe("a simulation with local maps on a graphics adapter", () => {
  test("everybody arrives as on the CPU: within a centimetre at every step, one submission for both sizes", async () => {
    const maps = new GpuLocalMaps(gpu);
    const there = new Simulation(scene, { gpu: maps });
    const here = new Simulation(scene);
    expect([there.adapter, here.adapter]).toEqual([gpu.name, null]);
    const submitted = vi.spyOn(gpu.device.queue, "submit");
    let [farthest, steps] = [0, 0];
    while (!here.done) {
      await there.advanceAsync();
      here.advance();
      steps++;
      const [a, b] = [there.crowd.columns, here.crowd.columns];
      expect(there.crowd.size).toBe(here.crowd.size);
      for (let i = 0; i < here.crowd.size; i++)
        farthest = Math.max(farthest, Math.hypot(a.x[i] - b.x[i], a.y[i] - b.y[i]));
    }
    expect(farthest).toBeLessThan(0.01);
    expect([there.crowd.arrived, here.crowd.arrived]).toEqual([7, 7]);
    // People think four times a second, at moments of their own.
    const times = submitted.mock.calls.length;
    expect(times).toBeGreaterThan(20);
    expect(times).toBeLessThanOrEqual(steps);
    submitted.mockRestore();
    maps.close();
  });

  test("a run names the adapter in its summary and its report, and is another run than the CPU's", async () => {
    const maps = new GpuLocalMaps(gpu);
    const short = { duration: 2 };
    const there = await runScene(scene, { ...short, gpu: maps });
    const here = await runScene(scene, short);
    expect(there.summary).toMatchObject({ backend: "gpu", adapter: gpu.name });
    expect(here.summary.backend).toBe("cpu");
    expect(here.summary).not.toHaveProperty("adapter");
    expect(there.report().html).toContain(`made on a graphics adapter, ${gpu.name}`);
    expect(here.report().html).not.toContain("graphics adapter");
    expect(there.run).not.toBe(here.run);
    maps.close();
  });

  test("is refused where nobody walks by a local map, and does not advance at once", () => {
    const maps = new GpuLocalMaps(gpu);
    const plain = { ...scene, spawns: scene.spawns!.slice(2) };
    expect(() => new Simulation(plain, { gpu: maps })).toThrow(
      /^gpu: nobody in this scene walks by a local map/,
    );
    const simulation = new Simulation(scene, { gpu: maps });
    expect(() => simulation.advance()).toThrow(InputError);
    expect(simulation.time).toBe(0);
  });

  test("ends with one line where the device is lost under way", async () => {
    const own = (await openGpu(await nodeGpu()))!;
    const simulation = new Simulation(scene, { gpu: new GpuLocalMaps(own) });
    await simulation.advanceAsync();
    own.device.destroy();
    await own.device.lost;
    const on = async (): Promise<void> => {
      while (!simulation.done) await simulation.advanceAsync();
    };
    await expect(on()).rejects.toThrow(/^WebGPU: the device was lost/);
  });
});

describe("stepAsync", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 8],
      [0, 8],
    ],
  });
  const crowdOf = (manner: LocalMapWalking): Crowd => {
    const crowd = new Crowd(world);
    const guide = new PathMap(world, { goals: [{ point: [19, 4] }], radius: 0.25 });
    for (let k = 0; k < 5; k++) crowd.add({ position: [1 + k, 2 + k], radius: 0.25, guide, manner });
    return crowd;
  };

  test("on the CPU is step, to the bit", async () => {
    const [one, other] = [crowdOf(new LocalMapWalking()), crowdOf(new LocalMapWalking())];
    while (one.time < 5) {
      one.step(0.05);
      await other.stepAsync(0.05);
    }
    expect([...other.columns.x.slice(0, 5)]).toEqual([...one.columns.x.slice(0, 5)]);
    expect([...other.columns.y.slice(0, 5)]).toEqual([...one.columns.y.slice(0, 5)]);
  });

  test("two at once are refused, and so is step where maps are made elsewhere", async () => {
    const crowd = crowdOf(new LocalMapWalking());
    const first = crowd.stepAsync(0.05);
    const second = crowd.stepAsync(0.05);
    expect(() => crowd.step(0.05)).toThrow(/a step is under way/);
    await expect(second).rejects.toThrow(/a step is under way/);
    await first;
    crowd.step(0.05);
    const elsewhere = crowdOf(new LocalMapWalking({ gpu: new GpuLocalMaps(gpu) }));
    expect(() => elsewhere.step(0.05)).toThrow(/stepAsync/);
  });
});
