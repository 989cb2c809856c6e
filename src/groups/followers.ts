/** The members of a group: where each is drawn to, what the map says to it, and how far behind it is. */
import type { People } from "../crowd/internal.js";
import type { Point } from "../geometry/index.js";
import { type Bend, HARMONIC, staticMap } from "../potential/index.js";
import type { Follower, Look } from "./follower.js";
import { joined, type Mapped, WALL_REGION, weightAt } from "./group-map.js";
import { isNear, type Leader } from "./leader.js";
import { giveWay } from "./order.js";
import { SPOT } from "./rows.js";
import type { Reader, Writer } from "./state.js";

/** What a member walks to: its place, the point of the spine in sight that is nearest to it, or along its own way. */
const TO = Object.freeze({ place: 0, spine: 1, way: 2 });

const FIELDS = ["id", "place", "to", "x", "y", "gx", "gy", "weight", "lag", "stuck", "share"] as const;

/** Seconds in which somebody would be in its place. */
const SETTLES = 0.8;

/** Metres from its place within which somebody stands while the group does. */
const STANDS = 0.1;

/** Share of the slowest member's speed at which the middle walks, so that others catch up. */
const PACE = 0.85;

/** Share of that at which it walks on whatever happens: a place may be out of reach for good. */
const CREEP = 0.1;

/** Metres of lag in which it slows down: mean lag beyond the spacing, and a third of the greatest. */
const PATIENCE = 2;
const ONE_OF = 3;

/** Seconds without headway after which somebody walks without the map for as long; what counts as none, in m/s; far from its place. */
const INSISTS = 3;
const NO_HEADWAY = 0.1;
const FAR = 1;

/** Metres to the last point of the spine in sight within which somebody takes its own way. */
const AT_HAND = 0.5;

export class Followers {
  readonly list: Follower[] = [];

  constructor(
    private readonly people: People,
    private readonly bendOf: (id: number) => Bend | null = () => null,
  ) {}

  has(id: number): boolean {
    return this.list.some((one) => one.id === id);
  }

  add(id: number): void {
    this.list.push({
      id,
      place: 0,
      to: TO.place,
      x: 0,
      y: 0,
      gx: 0,
      gy: 0,
      weight: 0,
      lag: 0,
      stuck: 0,
      share: 1,
    });
  }

  remove(gone: (id: number) => boolean): void {
    const left = this.list.filter(({ id }) => !gone(id));
    this.list.length = 0;
    for (const one of left) this.list.push(one);
  }

  /** Forgets those who are not inside any more; whether there were any. */
  dropGone(): boolean {
    const before = this.list.length;
    if (this.list.some(({ id }) => this.people.slotOf(id) < 0))
      this.remove((id) => this.people.slotOf(id) < 0);
    return this.list.length !== before;
  }

  get lag(): { readonly mean: number; readonly greatest: number } {
    const { list } = this;
    const sum = list.reduce((all, { lag }) => all + lag, 0);
    return {
      mean: list.length === 0 ? 0 : sum / list.length,
      greatest: list.reduce((most, { lag }) => Math.max(most, lag), 0),
    };
  }

  /** The middle's speed: that of the slowest, less while others lag. */
  pace(spacing: number): number {
    const { people } = this;
    const { top } = people.engine.agents;
    const slowest = this.list.reduce((least, { id }) => Math.min(least, top[people.slotOf(id)]), Infinity);
    const { mean, greatest } = this.lag;
    const late = Math.max(mean, greatest / ONE_OF) - spacing;
    return PACE * slowest * Math.max(CREEP, Math.min(1, 1 - late / PATIENCE));
  }

  /** Numbers of those who would be at their own goal within some seconds. */
  atGoal(seconds: number): number[] {
    const { people } = this;
    const { x, y, top, radius } = people.engine.agents;
    const some = this.list.filter(({ id }) => {
      const i = people.slotOf(id);
      const guide = people.guideOf(i);
      const metres = radius[i] + seconds * top[i];
      return guide && isNear(guide, [x[i], y[i]], metres, () => people.ask(i, (at) => guide.distance(at)));
    });
    return some.map(({ id }) => id);
  }

  /** Members as obstacles. */
  mapped(): Mapped[] {
    const { people } = this;
    const { x, y, radius } = people.engine.agents;
    return this.list.map(({ id }) => {
      const i = people.slotOf(id);
      return { x: x[i], y: y[i], radius: radius[i] };
    });
  }

  /** Everybody looks for its place, and asks the map where it is near an obstacle. */
  look(look: Look): void {
    const { list } = this;
    giveWay(list, look);
    const gaps = gapsBetween(look.mapped, look.region);
    const near = staticMap(look.world, look.widest + WALL_REGION);
    list.forEach((one, k) => {
      const self = look.mapped[k];
      this.lookForPlace(one, self, look);
      const isByWall = near.isWall(self.x, self.y);
      const wall = isByWall ? look.world.clearance([self.x, self.y]) - self.radius : Infinity;
      const w = Math.max(weightAt(wall, WALL_REGION), weightAt(gaps[k], look.region));
      one.weight = 0;
      // Who does not see its place may be in another room, from which the map's free rim leads round the walls.
      if (w === 0 || one.to !== TO.place) return;
      const [gx, gy] = look.map.gradientFor(self, this.bendOf(one.id) ?? HARMONIC);
      const length = Math.sqrt(gx * gx + gy * gy);
      if (!(length > 0)) return;
      one.weight = w;
      one.gx = gx / length;
      one.gy = gy / length;
    });
  }

