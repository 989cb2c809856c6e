/** The studio when something is wrong: broken files and links, storage that fails, workers that die, plans that are too large. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { builtinScene } from "../src/scenes/index.js";
import { openPage } from "./support/browser.js";
import {
  count,
  drag,
  drawRoom,
  exported,
  faults,
  kept,
  StudioUnderTest,
  shot,
  soon,
  tab,
  tool,
} from "./support/studio.js";

const studio = new StudioUnderTest();

const open = (page: Page, file: string): Promise<void> =>
  page.locator(".topbar input[type=file]").setInputFiles(file);

/** Writes a file into the test's folder. */
function written(name: string, text: string): string {
  const file = join(studio.folder, name);
  writeFileSync(file, text);
  return file;
}

/** A square with so many corners. */
function jagged(corners: number): object {
  const boundary = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = 1000 + (i % 2);
    return [radius * Math.cos(angle), radius * Math.sin(angle)].map((x) => Math.round(x * 1000) / 1000);
  });
  return { format: "wayfield-scene", version: 1, boundary };
}

describe("files and links", () => {
  it.each([
    [
      "broken.json",
      '{"format": "wayfield-scene", "version": 1, "boundary": [[0, 0]]}',
      /^broken\.json: boundary/,
    ],
    ["half.json", '{"format": "wayfield-scene", "vers', /^half\.json: .*line 1/],
    ["plan.xyz", "?", /plan\.xyz/],
    ["empty.dxf", "", /^empty\.dxf: /],
  ])("%s is refused in one line that names it, and what was open stays", async (name, text, message) => {
    await studio.use("#two-rooms", async (page) => {
      await soon(() => page.getByLabel("Name of the scene").inputValue()).toBe("Two rooms");
      await open(page, written(name, text));
      await soon(() => page.getByRole("alert").locator("span").innerText()).toMatch(message);
      expect(await page.getByRole("alert").locator("span").innerText()).not.toContain("\n");
      expect(await page.getByLabel("Name of the scene").inputValue()).toBe("Two rooms");
    });
  });

  it("a link holds the scene, saving gives the same, and both open again", async () => {
    await studio.use("#two-rooms", async (page) => {
      await page.getByLabel("Name of the scene").fill("Mine");
      await page.getByRole("button", { name: "Share as a link" }).click();
      const link = await page.getByLabel("Link", { exact: true }).inputValue();
      await page.getByRole("button", { name: "Close" }).click();
      const saved = await exported(page, "Scene");
      const file = join(studio.folder, saved.suggestedFilename());
      await saved.saveAs(file);
      const scene = JSON.parse(readFileSync(file, "utf8"));
      expect(scene).toEqual({ ...builtinScene("two-rooms"), name: "Mine" });
      const { page: other, complaints } = await openPage((await studio.browser.newContext()) as never, link);
      await soon(() => kept(other)).not.toBeNull();
      expect(JSON.parse((await kept(other))!)).toEqual(scene);
      expect(complaints).toEqual([]);
      await other.close();
      await open(page, file);
      await soon(() => kept(page)).toBe(JSON.stringify(scene));
    });
  });

  it("a damaged link, and a scene too long for one, are said", async () => {
    await studio.use("#scene=abc$$", async (page) => {
      await soon(() => page.getByRole("alert").innerText()).toContain("the link is damaged");
      const points = Array.from({ length: 9000 }, (_, i) => [
        ((i * 7919) % 9973) / 100,
        ((i * 104729) % 9967) / 100,
      ]);
      await open(
        page,
        written(
          "posts.json",
          JSON.stringify({
            format: "wayfield-scene",
            version: 1,
            boundary: [
              [-1, -1],
              [101, -1],
              [101, 101],
              [-1, 101],
            ],
            obstacles: points.map((point) => ({ point })),
          }),
        ),
      );
      await soon(() => kept(page)).not.toBeNull();
      await page.getByRole("button", { name: "Share as a link" }).click();
      await soon(() => page.locator("dialog").innerText()).toContain("too large for a link");
    });
  });

  it("a plan with too many corners is shown, planned and run, but not edited, and says so", async () => {
    await studio.use("", async (page) => {
      await open(page, written("jagged.json", JSON.stringify(jagged(60_100))));
      await soon(() => page.locator(".inspector").innerText()).toContain("too large to be edited here");
      expect(await page.getByRole("button", { name: /^Wall \(/ }).isDisabled()).toBe(true);
      expect(await page.getByRole("button", { name: /^Select \(/ }).isDisabled()).toBe(false);
    });
  });
});

describe("storage", () => {
  it("that is forbidden, or full, costs nothing but the memory of it, and the page says so", async () => {
    const blocked = `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })`;
    const full = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`;
    for (const [before, says] of [
      [blocked, null],
      [full, "QuotaExceededError"],
    ] as const) {
      await studio.use(
        "#two-rooms",
        async (page) => {
          await soon(() => page.getByLabel("Name of the scene").inputValue()).toBe("Two rooms");
          if (says) await soon(() => page.getByRole("alert").innerText()).toContain(says);
          const saved = await exported(page, "Scene");
          expect(saved.suggestedFilename()).toBe("two-rooms.json");
        },
        { before },
      );
    }
  });

  it("brings back what was open after a reload in the middle of a drag", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      await tool(page, "Block");
      await drag(page, [0.4, 0.4], [0.5, 0.5]);
      const before = JSON.parse((await kept(page))!);
      await tool(page, "Select");
      const box = (await page.getByTestId("plan").boundingBox())!;
      await page.mouse.move(box.x + 0.45 * box.width, box.y + 0.45 * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.55 * box.width, box.y + 0.6 * box.height, { steps: 5 });
      await page.reload();
      await soon(() => page.getByText("Nothing is wrong with this plan.").count()).toBe(1);
      const after = JSON.parse((await kept(page))!);
      expect(after.boundary).toEqual(before.boundary);
      expect(after.obstacles).not.toEqual(before.obstacles);
    });
  });
});

describe("a worker that dies", () => {
  /** Workers of one kind die at a message. */
  const dying = (kind: string): string => `
    const Real = Worker;
    window.dead = false;
    window.Worker = class extends Real {
      constructor(url, options) { super(url, options); this.isVictim = String(url).includes("${kind}"); }
      postMessage(...message) {
        if (this.isVictim && !window.dead && ["plan", "run"].includes(message[0].type)) {
          window.dead = true;
          setTimeout(() => this.onerror?.(new ErrorEvent("error", { message: "out of memory" })));
        } else super.postMessage(...message);
      }
    };`;

  it("while planning is said, and the next try works", async () => {
    await studio.use(
      "#two-rooms",
      async (page) => {
        await soon(() => page.locator(".fault").innerText()).toContain("out of memory");
        expect(await page.getByLabel("Name of the scene").inputValue()).toBe("Two rooms");
        await page.getByRole("button", { name: "Try again" }).click();
        await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
      },
      { before: dying("plan-worker") },
    );
  });

  it("while a crowd runs is said, the plan stays, and it can be run again", async () => {
    await studio.use(
      "#two-rooms",
      async (page) => {
        await tab(page, "Run");
        await soon(() => page.locator(".fault").innerText()).toContain("out of memory");
        await page.getByRole("button", { name: "Run again" }).click();
        await page.getByLabel("Speed", { exact: true }).selectOption("16");
        await soon(() => count(page)).toMatch(/^0 inside · 40 of 40 out$/);
      },
      { before: dying("crowd-worker") },
    );
  });
});

describe("without a network", () => {
  it("opens again after the first visit, plans, and runs a crowd", async () => {
    const context = await studio.browser.newContext();
    const { page, complaints } = await openPage(context as never, studio.served.address);
    await page.evaluate("navigator.serviceWorker.ready");
    await soon(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole("button", { name: /^Open the gallery/ }).click();
    await page.getByRole("button", { name: /^two-rooms / }).click();
    await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
    await tab(page, "Run");
    await soon(() => count(page)).toMatch(/ of 40 out$/);
    expect(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    await context.close();
  });
});

describe("views", () => {
  it("that are empty, or have nothing to show, offer what to do; axe finds nothing on them", async () => {
    await studio.use("", async (page) => {
      expect(await page.locator(".invitations > *").count()).toBe(3);
      expect(await faults(page)).toEqual([]);
      await page.getByRole("button", { name: "Draw a room" }).click();
      await drag(page, [0.2, 0.2], [0.8, 0.8]);
      await soon(() => page.locator(".fault").innerText()).toContain("there is no goal yet");
      await page.getByRole("button", { name: "Draw a goal" }).click();
      await soon(() => page.locator(".hint").innerText()).toContain("Drag along a wall");
      expect(await faults(page)).toEqual([]);
      await tab(page, "Gallery");
      await soon(() => page.locator(".gallery img").count()).toBeGreaterThan(10);
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await tab(page, "Keys and planners");
      expect(await faults(page)).toEqual([]);
      await shot(page, "help");
    });
  });
});
