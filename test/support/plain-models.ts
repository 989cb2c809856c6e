/** The published movement models as their papers have them, in plain code over plain objects: oracles for the kernel's. */

export interface PlainPerson {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly radius: number;
  /** Wished velocity. */
  readonly wishX: number;
  readonly wishY: number;
  readonly headway: number;
}

type Vector = readonly [number, number];

const add = (a: Vector, b: Vector, scale = 1): Vector => [a[0] + scale * b[0], a[1] + scale * b[1]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1];
const length = (a: Vector): number => Math.hypot(...a);
const unit = (a: Vector): Vector => [a[0] / length(a), a[1] / length(a)];
const left = (a: Vector): Vector => [-a[1], a[0]];
const place = (p: PlainPerson): Vector => [p.x, p.y];
const velocity = (p: PlainPerson): Vector => [p.vx, p.vy];
const wish = (p: PlainPerson): Vector => [p.wishX, p.wishY];

/** The free speed along a direction: the nearest in front within the width, but for those of one's stream who have to wait. */
function headwayVelocity(me: PlainPerson, others: readonly PlainPerson[], way: Vector): Vector {
  const isBefore = (a: PlainPerson, along: Vector, b: PlainPerson): boolean => {
    const to = add(place(b), place(a), -1);
    return dot(to, along) > 0 && Math.abs(dot(to, left(along))) <= a.radius + b.radius;
  };
  const gaps = others
    .filter((other) => isBefore(me, way, other))
    .filter((other) => {
      const theirs = unit(wish(other));
      const waits = dot(theirs, way) > 0 && isBefore(other, theirs, me);
      const to = add(place(other), place(me), -1);
      return !(waits && dot(to, way) < -dot(to, theirs));
    })
    .map((other) => length(add(place(other), place(me), -1)) - me.radius - other.radius);
  const speed = Math.min(length(wish(me)), Math.max(0, Math.min(...gaps, Infinity) / me.headway));
  return [speed * way[0], speed * way[1]];
}

/** No faster towards a wall than what is left in 0.2 s; twice. */
function slide(me: PlainPerson, walls: readonly Vector[], given: Vector): Vector {
  let v = given;
  for (const wall of [...walls, ...walls]) {
    const to = add(wall, place(me), -1);
    const n = unit(to);
    const excess = dot(v, n) - Math.max(0, length(to) - me.radius) / 0.2;
    if (dot(v, n) > 0 && excess > 0) v = add(v, n, -excess);
  }
  return v;
}

/** Tordeux, Chraibi and Seyfried 2016. */
export function plainSpeed(
  me: PlainPerson,
  others: readonly PlainPerson[],
  walls: readonly Vector[],
): Vector {
  let e = unit(wish(me));
  for (const other of others) {
    const from = add(place(me), place(other), -1);
    e = add(e, unit(from), 8 * Math.exp((me.radius + other.radius - length(from)) / 0.1));
  }
  for (const wall of walls) {
    const from = add(place(me), wall, -1);
    e = add(e, unit(from), 5 * Math.exp((me.radius - length(from)) / 0.02));
  }
  return slide(me, walls, headwayVelocity(me, others, unit(e)));
}

/** Xu, Chraibi and Seyfried 2021; `facing` is the direction of the step before. */
export function plainAnticipation(
  me: PlainPerson,
  others: readonly PlainPerson[],
  walls: readonly Vector[],
  facing: Vector,
  dt: number,
): Vector {
  const e0 = unit(wish(me));
  let pull: Vector = e0;
  for (const other of others) {
    const to = unit(add(place(other), place(me), -1));
    if (dot(to, e0) <= 0 && dot(to, facing) <= 0) continue;
    const gap = length(add(place(other), place(me), -1)) - me.radius - other.radius;
    const foreseen = Math.max(0, gap - dot(add(velocity(me), velocity(other), -1), to));
    const strength = 8 * (1 + 0.5 * (1 - dot(e0, unit(wish(other))))) * Math.exp(-foreseen / 0.1);
    pull = add(pull, left(e0), dot(to, left(e0)) >= 0 ? -strength : strength);
  }
  let e = unit(pull);
  for (const wall of walls) {
    const from = add(place(me), wall, -1);
    const depth = 1 - (length(from) - me.radius) / 0.1;
    if (depth <= 0) continue;
    const n = unit(from);
    e = add(e, n, 0.3 * Math.min(1, depth) - Math.min(0, dot(e, n)));
  }
  const followed = unit(add(facing, add(e, facing, -1), 1 - Math.exp(-dt / 0.3)));
  return slide(me, walls, headwayVelocity(me, others, followed));
}

