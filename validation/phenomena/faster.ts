/** Faster is slower: those who want to be fast enough clog the door. */
import { type Case, runs } from "../case.js";
import { peopleFigure } from "../figures.js";
import { withSpeeds } from "../panels.js";
import { hallWithDoor } from "../plans.js";
import { timeToEmpty } from "../trajectories.js";

/** Free speeds in m/s. */
const SPEEDS = [1, 1.5, 2, 3, 4, 5];

/** The case. */
export const fasterIsSlower: Case = runs({
  id: "faster-is-slower",
  suite: "phenomena",
  title: "Faster is slower",
  source: "Helbing, Farkas and Vicsek (2000), figure 1",
  about:
    "200 people who all want to walk at 1, 1.5, 2, 3, 4 or 5 m/s leave a hall by a door of 1 m. There is a speed at which they are out first: those who want 5 m/s take at least 2 % longer than at the best speed. " +
    "The force model was made to show it, and is judged by it; for the others it is recorded.",
  criteria: [
    {
      id: "",
      title: "time at 5 m/s over the shortest time",
      unit: "",
      low: 1.02,
      high: null,
      recorded: (model) => model !== "social-force",
      from: (values) => {
        const times = SPEEDS.map((speed) => values[speed]).filter((time) => time !== null);
        const last = values[5];
        return last === null || times.length < 2 ? null : last / times.reduce((a, b) => Math.min(a, b));
      },
    },
    ...SPEEDS.map((speed) => ({
      id: String(speed),
      title: `time at ${speed} m/s`,
      unit: "s",
      low: null,
      high: null,
      recorded: () => true,
    })),
  ],
  run(bench) {
    return Object.fromEntries(
      SPEEDS.map((speed) => {
        const run = bench.simulate(
          hallWithDoor({ width: 1, people: 200, panel: withSpeeds("eager", speed) }),
          {
            interval: 0.5,
          },
        );
        if (speed === 5) bench.show(() => peopleFigure(run, 10, "People who want 5 m/s."));
        return [speed, timeToEmpty(run)];
      }),
    );
  },
});
