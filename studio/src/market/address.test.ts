import { expect, test } from "vitest";
import { isMarketAddress, openedBy } from "./address.js";

test("the supermarket's addresses are told from scenes'", () => {
  expect(["#market", "market", "#market?task=free"].map(isMarketAddress)).toEqual([true, true, true]);
  expect(["#office", "", "#supermarket", "#market-2"].map(isMarketAddress)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("an address opens the menu, or a task with its conditions", () => {
  expect(openedBy("#market")).toEqual({ conditions: null, fault: null });
  expect(
    openedBy("#market?task=waypoints&scene=open-air&technique=keys&device=pointer&explosion=off").conditions,
  ).toEqual({
    task: "waypoints",
    scene: "open-air",
    technique: "keys",
    device: "pointer",
    explosion: false,
  });
});

test("an address that asks for what is not there says what is", () => {
  expect(openedBy("#market?task=dance").fault).toBe(
    "The link asks for task=dance; there are practice, waypoints, selection, search, free.",
  );
  expect(openedBy("#market?speed=9").fault).toBe(
    "The link asks for speed; there are task, device, technique, explosion, scene, stock.",
  );
  expect(openedBy("#market?task=search&scene=open-air").fault).toBe(
    "The open air has no shelves for search; there are waypoints, free.",
  );
});
