/** The library in a real browser: the same bytes as in Node. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawScene } from "../src/draw/index.js";
import { Measures } from "../src/measure/index.js";
import { Random } from "../src/numerics/index.js";
import { reportOf } from "../src/report/index.js";
import { builtinBuilding, builtinScene } from "../src/scenes/index.js";
import { Simulation } from "../src/simulation/index.js";
import { launchChromium, openPage, type Served, serveFolders } from "./support/browser.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wayfield-browser-"));
let server: Served;
let browser: Browser;

/** A page that runs the built package, as a user's bundler would see it. */
async function buildLibraryPage(): Promise<void> {
  const source = join(folder, "library-source");
  mkdirSync(source, { recursive: true });
  writeFileSync(
    join(source, "index.html"),
    '<!doctype html><title>library</title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>',
  );
  const from = (name: string): string => JSON.stringify(join(root, "dist", name, "index.js"));
  writeFileSync(
    join(source, "main.js"),
    `import { drawScene } from ${from("draw")};
     import { Random } from ${from("numerics")};
     import { Simulation } from ${from("simulation")};
     import { builtinScene } from ${from("scenes")};
     globalThis.wayfield = { drawScene, Random, builtinScene, Simulation };`,
  );
  await build({
    root: source,
    configFile: false,
    base: "./",
    logLevel: "error",
    build: { outDir: join(folder, "library") },
  });
}

beforeAll(async () => {
  browser = await launchChromium();
  await buildLibraryPage();
  server = await serveFolders({ "": folder });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of the server. */
function open(path: string, options = {}): Promise<{ page: Page; complaints: string[] }> {
  return openPage(browser, `${server.address}${path}`, options);
}

/** What the library's page offers on `globalThis`. */
interface Offered {
  wayfield: {
    drawScene: typeof drawScene;
    Random: typeof Random;
    builtinScene: typeof builtinScene;
    Simulation: typeof Simulation;
  };
}

describe("the built library in Chromium", () => {
  it.each(["office", "park", "city-12-jittered"])("draws %s to the byte as Node does", async (name) => {
    const { page, complaints } = await open("/library/");
    const svg = await page.evaluate((scene) => {
      const { wayfield } = globalThis as unknown as Offered;
      return wayfield.drawScene(wayfield.builtinScene(scene), { theme: "dark" });
    }, name);
    expect(svg).toBe(drawScene(builtinScene(name), { theme: "dark" }));
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each([
    ["two-rooms", "two-rooms"],
    ["plaza, those of lanes by path maps", "plaza"],
  ])("moves the crowd of %s to the same bits", async (_title, name) => {
    const { page } = await open("/library/");
    // Arcs of lanes need sines and angles, which engines round differently.
    const scene = builtinScene(name);
    const spawns = scene.spawns!.map((spawn) =>
      spawn.planner === "flow" ? { ...spawn, planner: "pathmap" as const } : spawn,
    );
    const walked = { ...scene, spawns };
    const there = await page.evaluate((scene) => {
      const { wayfield } = globalThis as unknown as Offered;
      const simulation = new wayfield.Simulation(scene);
      for (let k = 0; k < 300; k++) simulation.advance();
      const { size, columns } = simulation.crowd;
      return [...columns.x.subarray(0, size), ...columns.y.subarray(0, size)];
    }, walked);
    const simulation = new Simulation(walked);
    for (let k = 0; k < 300; k++) simulation.advance();
    const { size, columns } = simulation.crowd;
    expect(size).toBeGreaterThan(10);
    expect(there).toEqual([...columns.x.subarray(0, size), ...columns.y.subarray(0, size)]);
    await page.close();
  });

  it("draws the same random numbers, seed 42", async () => {
    const { page } = await open("/library/");
    const numbers = await page.evaluate(() => {
      const random = new (globalThis as unknown as Offered).wayfield.Random(42);
      return Array.from({ length: 1000 }, () => random.uint32());
    });
    const random = new Random(42);
    expect(numbers).toEqual(Array.from({ length: 1000 }, () => random.uint32()));
    await page.close();
  });
});

describe("a run's report in Chromium", () => {
  it("fits a phone, plays, and the scrubber moves people and trains", async () => {
    const simulation = new Simulation(builtinScene("trains"), { step: 0.1, duration: 10 });
    const measures = new Measures(simulation);
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    mkdirSync(join(folder, "report"), { recursive: true });
    writeFileSync(join(folder, "report/index.html"), reportOf(simulation, measures.result()).html);
    const { page, complaints } = await open("/report/", { viewport: { width: 390, height: 760 } });
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    const picture = (): Promise<string> =>
      page.evaluate(`document.querySelector("#animation").toDataURL()`) as Promise<string>;
    const clock = page.locator("#clock");
    await expect.poll(() => clock.textContent()).toMatch(/^0\.\d s of 10\.0 s, 20 inside$/);
    const before = await picture();
    await page.evaluate(`(() => {
      const scrubber = document.querySelector("#scrubber");
      scrubber.value = "6";
      scrubber.dispatchEvent(new Event("input"));
    })()`);
    expect(await clock.textContent()).toMatch(/^6\.0 s of/);
    expect(await picture()).not.toBe(before);
    await page.locator("#play").click();
    await expect.poll(() => page.locator("#play").textContent()).toBe("Play");
    expect(await clock.textContent()).toMatch(/^10\.0 s of/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("of a building: the keyboard chooses all levels, stacked ones or a storey, and a reload begins anew", async () => {
    const simulation = new Simulation(builtinBuilding("theatre-balcony"), { step: 0.1, duration: 6 });
    const measures = new Measures(simulation);
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    mkdirSync(join(folder, "storeys"), { recursive: true });
    writeFileSync(join(folder, "storeys/index.html"), reportOf(simulation, measures.result()).html);
    const { page, complaints } = await open("/storeys/", { viewport: { width: 390, height: 760 } });
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    const picture = (): Promise<string> =>
      page.evaluate(`document.querySelector("#animation").toDataURL()`) as Promise<string>;
    const still = (): Promise<string> =>
      page.evaluate(`document.querySelector(".stills canvas").toDataURL()`) as Promise<string>;
    const clock = page.locator("#clock");
    const selector = page.locator("#view");
    await expect.poll(() => clock.textContent()).toMatch(/inside$/);
    const [first, printed] = [await picture(), await still()];
    const seen = new Set([first]);
    await selector.focus();
    for (const name of ["all levels, stacked", "stalls", "balcony"]) {
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate(`document.querySelector("#view").selectedOptions[0].text`)).toBe(name);
      await expect.poll(async () => seen.has(await picture())).toBe(false);
      seen.add(await picture());
    }
    expect(await clock.textContent()).toMatch(/ inside, \d+ in view$/);
    expect(await still()).toBe(printed);
    await page.reload();
    await expect.poll(() => clock.textContent()).toMatch(/inside$/);
    expect(await selector.inputValue()).toBe("0");
    expect(await picture()).toBe(first);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
