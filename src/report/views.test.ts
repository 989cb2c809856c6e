/** Views of the animation of a building: where people come to lie on them, and the selector. */
import { describe, expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import { buildingPage, buildingPicture, scenePicture, stackedView } from "../draw/index.js";
import type { Point } from "../geometry/index.js";
import type { Frame } from "../measure/index.js";
import { Random } from "../numerics/index.js";
import { builtinBuilding } from "../scenes/index.js";
import { Building, World } from "../world/index.js";
import { stillPlan } from "./animation.js";
import { selectorHtml } from "./animation-page.js";
import { type AnimationView, buildingViews, type PlaceMap, packPlaces } from "./views.js";

interface Disc {
  readonly id: number;
  readonly place: readonly [number, number, number];
  readonly level: number;
}

/** What a page reads from the packed text. */
function unpacked({ frames: text, box: [low, high] }: ReturnType<typeof packPlaces>) {
  const bytes = Buffer.from(text, "base64");
  const frames: { time: number; discs: Disc[] }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const discs: Disc[] = [];
    frames.push({ time: bytes.readFloatLE(at), discs });
    const end = at + 8 + 12 * bytes.readUInt32LE(at + 4);
    for (at += 8; at < end; at += 12) {
      const part = (k: number): number =>
        low[k] + (bytes.readUInt16LE(at + 4 + 2 * k) / 65535) * (high[k] - low[k]);
      discs.push({
        id: bytes.readUInt32LE(at),
        place: [part(0), part(1), part(2)],
        level: bytes.readUInt16LE(at + 10),
      });
    }
  }
  return frames;
}

const onPage = ([xx, xy, xz, x0, yx, yy, yz, y0]: PlaceMap, [x, y, z]: readonly number[]): Point => [
  xx * x + xy * y + xz * z + x0,
  yx * x + yy * y + yz * z + y0,
];

function frameOf(time: number, places: readonly Point[]): Frame {
  return {
    time,
    ids: Uint32Array.from(places, (_, i) => i),
    x: Float32Array.from(places, ([x]) => x),
    y: Float32Array.from(places, ([, y]) => y),
    radius: new Float32Array(places.length).fill(0.25),
    parts: { ids: new Uint32Array(0), x: new Float32Array(0), y: new Float32Array(0) },
  };
}

function viewsOf(world: World): readonly AnimationView[] {
  const { scene, fold } = buildingPage(world.building!, world.scene);
  return buildingViews(world.building!, scenePicture(stillPlan(scene), { size: 1100 }), fold);
}

/** Places all over the floors and flights of a building, on its sheet. */
function placesIn(building: Building, random: Random): Point[] {
  return building.sheet.patches.flatMap((patch) => {
    if (patch.kind === "car") return [];
    return Array.from({ length: 5 }, (): Point => {
      if (patch.kind === "flight") {
        const [[a, b], t, s] = [patch.foot, random.unit(), random.unit()];
        return [a[0] + t * (b[0] - a[0]) + s * patch.climb[0], a[1] + t * (b[1] - a[1]) + s * patch.climb[1]];
      }
      const [p, q] = [patch.outline[0], patch.outline[2]];
      return [p[0] + random.unit() * (q[0] - p[0]), p[1] + random.unit() * (q[1] - p[1])];
    });
  });
}

