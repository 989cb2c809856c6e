/** What a user should know of zones and planners. */
import type { Zones } from "../world/index.js";

/** Somebody who comes: by which planner, with which profile. */
interface Traveller {
  readonly planner: string;
  readonly profile: string | null;
}

/** Planners that heed how fast people are in zones; all others heed who may enter, and nothing else. */
const HEEDS_SPEED: readonly string[] = ["potential", "roadmap"];

/** Whether a planner heeds how fast people are in zones. */
export function heedsSpeed(planner: string): boolean {
  return HEEDS_SPEED.includes(planner);
}

/**
 * One line where ways are planned as if people were as fast in zones as elsewhere; null where nobody's are.
 *
 * @param areSites whether people are sites of the roadmap, whose ways are the shortest
 */
export function speedNote(zones: Zones, people: readonly Traveller[], areSites: boolean): string | null {
  const slowed = people.filter(({ profile }) => zones.changesSpeedOf(profile));
  const heedless = slowed.filter(({ planner }) => areSites || !heedsSpeed(planner));
  const planners = [...new Set(heedless.map(({ planner }) => planner))];
  if (planners.length === 0) return null;
  const who = areSites
    ? "who is a site of the roadmap plans"
    : planners.length > 1
      ? `planners ${planners.join(" and ")} plan`
      : `planner ${planners[0]} plans`;
  return `zones: ${who} ways as if speeds were the same everywhere; people walk at the zones' speeds`;
}
