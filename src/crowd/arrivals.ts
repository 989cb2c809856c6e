/** Who has reached a goal: the disc touches it. They go on to their next one, or leave. */
import type { Point } from "../geometry/index.js";
import { type Guide, hasTracks } from "../guide.js";
import type { Arrival } from "./agent.js";
import { HeadingGuide } from "./heading.js";
import { lengthOf, type People } from "./people.js";

/** Agents reach a goal when their disc is this near to it, in metres. */
const REACH = 0.05;

/** Metres after which the way left is asked for again, at most. */
const GREATEST_DUE = 5;

/** Sends those who are there on to their next goal; returns who has left, in the order in which they came. */
export function arrive(people: People): Arrival[] {
  const { engine, own, routes } = people;
  const leaving: number[] = [];
  for (let i = 0; i < engine.count; i++) {
    if (own.due[i] > 0) continue;
    const guide = people.guideOf(i);
    if (!guide) continue;
    const left = leftOf(people, i, guide);
    if (left === null) {
      // Whoever follows headings alone is never known to be near the end.
      if (guide instanceof HeadingGuide) own.left[i] = Infinity;
      continue;
    }
    own.left[i] = left;
    if (own.fresh[i]) {
      own.fresh[i] = 0;
      own.planned[i] += left + own.walked[i] - own.from[i];
    }
    const reach = engine.agents.radius[i] + REACH;
    if (left > reach) {
      const apart = leastWay(people, i, guide, left);
      own.due[i] = Math.min(Math.max(0, Math.min(left, apart) - reach), GREATEST_DUE);
      continue;
    }
    own.due[i] = 0;
    own.leg[i]++;
    own.fresh[i] = 1;
    own.from[i] = own.walked[i];
    own.track[i] = -1;
    if (own.leg[i] >= routes.at(own.route[i]).length) leaving.push(i);
  }
  const arrivals = leaving.map((i): Arrival => {
    const travelTime = people.time - own.born[i];
    const [walked, planned] = [own.walked[i], own.planned[i]];
    return { id: engine.agents.id[i], group: own.group[i], time: people.time, travelTime, walked, planned };
  });
  if (leaving.length > 0) {
    let next = 0;
    people.leave((slot) => {
      if (leaving[next] !== slot) return false;
      next++;
      return true;
    });
  }
  return arrivals;
}

/** Metres that an agent has to walk still. */
function leftOf(people: People, i: number, guide: Guide): number | null {
  const { track, arc } = people.own;
  if (track[i] >= 0 && hasTracks(guide)) return guide.leftFrom({ track: track[i], s: arc[i] });
  // The path itself: a goal may have metres counted from the start, which nobody walks.
  const path = people.ask(i, (at) => guide.pathFrom(at));
  return path && lengthOf(path);
}

/** Metres that someone has to walk at least: a loose way may be longer than it has to be, and the goal at hand before. */
function leastWay({ engine }: People, i: number, guide: Guide, left: number): number {
  const { x, y } = engine.agents;
  const here: Point = [x[i], y[i]];
  const goal = guide.isLoose ? guide.nearestGoal?.(here) : null;
  return goal ? lengthOf([goal, here]) : left;
}
