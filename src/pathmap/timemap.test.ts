import { describe, expect, test } from "vitest";
import {
  BuildingOracle,
  type OraclePatch,
  type OraclePlace,
  type OraclePortal,
  type OracleRide,
} from "../../test/support/building-oracle.js";
import { gallery } from "../../test/support/buildings.js";
import { randomBuilding } from "../../test/support/random-buildings.js";
import type { Point, Segment } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { Building, type BuildingInput, World } from "../world/index.js";
import { PathMap } from "./pathmap.js";
import { TimeMap } from "./timemap.js";

const PACE = { speed: 1.25, stairs: { up: 0.4, down: 0.5 } };

describe("a map by time", () => {
  test("takes longer over a stair than over a floor, and longer up than down", () => {
    const world = new World(new Building(gallery()));
    const [above, below] = [world.at("gallery", [16, 5]), world.at("hall", [4, 5])];
    const down = new TimeMap(world, { goals: ["exit"], pace: PACE });
    // 12 m of floor at 1.25 m/s, and 5 m of slope at half of it.
    expect(down.cost(above)).toBeCloseTo(12 / 1.25 + 5 / 0.625, 9);
    expect(down.distance(above)).toBeCloseTo(17, 9);
    expect(world.way(down.pathFrom(above)!).points).toEqual([
      [16, 5, 3],
      [12, 5, 3],
      [8, 5, 0],
      [0, 5, 0],
    ]);
    const up = new TimeMap(world, { goals: [{ point: above }], pace: PACE });
    expect(up.cost(below)).toBeCloseTo(8 / 1.25 + 5 / 0.5, 9);
  });

  test("on a stair it goes up or down, whichever takes less", () => {
    const world = new World(new Building(gallery()));
    const ends = [world.at("hall", [6, 5]), world.at("gallery", [14, 5])];
    const map = new TimeMap(world, { goals: ends.map((point) => ({ point })), pace: PACE });
    const { foot, climb } = world.building!.sheet.patches[2] as never as { foot: Segment; climb: Point };
    const at = (share: number): Point => [
      (foot[0][0] + foot[1][0]) / 2 + share * climb[0],
      (foot[0][1] + foot[1][1]) / 2 + share * climb[1],
    ];
    // 2 m of floor at each end: from a share s of 5 m it takes 5 s / 0.625 down, and 5 (1 - s) / 0.5 up.
    for (const share of [0.1, 0.3, 0.5, 0.54, 0.57, 0.7, 0.9]) {
      const [down, up] = [(5 * share) / 0.625, (5 * (1 - share)) / 0.5];
      expect(map.cost(at(share))).toBeCloseTo(2 / 1.25 + Math.min(down, up), 6);
      const { elevation } = world.where(map.pathFrom(at(share))!.at(-1)!)!;
      expect(elevation).toBe(down < up ? 0 : 3);
    }
  });

  test("a radius narrows what is stretched across it, not along it", () => {
    const world = new World(new Building(gallery()));
    for (const radius of [0.2, 0.5, 0.9]) {
      const map = new TimeMap(world, { goals: ["exit"], radius, pace: PACE });
      expect(map.cost(world.at("gallery", [16, 5]))).toBeCloseTo(12 / 1.25 + 5 / 0.625, 6);
    }
    const wide = new TimeMap(world, { goals: ["exit"], radius: 1.1, pace: PACE });
    const p = world.at("gallery", [16, 5]);
    expect(wide.cost(p)).toBeNull();
    expect(wide.reason(p)).toMatch(
      /no passage, stair, ramp, escalator or lift wide enough for a radius of 1.1 m/,
    );
  });

  test("on one floor it is the path map, by the speed", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    });
    const goals = [{ point: [1, 1] as Point }];
    const map = new TimeMap(world, { goals, pace: { speed: 2 } });
    const plain = new PathMap(world, { goals });
    expect(map.cost([9, 9])).toBe(plain.cost([9, 9])! / 2);
    expect(map.pathFrom([9, 9])).toEqual(plain.pathFrom([9, 9]));
    expect(map.heading([9, 9])).toEqual(plain.heading([9, 9]));
  });

  test.each([
    [{ speed: 0 }, "pace.speed"],
    [{ speed: Number.NaN }, "pace.speed"],
    [{ speed: 1, stairs: { up: 0, down: 1 } }, "pace.stairs.up"],
    [{ speed: 1, stairs: { up: 1 } }, "pace.stairs.down"],
    [{ speed: 1, uphill: 1 }, "pace"],
  ])("%j is no pace", (pace, where) => {
    const world = new World(new Building(gallery()));
    expect(() => new TimeMap(world, { goals: ["exit"], pace: pace as never })).toThrow(where);
  });
});

/** What a flight takes per metre on the flat: by its definition in the scene, not by the library. */
function timesOf(
  flight: Exclude<NonNullable<BuildingInput["connections"]>[number], { kind: "lift" }>,
  isUp: boolean,
): number | null {
  const walking = PACE.speed * (isUp ? PACE.stairs.up : PACE.stairs.down);
  if (flight.kind === "stairs") return PACE.speed / walking;
  if (flight.kind === "ramp") return isUp ? 1 / 0.9 : 1;
  if (flight.on === false) return PACE.speed / walking;
  if ((flight.direction === "up") !== isUp) return null;
  return PACE.speed / (flight.speed! + (flight.walked ? walking : 0));
}

