/** The studio in a real browser, as somebody uses it who has no manual: from its own server, with a strict content policy. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedStudio, serveStudio } from "../cli/serve-studio.js";
import { PathMap, World } from "../src/index.js";
import { builtinScene } from "../src/scenes/index.js";
import { ROOT as root } from "./repository.js";
import { launchChromium, openPage } from "./support/browser.js";
import { runCli } from "./support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-studio-"));
let browser: Browser;
let served: ServedStudio;

beforeAll(async () => {
  browser = await launchChromium();
  served = await serveStudio({ port: 0 });
  mkdirSync(join(root, "out"), { recursive: true });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What is read now and then until it is as it should be; a busy machine may take its time. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

/** A page of the studio; the test fails where it complains. */
async function use(hash: string, work: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const { page, complaints } = await openPage(browser, `${served.address}${hash}`, options);
  await page.locator("main canvas").first().waitFor({ state: "attached" });
  await work(page);
  expect(complaints).toEqual([]);
  await page.close();
}

const tool = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name: new RegExp(`^${name} \\(`) }).click();
const tab = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

/** Drags over the plan, in shares of its width and height. */
async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const box = (await page.getByTestId("plan").boundingBox())!;
  const at = ([x, y]: readonly [number, number]): [number, number] => [
    box.x + x * box.width,
    box.y + y * box.height,
  ];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

async function pointAt(page: Page, x: number, y: number): Promise<void> {
  const box = (await page.getByTestId("plan").boundingBox())!;
  await page.mouse.move(box.x + x * box.width - 3, box.y + y * box.height);
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
}

const probe = (page: Page): Promise<string> => page.getByTestId("probe").innerText();

/** How many colours the plan's canvases show, of those that cover more than a few pixels. */
function coloursOn(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const seen = new Map();
    for (const canvas of document.querySelectorAll("main canvas")) {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (let i = 0; i < data.length; i += 4 * 7) {
        const key = data[i] + "," + data[i + 1] + "," + data[i + 2];
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    }
    return [...seen.values()].filter((count) => count > 3).length;
  })()`) as Promise<number>;
}

/** The scene as the browser keeps it. */
function kept(page: Page): Promise<string | null> {
  return page.evaluate(`localStorage.getItem("wayfield-studio-scene")`) as Promise<string | null>;
}

/** Serious faults that axe finds. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return (await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 120))))`)) as string[];
}

