/** Several threads: the bits of one, whatever happens to the others. */
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { ENGINE_SCENES, type EngineScene, stateOf, walk } from "../../test/support/engine-scenes.js";
import { WORKER_FILE } from "../../test/support/worker-file.js";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import { Engine } from "./engine.js";
import type { Kernel } from "./kernel/index.js";
import type { Phase } from "./kernel/shares.js";
import { allModels } from "./published.js";
import { type ThreadOptions, Threads } from "./threads.js";

const open: Engine[] = [];

/** An engine that shares every step out, whether that is worth it or not; ended after the test. */
function eagerEngine({ threads: count, ...options }: ThreadOptions & { threads: number }): Engine {
  const threads = Object.assign(new Threads(count, options), { sharing: null });
  const engine = new Engine({ seed: 5, models: allModels(), threads });
  open.push(engine);
  return engine;
}

afterEach(() => {
  for (const engine of open.splice(0)) engine.close();
});

/** Walks a scene, over and over, until `isDone`, beside an engine with one thread: they have to agree after every step. */
async function walkBeside(engine: Engine, scene: EngineScene, isDone: () => boolean): Promise<void> {
  const alone = new Engine({ seed: 5, models: allModels() });
  for (const one of [engine, alone]) {
    one.resize(0);
    scene.fill(one);
  }
  for (let k = 0; !isDone(); k++) {
    for (const one of [engine, alone]) {
      scene.wish(one, k % scene.steps);
      one.step(scene.step, k * scene.step);
    }
    expect(stateOf(engine)).toEqual(stateOf(alone));
    // Errors and ends of workers are events: they come when nobody works.
    await sleep(0);
  }
}

/** What the kernel gave when it was one function, and its text was what workers ran. */
const HASHES: Readonly<Record<string, string>> = {
  "a dense disc that crosses itself": "f505e1358b60c4aa",
  "a jam at a door, with posts": "16aa5e065318b566",
  "all habits, tracks and a moving wall, far from the origin": "67633c7ca141881d",
  "long steps through a thicket of walls": "44e2e61387ce4a25",
};

describe("the bits of the kernel", () => {
  it.each(ENGINE_SCENES)("$name, with 1, 2 and 3 threads", (scene) => {
    for (const threads of [1, 2, 3]) {
      expect(walk(eagerEngine({ threads }), scene)).toBe(HASHES[scene.name]);
    }
  });
});

describe("a phase that broke off and is done again", () => {
  /** Lets every phase break off at some square root, in the middle of an agent, and be done again from its start. */
  function breakPhases(engine: Engine, seed: number): void {
    const random = new Random(seed);
    const run = (phase: Phase, count: number, round = 0): void => {
      const kernel = Reflect.get(engine, "kernel") as Kernel;
      const { sqrt } = Math;
      let left = 1 + random.below(2000);
      Math.sqrt = (x) => {
        if (--left === 0) throw new Error("broken off");
        return sqrt(x);
      };
      try {
        kernel[phase](0, count, round);
      } catch (error) {
        expect((error as Error).message).toBe("broken off");
        broken[phase]++;
      } finally {
        Math.sqrt = sqrt;
      }
      kernel[phase](0, count, round);
    };
    Object.assign(engine, { run });
  }
  const broken = { avoid: 0, push: 0, settle: 0 };

  it.each(ENGINE_SCENES)("$name: the same bits, seed 31", (scene) => {
    const engine = new Engine({ seed: 5, models: allModels() });
    breakPhases(engine, 31);
    expect(walk(engine, scene)).toBe(HASHES[scene.name]);
  });

  it("was tried in every phase", () => {
    for (const times of Object.values(broken)) expect(times).toBeGreaterThan(20);
  });
});

describe("other threads", () => {
  it("do a part of the work, to the same bits", async () => {
    const engine = eagerEngine({ threads: 2 });
    await walkBeside(engine, ENGINE_SCENES[0], () => engine.helped > 200);
    expect(engine.threads).toBe(2);
    expect(engine.threadFaults).toEqual([]);
  });

  it("come from createWorker where it is given", async () => {
    let made = 0;
    const createWorker = (): Worker => {
      made++;
      return new Worker(pathToFileURL(WORKER_FILE));
    };
    const engine = eagerEngine({ threads: 3, createWorker });
    expect(made).toBe(2);
    await walkBeside(engine, ENGINE_SCENES[1], () => engine.helped > 50);
  });

  it("that cannot be made are bad input, in one line", () => {
    const createWorker = (): never => {
      throw new Error("refused");
    };
    expect(() => new Engine({ threads: new Threads(2, { createWorker }) })).toThrow(
      new InputError("more than 1 needs a worker: refused; createWorker may make one", "threads"),
    );
  });
});

