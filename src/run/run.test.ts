import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import { csvTrajectories, readCsvTrajectories, type TrajectoryHead } from "../io/index.js";
import { setMaxMemory } from "../limits.js";
import { builtinScene } from "../scenes/index.js";
import { replayScene } from "./replay.js";
import { type RunCheckpoint, type RunOptions, type RunResult, runScene } from "./run.js";

/** Everything that a run gives, without how long it took. */
function outcome({ run, summary, measured, report }: RunResult): unknown {
  const { html, figures, picture } = report();
  return structuredClone({ run, summary, measured, html, figures, picture });
}

/** Runs a scene and gathers its recording. */
async function recorded(
  name: string,
  options: RunOptions,
  text = "",
): Promise<{ result: RunResult; csv: string }> {
  let csv = text;
  const record = (head: TrajectoryHead) => [
    csvTrajectories((more) => {
      csv += more;
    }, head),
  ];
  return { result: await runScene(builtinScene(name), { record, ...options }), csv };
}

describe("runScene", () => {
  it("reports groups that are alike as one row, and has a row of stills for paper", async () => {
    const scene = builtinScene("two-rooms");
    const [spawn] = scene.spawns!;
    const spawns = [2, 3, 4].map((count) => ({ ...spawn, count }));
    const profiles = { ...scene.profiles, slow: { speed: 0.8 } };
    const mixed = { ...scene, profiles, spawns: [...spawns, { ...spawn, count: 1, profile: "slow" }] };
    const { html } = (await runScene(mixed, { duration: 60 })).report();
    expect(html).toMatch(/<td[^>]*>3 spawns<\/td>.*?9 of 9<\/td>/s);
    expect(html).toMatch(/<td[^>]*>3<\/td>\s*<td[^>]*>slow<\/td>.*?1 of 1<\/td>/s);
    expect(html).toContain("<details><summary>Every spawn (4)</summary>");
    const [, stills = ""] = /<div class="stills">(.*?)<\/div>/s.exec(html) ?? [];
    expect(stills.match(/<canvas>/g)).toHaveLength(4);
  });

  it("reports narrow places by delay, and folds away those that delayed hardly anybody", async () => {
    const { summary, report } = await runScene(builtinScene("office"), { duration: 40 });
    const delays = summary.bottlenecks.map(({ delay }) => delay);
    const shown = Math.max(5, delays.filter((delay) => delay >= 1).length);
    expect(shown).toBeLessThan(delays.length);
    const [, section = ""] = /<h2>Bottlenecks<\/h2>(.*?)<h2>/s.exec(report().html) ?? [];
    const [before, after] = section.split("<details>");
    const rowsOf = (text: string): number => (text.match(/<tr>/g) ?? []).length - 1;
    expect([rowsOf(before), rowsOf(after)]).toEqual([shown, delays.length - shown]);
    expect(after).toContain(`Places that delayed hardly anybody (${delays.length - shown})`);
  });

  it("simulates, measures, records and reports", async () => {
    const shares: number[] = [];
    const progress: RunOptions["progress"] = ({ share }) => shares.push(share);
    const { result, csv } = await recorded("two-rooms", { progress });
    expect(result).toMatchObject({
      interrupted: false,
      summary: { agents: 40, arrived: 40, complete: true },
    });
    expect(result.run).toMatch(/^[0-9a-f]{16}$/);
    expect(result.summary.run).toBe(result.run);
    const { html } = result.report();
    expect(html).toContain(`run ${result.run}`);
    expect(html).toMatch(/Validation of default: of \d+ figures .* it meets \d+, with seed 1\. It misses/);
    expect(shares.every((share, k) => share >= 0 && share <= 1 && (k === 0 || share >= shares[k - 1]))).toBe(
      true,
    );
    const replayed = await replayScene(builtinScene("two-rooms"), readCsvTrajectories(csv));
    expect(replayed.summary).toMatchObject({ arrived: 40, planner: "recording" });
    expect(replayed.run).not.toBe(result.run);
  });

  it("tells what was measured so far while it runs, as the result has it in the end", async () => {
    const scene = builtinScene("two-rooms");
    const line = {
      name: "across",
      segment: [
        [1, 1],
        [1, 5],
      ] as [[number, number], [number, number]],
    };
    const seen: { moments: number; samples: number; lines: string[] }[] = [];
    const { measured } = await runScene(scene, {
      lines: [line],
      progress: ({ measured: { moments, samples, lines } }) =>
        seen.push({
          moments: moments.length,
          samples: samples.length,
          lines: lines.map(({ name }) => name),
        }),
    });
    expect(seen.length).toBeGreaterThan(0);
    const last = seen.at(-1)!;
    expect(last.moments).toBeLessThanOrEqual(measured.moments.length);
    expect(last.lines).toEqual(measured.lines.map(({ name }) => name));
    expect(last.lines).toContain("across");
    expect(seen.every(({ moments }, k) => k === 0 || moments >= seen[k - 1].moments)).toBe(true);
  });

  it("says where the rules of a population hold people back at doors", async () => {
    const of = (population: "imo" | "adults") =>
      runScene(builtinScene("two-rooms"), { duration: 0.1, population });
    const [ruled, free] = [await of("imo"), await of("adults")];
    expect(ruled.summary.doorFlow).toBe(1.33);
    expect(ruled.report().html).toContain("doors and exits at most 1.33 per metre and second pass");
    expect(free.summary.doorFlow).toBeNull();
    expect(free.report().html).not.toContain("doors and exits at most");
  });

  it("names runs by what decides them: not by threads, but by seed, scene and lines", async () => {
    const name = async (scene: string, options: RunOptions): Promise<string> =>
      (await runScene(builtinScene(scene), { duration: 0.1, ...options })).run;
    const plain = await name("two-rooms", {});
    expect(await name("two-rooms", { threads: 2 })).toBe(plain);
    const line = {
      name: "a",
      segment: [
        [0, 0],
        [1, 1],
      ],
    } as const;
    const others = [
      await name("two-rooms", { seed: 2 }),
      await name("corridor", {}),
      await name("two-rooms", { lines: [line] }),
    ];
    expect(new Set([plain, ...others]).size).toBe(4);
  });

  it("stops when its signal is aborted, and says so", async () => {
    const controller = new AbortController();
    const { result } = await recorded("evacuation", {
      signal: controller.signal,
      progress: () => controller.abort(),
    });
    expect(result.interrupted).toBe(true);
    expect(result.summary).toMatchObject({ interrupted: true, complete: false });
    expect(result.summary.time).toBeGreaterThan(0);
  });

  it.each<[unknown, string]>([
    [{ fps: 0 }, "fps: a finite number of frames per second > 0 is needed; given: 0"],
    [{ saveEvery: -1 }, "saveEvery: a number of seconds >= 0 is needed; given: -1"],
    [{ sede: 1 }, 'unknown option "sede"; did you mean "seed"?'],
    [{ progres: 1 }, 'unknown option "progres"; did you mean "progress"? known: planner,'],
    [null, "an object is needed, with options among planner,"],
    [{ resume: {} }, "resume: a checkpoint of a run, version 1, is needed"],
    [{ resume: null }, "resume: a checkpoint of a run, version 1, is needed"],
    ...[Number.NaN, 1.5, "x", -1, 2 ** 32].map((seed): [unknown, string] => [
      { seed },
      "seed: a whole number from 0 to 4294967295 is needed; given:",
    ]),
    [{ step: 1e-300 }, "step: a finite number of seconds from 0.0001 to 10 is needed; given: 1e-300"],
    [{ signal: 5 }, "signal: an AbortSignal is needed; given: 5"],
    [{ signal: {} }, "signal: an AbortSignal is needed; given: {}"],
    [{ warn: 5 }, "warn: a function is needed; given: 5"],
    [{ progress: 5 }, "progress: a function is needed; given: 5"],
    [{ record: 5 }, "record: a function is needed; given: 5"],
    [{ checkpoint: {} }, "checkpoint: a function is needed; given: {}"],
    [{ planner: 5 }, "planner: a name or a function is needed; given: 5"],
    [{ planners: [] }, "planners: an object of planners by name is needed; given: []"],
    ...[
      "planner",
      "planners",
      "population",
      "step",
      "seed",
      "duration",
      "threads",
      "arrival",
      "bottleneck",
      "sites",
      "gpu",
    ].map((key): [unknown, string] => [{ [key]: null }, `${key}: null is no value; leave the option out`]),
    [{ population: 5 }, "population: there is no population 5; there are: "],
    [{ bottleneck: "" }, 'bottleneck: false or an object of options is needed; given: ""'],
    [{ sites: Number.NaN }, "sites: false or an object of options is needed; given: NaN"],
    [{ gpu: "" }, 'gpu: GpuLocalMaps are needed; given: ""'],
    [{ localMaps: null }, "localMaps: a list of moments { agent, time } is needed; given: null"],
    [{ record: () => 5 }, "record: a list of writers, returned by it, is needed; given: 5"],
    [{ planners: { mine: 5 } }, "planners.mine: a planner is a function"],
    [{ lines: 5 }, "lines: a list of lines { name, segment } is needed; given: 5"],
    [{ lines: [null] }, "lines[0]: an object is needed, with keys among name, segment; given: null"],
    [{ lines: [{ name: 5, segment: [] }] }, "lines[0].name: a text is needed; given: 5"],
    [
      { lines: [{ name: "a", segment: [[1, 1]] }] },
      "lines[0].segment[1]: a point is [x, y] with two finite numbers",
    ],
    [{ lines: [{ name: "a", segment: [[1, 1], [1, 1]] }] }, "lines[0].segment: two different points are needed"], // biome-ignore format: one line each
  ] as [unknown, string][])("%j is refused", async (options, message) => {
    const run = runScene(builtinScene("two-rooms"), options as RunOptions);
    await expect(run).rejects.toThrow(InputError);
    await expect(run).rejects.toThrow(message);
  });

  it("a checkpoint that lost something is refused, with the place", async () => {
    const states: RunCheckpoint[] = [];
    await recorded("two-rooms", { duration: 0.5, checkpoint: (state) => void states.push(state) });
    const [state] = states;
    const resume = (damaged: unknown) => {
      const run = recorded("two-rooms", { duration: 0.5, resume: damaged as RunCheckpoint });
      return expect(run).rejects;
    };
    await resume(JSON.parse(JSON.stringify(state))).toThrow(
      /^resume\.simulation\.crowd\.columns\.\S+: Float64Array is needed; given: \{.*; structured cloning keeps it, JSON does not$/,
    );
    await resume({ ...state, frames: -1 }).toThrow("resume.frames: a whole number >= 0 is needed; given: -1");
    await resume({ ...state, measures: null }).toThrow("resume.measures: Object is needed; given: null");
    await resume({ ...state, groups: [0] }).toThrow("resume.groups: Int32Array is needed; given: [0]");
    await resume({ ...state, groups: new Int32Array(3) }).toThrow(
      /^resume\.groups: \d+ groups are needed; given: 3$/,
    );
    await resume({ ...state, groups: state.groups.map(() => 99) }).toThrow(
      /^resume\.groups\[0\]: a spawn from 0 to \d+ is needed; given: 99$/,
    );
    const { simulation } = state;
    const { crowd } = simulation;
    const columns = { ...crowd.columns, "own.left": new Float64Array(1) };
    await resume({ ...state, simulation: { ...simulation, crowd: { ...crowd, columns } } }).toThrow(
      /^columns\.own\.left: \d+ numbers are needed; given: 1$/,
    );
    const { result } = await recorded("two-rooms", { duration: 0.5, resume: structuredClone(state) });
    expect(result.interrupted).toBe(false);
  });

  it("goes on from a checkpoint of the same run only", async () => {
    const states: RunCheckpoint[] = [];
    await recorded("two-rooms", { duration: 0.5, checkpoint: (state) => void states.push(state) });
    await expect(recorded("two-rooms", { duration: 0.6, resume: states[0] })).rejects.toThrow(
      "resume: the checkpoint is of a run of another scene, other options or another version",
    );
  });
});

/** Scenes with what a state may hold: bottlenecks, manners, timetables, tracks, rides, people who wait for room. */
const SCENES: readonly (readonly [string, RunOptions])[] = [
  ["two-rooms", { duration: 12 }],
  ["bottleneck", { duration: 15 }],
  ["plaza", { duration: 6 }],
  ["trains", { duration: 12 }],
  ["subway", { duration: 12 }],
  ["evacuation", { duration: 5 }],
  ["flow-3", { duration: 12, step: 0.1 }],
];

describe("a run that goes on from a checkpoint", () => {
  it.each(SCENES)(
    "%s: summary, report, measures and recording are those of an undisturbed run",
    async (name, options) => {
      const states: { state: RunCheckpoint; csv: number }[] = [];
      let csv = "";
      const record = (head: TrajectoryHead) => [
        csvTrajectories((more) => {
          csv += more;
        }, head),
      ];
      const undisturbed = await runScene(builtinScene(name), {
        ...options,
        record,
        saveEvery: 0,
        // As a file would hold it.
        checkpoint: (state) =>
          void states.push({
            state: states.length % 7 === 3 ? structuredClone(state) : state,
            csv: csv.length,
          }),
      });
      const whole = csv;
      const kept = states.filter((_, k) => k % 7 === 3);
      for (const part of [0.3, 0.75]) {
        const { state, csv: length } = kept[Math.floor(part * kept.length)];
        csv = whole.slice(0, length);
        const resumed = await runScene(builtinScene(name), {
          ...options,
          record,
          resume: structuredClone(state),
        });
        expect(csv === whole).toBe(true);
        expect(resumed.summary).toEqual(undisturbed.summary);
        expect(outcome(resumed)).toEqual(outcome(undisturbed));
      }
    },
  );
});

describe("a recording by strangers", () => {
  const text = (ids: readonly number[], frames: readonly number[]): string =>
    [
      "frame,time,id,x,y",
      ...frames.flatMap((frame) =>
        ids.map((id, i) => `${frame},${frame / 10},${id},${1 + i},${1 + 0.1 * (frame % 5)}`),
      ),
      "",
    ].join("\n");
  const replayed = async (ids: readonly number[], frames: readonly number[]): Promise<RunResult> =>
    replayScene(builtinScene("two-rooms"), readCsvTrajectories(text(ids, frames)));

  it.each([[[4e8, 4e8 + 1]], [[3e9, 7]], [[2 ** 53 - 1, 2 ** 53 - 2]], [[5, 1e15]]])(
    "ids may be any: %j",
    async (ids) => {
      const sorted = [...ids].sort((a, b) => a - b);
      const plain = outcome(await replayed([0, 1], [0, 1, 2, 3])) as { run: string; html: string };
      const odd = outcome(await replayed(sorted, [0, 1, 2, 3])) as { run: string; html: string };
      // A run is named by what went into it, ids included.
      const named = (text: string): string => text.replaceAll(odd.run, "").replaceAll(plain.run, "");
      expect(named(JSON.stringify(odd))).toBe(named(JSON.stringify(plain)));
    },
  );

  it.each<[string, readonly number[], string]>([
    ["a gap", [0, 8_000_000], "nobody is there for 8000000 frames in a row; at most 90000 are read"],
    ["a gap of a billion", [0, 4e9], "nobody is there for 4000000000 frames in a row"],
    ["a frame beyond all numbers", [2 ** 53 - 1], "within 100000000 s; given: up to frame 9007199254740991"],
    ["a late frame", [3e9], "within 100000000 s; given: up to frame 3000000000"],
  ])("%s is refused", (_, frames, message) => {
    expect(() => readCsvTrajectories(text([0], frames))).toThrow(message);
  });

  it("times that leap are refused", () => {
    expect(() => readCsvTrajectories("frame,time,id,x,y\n0,0,0,1,1\n1,1e300,0,1,1\n")).toThrow(
      "within 100000000 s",
    );
    expect(() => readCsvTrajectories("frame,time,id,x,y\n0,5,0,1,1\n1,1,0,1,1\n")).toThrow(
      "one after the other",
    );
  });

  it("more places than memory are refused before they are made", () => {
    setMaxMemory(10_000);
    try {
      expect(() => readCsvTrajectories("\n".repeat(100))).toThrow(
        /101 places of people may need .* of memory/,
      );
    } finally {
      setMaxMemory();
    }
  });
});
