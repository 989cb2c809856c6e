/** A recording played back: what is measured of a simulation can be measured of it again. */

import type { Arrival, Crowd } from "../crowd/index.js";
import { InputError } from "../errors.js";
import { distanceToSegment, type Point } from "../geometry/index.js";
import { DEFAULT_MODEL } from "../models/index.js";
import { modelOf } from "../models/internal.js";
import { COORDINATE_RANGE, groundTolerance, type Scene, type World } from "../world/index.js";
import type { Run } from "./run.js";

/** One person in a frame. */
export interface RecordedAgent {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Metres; 0.25 where a recording does not say. */
  readonly radius?: number;
  readonly group?: number;
  /** Whether it has not set out yet; false where a recording does not say. */
  readonly waits?: boolean;
}

/** One moment of a recording. */
export interface RecordedFrame {
  readonly time: number;
  readonly agents: readonly RecordedAgent[];
}

/** What a recording does not know by itself. */
export interface ReplayOptions {
  /** Seconds between frames, > 0. */
  readonly interval: number;
  /** Agents that should have come; by default those seen. */
  readonly total?: number;
}

type Columns = Crowd["columns"];

/** Nobody. */
const emptyColumns = (size: number): { -readonly [K in keyof Columns]: Float64Array } => ({
  id: new Float64Array(size),
  x: new Float64Array(size),
  y: new Float64Array(size),
  vx: new Float64Array(size),
  vy: new Float64Array(size),
  radius: new Float64Array(size),
  speed: new Float64Array(size),
  group: new Float64Array(size),
  progress: new Float64Array(size),
  born: new Float64Array(size),
  reaction: new Float64Array(size),
});

/** Plays frames one by one; whoever is in one frame and not in the next has arrived. */
export class Replay implements Run {
  readonly scene: Scene;
  readonly crowd: { -readonly [K in keyof Run["crowd"]]: Run["crowd"][K] };
  time = 0;
  readonly waiting = 0;
  readonly planner = "recording";
  readonly population = "none";
  readonly doorFlow = null;
  readonly model = "recording";
  readonly models = {};
  readonly adapter = null;
  readonly seed = 0;
  readonly step: number;
  duration = 0;
  readonly warnings: string[] = [];
  readonly bottlenecks = null;

  private readonly expected: number | undefined;
  /** The numbers that people go by here, by those of the recording, which may be any. */
  private readonly numbers = new Map<number, number>();
  /** Where, and since when, and how far each one has walked. */
  private readonly inside = new Map<
    number,
    { x: number; y: number; dx: number; dy: number; since: number; walked: number; group: number }
  >();

  constructor(world: World, { interval, total }: ReplayOptions) {
    if (!(interval > 0))
      throw new InputError(`a number of seconds > 0 is needed; given: ${interval}`, "interval");
    this.scene = world.scene;
    this.step = interval;
    this.expected = total;
    this.crowd = {
      world,
      columns: emptyColumns(0),
      size: 0,
      arrivals: [],
      arrived: 0,
      spawned: 0,
      touches: { overlaps: 0, deepest: 0, wallHits: 0, wallDepth: 0 },
    };
  }

  /** Agents in all. */
  get total(): number {
    return this.expected ?? this.crowd.spawned;
  }

  /** The number of somebody here, counted from 0 in the order of coming, by the recording's. */
  numberOf(recorded: number): number {
    const known = this.numbers.get(recorded);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(recorded, number);
    return number;
  }

