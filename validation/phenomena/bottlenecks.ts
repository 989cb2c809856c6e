/** Doors in straight walls: the flow per metre of width. */
import { type Case, runs } from "../case.js";
import { peopleFigure } from "../figures.js";
import { crossings, flowOf } from "../measures.js";
import { ADULTS } from "../panels.js";
import { doorLine, hallWithDoor } from "../plans.js";

/** Widths in metres. */
const WIDTHS = [0.8, 1, 1.2, 1.8, 2.4, 3, 3.6, 4.4, 5];

/** Enough people for a queue that stands long: 100 per metre, 150 to 350. */
const peopleFor = (width: number): number => Math.round(Math.min(350, Math.max(150, 100 * width)));

/** Every width a case. */
export const BOTTLENECKS: readonly Case[] = WIDTHS.map((width) =>
  runs({
    id: `bottleneck/${width}`,
    suite: "phenomena",
    title: `Specific flow through a door of ${width} m`,
    source:
      "Measured flows of mixed adults, 1.3 to 1.9 per metre and second (Weidmann 1993; Seyfried et al. 2009)",
    about:
      `${peopleFor(width)} adults in a hall that is 6 m wider than the door, at 2 per m² at the start; the wall is 0.2 m deep, and ` +
      "people leave 3 m behind it. The flow is that of the 20th to the 80th percent who cross the door's inner edge, over the " +
      "door's width.",
    criteria: [{ id: "", title: `specific flow at ${width} m`, unit: "1/(m s)", low: 1.3, high: 1.9 }],
    run(bench) {
      const people = peopleFor(width);
      const run = bench.simulate(hallWithDoor({ width, people, panel: ADULTS }));
      bench.show(() => peopleFigure(run, 20, "The queue before the door."));
      const times = crossings(run, doorLine(width));
      const flow = times.length === people ? flowOf(times) : null;
      return { "": flow === null ? null : flow / width };
    },
  }),
);
