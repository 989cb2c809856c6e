import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BUILTIN_SCENES, builtinScene } from "../scenes/index.js";
import { type BuildingScene, diagnose, parseScene, type Scene, scaleScene, World } from "./index.js";

/** Every number of a scene with its place. */
function numbersOf(value: unknown, place = ""): Map<string, number> {
  const found = new Map<string, number>();
  if (typeof value === "number") found.set(place, value);
  else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      for (const [inner, number] of numbersOf(part, `${place}.${key}`)) found.set(inner, number);
    }
  }
  return found;
}

/** Places whose numbers are no lengths of the plan. */
const KEPT =
  /^\.(version|simulation|bottleneck|groups|profiles\.[^.]+\.(?!behaviour\.(target|curve)))|\.(time|speed|weight|count|rate|density)$|^\.spawns\.\d+\.(start$|profile|shares|known)|^\.zones\.\d+\.speed\.|^\.routes\.\d+\.spawns|^\.(queues|waiting)\.[^.]+\.(service|seconds|until|gap)/;

test("every built-in scene: all lengths of the plan change, nothing else does", () => {
  for (const { example } of BUILTIN_SCENES) {
    const scene = builtinScene(example);
    const [before, after] = [numbersOf(scene), numbersOf(scaleScene(scene, 2))];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [place, number] of before) {
      expect(`${place} ${after.get(place)}`).toBe(`${place} ${KEPT.test(place) ? number : 2 * number}`);
    }
  }
});

/** A scene with every key that holds a place or a length of the plan, drawn in units of which one is `m` metres. */
function everyKey(m: number): Scene {
  const at = (x: number, y: number): [number, number] => [x * m, y * m];
  const line = (x: number, y: number, toX: number, toY: number): [[number, number], [number, number]] => [
    at(x, y),
    at(toX, toY),
  ];
  const box = (x: number, y: number, toX: number, toY: number): [number, number][] => [
    at(x, y),
    at(toX, y),
    at(toX, toY),
    at(x, toY),
  ];
  return parseScene({
    format: "wayfield-scene",
    version: 1,
    boundary: box(0, 0, 64, 32),
    obstacles: [
      { polygon: box(1, 2, 3, 4) },
      { segment: line(5, 6, 7, 8) },
      { point: at(9, 10), schedule: [{ time: 11, offset: at(12, 13), present: true }] },
    ],
    goals: {
      out: { segments: [line(14, 15, 16, 17)], points: [at(18, 19)], start: 20 * m },
      moves: {
        points: [at(21, 22)],
        schedule: [
          { time: 23, offset: at(24, 25) },
          { time: 26, points: [at(27, 28)], segments: [line(29, 30, 31, 32)], open: true },
        ],
      },
    },
    doors: [
      {
        segment: line(33, 1, 34, 2),
        leaf: 0.5 * m,
        maxFlow: 3,
        oneWay: "left",
        schedule: [{ time: 4, open: false }],
      },
    ],
    queues: {
      tills: {
        line: [at(35, 5), at(36, 6)],
        counters: [at(37, 7)],
        service: { mean: 8, deviation: 1 },
        gap: 0.25,
      },
    },
    waiting: {
      hall: { polygon: box(38, 9, 39, 10), seconds: { min: 11, max: 12 } },
      seats: { points: [at(40, 13)], until: 14 },
    },
    weights: [{ vertex: at(41, 15), speed: 1.5 }],
    barriers: [{ segment: line(42, 16, 43, 17), weight: 2, side: "left" }],
    flow: { source: [line(44, 18, 45, 19)], sink: [line(46, 20, 47, 21)] },
    periodic: { from: line(48, 22, 48, 23), to: line(49, 22, 49, 23) },
    profiles: {
      adult: { radius: { min: 0.2, max: 0.25 }, speed: 1.25, headway: 1.5, reaction: 2 },
      chair: { shape: { width: 0.75, depth: 1.25 }, known: { out: 0.5 } },
      shy: {
        behaviour: { type: "away", target: at(50, 24), sight: 3, threshold: 0.5 },
        localMap: { cell: 0.25 },
      },
      line: { behaviour: { type: "curve", curve: [at(51, 25), at(52, 26)], amplitude: 0.5, period: 4 } },
    },
    spawns: [
      {
        polygon: box(53, 27, 54, 28),
        density: 2,
        profile: { adult: 0.75, chair: 0.25 },
        goals: ["hall", ["out", "moves"]],
        shares: { out: 0.5, moves: 0.5 },
      },
      { segment: line(55, 29, 56, 30), count: 5, rate: 0.5, start: 6, goals: ["out"], population: "imo" },
      { places: [at(57, 31)], goals: [["out", "moves"]], choice: "time", known: ["out"] },
    ],
    zones: [{ polygon: box(61, 5, 62, 6), speed: 0.5, allow: ["adult"] }],
    // Formations are as large as people are, and keep their size.
    groups: [
      {
        name: "squad",
        spawn: 0,
        formation: {
          polygon: [
            [0, 0],
            [4, 0],
            [0, 4],
          ],
        },
        schedule: [
          {
            time: 1,
            formation: {
              stroke: [
                [0, 0],
                [4, 0],
              ],
            },
          },
          { time: 2, formation: "line" },
        ],
      },
      {
        name: "band",
        spawn: 0,
        formation: {
          stroke: [
            [0, 0],
            [4, 0],
          ],
        },
        schedule: [
          {
            time: 1,
            formation: {
              polygon: [
                [0, 0],
                [4, 0],
                [0, 4],
              ],
            },
          },
        ],
      },
    ],
    routes: [{ name: "tour", strokes: [[at(60, 7), at(61, 8)], [at(62, 9)]], spawns: [0], width: 3 * m }],
    measurements: {
      area: { polygon: box(58, 1, 59, 2), direction: [3, 4] },
      gate: { segment: line(60, 3, 61, 4) },
    },
    simulation: { step: 0.125, duration: 60, seed: 7, population: "students", sites: { stream: 8 } },
    bottleneck: { weight: 1.5, threshold: 3, interval: 2 },
  });
}

