import { expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import { boxOf, type Point } from "../geometry/index.js";
import { worldFrom } from "../world/index.js";
import { buildingPage, fieldOnPage, pathsOnPage } from "./index.js";

const world = worldFrom(gallery());
const page = buildingPage(world.building!, world.scene);

test("cells of levels and flights are on the page where their places are, and nowhere else", () => {
  const { minX, minY, maxX, maxY } = world.bounds;
  const cell = 0.25;
  const [width, height] = [Math.ceil((maxX - minX) / cell), Math.ceil((maxY - minY) / cell)];
  const frame = { width, height, cell, origin: [minX, minY] as Point, box: world.bounds, reflect: false };
  const { patches } = world.building!.sheet;
  // Beside the stair on levels, and on it on the flight: on the page they are apart.
  const middles = patches.map(({ kind, outline }): Point => {
    const box = boxOf(outline);
    return [(box.minX + box.maxX) / 2 + 0.3, kind === "level" ? box.minY + 1 : (box.minY + box.maxY) / 2];
  });
  // One cell in each patch, each with a level of its own.
  const level = new Float64Array(width * height).fill(-Infinity);
  middles.forEach(([x, y], i) => {
    level[Math.floor((y - minY) / cell) * width + Math.floor((x - minX) / cell)] = -i;
  });
  const drawn = fieldOnPage(page, { ...frame, level });
  expect([...drawn.level].filter((value) => value > -Infinity).sort()).toEqual(
    middles.map((_, i) => -i).sort(),
  );
  middles.forEach((p, i) => {
    const [x, y] = page.fold(p);
    const at = drawn.level.indexOf(-i);
    const centre = [
      drawn.origin[0] + ((at % drawn.width) + 0.5) * cell,
      drawn.origin[1] + (Math.floor(at / drawn.width) + 0.5) * cell,
    ];
    expect(Math.hypot(centre[0] - x, centre[1] - y)).toBeLessThan(1.5 * cell);
  });
});

test("a path down the stair is two pieces, which end on the flight", () => {
  const [foot, head] = world.building!.sheet.portals;
  const down = (share: number): Point => [
    foot.b[0][0] + share * (head.b[0][0] - foot.b[0][0]),
    (foot.b[0][1] + foot.b[1][1]) / 2,
  ];
  const steps = Array.from({ length: 21 }, (_, k) => down(1 - k / 20));
  const pieces = pathsOnPage(page, [[world.at("gallery", [16, 5]), world.at("gallery", [12, 5]), ...steps]]);
  expect(pieces.map((piece) => piece.length)).toEqual([2 + 11, 4 + 10]);
});

test("a stair in one leg is drawn half on either level", () => {
  const [foot, head] = world.building!.sheet.portals;
  const middle = ({ b: [p, q] }: typeof foot): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const pieces = pathsOnPage(page, [[middle(head), middle(foot)]]);
  expect(pieces).toHaveLength(2);
  for (const piece of pieces) {
    const [a, b] = [piece[0], piece.at(-1)!];
    // 4 m in the plan, half of it on each level, to a step of a twentieth.
    expect(Math.abs(Math.hypot(b[0] - a[0], b[1] - a[1]) - 2)).toBeLessThan(0.06);
  }
});