describe("a newcomer", () => {
  it("opens the office from the gallery, reads a distance that is the library's, and sees a crowd out", async () => {
    await use("", async (page) => {
      await page.getByRole("button", { name: /^Open the gallery/ }).click();
      await page.getByRole("button", { name: /^office / }).click();
      await soon(() => page.getByLabel("Name of the scene").inputValue()).toBe("Office storey");
      await soon(() => coloursOn(page)).toBeGreaterThan(30);
      await pointAt(page, 0.35, 0.5);
      await soon(() => probe(page)).toMatch(/^[\d.]+ m to /);
      const shown = await probe(page);
      const [x, y] = (await page.getByLabel("Pointer", { exact: true }).innerText())
        .split(/[ ,]+/)
        .map(Number);
      const map = new PathMap(new World(builtinScene("office")), {
        goals: [shown.replace(/^.* to /, "")],
        radius: 0.25,
      });
      // The page shows the place to the centimetre.
      expect(Math.abs(Number.parseFloat(shown) - map.distance([x, y])!)).toBeLessThan(0.02);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByLabel("Speed", { exact: true }).selectOption("16");
      await soon(() => page.getByTestId("count").innerText()).toMatch(/^0 inside · 121 of 121 out$/);
      await page.getByLabel("Map", { exact: true }).selectOption("density");
      await page.screenshot({ path: join(root, "out/studio-density.png") });
      for (const [button, ending, least] of [
        ["CSV", ".csv", 10_000],
        ["Report", ".html", 50_000],
        ["Video", ".webm", 10_000],
      ] as const) {
        const [file] = await Promise.all([
          page.waitForEvent("download", { timeout: 90_000 }),
          page.getByRole("button", { name: button, exact: true }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(new RegExp(`^office-storey.*\\${ending}$`));
        expect(statSync((await file.path())!).size).toBeGreaterThan(least);
      }
      await page.getByLabel("Moment").fill("10");
      await soon(() => page.getByTestId("count").innerText()).toMatch(/^[1-9]\d* inside/);
    });
  });

  it("draws a room with an exit and people, and they leave", async () => {
    await use("", async (page) => {
      await page.getByRole("button", { name: "Draw a room" }).click();
      await drag(page, [0.25, 0.25], [0.75, 0.75]);
      await tool(page, "Goal");
      await drag(page, [0.75, 0.45], [0.75, 0.55]);
      await pointAt(page, 0.4, 0.6);
      await soon(() => probe(page)).toMatch(/^[\d.]+ m to exit$/);
      await tool(page, "People");
      await drag(page, [0.3, 0.3], [0.45, 0.6]);
      const scene = JSON.parse((await kept(page))!);
      expect(scene.boundary).toHaveLength(4);
      expect(scene.spawns[0]).toMatchObject({ density: 0.5, goals: ["exit"] });
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByLabel("Speed", { exact: true }).selectOption("16");
      await soon(() => page.getByTestId("count").innerText()).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);
    });
  });

  it("does the same by keyboard alone, from an empty page", async () => {
    await use("", async (page) => {
      const plan = page.getByTestId("plan");
      const corner = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await plan.press(key);
      };
      await page.keyboard.press("b");
      await corner("Shift+ArrowLeft", "Shift+ArrowDown", "Enter");
      await corner("Shift+ArrowRight", "Shift+ArrowRight", "Enter");
      await corner("Shift+ArrowUp", "Shift+ArrowUp", "Enter");
      await corner("Shift+ArrowLeft", "Shift+ArrowLeft", "Enter", "Shift+Enter");
      await page.keyboard.press("g");
      await corner("Shift+ArrowDown", "Enter");
      await page.keyboard.press("s");
      await corner("Shift+ArrowRight", "Enter");
      const scene = JSON.parse((await kept(page))!);
      expect([scene.boundary.length, Object.keys(scene.goals), scene.spawns.length]).toEqual([
        4,
        ["exit"],
        1,
      ]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("r");
      await soon(() => page.getByTestId("count").innerText()).toMatch(/^0 inside · 1 of 1 out$/);
    });
  });
});

describe("the plan", () => {
  it.each([
    ["Paths", "office", / m to main exit$/, 0.5],
    ["Flow", "flow-1", / m of flow/, 0.85],
    ["Potential", "office", / m along the field/, 0.5],
    ["Roadmap", "office", / m of room/, 0.5],
  ])("shows %s of %s, in light and dark", async (name, scene, text, y) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await use(
        `#${scene}`,
        async (page) => {
          await tab(page, "Plan");
          await soon(() => coloursOn(page)).toBeGreaterThan(3);
          const before = await page.getByTestId("plan").screenshot();
          await tab(page, name);
          await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
          await pointAt(page, 0.45, y);
          await soon(() => probe(page)).toMatch(text);
          const after = await page.screenshot({
            path: join(root, `out/studio-${name.toLowerCase()}-${colorScheme}.png`),
          });
          expect(after.equals(before)).toBe(false);
          expect(await faults(page)).toEqual([]);
        },
        { colorScheme },
      );
    }
  });

  it("follows an obstacle that is dragged, and undo and redo take it back and forth", async () => {
    await use("", async (page) => {
      await page.getByRole("button", { name: "Draw a room" }).click();
      await drag(page, [0.2, 0.2], [0.8, 0.8]);
      await tool(page, "Goal");
      await drag(page, [0.8, 0.45], [0.8, 0.55]);
      await tool(page, "Block");
      await drag(page, [0.5, 0.25], [0.55, 0.4]);
      const drawn = await kept(page);
      await pointAt(page, 0.3, 0.5);
      await soon(() => probe(page)).toMatch(/ m to exit$/);
      const straight = Number.parseFloat(await probe(page));
      await tool(page, "Select");
      await drag(page, [0.525, 0.32], [0.525, 0.5]);
      await pointAt(page, 0.3, 0.5);
      await soon(async () => Number.parseFloat(await probe(page))).toBeGreaterThan(straight + 0.05);
      const moved = await kept(page);
      expect(moved).not.toBe(drawn);
      await page.keyboard.press("Control+z");
      await soon(() => kept(page)).toBe(drawn);
      await page.keyboard.press("Control+Shift+z");
      await soon(() => kept(page)).toBe(moved);
      for (let i = 0; i < 4; i++) await page.keyboard.press("Control+z");
      await soon(() => kept(page)).toBeNull();
    });
  });

  it("marks what is wrong, goes there on a click, and repairs it", async () => {
    const scene = {
      format: "wayfield-scene",
      version: 1,
      boundary: [
        [0, 0],
        [10, 0],
        [10, 8],
        [0, 8],
      ],
      obstacles: [
        {
          polygon: [
            [2, 2],
            [4, 2],
            [4, 2],
            [4, 4],
          ],
        },
      ],
    };
    await use("", async (page) => {
      const file = join(folder, "twice.json");
      writeFileSync(file, JSON.stringify(scene));
      await page.locator("input[type=file]").setInputFiles(file);
      const finding = page.locator(".findings li").first();
      await soon(() => finding.innerText()).toContain("obstacles[0].polygon");
      await finding.getByRole("button").click();
      await soon(() => page.getByRole("heading", { name: "block 0" }).count()).toBe(1);
      await page.getByRole("button", { name: "Repair" }).click();
      await soon(() => page.getByText("Nothing is wrong with this plan.").count()).toBe(1);
      await page.reload();
      await soon(() => page.getByText("Nothing is wrong with this plan.").count()).toBe(1);
    });
  });
});

