import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { InputError } from "../src/errors.js";
import { formatScene, parseJson } from "../src/io/index.js";
import { Random } from "../src/numerics/random.js";
import { completeScene, diagnose, parseScene, repair } from "../src/world/index.js";

const MAIN = new URL("../dist/cli/main.js", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "wayfield-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BASE = formatScene(
  completeScene({
    name: "fuzz",
    boundary: [
      [0, 0],
      [40, 0],
      [40, 20],
      [20, 25],
      [0, 20],
    ],
    obstacles: [
      {
        polygon: [
          [10, 5],
          [14, 5],
          [14, 12],
          [10, 12],
        ],
      },
      {
        polygon: [
          [20, 5],
          [24.5, 6],
          [22, 12],
        ],
        schedule: [{ time: 1, offset: [1, 1] }],
      },
      {
        segment: [
          [30, 5],
          [30, 12],
        ],
      },
      { point: [35, 5] },
      {
        polygon: [
          [13, 11],
          [18, 11],
          [18, 15],
          [13, 15],
        ],
      },
    ],
    goals: {
      exit: {
        points: [[39, 10]],
        segments: [
          [
            [40, 9],
            [40, 11],
          ],
        ],
      },
      other: { points: [[1, 1]], start: 2 },
    },
    weights: [{ vertex: [10, 5], speed: 2 }],
    barriers: [
      {
        segment: [
          [25, 0],
          [25, 5],
        ],
        weight: 1.5,
        side: "left",
      },
    ],
    flow: {
      source: [
        [
          [0, 5],
          [0, 15],
        ],
      ],
      sink: [
        [
          [40, 5],
          [40, 15],
        ],
      ],
    },
    profiles: { adult: { radius: 0.25, speed: { mean: 1.3, deviation: 0.2, min: 0.5, max: 2 } } },
    spawns: [
      {
        polygon: [
          [1, 1],
          [5, 1],
          [5, 5],
          [1, 5],
        ],
        count: 10,
        profile: "adult",
        goals: ["exit", ["other", "exit"]],
      },
      {
        segment: [
          [1, 10],
          [1, 15],
        ],
        count: 5,
        rate: 2,
        goals: ["exit"],
      },
    ],
    simulation: { planner: "pathmap", step: 0.05, duration: 300, seed: 1 },
  }),
);

const VALUES = [
  "NaN",
  "1e999",
  "-1e999",
  "-0",
  "1e-320",
  "1e-49",
  "1e12",
  "-9e11",
  "1e308",
  '"10"',
  "null",
  "[]",
  "{}",
  "true",
  "0",
  "1e-9",
  "10.000000001",
];

/** One small or large damage to a text. */
function mutate(text: string, random: Random): string {
  const at = random.below(text.length);
  const length = 1 + random.below(1 + Math.min(60, text.length - at));
  const chunk = text.slice(at, at + length);
  switch (random.below(12)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(random.below(128)) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + chunk + text.slice(at);
    case 3:
      return text.slice(0, at);
    case 4:
      return renameKey(text, random);
    case 5:
      return text.replace(/"boundary": \[/, `"boundary": [${"[".repeat(1 + random.below(20000))}`);
    case 6:
      return text.replace(/"terrain"|"name"/, `"levels": ${"[".repeat(5000)}${"]".repeat(5000)}, "name"`);
    default:
      return replaceNumber(text, random);
  }
}

function renameKey(text: string, random: Random): string {
  const keys = [...text.matchAll(/"(\w+)":/g)];
  if (keys.length === 0) return text;
  const [a, b] = [keys[random.below(keys.length)], keys[random.below(keys.length)]];
  return `${text.slice(0, a.index)}"${random.below(2) ? b[1] : `${a[1]}x`}":${text.slice(a.index + a[0].length)}`;
}

/** Numbers become special values, other numbers of the file (which makes shapes meet), or slightly different. */
function replaceNumber(text: string, random: Random): string {
  const numbers = [...text.matchAll(/-?\d+(\.\d+)?/g)];
  if (numbers.length === 0) return text;
  const pick = numbers[random.below(numbers.length)];
  const other = numbers[random.below(numbers.length)][0];
  const near = String(Number(pick[0]) + (random.unit() - 0.5) * 10 ** -random.below(12));
  const value = [VALUES[random.below(VALUES.length)], other, other, near][random.below(4)];
  return text.slice(0, pick.index) + value + text.slice(pick.index + pick[0].length);
}

function damaged(random: Random): string {
  let text = BASE;
  for (let k = 1 + random.below(6); k > 0 && text.length > 0; k--) text = mutate(text, random);
  return text;
}

/** Reads, diagnoses and repairs; `null` when the input was refused as it should be. */
function digest(text: string): number | null {
  try {
    const scene = parseScene(parseJson(text));
    const before = diagnose(scene);
    const { scene: fixed } = repair(scene);
    return before.length + diagnose(fixed).length;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw new Error(`${String(error)}\n${(error as Error).stack}\nfor ${text.slice(0, 3000)}`);
  }
}

test("the undamaged scene has no errors", () => {
  expect(diagnose(parseScene(parseJson(BASE))).filter((f) => f.severity === "error")).toEqual([]);
});

test("seed 41: 6,000 damaged files are digested or refused, never anything else", () => {
  const random = new Random(41);
  let refused = 0;
  for (let round = 0; round < 6000; round++) if (digest(damaged(random)) === null) refused++;
  // Both outcomes must be common, or the damage proves nothing.
  expect(refused).toBeGreaterThan(1000);
  expect(refused).toBeLessThan(5500);
});

test("seed 42: 3,000 scenes with only numbers changed", () => {
  const random = new Random(42);
  for (let round = 0; round < 3000; round++) {
    let text = BASE;
    for (let k = 1 + random.below(8); k > 0; k--) text = replaceNumber(text, random);
    digest(text);
  }
});

test("seed 43: 40 damaged files through the command: exit 0 or 2, a few lines, no stack trace", () => {
  const random = new Random(43);
  for (let round = 0; round < 40; round++) {
    const file = join(folder, `${round}.json`);
    writeFileSync(file, damaged(random));
    const args = random.below(2) ? ["--json"] : ["--fix", join(folder, `${round}-fixed.json`)];
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "check", file, ...args], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect([0, 2]).toContain(status);
    expect(stdout + stderr).not.toMatch(/\n\s+at /);
    expect(stderr.split("\n").length).toBeLessThan(60);
    expect(status === 0).toBe(stderr === "");
  }
});
