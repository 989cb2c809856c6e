/**
 * A crowd in a building: people on its sheet, where every level and every flight is a patch by itself.
 *
 * A portal is no wall. Who walks out over one goes on at its other side, by a translation, and those near it are seen and felt
 * across it: before a step everybody near a portal has an image beyond it, and so have the walls there, once and for all. So
 * neighbours are those that one can touch, and not those above. On flights people are slower, up more than down.
 *
 *      level            |  image of the flight's walls and people
 *      ---------+       |
 *         o     a ------+----      a + shift = b
 *      ---------+       |
 *
 * A flight is longer on its slope than its footprint in the plan, and behind that there is ground of the level again: images end
 * before it, so that nobody there meets what is elsewhere.
 */
import { InputError } from "../errors.js";
import { distanceToSegment, type Point, type Segment } from "../geometry/index.js";
import {
  type FlightPatch,
  type FreeSpace,
  type Portal,
  patchAt,
  type Sheet,
  type World,
} from "../world/index.js";
import { carriesTo, type FlightInput, speedOn } from "../world/internal.js";
import type { Engine } from "./engine.js";
import { lengthOf, type People } from "./people.js";
import type { WallList } from "./walls.js";

/** Metres from a portal within which walls beyond it are seen. */
const WALL_SIGHT = 8;

/** Metres farther than anybody looks within which people have images. */
const MARGIN = 1;

/** Metres before ground behind a stair within which nobody has an image: a body, and what is kept free before it. */
const BODY = 0.5;

/** Metres between places at which ground is looked for beyond a portal, and parts of its width. */
const PROBE = 0.1;
const PROBES = 8;

/** Persons per second and metre of width who step onto stairs at most, up and down (IMO MSC.1/Circ.1533; RiMEA). */
const STAIR_FLOW = { up: 0.88, down: 1.1 } as const;

/** Seconds of that flow which nobody has used and others may use after them: people do not come evenly. */
const SAVED = 1;

/** Metres before the first step at which those are held for whom it is too early. */
const HOLD = 1e-3;

/** One side of a portal: what is here, and how to get beyond. */
interface Side {
  readonly segment: Segment;
  /** The unit vector along it, and its length. */
  readonly u: Point;
  readonly length: number;
  /** The unit vector beyond, at right angles to it. */
  readonly out: Point;
  readonly shift: Point;
  readonly patch: number;
  readonly other: number;
  /** Metres beyond it before there is ground of the same patch again: as far as images are seen. */
  readonly depth: number;
  /** Seconds between two who step onto the stairs beyond, at least; 0 where anybody may at any time. */
  readonly interval: number;
  /** When the next one may. */
  next: number;
}

/** Both sides of a portal. */
function sidesOf({ a, b, shift, patches, end }: Portal, space: FreeSpace, flight: FlightInput): [Side, Side] {
  const length = lengthOf(a);
  const u: Point = [(a[1][0] - a[0][0]) / length, (a[1][1] - a[0][1]) / length];
  // The level's ground is on the left of a: beyond is on its right. The flight is on the right of b.
  const out: Point = [u[1], -u[0]];
  const level = {
    segment: a,
    u,
    length,
    out,
    shift,
    patch: patches[0],
    other: patches[1],
    depth: depthBeyond(a, out, space),
    interval: isStair(flight) ? 1 / (length * (end === "foot" ? STAIR_FLOW.up : STAIR_FLOW.down)) : 0,
    next: 0,
  };
  const back: Point = [-shift[0], -shift[1]];
  const beyond = {
    segment: b,
    u,
    length,
    out: [-u[1], u[0]] as Point,
    shift: back,
    patch: patches[1],
    other: patches[0],
    depth: WALL_SIGHT,
    interval: 0,
    next: 0,
  };
  return [level, beyond];
}

/** Whether people climb steps on a flight that do not move. */
function isStair(flight: FlightInput): boolean {
  return flight.kind !== "ramp" && carriesTo(flight) === null;
}

