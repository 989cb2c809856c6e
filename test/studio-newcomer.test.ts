/** The studio as somebody uses it who has no manual. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { PathMap, World } from "../src/index.js";
import { builtinScene } from "../src/scenes/index.js";
import { ROOT as root } from "./repository.js";
import {
  coloursOn,
  count,
  drag,
  drawRoom,
  exported,
  kept,
  pointAt,
  probe,
  run,
  StudioUnderTest,
  shot,
  soon,
  tool,
} from "./support/studio.js";

const studio = new StudioUnderTest();

describe("a newcomer", () => {
  it("opens the office from the gallery, reads a distance that is the library's, and sees a crowd out", async () => {
    await studio.use("", async (page) => {
      await page.getByRole("button", { name: /^Open the gallery/ }).click();
      await page.getByRole("button", { name: /^office / }).click();
      await soon(() => page.getByLabel("Name of the scene").inputValue()).toBe("Office storey");
      await soon(() => coloursOn(page)).toBeGreaterThan(30);
      await pointAt(page, 0.35, 0.5);
      await soon(() => probe(page)).toMatch(/^[\d.]+ m to /);
      const shown = await probe(page);
      const [x, y] = (await page.getByLabel("Pointer", { exact: true }).innerText())
        .split(/[ ,]+/)
        .map(Number);
      const map = new PathMap(new World(builtinScene("office")), {
        goals: [shown.replace(/^.* to /, "")],
        radius: 0.25,
      });
      // The page shows the place to the centimetre.
      expect(Math.abs(Number.parseFloat(shown) - map.distance([x, y])!)).toBeLessThan(0.02);
      await run(page);
      await soon(() => count(page)).toMatch(/^0 inside · 121 of 121 out$/);
      const plain = await page.getByTestId("plan").screenshot();
      await page.getByLabel("Map", { exact: true }).selectOption("density");
      await soon(async () => plain.equals(await page.getByTestId("plan").screenshot())).toBe(false);
      expect(await page.getByTestId("map-legend").innerText()).toMatch(/A[\s\S]*F[\s\S]*4 \/m²/);
      await shot(page, "density");
      for (const [entry, ending, least] of [
        ["CSV", "-trajectories.csv", 10_000],
        ["Trajectories", "-pedpy.txt", 10_000],
        ["Report", "-report.html", 50_000],
        ["Video", ".webm", 10_000],
        ["PNG", ".png", 10_000],
      ] as const) {
        const file = await exported(page, entry);
        expect(file.suggestedFilename()).toBe(`office-storey${ending}`);
        expect(statSync((await file.path())!).size).toBeGreaterThan(least);
      }
      await page.getByLabel("Moment").fill("10");
      await soon(() => count(page)).toMatch(/^[1-9]\d* inside/);
    });
  });

  it("draws a room with an exit and people, and they leave", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await pointAt(page, 0.4, 0.6);
      await soon(() => probe(page)).toMatch(/^[\d.]+ m to exit$/);
      await tool(page, "People");
      await drag(page, [0.3, 0.3], [0.45, 0.6]);
      const scene = JSON.parse((await kept(page))!);
      expect(scene.boundary).toHaveLength(4);
      expect(scene.spawns[0]).toMatchObject({ density: 0.5, goals: ["exit"] });
      await run(page);
      await soon(() => count(page)).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);
    });
  });

  it("does the same by keyboard alone, from an empty page", async () => {
    await studio.use("", async (page) => {
      const plan = page.getByTestId("plan");
      const corner = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await plan.press(key);
      };
      await page.keyboard.press("b");
      await corner("Shift+ArrowLeft", "Shift+ArrowDown", "Enter");
      await corner("Shift+ArrowRight", "Shift+ArrowRight", "Enter");
      await corner("Shift+ArrowUp", "Shift+ArrowUp", "Enter");
      await corner("Shift+ArrowLeft", "Shift+ArrowLeft", "Enter", "Shift+Enter");
      await page.keyboard.press("g");
      await corner("Shift+ArrowDown", "Enter");
      await page.keyboard.press("s");
      await corner("Shift+ArrowRight", "Enter");
      const scene = JSON.parse((await kept(page))!);
      expect([scene.boundary.length, Object.keys(scene.goals), scene.spawns.length]).toEqual([
        4,
        ["exit"],
        1,
      ]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("r");
      await soon(() => count(page)).toMatch(/^0 inside · 1 of 1 out$/);
    });
  });

  it("is led through five steps at the first visit, and not at the second", async () => {
    await studio.use("", async (page) => {
      for (let step = 1; step <= 5; step++) {
        await soon(() => page.getByRole("heading", { name: `${step} of 5` }).count()).toBe(1);
        expect(await page.locator(".pointed").count()).toBe(1);
        await page.getByRole("button", { name: step === 5 ? "Done" : "Next" }).click();
      }
      await soon(() => page.locator(".tour").count()).toBe(0);
      await page.reload();
      await page.locator("main canvas").first().waitFor({ state: "attached" });
      expect(await page.locator(".tour").count()).toBe(0);
    });
  });
});

describe("the first load", () => {
  it("is at most 500 kB compressed, with a plan on the page", async () => {
    const asked = new Set<string>();
    await studio.use("#office", async (page) => {
      await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
      const entries = (await page.evaluate(
        `performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)`,
      )) as string[];
      for (const path of entries) asked.add(path);
    });
    const folder = join(root, "dist/studio");
    // Workers load what they need themselves, which the page does not see: the planning one is loaded with the first plan.
    for (const name of readdirSync(join(folder, "assets")))
      if (name.startsWith("plan-worker")) asked.add(`/assets/${name}`);
    asked.add("/index.html");
    let bytes = 0;
    for (const path of asked)
      if (path !== "/") bytes += gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;
    expect(asked.size).toBeGreaterThan(3);
    expect(bytes).toBeLessThan(500_000);
  });
});
