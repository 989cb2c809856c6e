import { expect, test } from "vitest";
import { diagnose } from "../diagnose.js";
import { completeScene, type SceneInput } from "../scene.js";
import { World } from "../world.js";
import { refuseMeasurements } from "./measurements.js";

type Measurements = NonNullable<SceneInput["measurements"]>;
type Ring = [number, number][];

const square = (x: number, y: number, side: number): Ring => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

const scene = (measurements: Measurements): SceneInput => ({
  boundary: square(0, 0, 10),
  obstacles: [{ polygon: square(4, 4, 2) }],
  measurements,
});

const found = (measurements: Measurements): string[] =>
  diagnose(completeScene(scene(measurements))).map(
    ({ severity, where, code }) => `${severity} ${where} ${code}`,
  );

test("areas and lines on free ground, along walls and on the outline have nothing wrong with them", () => {
  expect(
    found({
      A: { polygon: square(1, 1, 2), direction: [0, -3] },
      "whole hall": { polygon: square(0, 0, 4) },
      L: {
        segment: [
          [10, 2],
          [10, 4],
        ],
      },
    }),
  ).toEqual([]);
});

test("what cannot be measured in is an error that names it", () => {
  const bow: Ring = [
    [1, 1],
    [3, 3],
    [3, 1],
    [1, 3],
  ];
  const pinched: Ring = [
    [1, 1],
    [3, 1],
    [3, 3],
    [2, 1],
    [1, 3],
  ];
  const flat: Ring = [
    [1, 1],
    [3, 3],
    [2, 2],
  ];
  expect(
    found({
      wall: { polygon: square(4.5, 4.5, 1) },
      exact: { polygon: square(4, 4, 2) },
      outside: { polygon: square(11, 4, 1) },
      bow: { polygon: bow },
      pinched: { polygon: pinched },
      flat: { polygon: flat },
      point: {
        segment: [
          [1, 1],
          [1, 1],
        ],
      },
      "in block": {
        segment: [
          [4.5, 5],
          [5.5, 5],
        ],
      },
    }),
  ).toEqual([
    "error measurements.wall.polygon measurement-blocked",
    "error measurements.exact.polygon measurement-blocked",
    "error measurements.outside.polygon measurement-blocked",
    'error measurements["in block"].segment measurement-blocked',
    "error measurements.bow.polygon measurement-crosses-itself",
    "error measurements.pinched.polygon measurement-crosses-itself",
    "error measurements.flat.polygon measurement-zero-size",
    "error measurements.point.segment measurement-zero-size",
  ]);
});

test("names are names of files, also where letters are as good as capitals", () => {
  const polygon = square(1, 1, 1);
  expect(
    found({
      "../A": { polygon },
      "A.": { polygon },
      "Tür 1.b_c": { polygon },
      B: { polygon },
      b: { polygon },
    }),
  ).toEqual([
    'error measurements["../A"] measurement-name',
    'error measurements["A."] measurement-name',
    "error measurements.b measurement-name",
  ]);
});

test("what is blocked in part is a warning", () => {
  expect(
    found({
      A: { polygon: square(3, 3, 2) },
      B: { polygon: square(3, 3, 4) },
      L: {
        segment: [
          [-1, 5],
          [5, 5],
        ],
      },
    }),
  ).toEqual([
    "warning measurements.A.polygon measurement-partly-blocked",
    "warning measurements.B.polygon measurement-partly-blocked",
    "warning measurements.L.segment measurement-partly-blocked",
  ]);
});

test.each<[string, object]>([
  ["exactly one of these keys is needed: polygon, segment", { A: {} }],
  [
    "exactly one of these keys is needed",
    { A: { polygon: square(0, 0, 1), segment: square(0, 0, 1).slice(2) } },
  ],
  ["a direction belongs to a polygon", { A: { segment: square(0, 0, 1).slice(2), direction: [1, 0] } }],
  ["is not [0, 0]", { A: { polygon: square(0, 0, 1), direction: [0, 0] } }],
  ['unknown key "polgon" (did you mean "polygon"?)', { A: { polgon: square(0, 0, 1) } }],
])("%s: refused in one line", (message, measurements) => {
  expect(() => new World(scene(measurements as Measurements))).toThrow(message);
});

test("a world takes no look at them, and who measures refuses the first that is wrong", () => {
  const world = new World(
    scene({ wall: { polygon: square(4.5, 4.5, 1) }, far: { polygon: square(11, 4, 1) } }),
  );
  expect(() => refuseMeasurements(world.scene, world.space)).toThrow(
    /^measurements\.wall\.polygon: lies wholly outside .* \(and 1 more\)$/,
  );
  const sound = new World(scene({ A: { polygon: square(3, 3, 2) } }));
  expect(() => refuseMeasurements(sound.scene, sound.space)).not.toThrow();
});
