/** Corridors that begin anew where they end, to measure a stream at a density that stays. */
import type { Scene } from "../src/world/index.js";
import type { Panel } from "./panels.js";
import { box, type Place, plan, rectangle } from "./plans.js";
import { across } from "./scenes.js";
import type { Track, Trajectories } from "./trajectories.js";

/** One endless corridor and those in it. */
export interface EndlessPlan {
  readonly name: string;
  /** Metres until it begins anew, and its width. */
  readonly long: number;
  readonly wide: number;
  readonly panel: Panel;
  /** Where people begin: those who walk to the right, and those who walk to the left. */
  readonly right: readonly Place[];
  readonly left?: readonly Place[];
  /** Seconds that it runs. */
  readonly duration: number;
}

/** Metres of corridor beyond both lines; nobody gets to the goals at its ends. */
const BEYOND = 8;

/** The scene. */
export function endlessScene({ name, long, wide, panel, right, left = [], duration }: EndlessPlan): Scene {
  const scene = plan({
    name,
    duration,
    people: panel,
    boundary: rectangle(box(-BEYOND, 0, long + BEYOND, wide)),
    goals: {
      right: { segments: [across(long + BEYOND - 0.5, 0, wide)] },
      left: { segments: [across(0.5 - BEYOND, 0, wide)] },
    },
    spawns: [
      { places: [...right], goals: ["right"] },
      ...(left.length > 0 ? [{ places: [...left], goals: ["left"] }] : []),
    ],
  });
  return { ...scene, periodic: { from: across(0, 0, wide), to: across(long, 0, wide) } };
}

/** A number from 0 to 1 that a seed and a counter give (a 32-bit mix by Wellons). */
function mixed(seed: number, k: number): number {
  let h = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(k + 1, 0x85ebca6b)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** Metres that places keep from walls. */
const FROM_WALL = 0.24;

/** How far a place is moved at random, as a share of what is left between bodies of 0.44 m. */
const BODY = 0.45;

/** Places at a density: rows of a lattice over the corridor, each moved a little at random. */
export function placesAt(density: number, long: number, wide: number, seed: number): Place[] {
  const count = Math.round(density * long * wide);
  const inner = wide - 2 * FROM_WALL;
  // As many rows as make the lattice's cells most like squares.
  const rows = Math.max(1, Math.round(Math.sqrt((count * inner) / long)));
  const places: Place[] = [];
  for (let row = 0; row < rows; row++) {
    const mine = Math.floor(((row + 1) * count) / rows) - Math.floor((row * count) / rows);
    const [stepX, stepY] = [long / mine, rows > 1 ? inner / (rows - 1) : inner];
    for (let k = 0; k < mine; k++) {
      const n = places.length;
      const loose = 0.45 * Math.max(0, Math.min(stepX, stepY) - BODY);
      const x = (k + 0.5 + (row % 2) / 2) * stepX + loose * (2 * mixed(seed, 2 * n) - 1);
      const y = (rows > 1 ? row * stepY : inner / 2) + loose * (2 * mixed(seed, 2 * n + 1) - 1);
      places.push([((x % long) + long) % long, FROM_WALL + Math.min(inner, Math.max(0, y))]);
    }
  }
  return places;
}

/** Splits places into two lists at random, of equal length but for one. */
export function halves(places: readonly Place[], seed: number): [Place[], Place[]] {
  const order = places.map((place, k) => ({ place, by: mixed(seed + 77, k) })).sort((a, b) => a.by - b.by);
  const half = Math.ceil(order.length / 2);
  return [order.slice(0, half).map(({ place }) => place), order.slice(half).map(({ place }) => place)];
}

/** How far somebody came along x between two frames, leaps from one end to the other taken out. */
function walkedX({ x }: Track, from: number, to: number, long: number): number {
  let sum = 0;
  for (let k = from + 1; k <= to; k++) {
    const dx = x[k] - x[k - 1];
    sum += dx - long * Math.round(dx / long);
  }
  return sum;
}

/** Mean speed along the corridor, in m/s, each in their own direction, from a time on; group 1 walks to the left. */
export function streamSpeed(
  { tracks, times, people }: Trajectories,
  long: number,
  from: number,
): number | null {
  if (tracks.length < people) return null;
  let sum = 0;
  for (const track of tracks) {
    const first =
      Math.max(
        track.start,
        times.findIndex((time) => time >= from),
      ) - track.start;
    const last = track.x.length - 1;
    if (first < 0 || last <= first) return null;
    const seconds = times[track.start + last] - times[track.start + first];
    sum += ((track.group === 1 ? -1 : 1) * walkedX(track, first, last, long)) / seconds;
  }
  return sum / tracks.length;
}
