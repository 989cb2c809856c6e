/** The supermarket in a real browser: opened, paused, practised with a pen and a finger, and what can go wrong. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "./support/browser.js";
import { KeyUser, MouseUser } from "./support/market-hands.js";
import { browser, outcome, PATIENCE, served, use } from "./support/market-pages.js";
import { FAKE_PAD, PenUser, TouchUser } from "./support/market-pointers.js";

/** Waits until an expression is true in a page, whose policy forbids it to evaluate any by itself. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(50);
}

describe("the supermarket", () => {
  it("opens from the gallery and closes again", async () => {
    const { page, complaints } = await openPage(browser, served.address);
    await page.getByRole("button", { name: /^Open the gallery/ }).click();
    await page.getByRole("button", { name: /^Walk in the supermarket/ }).click();
    await page.getByRole("heading", { name: "The supermarket" }).waitFor();
    expect(page.url()).toMatch(/#market$/);
    await page.getByRole("button", { name: "Back to the studio" }).click();
    await page.locator("#market").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("has a free pointer where the browser locks none, and says so", async () => {
    await use(
      "?task=free",
      async (page) => {
        await until(page, "window.wayfieldMarket");
        await page.mouse.click(320, 200);
        await page.getByText("This browser does not lock the pointer").waitFor();
        const before = (await page.evaluate("window.wayfieldMarket.state()")) as {
          yaw: number;
          eye: number[];
        };
        await page.mouse.move(636, 200);
        await until(page, `window.wayfieldMarket.state().yaw < ${before.yaw - 0.3}`);
        const after = (await page.evaluate("window.wayfieldMarket.state()")) as {
          eye: number[];
          free: boolean;
        };
        expect([after.eye, after.free]).toEqual([before.eye, true]);
      },
      "Element.prototype.requestPointerLock = undefined;",
    );
  });

  it("stops the clock while the page is not seen, and goes on", async () => {
    await use("?task=waypoints", async (page) => {
      await until(page, "window.wayfieldMarket?.state().frame > 0");
      await page.evaluate(`Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
      await page.getByTestId("paused").waitFor();
      expect(await page.evaluate("window.wayfieldMarket.state().running")).toBe(false);
      await page.getByRole("button", { name: "Go on" }).click();
      await until(page, "window.wayfieldMarket.state().running");
    });
  });

  it.each([
    ["a mouse", MouseUser],
    ["keys", KeyUser],
  ] as const)("has stars in the open air, which somebody with %s finds", PATIENCE, async (name, User) => {
    await use("?task=waypoints&scene=open-air", async (page) => {
      const user = new User(page);
      await user.begin();
      await user.findStars();
      await outcome(page, `the stars of the open air, ${name}`);
    });
  });

  it("turns by a step for a press of a key, and by a small one with Shift, and says what keys do", async () => {
    await use("?task=practice", async (page) => {
      const user = new KeyUser(page);
      await user.begin();
      const { yaw, pitch } = (await user.see())!;
      for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+KeyQ");
      for (let i = 0; i < 2; i++) await page.keyboard.press("Shift+KeyF");
      const after = (await user.see())!;
      expect(after.yaw - yaw).toBeCloseTo(0.03, 9);
      expect(after.pitch - pitch).toBeCloseTo(-0.02, 9);
      await page.getByText("Q and E turn left and right, R and F look up and down").waitFor();
    });
  });

  it("goes on with a study that a reload has cut off", async () => {
    await use("", async (page) => {
      await page.getByRole("button", { name: /^The study/ }).click();
      await page.getByLabel("Your name, or any other").fill("Ada");
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByTestId("market-run").waitFor();
      await page.reload();
      await page.getByRole("button", { name: /^Go on with the study.*Ada, run 1 of 10/ }).click();
      await page.getByTestId("between").getByText("Run 1 of 10").waitFor();
    });
  });

  it("says in a line what an address asks for in vain, and that there is no WebGL", async () => {
    await use("?task=dance", async (page) => {
      await page.getByText("The link asks for task=dance; there are practice").waitFor();
    });
    await use(
      "?task=free",
      async (page) => {
        await page.getByText("This browser shows no WebGL").waitFor();
      },
      `const get = HTMLCanvasElement.prototype.getContext;
       HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : get.call(this, kind, ...rest); };
       console.error = () => {};`,
    );
  });

  it.each([
    ["a pen", PenUser],
    ["a finger", TouchUser],
  ] as const)("is practised with %s: turns, walks, takes and places", PATIENCE, async (name, User) => {
    await use("?task=practice&device=pointer", async (page) => {
      const user = new User(page);
      await user.begin();
      await user.practise();
      const facts = await outcome(page, `practice, ${name}`);
      expect(facts).toMatch(/Keys\s+0/);
      expect(Number(/From beside the copies\s+([\d.]+)/.exec(facts)![1])).toBeLessThan(0.1);
    });
  });

  it("hears a gamepad: the left stick walks, the right one turns the camera at an edge while it is pushed", async () => {
    const state = "window.wayfieldMarket.state()";
    await use(
      "?task=free&device=pointer",
      async (page) => {
        await until(page, "window.wayfieldMarket?.state().frame > 0");
        const [x, y] = (await page.evaluate(`${state}.eye`)) as number[];
        await page.evaluate("window.pad.axes = [0, -1, 0, 0]");
        await until(page, `Math.hypot(${state}.eye[0] - ${x}, ${state}.eye[1] - ${y}) > 0.5`);
        const yaw = (await page.evaluate(`${state}.yaw`)) as number;
        await page.evaluate("window.pad.axes = [0, 0, 1, 0]");
        await until(page, `${state}.yaw < ${yaw - 0.3}`);
        await page.evaluate("window.pad = null");
        await until(page, `!${state}.moving`);
        const still = await page.evaluate(`${state}.yaw`);
        await page.waitForTimeout(300);
        expect(await page.evaluate(`${state}.yaw`)).toBe(still);
      },
      FAKE_PAD,
    );
  });

  it("analyses logs that are opened, and says what is wrong with broken ones", async () => {
    await use("", async (page) => {
      await page.getByRole("button", { name: /^Results/ }).click();
      await page.getByText("No analysis yet: no finished runs yet.").first().waitFor();
      const run = (device: string, seconds: number) => ({
        task: "search",
        scene: "supermarket",
        device,
        technique: "point",
        explosion: true,
        finished: true,
        seconds,
        clicks: 3,
        keys: 0,
        metres: 10,
        wrong: 0,
        pauses: 0,
        placed: 0.1,
        turned: 5,
      });
      // Differences 10, 12 and 14: t = 12 / (2 / sqrt 3), F = t² = 108.
      const logs = [10, 12, 14].map((more, k) => ({
        format: "wayfield-market-log",
        version: 1,
        participant: `p${k}`,
        seed: k,
        pre: {},
        post: {},
        runs: [run("mouse", 40 + k), run("pointer", 40 + k + more)],
      }));
      await page.getByTestId("logs").setInputFiles([
        { name: "three.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(logs)) },
        { name: "broken.json", mimeType: "application/json", buffer: Buffer.from('{"format":') },
      ]);
      await page.getByText("F(1, 2) = 108.00").waitFor();
      await page.getByText(/^broken.json: no JSON, perhaps cut off/).waitFor();
      await page.getByText("F = 8.7025, p < 0.0042: mouse faster than Wii Remote").waitFor();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save CSV" }).click(),
      ]);
      expect(readFileSync((await file.path())!, "utf8").split("\n")).toHaveLength(8);
    });
  });
});
