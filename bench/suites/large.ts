/**
 * Large runs from end to end, as people start them: `wayfield run` on a scene of 200,000 people, on a boundary and on blocks of many
 * vertices, with recording and report. Progress is on standard error where that is a terminal.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../../src/numerics/index.js";
import type { SceneInput } from "../../src/world/index.js";
import { type Case, type Suite, Unavailable } from "../harness.js";
import { formatBytes } from "../memory.js";
import { ROOT } from "../root.js";
import { hall } from "./crowd-whole.js";

/** A disc whose border has many vertices, slightly jagged, and a few people who cross it. */
function disc(vertices: number): SceneInput {
  const boundary = Array.from({ length: vertices }, (_, k): [number, number] => {
    const angle = (2 * Math.PI * k) / vertices;
    const r = 100 + (k % 2) * (100 / vertices);
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
  return { boundary, goals: { exit: { points: [[50, 0]] } }, spawns: [few(-60, -5)] };
}

/** Square blocks in rows and columns, aligned or each turned by an angle of its own, and a few people between them. */
function blocks(side: number, turns: "aligned" | "turned"): SceneInput {
  const random = new Random(1);
  const obstacles = Array.from({ length: side * side }, (_, k) => {
    const [x, y] = [4 * (k % side) + 2, 4 * Math.floor(k / side) + 2];
    const angle = Math.PI / 4 + (turns === "turned" ? random.between(0, Math.PI / 2) : 0);
    const half = turns === "turned" ? 0.9 * Math.SQRT2 : Math.SQRT2;
    const polygon = [0, 1, 2, 3].map((corner): [number, number] => {
      const at = angle + (corner * Math.PI) / 2;
      // In whole micrometres: aligned blocks are aligned to the bit.
      return [x + half * Math.cos(at), y + half * Math.sin(at)].map(
        (v) => Math.round(1e6 * v) / 1e6,
      ) as never;
    });
    return { polygon };
  });
  const width = 4 * side;
  const boundary: [number, number][] = [
    [0, 0],
    [width, 0],
    [width, width],
    [0, width],
  ];
  return { boundary, obstacles, goals: { exit: { points: [[0.5, 0.5]] } }, spawns: [few(3.1, 3.1, 1.8)] };
}

function few(x: number, y: number, size = 10): NonNullable<SceneInput["spawns"]>[number] {
  const polygon: [number, number][] = [
    [x, y],
    [x + 10, y],
    [x + 10, y + size],
    [x, y + size],
  ];
  return { polygon, count: 10, goals: ["exit"] };
}

/** What came of a run. */
interface Result {
  readonly summary: { readonly spawned: number; readonly inside: number; readonly arrived: number };
  readonly seconds: number;
  /** Seconds of processor time, which a busy machine changes little; 0 where the system does not say. */
  readonly processor: number;
  /** The most memory that the process had at once, in bytes; 0 where the system does not say. */
  readonly memory: number;
  readonly report: number;
}

/** The most memory of a process so far, in bytes. */
function peakOf(pid: number): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return found ? 1024 * Number(found[1]) : 0;
  } catch {
    return 0;
  }
}

/** Processor time of a process and its threads so far, in seconds: fields 14 and 15 of its statistics, in hundredths. */
function processorOf(pid: number): number {
  try {
    const [, fields] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const numbers = fields.split(" ").map(Number);
    return (numbers[11] + numbers[12]) / 100;
  } catch {
    return 0;
  }
}

/** Runs the command line on a scene. */
async function endToEnd(scene: SceneInput, duration: number): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "wayfield-large-"));
  try {
    const file = join(folder, "scene.json");
    writeFileSync(file, JSON.stringify({ format: "wayfield-scene", version: 1, name: "large", ...scene }));
    const out = join(folder, "out");
    const args = ["run", file, "--out", out, "--duration", String(duration), "--fps", "2"];
    const started = performance.now();
    const node = ["--max-old-space-size=12000", join(ROOT, "dist", "cli", "main.js"), ...args];
    const child = spawn(process.execPath, node, { stdio: ["ignore", "ignore", "inherit"] });
    let [memory, processor] = [0, 0];
    const watch = setInterval(() => {
      memory = Math.max(memory, peakOf(child.pid!));
      processor = Math.max(processor, processorOf(child.pid!));
    }, 100);
    const code = await new Promise((done) => child.on("close", done));
    clearInterval(watch);
    if (code !== 0) throw new Error(`wayfield run ended with ${code}`);
    const seconds = (performance.now() - started) / 1000;
    const summary = JSON.parse(readFileSync(join(out, "summary.json"), "utf8"));
    return { summary, seconds, processor, memory, report: statSync(join(out, "report.html")).size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(input: string, people: number, scene: () => SceneInput, duration: number): Case<Result> {
  return {
    input,
    name: "wayfield run",
    once: true,
    setup() {
      try {
        statSync(join(ROOT, "dist", "cli", "main.js"));
      } catch {
        throw new Unavailable("npm run build first");
      }
    },
    run: () => endToEnd(scene(), duration),
    check({ summary: { spawned, inside, arrived }, report }) {
      if (spawned !== people || spawned !== inside + arrived)
        throw new Error(`${inside} + ${arrived} of ${spawned}`);
      if (report === 0) throw new Error("there is no report");
    },
    remark: ({ seconds, processor, memory, report }) =>
      `${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time, at most ${formatBytes(memory)}, a report of ${formatBytes(report)}`,
  };
}

export const large: Suite = {
  name: "large",
  title: "Large runs from end to end: scene, simulation, recording, figures, report",
  cases(quick) {
    const many = (full: number, small: number): number => (quick ? small : full);
    const number = (n: number): string => n.toLocaleString("en-US");
    const [people, vertices] = [many(200_000, 200), many(200_000, 2000)];
    const [aligned, turned] = [many(450, 10), many(500, 10)];
    return [
      run(`a boundary of ${number(vertices)} vertices`, 10, () => disc(vertices), 2),
      run(`${number(aligned * aligned)} aligned blocks`, 10, () => blocks(aligned, "aligned"), 2),
      run(`${number(4 * turned * turned)} vertices of turned blocks`, 10, () => blocks(turned, "turned"), 2),
      run(`${number(people)} people`, people, () => hall(people), 2),
    ] as Case[];
  },
};
