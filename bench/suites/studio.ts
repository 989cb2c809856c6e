/**
 * The studio in Chromium: milliseconds until a page that is opened shows the office, beside a page with nothing but a canvas; per
 * picture while a crowd is played, beside a hall with one person; per picture while somebody turns in the supermarket, beside empty
 * shelves; and from a pointer that moves to the picture that shows it, while a
 * goal is dragged in the office, beside a page with nothing but a canvas.
 *
 * Pictures are painted in software here, without a limit on their rate. All times are taken by the page itself.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../scripts/find-browser.js";
import { builtinScene } from "../../src/scenes/index.js";
import type { SceneInput } from "../../src/world/index.js";
import { type Case, type Suite, Unavailable } from "../harness.js";
import { ROOT } from "../root.js";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-gpu-vsync", "--disable-frame-rate-limit"];

interface Answer {
  /** Milliseconds. */
  readonly times: readonly number[];
  /** What the page said it shows. */
  readonly shown: string;
}

interface Served {
  readonly address: string;
  close(): void;
}

/** The built studio, served as a user would. */
function serveStudio(): Promise<Served> {
  const program = join(ROOT, "dist/cli/main.js");
  const child = spawn(process.execPath, [program, "studio", "--no-open"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((done, fail) => {
    child.stdout.on("data", (chunk) => {
      const address = /http:\/\/\S+/.exec(String(chunk))?.[0];
      if (address) done({ address, close: () => child.kill() });
    });
    child.on("exit", () => fail(new Error("the studio did not start; `npm run build` builds it")));
  });
}

/** A page of a fresh browser and a fresh server; both are gone afterwards. */
async function inStudio(work: (page: Page, address: string) => Promise<Answer>): Promise<Answer> {
  let browser: Browser | null = null;
  let served: Served | null = null;
  try {
    served = await serveStudio();
    browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: FLAGS });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    return await work(page, served.address);
  } finally {
    await browser?.close();
    served?.close();
  }
}

function needBrowser(): void {
  if (!findBrowser()) throw new Unavailable("no Chromium");
}

/** An empty hall of 120 x 120 m with some people in it, who walk for a few seconds. */
function hallOf(people: number, seconds: number): SceneInput {
  return {
    format: "wayfield-scene",
    version: 1,
    name: "Hall",
    boundary: [
      [0, 0],
      [120, 0],
      [120, 120],
      [0, 120],
    ],
    goals: { exit: { points: [[119, 60]] } },
    spawns: [
      {
        polygon: [
          [1, 1],
          [110, 1],
          [110, 119],
          [1, 119],
        ],
        count: people,
        goals: ["exit"],
      },
    ],
    simulation: { duration: seconds },
  };
}

/** Times between pictures, `count` of them, while `playing` holds. */
const INTERVALS = (count: number): string => `new Promise((give) => {
  const times = [];
  let last = performance.now();
  const next = (now) => {
    times.push(now - last);
    last = now;
    if (times.length < ${count}) requestAnimationFrame(next);
    else give(times.slice(3));
  };
  requestAnimationFrame(next);
})`;

async function played(people: number, quick: boolean): Promise<Answer> {
  const seconds = quick ? 0.5 : 3;
  return inStudio(async (page, address) => {
    await page.goto(address);
    const scene = JSON.stringify(hallOf(people, seconds));
    await page.locator(".topbar input[type=file]").setInputFiles({
      name: "hall.json",
      mimeType: "application/json",
      buffer: Buffer.from(scene),
    });
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Keep to compare" }).waitFor();
    await page
      .locator("button:not([disabled])", { hasText: "Keep to compare" })
      .waitFor({ timeout: 300_000 });
    await page.getByLabel("Moment").fill("0");
    await page.getByLabel("Speed", { exact: true }).selectOption("0.25");
    await page.getByRole("button", { name: /^Play/ }).click();
    const times = (await page.evaluate(INTERVALS(quick ? 8 : 120))) as number[];
    return { times, shown: await page.getByTestId("count").innerText() };
  });
}

