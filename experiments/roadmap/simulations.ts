/** The four simulations of Hartmann (2010, chapter 5), as scenes whose people walk by empty circles. */
import { citizensScene } from "../../src/scenes/index.js";
import type { Experiment } from "../experiment.js";
import { sceneExperiment, trial } from "../scene-runs.js";

/** A column of the tables 5.1 to 5.4: on an Intel Core 2 Duo, one core, C++. */
const thesis = (seconds: number, metres: number): string =>
  `${(1000 * seconds).toFixed(1)} ms per agent and step, longest path ${metres} m`;

/** In the order of the thesis. */
export const SIMULATIONS: readonly Experiment[] = [
  sceneExperiment({
    name: "simulation-1",
    title: "Two lines of walkers change sides in the open",
    paper: "Hartmann 2010",
    place: "5.2 and table 5.1",
    trials: [
      trial("20 walkers", "field-20", thesis(0.0002, 796.61)),
      trial("40 walkers", "field-40", thesis(0.0003, 766.15)),
      trial("60 walkers", "field-60", thesis(0.0003, 772.22)),
      trial("100 walkers", "field-100", thesis(0.0004, 765.77)),
      trial("200 walkers", "field-200", thesis(0.0008, 1930.95)),
    ],
  }),
  sceneExperiment({
    name: "simulation-2",
    title: "Walkers around the middle of a city of 9,604 blocks",
    paper: "Hartmann 2010",
    place: "5.3 and table 5.2",
    trials: [
      trial("10 walkers", "citizens-10", thesis(0.0005, 3.1)),
      trial("20 walkers", "citizens-20", thesis(0.0005, 6.04)),
      trial("50 walkers", "citizens-50", thesis(0.0007, 88.08)),
    ],
  }),
  sceneExperiment({
    name: "simulation-3",
    title: "One walker across the city",
    paper: "Hartmann 2010",
    place: "5.4 and table 5.3",
    trials: [{ ...trial("along the diagonal", "city", thesis(0.036, 3927.82)), planner: "roadmap" }],
  }),
  sceneExperiment({
    name: "simulation-4",
    title: "Walkers across the city",
    paper: "Hartmann 2010",
    place: "5.5 and table 5.4",
    trials: [
      {
        title: "40 walkers, 240 m",
        scene: () => citizensScene(40, { reach: 120 }),
        printed: thesis(0.0003, 392.92),
      },
      trial("10 walkers, anywhere", "citizens-10-far", thesis(0.0005, 1988.33)),
    ],
  }),
];
