import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { builtinScene } from "../../src/scenes/index.js";
import { CLI } from "../../test/repository.js";
import { runCli } from "../../test/support/run-cli.js";
import { readRecording } from "../recordings.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file with code of one's own. */
function ownCode(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Straight to the middle of a goal's segment, where it is in sight. */
const STRAIGHT = `
export default (world, { goals: [{ segment: [a, b] }] }) => {
  const end = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const pathFrom = (p) => (world.visible(p, end) ? [p, end] : null);
  const length = (path) => path && Math.hypot(path[1][0] - path[0][0], path[1][1] - path[0][1]);
  return {
    pathFrom,
    distance: (p) => length(pathFrom(p)),
    cost: (p) => length(pathFrom(p)),
    heading: (p) => {
      const path = pathFrom(p);
      const d = length(path);
      return path && (d === 0 ? [0, 0] : [(end[0] - p[0]) / d, (end[1] - p[1]) / d]);
    },
  };
};
`;

describe("wayfield run --model", () => {
  const run = (model: string) =>
    runCli(
      "run",
      "two-rooms",
      "--out",
      join(folder, "models"),
      "--duration",
      "2",
      "--model",
      model,
      "--json",
    );

  it.each(["orca", "speed", "anticipation", "social-force", "centrifugal", "steps"])(
    "%s is in the summary, with its parameters",
    async (model) => {
      const { code, out } = await run(model);
      expect(code).toBe(0);
      const summary = JSON.parse(out) as { model: string; models: Record<string, object> };
      expect(summary.model).toBe(model);
      expect(Object.keys(summary.models)).toEqual([model]);
      expect(Object.keys(summary.models[model]).length).toBeGreaterThan(3);
    },
  );

  it("a file whose default export is a model, by the file's name", async () => {
    const file = ownCode(
      "lazy.js",
      "export default (agent, velocity) => { velocity[0] *= 0.1; velocity[1] *= 0.1; };",
    );
    const { code, out } = await run(file);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ model: "lazy", models: { lazy: {} } });
  });

  it.each([
    ["sped", '--model: there is no model "sped"; did you mean "speed"? there are: '],
    ["./nowhere.js", "--model ./nowhere.js: there is no such file"],
    [ownCode("number.js", "export default 3;"), "the default export has to be a function (agent, velocity)"],
    [
      ownCode("none.js", "export default { range: 2 };"),
      "a model needs choose, a function (agent, velocity)",
    ],
  ])("%s", async (model, message) => {
    const { code, err } = await run(model);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

describe("wayfield run --sites and --local-map", () => {
  const out = join(folder, "letter");

  it("people as sites: the columns of the thesis's tables, in the summary, in the report and in print", async () => {
    const args = ["run", "two-rooms", "--planner", "roadmap", "--step", "0.5", "--duration", "8"];
    const options = [
      "--sites",
      "--max-iterations",
      "100",
      "--stream",
      "30",
      "--record",
      "none",
      "--out",
      out,
    ];
    const found = await runCli(...args, ...options, "--json");
    expect(found.code).toBe(0);
    const { sites, model, models, planner } = JSON.parse(found.out);
    expect([planner, model, models]).toEqual([
      "roadmap",
      "sites",
      { sites: { maxIterations: 100, stream: 30 } },
    ]);
    expect(Object.keys(sites)).toEqual([
      "segments",
      "agentSteps",
      "iterations",
      "searches",
      "iterationsPerSearch",
      "longestPath",
      "blocksCame",
      "blocksWent",
    ]);
    expect(sites.segments).toBeGreaterThan(40);
    expect(sites.agentSteps).toBeGreaterThan(100);
    expect(readFileSync(join(out, "report.html"), "utf8")).toContain("People as sites of the roadmap");
    const { out: printed } = await runCli(...args, "--sites", "--record", "none", "--out", out);
    expect(printed).toMatch(/ \d+ {2}Voronoi segments, at most\n/);
    expect(printed).toMatch(/ [\d.]+ ms {2}of real time per agent and step\n/);
  });

  it("names the file whose queue lies outside its plan", async () => {
    const scene = builtinScene("ticket-hall");
    const [name] = Object.keys(scene.queues!);
    const line = [
      [900, 900],
      [901, 900],
    ];
    const broken = { ...scene, queues: { ...scene.queues, [name]: { ...scene.queues![name], line } } };
    const file = ownCode("far-queue.json", JSON.stringify(broken));
    const { code, err } = await runCli("run", file, "--out", out);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`far-queue.json: queues["${name}"].line[0]: (900, 900)`),
    ]);
  });

  it("a local map of an agent at a moment is a figure of the report; what cannot be had is said", async () => {
    const scene = ownCode(
      "corridor.json",
      JSON.stringify({
        format: "wayfield-scene",
        version: 1,
        boundary: [
          [0, 0],
          [20, 0],
          [20, 8],
          [0, 8],
        ],
        goals: { east: { points: [[18, 4]] } },
        profiles: {
          up: {
            behaviour: { type: "constant", epsilon: 0.8, vector: [0, 1] },
            localMap: { size: 15, cell: 0.5 },
          },
        },
        spawns: [
          {
            polygon: [
              [1, 1],
              [5, 1],
              [5, 7],
              [1, 7],
            ],
            count: 5,
            profile: "up",
            goals: ["east"],
          },
        ],
        simulation: { duration: 1 },
      }),
    );
    const args = ["run", scene, "--record", "none", "--out", out];
    const found = await runCli(
      ...args,
      "--local-map",
      "3@0.5",
      "--local-map",
      "500@0.5",
      "--local-map",
      "3@77",
    );
    expect(found.err).toContain("local map of agent 500 at 0.5 s: it is not inside then\n");
    expect(found.err).toContain("local map of agent 3 at 77 s: the run ended at 1 s\n");
    const svg = readFileSync(join(out, "figures", "local-map-3-at-0.5.svg"), "utf8");
    expect(svg).toContain("Local map of agent 3 at 0.5 s");
    expect(svg).toContain("15 x 15 cells of 0.5 m, epsilon 0.8, v = (0, 1)");
    expect(existsSync(join(out, "figures", "local-map-3-at-0.5.png"))).toBe(true);
    expect(readFileSync(join(out, "report.html"), "utf8")).toContain("<h2>Local maps</h2>");
    const path = readFileSync(join(out, "figures", "local-map-3-at-0.5-path.svg"), "utf8");
    for (const label of ["blocked", "free", "path"]) expect(path).toContain(`>${label}<`);
    await runCli(...args);
    expect(existsSync(join(out, "figures", "local-map-3-at-0.5.svg"))).toBe(false);
  });

  it.each([
    [["--max-iterations", "5"], "--max-iterations: is of people who are sites; give --sites too"],
    [["--sites"], "sites: people are sites of planner roadmap alone; given: pathmap"],
    [["--sites", "--planner", "roadmap", "--stream", "0"], "A finite number > 0 is allowed"],
    [["--local-map", "three"], "An agent's number and seconds are needed, as 3@12.5"],
    [["--group-map", "company"], "A group's name and seconds are needed, as company@12.5"],
    [["--group-map", "company@5"], '--group-map: there is no group "company"; there are: none'],
  ])("%j is refused in one line", async (options, line) => {
    const { code, err } = await runCli("run", "two-rooms", "--out", out, ...options);
    expect(code).toBe(2);
    expect(err).toContain(line);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

describe("wayfield run of groups", () => {
  const out = join(folder, "groups");
  const file = join(folder, "fight.json");
  const square = (x: number) => [
    [x, 6],
    [x + 5, 6],
    [x + 5, 14],
    [x, 14],
  ];
  const scene = {
    format: "wayfield-scene",
    version: 1,
    boundary: [
      [0, 0],
      [40, 0],
      [40, 20],
      [0, 20],
    ],
    goals: { left: { points: [[19, 10]] }, right: { points: [[21, 10]] } },
    spawns: [
      { polygon: square(2), count: 8, goals: ["left"] },
      { polygon: square(33), count: 6, goals: ["right"] },
    ],
    groups: [
      { name: "old guard", spawn: 0, formation: "square", atGoal: "stay", side: "blue, the" },
      { name: "b", spawn: 1, formation: "line", atGoal: "stay", side: "red" },
    ],
    simulation: { duration: 25, battle: { reach: 2, loss: 0.5 } },
  };
  writeFileSync(file, JSON.stringify(scene));

  it("losses are in print, in the summary, in the report and in a table", async () => {
    const args = ["run", file, "--record", "none", "--out", out];
    const { code, out: json, err } = await runCli(...args, "--group-map", "old guard@5", "--json");
    expect([code, err]).toEqual([0, ""]);
    const { sides, removed, inside, spawned, arrived, files } = JSON.parse(json);
    const [blue, red] = sides;
    expect([blue.side, blue.people, red.side, red.people]).toEqual(["blue, the", 8, "red", 6]);
    expect(blue.fallen + red.fallen).toBe(removed);
    expect(removed).toBeGreaterThan(3);
    expect([spawned, arrived]).toEqual([14, 0]);
    expect(inside).toBe(14 - removed);
    const rows = readFileSync(join(out, "losses.csv"), "utf8").trim().split("\n");
    expect(rows[0]).toBe("time,side,id,x,y");
    expect(rows.filter((row) => /^[\d.]+,red,\d+,[\d.]+,[\d.]+$/.test(row))).toHaveLength(red.fallen);
    expect(rows.filter((row) => row.includes(',"blue, the",'))).toHaveLength(blue.fallen);
    const names = (files as string[]).map((name) => basename(name));
    for (const name of ["losses.csv", "losses.svg", "losses-plan.png", "group-map-old-guard-at-5.png"])
      expect(names).toContain(name);
    const page = readFileSync(join(out, "report.html"), "utf8");
    expect(page).toContain("<h2>Losses</h2>");
    expect(page).toContain("<h2>Group maps</h2>");
    expect(page).toContain(`<b>${red.fallen} of 6</b><span>fallen: red</span>`);
    // Another run into the same folder has none of it.
    const { groups: _, simulation: __, ...peace } = scene;
    writeFileSync(file, JSON.stringify({ ...peace, simulation: { duration: 1 } }));
    const again = await runCli(...args);
    expect(again.err).toBe("14 of 14 agents had not arrived after 1 s\n");
    expect(again.out).not.toContain("fallen");
    for (const name of ["losses.csv", "figures/losses.svg", "figures/group-map-old-guard-at-5.svg"])
      expect(existsSync(join(out, name))).toBe(false);
  });

  it("what is wrong with groups, routes and zones is said with the name of the file", async () => {
    const wrong = [
      [
        { groups: [{ name: "a", spawn: 0, formation: { rows: "xx" } }] },
        "groups[0]: formation.rows: 8 members, and 2 places",
      ],
      [
        { groups: [{ name: "a", spawn: 0, formation: "line", spacing: 3 }] },
        "groups.a: its formation, 21.5 m wide",
      ],
      [{ routes: [{ name: "r", strokes: [[[50, 50]]] }] }, "routes[0].strokes[0]: "],
      [
        {
          zones: [
            {
              polygon: [
                [1, 5],
                [9, 5],
                [9, 15],
                [1, 15],
              ],
              allow: [],
            },
          ],
        },
        "spawns[0]",
      ],
    ] as const;
    for (const [part, line] of wrong) {
      const { groups: _, ...plain } = scene;
      writeFileSync(file, JSON.stringify({ ...plain, ...part, simulation: { duration: 1 } }));
      const { code, err } = await runCli("run", file, "--out", out);
      expect([code, err]).toEqual([2, expect.stringContaining(`fight.json: ${line}`)]);
      expect(err.trim().split("\n")).toHaveLength(1);
    }
  });
});

describe("wayfield run", () => {
  const blocked = join(folder, "blocked.json");
  writeFileSync(
    blocked,
    JSON.stringify({
      format: "wayfield-scene",
      version: 1,
      boundary: [
        [0, 0],
        [20, 0],
        [20, 10],
        [0, 10],
      ],
      obstacles: [
        {
          polygon: [
            [9, 0],
            [10, 0],
            [10, 10],
            [9, 10],
          ],
        },
      ],
      goals: {
        exit: {
          segments: [
            [
              [20, 4],
              [20, 6],
            ],
          ],
        },
      },
      spawns: [
        {
          polygon: [
            [1, 1],
            [6, 1],
            [6, 9],
            [1, 9],
          ],
          count: 3,
          goals: ["exit"],
        },
      ],
    }),
  );
  const out = join(folder, "two-rooms");

  it("writes the summary, the recordings, the figures and the report", async () => {
    const { code, out: printed } = await runCli(
      "run",
      "two-rooms",
      "--out",
      out,
      "--record",
      "sqlite,txt,csv",
      "--json",
    );
    expect(code).toBe(0);
    const summary = JSON.parse(printed);
    expect(summary).toMatchObject({
      agents: 40,
      arrived: 40,
      overlaps: 0,
      wallHits: 0,
      planner: "pathmap",
      seed: 1,
      complete: true,
    });
    expect(summary.meanTravelTime).toBeGreaterThan(10);
    expect(summary.time).toBeGreaterThan(summary.meanTravelTime);
    // How fast it was is no part of what happened.
    const { pace, ...happened } = summary;
    expect(pace).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(join(out, "summary.json"), "utf8"))).toEqual(happened);
    for (const file of summary.files) expect(existsSync(file)).toBe(true);
    expect(readdirSync(out).sort()).toEqual([
      "figures",
      "report.html",
      "summary.json",
      "trajectories.csv",
      "trajectories.sqlite",
      "trajectories.txt",
    ]);
    const figures = readdirSync(join(out, "figures"));
    expect(figures.filter((name) => name.endsWith(".svg"))).toHaveLength(13);
    expect(figures.filter((name) => name.endsWith(".png"))).toHaveLength(13);
    const html = readFileSync(join(out, "report.html"), "utf8");
    expect(html).toContain("40 of 40");
    // Complete in itself: nothing is fetched.
    expect(html.match(/(?:src|href)="(?!data:)[^"]*"/g)).toBeNull();
  });

  it("lets people onto the lanes of a flow as long as it runs", async () => {
    const png = join(folder, "lanes.png");
    const options = ["--lanes", "contours", "--spacing", "lane", "--duration", "26", "--step", "0.1"];
    const { code, out: printed } = await runCli("run", "flow-3", ...options, "--png", png, "--json");
    expect(code).toBe(0);
    const summary = JSON.parse(printed);
    expect(summary).toMatchObject({ planner: "flow", waiting: 0, complete: false, warnings: [] });
    expect(summary.agents).toBe(summary.arrived + summary.inside);
    expect(summary.arrived).toBeGreaterThan(0);
  });

  it("refuses lanes without the planner that has them", async () => {
    const { code, err } = await runCli(
      "run",
      "flow-3",
      "--planner",
      "pathmap",
      "--lanes",
      "optimized",
      "--png",
      join(folder, "none.png"),
    );
    expect(code).toBe(2);
    expect(err).toContain("lanes: only planner flow has lanes; given: pathmap");
  });

  it("the three recordings say the same", () => {
    const [sqlite, txt, csv] = [".sqlite", ".txt", ".csv"].map((ending) =>
      readRecording(join(out, `trajectories${ending}`)),
    );
    expect(sqlite.interval).toBeCloseTo(0.1, 9);
    expect([txt.frames.length, csv.frames.length]).toEqual([sqlite.frames.length, sqlite.frames.length]);
    sqlite.frames.forEach(({ agents }, k) => {
      expect(csv.frames[k].agents.map(({ id }) => id)).toEqual(agents.map(({ id }) => id));
      agents.forEach(({ x, y }, i) => {
        for (const { frames } of [txt, csv]) {
          expect(frames[k].agents[i].x).toBeCloseTo(x, 5);
          expect(frames[k].agents[i].y).toBeCloseTo(y, 5);
        }
      });
    });
  });

  it("a reader that died in front of the database is no hindrance", () => {
    const file = join(out, "trajectories.sqlite");
    mkdirSync(`${file}.lock`);
    expect(readRecording(file).frames.length).toBeGreaterThan(10);
    rmdirSync(`${file}.lock`);
  });

  it("measures a recording again, with the same numbers up to its frames", async () => {
    const again = join(folder, "again");
    const { code, out: printed } = await runCli(
      "run",
      "two-rooms",
      "--out",
      again,
      "--replay",
      join(out, "trajectories.csv"),
      "--json",
    );
    expect(code).toBe(0);
    const [before, after] = [join(out, "summary.json"), null].map((file) =>
      JSON.parse(file ? readFileSync(file, "utf8") : printed),
    );
    expect(after).toMatchObject({ agents: 40, arrived: 40, overlaps: 0, wallHits: 0, planner: "recording" });
    expect(Math.abs(after.meanTravelTime - before.meanTravelTime)).toBeLessThan(0.2);
    expect(Math.abs(after.maxDensity - before.maxDensity)).toBeLessThan(0.3);
  });

  it("the seed decides, the number of threads does not", async () => {
    const time = async (...more: string[]): Promise<unknown> => {
      const { out: printed } = await runCli(
        "run",
        "office",
        "--out",
        join(folder, "seeds"),
        "--record",
        "none",
        "--planner",
        "pathmap",
        "--duration",
        "8",
        "--json",
        ...more,
      );
      const { files: _, pace: __, ...rest } = JSON.parse(printed);
      return rest;
    };
    expect(await time("--threads", "2")).toEqual(await time());
    expect(await time("--seed", "2")).not.toEqual(await time());
  });

  it("Ctrl-C keeps what was recorded and writes the report so far", async () => {
    const where = join(folder, "stopped");
    const child = spawn(process.execPath, [
      CLI,
      "run",
      "evacuation",
      "--out",
      where,
      "--step",
      "0.01",
      "--record",
      "csv",
    ]);
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
    });
    const part = join(where, "trajectories.csv.part");
    while (!existsSync(part)) await new Promise((done) => setTimeout(done, 50));
    await new Promise((done) => setTimeout(done, 400));
    child.kill("SIGINT");
    const code = await new Promise((done) => child.on("close", done));
    expect(code).toBe(130);
    expect(text).toContain("stopped; what happened so far");
    const summary = JSON.parse(readFileSync(join(where, "summary.json"), "utf8"));
    expect([summary.interrupted, summary.complete]).toEqual([true, false]);
    expect(readFileSync(join(where, "trajectories.csv"), "utf8")).toMatch(/^frame,time,id,x,y/);
    expect(existsSync(part)).toBe(false);
  });

  it("takes a planner from a file, and names it in the summary and the report", async () => {
    const scene = join(folder, "behind-a-post.json");
    const { obstacles: _, ...rest } = JSON.parse(readFileSync(blocked, "utf8"));
    writeFileSync(scene, JSON.stringify({ ...rest, obstacles: [{ point: [12, 1] }] }));
    const planner = ownCode("mine.mjs", STRAIGHT);
    const where = join(folder, "own");
    const { code, out: text } = await runCli(
      "run",
      scene,
      "--out",
      where,
      "--planner",
      planner,
      "--record",
      "csv",
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ planner: "mine", agents: 3, arrived: 3 });
    expect(readFileSync(join(where, "report.html"), "utf8")).toContain("guided by mine");
    expect(readFileSync(join(where, "trajectories.csv"), "utf8").split("\n").length).toBeGreaterThan(50);
  });

  it.each<[string[], string]>([
    [["run", "two-rooms"], "run: where to? give --out FOLDER, --png FILE or both"],
    [["run", "two-rooms", "--out", "/proc/none"], "cannot be written"],
    [
      ["run", "two-rooms", "--out", folder, "--record", "xml"],
      "Allowed are none, or some of sqlite, txt, csv",
    ],
    [["run", "two-rooms", "--out", folder, "--step", "0"], "A finite number > 0"],
    [
      ["run", "two-rooms", "--out", folder, "--line", "1,2,1,2"],
      "Two different points are needed, as X,Y,X,Y",
    ],
    [
      ["run", "two-rooms", "--out", folder, "--planner", "magic"],
      'planner: there is no planner "magic"; there are: pathmap, potential, roadmap, flow',
    ],
    [
      ["run", "two-rooms", "--out", folder, "--planner", "pathmpa"],
      'there is no planner "pathmpa"; did you mean "pathmap"?',
    ],
    [
      ["run", "two-rooms", "--out", folder, "--planner", "./none.js"],
      "--planner ./none.js: there is no such file",
    ],
    [
      ["run", "two-rooms", "--out", folder, "--planner", ownCode("number.mjs", "export default 3;")],
      "the default export has to be a function (world, order) that returns a guide; it is: number",
    ],
    [
      ["run", "two-rooms", "--out", folder, "--planner", ownCode("broken.mjs", "export default (;")],
      "broken.mjs: cannot be loaded: ",
    ],
    [
      ["run", "two-rooms", "--out", folder, "--planner", ownCode("empty.mjs", "export default () => ({});")],
      "empty.mjs: a planner has to return a function of headings, or a guide with heading, cost, distance, pathFrom",
    ],
    [["run", "city-2", "--out", folder, "--replay", "none.csv"], "none.csv: no such file"],
    [["run", "city-2", "--out", folder, "--replay", "none.xyz"], "a recording ends in .sqlite, .txt, .csv"],
    [
      ["run", "city-2", "--out", folder, "--replay", "none.csv", "--planner", "roadmap"],
      "--planner: a recording is measured as it is",
    ],
    [
      ["run", blocked, "--out", folder],
      `${blocked}: spawns[0]: nobody of radius 0.23 m can get from here to exit`,
    ],
  ])("%s is refused in one line", async (args, message) => {
    const { code, err } = await runCli(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.trimEnd()).not.toContain("\n");
  });

  it.each(["csv", "txt", "sqlite"])("a full disk stops the run: %s is not called complete", async (kind) => {
    const where = join(folder, `full-${kind}`);
    // Files may grow to 32 kB only: the disk takes a part of what is written, then no more.
    const command = `ulimit -f 32; exec "$0" "$@"`;
    const args = ["run", "two-rooms", "--out", where, "--record", kind, "--duration", "20"];
    const child = spawn("bash", ["-c", command, process.execPath, CLI, ...args]);
    let err = "";
    child.stderr.on("data", (data) => {
      err += data;
    });
    const code = await new Promise((done) => child.on("close", done));
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^wayfield: .*trajectories\\.${kind}: cannot be written: [^\\n]*\\n$`));
    expect(readdirSync(where)).toEqual([]);
  });

  it.each([
    ["bad.csv", "frame,time,id,x,y\n0,0,1,2,x\n", "line 2: numbers are expected"],
    ["empty.csv", "frame,time,id,x,y\n", "holds nobody's position"],
    [
      "half.csv",
      "frame,time,id,x,y\n0.5,0,1,2,3\n",
      "frames and ids are whole numbers >= 0; given: frame 0.5, id 1",
    ],
    [
      "far.csv",
      "frame,time,id,x,y\n0,0,1,2,3\n4000000000,1,1,2,3\n",
      "nobody is there for 4000000000 frames in a row",
    ],
    ["short.txt", "# framerate: 10\n1 0 2\n", "line 2: id, frame, x and y are needed"],
    ["rate.txt", "1 0 2 3 0\n", "a line # framerate: N is needed"],
  ])("%s is no recording, and is told why", async (name, text, message) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { code, err } = await runCli("run", "two-rooms", "--out", folder, "--replay", file);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("a recording may begin late, be out of order and in centimetres", () => {
    const file = join(folder, "late.txt");
    writeFileSync(file, "# framerate: 10 fps\n# id frame x/cm y/cm z/cm\n7 502 300 400 0\n7 500 100 200 0\n");
    const { frames, interval } = readRecording(file);
    expect(interval).toBeCloseTo(0.1, 12);
    expect(frames.map(({ agents }) => agents.map(({ x, y }) => [x, y]))).toEqual([
      [[1, 2]],
      [],
      [[3, 4]],
      [],
    ]);
    expect(frames[0].time).toBeCloseTo(50, 9);
  });
});

describe("sketched routes", () => {
  const swamp = JSON.parse(JSON.stringify(builtinScene("swamp")));

  it("a division that nobody may take is said by run and by check before anybody sets off", async () => {
    const file = join(folder, "no-branch.json");
    const [route] = swamp.routes;
    writeFileSync(
      file,
      JSON.stringify({ ...swamp, routes: [{ ...route, strokes: route.strokes.slice(0, 1) }] }),
    );
    const line =
      "spawns[1]: nobody with profile tank may walk to an end of the route: profile tank may not enter zones[0]";
    for (const args of [
      ["run", file, "--out", join(folder, "no-branch")],
      ["check", file],
    ]) {
      const { code, err } = await runCli(...args);
      expect([code, err.trimEnd().split("\n")]).toEqual([2, [expect.stringContaining(line)]]);
    }
  });

  it("the summary says how many were sent along which branch", async () => {
    const { code, out } = await runCli("run", "swamp", "--out", join(folder, "swamp"), "--json");
    expect(code).toBe(0);
    const [route] = JSON.parse(out).routes;
    expect(route).toMatchObject({
      name: "attack",
      walking: 0,
      arrived: 46,
      ends: [{ sent: 40 }, { sent: 6 }],
    });
  });
});
