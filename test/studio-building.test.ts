/** Buildings in the studio: level by level and stacked, with ways and crowds through them, drawn on, shared and kept. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PathMap, World } from "../src/index.js";
import { builtinBuilding } from "../src/scenes/index.js";
import { Building } from "../src/world/index.js";
import {
  coloursOn,
  count,
  exported,
  faults,
  kept,
  pixelOf,
  pointAt,
  probe,
  run,
  StudioUnderTest,
  shot,
  soon,
  tool,
} from "./support/studio.js";

const studio = new StudioUnderTest();

const level = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Levels" }).getByRole("button", { name: new RegExp(`^${name} `) });
const peopleOn = (page: Page, name: string) => page.getByTestId(`people on ${name}`).innerText().then(Number);

/** Points at a place of the level that is shown, in metres. */
async function pointTo(page: Page, at: readonly [number, number]): Promise<void> {
  const [x, y] = await pixelOf(page, at);
  await page.mouse.move(x - 3, y);
  await page.mouse.move(x, y);
}

describe("a building", () => {
  it("is opened from the gallery, shows a level's distances as the library has them, and lets everybody out", async () => {
    await studio.use("", async (page) => {
      await page.getByRole("button", { name: /^Open the gallery/ }).click();
      await page.getByRole("button", { name: /^theatre-balcony / }).click();
      const scene = builtinBuilding("theatre-balcony");
      for (const { name, elevation } of scene.levels)
        expect(await level(page, name).innerText()).toContain(`${elevation.toFixed(2)} m`);
      await level(page, "balcony").click();
      await soon(() => coloursOn(page)).toBeGreaterThan(30);
      await pointTo(page, [6, 2]);
      await soon(() => probe(page)).toMatch(/^[\d.]+ m to .+, over 2 levels$/);
      const shown = await probe(page);
      const [x, y] = (await page.getByLabel("Pointer", { exact: true }).innerText())
        .split(/[ ,]+/)
        .map(Number);
      const world = new World(new Building(scene));
      const goals = [shown.replace(/^.* to (.+), over .*$/, "$1")];
      const map = new PathMap(world, { goals, radius: 0.25 });
      // The page shows the place to the centimetre.
      expect(Math.abs(Number.parseFloat(shown) - map.distance(world.at("balcony", [x, y]))!)).toBeLessThan(
        0.02,
      );
      await page.getByLabel("Ways").selectOption("time");
      await soon(() => page.locator(".legend").innerText()).toContain("Time to the goal");
      expect(await faults(page)).toEqual([]);

      const before = await peopleOn(page, "balcony");
      expect(before).toBeGreaterThan(0);
      await run(page);
      await soon(() => peopleOn(page, "balcony")).toBeLessThan(before);
      await soon(() => count(page)).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);
      for (const { name } of scene.levels) expect(await peopleOn(page, name)).toBe(0);
      await page.getByLabel("Moment").fill("0");
      await soon(() => peopleOn(page, "balcony")).toBe(before);
      const plain = await page.getByTestId("plan").screenshot();
      await page.getByLabel("Map", { exact: true }).selectOption("density");
      await soon(async () => plain.equals(await page.getByTestId("plan").screenshot())).toBe(false);
      const table = readFileSync((await (await exported(page, "CSV")).path())!, "utf8");
      expect(table).toContain(',"balcony"\n');
    });
  });

  it("is seen with all levels, which are chosen by a click and by keys, without a serious fault", async () => {
    await studio.use("#station", async (page) => {
      await soon(() => coloursOn(page)).toBeGreaterThan(30);
      const flat = await page.getByTestId("plan").screenshot();
      await page.getByTestId("plan").press("l");
      await soon(() => page.getByRole("button", { name: "All levels" }).getAttribute("aria-pressed")).toBe(
        "true",
      );
      await soon(async () => flat.equals(await page.getByTestId("plan").screenshot())).toBe(false);
      await soon(() => coloursOn(page)).toBeGreaterThan(30);
      // Nothing is drawn on a stack; the one tool that is left looks around.
      expect(await page.getByRole("button", { name: /^Wall \(/ }).isDisabled()).toBe(true);
      const names = builtinBuilding("station").levels.map(({ name }) => name);
      const pressed = async (): Promise<string[]> => {
        const states = await Promise.all(names.map((name) => level(page, name).getAttribute("aria-pressed")));
        return names.filter((_, i) => states[i] === "true");
      };
      const first = await pressed();
      await page.keyboard.press(first[0] === names[0] ? "PageUp" : "PageDown");
      await soon(pressed).not.toEqual(first);
      let y = 0.2;
      await soon(() => {
        y = y > 0.8 ? 0.2 : y + 0.02;
        return pointAt(page, 0.6, y).then(() => probe(page));
      }).toMatch(/ m to /);
      await shot(page, "stack");
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press("l");
      await soon(() => page.getByRole("button", { name: /^Wall \(/ }).isDisabled()).toBe(false);
    });
  });

  it("keeps the outlines of its levels where they are, though somebody drags them by an edge", async () => {
    await studio.use("#theatre-balcony", async (page) => {
      await soon(() => coloursOn(page)).toBeGreaterThan(30);
      const untouched = await kept(page);
      for (const name of ["stalls", "balcony"]) {
        await level(page, name).click();
        // Once to grab and drag it, and once more when it is selected.
        for (let i = 0; i < 2; i++) {
          const [x, y] = await pixelOf(page, [12, 0]);
          await page.mouse.move(x, y);
          await page.mouse.down();
          for (let k = 1; k <= 5; k++) await page.mouse.move(x + 12 * k, y - 12 * k);
          await page.mouse.up();
          expect(await kept(page)).toBe(untouched);
          await page.mouse.click(x, y);
          await soon(() => page.getByRole("heading", { name: "outline" }).count()).toBe(1);
        }
        // A corner of it is dragged as anywhere, on the level that is shown alone.
        const [x, y] = await pixelOf(page, [24, 0]);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 10, y + 10, { steps: 3 });
        await page.mouse.move(x + 24, y + 24, { steps: 3 });
        await page.mouse.up();
        await soon(() => kept(page)).not.toBe(untouched);
        const before = JSON.parse(untouched!);
        const { levels } = JSON.parse((await kept(page))!) as typeof before;
        expect(levels.map((one: object, i: number) => isDeepStrictEqual(one, before.levels[i]))).toEqual(
          before.levels.map((one: { name: string }) => one.name !== name),
        );
        await page.keyboard.press("Control+z");
        await soon(() => kept(page)).toBe(untouched);
        await page.keyboard.press("Escape");
      }
    });
  });

  /** Names of levels are written down instead of painted, so that one sees what would lie under them. */
  const noNames = `
    window.written = new Map();
    const { fillText, strokeText, clearRect } = CanvasRenderingContext2D.prototype;
    const isName = (text) => text.startsWith("Lev") || /^-?[0-9.]+ m$/.test(text);
    Object.assign(CanvasRenderingContext2D.prototype, {
      strokeText(text, ...at) { if (!isName(text)) strokeText.call(this, text, ...at); },
      clearRect(...box) {
        for (const [text, { canvas }] of window.written) if (canvas === this.canvas) window.written.delete(text);
        clearRect.apply(this, box);
      },
      fillText(text, x, y) {
        if (!isName(text)) return fillText.call(this, text, x, y);
        const { a, d, e, f } = this.getTransform();
        const width = this.measureText(text).width;
        const left = this.textAlign === "right" ? x - width : x;
        window.written.set(text, { canvas: this.canvas, box: [a * left + e, d * (y - 6) + f, a * width, d * 12] });
      },
    });`;
  const written = async (page: Page) =>
    (await page.evaluate(`[...window.written].map(([text, { canvas, box: [x, y, width, height] }]) => {
      const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height));
      const colours = new Set();
      for (let i = 0; i < data.length; i += 4) colours.add(data.slice(i, i + 4).join());
      const isInside = x >= 0 && x + width <= canvas.width && y >= 0 && y + height <= canvas.height;
      return { text, colours: colours.size, isInside };
    })`)) as { text: string; colours: number; isInside: boolean }[];

  it.each([
    ["theatre-balcony", 1440],
    ["theatre-balcony", 390],
    ["station", 1440],
    ["two-storey-office", 1440],
    ["stair-tower-10", 1440],
  ])(
    "of %s has names beside its stacked levels, on nothing but the page, %i pixels wide",
    async (name, width) => {
      const scene = builtinBuilding(name);
      const storeys = scene.levels.filter((one) => !one.name.includes("landing"));
      for (const more of ["", ", which has been given a name that is too long to stand anywhere"]) {
        // Short and long names in place of its own.
        let text = JSON.stringify(scene);
        for (const [i, one] of scene.levels.entries())
          text = text.replaceAll(JSON.stringify(one.name), JSON.stringify(`Level ${i}${more}`));
        const file = join(studio.folder, "named.json");
        writeFileSync(file, text);
        await studio.use(
          "",
          async (page) => {
            await page.locator(".topbar input[type=file]").setInputFiles(file);
            await soon(() => kept(page)).not.toBeNull();
            await page.getByTestId("plan").press("l");
            for (const unfolded of [null, 0, storeys.length - 1]) {
              if (unfolded !== null) await level(page, `Level ${unfolded}${more}`).focus();
              await page.evaluate(
                "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))",
              );
              await soon(async () => (await written(page)).length).toBe(2 * storeys.length);
              const found = await written(page);
              expect(found.filter(({ colours, isInside }) => colours > 1 || !isInside)).toEqual([]);
              // A name is there whole, or says that it is not.
              const names = found.map((one) => one.text).filter((one) => one.startsWith("Lev"));
              if (more) expect(names.filter((one) => !one.endsWith("…"))).toEqual([]);
              else expect(names.sort()).toEqual(storeys.map((_, i) => `Level ${i}`).sort());
            }
          },
          { viewport: { width, height: 900 }, before: noNames, reducedMotion: "reduce" },
        );
      }
    },
  );

  it("is drawn on level by level, and undone, kept, saved and shared whole", async () => {
    await studio.use("#theatre-balcony", async (page) => {
      const untouched = JSON.parse((await kept(page))!);
      await level(page, "balcony").click();
      await tool(page, "Post");
      const [x, y] = await pixelOf(page, [6, 2]);
      await page.mouse.click(x, y);
      await tool(page, "Goal");
      const [gx, gy] = await pixelOf(page, [8, 2]);
      await page.mouse.click(gx, gy);
      const scene = JSON.parse((await kept(page))!);
      const index = scene.levels.findIndex(({ name }: { name: string }) => name === "balcony");
      const posts = scene.levels[index].obstacles.filter((one: object) => "point" in one);
      expect(posts).toHaveLength(1);
      expect(Math.hypot(posts[0].point[0] - 6, posts[0].point[1] - 2)).toBeLessThan(0.5);
      const added = Object.keys(scene.goals).filter((name) => !(name in untouched.goals));
      expect(added.map((name) => scene.goals[name].level)).toEqual(["balcony"]);
      // Undo leads to the level where it was done.
      await level(page, scene.levels[1 - index]?.name ?? scene.levels[0].name).click();
      await page.keyboard.press("Control+z");
      await soon(() => level(page, "balcony").getAttribute("aria-pressed")).toBe("true");
      await page.keyboard.press("Control+z");
      expect(await kept(page)).toBe(JSON.stringify(untouched));
      await page.keyboard.press("Control+Shift+z");
      await page.keyboard.press("Control+Shift+z");
      expect(JSON.parse((await kept(page))!)).toEqual(scene);
      const file = await exported(page, "Scene");
      expect(JSON.parse(readFileSync((await file.path())!, "utf8"))).toEqual(scene);
      await page.getByRole("button", { name: "Share as a link" }).click();
      const link = await page.getByLabel("Link", { exact: true }).inputValue();
      await studio.use(new URL(link).hash, async (other) => {
        await soon(async () => JSON.parse((await kept(other)) ?? "null")).toEqual(scene);
      });
      await page.reload();
      await soon(() => level(page, "balcony").count()).toBe(1);
      expect(JSON.parse((await kept(page))!)).toEqual(scene);
    });
  });
});
