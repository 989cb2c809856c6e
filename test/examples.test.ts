/** The programs in `examples/`, run as their readme says. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import type { Browser } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../bench/root.js";
import { launchChromium, openPage, type Served, serveFolders } from "./support/browser.js";

const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });

test("the readme lists every example, and nothing else", () => {
  const listed = [
    ...readFileSync(join(ROOT, "examples/README.md"), "utf8").matchAll(/\]\(([\w-]+[^)]*)\)/g),
  ].map(([, link]) => link.replace(/\/[\w-]+\.(html|json)$/, ""));
  const there = readdirSync(join(ROOT, "examples")).filter((name) => name !== "README.md");
  expect(listed.sort()).toEqual(there.sort());
});

describe("in Node", () => {
  test("batch: wider doors empty the hall sooner", () => {
    const times = [...node("examples/batch.js").matchAll(/m {3}([\d.]+) s/g)].map(([, time]) => Number(time));
    expect(times).toHaveLength(4);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test("own manner: people who keep right are farther to the right than others", () => {
    const [without, keeping] = [...node("examples/own-manner.js").matchAll(/(-?[\d.]+) m apart/g)].map(
      ([, metres]) => Number(metres),
    );
    expect(keeping).toBeGreaterThan(without + 1);
  });

  test("own planner: a run and a path with it", () => {
    const folder = mkdtempSync(join(tmpdir(), "wayfield-example-"));
    const cli = join(ROOT, "dist/cli/main.js");
    const planner = ["--planner", "./examples/own-planner.js", "--json"];
    try {
      const run = JSON.parse(node(cli, "run", "two-rooms", "--out", folder, ...planner));
      expect(run.arrived).toBe(run.agents);
      const path = JSON.parse(node(cli, "path", "two-rooms", "--goal", "exit", "--from", "1,1", ...planner));
      expect(path.results[0].distance).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("in a browser", () => {
  let browser: Browser;
  let site: Served;
  const built = mkdtempSync(join(tmpdir(), "wayfield-example-"));

  beforeAll(async () => {
    // Software rendering, for machines without a graphics card.
    browser = await launchChromium(["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]);
    site = await serveFolders({ "": ROOT });
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    rmSync(built, { recursive: true, force: true });
  });

  /** Opens a page and waits until it says that it is done; what is left to complain of is returned. */
  async function watch(address: string): Promise<{ complaints: string[]; text: string; shot: Buffer }> {
    const { page, complaints } = await openPage(browser, address);
    const shot = await page.screenshot();
    await page.waitForSelector("body[data-done]", { timeout: 90_000 });
    const text = await page.innerText("body");
    await page.close();
    // Software rendering is slow to read back from, and Chromium says so.
    return { complaints: complaints.filter((line) => !line.includes("GPU stall")), text, shot };
  }

  test("plain page: everybody leaves", async () => {
    const { complaints, text } = await watch(`${site.address}/examples/plain-page.html`);
    expect(complaints).toEqual([]);
    expect(text).toMatch(/40 of 40 are out/);
  });

  test.each(["", "?up=z"])("three.js page%s: everybody passes the box that moves", async (query) => {
    const { complaints } = await watch(`${site.address}/examples/three/index.html${query}`);
    expect(complaints).toEqual([]);
  });

  test("three.js: the picture with z up is the one with y up", async () => {
    const [a, b] = await Promise.all(
      ["", "?up=z"].map(async (query) => {
        const { page } = await openPage(browser, `${site.address}/examples/three/index.html${query}`);
        await page.waitForSelector("body[data-done]", { timeout: 90_000 });
        const shot = await page.screenshot();
        await page.close();
        return shot;
      }),
    );
    const [one, other] = [decode(a).data, decode(b).data];
    expect(one.length).toBe(other.length);
    let apart = 0;
    for (let i = 0; i < one.length; i++) apart += Math.abs(one[i] - other[i]) > 16 ? 1 : 0;
    expect(apart / one.length).toBeLessThan(0.002);
    expect(new Set(one).size).toBeGreaterThan(20);
  });

  test("worker: a run to its end with a report, and one that is stopped", async () => {
    await build({
      root: join(ROOT, "examples/worker"),
      configFile: false,
      base: "./",
      logLevel: "error",
      worker: { format: "es" },
      build: { outDir: built, emptyOutDir: true },
    });
    const pages = await serveFolders({ "": built });
    try {
      const { complaints, text } = await watch(`${pages.address}/index.html`);
      expect(complaints).toEqual([]);
      expect(JSON.parse(/\{[^}]*\}/.exec(text)![0])).toMatchObject({ agents: 40, arrived: 40 });
      const { page } = await openPage(browser, `${pages.address}/index.html`);
      await page.click("button");
      await page.waitForSelector("body[data-done]", { timeout: 90_000 });
      await page.close();
    } finally {
      await pages.close();
    }
  });
});
