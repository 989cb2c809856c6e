/** Pages of the supermarket for tests, and the tasks that scripted users do in them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServedStudio, serveStudio } from "../../cli/serve-studio.js";
import { launchChromium, openPage } from "./browser.js";
import type { PageUser } from "./market-hands.js";

export let browser: Browser;
export let served: ServedStudio;
const printed: string[] = [];
/** A small window: without a graphics adapter every pixel costs time. */
const VIEW = { width: 640, height: 400 };

beforeAll(async () => {
  browser = await launchChromium();
  served = await serveStudio({ port: 0 });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  process.stdout.write(`${printed.join("\n")}\n`);
});

/** A page of the supermarket; the test fails where it complains. */
export async function use(
  query: string,
  work: (page: Page) => Promise<void>,
  before?: string,
): Promise<void> {
  const context = await browser.newContext({ viewport: VIEW });
  if (before) await context.addInitScript(before);
  const { page, complaints } = await openPage(
    context as unknown as Browser,
    `${served.address}#market${query}`,
  );
  await work(page);
  // How software draws is the browser's business.
  expect(complaints.filter((text) => !text.includes("GL Driver Message"))).toEqual([]);
  await context.close();
}

/** What a run came to, as the page says it. */
export async function outcome(page: Page, name: string): Promise<string> {
  await page.getByTestId("over").waitFor();
  const facts = (await page.locator("#market dl").innerText()).replace(/\n+/g, " ");
  printed.push(`${name}: ${facts}`);
  return facts;
}

/** Software draws slowly, and a busy machine slower still: the limit is there for what never ends. */
export const PATIENCE = { timeout: 600_000 };

const WORK: readonly [string, string, (user: PageUser) => Promise<void>][] = [
  ["the stars", "?task=waypoints", (user) => user.findStars()],
  ["the selection", "?task=selection", (user) => user.selectAll()],
  ["the selection without explosion", "?task=selection&explosion=off", (user) => user.selectAll(false)],
  ["the search", "?task=search", (user) => user.searchAll()],
  ["the practice", "?task=practice", (user) => user.practise()],
];

/** Everything that there is to do, by somebody with one device. */
export function doesEverything(name: string, User: new (page: Page) => PageUser): void {
  it.each(WORK)("finishes %s", PATIENCE, async (task, query, work) => {
    await use(query, async (page) => {
      const user = new User(page);
      await user.begin();
      await work(user);
      const facts = await outcome(page, `${task}, ${name}`);
      expect(facts).toMatch(name === "keys alone" ? /Clicks 0/ : /Keys 0/);
      if (!query.includes("off")) expect(facts).toMatch(/Taken by mistake 0/);
      if (task === "the search" || task === "the practice") {
        expect(Number(/From beside the copies ([\d.]+)/.exec(facts)![1])).toBeLessThan(0.06);
        expect(Number(/otherwise by (\d+)/.exec(facts)![1])).toBeLessThan(6);
      }
    });
  });
}
