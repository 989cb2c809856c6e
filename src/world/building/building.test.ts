import { describe, expect, test } from "vitest";
import { gallery } from "../../../test/support/buildings.js";
import { distance, faceOf, type Point } from "../../geometry/index.js";
import { Random } from "../../numerics/index.js";
import { parseAnyScene } from "../any-scene.js";
import { diagnose } from "../diagnose.js";
import { repairBuilding } from "../repair.js";
import type { BuildingInput, BuildingScene } from "../scene.js";
import { World } from "../world.js";
import { worldFrom } from "../world-from.js";
import { Building } from "./building.js";
import type { FlightInput } from "./flight.js";
import { levelScene } from "./level-plan.js";
import { halfEdgeBetween } from "./portals.js";

test("where nobody brought buildings along, a world takes one that is made, and says so of a scene with levels", () => {
  expect(() => new World(gallery())).toThrow(
    "levels: a scene with levels is a building: new World(new Building(scene)), with Building of wayfield",
  );
  expect(worldFrom(gallery()).building!.sheet).toEqual(new Building(gallery()).sheet);
  expect(worldFrom({ boundary: gallery().levels[0].boundary }).building).toBeNull();
});

describe("a building on its sheet", () => {
  const world = new World(new Building(gallery()));
  const { building } = world;
  const { patches, portals } = building!.sheet;

  test("levels keep their coordinates but for an offset, the first one all of them", () => {
    expect(world.at("hall", [3, 4])).toEqual([3, 4]);
    const up = world.at("gallery", [3, 4]);
    expect(up[1]).toBe(4);
    expect(world.where(up)).toEqual({ kind: "level", level: "gallery", point: [3, 4], elevation: 3 });
    expect(world.contains(up)).toBe(true);
    expect(world.contains(world.at("gallery", [10, 5]))).toBe(false);
    expect(world.area).toBeCloseTo(2 * (200 - 8) + 5 * 2, 6);
  });

  test("the flight is as long as its slope", () => {
    const flight = patches[2];
    expect(flight.kind === "flight" && flight.length).toBe(5);
    expect(distance(flight.outline[1], flight.outline[2])).toBe(5);
    expect(distance(flight.outline[0], flight.outline[1])).toBe(2);
  });

  test("a portal is one edge of the free space on both sides, ground on one of each, and an exact shift", () => {
    expect(portals.map(({ end }) => end)).toEqual(["foot", "head"]);
    for (const { a, b, shift, patches: sides } of portals) {
      expect(b).toEqual(a.map(([x, y]) => [x + shift[0], y + shift[1]]));
      expect(sides.map((i) => patches[i].kind)).toEqual(["level", "flight"]);
      // The level is on the left of a, the flight on the right of b.
      const { twins } = world.space.triangulation.mesh;
      const [level, flight] = [halfEdgeBetween(world.space, ...a), halfEdgeBetween(world.space, ...b)];
      expect(world.space.isFree(faceOf(level))).toBe(true);
      expect(world.space.isFree(faceOf(twins[level]))).toBe(false);
      expect(world.space.isFree(faceOf(flight))).toBe(false);
      expect(world.space.isFree(faceOf(twins[flight]))).toBe(true);
    }
  });

  test("a place of a flight has its height, and the plan's coordinates", () => {
    const { foot, uphill } = patches[2] as Extract<(typeof patches)[number], { kind: "flight" }>;
    const half: Point = [foot[0][0] + 2.5 * uphill[0], foot[0][1] + 2.5 * uphill[1]];
    const place = world.where(half);
    expect(place).toMatchObject({ kind: "flight", name: "A", share: 0.5, elevation: 1.5 });
    expect(place!.point).toEqual([10, foot[0][1]]);
  });

  test("a path across portals is a way in space, and its length that of its legs", () => {
    const [foot, head] = portals;
    const at = ([p, q]: readonly [Point, Point]): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    const path = [
      world.at("hall", [1, 5]),
      at(foot.a),
      at(foot.b),
      at(head.b),
      at(head.a),
      world.at("gallery", [19, 5]),
    ];
    expect(world.way(path)).toEqual({
      points: [
        [1, 5, 0],
        [8, 5, 0],
        [12, 5, 3],
        [19, 5, 3],
      ],
      levels: ["hall", "hall", "gallery", "gallery"],
      distance: 7 + 5 + 7,
    });
  });

  test("nothing is found wrong with it", () => {
    expect(diagnose(parseAnyScene({ format: "wayfield-scene", version: 1, ...gallery() }))).toEqual([]);
  });
});

