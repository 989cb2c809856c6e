// Takes the pictures of docs/studio.md from the studio itself: docs/studio/*.png. Needs a build and Chromium.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "./find-browser.js";
import { startStudio } from "./start-studio.js";

const folder = new URL("../docs/studio/", import.meta.url);
mkdirSync(folder, { recursive: true });

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {number} x @param {number} y */
async function pointAt(page, x, y) {
  const box = await page.getByTestId("plan").boundingBox();
  if (!box) throw new Error("the page has no plan");
  await page.mouse.move(box.x + x * box.width - 2, box.y + y * box.height);
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  await page.getByTestId("probe").filter({ hasText: " m " }).waitFor();
}

/** @type {{ name: string, scene: string, options?: object, work: (page: Page) => Promise<void> }[]} */
const PICTURES = [
  { name: "paths", scene: "office", work: (page) => pointAt(page, 0.45, 0.44) },
  {
    name: "flow",
    scene: "flow-2",
    options: { colorScheme: "dark" },
    work: async (page) => {
      await page.getByRole("button", { name: "Flow", exact: true }).click();
      await page.locator(".facts dd", { hasText: "holds" }).waitFor();
    },
  },
  {
    name: "building",
    scene: "two-storey-office",
    work: async (page) => {
      await page.getByRole("button", { name: "All levels" }).click();
      await page.getByText("Distance to the goal, all levels").waitFor();
      await pointAt(page, 0.68, 0.47);
    },
  },
  {
    name: "crowd",
    scene: "office",
    work: async (page) => {
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.locator(".facts dd", { hasText: "121 of 121" }).waitFor({ timeout: 120_000 });
      await page.getByLabel("Map", { exact: true }).selectOption("density");
      await page.getByLabel("Moment").fill("12");
    },
  },
  {
    name: "compare",
    scene: "office",
    work: async (page) => {
      const run = page.getByRole("button", { name: "Run", exact: true });
      const done = page.locator("button:not([disabled])", { hasText: "Keep to compare" });
      await run.click();
      await done.click({ timeout: 120_000 });
      await page.getByText("How the next run is made").click();
      await page.getByLabel("Movement", { exact: true }).first().selectOption("social-force");
      await run.click();
      await done.waitFor({ timeout: 240_000 });
      await page.getByLabel("Map", { exact: true }).selectOption("density");
      await page.getByRole("button", { name: /^Pause/ }).click();
      await page.getByLabel("Moment").fill("12");
    },
  },
  {
    name: "potential",
    scene: "office",
    work: async (page) => {
      await page.getByRole("button", { name: "Potential", exact: true }).click();
      await page.getByLabel("Local map of somebody at the pointer").check();
      await page.getByText("Potential, by rank").waitFor();
      await pointAt(page, 0.53, 0.49);
    },
  },
  {
    name: "surface",
    scene: "",
    work: async (page) => {
      await page.getByRole("button", { name: "Surface", exact: true }).click();
      await page.locator(".facts dd", { hasText: "2,880" }).waitFor();
      const box = await page.getByTestId("surface").boundingBox();
      if (!box) throw new Error("the page has no surface");
      await page.mouse.click(box.x + 0.42 * box.width, box.y + 0.55 * box.height);
      await page.locator(".facts", { hasText: "Solved in" }).waitFor();
      await page.mouse.click(box.x + 0.62 * box.width, box.y + 0.45 * box.height);
      await page.locator(".facts", { hasText: "Path 1" }).waitFor();
    },
  },
  {
    name: "phone",
    scene: "office",
    options: { viewport: { width: 390, height: 760 }, hasTouch: true, deviceScaleFactor: 1 },
    work: async (page) => {
      await page.waitForTimeout(3000);
    },
  },
];

const server = await startStudio();
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  // Surfaces need WebGL, which software gives too.
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--use-gl=angle",
    "--use-angle=swiftshader",
  ],
});
for (const { name, scene, options, work } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  await page.addInitScript("localStorage.setItem('wayfield-studio-toured', '1')");
  page.setDefaultTimeout(240_000);
  await page.goto(`${server.address}#${scene}`);
  await work(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
  await page.close();
}
await browser.close();
server.close();
process.stdout.write(`${PICTURES.length} PNG files in docs/studio\n`);
