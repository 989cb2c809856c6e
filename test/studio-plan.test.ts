/** The plan in the studio: what is planned on it, and what is drawn, dragged, arranged, diagnosed and undone. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  click,
  coloursOn,
  drag,
  drawRoom,
  exported,
  faults,
  kept,
  pointAt,
  probe,
  StudioUnderTest,
  shot,
  soon,
  tab,
  tool,
} from "./support/studio.js";

const studio = new StudioUnderTest();

const scene = async (page: Page) => JSON.parse((await kept(page))!);

describe("the plan", () => {
  it.each([
    ["Paths", "office", / m to main exit$/, 0.5],
    ["Flow", "flow-1", / m of flow/, 0.85],
    ["Potential", "office", / m along the field/, 0.5],
    ["Roadmap", "office", / m of room/, 0.5],
  ])("shows %s of %s, in light and dark, and gives it as vectors", async (name, opened, text, y) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await studio.use(
        `#${opened}`,
        async (page) => {
          await tab(page, "Plan");
          await soon(() => coloursOn(page)).toBeGreaterThan(3);
          const before = await page.getByTestId("plan").screenshot();
          await tab(page, name);
          await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
          await pointAt(page, 0.45, y);
          await soon(() => probe(page)).toMatch(text);
          expect((await page.getByTestId("plan").screenshot()).equals(before)).toBe(false);
          await shot(page, `${name.toLowerCase()}-${colorScheme}`);
          expect(await faults(page)).toEqual([]);
          if (colorScheme === "dark") return;
          const file = await exported(page, "SVG");
          expect(file.suggestedFilename()).toMatch(/\.svg$/);
          const svg = readFileSync((await file.path())!, "utf8");
          expect(svg).toMatch(/^<svg /);
        },
        { colorScheme },
      );
    }
  });

  it("shows the local map of somebody at the pointer, over the potential", async () => {
    await studio.use("#two-rooms", async (page) => {
      await tab(page, "Potential");
      await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
      await pointAt(page, 0.4, 0.5);
      await soon(() => probe(page)).toMatch(/along the field/);
      const colours = await coloursOn(page);
      await page.getByLabel("Local map of somebody at the pointer").check();
      await pointAt(page, 0.4, 0.5);
      await soon(() => coloursOn(page)).not.toBe(colours);
      await shot(page, "local-map");
    });
  });

  it("follows an obstacle that is dragged; undo takes everything back, and redo brings it again", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await tool(page, "Block");
      await drag(page, [0.5, 0.25], [0.55, 0.4]);
      const drawn = await kept(page);
      await pointAt(page, 0.3, 0.5);
      await soon(() => probe(page)).toMatch(/ m to exit$/);
      const straight = Number.parseFloat(await probe(page));
      await tool(page, "Select");
      await drag(page, [0.525, 0.32], [0.525, 0.5]);
      await pointAt(page, 0.3, 0.5);
      await soon(async () => Number.parseFloat(await probe(page))).toBeGreaterThan(straight + 0.05);
      const moved = await kept(page);
      expect(moved).not.toBe(drawn);
      await page.keyboard.press("Control+z");
      await soon(() => kept(page)).toBe(drawn);
      await page.keyboard.press("Control+Shift+z");
      await soon(() => kept(page)).toBe(moved);
      for (let i = 0; i < 4; i++) await page.keyboard.press("Control+z");
      await soon(() => kept(page)).toBeNull();
      for (let i = 0; i < 4; i++) await page.keyboard.press("Control+y");
      await soon(() => kept(page)).toBe(moved);
    });
  });

  it("marks what is wrong, goes there on a click, and repairs it", async () => {
    const broken = {
      format: "wayfield-scene",
      version: 1,
      boundary: [
        [0, 0],
        [10, 0],
        [10, 8],
        [0, 8],
      ],
      obstacles: [
        {
          polygon: [
            [2, 2],
            [4, 2],
            [4, 2],
            [4, 4],
          ],
        },
      ],
    };
    await studio.use("", async (page) => {
      const file = join(studio.folder, "twice.json");
      writeFileSync(file, JSON.stringify(broken));
      await page.locator("input[type=file]").setInputFiles(file);
      const finding = page.locator(".findings li").first();
      await soon(() => finding.innerText()).toContain("obstacles[0].polygon");
      await finding.getByRole("button").click();
      await soon(() => page.getByRole("heading", { name: "block 0" }).count()).toBe(1);
      await shot(page, "defect");
      await page.getByRole("button", { name: "Repair" }).click();
      await soon(() => page.getByText("Nothing is wrong with this plan.").count()).toBe(1);
      await page.reload();
      await soon(() => page.getByText("Nothing is wrong with this plan.").count()).toBe(1);
    });
  });
});

describe("the editor", () => {
  it("copies, pastes, aligns, spreads, turns and stretches what is selected, to the millimetre", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await tool(page, "Block");
      await drag(page, [0.3, 0.3], [0.35, 0.4]);
      await tool(page, "Select");
      await page.keyboard.press("Control+c");
      await page.keyboard.press("Control+v");
      await page.keyboard.press("Control+v");
      await soon(async () => (await scene(page)).obstacles.length).toBe(3);
      const [first, second] = (await scene(page)).obstacles;
      expect(second.polygon[0][0]).toBeCloseTo(first.polygon[0][0] + 1, 9);
      expect(second.polygon[0][1]).toBeCloseTo(first.polygon[0][1] - 1, 9);
      await drag(page, [0.22, 0.22], [0.6, 0.7]);
      await soon(() => page.getByRole("heading", { name: "3 selected" }).count()).toBe(1);
      await page.getByRole("button", { name: "Align: bottom" }).click();
      const bottoms = (await scene(page)).obstacles.map(({ polygon }: { polygon: number[][] }) =>
        Math.min(...polygon.map(([, y]) => y)),
      );
      expect(new Set(bottoms).size).toBe(1);
      await page.getByRole("spinbutton", { name: "Width" }).fill("5");
      await page.getByRole("spinbutton", { name: "Width" }).press("Enter");
      const xs = (await scene(page)).obstacles.flatMap(({ polygon }: { polygon: number[][] }) =>
        polygon.map(([x]) => x),
      );
      expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(5, 2);
      await click(page, [0.7, 0.7]);
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await soon(async () => (await scene(page)).obstacles).toEqual([]);
    });
  });

  it("draws barriers, slow corners, queues, waiting places and profiles, and gives doors a timetable", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await tool(page, "Barrier");
      await drag(page, [0.5, 0.3], [0.5, 0.7]);
      await page.getByLabel("Weight, ×").fill("4");
      await page.getByLabel("Weight, ×").press("Enter");
      await tool(page, "Slow corner");
      await click(page, [0.2, 0.2]);
      await tool(page, "Queue");
      await click(page, [0.3, 0.4]);
      await click(page, [0.3, 0.5]);
      await click(page, [0.4, 0.5]);
      await click(page, [0.4, 0.5]);
      await tool(page, "Waiting place");
      await drag(page, [0.6, 0.6], [0.7, 0.7]);
      await page.getByLabel("Name", { exact: true }).fill("lobby");
      await page.getByLabel("Name", { exact: true }).press("Enter");
      await tool(page, "Wall");
      await drag(page, [0.7, 0.2], [0.7, 0.8]);
      await tool(page, "Door");
      await drag(page, [0.7, 0.45], [0.7, 0.55]);
      await page.getByText("Timetable", { exact: true }).click();
      await page.getByRole("button", { name: "Add a line" }).click();
      await page.getByRole("button", { name: "Add a profile" }).click();
      await page.locator("summary", { hasText: "visitor" }).click();
      await page
        .getByLabel(/^Speed/)
        .last()
        .fill("0.8");
      await page
        .getByLabel(/^Speed/)
        .last()
        .press("Enter");
      const made = await scene(page);
      expect(made.barriers).toMatchObject([{ weight: 4 }]);
      expect(made.weights).toMatchObject([{ speed: 2, vertex: made.boundary[3] }]);
      expect(made.queues.queue.line).toHaveLength(3);
      expect(Object.keys(made.waiting)).toEqual(["lobby"]);
      expect(made.doors).toMatchObject([{ schedule: [{ time: 30, open: false }] }]);
      expect(made.profiles).toEqual({ visitor: { speed: 0.8 } });
    });
  });
});
