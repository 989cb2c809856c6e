/**
 * Goals under obstacles that move: covered for good, nobody ever arrives; covered for a while, they wait.
 *
 * An obstacle moves straight between two frames. Seen from it, a place moves straight too, and is inside between its crossings
 * of the obstacle's edges.
 */
import { type Point, type Ring, sideOfRing } from "../../geometry/index.js";
import type { Goal, Obstacle, Scene } from "../scene.js";
import { obstacleAt } from "../schedule.js";
import type { Findings } from "./finding.js";
import { keyed } from "./goals.js";

/** Seconds from and to; the last may be Infinity. */
type Span = readonly [from: number, to: number];

/** Metres between the places of a segment that are looked at. */
const APART = 0.1;

/** Places of a segment that are looked at, at most. */
const MOST_PLACES = 1000;

/** Spans that are listed in a message. */
const MOST_LISTED = 3;

/**
 * Reports goals that obstacles with a timetable cover: for good, or at times. Goals with a timetable of their own are left out.
 *
 * @param isFree whether a place is clear of what stands
 */
export function checkCovered(scene: Scene, isFree: (p: Point) => boolean, findings: Findings): void {
  const moving = (scene.obstacles ?? []).filter(({ polygon, schedule }) => polygon && schedule);
  if (moving.length === 0) return;
  for (const [name, goal] of Object.entries(scene.goals ?? {})) {
    if (goal.schedule) continue;
    const places = placesOf(goal).filter(isFree);
    const spans = places.length > 0 ? coveredSpans(places, moving) : [];
    if (spans.length === 0) continue;
    const [at] = places;
    const where = keyed("goals", name);
    const [[from, to]] = spans;
    if (from === 0 && to === Infinity) {
      const message =
        "obstacles that move cover all of it at all times; a goal needs a free part at some time";
      findings.error("goal-blocked", where, message, at);
    } else {
      const message = `obstacles that move cover all of it ${listed(spans)}; nobody arrives then`;
      findings.warning("goal-covered", where, message, at);
    }
  }
}

function listed(spans: readonly Span[]): string {
  const shown = (seconds: number): string => `${Number(seconds.toFixed(2))} s`;
  const texts = spans.slice(0, MOST_LISTED).map(([from, to]) => {
    return to === Infinity ? `from ${shown(from)} on` : `from ${shown(from)} to ${shown(to)}`;
  });
  const rest = spans.length - texts.length;
  return texts.join(", ") + (rest > 0 ? ` and ${rest} times more` : "");
}

/** When all of some places are covered at once, in rising order. */
export function coveredSpans(places: readonly Point[], moving: readonly Obstacle[]): readonly Span[] {
  let spans: readonly Span[] = [[0, Infinity]];
  for (const p of places) {
    if (spans.length === 0) break;
    spans = common(spans, joined(moving.flatMap((obstacle) => spansOver(p, obstacle))));
  }
  return spans;
}

/** The places of a goal that are looked at. */
function placesOf({ points = [], segments = [] }: Goal): readonly Point[] {
  return [
    ...points,
    ...segments.flatMap(([a, b]) => {
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const count = Math.min(MOST_PLACES, Math.ceil(Math.sqrt(dx * dx + dy * dy) / APART));
      // Inside the segment: its ends may be in walls.
      return Array.from({ length: Math.max(1, count) }, (_, k): Point => {
        const t = (k + 0.5) / Math.max(1, count);
        return [a[0] + t * dx, a[1] + t * dy];
      });
    }),
  ];
}

/** When an obstacle covers p. */
function spansOver(p: Point, obstacle: Obstacle): Span[] {
  const times = [0, ...obstacle.schedule!.map(({ time }) => time).filter((time) => time > 0)];
  return times.flatMap((from, k): Span[] => {
    const to = times[k + 1] ?? Infinity;
    const ring = obstacleAt(obstacle, from)?.polygon;
    if (!ring || to === from) return [];
    if (to === Infinity) return sideOfRing(p, ring) > 0 ? [[from, to]] : [];
    // It moves straight until the next frame, where it may jump: half the way says how far.
    const [half] = obstacleAt(obstacle, (from + to) / 2)!.polygon!;
    const q: Point = [p[0] - 2 * (half[0] - ring[0][0]), p[1] - 2 * (half[1] - ring[0][1])];
    return sharesInside(p, q, ring).map(([a, b]) => [from + a * (to - from), from + b * (to - from)]);
  });
}

/** The parts of the way from p to q inside a ring, as shares of it. */
function sharesInside(p: Point, q: Point, ring: Ring): Span[] {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const cuts = [0, 1];
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length];
    const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
    const area = dx * ey - dy * ex;
    if (area === 0) return;
    const share = ((a[0] - p[0]) * ey - (a[1] - p[1]) * ex) / area;
    if (share > 0 && share < 1) cuts.push(share);
  });
  cuts.sort((a, b) => a - b);
  return cuts.slice(1).flatMap((end, k): Span[] => {
    const middle = (cuts[k] + end) / 2;
    return sideOfRing([p[0] + middle * dx, p[1] + middle * dy], ring) > 0 ? [[cuts[k], end]] : [];
  });
}

/** Spans that overlap or touch, as one. */
function joined(spans: readonly Span[]): Span[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result[result.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** What two lists of spans have in common. */
function common(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap(([from, to]) =>
    others.flatMap(([start, end]): Span[] => {
      const [a, b] = [Math.max(from, start), Math.min(to, end)];
      return a < b ? [[a, b]] : [];
    }),
  );
}
