import { describe, expect, it, test } from "vitest";
import { distance, type Point, type Ring } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import {
  diagnose,
  enteredAlong,
  enteredAt,
  mayStand,
  mayWalk,
  parseScene,
  refuseZones,
  repair,
  type SceneInput,
  scaleScene,
  World,
  Zones,
} from "./index.js";

const SQUARE: [number, number][] = [
  [4, 2],
  [8, 2],
  [8, 6],
  [4, 6],
];

const SCENE = {
  format: "wayfield-scene",
  version: 1,
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  goals: { exit: { points: [[19, 5]] } },
  profiles: { soldier: {}, tank: {}, truck: {} },
  zones: [{ polygon: SQUARE, speed: { soldier: 0.5 }, allow: ["soldier"] }],
} as unknown as SceneInput & { zones: NonNullable<SceneInput["zones"]> };

function findings(change: Partial<SceneInput>): string[] {
  return diagnose(parseScene({ ...SCENE, ...change })).map(
    ({ severity, code, where, message }) => `${severity} ${code} ${where}: ${message}`,
  );
}

describe("what zones mean", () => {
  const { zones } = new World(SCENE);

  it("knows who may enter, and how fast", () => {
    expect(["soldier", "tank", null].map((name) => zones.forbiddenTo(name))).toEqual([[], [0], [0]]);
    expect(zones.factorAt([5, 3], "soldier")).toBe(0.5);
    expect(zones.factorAt([4, 3], "soldier")).toBe(0.5);
    expect(zones.factorAt([3.99, 3], "soldier")).toBe(1);
    expect(zones.factorAt([5, 3], "tank")).toBe(1);
    expect(zones.changesSpeedOf("soldier")).toBe(true);
    expect(zones.changesSpeedOf("tank")).toBe(false);
    expect(new Zones({ zones: [{ polygon: SQUARE, speed: 0.3 }] }).factorAt([5, 3], null)).toBe(0.3);
  });

  it("lets nobody stand or walk inside who may not, and everybody along the border", () => {
    expect(enteredAt(zones, [5, 3], "tank")).toBe(0);
    expect(mayStand(zones, [5, 3], "soldier")).toBe(true);
    expect(mayStand(zones, [4, 3], "tank")).toBe(true);
    expect(mayStand(zones, [3.5, 3], "tank", 0.5)).toBe(true);
    expect(mayStand(zones, [3.5, 3], "tank", 0.51)).toBe(false);
    const through: Point[] = [
      [0, 4],
      [20, 4.5],
    ];
    const along: Point[] = [
      [0, 2],
      [20, 2],
      [20, 6],
      [1, 6],
    ];
    expect(enteredAlong(zones, through, "tank")).toBe(0);
    expect(mayWalk(zones, through, "soldier")).toBe(true);
    expect(mayWalk(zones, along, "tank")).toBe(true);
    expect(mayWalk(zones, along, "tank", 0.1)).toBe(false);
  });

  it("gives those who may not enter a world with an obstacle, and shares it among equals", () => {
    const world = new World(SCENE);
    expect(world.for("soldier")).toBe(world);
    expect(world.for("tank")).toBe(world.for("truck"));
    expect(world.for("tank")).toBe(world.for("tank").for("tank"));
    expect(world.contains([5, 3])).toBe(true);
    expect(world.for("tank").contains([5, 3])).toBe(false);
    expect(world.for("tank").clearance([3, 4])).toBeCloseTo(1, 12);
    expect(world.for("tank").area).toBeCloseTo(world.area - 16, 9);
    expect(() => world.for("solder")).toThrow(
      'profile: there is no profile "solder"; did you mean "soldier"? the scene has: soldier, tank, truck',
    );
  });
});

/** Whether a point lies in a ring, by the even-odd rule with plain floating point. */
function isIn([x, y]: Point, ring: Ring): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j], ring[i]];
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) inside = !inside;
  }
  return inside;
}

