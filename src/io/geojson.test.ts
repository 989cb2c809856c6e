import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { freeArea, isFree } from "../../test/measure-scene.js";
import { isSimple } from "../../test/simple-ring.js";
import type { Obstacle, Scene } from "../world/index.js";
import { formatNamed } from "./index.js";

const data = (name: string): string =>
  readFileSync(new URL(`../../test/data/${name}`, import.meta.url), "utf8");
const read = (text: string): { scene: Scene; notes: readonly string[] } => formatNamed("geojson").read!(text);
const polygons = (scene: Scene): NonNullable<Obstacle["polygon"]>[] =>
  scene.obstacles!.flatMap((o) => (o.polygon ? [o.polygon] : []));

describe("GeoJSON", () => {
  test("a file with roles", () => {
    const { scene } = read(data("hall.geojson"));
    expect(freeArea(scene)).toBe(200 * 100 - 3 * 400);
    expect(scene.obstacles!.filter((o) => o.segment)).toHaveLength(2);
    expect(scene.obstacles!.filter((o) => o.point)).toEqual([{ point: [150, 50] }]);
    expect(scene.goals).toEqual({
      east: {
        segments: [
          [
            [200, 40],
            [200, 60],
          ],
        ],
      },
    });
    expect(scene.spawns![0].count).toBe(30);
  });

  const square = (x: number, y: number, size: number): number[][] => [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  const collection = (...geometries: object[]): string =>
    JSON.stringify({
      type: "FeatureCollection",
      features: geometries.map((geometry) => ({ type: "Feature", properties: {}, geometry })),
    });
  const polygon = (...rings: number[][][]): object => ({ type: "Polygon", coordinates: rings });

  test("without roles the largest polygon is walkable, and those inside it are obstacles", () => {
    const { scene } = read(
      collection(polygon(square(300, 2, 10)), polygon(square(0, 0, 400), square(50, 50, 10))),
    );
    expect(freeArea(scene)).toBe(160000 - 100 - 100);
    expect(isFree(scene, [305, 5])).toBe(false);
  });

  test("without roles, polygons that do not lie in one are walkable together", () => {
    const { scene, notes } = read(collection(polygon(square(0, 0, 400)), polygon(square(300, 0, 400))));
    expect(freeArea(scene)).toBe(700 * 400);
    expect(notes.join()).toMatch(/2 areas without a role are walkable together/);
  });

  test("an obstacle with a hole is cut into pieces that leave the hole free", () => {
    const text = JSON.stringify({
      type: "FeatureCollection",
      features: [
        { type: "Feature", properties: { role: "boundary" }, geometry: polygon(square(0, 0, 900)) },
        {
          type: "Feature",
          properties: { role: "wall" },
          geometry: polygon(square(100, 100, 300), square(200, 200, 50)),
        },
      ],
    });
    const { scene } = read(text);
    expect(freeArea(scene)).toBe(900 * 900 - 300 * 300 + 50 * 50);
    expect(isFree(scene, [225, 225])).toBe(true);
    expect(isFree(scene, [150, 225])).toBe(false);
    for (const ring of polygons(scene)) expect(isSimple(ring)).toBe(true);
  });

  test("degrees are projected with a note: a degree at 45 N is 78.847 km by 111.132 km", () => {
    const { scene, notes } = read(collection(polygon(square(7, 44.95, 0.1))));
    const xs = scene.boundary.map((p) => p[0]);
    const ys = scene.boundary.map((p) => p[1]);
    // Lengths of a degree on WGS 84 as geodesy tables give them.
    expect((Math.max(...xs) - Math.min(...xs)) / 100).toBeCloseTo(78.847, 2);
    expect((Math.max(...ys) - Math.min(...ys)) / 100).toBeCloseTo(111.132, 2);
    expect(notes.join()).toMatch(/longitude and latitude projected/);
  });

  test("numbers that could be degrees are metres, with a note; a projected crs settles it", () => {
    const text = collection(polygon(square(0, 0, 40)));
    expect(read(text).notes.join()).toMatch(/could be degrees; they are taken as metres/);
    const crs = { type: "name", properties: { name: "EPSG:25832" } };
    const { scene, notes } = read(JSON.stringify({ ...JSON.parse(text), crs }));
    expect(freeArea(scene)).toBe(1600);
    expect(notes).toEqual([]);
  });

  test("errors name the feature", () => {
    const text = data("hall.geojson");
    expect(() => read(text.replace("[60, 20]", "[60]"))).toThrow(
      /features\[1\]\.geometry\.coordinates\[0\]\[0\]\[0\]: a position/,
    );
    expect(() => read(text.replace('"count": 30', '"count": -3'))).toThrow(
      /features\[5\]: spawns\[0\]\.count/,
    );
    expect(() => read(text.replace('"role": "goal"', '"role": "gaol"'))).toThrow(/unknown role; allowed/);
    expect(() => read(text.replace("[200, 40]", "[NaN, 40]"))).toThrow(/line 16.*NaN is not a number/);
  });
});
