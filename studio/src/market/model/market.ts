/**
 * The supermarket as somebody is in it: a camera on the ground with a free gaze, a pointer, what is taken and what is on the
 * table. Pages draw it and tell it what hands do; tests do without a page.
 */
import { type Point, World } from "wayfield";
import { MARKET, openAirPlan, type ShelfPlan, supermarketPlan, type WalkPlan } from "wayfield/scenes";
import { potentialGuides, STANDING, StandingPlaces, Traveller } from "wayfield/travel";
import { type Box3, firstMet, type Meeting, passes } from "./boxes.js";
import { EXPLOSION, Explosion } from "./explosion.js";
import { type Fixture, fixturesOf } from "./fixtures.js";
import { type Axes, add, apart, axesOf, unit, type Vector } from "./space.js";
import { passesStar } from "./star.js";
import { type Product, stockOf } from "./stock.js";
import { boxAround, type Placed, Table } from "./table.js";

export type SceneName = "supermarket" | "open-air";
export type Technique = "point" | "keys";

/** Tangents of half the view's height, and of half its least width: upright screens see higher, not less. */
const HALF_VIEW = Math.tan((65 * Math.PI) / 360);
const NARROWEST = Math.tan((48 * Math.PI) / 360);
const GREATEST_PITCH = 1.35;
/** Metres around the camera in which products are looked at for the explosion and for what is in reach. */
const NEAR = 2.2;
/** How often a way that was lost is planned again. */
const MOST_LOSSES = 3;

/** What a ray can meet. */
export type Thing =
  | { readonly kind: "ground" }
  | { readonly kind: "fixture"; readonly fixture: Fixture }
  | { readonly kind: "product"; readonly id: number }
  | { readonly kind: "placed"; readonly placed: Placed }
  | { readonly kind: "copy" }
  | { readonly kind: "star" };

/** What is pointed at. */
export interface Aim {
  readonly thing: Thing;
  readonly point: Vector;
  readonly normal: Vector;
  /** Where the camera would go; null where there is no such place. */
  readonly target: Point | null;
  /** What a press does. */
  readonly act: "take" | "hold" | "travel" | "nothing";
}

/** Plans a way; resolves to null where there is none. */
export type Planner = (from: Point, to: Point) => Promise<readonly Point[] | null> | readonly Point[] | null;

export interface MarketOptions {
  readonly scene?: SceneName;
  readonly technique?: Technique;
  readonly explosion?: boolean;
  /** Products that are searched for: they have a colour of their own, and copies on the table. */
  readonly targets?: readonly number[];
  /** Whether there is anything in the shelves; default true. */
  readonly stock?: boolean;
  /** Default: potentials, at once. */
  readonly planner?: Planner;
}

interface Thinged extends Box3 {
  readonly thing: Thing;
}

/** Somebody in the supermarket. */
export class Market {
  readonly plan: WalkPlan;
  readonly world: World;
  readonly fixtures: readonly Fixture[];
  readonly products: readonly Product[];
  readonly explosion: Explosion;
  readonly table: Table | null;
  readonly traveller: Traveller;
  readonly technique: Technique;
  readonly targets: readonly number[];
  readonly exploding: boolean;
  readonly eyeHeight = STANDING.eye;
  /** Products in the basket, the first first. */
  readonly taken: number[] = [];
  /** Products that are not in their shelf. */
  readonly gone = new Set<number>();
  yaw: number;
  pitch = -0.05;
  /** Where the pointer is: -1 to 1 from left to right and from below to above. */
  pointer: Point = [0, 0];
  aspect = 16 / 9;
  /** The place that the camera is on its way to, also while the way is planned. */
  heading: Point | null = null;
  /** The star that turns somewhere; null for none. */
  star: Point | null = null;
  /** Metres walked. */
  metres = 0;
  private readonly places: StandingPlaces;
  private readonly solid: readonly Thinged[];
  private readonly byShelf: readonly (readonly Product[])[];
  /** What products of a shelf may fill, slid out or not. */
  private readonly shelfBoxes: readonly Box3[];
  private readonly planner: Planner;
  private orders = 0;
  /** Whether a way is being planned, and how often one to the same place was lost. */
  private isPlanning = false;
  private losses = 0;

