/** Crowds in the studio: watched while they grow, asked one by one, compared, in formation, along routes. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  click,
  coloursOn,
  count,
  drag,
  drawRoom,
  exported,
  faults,
  kept,
  pixelOf,
  run,
  StudioUnderTest,
  shot,
  soon,
  tab,
  tool,
} from "./support/studio.js";

const studio = new StudioUnderTest();

const out = async (page: Page): Promise<void> => {
  await run(page);
  await soon(() => count(page)).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);
};

/** Closes the run; the plan then has its whole height again. */
const close = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Close the run" }).click();
  await soon(() => page.locator(".timeline").count()).toBe(0);
};

describe("a crowd", () => {
  it("is plotted while it walks, and counted at a line that was drawn", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await tool(page, "People");
      await drag(page, [0.22, 0.25], [0.45, 0.75]);
      await tool(page, "Measured line");
      await drag(page, [0.6, 0.2], [0.6, 0.8]);
      await run(page);
      await soon(() => page.locator(".plots figcaption").allInnerTexts()).toEqual([
        "People inside",
        "Flow through line",
        "Speed over density, with Weidmann's curve",
      ]);
      await soon(() => count(page)).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);
      expect(await coloursOn(page, ".plots")).toBeGreaterThan(3);
    });
  });

  it("is boxed and lassoed: people at single places become one group, people of a run are counted", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await tool(page, "People");
      for (const x of [0.3, 0.35, 0.4, 0.65]) await click(page, [x, 0.5]);
      await tool(page, "Select");
      await page.keyboard.down("Alt");
      await drag(page, [0.25, 0.4], [0.45, 0.4]);
      await page.keyboard.up("Alt");
      // A lasso that was pulled along a line holds nobody.
      expect(await page.getByRole("button", { name: "Make them one group" }).count()).toBe(0);
      await drag(page, [0.25, 0.4], [0.45, 0.6]);
      await page.getByRole("button", { name: "Make them one group" }).click();
      const { spawns } = JSON.parse((await kept(page))!);
      expect(spawns.map(({ places }: { places: unknown[] }) => places.length)).toEqual([1, 3]);
      await page.getByLabel("Formation").selectOption("line");
      await out(page);
      await page.getByRole("button", { name: /^Play/ }).waitFor();
      await page.getByLabel("Moment").fill("0");
      await soon(() => count(page)).toMatch(/^4 inside/);
      await drag(page, [0.05, 0.05], [0.95, 0.95]);
      await soon(() => page.getByRole("heading", { name: "4 people" }).count()).toBe(1);
    });
  });

  it("shows what one person has in mind: the way, the local map, the empty circle", async () => {
    await studio.use("#office", async (page) => {
      await tab(page, "Run");
      await soon(() => page.locator(".facts dd", { hasText: "121 of 121" }).count()).toBe(1);
      await page.getByRole("button", { name: /^Pause/ }).click();
      const plan = page.getByTestId("plan");
      const rows = readFileSync((await (await exported(page, "CSV")).path())!, "utf8").split("\n");
      const someone = rows
        .map((row) => row.split(",").map(Number))
        .find(([, time, id]) => time >= 8 && id > 40)!;
      await page.getByLabel("Moment").fill(someone[1].toFixed(2));
      await page.mouse.click(...(await pixelOf(page, [someone[3], someone[4]])));
      await soon(() => page.getByRole("heading", { name: `Person ${someone[2]}` }).count()).toBe(1);
      const seen: Buffer[] = [];
      for (const [view, text] of [
        ["paths", / m to /],
        ["potential", / m along the field to /],
        ["roadmap", / m of room/],
      ] as const) {
        await page.getByLabel("Shown").selectOption(view);
        await soon(() => page.locator(".facts").first().innerText()).toMatch(text);
        seen.push(await plan.screenshot());
      }
      await shot(page, "person");
      expect(seen[0].equals(seen[1]) || seen[1].equals(seen[2])).toBe(false);
    });
  });

  it("is compared with another one side by side: same moment, same scales, figures of both", async () => {
    await studio.use("#two-rooms", async (page) => {
      await out(page);
      await page.getByRole("button", { name: "Keep to compare" }).click();
      await page.getByText("How the next run is made").click();
      await page.getByLabel("Movement", { exact: true }).first().selectOption("orca");
      await out(page);
      await page.getByLabel("Map", { exact: true }).selectOption("timeToExit");
      await page.getByLabel("Moment").fill("5");
      await soon(() => page.getByTestId("pane-now").innerText()).toMatch(
        /^This run .*orca.* · [1-9]\d* inside$/,
      );
      expect(await page.getByTestId("pane-kept").innerText()).toMatch(
        /^The one kept .*default.* · [1-9]\d* inside$/,
      );
      expect(await coloursOn(page, ".beside")).toBeGreaterThan(20);
      const table = await page.locator(".comparison").innerText();
      expect(table).toMatch(/arrived\s+40 of 40\s+40 of 40/);
      // All of it is in view.
      const [whole, room] = await Promise.all(
        [".comparison", ".plots"].map((part) => page.locator(part).boundingBox()),
      );
      expect(whole!.x + whole!.width).toBeLessThanOrEqual(room!.x + room!.width);
      // The ramp ends where the longer of both runs does.
      const legend = await page.getByTestId("map-legend").innerText();
      const longest = Math.max(
        ...[...table.matchAll(/last one arrived\s+([\d.]+) s\s+([\d.]+) s/g)].flatMap(([, a, b]) => [
          Number(a),
          Number(b),
        ]),
      );
      const top = Number.parseFloat(legend.split("\n").at(-1)!);
      expect(top).toBeGreaterThan(0.5 * longest);
      expect(top).toBeLessThanOrEqual(longest + 1);
      expect(await faults(page)).toEqual([]);
      await shot(page, "compare");
      await page.getByRole("button", { name: "Drop the one kept" }).click();
      await soon(() => page.getByTestId("beside").count()).toBe(0);
    });
  });
});

