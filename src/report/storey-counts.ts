/** People by level over time. */
import { boxOf } from "../geometry/index.js";
import type { Frame, Measured } from "../measure/index.js";
import type { Building, BuildingScene } from "../world/index.js";

/** How many people were on a level. */
export interface StoreySummary {
  /** The level's name; `stairs` for all flights and the small levels between them. */
  readonly name: string;
  /** Metres; null for stairs. */
  readonly elevation: number | null;
  /** Most people at a time. */
  readonly most: number;
  /** Seconds until nobody was there any more; null where somebody was at the end. */
  readonly empty: number | null;
}

/** People on each level, frame by frame. */
export interface Counts {
  readonly times: readonly number[];
  readonly levels: readonly { name: string; elevation: number | null; people: number[] }[];
}

/** Levels that are small beside others are landings. */
const LANDING = 0.1;

/** The levels that are no landings, in the order of the scene. */
export function storeysOf(levels: BuildingScene["levels"]): BuildingScene["levels"][number][] {
  const areas = levels.map(({ boundary }) => {
    const { minX, minY, maxX, maxY } = boxOf(boundary);
    return (maxX - minX) * (maxY - minY);
  });
  const largest = areas.reduce((a, b) => Math.max(a, b), -Infinity);
  return levels.filter((_, i) => areas[i] > LANDING * largest);
}

/** Counts people by level; flights and landings together. */
export function countsOf(building: Building, frames: readonly Frame[]): Counts {
  const storeys = storeysOf(building.scene.levels);
  const levels = [
    ...storeys.map(({ name, elevation }) => ({ name, elevation, people: frames.map(() => 0) })),
    { name: "stairs", elevation: null, people: frames.map(() => 0) },
  ];
  const number = new Map(storeys.map(({ name }, i) => [name, i]));
  frames.forEach(({ x, y }, f) => {
    x.forEach((atX, i) => {
      const place = building.where([atX, y[i]]);
      const level = place?.kind === "level" ? number.get(place.level) : undefined;
      levels[level ?? storeys.length].people[f]++;
    });
  });
  return { times: frames.map(({ time }) => time), levels };
}

/** People on each level in numbers. */
export function storeySummary(building: Building, { frames }: Measured): StoreySummary[] {
  const { times, levels } = countsOf(building, frames);
  return levels.map(({ name, elevation, people }) => {
    let last = people.length - 1;
    while (last >= 0 && people[last] === 0) last--;
    const empty = last === people.length - 1 ? null : last < 0 ? 0 : times[last + 1];
    return { name, elevation, most: people.reduce((a, b) => Math.max(a, b), 0), empty };
  });
}