/** Helbing, Farkas and Vicsek 2000, the drive exactly and friction at the end of the step, found by iteration. */
export function plainSocialForce(
  me: PlainPerson,
  others: readonly PlainPerson[],
  walls: readonly Vector[],
  dt: number,
): Vector {
  const sides = [
    ...others.map((other) => ({ at: place(other), v: velocity(other), touch: me.radius + other.radius })),
    ...walls.map((at) => ({ at, v: [0, 0] as Vector, touch: me.radius })),
  ];
  let free = add(wish(me), add(velocity(me), wish(me), -1), Math.exp(-dt / 0.5));
  const contacts: { t: Vector; v: Vector; depth: number }[] = [];
  for (const { at, v, touch } of sides) {
    const from = add(place(me), at, -1);
    const depth = touch - length(from);
    const push = 2000 * Math.exp(depth / 0.08) + 1.2e5 * Math.max(0, depth);
    free = add(free, unit(from), (dt * push) / 80);
    if (depth > 0) contacts.push({ t: left(unit(from)), v, depth });
  }
  let v = free;
  for (let round = 0; round < 20_000; round++) {
    let next = free;
    for (const { t, v: their, depth } of contacts) {
      next = add(next, t, ((dt * 2.4e5 * depth) / 80) * dot(add(their, v, -1), t));
    }
    v = add(v, add(next, v, -1), 0.01);
  }
  return v;
}

/** Chraibi, Seyfried and Schadschneider 2010. */
export function plainCentrifugal(
  me: PlainPerson,
  others: readonly PlainPerson[],
  walls: readonly Vector[],
  dt: number,
): Vector {
  const v0 = length(wish(me));
  const facing = (p: PlainPerson): Vector => unit(length(velocity(p)) > 0.01 ? velocity(p) : wish(p));
  const reach = (p: PlainPerson, e: Vector): number => {
    const speed = length(velocity(p));
    const a = (p.radius / 0.25) * (0.18 + 0.53 * speed);
    const b = (p.radius / 0.25) * (0.25 - 0.05 * Math.min(1, speed / length(wish(p))));
    const angle = Math.acos(Math.max(-1, Math.min(1, dot(e, facing(p)))));
    return 1 / Math.sqrt((Math.cos(angle) / a) ** 2 + (Math.sin(angle) / b) ** 2);
  };
  const force = (eta: number, cap: number, e: Vector, their: Vector, gap: number): Vector => {
    const seen = Math.max(0, dot(facing(me), e));
    const closing = Math.max(0, dot(add(velocity(me), their, -1), e));
    const full = (eta * v0 + closing) ** 2;
    let f = gap >= 2 ? 0 : Math.min(cap, full / Math.max(gap, 0.1));
    if (gap > 1.9 && gap < 2) f = (full / gap) * ((2 - gap) / 0.1);
    if (gap < 0.1) f = cap + (f - cap) * Math.max(0, gap / 0.1);
    return [-seen * f * e[0], -seen * f * e[1]];
  };
  let v = add(wish(me), add(velocity(me), wish(me), -1), Math.exp(-dt / 0.5));
  for (const other of others) {
    const to = add(place(other), place(me), -1);
    const e = unit(to);
    v = add(v, force(0.3, 9, e, velocity(other), length(to) - reach(me, e) - reach(other, e)), dt);
  }
  for (const wall of walls) {
    const to = add(wall, place(me), -1);
    const e = unit(to);
    v = add(v, force(0.2, 3, e, [0, 0], length(to) - reach(me, e)), dt);
  }
  const back = Math.min(0, dot(v, unit(wish(me))));
  v = add(v, unit(wish(me)), -back);
  const scale = Math.min(1, v0 / length(v));
  return [scale * v[0], scale * v[1]];
}

/** What a foothold costs: Seitz and Köster 2012, von Sivers and Köster 2015. */
export function plainFootholdCost(
  me: PlainPerson,
  others: readonly PlainPerson[],
  wallDistance: (at: Vector) => number,
  offset: Vector,
): number {
  const bump = (distance: number, width: number, power: number): number =>
    distance < width ? Math.exp(power / ((distance / width) ** 2 - 1)) : 0;
  let cost = -dot(offset, unit(wish(me)));
  const at = add(place(me), offset);
  for (const other of others) {
    const d = length(add(place(other), at, -1));
    const touch = me.radius + other.radius;
    cost += 1000 * bump(d, touch, 1);
    // Of two of one stream with each other in front, the one who has the other less so minds its body alone.
    const to = add(place(other), place(me), -1);
    const [mine, theirs] = [dot(to, unit(wish(me))), -dot(to, unit(wish(other)))];
    if (dot(wish(me), wish(other)) > 0 && mine > 0 && mine < theirs) continue;
    cost += 50 * bump(d, touch + 1.2, 4) + (50 / 1.2) * bump(d, touch + 0.45, 4);
  }
  for (let k = 1; k <= 200; k++) if (wallDistance(add(place(me), offset, k / 200)) === 0) return cost + 1e5;
  return cost + 6 * bump(wallDistance(at), 0.8, 2) + 1e5 * bump(wallDistance(at), me.radius, 1);
}