  private lookForPlace(one: Follower, self: Mapped, { ground, spots, spine }: Look): void {
    const [x, y] = [spots[SPOT * one.place], spots[SPOT * one.place + 1]];
    one.lag = Math.sqrt((x - self.x) ** 2 + (y - self.y) ** 2);
    one.to = TO.place;
    one.x = x;
    one.y = y;
    if (one.stuck >= 0 && ground.sees(self.x, self.y, x, y)) return;
    const seen =
      one.stuck >= 0
        ? spine.nearest(spots[SPOT * one.place + 2], (sx, sy) => ground.sees(self.x, self.y, sx, sy))
        : null;
    // Where one stands at the last point in sight, the spine has nothing more to say.
    if (seen && (seen[0] - self.x) ** 2 + (seen[1] - self.y) ** 2 > AT_HAND * AT_HAND) {
      one.to = TO.spine;
      [one.x, one.y] = seen;
      return;
    }
    one.to = TO.way;
    const { people } = this;
    const slot = people.slotOf(one.id);
    const guide = people.guideOf(slot);
    const way = guide && people.ask(slot, (at) => (guide.lead ? guide.lead(at) : guide.heading(at)));
    [one.x, one.y] = way ?? [0, 0];
  }

  /** Sets everybody's aim, some seconds after they looked. */
  aim(leader: Leader, since: number): void {
    const { people } = this;
    const { engine, own } = people;
    const { x, y, top } = engine.agents;
    const [ux, uy] = leader.direction;
    const vx = leader.speed * ux;
    const vy = leader.speed * uy;
    for (const one of this.list) {
      const i = people.slotOf(one.id);
      const [fx, fy] = this.force(one, [x[i], y[i]], top[i], [vx, vy], since);
      const [ax, ay] = joined([fx, fy], [one.gx, one.gy], one.weight);
      own.aimX[i] = one.share * ax;
      own.aimY[i] = one.share * ay;
      const length = Math.sqrt(ax * ax + ay * ay);
      own.headX[i] = length > 0 ? ax / length : 0;
      own.headY[i] = length > 0 ? ay / length : 0;
    }
  }

  /** What draws a member to its place, as a share of its speed: with the group, and into its place within a while. */
  private force(one: Follower, [x, y]: Point, top: number, [vx, vy]: Point, since: number): Point {
    if (one.to === TO.way) return [one.x, one.y];
    let dx = one.x - x;
    let dy = one.y - y;
    let fx = 0;
    let fy = 0;
    if (one.to === TO.place) {
      dx += since * vx;
      dy += since * vy;
      if (vx === 0 && vy === 0 && dx * dx + dy * dy < STANDS * STANDS) return [0, 0];
      fx = (vx + dx / SETTLES) / top;
      fy = (vy + dy / SETTLES) / top;
    } else {
      fx = dx * 1e3;
      fy = dy * 1e3;
    }
    const length = Math.sqrt(fx * fx + fy * fy);
    return length > 1 ? [fx / length, fy / length] : [fx, fy];
  }

  /** Counts seconds without headway, after a step of so many. */
  noteHeadway(seconds: number): void {
    const { people } = this;
    const { vx, vy } = people.engine.agents;
    for (const one of this.list) {
      if (one.stuck < 0) {
        one.stuck = Math.min(0, one.stuck + seconds);
        continue;
      }
      const i = people.slotOf(one.id);
      const isSlow = vx[i] * vx[i] + vy[i] * vy[i] < NO_HEADWAY * NO_HEADWAY;
      one.stuck = isSlow && one.lag > FAR ? one.stuck + seconds : Math.max(0, one.stuck - seconds);
      if (one.stuck >= INSISTS) one.stuck = -INSISTS;
    }
  }

  save(to: Writer): void {
    to.numbers(this.list.length);
    for (const one of this.list) for (const field of FIELDS) to.numbers(one[field]);
  }

  load(from: Reader): void {
    this.list.length = 0;
    for (let left = from.number(); left > 0; left--) {
      this.add(0);
      const one = this.list[this.list.length - 1];
      for (const field of FIELDS) one[field] = from.number();
    }
  }
}

/** Metres from every member's skin to that of the nearest other one; Infinity where none is within a region. */
function gapsBetween(mapped: readonly Mapped[], region: number): Float64Array {
  const gaps = new Float64Array(mapped.length).fill(Infinity);
  const order = Array.from(mapped.keys()).sort((i, k) => mapped[i].x - mapped[k].x || i - k);
  const widest = mapped.reduce((most, { radius }) => Math.max(most, radius), 0);
  for (let a = 0; a < order.length; a++) {
    const one = mapped[order[a]];
    const reach = one.radius + widest + region;
    for (let b = a + 1; b < order.length && mapped[order[b]].x - one.x < reach; b++) {
      const other = mapped[order[b]];
      const dx = other.x - one.x;
      const dy = other.y - one.y;
      if (dy >= reach || dy <= -reach) continue;
      const gap = Math.sqrt(dx * dx + dy * dy) - one.radius - other.radius;
      if (gap < gaps[order[a]]) gaps[order[a]] = gap;
      if (gap < gaps[order[b]]) gaps[order[b]] = gap;
    }
  }
  return gaps;
}
