/** Wide doors of the Hermes experiments: flow, density and speed as measured. */
import { type Case, runs } from "../case.js";
import { peopleFigure } from "../figures.js";
import { crossings, flowOf, meanDensity, meanSpeed, middleOf } from "../measures.js";
import { near } from "../near.js";
import { STUDENTS } from "../panels.js";
import { box, doorLine, hallWithDoor } from "../plans.js";

/** Width in metres; flow per second; persons per m2 and m/s before the door. */
const MEASURED = [
  { width: 2.4, flow: 6.07, density: 5.57, speed: 0.32 },
  { width: 3, flow: 7.17, density: 5.07, speed: 0.37 },
  { width: 3.6, flow: 8.96, density: 4.83, speed: 0.445 },
  { width: 4.4, flow: 10.87, density: 4.02, speed: 0.553 },
  { width: 5, flow: 13.82, density: 4.09, speed: 0.631 },
];

/** People in the hall. */
const PEOPLE = 350;

/** Metres before the door in which density and speed are taken. */
const DEEP = 2;

/** Every width a case. */
export const HERMES_DOORS: readonly Case[] = MEASURED.map(({ width, flow, density, speed }) =>
  runs({
    id: `hermes-door/${width}`,
    suite: "phenomena",
    title: `Hermes, a door of ${width} m`,
    source: "Hermes experiments (Jülich 2009), bottlenecks",
    about:
      `${PEOPLE} people, population students, in a hall before a straight wall 0.2 m deep with a door of ${width} m; the hall is 6 m wider than the door, and ` +
      `people begin at 2 per m². The surroundings of these doors are not published with the figures: the hall is our assumption. Density (heads) and speed are those in the ${DEEP} m before ` +
      "the door, as wide as it is, while the 20th to the 80th percent pass. Flow within 10 %, density and speed within 15 % of what was measured.",
    criteria: [
      near("flow", "flow", "1/s", flow, 0.1),
      near("density", "density before the door", "1/m²", density, 0.15),
      near("speed", "speed before the door", "m/s", speed, 0.15),
    ],
    run(bench) {
      const run = bench.simulate(hallWithDoor({ width, people: PEOPLE, panel: STUDENTS }));
      bench.show(() => peopleFigure(run, 12, "The queue before the door."));
      const times = crossings(run, doorLine(width));
      const span = middleOf(times);
      if (times.length < PEOPLE || !span) return { flow: null, density: null, speed: null };
      const area = box(-width / 2, 0, width / 2, DEEP);
      return {
        flow: flowOf(times),
        density: meanDensity(run, area, span),
        speed: meanSpeed(run, area, span),
      };
    },
  }),
);
