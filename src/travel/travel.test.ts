/** Cameras that walk: never into a box, never faster nor more suddenly than allowed, and to where they were sent. */
import { describe, expect, it, test } from "vitest";
import { hallOf, roomAt } from "../../test/support/halls.js";
import { distance, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { Roadmap, RoadmapGuide } from "../roadmap/index.js";
import { builtinSurface } from "../scenes/index.js";
import { type Point3, type SurfaceField, SurfaceGround, SurfaceMesh } from "../surface/index.js";
import { World } from "../world/index.js";
import { CameraRide, CameraWay, PACE, Traveller } from "./index.js";

const FRAME = 1 / 60;

/** A random place of the hall where a body of 0.3 m fits. */
function freePlace(random: Random, hall: ReturnType<typeof hallOf>): Point {
  for (;;) {
    const p: Point = [random.unit() * 12, random.unit() * 9];
    if (roomAt(p, hall) > 0.31) return p;
  }
}

/**
 * Walks for some seconds, and sees to it that nothing forbidden happens at any frame. Who was steered may have met a wall, which
 * stops people at once; whoever travels never does.
 */
function watched(
  traveller: Traveller,
  hall: ReturnType<typeof hallOf>,
  seconds: number,
  steered = false,
): void {
  for (let t = 0; t < seconds; t += FRAME) {
    const before = traveller.velocity;
    const from = traveller.position;
    traveller.advance(FRAME);
    const { position, velocity } = traveller;
    expect(roomAt(position, hall)).toBeGreaterThan(traveller.radius - 1e-6);
    expect(Math.hypot(...velocity)).toBeLessThanOrEqual(PACE.speed + 1e-9);
    expect(distance(from, position)).toBeLessThanOrEqual(PACE.speed * FRAME + 2e-3);
    if (!steered) {
      expect(distance(before, velocity)).toBeLessThanOrEqual(PACE.deceleration * FRAME + 1e-9);
    }
  }
}

describe("a traveller", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "in hall %i: random clicks, at random moments, never lead into a box",
    (seed) => {
      const hall = hallOf(seed);
      const random = new Random(100 + seed);
      const traveller = new Traveller(hall.world, { at: freePlace(random, hall) });
      for (let click = 0; click < 12; click++) {
        traveller.goTo([random.unit() * 14 - 1, random.unit() * 11 - 1]);
        watched(traveller, hall, random.unit() * 2.5);
      }
    },
  );

  test.each([1, 2, 3, 4])("in hall %i: it arrives wherever there is a way, and stands there", (seed) => {
    const hall = hallOf(seed);
    const random = new Random(200 + seed);
    const traveller = new Traveller(hall.world, { at: freePlace(random, hall) });
    let arrived = 0;
    for (let click = 0; click < 4; click++) {
      const target = freePlace(random, hall);
      if (!traveller.goTo(target)) continue;
      watched(traveller, hall, 20);
      expect(distance(traveller.position, target)).toBeLessThan(1e-6);
      expect([traveller.state, traveller.velocity]).toEqual(["standing", [0, 0]]);
      arrived++;
    }
    expect(arrived).toBeGreaterThan(0);
  });

  test.each([1, 2, 3, 4])(
    "in hall %i: keys lead along boxes, never into one, and clicks take over",
    (seed) => {
      const hall = hallOf(seed);
      const random = new Random(300 + seed);
      const traveller = new Traveller(hall.world, { at: freePlace(random, hall) });
      for (let press = 0; press < 25; press++) {
        const angle = random.unit() * 2 * Math.PI;
        traveller.steer([Math.cos(angle), Math.sin(angle)]);
        watched(traveller, hall, random.unit() * 1.5, true);
        if (press % 5 === 4) {
          traveller.goTo(freePlace(random, hall));
          watched(traveller, hall, random.unit(), true);
        }
      }
      traveller.steer(null);
      watched(traveller, hall, 2, true);
      expect(traveller.state === "standing" || traveller.state === "travelling").toBe(true);
    },
  );

  it("slides along a wall and around its corner while a key is held", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [20, 0],
        [20, 20],
        [0, 20],
      ],
      obstacles: [
        {
          polygon: [
            [10, 2],
            [11, 2],
            [11, 12],
            [10, 12],
          ],
        },
      ],
    });
    for (const angle of [0.2, 0.5, 0.8, 1.1, 1.4]) {
      const traveller = new Traveller(world, { at: [9, 6] });
      traveller.steer([Math.cos(angle), Math.sin(angle)]);
      let time = 0;
      for (; traveller.position[0] < 12 && time < 60; time += FRAME) traveller.advance(FRAME);
      expect(traveller.position[0]).toBeGreaterThanOrEqual(12);
    }
  });

  it("keeps its velocity when it is sent elsewhere", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [40, 0],
        [40, 40],
        [0, 40],
      ],
    });
    const traveller = new Traveller(world, { at: [5, 20] });
    traveller.goTo([35, 20]);
    traveller.advance(3);
    const before = traveller.velocity;
    expect(Math.hypot(...before)).toBeCloseTo(PACE.speed, 2);
    traveller.goTo([35, 26]);
    expect(traveller.velocity).toEqual(before);
    let slowest = Infinity;
    for (let i = 0; i < 60; i++) {
      traveller.advance(FRAME);
      slowest = Math.min(slowest, Math.hypot(...traveller.velocity));
    }
    expect(slowest).toBeGreaterThan(0.8 * PACE.speed);
    while (traveller.state === "travelling") traveller.advance(FRAME);
    expect(traveller.position).toEqual([35, 26]);
  });

  it("takes the time of its pace on a straight way: v/a + (s - v²/2a - v²/2b)/v + v/b", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [40, 0],
        [40, 4],
        [0, 4],
      ],
    });
    const traveller = new Traveller(world, {
      at: [2, 2],
      guideTo: (point) => new PathMap(world, { goals: [{ point }] }),
    });
    traveller.goTo([32, 2]);
    let time = 0;
    for (; traveller.state === "travelling"; time += FRAME) traveller.advance(FRAME);
    const { speed: v, acceleration: a, deceleration: b } = PACE;
    const ideal = v / a + (30 - (v * v) / (2 * a) - (v * v) / (2 * b)) / v + v / b;
    expect(time).toBeGreaterThan(ideal - FRAME);
    expect(time).toBeLessThan(ideal + 0.3);
  });

  it("walks by any guide: path maps and roadmaps lead it where potentials do", () => {
    const hall = hallOf(3);
    const { world } = hall;
    const random = new Random(7);
    const [from, to] = [freePlace(random, hall), freePlace(random, hall)];
    for (const guideTo of [
      (point: Point) => new PathMap(world, { goals: [{ point }], radius: 0.3 }),
      (point: Point) => new RoadmapGuide(new Roadmap(world), { goals: [{ point }], radius: 0.3 }),
      undefined,
    ]) {
      const traveller = new Traveller(world, { at: from, ...(guideTo && { guideTo }) });
      expect(traveller.goTo(to)).toBe(true);
      watched(traveller, hall, 20);
      expect(distance(traveller.position, to)).toBeLessThan(1e-6);
    }
  });

  it("has no way into a room without a door, and goes on with what it did", () => {
    const room: [number, number][] = [
      [6, 2],
      [9, 2],
      [9, 5],
      [6, 5],
    ];
    const world = new World({
      boundary: [
        [0, 0],
        [12, 0],
        [12, 9],
        [0, 9],
      ],
      obstacles: room.map((a, i) => ({ segment: [a, room[(i + 1) % 4]] })),
    });
    const traveller = new Traveller(world, { at: [2, 2] });
    expect(traveller.goTo([4, 7])).toBe(true);
    expect(traveller.goTo([7.5, 3.5])).toBe(false);
    expect(traveller.target).toEqual([4, 7]);
  });

  it("says what it cannot use", () => {
    const { world } = hallOf(1);
    expect(() => new Traveller(world, { at: [1, Number.NaN] })).toThrow("at");
    expect(() => new Traveller(world, { at: [1, 1], pace: { speed: 0 } })).toThrow("pace.speed");
    expect(() => new Traveller(world, { at: [1, 1], radius: 20 })).toThrow(
      "nobody with a radius of 20 m fits here",
    );
    expect(() => new Traveller(world, { at: [1, 1] }).advance(-1)).toThrow("seconds");
  });
});