/** A star-shaped ring around a centre. */
function star(random: Random, [x, y]: Point, least: number, most: number): [number, number][] {
  const n = 3 + random.below(8);
  return Array.from({ length: n }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * (i + 0.8 * random.unit())) / n;
    const r = least + (most - least) * random.unit();
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

test("ways and places against sampled discs, in 300 random zones, seed 7", () => {
  const random = new Random(7);
  let [entered, free] = [0, 0];
  for (let k = 0; k < 300; k++) {
    const polygon = star(random, [0, 0], 0.5, 4);
    const zones = new Zones({ zones: [{ polygon, allow: [] }] });
    const place = (): Point => [12 * random.unit() - 6, 12 * random.unit() - 6];
    const [a, b] = [place(), place()];
    const radius = random.unit() < 0.3 ? 0 : random.unit();
    // The nearest that a dense sample of the way comes to a dense sample of the outline, or inside.
    let nearest = Infinity;
    for (let i = 0; i <= 300; i++) {
      const p: Point = [a[0] + (i / 300) * (b[0] - a[0]), a[1] + (i / 300) * (b[1] - a[1])];
      if (isIn(p, polygon)) nearest = -1;
      for (let e = 0; nearest > 0 && e < polygon.length; e++) {
        const [c, d] = [polygon[e], polygon[(e + 1) % polygon.length]];
        for (let j = 0; j <= 60; j++) {
          const q: Point = [c[0] + (j / 60) * (d[0] - c[0]), c[1] + (j / 60) * (d[1] - c[1])];
          nearest = Math.min(nearest, distance(p, q));
        }
      }
    }
    const may = mayWalk(zones, [a, b], null, radius);
    // Samples see a little less than there is: 12 m in 300 parts, sides of at most 8 m in 60.
    if (nearest < radius) expect(may, `case ${k}`).toBe(false);
    else if (nearest > radius + 0.1) expect(may, `case ${k}`).toBe(true);
    may ? free++ : entered++;
  }
  expect(Math.min(entered, free)).toBeGreaterThan(50);
});

describe("what check says", () => {
  it("accepts zones that agree, touch, or differ for nobody who may be in both", () => {
    const right: [number, number][] = SQUARE.map(([x, y]) => [x + 4, y]);
    expect(findings({})).toEqual([]);
    expect(
      findings({
        zones: [
          { polygon: SQUARE, speed: 0.5 },
          { polygon: right, speed: 0.2 },
        ],
      }),
    ).toEqual([]);
    expect(
      findings({
        zones: [
          { polygon: SQUARE, speed: 0.5 },
          { polygon: SQUARE, speed: 0.5 },
        ],
      }),
    ).toEqual([]);
    expect(
      findings({
        zones: [
          { polygon: SQUARE, speed: 0.5 },
          { polygon: SQUARE, allow: ["tank"] },
        ],
      }),
    ).toEqual([]);
    const apart = [
      { polygon: SQUARE, speed: 0.5, allow: ["tank"] },
      { polygon: SQUARE, speed: 0.2, allow: ["truck"] },
    ];
    expect(findings({ zones: apart })).toEqual([]);
  });

  it.each<[string, Partial<SceneInput>, string]>([
    [
      "zones that overlap with different factors",
      {
        zones: [
          { polygon: SQUARE, speed: 0.5 },
          { polygon: SQUARE.map(([x, y]): [number, number] => [x + 1, y]), speed: { tank: 0.2 } },
        ],
      },
      "error zones-differ zones[1].speed: overlaps zones[0], where the factor for profile tank is 0.5 and not 0.2; a place has one speed",
    ],
    [
      "an unknown profile that may enter",
      { zones: [{ polygon: SQUARE, allow: ["soldier", "tonk"] }] },
      'error unknown-profile zones[0].allow[1]: "tonk" is no profile of this scene; did you mean "tank"? there are: soldier, tank, truck',
    ],
    [
      "an unknown profile with a factor",
      { zones: [{ polygon: SQUARE, speed: { solder: 2 } }] },
      'error unknown-profile zones[0].speed.solder: "solder" is no profile of this scene; did you mean "soldier"? there are: soldier, tank, truck',
    ],
    [
      "a zone outside the plan",
      { zones: [{ polygon: SQUARE.map(([x, y]): [number, number] => [x + 20, y]) }] },
      "error zone-outside zones[0].polygon: lies wholly outside the boundary; a zone is a part of the plan",
    ],
    [
      "a zone without an area",
      {
        zones: [
          {
            polygon: [
              [1, 1],
              [2, 2],
              [3, 3],
            ],
          },
        ],
      },
      "error zone-zero-area zones[0].polygon: all points lie on one line; a zone has an area",
    ],
    [
      "a zone that crosses itself",
      {
        zones: [
          {
            polygon: [
              [1, 1],
              [3, 3],
              [3, 1],
              [1, 3],
            ],
          },
        ],
      },
      "error zone-crosses-itself zones[0].polygon: meets itself at (3, 1); a zone is a simple polygon",
    ],
    [
      "a spawn in a zone that its people may not enter",
      { spawns: [{ polygon: SQUARE, count: 3, profile: { soldier: 0.5, tank: 0.5 }, goals: ["exit"] }] },
      "error spawn-forbidden spawns[0].polygon: no part is open to those who start here: profile tank may not enter zones[0]",
    ],
    [
      "places in a zone that nobody without a profile may enter",
      {
        spawns: [
          {
            places: [
              [1, 1],
              [5, 5],
            ],
            goals: ["exit"],
          },
        ],
      },
      "error spawn-forbidden spawns[0].places[1]: no part is open to those who start here: people without a profile may not enter zones[0]",
    ],
    [
      "a spawn segment that is partly in such a zone",
      {
        spawns: [
          {
            segment: [
              [1, 4],
              [6, 4],
            ],
            count: 3,
            profile: "tank",
            goals: ["exit"],
          },
        ],
      },
      "warning spawn-partly-forbidden spawns[0].segment: profile tank may not enter zones[0]; nobody starts there",
    ],
    [
      "a goal in such a zone",
      {
        goals: { swamp: { points: [[5, 3]] } },
        spawns: [{ places: [[1, 1]], profile: "tank", goals: ["swamp"] }],
      },
      "error goal-forbidden spawns[0].goals[0]: swamp cannot be reached: profile tank may not enter zones[0]",
    ],
  ])("%s", (_, change, line) => {
    expect(findings(change)).toEqual([line]);
  });

  it.each([0, -1, 1e-9, 1000, Number.NaN, "fast"])("refuses a factor of %s", (speed) => {
    const zones = [{ polygon: SQUARE, speed }] as never;
    expect(() => parseScene({ ...SCENE, zones })).toThrow(/^zones\[0\]\.speed: /);
  });

  it("refuses a level, since there are none", () => {
    const zones = [{ polygon: SQUARE, level: "first" }] as never;
    expect(() => parseScene({ ...SCENE, zones })).toThrow('zones[0]: unknown key "level"');
  });
});

test("zones are scaled with the plan, and repair keeps them", () => {
  const scene = parseScene(SCENE);
  const [zone] = scaleScene(scene, 0.5).zones!;
  expect(zone).toEqual({ ...SCENE.zones[0], polygon: SQUARE.map(([x, y]) => [x / 2, y / 2]) });
  expect(repair({ ...scene, boundary: [...scene.boundary, scene.boundary[0]] }).scene.zones).toEqual(
    scene.zones,
  );
});

test("reasons name the zone and the profile", async () => {
  const { NoWay } = await import("./no-way.js");
  const wall: [number, number][] = [
    [9, -1],
    [11, -1],
    [11, 11],
    [9, 11],
  ];
  const world = new World({ ...SCENE, zones: [...SCENE.zones, { polygon: wall, allow: ["soldier"] }] }).for(
    "tank",
  );
  const no = new NoWay(world, [{ point: [19, 5] }], { radius: 0 });
  expect(no.from([1, 1])).toContain("zones[1] stands between at");
  expect(no.from([1, 1])).toContain(": profiles tank, truck may not enter zones[1]");
  expect(no.from([5, 3])).toBe(
    "[5, 3] is not on free ground: it lies inside zones[0].polygon: profiles tank, truck may not enter zones[0]",
  );
});

it("zones with an error are refused by whoever looks at them, not by a world", () => {
  const flat: [number, number][] = [
    [1, 1],
    [2, 2],
    [3, 3],
  ];
  const world = new World({ ...SCENE, zones: [{ polygon: flat, speed: 0.5 }] });
  expect(() => refuseZones(world.scene)).toThrow("zones[0].polygon: all points lie on one line");
  expect(() => refuseZones(new World(SCENE).scene)).not.toThrow();
});
