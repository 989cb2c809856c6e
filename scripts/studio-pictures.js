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
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { name, scene, options, work } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  await page.addInitScript("localStorage.setItem('wayfield-studio-toured', '1')");
  await page.goto(`${server.address}#${scene}`);
  await work(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
  await page.close();
}
await browser.close();
server.close();
process.stdout.write(`${PICTURES.length} PNG files in docs/studio\n`);
