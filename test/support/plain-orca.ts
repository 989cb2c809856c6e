/**
 * ORCA as one would write it from the paper (van den Berg and others 2011, sections 4 and 5.2): vectors as objects, all
 * other agents sorted by distance, half-planes as objects, the linear program by going through them. It is slow and easy
 * to check, shares no code with the kernel, and knows no walls. Oracle of the tests and baseline of the benchmark.
 */

/** A vector. */
interface Vector {
  readonly x: number;
  readonly y: number;
}

/** An agent. */
export interface PlainAgent {
  position: Vector;
  velocity: Vector;
  wish: Vector;
  readonly radius: number;
  readonly top: number;
}

/** Velocities to the left of the line through `point` along `direction`. */
interface HalfPlane {
  readonly point: Vector;
  readonly direction: Vector;
}

/** How far ahead agents look. */
export interface PlainOptions {
  readonly horizon: number;
  readonly neighbours: number;
  readonly range: number;
  /** Seconds within which an overlap is left. */
  readonly overlapTime: number;
}

const add = (a: Vector, b: Vector): Vector => ({ x: a.x + b.x, y: a.y + b.y });
const sub = (a: Vector, b: Vector): Vector => ({ x: a.x - b.x, y: a.y - b.y });
const mul = (s: number, a: Vector): Vector => ({ x: s * a.x, y: s * a.y });
const dot = (a: Vector, b: Vector): number => a.x * b.x + a.y * b.y;
const det = (a: Vector, b: Vector): number => a.x * b.y - a.y * b.x;
const norm = (a: Vector): number => Math.sqrt(dot(a, a));
const unit = (a: Vector): Vector => mul(1 / norm(a), a);

/** The `neighbours` nearest others within the range, nearest first. */
export function plainNeighbours(
  agents: readonly PlainAgent[],
  self: number,
  options: PlainOptions,
  among: Iterable<number> = agents.keys(),
): number[] {
  const here = agents[self].position;
  const found: { d: number; i: number }[] = [];
  for (const i of among) {
    if (i === self) continue;
    const d = norm(sub(agents[i].position, here));
    if (d <= options.range) found.push({ d, i });
  }
  found.sort((a, b) => a.d - b.d || a.i - b.i);
  return found.slice(0, options.neighbours).map(({ i }) => i);
}

/** The half-plane that agent a owes to agent b. */
export function plainHalfPlane(a: PlainAgent, b: PlainAgent, options: PlainOptions): HalfPlane {
  const apart = sub(b.position, a.position);
  const relative = sub(a.velocity, b.velocity);
  const radius = a.radius + b.radius;
  const overlap = norm(apart) <= radius;
  const time = overlap ? options.overlapTime : options.horizon;
  // The velocity obstacle is a cone with a round end of radius r / t around p / t: how to leave it soonest?
  const fromCentre = sub(relative, mul(1 / time, apart));
  const along = dot(fromCentre, apart);
  const onRoundEnd = along < 0 && along * along > radius * radius * dot(fromCentre, fromCentre);
  let direction: Vector;
  let change: Vector;
  if (overlap || onRoundEnd) {
    const out = unit(fromCentre);
    direction = { x: out.y, y: -out.x };
    change = mul(radius / time - norm(fromCentre), out);
  } else {
    const leg = Math.sqrt(dot(apart, apart) - radius * radius);
    const left = det(apart, fromCentre) > 0;
    const s = left ? 1 : -1;
    const turned = {
      x: apart.x * leg - s * apart.y * radius,
      y: s * apart.x * radius + apart.y * leg,
    };
    direction = mul(s / dot(apart, apart), turned);
    change = sub(mul(dot(relative, direction), direction), relative);
  }
  return { point: add(a.velocity, mul(0.5, change)), direction };
}

/** How far a velocity is on the wrong side of a half-plane; <= 0 where it is allowed. */
export function violation({ point, direction }: HalfPlane, velocity: Vector): number {
  return det(direction, sub(point, velocity));
}

