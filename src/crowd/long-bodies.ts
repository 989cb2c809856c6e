/**
 * Bodies that are longer than wide, such as wheelchairs: discs in a row. The first is the agent itself, at the front: it walks,
 * sees and is pushed as any other. The others follow it, each at its distance behind the one before, where that has pulled it.
 *
 * ```text
 *       .--.  .--.  .--.
 *      (  o ( o  ( o    )  -> heading       discs of half the width, at most this far from each other;
 *       '--'  '--'  '--'                    from end to end they are as long as the body is deep
 *      rear          front
 * ```
 *
 * To everybody else the discs behind are bodies as well: before a step each has an image in the engine, which is seen, kept away
 * from and makes way for nobody. After the step they follow, clear of walls. A wall that holds one back holds back the front.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { checkKeys, checkNumber } from "../options.js";
import type { Engine } from "./engine.js";
import type { People } from "./people.js";

/** A body by its width, across the heading, and its depth, along it, in metres. */
export interface BodyShape {
  /** > 0. */
  readonly width: number;
  /** At least the width, and at most three times as much. */
  readonly depth: number;
}

/** Discs behind the front one, at most: a depth of three times the width. */
const MOST_FOLLOWERS = 4;

/** How much farther than it should be a disc may be from the one that pulls it, before that is held back; a share. */
const STRETCH = 0.05;

/** Metres as a share of the radius by which a disc moves before it looks for walls again. */
const STRIDE = 0.5;

/** One body: the discs behind the front one, from front to rear. */
interface LongBody {
  /** Metres between the centres of two discs. */
  readonly link: number;
  readonly x: number[];
  readonly y: number[];
  /** How far each is from the one before it: `link`, or less while the body unfolds. */
  readonly apart: number[];
}

const H = Math.SQRT1_2;

/** Directions in which a body may lie when it comes. */
const DIRECTIONS: readonly Point[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-H, -H],
  [-H, H],
  [H, -H],
  [H, H],
];

/** One of two bodies that are pushed apart: its discs' radius, and the kind of its agent. */
interface Part {
  readonly body: LongBody;
  readonly r: number;
  readonly kind: number;
}

/** How a disc hangs on the one before it. */
interface Pull {
  readonly link: number;
  readonly apart: number;
  readonly radius: number;
  readonly kind: number;
}

/** Lets a crowd take in bodies that are longer than wide: `new Crowd(world, { longBodies: new LongBodies() })`. */
export class LongBodies {
  /** By the numbers of their agents. */
  private readonly bodies = new Map<number, LongBody>();
  private people!: People;

  /**
   * Takes up work in a crowd; it serves one.
   *
   * @internal
   */
  serve(people: People): void {
    if (this.people) throw new InputError("these serve another crowd; each needs its own", "longBodies");
    this.people = people;
  }

  /**
   * A shape that is given instead of a radius, as it is.
   *
   * @throws InputError for one out of range
   * @internal
   */
  checked(shape: BodyShape, radius: number | undefined): BodyShape {
    if (radius !== undefined)
      throw new InputError("radius or shape says how wide a body is, not both", "shape");
    checkKeys(shape, ["width", "depth"], "shape");
    const width = checkNumber(shape.width, "shape.width", { of: "metres", above: 0 });
    const depth = checkNumber(shape.depth, "shape.depth", { of: "metres", least: width });
    // But for rounding.
    if (depth > 3 * width * (1 + 1e-9)) {
      throw new InputError(`at most three times the width is needed; given: ${depth}`, "shape.depth");
    }
    return { width, depth };
  }

