/** One walker at a time, other parameters: Dapper (2007), 6.1 and 6.2, its second article, and Fischer (2011), appendix C. */
import type { Point } from "../../src/geometry/index.js";
import {
  alongGradient,
  type Behaviour,
  constant,
  harmonic,
  inertialMotion,
  meanMotion,
  weightedMotion,
} from "../../src/potential/index.js";
import { Simulation } from "../../src/simulation/index.js";
import type { Scene } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { apartFrom, changingAt, fitted } from "./fit.js";
import {
  box,
  corridor,
  crowdAt,
  type Person,
  plan,
  START,
  Stage,
  TABLE_6_1,
  type Walks,
  WIDTH,
  walkExperiment,
} from "./stage.js";

/** 6.1.1: the same walk with six behaviour vectors, alone and all at once. */
const vectors = walkExperiment({
  name: "vectors",
  title: "Different v in a corridor",
  paper: "Dapper 2007",
  place: "6.1.1",
  walk() {
    const scene = corridor("Six behaviour vectors");
    const stage = new Stage(scene);
    const vs: Point[] = [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
      [0.7, -0.7],
      [-0.7, -0.7],
    ];
    const people = (together: boolean): Person[] =>
      vs.map((v, i) => ({
        label: `v = (${v.join(", ")})`,
        position: together ? [2, 1.5 + i] : START,
        goals: ["east"],
        behaviour: constant(v, 0.7),
        localMap: TABLE_6_1,
      }));
    return {
      scene,
      runs: [stage.apart("each alone", people(false), 300), stage.run("all at once", people(true), 400)],
    };
  },
});

/** 6.1.2: v = (0, 1) with ten strengths, the last three beyond the limit. */
const strengths = walkExperiment({
  name: "strengths",
  title: "Different epsilon, up to where the field breaks",
  paper: "Dapper 2007",
  place: "6.1.2",
  walk() {
    const scene = corridor("Ten values of epsilon");
    const people = [-0.1, 0, 0.1, 0.3, 0.7, 1, 1.2, 2, 3, 4].map(
      (epsilon): Person => ({
        label: `epsilon = ${epsilon}`,
        position: START,
        goals: ["east"],
        behaviour: constant([0, 1], epsilon, true),
        localMap: TABLE_6_1,
        unsafe: true,
      }),
    );
    return {
      scene,
      // An odd number of rows, so that the goal is in the middle of one and the field is its own mirror image.
      runs: [new Stage(scene, WIDTH / 33).apart("v = (0, 1)", people, 400)],
    };
  },
});

/** 6.1.3: the same area in 11, 15 and 21 cells. */
const cellSizes = walkExperiment({
  name: "cell-sizes",
  title: "Smaller cells, smoother paths",
  paper: "Dapper 2007",
  place: "6.1.3",
  walk() {
    const scene = corridor("Three cell sizes");
    const stage = new Stage(scene);
    const sizes: [number, number][] = [
      [0.8, 11],
      [0.59, 15],
      [0.42, 21],
    ];
    return {
      scene,
      runs: sizes.map(([cell, size]) =>
        stage.run(
          `${size} x ${size} cells of ${cell} m`,
          [
            {
              label: `${cell} m`,
              position: START,
              goals: ["east"],
              behaviour: constant([0.7, 0.7], 1),
              motion: alongGradient(),
              localMap: { size, cell, relaxations: 60 },
            },
          ],
          400,
        ),
      ),
    };
  },
});

/** 6.1.4 and the second article's figure 6: a standing group, seen through a small and a large map. */
const mapSizes = walkExperiment({
  name: "map-sizes",
  title: "What a larger local map sees",
  paper: "Dapper 2007",
  place: "6.1.4; second article, 6.2",
  walk() {
    const scene = corridor("A standing group");
    const stage = new Stage(scene);
    // Rows with a lane between them, and more room on the far side of the last.
    const standing = crowdAt(
      [16, 16.9].flatMap((x): Point[] => [
        [x, 2.2],
        [x, 3.3],
        [x, 4.7],
      ]),
    );
    const sizes: [string, number][] = [
      ["map half as wide as the corridor", 13],
      ["map as wide as the corridor", 29],
    ];
    return {
      scene,
      runs: sizes.map(([title, size]) =>
        stage.run(
          title,
          [
            {
              label: `${size} x ${size}`,
              position: START,
              goals: ["east"],
              localMap: { size, cell: 0.28, relaxations: 300 },
            },
          ],
          500,
          standing,
        ),
      ),
    };
  },
});