/** The best velocity on one line subject to the half-planes before it and the speed; null when there is none. */
function onLine(
  planes: readonly HalfPlane[],
  k: number,
  top: number,
  best: (low: number, high: number) => number,
): Vector | null {
  const { point, direction } = planes[k];
  const middle = dot(point, direction);
  const root = middle * middle + top * top - dot(point, point);
  if (root < 0) return null;
  let low = -middle - Math.sqrt(root);
  let high = -middle + Math.sqrt(root);
  for (const other of planes.slice(0, k)) {
    const across = det(direction, other.direction);
    const gap = det(other.direction, sub(point, other.point));
    if (Math.abs(across) <= 1e-5) {
      if (gap < 0) return null;
      continue;
    }
    if (across > 0) high = Math.min(high, gap / across);
    else low = Math.max(low, gap / across);
    if (low > high) return null;
  }
  return add(point, mul(best(low, high), direction));
}

/** The velocity nearest to the wish; or, for a direction, farthest along it. `failed` is the first plane not satisfied. */
function program(
  planes: readonly HalfPlane[],
  top: number,
  wish: Vector,
  isDirection: boolean,
): { velocity: Vector; failed: number } {
  let velocity = isDirection ? mul(top, wish) : norm(wish) > top ? mul(top, unit(wish)) : wish;
  for (let k = 0; k < planes.length; k++) {
    if (violation(planes[k], velocity) <= 0) continue;
    const { point, direction } = planes[k];
    const next = onLine(planes, k, top, (low, high) => {
      if (isDirection) return dot(wish, direction) > 0 ? high : low;
      return Math.min(high, Math.max(low, dot(direction, sub(wish, point))));
    });
    if (!next) return { velocity, failed: k };
    velocity = next;
  }
  return { velocity, failed: planes.length };
}

/** The velocity that ORCA chooses. */
function plainVelocity(planes: readonly HalfPlane[], top: number, wish: Vector): Vector {
  const first = program(planes, top, wish, false);
  let { velocity } = first;
  let worst = 0;
  // Too dense: the velocity whose worst violation is least, plane by plane.
  for (let k = first.failed; k < planes.length; k++) {
    if (violation(planes[k], velocity) <= worst) continue;
    const bisectors: HalfPlane[] = [];
    for (const other of planes.slice(0, k)) {
      const across = det(planes[k].direction, other.direction);
      let point: Vector;
      if (Math.abs(across) <= 1e-5) {
        if (dot(planes[k].direction, other.direction) > 0) continue;
        point = mul(0.5, add(planes[k].point, other.point));
      } else {
        const t = det(other.direction, sub(planes[k].point, other.point)) / across;
        point = add(planes[k].point, mul(t, planes[k].direction));
      }
      bisectors.push({ point, direction: unit(sub(other.direction, planes[k].direction)) });
    }
    const { direction } = planes[k];
    const next = program(bisectors, top, { x: -direction.y, y: direction.x }, true);
    if (next.failed === bisectors.length) velocity = next.velocity;
    worst = violation(planes[k], velocity);
  }
  return velocity;
}

/** Agents by cells as wide as they look, so that large crowds need not look at everybody. */
function cellsOf(agents: readonly PlainAgent[], range: number): (at: Vector) => number[] {
  const cells = new Map<string, number[]>();
  const key = (x: number, y: number): string => `${x} ${y}`;
  agents.forEach(({ position: { x, y } }, i) => {
    const name = key(Math.floor(x / range), Math.floor(y / range));
    cells.set(name, [...(cells.get(name) ?? []), i]);
  });
  return ({ x, y }) => {
    const found: number[] = [];
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        found.push(...(cells.get(key(Math.floor(x / range) + dx, Math.floor(y / range) + dy)) ?? []));
      }
    }
    return found;
  };
}

/** One step of a whole crowd, everyone at once. */
export function plainStep(agents: readonly PlainAgent[], seconds: number, options: PlainOptions): void {
  const around = cellsOf(agents, options.range);
  const velocities = agents.map((agent, i) => {
    const near = plainNeighbours(agents, i, options, around(agent.position));
    const planes = near.map((j) => plainHalfPlane(agent, agents[j], options));
    return plainVelocity(planes, agent.top, agent.wish);
  });
  agents.forEach((agent, i) => {
    agent.velocity = velocities[i];
    agent.position = add(agent.position, mul(seconds, velocities[i]));
  });
}
