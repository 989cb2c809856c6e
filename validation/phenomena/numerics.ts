/** What must not matter: how long a step is, and how many threads there are. */
import { type Bench, type Case, runs, type TrialOptions } from "../case.js";
import { waysFigure } from "../figures.js";
import { ADULTS } from "../panels.js";
import { hallWithDoor } from "../plans.js";
import { type Trajectories, timeToEmpty } from "../trajectories.js";

const STEPS = [0.01, 0.02, 0.05, 0.1];

/** 150 people and a door of 1.2 m. */
function emptied(bench: Bench, options: TrialOptions): Trajectories {
  return bench.simulate(hallWithDoor({ width: 1.2, people: 150, panel: ADULTS }), options);
}

/** Steps from 0.01 to 0.1 s. */
export const stepLength: Case = runs({
  id: "step",
  suite: "phenomena",
  title: "Steps of 0.01 to 0.1 s",
  source: "Results must not depend on the numerics",
  about:
    "150 adults leave by a door of 1.2 m, with steps of 0.01, 0.02, 0.05 and 0.1 s. The greatest and the least mean time to empty are within 5 %.",
  criteria: [
    {
      id: "",
      title: "greatest over least time",
      unit: "",
      low: 1,
      high: 1.05,
      from: (values) => {
        const times = STEPS.map((step) => values[step]);
        if (times.some((time) => time === null)) return null;
        return times.reduce((a, b) => Math.max(a!, b!))! / times.reduce((a, b) => Math.min(a!, b!))!;
      },
    },
    ...STEPS.map((step) => ({
      id: String(step),
      title: `time with steps of ${step} s`,
      unit: "s",
      low: null,
      high: null,
      recorded: () => true,
    })),
  ],
  run(bench) {
    return Object.fromEntries(
      STEPS.map((step) => {
        const run = emptied(bench, { step });
        if (step === 0.05) bench.show(() => waysFigure(run, "Steps of 0.05 s."));
        return [step, timeToEmpty(run)];
      }),
    );
  },
});

/** Whether two runs are the same in every bit of every place. */
export function sameBits(a: Trajectories, b: Trajectories): boolean {
  const flat = ({ tracks, times }: Trajectories): number[] => [
    ...times,
    ...tracks.flatMap(({ id, start, left, x, y }) => [id, start, left ?? -1, ...x, ...y]),
  ];
  const [one, two] = [flat(a), flat(b)];
  return one.length === two.length && one.every((value, k) => Object.is(value, two[k]));
}

/** One thread and two. */
export const threads: Case = runs({
  id: "threads",
  suite: "phenomena",
  title: "One thread and two",
  source: "Results must not depend on the numerics",
  about:
    "150 adults leave by a door of 1.2 m, walked by one thread and by two: everybody is at the same place at every tenth of a second, to the bit.",
  criteria: [
    { id: "", title: "runs that are equal to the bit", unit: "%", low: 100, high: 100, over: "least" },
  ],
  run(bench) {
    const [one, two] = [1, 2].map((count) => emptied(bench, { threads: count }));
    bench.show(() => waysFigure(two, "With two threads."));
    return { "": sameBits(one, two) ? 100 : 0 };
  },
});