  constructor(options: MarketOptions = {}) {
    const {
      scene = "supermarket",
      technique = "point",
      explosion = true,
      targets = [],
      stock = true,
      planner,
    } = options;
    this.plan = scene === "supermarket" ? supermarketPlan() : openAirPlan();
    this.world = new World(this.plan.scene);
    this.technique = technique;
    this.exploding = explosion;
    this.targets = targets;
    this.fixtures = fixturesOf(this.plan);
    this.products = stock ? stockOf(this.plan.shelves) : [];
    this.byShelf = this.plan.shelves.map((_, shelf) => this.products.filter((p) => p.shelf === shelf));
    this.shelfBoxes = this.plan.shelves.map(boxOfShelf);
    this.explosion = new Explosion(this.products, this.plan.shelves);
    this.table =
      this.plan.table &&
      new Table(
        this.plan.table,
        targets.map((id) => this.products[id]),
      );
    this.solid = this.fixtures.map((fixture) => ({ ...fixture, thing: { kind: "fixture", fixture } }));
    this.places = new StandingPlaces(this.world, { sight: (p) => this.sightOf(p) });
    this.traveller = new Traveller(this.world, { at: this.plan.start });
    this.yaw = this.plan.gaze;
    const guides = potentialGuides(this.world, this.traveller.radius);
    this.planner = planner ?? ((from, to) => guides(to).pathFrom(from));
  }

  get position(): Point {
    return this.traveller.position;
  }

  get eye(): Vector {
    return [this.position[0], this.position[1], this.eyeHeight];
  }

  get axes(): Axes {
    return axesOf(this.yaw, this.pitch);
  }

  /** Puts the camera somewhere, looking along an angle. */
  place(at: Point, yaw: number): void {
    this.traveller.place(at);
    this.orders++;
    this.heading = null;
    this.yaw = yaw;
    this.pitch = -0.05;
  }

  /** Turns the gaze, in radians to the left and up. */
  look(left: number, up: number): void {
    this.yaw = Math.atan2(Math.sin(this.yaw + left), Math.cos(this.yaw + left));
    this.pitch = Math.min(GREATEST_PITCH, Math.max(-GREATEST_PITCH, this.pitch + up));
  }

  /** Walks by hand: shares of full speed forward and to the right, 0 and 0 to stop. */
  walk(forward: number, right: number): void {
    if (forward === 0 && right === 0) {
      this.traveller.steer(null);
      return;
    }
    const [c, s] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    this.orders++;
    this.heading = null;
    this.traveller.steer([c * forward + s * right, s * forward - c * right]);
  }

  /** Whether the camera walks, or is about to. */
  get isMoving(): boolean {
    return this.traveller.state !== "standing" || this.heading !== null;
  }

  /** Sets out for a place; the camera goes on with what it does until the way is known. */
  goTo(target: Point): Promise<boolean> {
    this.losses = 0;
    return this.setOut(target);
  }

  private async setOut(target: Point): Promise<boolean> {
    const order = ++this.orders;
    this.heading = target;
    this.isPlanning = false;
    if (this.traveller.isStraightTo(target)) return this.traveller.goTo(target);
    this.isPlanning = true;
    const way = await this.planner(this.position, target);
    if (order !== this.orders) return false;
    this.isPlanning = false;
    if (way) this.traveller.follow(way);
    else this.heading = null;
    return way !== null;
  }

  /** Time goes by. @returns the products that have slid */
  advance(seconds: number): number[] {
    this.goOn(seconds);
    return this.slide(seconds);
  }

