/** People on stairs, ramps and escalators over time. */
import { distance } from "../geometry/index.js";
import type { Frame, Measured } from "../measure/index.js";
import type { Building } from "../world/index.js";
import { meanFlow } from "./rates.js";

/** People on a flight in numbers. */
export interface FlightSummary {
  /** The connection's name. */
  readonly name: string;
  /** Square metres of its slope. */
  readonly area: number;
  /** How many were on it at any time, and how many stepped onto it per second, from the first to the last of them. */
  readonly people: number;
  readonly meanFlow: number;
  /** Persons per m2 of the slope: mean while somebody was on it, and the greatest. */
  readonly meanDensity: number;
  readonly maxDensity: number;
}

/** A flight over time. */
export interface FlightCourse {
  readonly name: string;
  readonly area: number;
  /** When each of its people was first seen on it. */
  readonly entries: readonly number[];
  /** Persons per m2 in each frame. */
  readonly densities: readonly number[];
}

/** Counts people on every flight, frame by frame. */
export function coursesOf(building: Building, frames: readonly Frame[]): FlightCourse[] {
  const flights = building.sheet.patches.filter((patch) => patch.kind === "flight");
  const number = new Map(flights.map(({ connection }, i) => [connection, i]));
  const counts = flights.map(() => new Array<number>(frames.length).fill(0));
  const firsts = flights.map(() => new Map<number, number>());
  frames.forEach(({ time, ids, x, y }, f) => {
    ids.forEach((id, i) => {
      const place = building.where([x[i], y[i]]);
      if (place?.kind !== "flight") return;
      const k = number.get(place.connection)!;
      counts[k][f]++;
      if (!firsts[k].has(id)) firsts[k].set(id, time);
    });
  });
  return flights.map(({ name, foot, length }, k) => {
    const area = distance(...foot) * length;
    return { name, area, entries: [...firsts[k].values()], densities: counts[k].map((n) => n / area) };
  });
}

const rounded = (value: number): number => Number(value.toFixed(4));

/** Every flight in numbers, in the order of the scene. */
export function flightSummary(building: Building, { frames }: Measured): FlightSummary[] {
  return coursesOf(building, frames).map(({ name, area, entries, densities }) => {
    const taken = densities.filter((density) => density > 0);
    const sum = taken.reduce((a, b) => a + b, 0);
    return {
      name,
      area: rounded(area),
      people: entries.length,
      meanFlow: rounded(meanFlow(entries)),
      meanDensity: rounded(sum / Math.max(1, taken.length)),
      maxDensity: rounded(taken.reduce((a, b) => Math.max(a, b), 0)),
    };
  });
}
