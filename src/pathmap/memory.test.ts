import { afterEach, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { setMaxMemory } from "../limits.js";
import { World } from "../world/index.js";
import { PathMap } from "./pathmap.js";

afterEach(() => setMaxMemory());

/** A hall around a tower of so many corners: paths around it bend at half of them, and every bend sees far. */
function tower(corners: number): World {
  const polygon = Array.from({ length: corners }, (_, k): [number, number] => {
    const angle = (2 * Math.PI * k) / corners;
    return [30 + 4 * Math.cos(angle), 10 + 4 * Math.sin(angle)];
  });
  const boundary: [number, number][] = [
    [0, 0],
    [40, 0],
    [40, 120],
    [0, 120],
  ];
  return new World({ boundary, obstacles: [{ polygon }] });
}

test("a map that outgrows the memory allowed is refused while it grows, in a line that says so", () => {
  const goals = [{ point: [2, 50] as const }];
  const world = tower(600);
  setMaxMemory(300_000);
  let message = "";
  try {
    new PathMap(world, { goals });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    message = (error as Error).message;
  }
  expect(message).toMatch(/^a path map's \d+ (windows|cones) may need .* of memory; allowed: 293 KiB/);
  setMaxMemory();
  expect(new PathMap(world, { goals }).distance([38, 10])).toBeGreaterThan(50);
});
