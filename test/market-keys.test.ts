/** The supermarket in a real browser: somebody with keys alone does the practice and all tasks. */
import { describe, expect, it } from "vitest";
import { KeyUser } from "./support/market-hands.js";
import { doesEverything, outcome, PATIENCE, use } from "./support/market-pages.js";

describe("somebody with keys alone", () => doesEverything("keys alone", KeyUser));

describe("somebody with keys alone who walks by them", () => {
  it("finishes the stars", PATIENCE, async () => {
    await use("?task=waypoints&technique=keys", async (page) => {
      const user = new KeyUser(page);
      await user.begin();
      await user.walkToStars();
      expect(await outcome(page, "the stars, walking by keys")).toMatch(/Clicks 0/);
    });
  });
});
