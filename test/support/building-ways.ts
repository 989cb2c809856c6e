/** What tests of planners ask of ways through a building, on its sheet. */
import { expect } from "vitest";
import type { Point } from "../../src/geometry/index.js";
import type { Random } from "../../src/numerics/index.js";
import { patchAt, type World } from "../../src/world/index.js";
import { BuildingOracle, type OraclePortal } from "./building-oracle.js";

/** The length of the shortest way between two places of a sheet, by definition; Infinity for none. */
export function oracleOf(world: World): (p: Point, q: Point) => number {
  const { sheet } = world.building!;
  const patches = sheet.patches.map(({ outline, obstacles: [from, to] }) => ({
    outline,
    obstacles: world.obstacles.slice(from, to).map(({ polygon }) => polygon!),
  }));
  const portals = sheet.portals.map(({ a, b, patches: [level, flight], entry }): OraclePortal => {
    if (entry === "b") return { a: b, b: a, patches: [flight, level], oneWay: true };
    return { a, b, patches: [level, flight], oneWay: entry === "a" };
  });
  const oracle = new BuildingOracle(patches, portals);
  const placed = (at: Point) => ({ patch: patchAt(sheet, at[0]), at });
  return (p, q) => oracle.distance(placed(p), placed(q));
}

/** A free place of a building, on its sheet. */
export function freePlace(world: World, random: Random): Point {
  const { patches } = world.building!.sheet;
  for (;;) {
    const { cell } = patches[random.below(patches.length)];
    const p: Point = [random.between(cell.minX, cell.maxX), random.between(cell.minY, cell.maxY)];
    if (world.contains(p)) return p;
  }
}

/** Whether every leg of a path stays on free ground, or leads from one side of a portal to the other. */
export function expectWalkable(world: World, path: readonly Point[]): void {
  const { sheet } = world.building!;
  for (let i = 1; i < path.length; i++) {
    const [p, q] = [path[i - 1], path[i]];
    if (patchAt(sheet, p[0]) === patchAt(sheet, q[0])) {
      if (!world.visible(p, q)) expect({ from: p, to: q, leg: i }).toBe("free");
      continue;
    }
    const shifts = sheet.portals.flatMap(({ shift: [x, y] }): Point[] => [
      [x, y],
      [-x, -y],
    ]);
    const away = shifts.map(([x, y]) => Math.hypot(p[0] + x - q[0], p[1] + y - q[1]));
    expect(Math.min(...away)).toBeLessThan(1e-7);
  }
}