  /** Takes the next frame. */
  show({ time, agents: recorded }: RecordedFrame): void {
    const agents = recorded.map((agent) => ({ ...checked(agent, time), id: this.numberOf(agent.id) }));
    const { crowd, inside } = this;
    const columns = emptyColumns(agents.length);
    const arrivals: Arrival[] = [];
    const present = new Set(agents.map(({ id }) => id));
    if (present.size < agents.length) {
      const twice = recorded.find(({ id }, i) => recorded.findIndex((other) => other.id === id) < i)!;
      throw new InputError(`person ${twice.id} is in the frame at ${time} s twice`, "recording");
    }
    for (const [id, { since, walked, group }] of inside) {
      if (present.has(id)) continue;
      inside.delete(id);
      arrivals.push({ id, group, time, travelTime: time - since, preMovement: 0, walked, planned: 0 });
    }
    agents.forEach(({ id, x, y, radius = 0.25, group = 0, waits = false }, i) => {
      const before = inside.get(id);
      if (!before) crowd.spawned++;
      // Across the end of a flight one goes on as before: on the sheet the other side is elsewhere.
      const isJump = before && crowd.world.building?.isJump([before.x, before.y], [x, y]);
      const dx = isJump ? before.dx : before ? x - before.x : 0;
      const dy = isJump ? before.dy : before ? y - before.y : 0;
      const walked = (before?.walked ?? 0) + Math.sqrt(dx * dx + dy * dy);
      inside.set(id, { x, y, dx, dy, since: before?.since ?? time, walked, group });
      columns.id[i] = id;
      columns.x[i] = x;
      columns.y[i] = y;
      columns.vx[i] = dx / this.step;
      columns.vy[i] = dy / this.step;
      columns.radius[i] = radius;
      columns.group[i] = group;
      columns.reaction[i] = waits ? Infinity : 0;
    });
    this.time = this.duration = time;
    crowd.columns = columns;
    crowd.size = agents.length;
    crowd.arrivals = arrivals;
    crowd.arrived += arrivals.length;
    crowd.touches = touchesOf(columns, agents.length, crowd.world);
  }
}

/** Somebody whose place can be one. */
function checked(agent: RecordedAgent, time: number): RecordedAgent {
  const { greatest } = COORDINATE_RANGE;
  const { id, x, y } = agent;
  if (Math.abs(x) <= greatest && Math.abs(y) <= greatest) return agent;
  const allowed = `coordinates from ${-greatest} to ${greatest} are allowed`;
  throw new InputError(`person ${id} is at ${x},${y} at ${time} s; ${allowed}`, "recording");
}

/** Whether the nearest wall, at some metres, is an exit: a goal drawn on it, through which people walk out. */
function isAtExit(world: World, p: Point, clearance: number): boolean {
  const reach = clearance + groundTolerance(world.bounds);
  return Object.values(world.scene.goals ?? {}).some(({ segments = [] }) =>
    segments.some(([a, b]) => distanceToSegment(p, a, b) <= reach),
  );
}

/**
 * Overlaps and wall contacts of a frame, as the engine counts them with the bodies of the scene's movement model: exits are open
 * to everyone.
 */
function touchesOf({ x, y, radius }: Columns, size: number, world: World): Crowd["touches"] {
  const { body, wallBody } = modelOf(world.scene.simulation?.model ?? DEFAULT_MODEL, "model").traits.habit;
  const touches = { overlaps: 0, deepest: 0, wallHits: 0, wallDepth: 0 };
  const order = Array.from({ length: size }, (_, i) => i).sort((a, b) => x[a] - x[b]);
  const widest = radius.subarray(0, size).reduce((most, r) => Math.max(most, r), 0);
  for (let a = 0; a < size; a++) {
    const i = order[a];
    const clearance = world.clearance([x[i], y[i]]);
    const wide = wallBody * radius[i];
    const isOut = clearance < wide && isAtExit(world, [x[i], y[i]], clearance);
    const depthAtWall = isOut ? 0 : wide - clearance;
    touches.wallDepth = Math.max(touches.wallDepth, depthAtWall);
    if (depthAtWall > 0.1 * wide) touches.wallHits++;
    for (let b = a + 1; b < size; b++) {
      const j = order[b];
      if (x[j] - x[i] > radius[i] + widest) break;
      const apart = body * (radius[i] + radius[j]);
      const depth = apart - Math.hypot(x[j] - x[i], y[j] - y[i]);
      touches.deepest = Math.max(touches.deepest, depth);
      if (depth > 0.1 * apart) touches.overlaps++;
    }
  }
  return touches;
}
