/**
 * Damaged models and recordings: each is read or refused with an InputError, quickly, and never anything else. The
 * environment variable WAYFIELD_FUZZ multiplies the rounds, and shifts the seeds with them.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { InputError } from "../src/errors.js";
import { readCsvTrajectories, readGltf, readPedpyTrajectories, writeGlb } from "../src/io/index.js";
import { Measures, Replay } from "../src/measure/index.js";
import { Random } from "../src/numerics/index.js";
import { SurfaceMesh } from "../src/surface/index.js";
import { World } from "../src/world/index.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-fuzz-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TIMES = Number(process.env.WAYFIELD_FUZZ ?? 1);
const LONGER = 120_000 * Math.max(1, TIMES);

/** Numbers that have broken readers: at the ends of what types hold, and just beyond. */
const NUMBERS =
  "0 -0 -1 1 2 3 7 0.5 255 256 65536 8000000 3e8 4e8 3e9 4294967296 2147483648 9007199254740991".split(" ");
const WORDS = [
  ...NUMBERS,
  "9007199254740993",
  "1e22",
  "1e308",
  "-1e308",
  "1e-320",
  "null",
  "[]",
  "{}",
  '"x"',
  "true",
  "NaN",
];

/** One damage to a text, of a kind that its words suggest. */
function damageText(text: string, random: Random): string {
  const at = random.below(Math.max(1, text.length));
  const length = 1 + random.below(40);
  switch (random.below(9)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(random.below(128)) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 3:
      return random.below(3) > 0 ? text : text.slice(0, at);
    default: {
      const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e-?\d+)?/g)];
      if (numbers.length === 0) return text;
      const { 0: old, index } = numbers[random.below(numbers.length)];
      const other = numbers[random.below(numbers.length)][0];
      const word = random.below(3) === 0 ? other : WORDS[random.below(WORDS.length)];
      return text.slice(0, index) + word + text.slice(index + old.length);
    }
  }
}

/** Damages a text once to four times. */
function damaged(text: string, random: Random): string {
  let result = text;
  for (let k = 1 + random.below(4); k > 0; k--) result = damageText(result, random);
  return result;
}

/** Whether a file is read; anything but an InputError fails, and shows the file. */
async function survives(read: () => unknown, shown: () => string): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (!(error instanceof InputError))
      throw new Error(`${(error as Error).stack}\nfor ${shown().slice(0, 3000)}`);
    expect(error.message).not.toMatch(/\n/);
    return false;
  }
}

interface Ended {
  readonly end?: number;
  readonly status?: number;
  readonly stderr?: string;
}

/** Through the real command: exit code 0 or 2, one line of error or none, no trace of the program's inside. */
function expectClean(commands: readonly (readonly string[])[]): void {
  const list = join(folder, "commands.json");
  writeFileSync(list, JSON.stringify(commands));
  const script = new URL("support/many-commands.mjs", import.meta.url).pathname;
  const { status, signal, stdout } = spawnSync(process.execPath, [script, list], {
    encoding: "utf8",
    timeout: LONGER,
  });
  const lines = stdout.split("\n").filter(Boolean);
  expect({ status, signal }, `after ${lines.at(-1)}`).toEqual({ status: 0, signal: null });
  const ended = lines.map((line) => JSON.parse(line) as Ended).filter(({ end }) => end !== undefined);
  expect(ended).toHaveLength(commands.length);
  // Both outcomes must be common, or the damage proves nothing.
  for (const code of [0, 2]) expect(ended.filter((one) => one.status === code).length).toBeGreaterThan(10);
  for (const { end, status: code, stderr = "" } of ended) {
    const shown = `${commands[end ?? 0].join(" ")}: ${stderr}`;
    expect([0, 2], shown).toContain(code);
    expect(stderr, shown).not.toMatch(/\n\s+at /);
    const errors = stderr.split("\n").filter((line) => line.startsWith("wayfield: "));
    expect(errors, shown).toHaveLength(code === 0 ? 0 : 1);
  }
}