/** Flows that may cross, which no scene has beside `flow` and `spawns`. */
function crossing(m: number): Scene {
  const line = (x: number, y: number, toX: number, toY: number): [[number, number], [number, number]] => [
    [x * m, y * m],
    [toX * m, toY * m],
  ];
  return parseScene({
    format: "wayfield-scene",
    version: 1,
    boundary: [...line(0, 0, 9, 0), ...line(9, 9, 0, 9)],
    flows: {
      right: { source: [line(0, 1, 0, 2)], sink: [line(9, 3, 9, 4)] },
      up: { source: [line(1, 0, 2, 0)], sink: [line(3, 9, 4, 9)] },
    },
    timetable: { period: 5 },
  });
}

test.each([3, 0.001, 1])(
  "every key: places and lengths of the plan times %s, all else as it was",
  (factor) => {
    expect(scaleScene(everyKey(1), factor)).toEqual(everyKey(factor));
    expect(scaleScene(crossing(1), factor)).toEqual(crossing(factor));
  },
);

/** What is read of a JSON Schema. */
interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly prefixItems?: readonly Shape[];
  readonly items?: Shape | false;
  readonly additionalProperties?: Shape | false;
}

/** Keys of a schema that lead to a coordinate, with * for a name or a number in a list. */
function placesIn(shape: Shape, defs: Readonly<Record<string, Shape>>, path = ""): string[] {
  if (shape.$ref) return placesIn(defs[shape.$ref.split("/").at(-1)!], defs, path);
  if (shape.description?.startsWith("A coordinate in metres")) return [path];
  const inside = [
    ...Object.entries(shape.properties ?? {}).map(([key, part]) => ({ key: `.${key}`, part })),
    ...(shape.anyOf ?? []).map((part) => ({ key: "", part })),
    ...[...(shape.prefixItems ?? []), shape.items, shape.additionalProperties].map((part) => ({
      key: ".*",
      part,
    })),
  ];
  return inside.flatMap(({ key, part }) => (part ? placesIn(part, defs, path + key) : []));
}

