import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Point } from "wayfield";
import { BUILTIN_BUILDINGS, builtinBuilding } from "wayfield/scenes";
import { Camera } from "./camera.js";
import { Stack } from "./stack.js";
import { mostForNames, type NameSpot, nameSpots, roomForNames } from "./stack-names.js";

const along = (p: Point, q: Point, t: number): Point => [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];

/** Places close to each other on the edges of rings. */
function* places(ring: readonly Point[]): Generator<Point> {
  for (const [i, p] of ring.entries())
    for (let k = 0; k < 400; k++) yield along(p, ring[(i + 1) % ring.length], k / 400);
}

/** Everything that is painted of a stack on its plane: outlines, and flights from foot to head. */
function ringsOf(stack: Stack): Point[][] {
  const { levels, connections = [] } = stack.scene;
  const height = (name: string): number => levels.find((one) => one.name === name)!.elevation;
  const flights = connections.flatMap((flight) => {
    if (flight.kind === "lift") return [];
    const [a, b] = flight.from.segment.map((p) => stack.project(p, height(flight.from.level)));
    const [c, d] = flight.to.segment.map((p) => stack.project(p, height(flight.to.level)));
    return [
      [a, b, c, d],
      [a, b, d, c],
    ];
  });
  return [...levels.map((_, i) => stack.outline(i)), ...flights];
}

const isOn = ({ x, y, width }: NameSpot, [px, py]: Point): boolean =>
  px > x - width && px < x && Math.abs(py - y) < 14;

describe("names beside stacked levels", () => {
  beforeAll(() => vi.stubGlobal("window", { innerHeight: 900 }));
  afterAll(() => vi.unstubAllGlobals());

  const buildings = BUILTIN_BUILDINGS.map(({ name }) => name.replace(/-N$/, "-7"));
  it.each(buildings)("of %s are within the view, on no level, flight or other name", (name) => {
    const plain = new Stack(builtinBuilding(name));
    const { levels } = plain.scene;
    for (const [width, height] of [
      [1100, 820],
      [390, 700],
    ])
      for (const letters of [5, 90]) {
        const widths = levels.map(() => 7 * letters);
        const camera = new Camera();
        camera.resize(width, height);
        camera.fit(plain.box, true, (view) => roomForNames(widths, view));
        for (const level of [null, ...plain.order]) {
          const stack = level === null ? plain : plain.lifted(plain.liftsFor(level));
          const spots = nameSpots(stack, (p) => camera.toPage(p), widths, width);
          const extent = (i: number): number => {
            const xs = stack.outline(i).map((p) => camera.toPage(p)[0]);
            return Math.max(...xs) - Math.min(...xs);
          };
          const wide = plain.order.filter((i) => extent(i) >= 90);
          expect(spots.map((spot) => spot.level)).toEqual(wide);
          // All the room that there is for names can be had by each.
          for (const spot of spots) expect(spot.width).toBe(Math.min(7 * letters, mostForNames(width)));
          for (const { x, width: own } of spots) expect(x - own).toBeGreaterThanOrEqual(8);
          for (const ring of ringsOf(stack))
            for (const place of places(ring)) {
              const at = camera.toPage(place);
              const hit = spots.find((spot) => isOn(spot, at));
              if (hit) expect.fail(`the name of level ${hit.level} lies on what is at ${at}`);
            }
          for (const [i, a] of spots.entries())
            for (const b of spots.slice(i + 1))
              expect(a.x <= b.x - b.width || b.x <= a.x - a.width || Math.abs(a.y - b.y) >= 32 - 1e-9).toBe(
                true,
              );
        }
      }
  });

  it("go with the level, and are left out where the view ends before them", () => {
    const stack = new Stack(builtinBuilding("theatre-balcony"));
    const camera = new Camera();
    camera.resize(1100, 820);
    camera.fit(stack.box, true, () => 100);
    const widths = stack.scene.levels.map(() => 80);
    const spots = () => nameSpots(stack, (p) => camera.toPage(p), widths, 1100);
    expect(spots()).toHaveLength(2);
    let shortest = 80;
    for (let moved = 0; moved < 500; moved += 7) {
      for (const { x, width } of spots()) {
        expect(x - width).toBeGreaterThanOrEqual(8);
        expect(width).toBeGreaterThanOrEqual(24);
        shortest = Math.min(shortest, width);
      }
      camera.pan(-7, 0);
    }
    expect(shortest).toBeLessThan(40);
    expect(spots()).toEqual([]);
  });
});
