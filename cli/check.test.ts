import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const MAIN = new URL("../dist/cli/main.js", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "wayfield-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function wayfield(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function file(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

const SOUND = {
  format: "wayfield-scene",
  version: 1,
  boundary: [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ],
  obstacles: [
    {
      polygon: [
        [2, 2],
        [4, 2],
        [4, 4],
        [2, 4],
      ],
    },
  ],
  goals: { exit: { points: [[9, 9]] } },
};
const OVERLAP = {
  ...SOUND,
  obstacles: [
    ...SOUND.obstacles,
    {
      polygon: [
        [3, 3],
        [5, 3],
        [5, 5],
        [3, 5],
      ],
    },
  ],
};
const BOW_TIE = {
  ...SOUND,
  boundary: [
    [0, 0],
    [10, 10],
    [10, 0],
    [0, 10],
  ],
  obstacles: [],
  goals: {},
};

describe("findings", () => {
  test("a sound scene", () => {
    expect(wayfield("check", file("sound.json", SOUND))).toEqual({
      status: 0,
      stdout: "sound.json: 0 errors, 0 warnings\n",
      stderr: "",
    });
  });

  test("warnings are printed and exit 0", () => {
    const { status, stdout, stderr } = wayfield("check", file("overlap.json", OVERLAP));
    expect(status).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^warning {2}obstacles\[1\]\.polygon {2}overlaps obstacles\[0\]\.polygon at .*\n/);
    expect(stdout).toMatch(/overlap\.json: 0 errors, 1 warning\n$/);
  });

  test("planners that nobody knows are errors, with where they are named", () => {
    const scene = { ...SOUND, simulation: { planner: "pathmpa" } };
    const { status, stderr } = wayfield("check", file("planner.json", scene));
    expect(status).toBe(2);
    expect(stderr).toBe(
      'wayfield: planner.json: simulation.planner: there is no planner "pathmpa"; did you mean "pathmap"? there are: pathmap, potential, roadmap, flow\n',
    );
    const document = JSON.parse(wayfield("check", file("planner.json", scene), "--json").stdout);
    expect(document).toMatchObject({
      valid: false,
      errors: [{ code: "schema", where: "simulation.planner" }],
    });
  });

  describe("ways", () => {
    const wall = (x: number, from: number, to: number) => ({
      polygon: [
        [x, from],
        [x + 0.2, from],
        [x + 0.2, to],
        [x, to],
      ],
    });
    const room = [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ];
    /** Two rooms; ten people go from the left one through a gap to the right one's wall. */
    const twoRooms = (gap: number) => ({
      ...SOUND,
      boundary: room,
      obstacles: [wall(10, 0, 5 - gap / 2), wall(10, 5 + gap / 2, 10)],
      goals: {
        exit: {
          segments: [
            [
              [19, 2],
              [19, 8],
            ],
          ],
        },
      },
      spawns: [
        {
          polygon: [
            [1, 1],
            [9, 1],
            [9, 9],
            [1, 9],
          ],
          count: 10,
          goals: ["exit"],
        },
      ],
    });
    const DOOR = {
      segment: [
        [10.1, 4.5],
        [10.1, 5.5],
      ],
    };
    const check = (name: string, scene: object) => {
      const { status, stdout, stderr } = wayfield("check", file(name, scene), "--json");
      return { status, stderr, ...JSON.parse(stdout) };
    };

    test("a door that stays closed leaves no way: what `run` refuses, in the same words", () => {
      const open = check("open.json", { ...twoRooms(1), doors: [DOOR] });
      expect(open).toMatchObject({ status: 0, stderr: "", valid: true, errors: [] });
      const closed = check("closed.json", { ...twoRooms(1), doors: [{ ...DOOR, open: false }] });
      expect(closed).toMatchObject({ status: 2, valid: false, errors: [{ code: "no-way" }] });
      expect(closed.stderr.trim().split("\n")).toHaveLength(1);
      const run = wayfield("run", "closed.json", "--out", "closed");
      expect(run.status).toBe(2);
      expect(run.stderr).toContain(closed.errors[0].message);
    });

    test("so does a gap that is narrower than a body, and a door that opens in time is one", () => {
      expect(check("narrow.json", twoRooms(0.3)).errors).toMatchObject([{ code: "no-way" }]);
      expect(check("wide.json", twoRooms(0.8)).errors).toEqual([]);
      const late = { ...DOOR, open: false, schedule: [{ time: 5, open: true }] };
      expect(check("late.json", { ...twoRooms(1), doors: [late] }).errors).toEqual([]);
    });

    test("beyond 10,000 corners they are not looked at, and that is said where there are people", () => {
      // A jagged edge above a plain room.
      const teeth = Array.from({ length: 10_001 }, (_, k) => [20 - k / 500.05, k % 2 === 0 ? 10 : 10.01]);
      const large = { ...twoRooms(0.3), boundary: [[0, 0], [20, 0], ...teeth], obstacles: [] };
      const closed = { ...large, obstacles: [wall(10, 0, 9.9)] };
      const found = check("large.json", closed);
      expect(found).toMatchObject({ status: 0, stderr: "", valid: true });
      expect(found.warnings.filter(({ code }: { code: string }) => code === "ways-unchecked")).toMatchObject([
        { where: "", message: expect.stringContaining("10000 corners") },
      ]);
      const empty = check("empty-of-people.json", { ...closed, spawns: undefined });
      expect(empty.warnings.map(({ code }: { code: string }) => code)).not.toContain("ways-unchecked");
    });
  });

  describe("people who cannot be: check and run refuse them alike, in one line", () => {
    const crowd = {
      ...SOUND,
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
      profiles: { some: {} },
    };
    const spawn = {
      polygon: [
        [5, 5],
        [9, 5],
        [9, 9],
        [5, 9],
      ],
      count: 5,
      goals: [["west", "east"]],
      profile: "some",
    };
    const narrow = {
      segments: [
        [
          [0, 4],
          [0, 4.2],
        ],
      ],
    };
    test.each<[string, object, string]>([
      [
        "shares that do not sum to 1",
        { spawns: [{ ...spawn, shares: { west: 0.5, east: 0.3 } }] },
        "spawns[0].shares: shares have to sum to 1",
      ],
      [
        "a distribution without mass",
        { profiles: { some: { speed: { values: [1, 2], weights: [0, 0] } } } },
        "profiles.some.speed: at least one weight > 0",
      ],
      [
        "a door off walls",
        {
          doors: [
            {
              segment: [
                [5, 3],
                [5, 5],
              ],
            },
          ],
        },
        "doors[0].segment: its end (5, 3) is 1 m from any wall",
      ],
      [
        "an exit without a way for a body",
        { goals: { west: narrow }, spawns: [{ ...spawn, goals: ["west"] }] },
        "goals.west: 0.2 m wide, but those who leave here are 0.46 m wide",
      ],
      [
        "a model that a planner cannot serve",
        { simulation: { planner: "roadmap", sites: {}, model: "steps" } },
        "simulation.model: people who are sites of the roadmap walk by no model",
      ],
      [
        "a measurement area in a wall",
        {
          measurements: {
            desk: {
              polygon: [
                [2.5, 2.5],
                [3.5, 2.5],
                [3.5, 3.5],
                [2.5, 3.5],
              ],
            },
          },
        },
        "measurements.desk.polygon: lies wholly outside the boundary or inside obstacles",
      ],
      ["terrain, which is no key", { terrain: {} }, 'unknown key "terrain"'],
    ])("%s", (_what, change, says) => {
      const scene = { ...crowd, spawns: [spawn], ...change };
      file("people.json", scene);
      const [checked, ran] = [
        wayfield("check", "people.json"),
        wayfield("run", "people.json", "--out", "people"),
      ];
      for (const { status, stderr } of [checked, ran]) {
        expect(status).toBe(2);
        expect(stderr.trimEnd().split("\n")).toHaveLength(1);
        expect(stderr).toContain(says);
      }
      expect(existsSync(join(folder, "people", "summary.json"))).toBe(false);
    });

    test("the same without the fault are sound; those who are sites of the roadmap too", () => {
      for (const change of [{}, { simulation: { planner: "roadmap", sites: {} } }]) {
        const scene = { ...crowd, spawns: [spawn], ...change };
        expect(wayfield("check", file("sound-people.json", scene))).toMatchObject({ status: 0, stderr: "" });
      }
    });
  });

  test("--json is one document", () => {
    const document = JSON.parse(wayfield("check", file("overlap.json", OVERLAP), "--json").stdout);
    expect(document).toMatchObject({ scene: "overlap.json", valid: true, errors: [] });
    expect(document.warnings).toMatchObject([{ code: "obstacles-overlap", where: "obstacles[1].polygon" }]);
    const bad = JSON.parse(wayfield("check", file("bow.json", BOW_TIE), "--json").stdout);
    expect(bad.valid).toBe(false);
    expect(bad.errors[0]).toMatchObject({ code: "boundary-crosses-itself", at: [5, 5] });
  });

  test("at most 5 of a code, unless --all", () => {
    const blocks = Array.from({ length: 9 }, (_, i) => ({
      polygon: [
        [i, 1],
        [i + 1, 1],
        [i + 1, 2],
        [i, 2],
      ],
    }));
    const name = file("row.json", { ...SOUND, obstacles: blocks });
    const short = wayfield("check", name).stdout;
    expect(short.match(/ touches obstacles/g)).toHaveLength(5);
    expect(short).toContain("and 3 more of obstacles-touch; --all lists them");
    expect(short).toMatch(/0 errors, 9 warnings\n$/);
    expect(wayfield("check", name, "--all").stdout.match(/ touches obstacles/g)).toHaveLength(8);
  });
});