/** A building with every place that plans do not have. */
function tower(factor: number): BuildingScene {
  const at = (x: number, y: number): [number, number] => [factor * x, factor * y];
  const ring = (side: number): [number, number][] => [at(0, 0), at(side, 0), at(side, side), at(0, side)];
  const door: [[number, number], [number, number]] = [at(1, 0), at(2, 0)];
  const piece = [{ level: "low", segment: door }];
  return {
    format: "wayfield-scene",
    version: 1,
    levels: [
      {
        name: "low",
        elevation: 2 * factor,
        boundary: ring(9),
        obstacles: [
          { polygon: ring(2), schedule: [{ time: 1, offset: at(1, 1) }] },
          { segment: door },
          { point: at(5, 5) },
        ],
      },
    ],
    connections: [
      {
        kind: "stairs",
        from: { level: "low", segment: door },
        to: { level: "high", segment: door },
        riser: 0.2 * factor,
        tread: 0.3 * factor,
      },
      { kind: "ramp", from: { level: "low", segment: door }, to: { level: "high", segment: door } },
      { kind: "lift", at: { low: door }, speed: 2, capacity: 3 },
    ],
    flow: { source: piece, sink: piece },
    flows: { a: { source: piece, sink: piece } },
  };
}

test.each([0.001, 3])(
  "heights and ends of flights of a building change with its plans, times %f",
  (factor) => {
    const [scaled, expected] = [numbersOf(scaleScene(tower(1), factor)), numbersOf(tower(factor))];
    expect([...scaled.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [place, value] of scaled) expect(value, place).toBeCloseTo(expected.get(place)!, 12);
  },
);

test("and these have every key of the schema that holds a place", () => {
  const schema: Shape = JSON.parse(readFileSync(new URL("../../schema/scene.json", import.meta.url), "utf8"));
  const places = new Set(placesIn(schema, schema.$defs ?? {}));
  expect(places.size).toBeGreaterThan(20);
  const named = /^\.(goals|queues|waiting|profiles|measurements|flows)\.[^.]+/;
  const here = [everyKey(1), crossing(1), tower(1)]
    .flatMap((scene) => [...numbersOf(scene).keys()])
    .map((place) =>
      place
        .replace(named, ".$1.*")
        .replace(/\.at\.[^.]+/, ".at.*")
        .replace(/\.\d+/g, ".*"),
    );
  expect([...places].filter((place) => !here.includes(place))).toEqual([]);
});

test("a plan in millimetres is warned of, and is sound when scaled", () => {
  const scene = scaleScene(builtinScene("two-rooms"), 1000);
  const units = diagnose(scene).filter(({ code }) => code === "units");
  expect(units.map(({ message }) => message)).toEqual([expect.stringContaining("scaled by 0.001")]);
  const mended = scaleScene(scene, 0.001);
  expect(diagnose(mended).filter(({ code }) => code === "units")).toEqual([]);
  expect(new World(mended).area).toBeCloseTo(new World(builtinScene("two-rooms")).area, 6);
});

test("no built-in scene is taken for one in millimetres, large cities included", () => {
  for (const name of [...BUILTIN_SCENES.map(({ example }) => example), "profiling-300"]) {
    expect(diagnose(builtinScene(name)).some(({ code }) => code === "units")).toBe(false);
  }
});

test.each([0, -1, Number.NaN, Infinity])("a factor of %s is refused", (factor) => {
  expect(() => scaleScene(builtinScene("corridor"), factor)).toThrow("scale: a finite number > 0 is needed");
});
