/** Levels, stairs and lifts drawn in the studio: a plan becomes a building, people walk down its stairs, and undo takes it all back. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type BuildingScene, diagnose, parseAnyScene } from "../src/world/index.js";
import {
  click,
  coloursOn,
  count,
  drag,
  drawRoom,
  faults,
  kept,
  pointAt,
  probe,
  run,
  StudioUnderTest,
  shot,
  soon,
  tool,
} from "./support/studio.js";

const studio = new StudioUnderTest();

const scene = async (page: Page): Promise<BuildingScene> => JSON.parse((await kept(page))!);
const strip = (page: Page) => page.getByRole("toolbar", { name: "Levels" });
const level = (page: Page, name: string) =>
  strip(page).getByRole("button", { name: new RegExp(`^${name} `) });
const section = (page: Page) => page.locator(".inspector section", { hasText: "Add a level" });
const addLevel = (page: Page) => section(page).getByRole("button", { name: "Add a level" }).click();
const findingsOf = async (page: Page) => diagnose(parseAnyScene(await scene(page)));

describe("levels", () => {
  it("are added to a room and joined by stairs that were drawn; people walk down and out, and undo leads back to the byte", async () => {
    await studio.use("", async (page) => {
      await drawRoom(page);
      const states = [await kept(page)];
      expect(await page.getByRole("button", { name: /^Stairs \(/ }).isDisabled()).toBe(true);
      await addLevel(page);
      await soon(() => level(page, "level 1").getAttribute("aria-pressed")).toBe("true");
      states.push(await kept(page));
      await level(page, "ground").click();
      await tool(page, "Stairs");
      await drag(page, [0.4, 0.4], [0.4, 0.55]);
      // While it is drawn the page says what is wrong with it: too steep at first.
      await pointAt(page, 0.42, 0.5);
      await soon(() => page.locator(".hint").innerText()).toMatch(/stairs are built with at most/);
      await pointAt(page, 0.6, 0.5);
      await soon(() => page.locator(".hint").innerText()).toMatch(/^Drag along the edge/);
      await click(page, [0.6, 0.5]);
      states.push(await kept(page));
      expect((await scene(page)).connections).toMatchObject([
        { kind: "stairs", from: { level: "ground" }, to: { level: "level 1" } },
      ]);
      expect(await findingsOf(page)).toEqual([]);
      await soon(() => page.locator(".inspector").innerText()).toMatch(/Rises\s+3\.00 m over/);
      expect(await faults(page)).toEqual([]);
      await shot(page, "stairs");
      await level(page, "level 1").click();
      await pointAt(page, 0.7, 0.5);
      await soon(() => probe(page)).toMatch(/^[\d.]+ m to exit, over 2 levels$/);
      await tool(page, "People");
      await drag(page, [0.65, 0.4], [0.75, 0.6]);
      states.push(await kept(page));
      await run(page);
      await soon(() => count(page)).toMatch(/^0 inside · ([1-9]\d*) of \1 out$/);
      await page.getByRole("button", { name: "Close the run" }).click();
      for (const state of states.toReversed()) {
        expect(await kept(page)).toBe(state);
        await page.keyboard.press("Control+z");
      }
      for (let i = 0; i < states.length; i++) await page.keyboard.press("Control+y");
      expect(await kept(page)).toBe(states.at(-1));
    });
  });

  it("and stairs and a lift are made by keyboard alone", async () => {
    await studio.use("#two-rooms", async (page) => {
      const plan = page.getByTestId("plan");
      const press = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await plan.press(key);
      };
      await soon(() => kept(page)).not.toBeNull();
      await section(page).getByRole("button", { name: "Add a level" }).press("Enter");
      await soon(() => level(page, "level 1").count()).toBe(1);
      await press("PageDown", "u");
      await press(
        "ArrowLeft",
        "ArrowLeft",
        "Enter",
        "ArrowDown",
        "ArrowDown",
        "ArrowDown",
        "ArrowDown",
        "Enter",
      );
      await press("Shift+ArrowLeft", "Enter");
      await soon(async () => (await scene(page)).connections?.length).toBe(1);
      await press("j", "Shift+ArrowRight", "Enter", "ArrowUp", "ArrowUp", "ArrowUp", "Enter");
      await press("ArrowRight", "ArrowRight", "ArrowRight", "Enter");
      await soon(async () => (await scene(page)).connections?.length).toBe(2);
      const made = (await scene(page)).connections!;
      expect(made.map(({ kind }) => kind)).toEqual(["stairs", "lift"]);
      expect(Object.keys((made[1] as { at: object }).at)).toEqual(["ground", "level 1"]);
      // What is selected moves by arrow keys as a whole, and goes as a whole.
      const before = await kept(page);
      await press("v", "ArrowRight");
      await soon(() => kept(page)).not.toBe(before);
      await press("Delete");
      await soon(async () => (await scene(page)).connections?.length).toBe(1);
      await press("Control+z", "Control+z");
      await soon(() => kept(page)).toBe(before);
    });
  });

  it("are named, raised and deleted; a long name is whole where somebody looks at it", async () => {
    await studio.use("#theatre-balcony", async (page) => {
      const untouched = await kept(page);
      const name = "the balcony of the old house above the stalls and boxes";
      await level(page, "balcony").click();
      await section(page).getByLabel("Name").fill(name);
      await section(page).getByLabel("Name").press("Enter");
      await soon(() => level(page, name).getAttribute("aria-pressed")).toBe("true");
      expect((await scene(page)).connections![0]).toMatchObject({ to: { level: name } });
      // A name that is taken is put back.
      await section(page).getByLabel("Name").fill("stalls");
      await section(page).getByLabel("Name").press("Enter");
      expect(await section(page).getByLabel("Name").inputValue()).toBe(name);
      await section(page).getByLabel("Floor at").fill("4.5");
      await section(page).getByLabel("Floor at").press("Enter");
      await soon(() => level(page, name).innerText()).toContain("+4.50 m");
      const isCut = () =>
        level(page, name)
          .locator("strong")
          .evaluate((label) => label.scrollHeight > label.clientHeight + 1);
      await level(page, "stalls").hover();
      expect(await isCut()).toBe(true);
      await level(page, name).hover();
      await soon(isCut).toBe(false);
      await section(page).getByRole("button", { name: "Delete this level" }).click();
      await soon(() => strip(page).count()).toBe(0);
      expect(await scene(page)).not.toHaveProperty("levels");
      for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
      await soon(() => kept(page)).toBe(untouched);
    });
  });

  it("that are stacked unfold under the pointer and under the focus, and fold again", async () => {
    await studio.use(
      "#two-storey-office",
      async (page) => {
        await page.getByRole("button", { name: "All levels" }).click();
        await soon(() => page.locator(".facts").first().innerText()).toContain("of the floors");
        await page.mouse.move(700, 5);
        await soon(() => coloursOn(page)).toBeGreaterThan(30);
        // The canvas of levels alone: what lies over it has a hover of its own.
        const levels = (): Promise<unknown> =>
          page.evaluate(`document.querySelectorAll("main canvas")[1].toDataURL()`);
        const folded = await levels();
        const isFolded = async (): Promise<boolean> => (await levels()) === folded;
        await level(page, "ground").hover();
        await soon(isFolded).toBe(false);
        await shot(page, "unfolded");
        await page.mouse.move(700, 5);
        await soon(isFolded).toBe(true);
        await level(page, "ground").focus();
        await soon(isFolded).toBe(false);
        await level(page, "ground").blur();
        await soon(isFolded).toBe(true);
        // Over the lowest floor the way from there is shown, but not from walls.
        let y = 0.55;
        await soon(() => {
          y = y > 0.7 ? 0.55 : y + 0.01;
          return pointAt(page, 0.5, y).then(() => probe(page));
        }).toMatch(/ m to /);
        await soon(isFolded).toBe(false);
      },
      { reducedMotion: "reduce" },
    );
  });
});