/** The building by definition: levels far apart, and a rectangle for every direction of every flight. */
function oracleOf(scene: BuildingInput, byTime: boolean): BuildingOracle {
  const levels = scene.levels.map(({ name }) => name);
  const far = (patch: number, [x, y]: readonly [number, number]): Point => [x + 1000 * patch, y];
  const patches: OraclePatch[] = scene.levels.map(({ boundary, obstacles = [] }, i) => ({
    outline: boundary.map((p) => far(i, p)),
    obstacles: obstacles.map(({ polygon }) => polygon!.map((p) => far(i, p))),
  }));
  const portals: OraclePortal[] = [];
  const rides: OracleRide[] = [];
  for (const connection of scene.connections ?? []) {
    if (connection.kind === "lift") {
      const doors = Object.entries(connection.at).map(([name, [a, b]]) => {
        const patch = levels.indexOf(name);
        return {
          patch,
          at: far(patch, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]),
          height: scene.levels[patch].elevation,
        };
      });
      const reach =
        Math.max(...doors.map(({ height }) => height)) - Math.min(...doors.map(({ height }) => height));
      for (const from of doors) {
        for (const to of doors) {
          const rise = Math.abs(from.height - to.height);
          // The car comes from a third of its way; doors open, stay and close; it rides; they open.
          const seconds = reach / 3 / connection.speed! + 2 + 4 + 2 + rise / connection.speed! + 2;
          rides.push({ from, to, price: byTime ? seconds * PACE.speed : rise });
        }
      }
      continue;
    }
    const { from, to } = connection;
    const [low, high] = [levels.indexOf(from.level), levels.indexOf(to.level)];
    const rise = scene.levels[high].elevation - scene.levels[low].elevation;
    const [[ax, ay], [bx, by]] = from.segment;
    // Random buildings have flights along x.
    const run = to.segment[0][0] - ax;
    for (const isUp of [true, false]) {
      const slope = Math.hypot(run, rise) * (byTime ? (timesOf(connection, isUp) ?? Number.NaN) : 1);
      if (Number.isNaN(slope)) continue;
      if (!byTime && timesOf(connection, isUp) === null) continue;
      const patch = patches.length;
      const head = ax + Math.sign(run) * slope;
      const corners: Point[] = [
        [ax, Math.min(ay, by)],
        [head, Math.min(ay, by)],
        [head, Math.max(ay, by)],
        [ax, Math.max(ay, by)],
      ];
      patches.push({ outline: corners.map((p) => far(patch, p)), obstacles: [] });
      const foot = [
        low,
        [from.segment[0], from.segment[1]],
        [
          [ax, ay],
          [bx, by],
        ],
      ] as const;
      const [t0, t1] = to.segment[0][1] === ay ? to.segment : [to.segment[1], to.segment[0]];
      const top = [
        high,
        [t0, t1],
        [
          [head, ay],
          [head, by],
        ],
      ] as const;
      for (const [isEntry, [level, onLevel, onFlight]] of [
        [isUp, foot],
        [!isUp, top],
      ] as const) {
        const there: Segment = [far(level, onLevel[0]), far(level, onLevel[1])];
        const here: Segment = [far(patch, onFlight[0] as Point), far(patch, onFlight[1] as Point)];
        portals.push(
          isEntry
            ? { a: there, b: here, patches: [level, patch], oneWay: true }
            : { a: here, b: there, patches: [patch, level], oneWay: true },
        );
      }
    }
  }
  return new BuildingOracle(patches, portals, rides);
}

describe.each(["metres", "time"])(
  "ways through random buildings with everything that leads up and down, in %s",
  (unit) => {
    test("are those of an oracle by definition, 40 seeds", () => {
      let through = 0;
      let ridden = 0;
      for (let seed = 0; seed < 40; seed++) {
        const random = new Random(1000 + seed);
        const scene = randomBuilding(random, {
          kinds: ["stairs", "ramp", "escalator"],
          lifts: 1 + (seed % 2),
        });
        const world = new World(new Building(scene));
        const oracle = oracleOf(scene, unit === "time");
        const place = (): { p: Point; place: OraclePlace } => {
          const patch = random.below(scene.levels.length);
          const at: Point = [random.between(0, 24), random.between(0, 18)];
          const p = world.at(`level ${patch}`, at);
          return world.contains(p) ? { p, place: { patch, at: [at[0] + 1000 * patch, at[1]] } } : place();
        };
        const goal = place();
        const goals = [{ point: goal.p }];
        const map =
          unit === "time" ? new TimeMap(world, { goals, pace: PACE }) : new PathMap(world, { goals });
        for (let k = 0; k < 4; k++) {
          const from = place();
          const label = `seed ${seed}, question ${k}`;
          const expected = oracle.distance(from.place, goal.place) / (unit === "time" ? PACE.speed : 1);
          const found = map.cost(from.p) ?? Infinity;
          if (expected === Infinity || found === Infinity) expect([label, found]).toEqual([label, expected]);
          else expect(Math.abs(found - expected), `${label}: ${found} for ${expected}`).toBeLessThan(1e-7);
          const path = map.pathFrom(from.p);
          if (!path) continue;
          if (from.place.patch !== goal.place.patch) through++;
          const way = world.way(path);
          expect(way.distance, label).toBeCloseTo(map.distance(from.p)!, 9);
          // A ride is the one way to another height without a step.
          const isRide = way.points.some(
            ([x, y, z], i) =>
              i > 0 && z !== way.points[i - 1][2] && x === way.points[i - 1][0] && y === way.points[i - 1][1],
          );
          if (isRide) ridden++;
        }
      }
      expect(through).toBeGreaterThan(60);
      expect(ridden).toBeGreaterThan(10);
    });
  },
);