  /**
   * Takes in the body of an agent of a radius, half its width, at a place: it lies away from where the agent heads for, or else
   * where most of it is clear of walls.
   *
   * @param clearance metres from a place to the nearest wall
   * @internal
   */
  add(
    id: number,
    { width, depth }: BodyShape,
    at: Point,
    heading: Point | null,
    clearance: (p: Point) => number,
  ): void {
    const long = depth - width;
    if (long <= 0) return;
    // No farther from each other than the radius: nobody gets in between.
    const count = Math.ceil((2 * long) / width - 1e-9);
    const link = long / count;
    const behind = heading ? [[-heading[0], -heading[1]] as Point, ...DIRECTIONS] : DIRECTIONS;
    const isClear = ([ux, uy]: Point): boolean => {
      for (let k = 1; k <= count; k++) {
        if (clearance([at[0] + k * link * ux, at[1] + k * link * uy]) < width / 2) return false;
      }
      return true;
    };
    const direction = behind.find(isClear);
    // Where there is no room to lie, it unfolds while it moves.
    const [ux, uy] = direction ?? [0, 0];
    const places = Array.from({ length: count }, (_, k) => (k + 1) * link);
    this.bodies.set(id, {
      link,
      x: places.map((far) => at[0] + far * ux),
      y: places.map((far) => at[1] + far * uy),
      apart: places.map(() => (direction ? link : 0)),
    });
  }

  /**
   * Centres of the discs behind an agent, from front to rear; none for a body that is a disc.
   *
   * @internal
   */
  of(id: number): readonly Point[] {
    const body = this.bodies.get(id);
    return body ? body.x.map((x, k): Point => [x, body.y[k]]) : [];
  }

  /**
   * The discs behind all fronts.
   *
   * @internal
   */
  all(): { readonly x: number; readonly y: number; readonly radius: number }[] {
    const { radius } = this.people.engine.agents;
    return [...this.bodies].flatMap(([id, { x, y }]) =>
      x.map((at, k) => ({ x: at, y: y[k], radius: radius[this.people.slotOf(id)] })),
    );
  }

  /**
   * Before a step: the discs behind are bodies in the engine.
   *
   * @internal
   */
  appear(engine: Engine): void {
    for (const [id, { x, y }] of this.bodies) {
      const slot = this.people.slotOf(id);
      for (let k = 0; k < x.length; k++) engine.addPart(slot, x[k], y[k]);
    }
  }

  /**
   * After a step: all follow.
   *
   * @internal
   */
  follow(): void {
    const { people } = this;
    if (this.bodies.size === 0) return;
    this.part();
    const { agents } = people.engine;
    for (const [id, body] of this.bodies) {
      const slot = people.slotOf(id);
      const radius = agents.radius[slot];
      const kind = people.engine.kindOf(slot);
      const { x, y, link, apart } = body;
      let [px, py] = [agents.x[slot], agents.y[slot]];
      for (let k = 0; k < x.length; k++) {
        [x[k], y[k]] = this.pulled([x[k], y[k]], [px, py], { link, apart: apart[k], radius, kind });
        [px, py] = [x[k], y[k]];
      }
      this.holdBack(slot, body, radius);
      this.note(slot, body);
    }
  }

  /** Pushes discs of different bodies apart of which neither is a front: in the engine neither would make way. */
  private part(): void {
    const { people } = this;
    const { engine } = people;
    const all = [...this.bodies].map(([id, body]): Part => {
      const slot = people.slotOf(id);
      return { body, r: engine.agents.radius[slot], kind: engine.kindOf(slot) };
    });
    all.forEach((first, n) => {
      const { body: one, r } = first;
      for (const second of all.slice(n + 1)) {
        const { body: two, r: otherR } = second;
        const reach = one.link * one.x.length + two.link * two.x.length + r + otherR;
        if (lengthOf(one.x[0] - two.x[0], one.y[0] - two.y[0]) > reach) continue;
        for (let a = 0; a < one.x.length; a++) {
          for (let b = 0; b < two.x.length; b++) this.separate(first, a, second, b);
        }
      }
    });
  }

  /** Moves two discs apart, half of the way each, as far as walls allow. */
  private separate(first: Part, a: number, second: Part, b: number): void {
    const { body: one, r } = first;
    const { body: two, r: otherR } = second;
    const [dx, dy] = [one.x[a] - two.x[b], one.y[a] - two.y[b]];
    const d = lengthOf(dx, dy);
    const depth = r + otherR - d;
    if (depth <= 0) return;
    // Who comes at the same place goes to the sides.
    const [nx, ny] = d > 0 ? [dx / d, dy / d] : [1, 0];
    const half = depth / 2;
    [one.x[a], one.y[a]] = this.clear([one.x[a] + nx * half, one.y[a] + ny * half], r, first.kind);
    [two.x[b], two.y[b]] = this.clear([two.x[b] - nx * half, two.y[b] - ny * half], otherR, second.kind);
  }