describe("files and links", () => {
  it("a broken file is refused in one line that names it, and what was open stays", async () => {
    await use("#office", async (page) => {
      const file = join(folder, "broken.json");
      writeFileSync(file, '{"format": "wayfield-scene", "version": 1, "boundary": [[0, 0]]}');
      await page.locator("input[type=file]").setInputFiles(file);
      await soon(() => page.getByRole("alert").innerText()).toMatch(/^broken\.json: boundary/);
      expect(await page.getByLabel("Name of the scene").inputValue()).toBe("Office storey");
    });
  });

  it("a link holds the scene, saving gives the same, and both open again", async () => {
    await use("#two-rooms", async (page) => {
      await page.getByLabel("Name of the scene").fill("Mine");
      await page.getByRole("button", { name: "Share as a link" }).click();
      const link = await page.getByLabel("Link", { exact: true }).inputValue();
      await page.getByRole("button", { name: "Close" }).click();
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save as a scene file" }).click(),
      ]);
      const file = join(folder, saved.suggestedFilename());
      await saved.saveAs(file);
      const scene = JSON.parse(readFileSync(file, "utf8"));
      expect(scene).toEqual({ ...builtinScene("two-rooms"), name: "Mine" });
      const { page: other, complaints } = await openPage((await browser.newContext()) as never, link);
      await soon(() => kept(other)).not.toBeNull();
      expect(JSON.parse((await kept(other))!)).toEqual(scene);
      expect(complaints).toEqual([]);
      await other.close();
      await page.locator("input[type=file]").setInputFiles(file);
      await soon(() => kept(page)).toBe(JSON.stringify(scene));
    });
  });
});