/** Metres beyond a portal, straight on, before there is ground again; as far as walls are seen where there is none. */
function depthBeyond([a, b]: Segment, [outX, outY]: Point, space: FreeSpace): number {
  for (let depth = PROBE; depth < WALL_SIGHT; depth += PROBE) {
    for (let k = 0; k <= PROBES; k++) {
      const t = k / PROBES;
      const p: Point = [a[0] + t * (b[0] - a[0]) + depth * outX, a[1] + t * (b[1] - a[1]) + depth * outY];
      if (space.contains(p)) return depth - PROBE;
    }
  }
  return WALL_SIGHT;
}

/** Whether a place may be within so many metres of a side; most are not, and cost no more than this. */
function mayReach({ segment: [a, b] }: Side, x: number, y: number, reach: number): boolean {
  return (
    x > Math.min(a[0], b[0]) - reach &&
    x < Math.max(a[0], b[0]) + reach &&
    y > Math.min(a[1], b[1]) - reach &&
    y < Math.max(a[1], b[1]) + reach
  );
}

/** A building for a crowd: `new Crowd(world, { storeys: new Storeys() })`. */
export class Storeys {
  private world: World | null = null;
  private sheet: Sheet | null = null;
  private flights: readonly (FlightInput | null)[] = [];
  /** Sides of portals, all of them and by patch. */
  private all: readonly Side[] = [];
  private sides: readonly (readonly Side[])[] = [];

  /**
   * Begins to serve a crowd in a building.
   *
   * @internal
   */
  serve(world: World, people: People): void {
    if (this.sheet) throw new InputError("storeys serve one crowd; make others", "storeys");
    if (!world.building) throw new InputError("are for a building: a scene with levels", "storeys");
    const { sheet, scene } = world.building;
    this.world = world;
    this.sheet = sheet;
    this.flights = sheet.patches.map((patch) =>
      patch.kind === "flight" ? (scene.connections![patch.connection] as FlightInput) : null,
    );
    this.all = sheet.portals.flatMap((portal) =>
      sidesOf(portal, world.space, this.flights[portal.patches[1]]!),
    );
    this.sides = sheet.patches.map((_, patch) => this.all.filter((side) => side.patch === patch));
    // Many legs down a tower, which a map need not go through to know how long they are.
    people.wayFrom = (guide, at) => guide.distance(at);
  }

  /**
   * Walls without portals, and with images of those beyond them.
   *
   * @internal
   */
  open(walls: WallList): WallList {
    const n = walls.a.length;
    const { all } = this;
    const portalOf = walls.a.map((_, w) => all.findIndex((side) => isWallOf(side, walls, w)));
    const kept = walls.a.flatMap((_, w) => (portalOf[w] < 0 ? [w] : []));
    const number = new Int32Array(n).fill(-1);
    kept.forEach((w, i) => {
      number[w] = i;
    });
    // A chain that ends at a portal goes on with itself: its last wall has a free end there, where the image begins.
    const near = (to: number, i: number): number => (number[to] >= 0 ? number[to] : i);
    const list = {
      a: kept.map((w) => walls.a[w]),
      b: kept.map((w) => walls.b[w]),
      next: kept.map((w, i) => near(walls.next[w], i)),
      prev: kept.map((w, i) => near(walls.prev[w], i)),
      ...(walls.kind && { kind: kept.map((w) => walls.kind![w]) }),
    };
    const patchOf = kept.map((w) => patchAt(this.sheet!, (walls.a[w][0] + walls.b[w][0]) / 2));
    for (const side of all) addImages(list, side, patchOf);
    return list;
  }

  /**
   * Gives everybody near a portal an image beyond it; `sight` is how far anybody looks, in metres.
   *
   * @internal
   */
  reflect(engine: Engine, sight: number): void {
    const { count } = engine;
    const reach = sight + MARGIN;
    for (let i = 0; i < count; i++) {
      const { x, y } = engine.agents;
      const home = patchAt(this.sheet!, x[i]);
      if (this.sides[home].some((side) => mayReach(side, x[i], y[i], reach)))
        this.images([x[i], y[i]], [home], reach, (atX, atY) => engine.addImage(i, atX, atY));
    }
  }