  /** Where a disc comes that another at p pulls: at its distance from it, in a straight line, as far as walls allow. */
  private pulled([x, y]: Point, [px, py]: Point, { link, apart, radius, kind }: Pull): Point {
    const d = lengthOf(x - px, y - py);
    // Whoever was put elsewhere, or has a wall in between by now, unfolds anew.
    if (d > 2 * link + radius) return [px, py];
    const right = Math.min(link, Math.max(apart, d));
    if (d === 0 || d === right) return [x, y];
    const [toX, toY] = [px + ((x - px) * right) / d, py + ((y - py) * right) / d];
    const way = lengthOf(toX - x, toY - y);
    const strides = Math.max(1, Math.ceil(way / (STRIDE * radius)));
    let at: Point = [x, y];
    for (let k = 0; k < strides; k++) {
      const next: Point = [at[0] + (toX - x) / strides, at[1] + (toY - y) / strides];
      at = this.clear(next, radius, kind);
    }
    return at;
  }

  /** The place near p where a disc is clear of walls. */
  private clear(p: Point, radius: number, kind: number): Point {
    return this.people.engine.standOff(p, radius, { kind, throughDoors: true }) ?? p;
  }

  /** From the rear to the front: nobody is farther than a hair too far from the disc behind. */
  private holdBack(slot: number, { x, y, link }: LongBody, radius: number): void {
    const { agents } = this.people.engine;
    const kind = this.people.engine.kindOf(slot);
    const most = (1 + STRETCH) * link;
    for (let k = x.length - 1; k >= 0; k--) {
      const [fromX, fromY] = k > 0 ? [x[k - 1], y[k - 1]] : [agents.x[slot], agents.y[slot]];
      const d = lengthOf(fromX - x[k], fromY - y[k]);
      if (d <= most) continue;
      const share = most / d;
      const back = this.clear([x[k] + (fromX - x[k]) * share, y[k] + (fromY - y[k]) * share], radius, kind);
      if (k > 0) [x[k - 1], y[k - 1]] = back;
      else [agents.x[slot], agents.y[slot]] = back;
    }
  }

  private note(slot: number, { x, y, apart }: LongBody): void {
    const { agents } = this.people.engine;
    let [px, py] = [agents.x[slot], agents.y[slot]];
    for (let k = 0; k < x.length; k++) {
      apart[k] = lengthOf(x[k] - px, y[k] - py);
      [px, py] = [x[k], y[k]];
    }
  }

  /**
   * Forgets those who are no longer inside.
   *
   * @internal
   */
  forget(): void {
    for (const id of [...this.bodies.keys()]) if (this.people.slotOf(id) < 0) this.bodies.delete(id);
  }

  /**
   * All bodies as numbers: of each the agent, the link, how many discs follow, and place and distance of each of these.
   *
   * @internal
   */
  save(): Float64Array {
    return Float64Array.from(
      [...this.bodies].flatMap(([id, { link, x, y, apart }]) => [
        id,
        link,
        x.length,
        ...x.flatMap((_, k) => [x[k], y[k], apart[k]]),
      ]),
    );
  }

  /**
   * Takes them back.
   *
   * @throws InputError for numbers that are no bodies
   * @internal
   */
  load(numbers: Float64Array): void {
    this.bodies.clear();
    for (let n = 0; n < numbers.length; ) {
      const [id, link, count] = numbers.subarray(n, n + 3);
      const rest = numbers.subarray(n + 3, n + 3 + 3 * count);
      if (!(count >= 1 && count <= MOST_FOLLOWERS) || rest.length !== 3 * count) {
        throw new InputError("the snapshot's long bodies are cut off or were changed");
      }
      const column = (offset: number): number[] =>
        Array.from({ length: count }, (_, k) => rest[3 * k + offset]);
      this.bodies.set(id, { link, x: column(0), y: column(1), apart: column(2) });
      n += 3 + 3 * count;
    }
  }
}

function lengthOf(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