function playing(people: number, name: string, quick: boolean, role?: "baseline"): Case<Answer> {
  return {
    input: "pictures of a crowd",
    name,
    ...(role ? { role } : {}),
    once: true,
    setup: needBrowser,
    run: () => played(people, quick),
    check: ({ shown, times }) => {
      if (shown !== `${people} inside · 0 of ${people} out`) throw new Error(`the page shows "${shown}"`);
      if (times.length === 0) throw new Error("no picture was painted");
    },
    ownTimes: ({ times }) => times,
  };
}

/** Somebody turns around in the supermarket, between the shelves, so that every picture is another one. */
const turnedAround = (stock: "full" | "none", quick: boolean): Promise<Answer> =>
  inStudio(async (page, address) => {
    await page.goto(`${address}#market?task=free&stock=${stock}`);
    await page.waitForSelector("#market canvas");
    while (!(await page.evaluate("window.wayfieldMarket?.state().frame > 0"))) await page.waitForTimeout(50);
    await page.keyboard.down("KeyQ");
    // Where pictures are slow, the page draws fewer pixels after some of them.
    await page.evaluate(INTERVALS(quick ? 4 : 90));
    const times = (await page.evaluate(INTERVALS(quick ? 8 : 120))) as number[];
    await page.keyboard.up("KeyQ");
    return { times, shown: String(await page.evaluate("window.wayfieldMarket.state().products")) };
  });

function turning(name: string, stock: "full" | "none", quick: boolean, role?: "baseline"): Case<Answer> {
  return {
    input: "pictures of the supermarket",
    name,
    ...(role ? { role } : {}),
    once: true,
    setup: needBrowser,
    run: () => turnedAround(stock, quick),
    check: ({ shown, times }) => {
      if (shown !== (stock === "full" ? "2400" : "0")) throw new Error(`the shelves hold ${shown}`);
      if (times.length === 0) throw new Error("no picture was painted");
    },
    ownTimes: ({ times }) => times,
  };
}

/**
 * Watches a canvas: from each pointer that moves to the first picture that differs from the one before. A copy of 256 x 64 pixels is
 * compared, which costs the same on both pages.
 */
const WATCH = (selector: string): string => `(() => {
  const canvas = document.querySelector("${selector}");
  const copy = Object.assign(document.createElement("canvas"), { width: 256, height: 64 });
  const context = copy.getContext("2d", { willReadFrequently: true });
  const look = () => {
    context.drawImage(canvas, 0, 0, 256, 64);
    return String(context.getImageData(0, 0, 256, 64).data);
  };
  window.delays = [];
  let moved = null;
  let before = look();
  window.addEventListener("pointermove", () => { moved ??= performance.now(); }, true);
  const next = () => {
    requestAnimationFrame(next);
    const now = look();
    if (now === before) return;
    before = now;
    if (moved !== null) window.delays.push(performance.now() - moved);
    moved = null;
  };
  requestAnimationFrame(next);
})()`;

/** Drags back and forth; a pause after each step lets its picture come. */
async function drag(page: Page, [x, y]: readonly [number, number], steps: number): Promise<number[]> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 10, y);
  await page.waitForTimeout(1500);
  await page.evaluate("window.delays.length = 0");
  for (let i = 0; i < steps; i++) {
    await page.mouse.move(x - 30 - 12 * (i % 12), y);
    await page.waitForTimeout(250);
  }
  const delays = (await page.evaluate("window.delays")) as number[];
  await page.mouse.up();
  return delays;
}

const EMPTY_PAGE = `<canvas width="1120" height="856" style="position:fixed;inset:0"></canvas><script>
  const context = document.querySelector("canvas").getContext("2d");
  let x = 0;
  addEventListener("pointermove", (event) => { x = event.clientX; });
  (function paint() {
    context.clearRect(0, 0, 1120, 856);
    context.fillRect(x, 0, 200, 856);
    requestAnimationFrame(paint);
  })();
</script>`;

const onEmptyPage = (quick: boolean): Promise<Answer> =>
  inStudio(async (page) => {
    await page.setContent(EMPTY_PAGE);
    await page.evaluate(WATCH("canvas"));
    return { times: await drag(page, [600, 400], quick ? 3 : 40), shown: "empty" };
  });

