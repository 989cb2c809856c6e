/** Surfaces in the studio. */
import { decode } from "fast-png";
import { describe, expect, it } from "vitest";
import { launchChromium, openPage } from "./support/browser.js";
import { faults, StudioUnderTest, shot, soon, tab } from "./support/studio.js";

const studio = new StudioUnderTest([
  "--enable-unsafe-swiftshader",
  "--use-gl=angle",
  "--use-angle=swiftshader",
]);

/** What software rendering says about itself. */
const isOwnFault = (text: string): boolean => !/GPU stall|GL Driver/.test(text);

describe("surfaces", () => {
  it("show the field of a goal, a path and its walker; obstacles are painted, and the camera walks along", async () => {
    const { page, complaints } = await openPage(studio.browser, studio.served.address);
    await tab(page, "Surface");
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
    await shot(page, "surface");
    await page.getByLabel("The camera walks along").check();
    await page.getByLabel("A click", { exact: true }).selectOption("block");
    expect(complaints.filter(isOwnFault)).toEqual([]);
    await page.close();
  });

  it.each(["light", "dark"] as const)(
    "in %s are without a serious fault, at a desk and on a phone",
    async (colorScheme) => {
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 760 },
      ]) {
        const { page, complaints } = await openPage(studio.browser, studio.served.address, {
          viewport,
          colorScheme,
        });
        await tab(page, "Surface");
        await soon(() => page.locator(".facts").innerText()).toContain("2,880");
        expect(await page.evaluate("document.documentElement.dataset.theme")).toBe(colorScheme);
        expect(await faults(page)).toEqual([]);
        await shot(page, `surface-${colorScheme}-${viewport.width}`);
        // Nothing lies over its controls, and the mesh is whole in view: left and right of it is the page's colour alone.
        await page.getByLabel("A click", { exact: true }).click({ trial: true });
        const { data, width, height, channels } = decode(await page.getByTestId("surface").screenshot());
        const colours = new Set<string>();
        for (let y = 8; y < height - 8; y++)
          for (const x of [4, width - 5]) {
            const at = (y * width + x) * channels;
            colours.add(data.slice(at, at + 3).join());
          }
        expect([...colours]).toHaveLength(1);
        expect(complaints.filter(isOwnFault)).toEqual([]);
        await page.close();
      }
    },
  );

  it("are walked by keyboard alone: a goal, a start, a path", async () => {
    const { page, complaints } = await openPage(studio.browser, studio.served.address);
    await tab(page, "Surface");
    await soon(() => page.locator(".facts").innerText()).toContain("2,880");
    const surface = page.getByTestId("surface");
    await surface.focus();
    const press = async (times: number, key: string): Promise<void> => {
      for (let i = 0; i < times; i++) await surface.press(key);
    };
    await press(7, "ArrowLeft");
    await press(4, "ArrowDown");
    await surface.press("Enter");
    await soon(() => page.locator(".facts").innerText()).toContain("Solved in");
    await press(18, "ArrowRight");
    await press(8, "ArrowUp");
    await surface.press("Enter");
    await soon(() => page.locator(".facts").innerText()).toMatch(/Path 1\s+[\d.]+ m/);
    expect(complaints.filter(isOwnFault)).toEqual([]);
    await page.close();
  });

  it("say where there is no WebGL, and plans work on", async () => {
    const other = await launchChromium(["--disable-3d-apis"]);
    const { page } = await openPage(other, `${studio.served.address}#two-rooms`);
    await tab(page, "Surface");
    await soon(() => page.locator(".fault").innerText()).toContain("no WebGL");
    await tab(page, "Paths");
    await soon(() => page.locator(".facts dd").count()).toBeGreaterThan(1);
    await other.close();
  });
});
