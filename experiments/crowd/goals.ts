/** Goals that grow, move and stand behind passages (Farias 2020, figures 3.10 to 3.12): how long it takes until all are there. */
import type { Experiment } from "../experiment.js";
import { type Condition, type Emptying, emptyingRow, emptyings, meanText } from "../seeds.js";

interface GoalRecipe extends Pick<Experiment, "name" | "title" | "place"> {
  readonly conditions: readonly Condition[];
}

function goalExperiment({ conditions, ...about }: GoalRecipe): Experiment<readonly Emptying[]> {
  return {
    ...about,
    paper: "Farias 2020",
    seeded: true,
    run: (options) => emptyings(conditions, options),
    rows: (results) => results.map(emptyingRow),
    lines: (results) => results.map((result) => `${result.title}: ${meanText(result)} s`),
  };
}

/** In the order of the paper. */
export const GOALS: readonly Experiment[] = [
  goalExperiment({
    name: "3.10",
    title: "Doors of trains that grow from points to segments",
    place: "figure 3.10",
    conditions: [{ title: "all on board after", scene: "subway" }],
  }),
  goalExperiment({
    name: "3.11",
    title: "Trains that move",
    place: "figure 3.11",
    conditions: [{ title: "all on board after", scene: "trains" }],
  }),
  goalExperiment({
    name: "3.12",
    title: "A walled town centre with one passage and with three",
    place: "figure 3.12",
    conditions: [
      { title: "one passage", scene: "centre-1" },
      { title: "three passages", scene: "centre-3" },
    ],
  }),
];
