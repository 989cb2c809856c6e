// Takes the pictures of docs/supermarket.md from the studio itself, docs/studio/market-*.png, and prints how long frames take in
// the supermarket and in empty shelves. Needs a build and Chromium; `--frames` only prints.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "./find-browser.js";
import { startStudio } from "./start-studio.js";

const folder = new URL("../docs/studio/", import.meta.url);

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ eye: number[], yaw: number, pitch: number, goal: number[] | null, frame: number, ratio: number, time: number }} Seen */

/** @param {Page} page @returns {Promise<Seen>} */
const see = (page) => page.evaluate("window.wayfieldMarket.state()");

/** @param {Page} page */
async function begin(page) {
  await until(page, "window.wayfieldMarket?.state().frame > 0");
  await page.mouse.move(640, 400);
  await page.mouse.down();
  await page.mouse.up();
  await until(page, "document.pointerLockElement !== null");
}

/** Waits until an expression is true. @param {Page} page @param {string} expression */
async function until(page, expression) {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(50);
}

let [mouseX, mouseY] = [640, 400];

/** Turns the camera to a place, and waits until nothing moves or slides. @param {Page} page @param {number} x @param {number} y @param {number} z */
async function lookAt(page, x, y, z) {
  for (;;) {
    const { eye, yaw, pitch } = await see(page);
    const turn = Math.atan2(y - eye[1], x - eye[0]) - yaw;
    const left = Math.atan2(Math.sin(turn), Math.cos(turn));
    const up = Math.atan2(z - eye[2], Math.hypot(x - eye[0], y - eye[1])) - pitch;
    if (Math.hypot(left, up) < 0.01) break;
    mouseX -= Math.round(left / 0.0022);
    mouseY -= Math.round(up / 0.0022);
    await page.mouse.move(mouseX, mouseY);
  }
  await still(page);
}

/** @param {Page} page */
async function still(page) {
  const { time } = await see(page);
  await until(page, `window.wayfieldMarket.state().time > ${time + 0.1}`);
  await until(page, "!window.wayfieldMarket.state().moving && !window.wayfieldMarket.state().sliding");
}

/** @param {Page} page @param {number} x @param {number} y */
async function walkTo(page, x, y) {
  await lookAt(page, x, y, 0);
  await page.mouse.down();
  await page.mouse.up();
  await still(page);
}

/** Before the hidden product of the first aisle, looking where it shows, if it does. @param {Page} page */
async function beforeHidden(page) {
  await begin(page);
  await walkTo(page, 1.9, 3.4);
  await walkTo(page, 2.24, 11.5);
  for (const up of [0, 0.1, 0.17, -0.08, 0]) {
    await lookAt(page, 3.26, 11.5, 0.81 + up);
    if (await page.evaluate("window.wayfieldMarket.glimpse()")) break;
  }
  // The words of the beginning are gone.
  await until(page, "document.querySelector('#market .lesson') === null");
}

/** @type {{ name: string, query: string, work: (page: Page) => Promise<void> }[]} */
const PICTURES = [
  {
    name: "market-aisle",
    query: "?task=search",
    work: async (page) => {
      await begin(page);
      await walkTo(page, 8, 3.4);
      await lookAt(page, 8, 9, 0.4);
    },
  },
  { name: "market-still", query: "?task=search&explosion=off", work: beforeHidden },
  { name: "market-explosion", query: "?task=search", work: beforeHidden },
  {
    name: "market-open-air",
    query: "?task=waypoints&scene=open-air",
    work: async (page) => {
      await begin(page);
      await lookAt(page, 62, 8, 0);
    },
  },
  {
    name: "market-table",
    query: "?task=search",
    work: async (page) => {
      await begin(page);
      await until(page, "window.wayfieldMarket.state().time > 12");
      await lookAt(page, 9.5, 1.55, 0.9);
    },
  },
  {
    name: "market-practice",
    query: "?task=practice",
    work: async (page) => {
      await begin(page);
      await lookAt(page, 4, 5, 1.2);
      await lookAt(page, 8, 6, 0.3);
    },
  },
  { name: "market-menu", query: "", work: async () => {} },
];

/** Milliseconds from frame to frame over some seconds, and what of them the page itself computes. @param {Page} page */
async function frameTimes(page) {
  await until(page, "window.wayfieldMarket?.state().frame > 0");
  await page.keyboard.down("KeyQ");
  await page.waitForTimeout(4000);
  const between = /** @type {number} */ (
    await page.evaluate(`new Promise((done) => {
      const started = performance.now();
      let frames = 0;
      const next = () => (performance.now() - started > 4000 ? done((performance.now() - started) / frames) : (frames++, requestAnimationFrame(next)));
      requestAnimationFrame(next);
    })`)
  );
  await page.keyboard.up("KeyQ");
  const { frame, ratio } = await see(page);
  return `${between.toFixed(1)} ms from frame to frame, ${frame.toFixed(1)} ms of them computed by the page, at ${ratio.toFixed(2)} of the resolution`;
}

const server = await startStudio();
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ["--no-sandbox", "--disable-gpu"],
});
/** @param {string} query @param {(page: Page) => Promise<void>} work */
async function open(query, work) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  [mouseX, mouseY] = [640, 400];
  await page.goto(`${server.address}#market${query}`);
  await page.locator("#market").waitFor();
  await work(page);
  await page.close();
}
for (const [title, query] of [
  ["2400 products", "?task=free&device=mouse"],
  ["empty shelves", "?task=free&device=mouse&stock=none"],
]) {
  await open(query, async (page) => {
    process.stdout.write(`${title}: ${await frameTimes(page)}\n`);
  });
}
if (!process.argv.includes("--frames")) {
  for (const { name, query, work } of PICTURES) {
    await open(query, async (page) => {
      await work(page);
      await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
    });
  }
  process.stdout.write(`${PICTURES.length} pictures in docs/studio\n`);
}
await browser.close();
server.close();