it("threads serve one crowd, and are refused where something else is given", () => {
  const threads = new Threads(1);
  const world = new World({
    boundary: [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ],
  });
  expect(new Crowd(world, { threads }).threads).toBe(1);
  expect(() => new Crowd(world, { threads })).toThrow(
    "threads: these serve another crowd; each needs its own",
  );
  expect(() => new Crowd(world, { threads: 2 as never })).toThrow(
    "threads: new Threads(2) of wayfield/crowd is needed",
  );
  expect(() => new Threads(1.5)).toThrow("threads: a whole number from 1 to 256 is needed; given: 1.5");
  expect(() => new Threads(2, { timelimit: 3 } as never)).toThrow('did you mean "timeLimit"');
});

describe("a worker", () => {
  const sound = (): Worker => new Worker(pathToFileURL(WORKER_FILE));
  const dying = (trouble: string, after: number): Worker =>
    new Worker(new URL("../../test/support/dying-worker.js", import.meta.url), {
      workerData: { module: pathToFileURL(WORKER_FILE).href, trouble, after },
    });

  /** Whether so many steps have passed since the engine had so few threads. */
  function stepsAfter(engine: Engine, threads: number, steps: number): () => boolean {
    let left = steps;
    return () => engine.threads === threads && left-- === 0;
  }

  // Different numbers of square roots: it dies in different phases, and in the middle of an agent.
  it.each([
    ["exit", 1],
    ["exit", 5003],
    ["exit", 20_011],
    ["throw", 777],
    ["throw", 40_009],
    ["hang", 3001],
  ])(
    "in trouble with a share in hand is given up, and its work done again: %s at square root %i",
    async (trouble, after) => {
      const engine = eagerEngine({ threads: 2, timeLimit: 200, createWorker: () => dying(trouble, after) });
      await walkBeside(engine, ENGINE_SCENES[1], stepsAfter(engine, 1, 20));
      expect(engine.threadFaults).toHaveLength(1);
    },
  );

  it("that dies leaves the others at work", async () => {
    const workers = [() => dying("exit", 2003), sound];
    const engine = eagerEngine({ threads: 3, timeLimit: 200, createWorker: () => workers.shift()!() });
    await walkBeside(engine, ENGINE_SCENES[1], stepsAfter(engine, 2, 0));
    const before = engine.helped;
    await walkBeside(engine, ENGINE_SCENES[1], () => engine.helped > before + 50);
  });

  it("that is ended from outside is no loss but of its speed", async () => {
    let worker!: Worker;
    const engine = eagerEngine({ threads: 2, timeLimit: 200, createWorker: () => (worker = sound()) });
    await walkBeside(engine, ENGINE_SCENES[0], () => engine.helped > 20);
    void worker.terminate();
    await walkBeside(engine, ENGINE_SCENES[0], stepsAfter(engine, 1, 20));
    expect(engine.threadFaults).toHaveLength(1);
  });

  it("that is late writes where nobody reads any more", async () => {
    const late = dying("late", 9001);
    const createWorker = () => ({
      postMessage: (message: unknown) => late.postMessage(message),
      terminate: () => {},
    });
    const engine = eagerEngine({ threads: 2, timeLimit: 100, createWorker });
    let lost = Number.NaN;
    await walkBeside(engine, ENGINE_SCENES[1], () => {
      if (engine.threads === 1 && Number.isNaN(lost)) lost = performance.now();
      return performance.now() - lost > 1000;
    });
    expect(engine.threadFaults).toEqual(["a thread was lost: it did nothing for 0.1 s"]);
    await late.terminate();
  });

  it("whose file is not there is named, and the crowd goes on without it", async () => {
    const engine = eagerEngine({
      threads: 2,
      createWorker: () => new Worker(new URL("./nowhere.js", import.meta.url)),
    });
    await walkBeside(engine, ENGINE_SCENES[3], stepsAfter(engine, 1, 5));
    expect(engine.threadFaults).toEqual([
      expect.stringMatching(/^a thread was lost: Cannot find module .*nowhere/),
    ]);
  });
});
