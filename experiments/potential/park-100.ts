/** The last simulation of Dapper (2007): a hundred in the park, here as a crowd. */
import { sceneExperiment, trial } from "../scene-runs.js";

/** 6.3.5: random v and step length. */
export const parkHundred = sceneExperiment({
  name: "park-100",
  title: "A hundred walkers in a park",
  paper: "Dapper 2007",
  place: "6.3.5 and figure 6.18",
  trials: [trial("random v, epsilon 0.8, steps of 0.3 m to 1 m", "park-100")],
});
