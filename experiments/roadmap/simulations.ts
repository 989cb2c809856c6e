/**
 * The four simulations of Hartmann (2010, chapter 5), twice each: with everybody a site of the diagram, as in the thesis, a step a
 * second; and sampled, with people who walk by empty circles drawn from those around them, on a roadmap of the walls alone.
 */
import { builtinScene, citizensScene, cityScene } from "../../src/scenes/index.js";
import type { SiteOptions } from "../../src/simulation/index.js";
import type { Scene } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { sceneExperiment, type Trial } from "../scene-runs.js";

/** A column of the tables 5.1 to 5.4: on an Intel Core 2 Duo, one core, C++. */
interface Column {
  readonly segments: number;
  readonly seconds: number;
  readonly iterations: number;
  readonly metres: number;
}

function printedOf({ segments, seconds, iterations, metres }: Column): string {
  return (
    `at most ${segments} segments; ${iterations} iterations per step; longest path ${metres} m; ` +
    `${(1000 * seconds).toFixed(1)} ms per agent and step`
  );
}

/** Both manners of one column, on the same scene. */
function both(
  title: string,
  scene: () => Scene,
  column: readonly [segments: number, seconds: number, iterations: number, metres: number],
  sites: SiteOptions = {},
): Trial[] {
  const [segments, seconds, iterations, metres] = column;
  const printed = printedOf({ segments, seconds, iterations, metres });
  return [
    { title: `${title}, sites`, scene, printed, options: { sites, step: 1 } },
    { title: `${title}, sampled`, scene, printed },
  ];
}

/** One walker along the diagonal of a city, a metre a step. */
function diagonalScene(blocks: number): Scene {
  const city = cityScene(blocks);
  const [x, y] = city.boundary[2];
  return {
    ...city,
    name: `One walker across ${blocks * blocks} blocks`,
    goals: { end: { points: [[x - 1.3, y - 1.4]] } },
    profiles: { walker: { radius: 0.25, speed: 1, behaviour: { type: "empty-circle" } } },
    spawns: [{ places: [[1.3, 1.4]], profile: "walker", goals: ["end"] }],
    simulation: { planner: "roadmap", step: 0.1, duration: 6000, seed: 1 },
  };
}

/** In the order of the thesis. */
export const SIMULATIONS: readonly Experiment[] = [
  sceneExperiment({
    name: "simulation-1",
    title: "Two lines of walkers change sides in the open",
    paper: "Hartmann 2010",
    place: "5.2 and table 5.1",
    trials: [
      ...both("20 walkers", () => builtinScene("field-20"), [212, 0.0002, 24.98, 796.61]),
      ...both("40 walkers", () => builtinScene("field-40"), [430, 0.0003, 49.52, 766.15]),
      ...both("60 walkers", () => builtinScene("field-60"), [682, 0.0003, 62.94, 772.22]),
      ...both("100 walkers", () => builtinScene("field-100"), [1280, 0.0004, 90.05, 765.77]),
      ...both("200 walkers", () => builtinScene("field-200"), [2031, 0.0008, 99.77, 1930.95]),
    ],
  }),
  sceneExperiment({
    name: "simulation-2",
    title: "Walkers around the middle of a city of 9,604 blocks",
    paper: "Hartmann 2010",
    place: "5.3 and table 5.2",
    trials: [
      ...both("10 walkers", () => builtinScene("citizens-10"), [105_960, 0.0005, 11, 3.1]),
      ...both("20 walkers", () => builtinScene("citizens-20"), [106_040, 0.0005, 3.93, 6.04]),
      ...both("50 walkers", () => builtinScene("citizens-50"), [106_338, 0.0007, 38.71, 88.08]),
    ],
  }),
  sceneExperiment({
    name: "simulation-3",
    title: "One walker across the city",
    paper: "Hartmann 2010",
    place: "5.4 and table 5.3",
    trials: both("along the diagonal", () => diagonalScene(98), [105_877, 0.036, 48_376.64, 3927.82]),
  }),
  sceneExperiment({
    name: "simulation-4",
    title: "Walkers across the city, at most 1,000 iterations",
    paper: "Hartmann 2010",
    place: "5.5 and table 5.4",
    trials: [
      ...both(
        "40 walkers, 240 m",
        () => citizensScene(40, { reach: 120 }),
        [106_177, 0.0003, 314.49, 392.92],
        {
          maxIterations: 1000,
        },
      ),
      ...both(
        "10 walkers, anywhere",
        () => builtinScene("citizens-10-far"),
        [106_009, 0.0005, 334.62, 1988.33],
        {
          maxIterations: 1000,
        },
      ),
      {
        title: "10 walkers, anywhere, sites, blocks within 100 m streamed in",
        scene: () => builtinScene("citizens-10-far"),
        options: { sites: { maxIterations: 1000, stream: 100 }, step: 1 },
      },
    ],
  }),
];
