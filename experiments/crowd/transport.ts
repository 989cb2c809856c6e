/** Transport that is taken at weighted vertices (Farias 2020, 3.5). */
import { sceneExperiment, trial } from "../scene-runs.js";

/** Figure 3.13: each vertex is used once. */
export const transport = sceneExperiment({
  name: "transport",
  title: "Four travellers and three faster ways to travel",
  paper: "Farias 2020",
  place: "figure 3.13",
  trials: [trial("one after the other", "transport", "each vertex is used once, and later paths differ")],
});
