/** Agents that walk until all have arrived or the time is over, and where they were meanwhile. */
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { checkKeys, checkNumber, shown } from "../options.js";
import type { SurfaceAgents } from "./agents.js";
import { SurfaceField } from "./field.js";
import type { SurfacePoint } from "./point.js";
import { distance3, type Point3 } from "./vector.js";

/** How long, and how finely. */
export interface WalkOptions {
  /** Seconds per step, > 0; default 0.1. At most 10,000,000 steps fit into `duration`. */
  readonly step?: number;
  /** Seconds at the most, > 0; default 600. */
  readonly duration?: number;
  /** Frames per second, > 0; default 10. */
  readonly fps?: number;
  /** Hears the share of the time that has passed, from 0 to 1; it ends early when all have arrived. */
  readonly progress?: (share: number) => void;
}

/** Everybody at one time. */
export interface WalkFrame {
  /** Seconds. */
  readonly time: number;
  /** Who is still on the way, and where. */
  readonly agents: readonly { readonly id: number; readonly position: Point3 }[];
}

/** What came of a walk. */
export interface Walked {
  /** Seconds that passed. */
  readonly time: number;
  /** Per agent: when it arrived, seconds; null where it did not. */
  readonly arrivals: readonly (number | null)[];
  /** Per agent: where it was in each step, its start included. */
  readonly ways: readonly (readonly Point3[])[];
  readonly frames: readonly WalkFrame[];
}

/** A run of more steps would not end in a day. */
const MOST_STEPS = 10_000_000;

/** Lets agents walk. */
export function walkAgents(crowd: SurfaceAgents, options: WalkOptions = {}): Walked {
  checkKeys(options, ["step", "duration", "fps", "progress"]);
  const { step = 0.1, duration = 600, fps = 10, progress } = options;
  for (const [name, value] of Object.entries({ step, duration, fps })) checkNumber(value, name, { above: 0 });
  if (!(duration / step <= MOST_STEPS))
    throw new InputError(
      `at most ${MOST_STEPS.toLocaleString("en")} steps are taken: duration ${duration} s over step ${step} s is more`,
      "step",
    );
  const began = crowd.time;
  const ways = crowd.agents.map(({ position }) => [position]);
  const arrivals: (number | null)[] = crowd.agents.map(({ arrived }) => (arrived ? 0 : null));
  const frames: WalkFrame[] = [];
  const record = (time: number): void => {
    const walking = crowd.agents.filter(({ id }) => arrivals[id] === null || arrivals[id] === time);
    frames.push({ time, agents: walking.map(({ id, position }) => ({ id, position })) });
  };
  record(0);
  const steps = Math.ceil(duration / step - 1e-9);
  for (let i = 1; i <= steps && crowd.size > 0; i++) {
    crowd.step(Math.min(step, duration - (crowd.time - began)));
    const time = Number((crowd.time - began).toPrecision(12));
    for (const { id, position, arrived } of crowd.agents) {
      if (arrived && arrivals[id] === null) arrivals[id] = time;
      const way = ways[id];
      if (distance3(way[way.length - 1], position) > 0) way.push(position);
    }
    if (time * fps >= frames.length - 1e-9 || crowd.size === 0) record(time);
    progress?.(i / steps);
  }
  return { time: Number((crowd.time - began).toPrecision(12)), arrivals, ways, frames };
}

/** How often a place is drawn for one agent before the mesh counts as full. */
const MOST_DRAWS = 1000;

/**
 * Adds agents at places drawn evenly from the surface, where a way leads to the goal and nobody stands.
 *
 * @throws InputError where there is no room for all
 */
export function scatterAgents(
  crowd: SurfaceAgents,
  count: number,
  agent: Omit<Parameters<SurfaceAgents["add"]>[0], "at">,
  seed = 1,
): void {
  checkNumber(count, "count", { whole: true, least: 0 });
  const field: unknown = agent?.field;
  if (!(field instanceof SurfaceField))
    throw new InputError(`a SurfaceField is needed; given: ${shown(field)}`, "field");
  const random = new Random(seed);
  const draw = placesOf(agent.field, random);
  for (let k = 0; k < count; k++) {
    let isPlaced = false;
    for (let i = 0; i < MOST_DRAWS && !isPlaced; i++) {
      const at = draw();
      if (typeof agent.field.startAt(at) === "string") continue;
      try {
        crowd.add({ ...agent, at });
        isPlaced = true;
      } catch (error) {
        // Somebody stands there: another place is drawn.
        if (!(error instanceof InputError) || error.where !== "at") throw error;
      }
    }
    if (!isPlaced) throw new InputError(`there is room for ${k} only; given: ${count}`, "agents");
  }
}

/** Places on a mesh, each part as likely as it is large. */
function placesOf({ ground: { mesh } }: SurfaceField, random: Random): () => SurfacePoint {
  const sums = new Float64Array(mesh.faceCount);
  let total = 0;
  for (let f = 0; f < mesh.faceCount; f++) sums[f] = total += mesh.area(f);
  return () => {
    const wanted = random.unit() * total;
    let [low, high] = [0, mesh.faceCount - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    const [a, b] = [Math.sqrt(random.unit()), random.unit()];
    return { kind: "face", face: low, weights: [1 - a, a * (1 - b), a * b] };
  };
}
