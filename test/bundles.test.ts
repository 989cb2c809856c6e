/**
 * What a page downloads: every entry point of the package, bundled for browsers, minified and gzipped. A bound is a
 * promise to those who use that entry alone; where a change needs more, the change says why.
 */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "./repository.js";

/**
 * Programs, and what they may take in kB (1000 bytes). esbuild gives 3 to 4 % more than the one here. Buildings come with those who
 * import `Building`. A crowd carries the default movement model; other models, doors, tracks, long bodies, periodic plans and
 * further threads come with those who import them.
 */
const PROGRAMS: readonly [title: string, code: string, kilobytes: number][] = [
  ["World + PathMap", 'export { World, PathMap } from "wayfield";', 65],
  ["World + PathMap + Crowd", 'export { World, PathMap, Crowd } from "wayfield";', 91.5],
];

/** The whole of each entry point, in kB. */
const ENTRIES: Readonly<Record<string, number>> = {
  ".": 365.5,
  "./geometry": 36,
  "./numerics": 6.6,
  "./gpu": 1,
  // With checks of goals under what moves, repair and scaling, which a world alone does not carry.
  "./world": 82.5,
  "./pathmap": 69.5,
  // With the programs for graphics adapters.
  "./potential": 69,
  "./roadmap": 87.5,
  "./flow": 48,
  "./surface": 32.5,
  "./scenes": 32.5,
  "./io": 75.5,
  "./draw": 43.5,
  "./crowd": 44.5,
  // All movement models: other threads know every one.
  "./crowd/worker": 18.5,
  "./models": 14.5,
  "./groups": 49.5,
  "./routes": 8,
  "./travel": 60.5,
  "./simulation": 279.5,
  "./measure": 191,
  "./report": 52.5,
  "./run": 339.5,
  "./study": 357,
};

interface Bundle {
  /** Bytes, minified and gzipped, of what is loaded at once, and of what is loaded when asked for. */
  readonly atOnce: number;
  readonly later: number;
  /** Files that went in, below the repository. */
  readonly modules: readonly string[];
  /** Modules of Node that were asked for, and by whom. */
  readonly builtins: readonly string[];
}

const EXPORTS = (
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: Record<string, string> }
).exports;

async function bundle(code: string): Promise<Bundle> {
  const builtins: string[] = [];
  const plugin = {
    name: "wayfield",
    enforce: "pre" as const,
    resolveId(id: string, importer?: string): string | null {
      if (id === "virtual:entry") return "\0entry";
      if (isBuiltin(id)) builtins.push(`${id} from ${importer?.replace(ROOT, "")}`);
      const target = id.startsWith("wayfield") ? EXPORTS[id.replace("wayfield", ".")] : undefined;
      return target ? join(ROOT, target) : null;
    },
    load: (id: string): string | null => (id === "\0entry" ? code : null),
  };
  const result = (await build({
    root: ROOT,
    configFile: false,
    logLevel: "silent",
    plugins: [plugin],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rollupOptions: { input: "virtual:entry", preserveEntrySignatures: "strict" },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((part) => part.type === "chunk");
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of first) {
    for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) first.add(other);
  }
  const sizeOf = (list: readonly Rolldown.OutputChunk[]): number =>
    list.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0);
  return {
    atOnce: sizeOf(chunks.filter(({ fileName }) => first.has(fileName))),
    later: sizeOf(chunks.filter(({ fileName }) => !first.has(fileName))),
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules).map((id) => id.replace(ROOT, ""))),
    builtins,
  };
}

const rows: string[] = [];

/** Bundles, notes the size for the table, and compares it with its bound. */
async function measure(title: string, code: string, most: number): Promise<Bundle> {
  const found = await bundle(code);
  const later = found.later > 0 ? ` and ${(found.later / 1000).toFixed(1)} when asked for` : "";
  rows.push(`${title.padEnd(24)} ${(found.atOnce / 1000).toFixed(1).padStart(6)} of ${most} kB${later}`);
  expect(found.builtins).toEqual([]);
  expect(found.modules.filter((id) => /node_modules\/(zod|@gltf-transform)\//.test(id))).toEqual([]);
  expect(found.atOnce / 1000).toBeLessThanOrEqual(most);
  return found;
}

describe("bundled for browsers, minified and gzipped, without modules of Node", () => {
  afterAll(() => process.stdout.write(`${rows.join("\n")}\n`));

  test.each(PROGRAMS)("%s", async (title, code, most) => {
    const { modules } = await measure(title, code, most);
    const unwanted = /\/dist\/(chunks\/)?(scenes|simulation|flow|potential|roadmap|surface|io|draw)[-/.]/;
    expect(modules.filter((id) => unwanted.test(id))).toEqual([]);
  });

  test("every entry point has a bound", () => {
    const entries = Object.keys(EXPORTS).filter((name) => !name.endsWith(".json"));
    expect(Object.keys(ENTRIES).sort()).toEqual(entries.sort());
  });

  test.each(Object.entries(ENTRIES))("%s", async (name, most) => {
    await measure(name, `export * from ${JSON.stringify(name.replace(".", "wayfield"))};`, most);
  });
});