/** Why a changed gallery is refused. */
function refusal(change: (scene: BuildingInput) => void): string {
  const scene = gallery();
  change(scene);
  try {
    new World(new Building(scene));
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

const stairs = (scene: BuildingInput) => scene.connections![0] as FlightInput;

describe("bad buildings", () => {
  test.each<[string, (scene: BuildingInput) => void, string]>([
    [
      "two levels of one name",
      (s) => (s.levels[1].name = "hall"),
      'levels[1].name: "hall" is the name of levels[0] already',
    ],
    [
      "a connection that names no level",
      (s) => (stairs(s).to.level = "galery"),
      'connections[0].to.level: "galery" is no level of this building; did you mean "gallery"?',
    ],
    ["a goal on no level", (s) => (s.goals!.exit.level = "cellar"), 'goals.exit.level: "cellar" is no level'],
    [
      "a goal without a level",
      (s) => delete (s.goals!.exit as { level?: string }).level,
      "goals.exit.level: is missing",
    ],
    [
      "a flight that does not rise",
      (s) => (s.levels[1].elevation = 0),
      'connections[0]: "hall" at 0 m is not below "gallery" at 0 m',
    ],
    [
      "a flight into a wall",
      (s) =>
        (stairs(s).from.segment = [
          [0, 4],
          [0, 6],
        ]),
      "connections[0].from.segment: foot of the flight, from (0, 4) to (0, 6)",
    ],
    [
      "a flight in the open",
      (s) => (s.levels[0].obstacles = []),
      "connections[0].from.segment: foot of the flight",
    ],
    [
      "ends of two widths",
      (s) =>
        (stairs(s).to.segment = [
          [12, 4],
          [12, 5],
        ]),
      "connections[0].to.segment: foot and head have to be parallel",
    ],
    [
      "a lift with one door",
      (s) =>
        s.connections!.push({
          kind: "lift",
          at: {
            hall: [
              [20, 2],
              [20, 3],
            ],
          },
        }),
      "connections[1].at: a lift needs doors on at least two levels; given: 1",
    ],
    [
      "a lift whose door is in the open",
      (s) =>
        s.connections!.push({
          kind: "lift",
          at: {
            hall: [
              [20, 2],
              [20, 3],
            ],
            gallery: [
              [18, 2],
              [18, 3],
            ],
          },
        }),
      "connections[1].at.gallery: the door of the lift",
    ],
    [
      "an obstacle on a portal",
      (s) =>
        s.levels[0].obstacles!.push({
          segment: [
            [7, 5],
            [8, 5],
          ],
        }),
      "something stands on it",
    ],
    [
      "a goal in a wall of its level",
      (s) =>
        (s.goals!.exit.segments = [
          [
            [8.5, 5],
            [9, 5],
          ],
        ]),
      "inside levels[0].obstacles[0].polygon",
    ],
  ])("%s", (_, change, says) => {
    expect(refusal(change)).toContain(says);
  });
});

test.each(Array.from({ length: 50 }, (_, seed) => seed))(
  "flights of any slant meet their levels, seed %i",
  (seed) => {
    const random = new Random(seed);
    const angle = 2 * Math.PI * random.unit();
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [dx, dy] = [1000 * random.unit(), 1000 * random.unit()];
    const turned = ([x, y]: Point): [number, number] => [dx + cos * x - sin * y, dy + sin * x + cos * y];
    const scene = gallery();
    const width = 0.6 + 1.4 * random.unit();
    const low = 4 + (2 - width) * random.unit();
    for (const level of scene.levels) {
      level.boundary = level.boundary.map(turned);
      level.obstacles = [{ polygon: level.obstacles![0].polygon!.map(turned) }];
    }
    const flight = stairs(scene);
    flight.from.segment = [turned([8, low]), turned([8, low + width])];
    flight.to.segment = [turned([12, low + width]), turned([12, low])];
    scene.goals = { exit: { level: "hall", points: [turned([1, 1])] } };
    scene.spawns = [];
    const world = new World(new Building(scene));
    const patch = world.building!.sheet.patches[2];
    expect(patch.kind === "flight" && patch.length).toBeCloseTo(5, 6);
    for (const { a, b, shift } of world.building!.sheet.portals) {
      expect(b).toEqual(a.map(([x, y]) => [x + shift[0], y + shift[1]]));
      expect(halfEdgeBetween(world.space, ...a)).toBeGreaterThanOrEqual(0);
      expect(halfEdgeBetween(world.space, ...b)).toBeGreaterThanOrEqual(0);
    }
  },
);

describe("buildings that would not be built", () => {
  test.each<[string, (scene: BuildingInput) => void, string, string]>([
    [
      "a riser of 30 cm",
      (s) => Object.assign(stairs(s), { riser: 0.3 }),
      "flight-steps",
      "a riser of 0.3 m; risers are built from 0.1 to 0.22 m",
    ],
    [
      "steps that do not add up",
      (s) => Object.assign(stairs(s), { riser: 0.15, tread: 0.4 }),
      "flight-steps",
      "steps of 0.15 by 0.4 m need 8 m for a rise of 3 m; the flight has 4 m",
    ],
    [
      "a stair like a ladder",
      (s) => (s.levels[1].elevation = 6),
      "flight-steep",
      "rises 6 m over 4 m; stairs are built with at most 1 m a metre",
    ],
    [
      "a ramp like a stair",
      (s) => Object.assign(stairs(s), { kind: "ramp" }),
      "flight-steep",
      "ramps are built with at most 0.125 m a metre",
    ],
    [
      "a level without a way",
      (s) =>
        s.levels.push({
          name: "roof",
          elevation: 9,
          boundary: [
            [0, 0],
            [5, 0],
            [5, 5],
            [0, 5],
          ],
        }),
      "level-unreachable",
      'no stair, ramp, escalator or lift leads to level "roof"',
    ],
    [
      "a floor close above a flight",
      (s) =>
        s.levels.push({
          name: "shelf",
          elevation: 2.5,
          boundary: [
            [0, 0],
            [20, 0],
            [20, 10],
            [0, 10],
          ],
        }),
      "flight-headroom",
      'the floor of level "shelf" is 1.6 m above the flight at (9.2, 5)',
    ],
    [
      "a stair through a stair",
      (s) => {
        const other = structuredClone(s.connections![0]) as FlightInput;
        [other.from.segment, other.to.segment] = [other.to.segment, other.from.segment];
        s.connections!.push(other);
      },
      "flights-overlap",
      "passes through connections[0]",
    ],
  ])("%s", (_, change, code, says) => {
    const scene = gallery();
    change(scene);
    const found = diagnose(parseAnyScene({ format: "wayfield-scene", version: 1, ...scene }));
    expect(found.filter((finding) => finding.code === code).map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringContaining(says)]),
    );
    expect(found.every(({ severity }) => severity === "warning")).toBe(true);
  });
});