describe("glTF", () => {
  const numbers = Buffer.concat([
    Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0).buffer),
    Buffer.from(Uint16Array.of(0, 1, 2, 1, 3, 2).buffer),
  ]);
  const MODEL = JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0, 3] }],
    nodes: [
      { children: [1, 2], translation: [1, 2, 3] },
      { mesh: 0, rotation: [0, 0, 0, 1] },
      { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1] },
      { mesh: 1, scale: [1, 2, 3] },
    ],
    meshes: [
      { primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] },
      {
        primitives: [
          { attributes: { POSITION: 0 }, indices: 1, mode: 4 },
          { attributes: { POSITION: 2 }, mode: 1 },
        ],
      },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: "VEC3" },
      { bufferView: 1, byteOffset: 0, componentType: 5123, count: 6, type: "SCALAR" },
      {
        componentType: 5126,
        count: 3,
        type: "VEC3",
        sparse: { count: 1, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 0 } },
      },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48, byteStride: 12 },
      { buffer: 0, byteOffset: 48, byteLength: 12 },
    ],
    buffers: [{ uri: `data:application/octet-stream;base64,${numbers.toString("base64")}`, byteLength: 60 }],
  });

  const encoder = new TextEncoder();
  const open = async (bytes: Uint8Array): Promise<void> => {
    const { mesh } = await readGltf(bytes);
    if (mesh.faces.length > 0) new SurfaceMesh(mesh);
  };

  /** The model in a container, damaged in its JSON, or a whole file damaged in its bytes. */
  function damagedGlb(glb: Uint8Array, random: Random): Uint8Array {
    const bytes = glb.slice(0, random.below(6) === 0 ? random.below(glb.length) : glb.length);
    for (let k = 1 + random.below(4); k > 0 && bytes.length > 0; k--) {
      bytes[random.below(bytes.length)] = random.below(256);
    }
    return bytes;
  }

  const GLB = writeGlb({
    mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] },
    paths: [[[0, 0, 0]]],
  });

  test(
    `${20_000 * TIMES} damaged models, as JSON and as GLB, seed 51`,
    async () => {
      await open(encoder.encode(MODEL));
      const random = new Random(51 + TIMES - 1);
      const glb = await GLB;
      let read = 0;
      for (let i = 0; i < 20_000 * TIMES; i++) {
        const bytes = i % 3 === 0 ? damagedGlb(glb, random) : encoder.encode(damaged(MODEL, random));
        const shown = (): string => new TextDecoder().decode(bytes);
        if (await survives(() => open(bytes), shown)) read++;
      }
      // Both outcomes must be common, or the damage proves nothing.
      expect(read).toBeGreaterThan(1000 * TIMES);
      expect(read).toBeLessThan(19_000 * TIMES);
    },
    LONGER,
  );

  test(
    "200 through the command, seed 52",
    async () => {
      const random = new Random(52);
      const glb = await GLB;
      const commands = Array.from({ length: 200 }, (_, i) => {
        const isBinary = i % 3 === 0;
        const file = join(folder, `${i}${isBinary ? ".glb" : ".gltf"}`);
        writeFileSync(file, isBinary ? damagedGlb(glb, random) : damaged(MODEL, random));
        return ["surface", file, "--goal", "v0", "--from", "v1"];
      });
      expectClean(commands);
    },
    LONGER,
  );
});

describe("recordings", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [6, 0],
      [6, 4],
      [0, 4],
    ],
    goals: {
      exit: {
        segments: [
          [
            [6, 1],
            [6, 3],
          ],
        ],
      },
    },
  });
  const rows = [0, 1, 2, 3, 4].flatMap((frame) =>
    [0, 1, 2].filter((id) => id > 0 || frame < 3).map((id) => ({ frame, id, x: 1 + frame / 2, y: 1 + id })),
  );
  const CSV = `frame,time,id,x,y,vx,vy,radius,group\n${rows.map((r) => `${r.frame},${r.frame / 2},${r.id},${r.x},${r.y},0,0,0.25,${r.id % 2}`).join("\n")}\n`;
  const TXT = `# framerate: 2\n# id frame x/m y/m z/m\n${rows.map((r) => `${r.id} ${r.frame} ${r.x} ${r.y} 0`).join("\n")}\n`;

  /** Reads and measures. */
  function replay(text: string, isCsv: boolean): void {
    const { frames, interval } = isCsv ? readCsvTrajectories(text) : readPedpyTrajectories(text);
    const run = new Replay(world, { interval });
    const measures = new Measures(run);
    // A long gap is allowed, and tedious.
    for (const frame of frames.slice(0, 40)) {
      run.show(frame);
      measures.observe();
    }
    if (frames.length < 40) measures.result();
  }

  test(
    `${20_000 * TIMES} damaged recordings, seed 53`,
    async () => {
      replay(CSV, true);
      replay(TXT, false);
      const random = new Random(53 + TIMES - 1);
      let read = 0;
      for (let i = 0; i < 20_000 * TIMES; i++) {
        const isCsv = i % 2 === 0;
        const text = damaged(isCsv ? CSV : TXT, random);
        if (
          await survives(
            () => replay(text, isCsv),
            () => text,
          )
        )
          read++;
      }
      expect(read).toBeGreaterThan(1000 * TIMES);
      expect(read).toBeLessThan(19_000 * TIMES);
    },
    LONGER,
  );

  test(
    "200 through the command, seed 54",
    () => {
      const random = new Random(54);
      const scene = join(folder, "room.json");
      writeFileSync(scene, JSON.stringify(world.scene));
      const commands = Array.from({ length: 200 }, (_, i) => {
        const isCsv = i % 2 === 0;
        const file = join(folder, `${i}${isCsv ? ".csv" : ".txt"}`);
        writeFileSync(file, damaged(isCsv ? CSV : TXT, random));
        return ["run", scene, "--replay", file, "--png", join(folder, "out.png"), "--json"];
      });
      expectClean(commands);
    },
    LONGER,
  );
});