describe("groups and routes", () => {
  it("people walk in a formation through painted terrain, then in one that was drawn, then along a route, and arrive", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await tool(page, "Terrain brush");
      await drag(page, [0.5, 0.3], [0.6, 0.7]);
      await soon(async () => JSON.parse((await kept(page))!).zones?.length).toBe(1);
      await tool(page, "People");
      await drag(page, [0.25, 0.4], [0.33, 0.55]);
      await page.getByLabel("Formation", { exact: true }).selectOption("wedge");
      const marching = JSON.parse((await kept(page))!);
      expect(marching.zones).toMatchObject([{ speed: 0.5 }]);
      expect(marching.zones[0].polygon.length).toBeGreaterThan(6);
      expect(marching.groups).toMatchObject([{ spawn: 0, formation: "wedge" }]);
      await out(page);
      await close(page);
      await click(page, [0.29, 0.47]);
      await page.getByLabel("Formation", { exact: true }).selectOption("drawn");
      const pad = (await page.locator(".pad svg").boundingBox())!;
      await page.mouse.move(pad.x + 0.2 * pad.width, pad.y + 0.5 * pad.height);
      await page.mouse.down();
      await page.mouse.move(pad.x + 0.5 * pad.width, pad.y + 0.3 * pad.height, { steps: 8 });
      await page.mouse.move(pad.x + 0.8 * pad.width, pad.y + 0.5 * pad.height, { steps: 8 });
      await page.mouse.up();
      await soon(async () =>
        Number(JSON.parse((await kept(page))!).groups[0].formation.stroke?.length),
      ).toBeGreaterThan(5);
      await out(page);
      await close(page);
      await click(page, [0.29, 0.47]);
      await page.getByLabel("Formation", { exact: true }).selectOption("");
      await tool(page, "Route");
      await drag(page, [0.35, 0.5], [0.7, 0.6]);
      await drag(page, [0.5, 0.55], [0.7, 0.3]);
      const following = JSON.parse((await kept(page))!);
      expect(following.groups).toBeUndefined();
      expect(following.routes[0].strokes).toHaveLength(2);
      await page.keyboard.press("Control+z");
      await soon(async () => JSON.parse((await kept(page))!).routes[0].strokes.length).toBe(1);
      await out(page);
      await shot(page, "route");
    });
  });
});