/** 6.2.1: a race of eight under each of the three motion rules. */
const motions = walkExperiment({
  name: "motions",
  title: "Three ways to turn a gradient into a step",
  paper: "Dapper 2007",
  place: "6.2.1",
  walk() {
    const scene = corridor("Three motion rules");
    const stage = new Stage(scene);
    const rules = [
      { title: "gradient", motion: alongGradient() },
      { title: "mean with the direction so far", motion: meanMotion() },
      { title: "weighted mean, mass 4", motion: weightedMotion(4) },
    ];
    return {
      scene,
      runs: rules.map(({ title, motion }) =>
        stage.run(
          title,
          Array.from(
            { length: 8 },
            (_, k): Person => ({
              label: `${k + 1}`,
              position: [1.5 + 1.5 * (k % 2), 1 + 2 * (k >> 1)],
              goals: ["east"],
              behaviour: constant([Math.cos(k), Math.sin(k)], 0.7),
              motion,
              localMap: TABLE_6_1,
            }),
          ),
          600,
        ),
      ),
    };
  },
});

/** 6.2.2: masses from 0 to 100, around three who stand in the way. The heaviest ends in orbit around the goal. */
const masses = walkExperiment({
  name: "masses",
  title: "The heavier, the wider the turn",
  paper: "Dapper 2007",
  place: "6.2.2",
  walk() {
    const scene = plan("Five masses", box(0, 0, 72, 48), [], { goal: [40, 24] });
    const standing = crowdAt([
      [28, 24.6],
      [31.5, 23.6],
      [35, 24.6],
    ]);
    const people = [0, 4, 12, 24, 100].map(
      (mass): Person => ({
        label: `mass ${mass}`,
        position: [24, 24],
        goals: ["goal"],
        motion: weightedMotion(mass, null),
        localMap: TABLE_6_1,
        stride: 0.1,
        reach: 0.5,
        direction: [0, 1],
      }),
    );
    return {
      scene,
      runs: [new Stage(scene).apart("the heaviest circles around the goal", people, 2500, standing)],
    };
  },
});

/** Second article, 6.1: inertia from 0 to 0.99. */
const inertias = walkExperiment({
  name: "inertias",
  title: "Inertia eta, until the goal is missed",
  paper: "Dapper 2007",
  place: "second article, 6.1",
  walk() {
    const scene = corridor("Six inertias");
    const people = [0, 0.25, 0.5, 0.75, 0.95, 0.99].map(
      (eta): Person => ({
        label: `eta = ${eta}`,
        position: [2, 6],
        goals: ["east"],
        behaviour: constant([0.7, -0.7], 0.7),
        motion: inertialMotion(eta, false),
        localMap: TABLE_6_1,
        direction: [0, -1],
        reach: 0.6,
      }),
    );
    return {
      scene,
      runs: [new Stage(scene).apart("from 0.95 on they pass by the goal and meet the wall", people, 200)],
    };
  },
});

/** Somebody's way across a yard by the shortest path and the default model, recorded twice a second. */
function recordedWay(scene: Scene, from: Point, goal: string): Point[] {
  const simulation = new Simulation({
    ...scene,
    spawns: [{ places: [[from[0], from[1]]], goals: [goal] }],
    simulation: { planner: "pathmap", duration: 120 },
  });
  const way: Point[] = [];
  for (let next = 0; !simulation.done; ) {
    simulation.advance();
    const { x, y } = simulation.crowd.columns;
    if (simulation.crowd.size === 0 || simulation.time < next) continue;
    way.push([x[0], y[0]]);
    next += 0.5;
  }
  return way;
}

/** RTS article, figure 2: a person's way across a yard, with v and epsilon fitted to it for each half. */
const recorded = walkExperiment({
  name: "recorded",
  title: "A recorded way, and v and epsilon fitted to it",
  paper: "Fischer 2011",
  place: "appendix C, RTS article, figure 2",
  walk() {
    const scene = plan("A recorded way", box(0, 0, 30, 20), [box(10, 7, 14, 13)], { end: [27, 16] });
    const stage = new Stage(scene);
    const start: Point = [3, 10];
    const person = (label: string, behaviour: Behaviour): Person => ({
      label,
      position: start,
      goals: ["end"],
      behaviour,
      localMap: { size: 15, cell: 0.6, relaxations: 60 },
    });
    const record = recordedWay(scene, start, "end");
    const walk = (behaviour: Behaviour): readonly Point[] =>
      stage.run("", [person("", behaviour)], 250).trails[0].points;
    const { first, second, apart } = fitted(record, 14, walk);
    const plainApart = apartFrom(record, walk(harmonic()));
    const run = stage.apart(
      `harmonic ${plainApart.toFixed(2)} m off the record in the mean, fitted ${apart.toFixed(2)} m`,
      [person("harmonic", harmonic()), person("fitted", changingAt(14, first, second))],
      400,
    );
    const trail = { ...run.trails[0], label: "recorded", points: record, arrived: true };
    return { scene, runs: [{ ...run, trails: [trail, ...run.trails] }] };
  },
});

/** In the order of the thesis. */
export const ALONE: readonly Experiment<Walks>[] = [
  vectors,
  strengths,
  cellSizes,
  mapSizes,
  motions,
  masses,
  inertias,
  recorded,
];