describe.each(["two-storey-office", "theatre-balcony", "station", "stair-tower-3"] as const)("%s", (name) => {
  const building = new Building(builtinBuilding(name));
  const world = new World(building);
  const views = viewsOf(world);
  const places = placesIn(building, new Random(23));
  const [{ discs }] = unpacked(packPlaces(building, [frameOf(0, places)]));

  test("seed 23: in the stacked view people are where the view has their place and height, on flights too", () => {
    const stacked = views.find((view) => view.name === "all levels, stacked")!;
    const { spawns: _, ...empty } = building.scene;
    const picture = buildingPicture(empty, { size: 1100, view: "stacked" });
    const { project, order } = stackedView(building.scene);
    expect([stacked.width, stacked.height]).toEqual([picture.width, picture.height]);
    expect(stacked.stages.map(({ levels }) => levels)).toEqual(order.map((level) => [level]));
    expect(discs).toHaveLength(places.length);
    let onFlights = 0;
    discs.forEach(({ id, place, level }) => {
      const where = world.where(places[id])!;
      if (where.kind === "flight") onFlights++;
      const [x, y] = onPage(stacked.maps[level], place);
      const [px, py] = picture.toPage(project(where.point, where.elevation));
      // Half a pixel: 16 bits of the building's size, and single precision of frames.
      expect(Math.abs(x - px)).toBeLessThan(0.5);
      expect(Math.abs(y - py)).toBeLessThan(0.5);
    });
    expect(onFlights).toBeGreaterThan(0);
  });

  test("seed 23: side by side people are where the page has them; a storey alone shows those whom it has there", () => {
    const { scene, fold } = buildingPage(building, world.scene);
    const picture = scenePicture(stillPlan(scene), { size: 1100 });
    for (const { id, place, level } of discs) {
      const [x, y] = onPage(views[0].maps[level], place);
      const [px, py] = picture.toPage(fold(places[id]));
      expect(Math.abs(x - px)).toBeLessThan(0.5);
      expect(Math.abs(y - py)).toBeLessThan(0.5);
    }
    const storeys = views.filter(({ isLevel }) => isLevel);
    expect(storeys.length).toBeGreaterThan(1);
    for (const { name: shown, stages, maps, scale, width, height } of storeys) {
      const [level] = stages[0].levels;
      expect(building.scene.levels[level].name).toBe(shown);
      // No smaller than beside the others, and whole on the page.
      expect(scale).toBeGreaterThanOrEqual(views[0].scale);
      const { boundary, elevation } = building.scene.levels[level];
      for (const [x, y] of boundary) {
        const [px, py] = onPage(maps[level], [x, y, elevation]);
        expect(px > 0 && px < width && py > 0 && py < height).toBe(true);
      }
      // And so is everybody on the halves of its flights.
      for (const disc of discs.filter((one) => one.level === level)) {
        const [px, py] = onPage(maps[level], disc.place);
        expect(px > 0 && px < width && py > 0 && py < height).toBe(true);
      }
    }
  });
});

test("the selector has all levels side by side first, then stacked, then the storeys from the lowest up", () => {
  const names = viewsOf(new World(new Building(gallery()))).map((view) => view.name);
  expect(names).toEqual(["all levels, side by side", "all levels, stacked", "hall", "gallery"]);
  expect(selectorHtml([{ name: "a" }, { name: "<b>" }])).toBe(
    '<label>View <select id="view" autocomplete="off"><option value="0">a</option><option value="1">&lt;b&gt;</option></select></label>\n',
  );
  expect(selectorHtml([{ name: "plan" }])).toBe("");
});

test("who rides a lift is between the levels of the ride, by the time that has passed", () => {
  const building = new Building(builtinBuilding("clinic"));
  const car = building.sheet.patches.find((patch) => patch.kind === "car")!;
  const [a, b] = [car.outline[0], car.outline[2]];
  const inside: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [low, high] = [...building.scene.levels].sort((p, q) => p.elevation - q.elevation);
  const at = ({ name, boundary }: typeof low): Point => building.at(name, boundary[0]);
  const way = [at(high), inside, inside, inside, at(low), inside];
  const frames = unpacked(
    packPlaces(
      building,
      way.map((p, k) => frameOf(k, [p])),
    ),
  );
  const rise = high.elevation - low.elevation;
  const heights = frames.map(({ discs: [{ place }] }) => (place[2] - low.elevation) / rise);
  [1, 0.75, 0.5, 0.25, 0, 0].forEach((share, k) => {
    expect(heights[k]).toBeCloseTo(share, 3);
  });
});

test("nobody at all is packed too", () => {
  const building = new Building(gallery());
  expect(unpacked(packPlaces(building, [frameOf(0, []), frameOf(1, [])])).map(({ time }) => time)).toEqual([
    0, 1,
  ]);
});
