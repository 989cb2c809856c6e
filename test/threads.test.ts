/**
 * Threads of the built package: crowds find their worker's file from every entry point, in bundles, and in pages whose
 * content-security policy allows no code but files of their own.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { build as bundle } from "tsdown";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Crowd } from "../src/crowd/index.js";
import { World } from "../src/world/index.js";
import { ROOT } from "./repository.js";
import { launchChromium, openPage, type Served, serveFolders } from "./support/browser.js";
import { walkHall } from "./support/hall-walk.js";

type Walk = Awaited<ReturnType<typeof walkHall>>;

/** Shares of work that show that a thread takes part. */
const HELPED = 30;

const folder = mkdtempSync(join(tmpdir(), "wayfield-threads-"));
const dist = (file: string): string => JSON.stringify(join(ROOT, "dist", file));
const HALL = JSON.stringify(join(ROOT, "test/support/hall-walk.js"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The other thread took part, and the places are those of one thread, from source, in this process. */
async function expectHelp(walk: Walk): Promise<void> {
  expect(walk.faults).toEqual([]);
  expect(walk.threads).toBe(2);
  expect(walk.helped).toBeGreaterThanOrEqual(HELPED);
  const { places } = await walkHall({ World, Crowd }, {}, { steps: walk.steps });
  expect(walk.places).toEqual(places);
}

/** Runs a program of Node's that prints a walk. */
async function runProgram(file: string): Promise<Walk> {
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
  return JSON.parse(stdout);
}

/** What is imported besides the main entry. */
const THREADS = `import { Threads } from ${dist("crowd/index.js")};`;

/** A program's text: what it imports, and options of the crowd. */
function program(imports: string, options = "threads: new Threads(2)"): string {
  return `${imports}
    import { walkHall } from ${HALL};
    const walk = await walkHall({ World, Crowd }, { ${options} }, { helped: ${HELPED} });
    console.log(JSON.stringify(walk));`;
}

describe("in Node, a crowd with two threads", () => {
  it.each([
    ["dist/index.js", `import { Crowd, World } from ${dist("index.js")}; ${THREADS}`],
    [
      "dist/crowd/index.js",
      `import { Crowd, Threads } from ${dist("crowd/index.js")}; import { World } from ${dist("world/index.js")};`,
    ],
  ])("finds its worker from %s", async (name, imports) => {
    const file = join(folder, `${name.replaceAll("/", "-")}.mjs`);
    writeFileSync(file, program(imports));
    await expectHelp(await runProgram(file));
  });

  it("finds it from the simulation", async () => {
    const file = join(folder, "simulation.mjs");
    writeFileSync(
      file,
      `import { Simulation } from ${dist("simulation/index.js")};
       import { builtinScene } from ${dist("scenes/index.js")};
       const simulation = new Simulation(builtinScene("two-rooms"), { threads: 2 });
       const { crowd } = simulation;
       crowd.engine.others.sharing = null;
       while (crowd.engine.helped < ${HELPED} && !simulation.done && crowd.threads === 2) {
         simulation.advance();
         await new Promise((done) => setTimeout(done));
       }
       console.log(JSON.stringify({ helped: crowd.engine.helped, warnings: simulation.warnings }));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
    const { helped, warnings } = JSON.parse(stdout);
    expect(warnings).toEqual([]);
    expect(helped).toBeGreaterThanOrEqual(HELPED);
  });

  describe("in a bundle by a tool that knows nothing of workers", () => {
    const source = join(folder, "bundle.mjs");
    const bundled = async (name: string, options: string): Promise<string> => {
      const imports = `import { Crowd, World } from ${dist("index.js")}; import { Worker } from "node:worker_threads"; ${THREADS}`;
      writeFileSync(source, program(imports, options));
      const outDir = join(folder, name);
      await bundle({
        config: false,
        entry: { main: source },
        cwd: ROOT,
        outDir,
        platform: "node",
        dts: false,
        fixedExtension: false,
        format: "esm",
        deps: { alwaysBundle: [/./], onlyBundle: false },
        logLevel: "error",
      });
      return join(outDir, "main.js");
    };

    it("says that the file is missing, and walks on with one thread", async () => {
      const walk = await runProgram(await bundled("lost", "threads: new Threads(2)"));
      expect(walk.threads).toBe(1);
      expect(walk.faults).toEqual([
        expect.stringMatching(/^a thread was lost: Cannot find module .*worker\.js/),
      ]);
    });

    it("takes the worker that createWorker makes", async () => {
      const worker = `new Worker(${dist("crowd/worker.js")})`;
      const options = `threads: new Threads(2, { createWorker: () => ${worker} })`;
      await expectHelp(await runProgram(await bundled("given", options)));
    });
  });
});

describe("in Chromium, with a strict content-security policy, a crowd with two threads", () => {
  let browser: Browser;
  const servers: Served[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    for (const server of servers) await server.close();
  });

  /** Shared memory is for pages that shut others out. */
  const isolated = (policy: string): Record<string, string> => ({
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "content-security-policy": policy,
  });

  async function serve(folders: Record<string, string>, policy: string): Promise<string> {
    const server = await serveFolders(folders, isolated(policy));
    servers.push(server);
    return server.address;
  }

  /** Writes a page with a module of its own. */
  function writePage(name: string, main: string, head = ""): string {
    const page = join(folder, name);
    mkdirSync(page, { recursive: true });
    writeFileSync(
      join(page, "index.html"),
      `<!doctype html><title>${name}</title>${head}<script type="module" src="./main.js"></script>`,
    );
    writeFileSync(join(page, "favicon.ico"), "");
    writeFileSync(join(page, "main.js"), main);
    return page;
  }

  /** Opens a page that offers `walk`, and lets it walk. */
  async function walkIn(address: string): Promise<Walk> {
    const { page, complaints } = await openPage(browser, address);
    const walk = (await page.evaluate("walk()")) as Walk;
    await page.close();
    expect(complaints).toEqual([]);
    return walk;
  }

  const offer = `globalThis.walk = () => walkHall({ World, Crowd }, OPTIONS, { helped: ${HELPED} });`;

  it("runs from files as they are published, without a bundler", async () => {
    const imports = {
      "clipper2-ts/": "/node_modules/clipper2-ts/",
      "robust-predicates": "/node_modules/robust-predicates/index.js",
      flatbush: "/node_modules/flatbush/index.js",
      flatqueue: "/node_modules/flatqueue/index.js",
    };
    const map = JSON.stringify({ imports });
    const page = writePage(
      "plain",
      `import { Crowd, Threads } from "/dist/crowd/index.js";
       import { World } from "/dist/world/index.js";
       import { walkHall } from "/support/hall-walk.js";
       ${offer.replace("OPTIONS", "{ threads: new Threads(2) }")}`,
      `<script type="importmap">${map}</script>`,
    );
    const folders = {
      "": page,
      dist: join(ROOT, "dist"),
      node_modules: join(ROOT, "node_modules"),
      support: join(ROOT, "test/support"),
    };
    // A map of imports can only stand in the page itself: the policy names its hash.
    const hash = createHash("sha256").update(map).digest("base64");
    const address = await serve(folders, `default-src 'self'; script-src 'self' 'sha256-${hash}'`);
    await expectHelp(await walkIn(`${address}/`));
  });

  it("runs from a bundle by Vite, which finds the worker by itself", async () => {
    const source = writePage(
      "vite",
      `import { Crowd, World } from ${dist("index.js")};
       ${THREADS}
       import { walkHall } from ${HALL};
       ${offer.replace("OPTIONS", "{ threads: new Threads(2) }")}`,
    );
    const outDir = join(folder, "vite-built");
    await build({ root: source, configFile: false, base: "./", logLevel: "error", build: { outDir } });
    writeFileSync(join(outDir, "favicon.ico"), "");
    const address = await serve({ "": outDir }, "default-src 'self'; script-src 'self'");
    await expectHelp(await walkIn(`${address}/`));
  });

  it("runs with a worker that createWorker makes of the published file", async () => {
    const source = writePage(
      "given",
      `import { Crowd, World } from ${dist("index.js")};
       ${THREADS}
       import { walkHall } from ${HALL};
       const createWorker = () => new Worker("/workers/worker.js", { type: "module" });
       ${offer.replace("OPTIONS", "{ threads: new Threads(2, { createWorker }) }")}`,
    );
    const outDir = join(folder, "given-built");
    await build({ root: source, configFile: false, base: "./", logLevel: "error", build: { outDir } });
    writeFileSync(join(outDir, "favicon.ico"), "");
    const address = await serve(
      { "": outDir, workers: join(ROOT, "dist/crowd") },
      "default-src 'self'; script-src 'self'",
    );
    await expectHelp(await walkIn(`${address}/`));
  });

  it("needs no WebAssembly; the kernels of potentials do, by 'wasm-unsafe-eval'", async () => {
    const source = writePage(
      "wasm",
      `import { BatchRelaxer, mapBatch } from ${dist("potential/index.js")};
       globalThis.walk = () => {
         try {
           return new BatchRelaxer().run(mapBatch(15, 1)).length;
         } catch (error) {
           return error.message;
         }
       };`,
    );
    const outDir = join(folder, "wasm-built");
    await build({ root: source, configFile: false, base: "./", logLevel: "error", build: { outDir } });
    writeFileSync(join(outDir, "favicon.ico"), "");
    const answers: unknown[] = [];
    for (const policy of ["script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"]) {
      const { page } = await openPage(
        browser,
        `${await serve({ "": outDir }, `default-src 'self'; ${policy}`)}/`,
      );
      answers.push(await page.evaluate("walk()"));
      await page.close();
    }
    expect(answers).toEqual([expect.stringContaining("Content Security Policy"), 2]);
  });
});
