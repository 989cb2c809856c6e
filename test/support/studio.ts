/** The studio in a real browser, from its own server with its strict content policy, and hands to use it with. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Download, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type ServedStudio, serveStudio } from "../../cli/serve-studio.js";
import { ROOT as root } from "../repository.js";
import { launchChromium, openPage } from "./browser.js";

/** What is read now and then until it is as it should be; a busy machine may take its time. */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

/** A place on the plan, in shares of its width and height. */
export type Share = readonly [number, number];

/** A studio for the tests of one file: started before them, closed after them. */
export class StudioUnderTest {
  browser!: Browser;
  served!: ServedStudio;
  /** A folder for files of this test file alone. */
  readonly folder = mkdtempSync(join(tmpdir(), "wayfield-studio-"));

  constructor(flags: readonly string[] = []) {
    beforeAll(async () => {
      this.browser = await launchChromium(flags);
      this.served = await serveStudio({ port: 0 });
      mkdirSync(join(root, "out"), { recursive: true });
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.served?.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  /** A page of the studio; the test fails where it complains. */
  async use(
    hash: string,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions & { readonly before?: string } = {},
  ): Promise<void> {
    const { before, ...context } = options;
    const { page, complaints } = await openPage(
      this.browser,
      `${this.served.address}${hash}`,
      context,
      before,
    );
    await page.locator("main canvas").first().waitFor({ state: "attached" });
    await work(page);
    expect(complaints).toEqual([]);
    await page.close();
  }
}

export const tool = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name: new RegExp(`^${name} \\(`) }).click();
export const tab = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

async function pixelAt(page: Page, [x, y]: Share): Promise<[number, number]> {
  const box = (await page.getByTestId("plan").boundingBox())!;
  return [box.x + x * box.width, box.y + y * box.height];
}

/** Drags over the plan. */
export async function drag(page: Page, from: Share, to: Share): Promise<void> {
  await page.mouse.move(...(await pixelAt(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await pixelAt(page, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])));
  await page.mouse.move(...(await pixelAt(page, to)));
  await page.mouse.up();
}

export async function click(page: Page, at: Share): Promise<void> {
  await page.mouse.click(...(await pixelAt(page, at)));
}

export async function pointAt(page: Page, x: number, y: number): Promise<void> {
  const [px, py] = await pixelAt(page, [x, y]);
  await page.mouse.move(px - 3, py);
  await page.mouse.move(px, py);
}

/** The pixel of a place in metres, by what the page says about two others. */
export async function pixelOf(page: Page, [x, y]: readonly [number, number]): Promise<[number, number]> {
  const known: { pixel: [number, number]; metres: [number, number] }[] = [];
  for (const share of [
    [0.3, 0.3],
    [0.7, 0.7],
  ] as const) {
    await pointAt(page, share[0], share[1]);
    const text = await page.getByLabel("Pointer", { exact: true }).innerText();
    const [mx, my] = text.split(/[ ,]+/).map(Number);
    known.push({ pixel: await pixelAt(page, share), metres: [mx, my] });
  }
  const [a, b] = known;
  const along = (axis: 0 | 1, value: number): number =>
    a.pixel[axis] +
    ((value - a.metres[axis]) * (b.pixel[axis] - a.pixel[axis])) / (b.metres[axis] - a.metres[axis]);
  return [along(0, x), along(1, y)];
}

export const probe = (page: Page): Promise<string> => page.getByTestId("probe").innerText();
export const count = (page: Page): Promise<string> => page.getByTestId("count").innerText();

/** A room with an exit in its right wall, drawn by hand. */
export async function drawRoom(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Draw a room" }).click();
  await drag(page, [0.2, 0.2], [0.8, 0.8]);
  await tool(page, "Goal");
  await drag(page, [0.8, 0.45], [0.8, 0.55]);
}

/** Runs the crowd and watches it at the greatest speed. */
export async function run(page: Page): Promise<void> {
  await tab(page, "Run");
  await page.getByLabel("Speed", { exact: true }).selectOption("16");
}

/** What an entry of the export menu gives. */
export async function exported(page: Page, entry: string): Promise<Download> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 90_000 }),
    page.locator(".menu button", { hasText: new RegExp(`^${entry} `) }).click(),
  ]);
  return file;
}

/** How many colours the canvases of an element show, of those that cover more than a few pixels. */
export function coloursOn(page: Page, host = "main"): Promise<number> {
  return page.evaluate(`(() => {
    const seen = new Map();
    for (const canvas of document.querySelectorAll("${host} canvas")) {
      const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      for (let i = 0; i < data.length; i += 4 * 7) {
        const key = data[i] + "," + data[i + 1] + "," + data[i + 2];
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    }
    return [...seen.values()].filter((count) => count > 3).length;
  })()`) as Promise<number>;
}

/** The scene as the browser keeps it. */
export function kept(page: Page): Promise<string | null> {
  return page.evaluate(`localStorage.getItem("wayfield-studio-scene")`) as Promise<string | null>;
}

/** Serious faults that axe finds. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return (await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 120))))`)) as string[];
}

/** A picture to look at. */
export const shot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: join(root, `out/studio-${name}.png`) });
