/** The studio on other screens: a phone, a small desk, 4K, with less motion. */
import { describe, expect, it } from "vitest";
import {
  coloursOn,
  count,
  faults,
  kept,
  pixelOf,
  run,
  StudioUnderTest,
  shot,
  soon,
  tab,
} from "./support/studio.js";

const studio = new StudioUnderTest();

const PHONE = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true };

describe("on a phone", () => {
  it("everything is within the window, the plan can be seen, and axe finds nothing", async () => {
    await studio.use(
      "#park",
      async (page) => {
        await soon(() => coloursOn(page)).toBeGreaterThan(10);
        expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
        await shot(page, "phone");
        expect(await faults(page)).toEqual([]);
        await page.getByRole("button", { name: "Show the inspector" }).click();
        await soon(() => page.locator(".inspector").count()).toBe(1);
        expect(await faults(page)).toEqual([]);
      },
      PHONE,
    );
  });

  it("a thumb drags a goal, and a crowd is run and played", async () => {
    await studio.use(
      "#two-rooms",
      async (page) => {
        await soon(() => coloursOn(page)).toBeGreaterThan(10);
        const scene = JSON.parse((await kept(page))!);
        const [name] = Object.keys(scene.goals);
        const [a, b] = scene.goals[name].segments[0] as [[number, number], [number, number]];
        const [x, y] = await pixelOf(page, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
        const session = await page.context().newCDPSession(page);
        const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: [number, number][]) =>
          session.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: at.map(([px, py]) => ({ x: px, y: py })),
          });
        await touch("touchStart", [[x + 4, y - 3]]);
        for (let i = 1; i <= 6; i++) await touch("touchMove", [[x + 4 - 8 * i, y - 3]]);
        await touch("touchEnd", []);
        await soon(async () => JSON.parse((await kept(page))!).goals[name].segments[0]).not.toEqual([a, b]);
        await page.keyboard.press("Control+z");
        await run(page);
        await soon(() => count(page)).toMatch(/^0 inside · 40 of 40 out$/);
        await shot(page, "phone-run");
      },
      PHONE,
    );
  });
});

describe("on a desk", () => {
  it.each([
    [1280, 720],
    [3840, 2160],
  ])("of %i x %i nothing is cut off, and the plan fills it", async (width, height) => {
    await studio.use(
      "#office",
      async (page) => {
        await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
        const outside =
          (await page.evaluate(`[...document.querySelectorAll(".topbar > *, .rail button, .status > *")]
          .filter((element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
          }).map(({ outerHTML }) => outerHTML.slice(0, 80))`)) as string[];
        expect(outside).toEqual([]);
        const plan = (await page.getByTestId("plan").boundingBox())!;
        expect(plan.width).toBeGreaterThan(width - 400);
        await shot(page, `${width}`);
      },
      { viewport: { width, height } },
    );
  });

  it("nothing moves by itself where less motion is wanted", async () => {
    await studio.use(
      "#office",
      async (page) => {
        await tab(page, "Potential");
        expect(
          await page.evaluate(
            `document.getAnimations().filter(({ playState }) => playState === "running").length`,
          ),
        ).toBe(0);
      },
      { reducedMotion: "reduce" },
    );
  });
});