  /**
   * Calls back with the places at which somebody is seen beyond portals, across several where flights are short.
   *
   * @param patches where it is, and where its image came by: nobody is seen in the same patch twice
   */
  private images(
    [x, y]: Point,
    patches: readonly number[],
    reach: number,
    image: (x: number, y: number) => void,
  ): void {
    for (const { segment, shift, other } of this.sides[patches[patches.length - 1]]) {
      if (patches.includes(other) || distanceToSegment([x, y], segment[0], segment[1]) > reach) continue;
      const there: Point = [x + shift[0], y + shift[1]];
      if (this.isSeenAt(there, other, shift)) image(there[0], there[1]);
      this.images(there, [...patches, other], reach, image);
    }
  }

  /** Whether somebody who has come into a patch through the portal of a shift is seen there: before the ground behind it. */
  private isSeenAt(p: Point, patch: number, [dx, dy]: Point): boolean {
    const side = this.sides[patch].find(({ shift }) => shift[0] === -dx && shift[1] === -dy)!;
    const { segment, out, depth } = side;
    const beyond = (p[0] - segment[0][0]) * out[0] + (p[1] - segment[0][1]) * out[1];
    return beyond <= depth - BODY && !this.world!.space.contains(p);
  }

  /**
   * Takes everybody who has walked out over a portal to its other side; onto stairs no sooner after each other than their greatest
   * flow allows.
   *
   * @internal
   */
  wrap({ engine, own, time }: People): void {
    const { x, y } = engine.agents;
    for (let i = 0; i < engine.count; i++) {
      for (const side of this.sides[patchAt(this.sheet!, x[i])]) {
        const { segment, u, length, out, shift } = side;
        const [dx, dy] = [x[i] - segment[0][0], y[i] - segment[0][1]];
        const beyond = dx * out[0] + dy * out[1];
        const along = dx * u[0] + dy * u[1];
        if (!(beyond > 0 && beyond < WALL_SIGHT && along >= 0 && along <= length)) continue;
        // Behind the footprint of a stair there is ground again; who is in it, and not on ground, has walked out.
        if (this.world!.space.contains([x[i], y[i]])) continue;
        if (time < side.next - 1e-9) {
          x[i] -= (beyond + HOLD) * out[0];
          y[i] -= (beyond + HOLD) * out[1];
          break;
        }
        if (side.interval > 0) side.next = Math.max(side.next, time - SAVED) + side.interval;
        x[i] += shift[0];
        y[i] += shift[1];
        own.due[i] = 0;
        break;
      }
    }
  }

  /**
   * When the next one may step onto each stair, as plain numbers.
   *
   * @internal
   */
  save(): Float64Array {
    return Float64Array.from(this.all, ({ next }) => next);
  }

  /**
   * Takes it back.
   *
   * @internal
   */
  load(numbers: Float64Array): void {
    if (numbers.length !== this.all.length)
      throw new InputError("the snapshot knows other stairs than this crowd does");
    this.all.forEach((side, k) => {
      side.next = numbers[k];
    });
  }

  /**
   * Sets everybody's top speed for a step: less on flights, by where they go.
   *
   * @internal
   */
  pace({ engine, own }: People): void {
    const { x, top } = engine.agents;
    const { patches } = this.sheet!;
    for (let i = 0; i < engine.count; i++) {
      const number = patchAt(this.sheet!, x[i]);
      const flight = this.flights[number];
      if (!flight) continue;
      const { uphill } = patches[number] as FlightPatch;
      const isUp = own.headX[i] * uphill[0] + own.headY[i] * uphill[1] >= 0;
      top[i] = speedOn(flight, isUp, top[i], { up: own.stairUp[i], down: own.stairDown[i] });
    }
  }
}