const onOffice = (quick: boolean): Promise<Answer> =>
  inStudio(async (page, address) => {
    await page.goto(`${address}#office`);
    await page.getByText("Farthest").waitFor();
    await page.getByLabel(/^Snap to/).uncheck();
    const [a, b] = builtinScene("office").goals!["main exit"].segments![0];
    const at = await pixelOf(page, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    await page.evaluate(WATCH("main canvas"));
    const times = await drag(page, at, quick ? 3 : 40);
    return { times, shown: await page.getByLabel("Name of the scene").inputValue() };
  });

/** The pixel of a place in metres, by what the page says about two others. */
async function pixelOf(page: Page, [x, y]: readonly [number, number]): Promise<[number, number]> {
  const known: { pixel: number[]; metres: number[] }[] = [];
  for (const pixel of [
    [300, 300],
    [800, 600],
  ]) {
    await page.mouse.move(pixel[0] - 2, pixel[1]);
    await page.mouse.move(pixel[0], pixel[1]);
    const text = await page.getByLabel("Pointer", { exact: true }).innerText();
    known.push({ pixel, metres: text.split(/[ ,]+/).map(Number) });
  }
  const [p, q] = known;
  const along = (axis: 0 | 1, value: number): number =>
    p.pixel[axis] +
    ((value - p.metres[axis]) * (q.pixel[axis] - p.pixel[axis])) / (q.metres[axis] - p.metres[axis]);
  return [along(0, x), along(1, y)];
}

function dragging(name: string, run: () => Promise<Answer>, role?: "baseline"): Case<Answer> {
  return {
    input: "from pointer to picture",
    name,
    ...(role ? { role } : {}),
    once: true,
    setup: needBrowser,
    run,
    check: ({ times }) => {
      if (times.length === 0) throw new Error("no picture followed the pointer");
    },
    ownTimes: ({ times }) => times,
    remark: ({ times }) => `${times.length} pictures`,
  };
}

/** Notes when a canvas first has something dark on it, such as a wall: milliseconds since the page was asked for. */
const FIRST = (selector: string): string => `(() => {
  const copy = Object.assign(document.createElement("canvas"), { width: 256, height: 160 });
  const context = copy.getContext("2d", { willReadFrequently: true });
  const look = () => {
    const canvas = document.querySelector("${selector}");
    if (canvas?.width > 0) {
      context.drawImage(canvas, 0, 0, 256, 160);
      const { data } = context.getImageData(0, 0, 256, 160);
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] > 200 && data[i] + data[i + 1] + data[i + 2] < 240) {
          window.firstPicture = performance.now();
          return;
        }
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** Opens a page some times, in a browser that knows nothing of it. */
const opened = (rounds: number, selector: string, path: string): Promise<Answer> =>
  inStudio(async (first, address) => {
    const browser = first.context().browser()!;
    const times: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: EMPTY_PAGE }));
      await page.addInitScript(FIRST(selector));
      await page.goto(`${address}${path}`);
      const shown = await page.waitForFunction("window.firstPicture");
      times.push((await shown.jsonValue()) as number);
      await context.close();
    }
    return { times, shown: path };
  });

function opening(name: string, run: () => Promise<Answer>, role?: "baseline"): Case<Answer> {
  return {
    input: "from opening to the first picture",
    name,
    ...(role ? { role } : {}),
    once: true,
    setup: needBrowser,
    run,
    check: ({ times }) => {
      if (times.length === 0 || !times.every((time) => time > 0)) throw new Error("no picture came");
    },
    ownTimes: ({ times }) => times,
  };
}

export const studio: Suite = {
  name: "studio",
  title: "Studio",
  cases: (quick) =>
    [
      opening("an empty page", () => opened(quick ? 1 : 10, "canvas", "empty"), "baseline"),
      opening("the office", () => opened(quick ? 1 : 10, "main canvas", "#office")),
      playing(1, "one person", quick, "baseline"),
      ...(quick ? [] : [playing(1000, "1,000 people", quick), playing(10_000, "10,000 people", quick)]),
      turning("empty shelves", "none", quick, "baseline"),
      turning("2,400 products", "full", quick),
      dragging("an empty page", () => onEmptyPage(quick), "baseline"),
      dragging("a goal in the office", () => onOffice(quick)),
    ] as readonly Case[],
};
