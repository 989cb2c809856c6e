import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "vitest";
import { freeArea, isFree } from "../../test/measure-scene.js";
import { signedArea } from "../geometry/index.js";
import { completeScene, type Obstacle, type Scene } from "../world/index.js";
import { formatNamed } from "./index.js";

const data = (name: string): string =>
  readFileSync(new URL(`../../test/data/${name}`, import.meta.url), "utf8");
const read = (text: string): { scene: Scene; notes: readonly string[] } => formatNamed("svg").read!(text);
const polygons = (scene: Scene): NonNullable<Obstacle["polygon"]>[] =>
  scene.obstacles!.flatMap((o) => (o.polygon ? [o.polygon] : []));

describe("SVG", () => {
  test("a drawing with transforms, a path with a hole, and roles", () => {
    const { scene, notes } = read(data("drawing.svg"));
    expect(scene.boundary).toEqual(
      expect.arrayContaining([
        [0, 0],
        [20, 0],
        [20, 10],
        [0, 10],
      ]),
    );
    // A 2 x 4 block turned by 90 degrees around (10, 5) is 4 x 2.
    expect(isFree(scene, [11.9, 5])).toBe(false);
    expect(isFree(scene, [10, 6.1])).toBe(true);
    // y is up: the path at the top of the page, from y 1 to 3, lies at 7 to 9; its hole is free.
    expect(isFree(scene, [14.2, 8])).toBe(false);
    expect(isFree(scene, [15, 8])).toBe(true);
    const circle = 0.01 * 2 * Math.PI;
    expect(freeArea(scene)).toBeGreaterThan(200 - 8 - Math.PI - 3);
    expect(freeArea(scene)).toBeLessThan(200 - 8 - Math.PI - 3 + circle);
    expect(scene.goals).toEqual({
      east: {
        segments: [
          [
            [20, 6],
            [20, 4],
          ],
        ],
      },
      middle: { points: [[18, 5]] },
    });
    expect(notes).toContain("not read: 1 <text>");
  });

  const path = (d: string): Scene =>
    read(`<svg><rect id="boundary" x="-99" y="-99" width="999" height="999"/><path d="${d}"/></svg>`).scene;

  test("relative and absolute commands draw the same", () => {
    const absolute = polygons(path("M1 1 L3 1 H5 V4 C5 5 4 6 3 6 S1 6 1 4 Q0 3 1 2 T1 1 Z"))[0];
    const relative = polygons(path("m1,1l2,0h2v3c0,1-1,2-2,2s-2,0-2-2q-1-1 0-2t0-1z"))[0];
    expect(relative.length).toBe(absolute.length);
    relative.forEach((p, i) => {
      expect(p[0]).toBeCloseTo(absolute[i][0], 12);
      expect(p[1]).toBeCloseTo(absolute[i][1], 12);
    });
  });

  test("four arcs make a circle; flags may stand without spaces", () => {
    const ring = polygons(path("M10 5A5 5 0 0 1 5 10A5 5 0 01 0 5 5 5 0 015 0 5 5 0 0 1 10 5Z"))[0];
    for (const [x, y] of ring) expect(Math.hypot(x - 5, y + 5)).toBeCloseTo(5, 10);
    expect(Math.abs(signedArea(ring))).toBeGreaterThan(Math.PI * 25 - 0.01 * Math.PI * 10);
  });

  test("a large arc and a turned ellipse lie on their conic", () => {
    // Half axes 6 and 3, turned by 30 degrees; the ends are opposite, so the centre is their middle.
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const ring = polygons(
      path(`M ${20 + 6 * c} ${20 + 6 * s} A 6 3 30 1 1 ${20 - 6 * c} ${20 - 6 * s} Z`),
    )[0];
    for (const [x, up] of ring) {
      const [dx, dy] = [x - 20, -up - 20];
      const [u, v] = [c * dx + s * dy, -s * dx + c * dy];
      expect((u / 6) ** 2 + (v / 3) ** 2).toBeCloseTo(1, 10);
    }
    expect(Math.abs(signedArea(ring))).toBeCloseTo((Math.PI * 18) / 2, 0);
  });

  test("a Bezier curve stays within 0.01 of its chain (sampled)", () => {
    const walls = path("M0 0C0 40 40 40 40 0").obstacles!.map((o) => o.segment!);
    for (let i = 0; i <= 2000; i++) {
      const t = i / 2000;
      const [x, y] = [40 * (3 * (1 - t) * t * t + t ** 3), -(120 * (1 - t) ** 2 * t + 120 * (1 - t) * t * t)];
      const nearest = Math.min(
        ...walls.map(([a, b]) => {
          const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
          const k = Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)));
          return Math.hypot(a[0] + k * dx - x, a[1] + k * dy - y);
        }),
      );
      expect(nearest).toBeLessThanOrEqual(0.01);
    }
  });

  test.each([
    ["translate(3 4)", [1, 2], [4, 6]],
    ["scale(2)", [1, 2], [2, 4]],
    ["scale(2,-1)", [1, 2], [2, -2]],
    ["rotate(90)", [1, 2], [-2, 1]],
    ["rotate(90 1 1)", [1, 2], [0, 1]],
    ["skewX(45)", [1, 2], [3, 2]],
    ["skewY(45)", [1, 2], [1, 3]],
    ["matrix(1 2 3 4 5 6)", [1, 2], [12, 16]],
    ["translate(10) scale(2)", [1, 2], [12, 4]],
  ])("%s", (transform, [x, y], expected) => {
    const text = `<svg><g transform="${transform}"><circle class="goal" cx="${x}" cy="${y}"/></g><rect id="boundary" width="9" height="9"/></svg>`;
    const [px, py] = read(text).scene.goals!.goal.points![0];
    expect(px).toBeCloseTo(expected[0], 12);
    expect(-py).toBeCloseTo(expected[1], 12);
  });

  test.each([
    ["<svg><rect", /line 1: not valid XML/],
    ["<html></html>", /the root is <html>/],
    ['<svg>\n<rect width="1e999" height="2"/></svg>', /line 2, <rect>, width: a finite decimal number/],
    ['<svg>\n<path d="M 0 0 L NaN 1"/></svg>', /line 2, <path>, d/],
    ['<svg>\n<g transform="spin(3)"/></svg>', /no transform spin/],
    ['<svg>\n<rect data-role="wal" width="1" height="1"/></svg>', /line 2, <rect>: unknown data-role/],
    ["<svg/>", /no shape that could be a scene/],
  ])("a faulty file says where (%#)", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("another program draws what was written: white where free, grey in obstacles", () => {
    const scene = completeScene({
      boundary: [
        [0, 0],
        [40, 0],
        [40, 20],
        [0, 20],
      ],
      obstacles: [
        {
          polygon: [
            [10, 5],
            [14, 5],
            [14, 12],
            [10, 12],
          ],
        },
      ],
    });
    const { text } = formatNamed("svg").write!(scene);
    const image = new Resvg(text, { fitTo: { mode: "width", value: 832 } }).render();
    // The page has a margin of 1/50 of the longer side: 0.8 m, so 41.6 m are 832 pixels; y counts from the top.
    const colour = (x: number, y: number): number[] => {
      const at = 4 * (Math.round((20.8 - y) * 20) * image.width + Math.round((x + 0.8) * 20));
      return [...image.pixels.subarray(at, at + 3)];
    };
    expect(colour(12, 8)).toEqual([0x9a, 0xa0, 0xa6]);
    expect(colour(12, 14)).toEqual([255, 255, 255]);
    expect(colour(12, 3)).toEqual([255, 255, 255]);
  });
});