test("repair mends each level, and says where", () => {
  const scene = gallery();
  const ring = scene.levels[1].boundary;
  scene.levels[1].boundary = [...ring, [0, 10]];
  const given = parseAnyScene({ format: "wayfield-scene", version: 1, ...scene }) as BuildingScene;
  const { scene: mended, done } = repairBuilding(given);
  expect(mended.levels[1].boundary).toEqual(ring);
  expect(mended.levels[0]).toEqual(given.levels[0]);
  expect(done).toEqual([expect.stringMatching(/^levels\[1\]\.boundary/)]);
});

test("one level is a plan by itself, without people who leave it", () => {
  const plan = levelScene(new World(new Building(gallery())).building!.scene, "hall");
  expect(Object.keys(plan.goals!)).toEqual(["exit"]);
  expect(new World(plan).area).toBe(200 - 8);
  expect(levelScene(new World(new Building(gallery())).building!.scene, "gallery").spawns).toEqual([]);
  expect(() => levelScene(new World(new Building(gallery())).building!.scene, "hal")).toThrow(
    'did you mean "hall"?',
  );
});

test("a flight that not everybody may use is closed to the others, and reasons name it", () => {
  const scene = gallery();
  scene.profiles = { guard: {}, guest: {} };
  scene.connections![0].allow = ["guard"];
  const world = new World(new Building(scene));
  const { outline } = world.building!.sheet.patches[2];
  const middle: Point = [(outline[0][0] + outline[2][0]) / 2, (outline[0][1] + outline[2][1]) / 2];
  expect(world.for("guard").contains(middle)).toBe(true);
  const closed = world.for("guest");
  expect(closed.contains(middle)).toBe(false);
  const last = closed.obstacles.length;
  expect(closed.nameOf(last)).toBe(`obstacles[${last}]`);
  expect(closed.nameOf(last - 1)).toBe("connections[0]");
  expect(closed.whyClosed(last - 1)).toBe(": profile guest may not enter connections[0]");
  expect(world.nameOf(1)).toBe("levels[1].obstacles[0]");
  expect(world.nameOf(2)).toBe("levels[0].boundary");
  expect(closed.whatIsClosed()).toBe("; profile guest may not enter connections[0]");
  expect(world.for("guard").whatIsClosed()).toBe("");
});

