/** Fastest paths with speed changes at vertices, by definition: Dijkstra over (corner, sector, speed), all pairs. */
import type { Constraint, Point, Ring } from "../../src/geometry/index.js";
import { PlanOracle } from "./plan-oracle.js";

interface State {
  readonly at: Point;
  readonly sector: string;
  readonly speed: number;
  time: number;
  done: boolean;
}

const length = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** Least time from one point to another for someone who starts at speed 1; null without a way. */
export function fastestTime(
  boundary: Ring,
  obstacles: readonly Constraint[],
  weights: readonly { vertex: Point; speed: number }[],
  from: Point,
  to: Point,
): number | null {
  const plan = new PlanOracle(boundary, obstacles);
  const corners = new Map<string, Point>();
  for (const p of boundary) corners.set(String(p), p);
  for (const o of obstacles) {
    for (const p of "polygon" in o ? o.polygon : "segment" in o ? o.segment : [o.point])
      corners.set(String(p), p);
  }
  corners.set(String(to), to);
  const gain = (p: Point, speed: number): number =>
    Math.max(speed, ...weights.filter((w) => String(w.vertex) === String(p)).map((w) => w.speed));
  const speeds = [...new Set([1, ...weights.map((w) => w.speed)])];
  const states: State[] = [...corners.values()].flatMap((at) =>
    [...plan.sectorNames(at)].flatMap((sector) =>
      speeds.map((speed) => ({ at, sector, speed, time: Infinity, done: false })),
    ),
  );
  const arrive = (p: Point, sector: string | undefined, speed: number, time: number): void => {
    for (const state of states) {
      const through = time + length(p, state.at) / speed;
      if (state.speed !== gain(state.at, speed) || through >= state.time) continue;
      if (plan.arrivals(p, state.at, sector).has(state.sector)) state.time = through;
    }
  };
  arrive(from, undefined, gain(from, 1), 0);
  for (;;) {
    const state = states
      .filter((s) => !s.done)
      .reduce<State | null>((a, b) => (a && a.time <= b.time ? a : b), null);
    if (!state || state.time === Infinity) break;
    state.done = true;
    arrive(state.at, state.sector, state.speed, state.time);
  }
  const best = Math.min(...states.filter((s) => String(s.at) === String(to)).map((s) => s.time));
  return best < Infinity ? best : null;
}
