/** Buildings that cases are made of, and what is read from the ways of people on their stairs. */
import type { BuildingInput } from "../src/world/index.js";
import type { Panel } from "./panels.js";
import { box, type Line, type Ring, rectangle } from "./plans.js";
import type { Track, Trajectories } from "./trajectories.js";

type Parts = Omit<BuildingInput, "simulation" | "profiles">;
type SpawnInput = NonNullable<BuildingInput["spawns"]>[number];

/** A building with people: all spawns that name no profile take the panel's. */
export function storeys(panel: Panel, duration: number, { spawns = [], ...parts }: Parts): BuildingInput {
  const own = panel.profile ? { profile: panel.name } : {};
  return {
    ...parts,
    ...(panel.profile && { profiles: { [panel.name]: panel.profile } }),
    spawns: spawns.map((spawn): SpawnInput => ({ ...own, ...spawn })),
    simulation: { duration, population: panel.population },
  };
}

/** Two halls of 12 by 8 m, joined by one flight of 8 m in the plan that rises by 6 m: 10 m along its slope. */
export interface StairPlan {
  readonly name: string;
  /** Width of the stair in metres. */
  readonly width: number;
  readonly isUp: boolean;
  readonly count: number;
  readonly panel: Panel;
  readonly duration?: number;
}

const [RUN, RISE, HALL, DEPTH] = [8, 6, 12, 8];

/** Metres along the slope of the flight. */
export const SLOPE = Math.sqrt(RUN * RUN + RISE * RISE);

/** The upper hall ends at x = 12, the lower one begins at x = 20. */
export function stairScene({ name, width, isUp, count, panel, duration = 600 }: StairPlan): BuildingInput {
  const [low, high] = [DEPTH / 2 - width / 2, DEPTH / 2 + width / 2];
  const at = (x: number, from: number, to: number): Line => [
    [x, from],
    [x, to],
  ];
  const upper = box(0, 0, HALL, DEPTH);
  const lower = box(HALL + RUN, 0, 2 * HALL + RUN, DEPTH);
  const start = isUp ? lower : upper;
  // Who stands at the far end of a small hall still has some metres to walk before the first step.
  const from: Ring = rectangle(box(start.minX + 1, 0.5, start.maxX - 1, DEPTH - 0.5));
  return storeys(panel, duration, {
    name,
    levels: [
      { name: "lower", elevation: 0, boundary: rectangle(lower) },
      { name: "upper", elevation: RISE, boundary: rectangle(upper) },
    ],
    connections: [
      {
        kind: "stairs",
        name: "stair",
        from: { level: "lower", segment: at(HALL + RUN, low, high) },
        to: { level: "upper", segment: at(HALL, low, high) },
      },
    ],
    goals: {
      out: {
        level: isUp ? "upper" : "lower",
        segments: [at(isUp ? 2 : 2 * HALL + RUN - 2, 0, DEPTH)],
      },
    },
    spawns: [{ level: isUp ? "lower" : "upper", polygon: from, count, goals: ["out"] }],
  });
}

/** Frames in which somebody was on a flight, by the number of its connection: the first, and the first after it. */
export function onFlight(
  { building }: Trajectories,
  { x, y }: Track,
  connection = 0,
): { readonly from: number; readonly to: number } | null {
  let from = -1;
  for (let k = 0; k < x.length; k++) {
    const place = building!.where([x[k], y[k]]);
    const isThere = place?.kind === "flight" && place.connection === connection;
    if (isThere && from < 0) from = k;
    if (!isThere && from >= 0) return { from, to: k };
  }
  return null;
}

/** Seconds that somebody was on a flight; null for who never was, or never left it. */
export function timeOnFlight(run: Trajectories, track: Track, connection = 0): number | null {
  const frames = onFlight(run, track, connection);
  return frames && run.times[track.start + frames.to] - run.times[track.start + frames.from];
}

/** When people stepped onto a flight, in seconds, in order. */
export function stepsOnto(run: Trajectories, connection = 0): number[] {
  return run.tracks
    .flatMap((track) => {
      const frames = onFlight(run, track, connection);
      return frames ? [run.times[track.start + frames.from]] : [];
    })
    .sort((a, b) => a - b);
}