describe("a way", () => {
  it("is slow in a right angle, and as fast as braking allows before its end", () => {
    const way = new CameraWay(
      [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      PACE,
    );
    expect(way.length).toBe(20);
    expect(way.speedAt(5)).toBe(PACE.speed);
    expect(way.speedAt(10)).toBeLessThan(1);
    expect(way.speedAt(19.5)).toBeLessThanOrEqual(Math.sqrt(2 * PACE.deceleration * 0.5) + 1e-9);
    expect(way.speedAt(20)).toBe(0);
    expect(way.at(12)).toEqual([10, 2]);
    expect(way.nearest([9, 3])).toBe(13);
  });

  it("refuses what is no way", () => {
    expect(() => new CameraWay([], PACE)).toThrow("way");
    expect(
      () =>
        new CameraWay(
          [
            [0, 0],
            [1, Number.NaN],
          ],
          PACE,
        ),
    ).toThrow("finite");
  });
});

describe("a ride over a surface", () => {
  const mesh = new SurfaceMesh(builtinSurface("torus"));
  const ground = new SurfaceGround(mesh);
  const fields = new Map<number, SurfaceField>();
  const wayTo = (vertex: number) => (from: Point3) => {
    const field = fields.get(vertex) ?? ground.field([mesh.vertex(vertex)]);
    fields.set(vertex, field);
    return field.pathFrom(from)?.points ?? null;
  };

  it("stays on the surface, within its pace, and comes to a stop at the goal, whenever it is sent elsewhere", () => {
    const random = new Random(5);
    const pace = { speed: 0.8, acceleration: 1.2, deceleration: 2 };
    const ride = new CameraRide<Point3>(mesh.vertex(0), pace);
    const goals = [50, 200, 3, 120];
    for (const goal of goals) {
      expect(ride.take(wayTo(goal))).toBe(true);
      const isLast = goal === goals[goals.length - 1];
      for (let i = 0; i < (isLast ? 3000 : 20 + random.unit() * 80); i++) {
        const [before, from] = [ride.speed, ride.position];
        ride.advance(FRAME);
        expect(ride.speed).toBeLessThanOrEqual(pace.speed);
        expect(ride.speed - before).toBeLessThanOrEqual(pace.acceleration * FRAME + 1e-9);
        expect(distance3(from, ride.position)).toBeLessThanOrEqual(pace.speed * FRAME + 1e-9);
        expect(mesh.nearest(ride.position).distance).toBeLessThan(1e-9);
      }
    }
    expect(ride.done).toBe(true);
    expect(distance3(ride.position, mesh.vertex(120))).toBeLessThan(1e-6);
  });
});

const distance3 = (a: Point3, b: Point3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