  /** The camera walks for some seconds. */
  goOn(seconds: number): void {
    const before = this.position;
    this.traveller.advance(seconds);
    this.metres += Math.hypot(this.position[0] - before[0], this.position[1] - before[1]);
    if (this.traveller.state === "standing" && this.heading && !this.isPlanning) this.arrive(this.heading);
  }

  /** Products slide for some seconds, however many at once. @returns those that have */
  slide(seconds: number): number[] {
    const { forward } = this.axes;
    const camera = this.exploding && this.table?.held == null ? { eye: this.eye, forward } : null;
    return this.explosion.advance(seconds, camera, this.nearProducts());
  }

  /** Has arrived; or momentum has carried it off a way that was planned elsewhere, and another is asked for. */
  private arrive([x, y]: Point): void {
    const isThere = Math.hypot(this.position[0] - x, this.position[1] - y) < 0.05;
    if (isThere || this.losses === MOST_LOSSES) this.heading = null;
    else {
      this.losses++;
      this.setOut([x, y]);
    }
  }

  /** Numbers of the products around the camera that are in their shelf. */
  *nearProducts(around: Point = this.position, within = NEAR): Generator<number> {
    const { shelves } = this.plan;
    for (let shelf = 0; shelf < shelves.length; shelf++) {
      const { from, to } = shelves[shelf];
      const away = Math.hypot((from[0] + to[0]) / 2 - around[0], (from[1] + to[1]) / 2 - around[1]);
      if (away > within + 1.2) continue;
      for (const { id } of this.byShelf[shelf]) if (!this.gone.has(id)) yield id;
    }
  }

  /** Whether a product can be taken from where the camera is. */
  isInReach(id: number): boolean {
    return this.places.reaches(this.position, this.explosion.placeOf(id));
  }

  /** The tangent of half the view's height. */
  get halfView(): number {
    return Math.max(HALF_VIEW, NARROWEST / this.aspect);
  }

  /** The direction of the pointer's ray. */
  get ray(): Vector {
    const { right, up, forward } = this.axes;
    const [x, y] = this.pointer;
    const { halfView, aspect } = this;
    return unit(add(add(forward, right, x * halfView * aspect), up, y * halfView));
  }

  /** What is pointed at; null for the sky. */
  aim(): Aim | null {
    const direction = this.ray;
    const met = this.meet(this.eye, direction);
    if (!met) return null;
    const { thing, distance, normal } = met;
    const point = add(this.eye, direction, distance);
    const isNear = this.places.reaches(this.position, point);
    const isTable = thing.kind === "placed" || thing.kind === "copy" || isTableTop(thing);
    if (thing.kind === "product" && isNear) return { thing, point, normal, target: null, act: "take" };
    if (isTable && isNear) {
      const canHold = thing.kind === "placed" || (thing.kind === "fixture" && this.taken.length > 0);
      return { thing, point, normal, target: null, act: canHold ? "hold" : "nothing" };
    }
    if (this.technique === "keys") return { thing, point, normal, target: null, act: "nothing" };
    const target =
      thing.kind === "star"
        ? this.star
        : this.places.placeFor({ point: this.atRest(thing, point), normal, direction }, this.position);
    return { thing, point, normal, target, act: target ? "travel" : "nothing" };
  }

  /** A point of a product where it is when nothing has slid: one stands before the shelf, not before what comes out of it. */
  private atRest(thing: Thing, point: Vector): Vector {
    if (thing.kind !== "product") return point;
    const { middle } = this.products[thing.id];
    return add(add(point, this.explosion.placeOf(thing.id), -1), middle);
  }

  /** The first thing that a ray meets. */
  meet(origin: Vector, direction: Vector): (Meeting & { readonly thing: Thing }) | null {
    const solid = this.meetSolid(origin, direction);
    const star = this.star && passesStar(origin, direction, this.star);
    if (star === null || star > (solid?.distance ?? Infinity)) return solid;
    return { thing: { kind: "star" }, distance: star, normal: unit(add([0, 0, 0], direction, -1)) };
  }