/** Whether a wall is a side of a portal; the free side of walls is to their right. */
function isWallOf({ segment: [p, q] }: Side, { a, b }: WallList, w: number): boolean {
  const is = (s: Point, t: Point): boolean => s[0] === t[0] && s[1] === t[1];
  return (is(a[w], p) && is(b[w], q)) || (is(a[w], q) && is(b[w], p));
}

interface Growing {
  readonly a: Point[];
  readonly b: Point[];
  readonly next: number[];
  readonly prev: number[];
  readonly kind?: number[];
}

/** Adds images of the walls beyond a side, as far as they lie beyond its line and near it. */
function addImages(list: Growing, side: Side, patchOf: readonly number[]): void {
  const { segment, shift, other } = side;
  const image = new Map<number, number>();
  const limits = limitsOf(side);
  patchOf.forEach((patch, w) => {
    if (patch !== other) return;
    const back = ([x, y]: Point): Point => [x - shift[0], y - shift[1]];
    const whole: Segment = [back(list.a[w]), back(list.b[w])];
    const cut = limits.reduce<Segment | null>((rest, limit) => rest && within(rest, limit), whole);
    if (!cut || distanceBetween(cut, segment) > WALL_SIGHT) return;
    image.set(w, list.a.length);
    list.a.push(cut[0]);
    list.b.push(cut[1]);
    list.next.push(-1);
    list.prev.push(-1);
    list.kind?.push(list.kind[w]);
  });
  for (const [w, i] of image) {
    list.next[i] = image.get(list.next[w]) ?? i;
    list.prev[i] = image.get(list.prev[w]) ?? i;
  }
  joinChains(list, [...image.values()], patchOf, side.patch);
}

/** Chains of walls that end at a portal go on with the images of those beyond. */
function joinChains(
  list: Growing,
  images: readonly number[],
  patchOf: readonly number[],
  patch: number,
): void {
  const { a, b, next, prev, kind } = list;
  const follows = (w: number, v: number): boolean =>
    b[w][0] === a[v][0] && b[w][1] === a[v][1] && kind?.[w] === kind?.[v];
  patchOf.forEach((of, w) => {
    if (of !== patch) return;
    for (const i of images) {
      if (next[w] === w && prev[i] === i && follows(w, i)) [next[w], prev[i]] = [i, w];
      if (prev[w] === w && next[i] === i && follows(i, w)) [prev[w], next[i]] = [i, w];
    }
  });
}

/**
 * What images of walls may not pass, as metres from it: the line of a portal, as far as one sees beyond it, and as far to both
 * sides, since far beyond there are other patches.
 */
function limitsOf({ segment: [[x, y]], u, length, out, depth }: Side): ((p: Point) => number)[] {
  const beyond = (p: Point): number => (p[0] - x) * out[0] + (p[1] - y) * out[1];
  const along = (p: Point): number => (p[0] - x) * u[0] + (p[1] - y) * u[1];
  return [
    beyond,
    (p) => depth - beyond(p),
    (p) => along(p) + WALL_SIGHT,
    (p) => length + WALL_SIGHT - along(p),
  ];
}

/** The part of a segment at 0 metres or more from a limit; null where it has no length. */
function within([a, b]: Segment, limit: (p: Point) => number): Segment | null {
  const [from, to] = [limit(a), limit(b)];
  if (from <= 0 && to <= 0) return null;
  if (from >= 0 && to >= 0) return [a, b];
  const t = from / (from - to);
  const cut: Point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  const rest: Segment = from > 0 ? [a, cut] : [cut, b];
  return lengthOf(rest) > 1e-9 ? rest : null;
}

/** Distance of two segments that do not cross. */
function distanceBetween([a, b]: Segment, [c, d]: Segment): number {
  return Math.min(
    distanceToSegment(a, c, d),
    distanceToSegment(b, c, d),
    distanceToSegment(c, a, b),
    distanceToSegment(d, a, b),
  );
}
