/** axe on every view of the studio, in light and dark: it finds no serious fault. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { count, drag, drawRoom, faults, run, StudioUnderTest, soon, tab, tool } from "./support/studio.js";

const studio = new StudioUnderTest();

const facts = (page: Page) => soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
const isDone = (page: Page) => soon(() => count(page)).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);

/** A view by its name: what is opened, what is done to come to it, and on which screen where it is not a desk. */
type View = readonly [
  name: string,
  hash: string,
  work: (page: Page) => Promise<void>,
  screen?: BrowserContextOptions,
];

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 760 },
  hasTouch: true,
  isMobile: true,
};
const inspector = (page: Page) => page.getByRole("button", { name: "Show the inspector" }).click();

const VIEWS: readonly View[] = [
  ["an empty page with its tour", "", async () => {}],
  ["the gallery", "", (page) => page.getByRole("button", { name: /^Open the gallery/ }).click()],
  ["the keys", "#two-rooms", (page) => tab(page, "Keys and planners")],
  [
    "the link",
    "#two-rooms",
    async (page) => {
      await facts(page);
      await page.getByRole("button", { name: "Share as a link" }).click();
      await page.getByLabel("Link", { exact: true }).waitFor();
    },
  ],
  [
    "the menu of exports",
    "#two-rooms",
    (page) => page.getByRole("button", { name: "Export", exact: true }).click(),
  ],
  [
    "the editor with a defect",
    "",
    async (page) => {
      const file = join(studio.folder, "twice.json");
      const polygon = [
        [2, 2],
        [4, 2],
        [4, 2],
        [4, 4],
      ];
      const boundary = [
        [0, 0],
        [10, 0],
        [10, 8],
        [0, 8],
      ];
      const scene = { format: "wayfield-scene", version: 1, boundary, obstacles: [{ polygon }] };
      writeFileSync(file, JSON.stringify(scene));
      await page.locator(".topbar input[type=file]").setInputFiles(file);
      await page.locator(".findings li button").first().click();
      await soon(() => page.getByRole("heading", { name: "block 0" }).count()).toBe(1);
    },
  ],
  ...(["Paths", "Flow", "Potential", "Roadmap"] as const).map(
    (name): View => [
      name,
      name === "Flow" ? "#flow-1" : "#two-rooms",
      async (page) => {
        await tab(page, name);
        await facts(page);
      },
    ],
  ),
  [
    "a crowd with a map",
    "#two-rooms",
    async (page) => {
      await run(page);
      await isDone(page);
      await page.getByLabel("Map", { exact: true }).selectOption("density");
      await page.getByTestId("map-legend").waitFor();
    },
  ],
  [
    "two runs beside each other",
    "#two-rooms",
    async (page) => {
      await run(page);
      await isDone(page);
      await page.getByRole("button", { name: "Keep to compare" }).click();
      await run(page);
      await isDone(page);
      await page.getByTestId("pane-kept").waitFor();
      await page.locator(".comparison").waitFor();
    },
  ],
  [
    "people in formation and a route",
    "",
    async (page) => {
      await drawRoom(page);
      await tool(page, "Route");
      await drag(page, [0.35, 0.5], [0.7, 0.6]);
      await tool(page, "People");
      await drag(page, [0.25, 0.4], [0.33, 0.55]);
      await page.getByLabel("Formation", { exact: true }).selectOption("drawn");
      await page.locator(".pad svg").waitFor();
    },
  ],
  [
    "a level of a building, before stairs are drawn",
    "#theatre-balcony",
    async (page) => {
      await facts(page);
      await tool(page, "Stairs");
      await page.getByLabel("Leads to").waitFor();
    },
  ],
  [
    "all levels",
    "#theatre-balcony",
    async (page) => {
      await page.getByRole("button", { name: "All levels" }).click();
      await facts(page);
    },
  ],
  ["an empty page on a phone", "", async () => {}, PHONE],
  [
    "a plan on a phone, with its inspector",
    "#two-rooms",
    async (page) => {
      await inspector(page);
      await facts(page);
    },
    PHONE,
  ],
  [
    "a crowd on a phone",
    "#two-rooms",
    async (page) => {
      await run(page);
      await isDone(page);
      await page.getByLabel("Map", { exact: true }).selectOption("density");
    },
    PHONE,
  ],
  [
    "all levels on a phone",
    "#theatre-balcony",
    async (page) => {
      await page.getByRole("button", { name: "All levels" }).click();
      await inspector(page);
      await facts(page);
    },
    PHONE,
  ],
  [
    "the supermarket's entry",
    "#market",
    async (page) => {
      await page.locator("#market").waitFor();
    },
  ],
];

describe("axe finds no serious fault on", () => {
  it.each(VIEWS.map(([name, ...view]) => [name, view] as const))("%s", async (_, [hash, work, screen]) => {
    for (const colorScheme of ["light", "dark"] as const)
      await studio.use(
        hash,
        async (page) => {
          await work(page);
          expect([colorScheme, ...(await faults(page))]).toEqual([colorScheme]);
        },
        { ...screen, colorScheme },
      );
  });
});