describe("errors are one clear line each and exit 2", () => {
  const cases: [string, unknown, RegExp][] = [
    ["empty.json", "", /^wayfield: empty\.json: the file is empty; a JSON document is expected\n$/],
    ["broken.json", '{"format": ', /^wayfield: broken\.json: .*not valid JSON.*\n$/],
    [
      "version.json",
      { ...SOUND, version: 2 },
      /^wayfield: version\.json: version: only version 1 can be read; given: 2\n$/,
    ],
    ["key.json", { ...SOUND, colour: 1 }, /^wayfield: key\.json: unknown key "colour"\n$/],
    [
      "nan.json",
      JSON.stringify(SOUND).replace("10", "NaN"),
      /^wayfield: nan\.json: line 1, column \d+: NaN is not a number in JSON; finite numbers are allowed\n$/,
    ],
    [
      "infinite.json",
      JSON.stringify(SOUND).replace("10", "1e999"),
      /^wayfield: infinite\.json: boundary\[1\]\[0\]: .*given: Infinity\n$/,
    ],
    [
      "bow.json",
      BOW_TIE,
      /^wayfield: bow\.json: boundary\[0\]: the edge from here crosses the edge from \[2\] at \(5, 5\); a boundary must be a simple polygon\n$/,
    ],
    ["list.json", [], /^wayfield: list\.json: .*expected object.*given: \[\]\n$/],
  ];
  test.each(cases)("%s", (name, content, line) => {
    const { status, stderr } = wayfield("check", file(name, content));
    expect(stderr).toMatch(line);
    expect(status).toBe(2);
  });

  test("a missing file", () => {
    expect(wayfield("check", "missing.json")).toEqual({
      status: 2,
      stdout: "",
      stderr: "wayfield: missing.json: no such file\n",
    });
  });

  test("an empty scene is one fault; a scene that lacks keys lists each of them", () => {
    const empty = wayfield("check", file("none.json", {}));
    expect(empty.status).toBe(2);
    expect(empty.stderr).toMatch(
      /^wayfield: .*none\.json: the scene is empty; format, version and boundary, or levels, are needed\n$/,
    );
    const { status, stderr } = wayfield("check", file("named.json", { name: "x" }));
    expect(status).toBe(2);
    expect(stderr.split("\n").filter(Boolean)).toHaveLength(3);
    expect(stderr).toContain("named.json: boundary: is missing");
  });
});

