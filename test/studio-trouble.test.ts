/** The studio when something is wrong: broken files and links, storage that fails, workers that die, plans that are too large. */
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
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

/** The fragment of a link that holds a text. */
const linkOf = (text: string): string =>
  `#scene=${deflateRawSync(new TextEncoder().encode(text)).toString("base64url")}`;

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

  it("of more than 200 MB are refused at once, without being read", async () => {
    const file = join(studio.folder, "large.dxf");
    const handle = openSync(file, "w");
    ftruncateSync(handle, 201 * 1024 * 1024);
    closeSync(handle);
    const before = `window.reads = 0;
      for (const way of ["text", "arrayBuffer", "stream", "slice"]) {
        const own = Blob.prototype[way];
        Blob.prototype[way] = function (...given) { window.reads++; return own.apply(this, given); };
      }`;
    await studio.use(
      "#two-rooms",
      async (page) => {
        await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
        await page.evaluate("window.reads = 0");
        await open(page, file);
        await soon(() => page.getByRole("alert").locator("span").innerText()).toBe(
          "large.dxf: 201 MB is more than a page can hold; at most 200 MB are opened",
        );
        expect(await page.evaluate("window.reads")).toBe(0);
        expect(await page.getByLabel("Name of the scene").inputValue()).toBe("Two rooms");
        // One that is not too large is read, and seen to be.
        await open(page, written("small.dxf", ""));
        await soon(() => page.getByRole("alert").locator("span").innerText()).toMatch(/^small\.dxf: /);
        expect(await page.evaluate("window.reads")).toBeGreaterThan(0);
      },
      { before },
    );
  });

  const whole = linkOf(JSON.stringify(builtinScene("two-rooms")));
  it.each([
    ["a lone percent sign", "#%", /^the link is damaged: what follows its # cannot be read$/],
    ["half a letter", "#two%E0%A4rooms", /^the link is damaged: what follows its # cannot be read$/],
    ["letters that no address holds", "#scene=abc$$", /^the link is damaged: .* unpacked$/],
    ["nothing after its key", "#scene=", /^the link is damaged: .* unpacked$/],
    ["no deflated text", "#scene=AAAAAAAA", /^the link is damaged: .* unpacked$/],
    ["half of a scene", whole.slice(0, whole.length / 2), /^the link is damaged: .* unpacked$/],
    ["a text that is no JSON", linkOf("two rooms"), /^the link is damaged: its scene is no JSON$/],
    ["a number", linkOf("5"), /^the link's scene cannot be opened: expected object; given: 5$/],
    ["an empty scene", linkOf("{}"), /^the link's scene cannot be opened: the scene is empty/],
    [
      "a scene without a plan",
      linkOf('{"format":"wayfield-scene","version":1,"boundary":[[0,0]]}'),
      /^the link's scene cannot be opened: boundary: expected array/,
    ],
    ["lists in lists", linkOf(`${"[".repeat(20_000)}${"]".repeat(20_000)}`), /^the link's scene cannot/],
    ["no scene's name", "#no-such-scene", /^no-such-scene: is no built-in scene; there are /],
  ])("a link with %s is said in one line, and what was open stays", async (_, hash, message) => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      const before = await kept(page);
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await soon(() => page.getByRole("alert").count()).toBe(1);
      const line = await page.getByRole("alert").locator("span").innerText();
      expect(line).toMatch(message);
      expect(line).not.toContain("\n");
      expect(line.length).toBeLessThan(700);
      await page.reload();
      await soon(() => page.getByRole("alert").count()).toBe(1);
      expect(await page.getByRole("alert").locator("span").innerText()).toBe(line);
      expect(await kept(page)).toBe(before);
    });
  });

  it("a scene too long for a link is said", async () => {
    await studio.use("", async (page) => {
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
  it.each([
    [
      "forbidden",
      `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })`,
      "The browser forbids this page to keep anything: your work is gone after a reload unless you save it as a file.",
    ],
    [
      "not there",
      `Object.defineProperty(window, "localStorage", { value: null })`,
      "The browser forbids this page to keep anything: your work is gone after a reload unless you save it as a file.",
    ],
    [
      "full",
      `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`,
      "The browser does not keep this plan over a reload (QuotaExceededError): save it as a file.",
    ],
  ])("that is %s is said once, and costs nothing but the memory of it", async (state, before, says) => {
    await studio.use(
      "#two-rooms",
      async (page) => {
        const line = page.locator(".notice");
        await soon(() => line.locator("span").innerText()).toBe(says);
        // It is there to be read, and interrupts nobody.
        expect(await line.getAttribute("role")).toBe("status");
        expect(await faults(page)).toEqual([]);
        await shot(page, `storage-${state.replace(" ", "-")}`);
        await page.getByLabel("Name of the scene").fill("Mine");
        await page.getByLabel("Name of the scene").press("Enter");
        const [saved] = await Promise.all([
          page.waitForEvent("download"),
          line.getByRole("button", { name: "Save as a file" }).click(),
        ]);
        expect(saved.suggestedFilename()).toBe("mine.json");
        expect(JSON.parse(readFileSync((await saved.path())!, "utf8"))).toEqual({
          ...builtinScene("two-rooms"),
          name: "Mine",
        });
        await line.getByRole("button", { name: "Dismiss" }).click();
        // What is done afterwards does not say it again.
        await tool(page, "Block");
        await drag(page, [0.4, 0.4], [0.5, 0.5]);
        await page.keyboard.press("Control+z");
        await page.keyboard.press("Control+z");
        await soon(() => page.getByLabel("Name of the scene").inputValue()).toBe("Two rooms");
        expect(await line.count()).toBe(0);
        const again = await exported(page, "Scene");
        expect(again.suggestedFilename()).toBe("two-rooms.json");
      },
      { before },
    );
  });

  it("that is forbidden is no matter on an empty page", async () => {
    await studio.use(
      "",
      async (page) => {
        expect(await page.locator(".invitations > *").count()).toBe(3);
        expect(await page.locator(".notice").count()).toBe(0);
        await drawRoom(page);
        await soon(() => page.locator(".notice").innerText()).toContain("save it as a file");
      },
      {
        before: `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })`,
      },
    );
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
