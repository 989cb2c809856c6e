/**
 * Behaviours of walkers that are themselves sites of the roadmap (Hartmann 2010, sections 4.3 and 4.5), one by one; `walker.ts`
 * puts them together.
 *
 * A walker looks for the centre of an empty circle that touches it, the first vertex of its path, and goes there
 * (`leadingCircle`); it is pushed by what comes too near (`negotiation`); without a path it may still head for its goal
 * (`goalFocus`); and to look less regular it may head for any point of the circle (`wander`).
 */
import type { Point } from "../geometry/index.js";
import type { Random } from "../numerics/index.js";
import type { Circle } from "./channel.js";
import { SEGMENT } from "./elements.js";
import type { Roadmap } from "./roadmap.js";
import type { Route } from "./route.js";

/** The empty circle at the beginning of a route: it touches the walker. Null where the way is straight. */
export function leadingCircle(route: Route): Circle | null {
  const [first] = route.edges;
  if (!first) return null;
  return { centre: [first.from.x, first.from.y], radius: first.from.r };
}

/** A random point of the half of a circle that lies ahead of the walker (chapter 6), for motion that is nobody else's. */
export function wander({ centre, radius }: Circle, from: Point, random: Random): Point {
  const [dx, dy] = [centre[0] - from[0], centre[1] - from[1]];
  for (let i = 0; i < 64; i++) {
    const x = random.between(-radius, radius);
    const y = random.between(-radius, radius);
    if (x * x + y * y <= radius * radius && x * dx + y * dy >= 0) return [centre[0] + x, centre[1] + y];
  }
  return centre;
}

/** A neighbour of a point site: its nearest point, and how far its surface is from the site's centre. */
export interface Neighbour {
  readonly point: Point;
  readonly distance: number;
}

/** All sites whose cells border that of a point site: nothing else can be its nearest. */
export function neighboursOf(roadmap: Roadmap, id: number, at?: Point): Neighbour[] {
  const { diagram } = roadmap;
  const { elements, next, other } = diagram.halfEdges;
  const own = roadmap.elementOf(id);
  if (own < 0) return [];
  const [x, y] = at ?? [elements.ax[own], elements.ay[own]];
  const found: Neighbour[] = [];
  for (let h = elements.first[own]; h >= 0; h = next[h]) {
    const s = other[h];
    let [px, py] = [elements.ax[s], elements.ay[s]];
    if (elements.kind[s] === SEGMENT) {
      const along = (x - px) * elements.ux[s] + (y - py) * elements.uy[s];
      const t = Math.min(Math.max(along, 0), elements.length[s]);
      px += t * elements.ux[s];
      py += t * elements.uy[s];
    }
    found.push({ point: [px, py], distance: Math.hypot(x - px, y - py) - elements.radius[s] });
  }
  return found;
}

/**
 * The push of space negotiation (4.5.2): away from everything whose surface is nearer than `threshold` to the walker's,
 * from 0 at the threshold to 1 at touch. The sum is at most a unit vector.
 */
export function pushFrom(
  [x, y]: Point,
  radius: number,
  threshold: number,
  neighbours: readonly Neighbour[],
): Point {
  let [fx, fy] = [0, 0];
  for (const { point, distance } of neighbours) {
    const free = distance - radius;
    if (free >= threshold) continue;
    const [dx, dy] = [x - point[0], y - point[1]];
    const length = Math.sqrt(dx * dx + dy * dy) || 1;
    const push = 1 - Math.max(0, free) / threshold;
    fx += (push * dx) / length;
    fy += (push * dy) / length;
  }
  const strength = Math.sqrt(fx * fx + fy * fy);
  return strength > 1 ? [fx / strength, fy / strength] : [fx, fy];
}

/** The push on a point site from all its neighbours in the diagram. */
export function negotiation(roadmap: Roadmap, id: number, radius: number, threshold: number): Point {
  const own = roadmap.elementOf(id);
  if (own < 0) return [0, 0];
  const { ax, ay } = roadmap.diagram.elements;
  return pushFrom([ax[own], ay[own]], radius, threshold, neighboursOf(roadmap, id));
}

/** Straight towards the goal, whatever stands between (4.5.3): negotiation keeps the walker off it. */
export function goalFocus(from: Point, goal: Point): Point {
  const [dx, dy] = [goal[0] - from[0], goal[1] - from[1]];
  const length = Math.hypot(dx, dy);
  return length === 0 ? [0, 0] : [dx / length, dy / length];
}