describe("--fix", () => {
  test("writes a repaired copy and says what it did", () => {
    const { status, stdout, stderr } = wayfield("check", file("bow.json", BOW_TIE), "--fix", "out.json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("fixed  boundary: met itself; replaced by its outline, the largest of 2 parts");
    expect(wayfield("check", "out.json")).toMatchObject({ status: 0, stderr: "" });
  });

  test("in JSON", () => {
    const { stdout } = wayfield("check", file("overlap.json", OVERLAP), "--fix", "out2.json", "--json");
    const { fixed } = JSON.parse(stdout);
    expect(fixed).toMatchObject({ output: "out2.json", errors: [] });
    expect(fixed.done).toEqual(["obstacles[0], obstacles[1]: overlapped; joined to their outline"]);
  });

  test("exits 2 when an error is left", () => {
    const name = file("lost.json", { ...SOUND, goals: { exit: { points: [[3, 3]] } } });
    const { status, stderr } = wayfield("check", name, "--fix", "out3.json");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^wayfield: out3\.json: goals\.exit: no part is free: .*\n$/);
  });

  test("never writes onto the input", () => {
    const name = file("own.json", OVERLAP);
    const text = readFileSync(join(folder, name), "utf8");
    linkSync(join(folder, name), join(folder, "hard.json"));
    symlinkSync(join(folder, name), join(folder, "soft.json"));
    for (const out of ["own.json", "./own.json", "hard.json", "soft.json"]) {
      const { status, stderr } = wayfield("check", name, "--fix", out);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^wayfield: .*: --fix would overwrite the scene itself; name another file\n$/);
    }
    expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  });

  test("writes nothing for a scene that cannot be read", () => {
    copyFileSync(join(folder, "version.json"), join(folder, "again.json"));
    expect(wayfield("check", "again.json", "--fix", "no.json").status).toBe(2);
    expect(existsSync(join(folder, "no.json"))).toBe(false);
  });
});