describe("without a network", () => {
  it("opens again after the first visit, and plans", async () => {
    const context = await browser.newContext();
    const { page, complaints } = await openPage(context as never, served.address);
    await page.evaluate("navigator.serviceWorker.ready");
    await soon(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole("button", { name: /^Open the gallery/ }).click();
    await page.getByRole("button", { name: /^two-rooms / }).click();
    await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
    expect(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    await context.close();
  });
});

describe("groups and routes", () => {
  it("people walk in a formation through a zone that slows them, then along a drawn route, and arrive", async () => {
    const walkOut = async (page: Page): Promise<void> => {
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByLabel("Speed", { exact: true }).selectOption("16");
      await soon(() => page.getByTestId("count").innerText()).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);
    };
    await use("", async (page) => {
      await page.getByRole("button", { name: "Draw a room" }).click();
      await drag(page, [0.2, 0.2], [0.8, 0.8]);
      await tool(page, "Goal");
      await drag(page, [0.8, 0.45], [0.8, 0.55]);
      await tool(page, "Zone");
      await drag(page, [0.5, 0.3], [0.6, 0.7]);
      await tool(page, "People");
      await drag(page, [0.25, 0.4], [0.33, 0.55]);
      await page.getByLabel("Formation", { exact: true }).selectOption("wedge");
      const marching = JSON.parse((await kept(page))!);
      expect(marching.zones).toMatchObject([{ speed: 0.5 }]);
      expect(marching.groups).toMatchObject([{ spawn: 0, formation: "wedge" }]);
      await walkOut(page);
      await page.getByRole("button", { name: "Close the run" }).click();
      await page.getByLabel("Formation", { exact: true }).selectOption("");
      await tool(page, "Route");
      await drag(page, [0.35, 0.5], [0.7, 0.6]);
      const following = JSON.parse((await kept(page))!);
      expect(following.groups).toBeUndefined();
      expect(following.routes[0].strokes[0].length).toBeGreaterThan(1);
      await walkOut(page);
      await page.screenshot({ path: join(root, "out/studio-route.png") });
    });
  });
});

describe("surfaces", () => {
  it("show the field of a goal and a path as long as the library's, and say where there is no WebGL", async () => {
    const flags = ["--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader"];
    for (const [webgl, extra] of [
      [true, flags],
      [false, ["--disable-3d-apis"]],
    ] as const) {
      const other = await launchChromium(extra);
      const { page, complaints } = await openPage(other, served.address);
      await page.getByRole("button", { name: "Surface", exact: true }).click();
      if (webgl) {
        await page.locator(".surface canvas").waitFor();
        await soon(() => page.locator(".facts").innerText()).toContain("2,880");
        const before = await page.getByTestId("surface").screenshot();
        const box = (await page.getByTestId("surface").boundingBox())!;
        await page.mouse.click(box.x + 0.42 * box.width, box.y + 0.55 * box.height);
        await soon(() => page.locator(".facts").innerText()).toContain("Solved in");
        await page.mouse.click(box.x + 0.62 * box.width, box.y + 0.45 * box.height);
        await soon(() => page.locator(".facts").innerText()).toMatch(/Path 1\s+[\d.]+ m/);
        expect(before.equals(await page.getByTestId("surface").screenshot())).toBe(false);
        expect(await faults(page)).toEqual([]);
        expect(complaints.filter((text) => !/GPU stall|GL Driver/.test(text))).toEqual([]);
      } else await soon(() => page.locator(".fault").innerText()).toContain("no WebGL");
      await other.close();
    }
  });
});

describe("on a phone", () => {
  it("everything is within the window, and the plan can be seen", async () => {
    await use(
      "#park",
      async (page) => {
        await soon(() => coloursOn(page)).toBeGreaterThan(10);
        expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
        await page.screenshot({ path: join(root, "out/studio-phone.png") });
        expect(await faults(page)).toEqual([]);
      },
      { viewport: { width: 390, height: 760 }, hasTouch: true },
    );
  });
});

/** What the server says to a raw request: addresses are not tidied up on the way. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<number> {
  const { hostname, port } = new URL(served.address);
  return new Promise((give, fail) => {
    request({ hostname, port, path, method, headers }, (response) => {
      response.resume();
      give(response.statusCode!);
    })
      .on("error", fail)
      .end();
  });
}

describe("the server", () => {
  it("gives away its own files alone, to this machine's names alone", async () => {
    expect(await ask("/")).toBe(200);
    for (const path of [
      "/../package.json",
      "/%2e%2e/package.json",
      "/assets/../../cli/main.js",
      "//etc/passwd",
      "/opened",
      "/index.html/..",
      "/.git/config",
    ])
      expect([path, await ask(path)]).toEqual([path, 404]);
    expect(await ask("/", { host: "evil.example" })).toBe(421);
    expect(await ask("/", {}, "POST")).toBe(405);
    expect(new URL(served.address).hostname).toBe("127.0.0.1");
  });

  it("gives the opened file, through a link to it too, and refuses what it cannot read before it starts", async () => {
    const file = join(folder, "hall.wkt");
    writeFileSync(file, "POLYGON ((0 0, 9 0, 9 5, 0 5, 0 0))");
    const link = join(folder, "link.wkt");
    symlinkSync(file, link);
    const own = await serveStudio({ port: 0, file: link });
    const { page, complaints } = await openPage(browser, own.address);
    await soon(() => kept(page)).toContain("[9,5]");
    expect(complaints).toEqual([]);
    await page.close();
    await own.close();
    expect(await runCli("studio", join(folder, "none.json"), "--no-open")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no such file"),
    });
    expect(await runCli("studio", join(folder, "plan.xyz"), "--no-open")).toMatchObject({
      code: 2,
      err: expect.stringContaining("known format"),
    });
  });

  it("a port that is taken is said in one line", async () => {
    const { port } = new URL(served.address);
    expect(await runCli("studio", "--no-open", "--port", port)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--port: port ${port} is taken`),
    });
  });
});
