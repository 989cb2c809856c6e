/** The scenes to walk in: stars that are seen one from another, by who turns. */
import { describe, expect, it, test } from "vitest";
import { distance, type Point } from "../geometry/index.js";
import { PathMap } from "../pathmap/index.js";
import { World } from "../world/index.js";
import { MARKET, openAirPlan, supermarketPlan } from "./index.js";

const EYE = 1.6;

/** Whether the ground at b is seen from eyes at a: walked along in centimetres, over what is lower than the line. */
function isSeen({ scene, heights }: ReturnType<typeof supermarketPlan>, a: Point, b: Point): boolean {
  const length = distance(a, b);
  for (let s = 0; s < length; s += 0.01) {
    const [x, y] = [a[0] + ((b[0] - a[0]) * s) / length, a[1] + ((b[1] - a[1]) * s) / length];
    // A star turns at the height of the chest.
    const z = EYE + ((1.2 - EYE) * s) / length;
    const isHidden = scene.obstacles!.some(
      ({ polygon }, i) =>
        z < heights[i] &&
        polygon!.every(([px, py], k) => {
          const [qx, qy] = polygon![(k + 1) % polygon!.length];
          return (qx - px) * (y - py) - (qy - py) * (x - px) > 0;
        }),
    );
    if (isHidden) return false;
  }
  return true;
}

describe.each([
  ["supermarket", supermarketPlan()],
  ["open air", openAirPlan()],
])("the %s", (_, plan) => {
  const places = [plan.start, ...plan.stars];

  test("shows every star from the one before", () => {
    for (let i = 1; i < places.length; i++)
      expect([i, isSeen(plan, places[i - 1], places[i])]).toEqual([i, true]);
  });

  test("has every star where a camera gets to", () => {
    const world = new World(plan.scene);
    for (let i = 1; i < places.length; i++) {
      const map = new PathMap(world, { goals: [`star ${i}`], radius: 0.3 });
      expect(map.distance(places[i - 1])).not.toBeNull();
    }
  });

  test("asks for a turn of more than 60 degrees at every star", () => {
    for (let i = 2; i < places.length; i++) {
      const [a, b, c] = [places[i - 2], places[i - 1], places[i]];
      const turned = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]);
      const angle = Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned)));
      expect(angle).toBeGreaterThan(Math.PI / 3);
    }
  });
});

describe("the supermarket", () => {
  it("has shelves whose fronts face an aisle", () => {
    const { scene, shelves } = supermarketPlan();
    const world = new World(scene);
    expect(shelves).toHaveLength(MARKET.rows * 2 * MARKET.shelvesPerSide);
    for (const { from, to, out } of shelves) {
      const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      expect(distance(from, to)).toBeCloseTo(MARKET.shelfWidth, 12);
      expect(world.clearance([middle[0] + out[0], middle[1] + out[1]])).toBeCloseTo(1, 9);
      expect(world.contains([middle[0] - 0.1 * out[0], middle[1] - 0.1 * out[1]])).toBe(false);
      // The left end first, for who looks at it: out is to the right of the front's direction.
      expect((to[0] - from[0]) * out[1] - (to[1] - from[1]) * out[0]).toBeLessThan(0);
    }
  });
});

describe("the open air", () => {
  it("is the same for the same seed, and has other trees for another", () => {
    expect(openAirPlan(3)).toEqual(openAirPlan(3));
    expect(openAirPlan(3).scene.obstacles).not.toEqual(openAirPlan(4).scene.obstacles);
  });
});