describe("what reaches beyond the boundary of its level", () => {
  const far: [number, number][] = [
    [15, 1],
    [400, 1],
    [400, 9.5],
    [15, 9.5],
  ];
  const [hall, above] = gallery().levels;

  test.each([
    ["an obstacle", { polygon: far }],
    [
      "a wall",
      {
        segment: [
          [15, 5],
          [400, 5],
        ] as [[number, number], [number, number]],
      },
    ],
    [
      "one that moves",
      {
        polygon: [
          [-6, 4],
          [-5, 4],
          [-5, 6],
        ] as [number, number][],
        schedule: [{ time: 5, offset: [400, 0] as [number, number] }],
      },
    ],
  ])("%s stands on no other", (_what, obstacle) => {
    const scene = { ...gallery(), levels: [{ ...hall, obstacles: [...hall.obstacles!, obstacle] }, above] };
    const { patches } = new Building(scene).sheet;
    // The obstacle begins at -6 or 15 and ends at 394, 395 or 400.
    expect(patches[0].cell.minX).toBeLessThan(-6);
    expect(patches[0].cell.maxX).toBeGreaterThan(395);
    expect(patches[1].cell.minX).toBeGreaterThanOrEqual(patches[0].cell.maxX);
    const [plain, world] = [gallery(), scene].map((one) => new World(new Building(one)));
    const random = new Random(5);
    for (let k = 0; k < 200; k++) {
      const p: Point = [random.between(0, 20), random.between(0, 10)];
      expect(world.contains(world.at("gallery", p))).toBe(plain.contains(plain.at("gallery", p)));
    }
  });

  test("a zone slows down nobody on another", () => {
    const zones = [{ level: "hall", polygon: far, speed: 0.1 }];
    const { sheet } = new Building({ ...gallery(), zones });
    expect(sheet.patches[1].cell.minX).toBeGreaterThan(400);
  });
});
