/** The queue before a door: where people stand, whether they wait, how close they come, how evenly they pass. */
import { type Case, runs } from "../case.js";
import { peopleFigure } from "../figures.js";
import { crossings, framesOf, longestGap, middleOf } from "../measures.js";
import { ADULTS } from "../panels.js";
import { doorLine, hallWithDoor } from "../plans.js";
import type { Trajectories } from "../trajectories.js";

/** Metres: the door, and how far from its middle somebody stands in the queue. */
const [WIDTH, REACH] = [1, 3.5];

const PEOPLE = 150;

/** Frames that are looked at, every so many, and metres per second from the door that count as moving away. */
const [STRIDE, AWAY] = [5, 0.05];

/** Half the side of the square in which heads are counted for the density, and the distance between two squares, in metres. */
const [SQUARE, GRID] = [0.5, 0.25];

/** Shares of those in the queue, of all samples: to the left of the door, and moving away from it; in percent. */
function manners(run: Trajectories, frames: readonly number[]): { left: number; away: number } {
  let [samples, left, away] = [0, 0, 0];
  for (const { start, x, y } of run.tracks) {
    for (const frame of frames) {
      const k = frame - start;
      if (k < STRIDE || k >= x.length || y[k] <= 0) continue;
      const distance = Math.sqrt(x[k] * x[k] + y[k] * y[k]);
      if (distance > REACH) continue;
      const before = Math.sqrt(x[k - STRIDE] ** 2 + y[k - STRIDE] ** 2);
      const seconds = run.times[frame] - run.times[frame - STRIDE];
      samples++;
      if (x[k] < 0) left++;
      if ((distance - before) / seconds > AWAY) away++;
    }
  }
  return samples === 0
    ? { left: 0, away: 100 }
    : { left: (100 * left) / samples, away: (100 * away) / samples };
}

/** The greatest number of people in a square of 1 m before the door, as the mean of the worst square over the frames. */
function peakDensity(run: Trajectories, frames: readonly number[]): number {
  let sum = 0;
  for (const frame of frames) {
    const near = run.tracks.flatMap(({ start, x, y }) => {
      const k = frame - start;
      return k >= 0 && k < x.length && y[k] > 0 && y[k] < 4 && Math.abs(x[k]) < 3 ? [[x[k], y[k]]] : [];
    });
    let most = 0;
    for (let cy = SQUARE; cy <= 3; cy += GRID) {
      for (let cx = -2; cx <= 2; cx += GRID) {
        const heads = near.filter(
          ([px, py]) => Math.abs(px - cx) <= SQUARE && Math.abs(py - cy) <= SQUARE,
        ).length;
        most = Math.max(most, heads);
      }
    }
    sum += most;
  }
  return sum / frames.length / (2 * SQUARE) ** 2;
}

/** The queue. */
export const queue: Case = runs({
  id: "queue",
  suite: "phenomena",
  title: "The queue before a door of 1 m",
  source: "What crowds before doors do (Seyfried et al. 2009; Hermes 2009)",
  about:
    `${PEOPLE} adults before a door of 1 m. While the 20th to the 80th percent pass, those within ${REACH} m of it are looked at twice a second: as many stand to its left as to its right (45 to 55 %), hardly ` +
    `anybody moves away from it (farther by more than ${AWAY} m/s within half a second: under 5 % of the samples), and it is as dense as in real queues: 4 to 8 people in the ` +
    "fullest square metre. Between the first and the 90th percent nobody has to wait for 3 s until the next one passes.",
  criteria: [
    { id: "left", title: "of the queue to the left", unit: "%", low: 45, high: 55 },
    { id: "away", title: "samples that move away", unit: "%", low: null, high: 5 },
    { id: "density", title: "density at the peak", unit: "1/m²", low: 4, high: 8 },
    { id: "gap", title: "longest gap at the door", unit: "s", low: null, high: 3 },
  ],
  run(bench) {
    const run = bench.simulate(hallWithDoor({ width: WIDTH, people: PEOPLE, panel: ADULTS }));
    bench.show(() => peopleFigure(run, 30, "The queue."));
    const times = crossings(run, doorLine(WIDTH));
    const span = middleOf(times);
    if (times.length < PEOPLE || !span) return { left: null, away: null, density: null, gap: null };
    const frames = framesOf(run, span).filter((_, k) => k % STRIDE === 0);
    return { ...manners(run, frames), density: peakDensity(run, frames), gap: longestGap(times, 0, 0.9) };
  },
});