  private meetSolid(origin: Vector, direction: Vector): (Meeting & { readonly thing: Thing }) | null {
    const first = firstMet(origin, direction, this.boxes(origin, direction));
    const ground = direction[2] < 0 ? -origin[2] / direction[2] : Infinity;
    if (ground < (first?.met.distance ?? Infinity)) {
      const [x, y] = add(origin, direction, ground);
      const { maxX, maxY } = this.world.bounds;
      if (x < 0 || y < 0 || x > maxX || y > maxY) return null;
      return { thing: { kind: "ground" }, distance: ground, normal: [0, 0, 1] };
    }
    return first && { ...first.met, thing: first.box.thing };
  }

  /** What a ray may meet: products only of shelves that it passes through. */
  private *boxes(origin: Vector, direction: Vector): Generator<Thinged> {
    yield* this.solid;
    for (let shelf = 0; shelf < this.byShelf.length; shelf++) {
      if (!passes(origin, direction, this.shelfBoxes[shelf])) continue;
      for (const { id, half } of this.byShelf[shelf])
        if (!this.gone.has(id))
          yield { middle: this.explosion.placeOf(id), half, thing: { kind: "product", id } };
    }
    for (const placed of this.table?.placed ?? [])
      yield { ...boxAround(placed), thing: { kind: "placed", placed } };
    for (const copy of this.table?.copies ?? []) yield { ...boxAround(copy), thing: { kind: "copy" } };
  }

  /** What is seen of a place from around it, with everything in its shelf: nothing of boxes near it is in the way. */
  private sightOf(p: Vector): (eye: Vector) => boolean {
    const within = STANDING.reach + 0.1;
    const near: Box3[] = this.fixtures.filter(
      ({ middle, half }) =>
        Math.abs(middle[0] - p[0]) <= half[0] + within && Math.abs(middle[1] - p[1]) <= half[1] + within,
    );
    for (const id of this.nearProducts([p[0], p[1]], within)) {
      near.push(this.products[id]);
    }
    return (eye) => {
      const length = apart(eye, p);
      const met = firstMet(eye, unit(add(p, eye, -1)), near);
      return !met || met.met.distance > length - 2e-3;
    };
  }

  /** A button goes down. @returns what it did */
  press(): Aim["act"] {
    const aim = this.aim();
    if (!aim || aim.act === "nothing") return "nothing";
    if (aim.act === "travel") this.goTo(aim.target!);
    else if (aim.thing.kind === "product") this.take(aim.thing.id);
    else if (aim.thing.kind === "placed") this.table!.held = aim.thing.placed;
    else this.table!.put(this.products[this.taken.shift()!], aim.point);
    return aim.act;
  }

  release(): void {
    this.table?.release();
  }

  private take(id: number): void {
    this.gone.add(id);
    this.taken.push(id);
  }

  /** Puts the first of the basket back into its shelf. @returns its number, or null for an empty basket */
  putBack(): number | null {
    const id = this.taken.shift();
    if (id === undefined) return null;
    this.gone.delete(id);
    return id;
  }
}

function boxOfShelf({ from, to, out }: ShelfPlan): Box3 {
  const farthest = EXPLOSION.share * EXPLOSION.radius;
  const corners = [-MARKET.shelfDepth, farthest].flatMap((far) =>
    [from, to].map(([x, y]): Point => [x + out[0] * far, y + out[1] * far]),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [low, high]: [Vector, Vector] = [
    [Math.min(...xs), Math.min(...ys), 0],
    [Math.max(...xs), Math.max(...ys), MARKET.shelfHeight],
  ];
  const half = add(high, low, -1).map((v) => v / 2) as unknown as Vector;
  return { middle: add(low, half), half };
}

function isTableTop(thing: Thing): boolean {
  return thing.kind === "fixture" && thing.fixture.material === "table";
}
