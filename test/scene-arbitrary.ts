/** Random scenes that use every key of the schema, for round trips; coordinates are arbitrary doubles. */
import fc from "fast-check";
import { completeScene, type Scene, type SceneInput } from "../src/world/index.js";

const coordinate = fc
  .oneof(
    fc.double({ min: -1e4, max: 1e4, noNaN: true }),
    fc.integer({ min: -50, max: 50 }),
    fc.constantFrom(0.1, 1 / 3, 1e-9, -1e11, 123456.789),
  )
  .map((v) => (Math.abs(v) < 1e-40 ? 0 : v));
const point = fc.tuple(coordinate, coordinate);
const segment = fc.tuple(point, point);
const ring = fc.uniqueArray(point, { minLength: 3, maxLength: 8, selector: (p) => `${p}` });
const name = fc.oneof(
  fc.constantFrom(
    "exit",
    "north door",
    "Größe",
    "a\"b<c>&'d",
    "tab\tnew\nline",
    "12",
    "caret^",
    "\u0001\ud800",
  ),
  fc.string({ minLength: 1, maxLength: 12 }).filter((s) => s !== "__proto__"),
);
const time = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 3 });
const schedule = time.map((times) =>
  times
    .sort((a, b) => a - b)
    .map((t) => ({ time: t, present: t % 2 === 0, offset: [t / 7, -t] as [number, number] })),
);
const goalSchedule = time.map((times) =>
  times.sort((a, b) => a - b).map((t) => ({ time: t, open: t % 3 === 0 })),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const list = <T>(value: fc.Arbitrary<T>) => optional(fc.array(value, { minLength: 1, maxLength: 4 }));

const obstacle = fc.oneof(
  fc.record({ polygon: ring, schedule: optional(schedule) }),
  fc.record({ segment, schedule: optional(schedule) }),
  fc.record({ point, schedule: optional(schedule) }),
);
const goal = fc.oneof(
  fc.record({ points: fc.array(point, { minLength: 1, maxLength: 3 }), start: optional(fc.nat(9)) }),
  fc.record({
    segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
    schedule: optional(goalSchedule),
  }),
  fc.record({ points: fc.tuple(point), segments: fc.tuple(segment) }),
);
const spawnMore = {
  count: fc.integer({ min: 1, max: 500 }),
  rate: optional(fc.constantFrom(0.5, 2)),
  start: optional(fc.nat(60)),
  profile: optional(name),
  goals: fc.array(fc.oneof(name, fc.array(name, { minLength: 1, maxLength: 2 })), {
    minLength: 1,
    maxLength: 2,
  }),
};
const spawn = fc.oneof(fc.record({ polygon: ring, ...spawnMore }), fc.record({ segment, ...spawnMore }));

const input = fc.record({
  boundary: ring,
  name: optional(name),
  obstacles: list(obstacle),
  goals: optional(fc.dictionary(name, goal, { minKeys: 1, maxKeys: 3, noNullPrototype: true })),
  weights: list(fc.record({ vertex: point, speed: fc.constantFrom(1, 1.5, 2) })),
  barriers: list(
    fc.record({
      segment,
      weight: fc.constantFrom(1, 1.25, 3),
      side: optional(fc.constantFrom("left" as const, "right" as const)),
    }),
  ),
  flow: optional(
    fc.record({ source: fc.tuple(segment), sink: fc.array(segment, { minLength: 1, maxLength: 2 }) }),
  ),
  profiles: optional(
    fc.dictionary(name, fc.record({ radius: fc.constant(0.25), speed: fc.constant(1.34) }), {
      noNullPrototype: true,
    }),
  ),
  spawns: list(spawn),
  simulation: optional(fc.record({ seed: fc.nat(99), step: fc.constant(0.05) })),
});

/** The same without undefined members, as a file would hold it. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

export const anyScene: fc.Arbitrary<Scene> = input.map((scene) => completeScene(plain(scene) as SceneInput));
