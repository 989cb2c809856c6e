/** Figure 4.11 of Hartmann (2010): an agent that is a site of the roadmap, almost blind, and two U obstacles in sequence. */
import { stackPictures, walkPicture } from "../../src/draw/index.js";
import { type Point, pathLength } from "../../src/geometry/index.js";
import { Roadmap } from "../../src/roadmap/index.js";
import { Walker } from "../../src/roadmap/internal.js";
import { type Scene, World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";

/** The way of one agent. */
interface Way {
  readonly title: string;
  readonly points: readonly Point[];
  readonly arrived: boolean;
  /** Vertices looked at in a step: the mean and the most. */
  readonly meanIterations: number;
  readonly mostIterations: number;
}

interface DeadEnds {
  readonly scene: Scene;
  readonly ways: readonly Way[];
}

const RADIUS = 0.3;
const START: Point = [3, 10];
const GOAL: Point = [47, 10];

/** A U that opens towards the agent: 8 m deep, 10 m wide, walls of 0.5 m. */
function trap(x: number): [number, number][] {
  return [
    [x, 5],
    [x + 8, 5],
    [x + 8, 15],
    [x, 15],
    [x, 14.5],
    [x + 7.5, 14.5],
    [x + 7.5, 5.5],
    [x, 5.5],
  ];
}

const SCENE: Scene = {
  format: "wayfield-scene",
  version: 1,
  name: "Two dead ends in sequence",
  boundary: [
    [0, 0],
    [50, 0],
    [50, 20],
    [0, 20],
  ],
  obstacles: [{ polygon: trap(10) }, { polygon: trap(28) }],
  goals: { goal: { points: [[GOAL[0], GOAL[1]]] } },
};

/** Walks until the agent has arrived, or for so many steps. */
function walk(title: string, maxIterations: number): Way {
  const roadmap = new Roadmap(new World(SCENE));
  const walker = new Walker(roadmap, {
    position: START,
    goal: GOAL,
    radius: RADIUS,
    step: 0.5,
    maxIterations,
  });
  const points: Point[] = [walker.position];
  let [sum, most] = [0, 0];
  while (!walker.arrived && points.length <= 2000) {
    walker.step();
    points.push(walker.position);
    sum += walker.iterations;
    most = Math.max(most, walker.iterations);
  }
  const meanIterations = sum / (points.length - 1);
  return { title, points, arrived: walker.arrived, meanIterations, mostIterations: most };
}

/** The agent of the figure, and one that sees all of the roadmap. */
export const deadEnds: Experiment<DeadEnds> = {
  name: "dead-ends",
  title: "Two dead ends in sequence",
  paper: "Hartmann 2010",
  place: "figure 4.11",
  seeded: false,
  run: () => ({
    scene: SCENE,
    ways: [walk("at most 5 iterations", 5), walk("without a limit", Infinity)],
  }),
  rows: ({ ways }) =>
    ways.map(({ points, ...way }) => ({ ...way, steps: points.length - 1, length: pathLength(points) })),
  lines: ({ ways }) =>
    ways.map(
      ({ title, points, arrived, meanIterations, mostIterations }) =>
        `${title}: ${arrived ? "arrived" : "never arrived"}, ${points.length - 1} steps, ${pathLength(points).toFixed(1)} m; ` +
        `iterations per step: ${meanIterations.toFixed(1)} in the mean, ${mostIterations} at most`,
    ),
  picture: ({ scene, ways }, size) =>
    stackPictures(
      ways.map(({ title, points, arrived }, k) =>
        walkPicture(
          scene,
          { title, standing: [], trails: [{ label: title, points, radius: RADIUS, arrived }] },
          {
            size,
            title: k === 0 ? "Two dead ends in sequence" : "",
            scaleBar: k === ways.length - 1,
          },
        ),
      ),
    ),
};
