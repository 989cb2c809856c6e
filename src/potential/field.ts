/**
 * A potential field: the smooth way to a goal from everywhere (Dapper 2007, chapters 3 and 4).
 *
 * The field is a raster over the world, solved to full accuracy whatever the length of the corridors, and followed in
 * continuous space. Any other planner can take its place as the global map of local maps (5.1.2): both are guides.
 */
import { InputError } from "../errors.js";
import { type Box, distance, type Point, pathLength } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { BYTES, maxMemory, needMemory } from "../limits.js";
import { checkChoice, checkKeys, checkNumber, checkPoint, isPlace, isPoint } from "../options.js";
import {
  checkWorld,
  type FreeSpace,
  type Goals,
  goalLabel,
  goalPlaces,
  type Narrow,
  NoWay,
  straightTo,
  type World,
} from "../world/index.js";
import { Byways, waysTo } from "./byways.js";
import { bestNeighbour, descend, isAdjacent, Sampler, shareArriving } from "./descend.js";
import { eliminationBytes } from "./eliminate.js";
import { type Bend, checkBend, HARMONIC } from "./equation.js";
import { NoCellError, nearestCell, nearestOf, type PlacedGoals, placeGoals, shapesOf } from "./goals.js";
import { checkCell, FREE, GOAL, type Grid, IMAGE, rasterise, WALL } from "./grid.js";
import { groundFor } from "./ground.js";
import { fillImages, longestSide, openPortals } from "./open-portals.js";
import { closedPassage, cutOffCell } from "./passage.js";
import { RELAXATIONS, Relaxation, type Relaxing } from "./relax.js";
import { reachOrder, type Solution, solve, type Walls } from "./solve.js";

/** How a field is solved: by elimination, to full accuracy, or by one of the thesis's relaxations. */
export type Solver = "elimination" | Relaxing;

/** All solvers. */
export const SOLVERS: readonly Solver[] = Object.freeze(["elimination", ...RELAXATIONS]);

/** How a field is made. */
export interface PotentialFieldOptions {
  /** Where paths end: names of the scene's goals, points, segments. A `start` is refused: the field has one value at all. */
  readonly goals: Goals;
  /** Radius of those who walk, in metres, >= 0, default 0: their centres keep it from every wall. */
  readonly radius?: number;
  /**
   * Side of a cell in metres; one that closes a passage is refused. By default 1/256 of the longer side, or down to 1/1024 where
   * that opens a passage; through what even these close, ways lead without the field.
   */
  readonly cell?: number;
  /** How much the vector bends the field, per cell; |epsilon| max(|x|, |y|) < 2. Default 0: a harmonic field. */
  readonly epsilon?: number;
  /** The behaviour vector v: paths are pulled towards it. Default [1, 0]. */
  readonly vector?: Point;
  /** Default `absorb`. Reflecting walls know no epsilon. */
  readonly walls?: Walls;
  /** Default `elimination`. */
  readonly solver?: Solver;
  /** Iterations of a relaxation, 1 to 10,000,000; needed with one, and with nothing else. */
  readonly iterations?: number;
  /**
   * Whose zones count: a profile of the scene, or null for people without one. Zones that they may not enter are obstacles, and
   * where they are c times as fast, the field obeys div(c grad p) = 0 with c per cell, as at its centre. Elimination alone
   * solves that. Default: zones do not count.
   */
  readonly profile?: string | null;
  /** Hears the share of the work that is done. */
  readonly progress?: (share: number) => void;
}

/** How the way goes on from a point: its cost, the place to walk straight to, if any, its cell, and whether that is a goal's. */
interface Place {
  readonly cost: number;
  readonly ahead: Point | null;
  readonly entry: number;
  readonly isLast: boolean;
}

/** Cells along the longer side where no cell is given, and how often they are halved to keep passages open. */
const DEFAULT_SIZE = 256;
const DEFAULT_HALVINGS = 2;
/** What a cell's length off the free cells costs: more than the level can change between a free cell and its border. */
const ASIDE = 4;
const MOST_ITERATIONS = 10_000_000;

const KNOWN = "goals radius cell epsilon vector walls solver iterations profile progress".split(" ");

/** A field over a world. */
export class PotentialField implements Guide {
  /** Its ways end where a goal's cell begins; who sees the goal may be there before. */
  readonly isLoose = true;
  readonly world: World;
  readonly radius: number;
  readonly bend: Bend;
  readonly walls: Walls;
  readonly solver: Solver;
  readonly grid: Grid;
  /** Level per entry of the grid; see `Solution`. Beyond the portals of a building, that of their other side. */
  readonly level: Float64Array;
  /** Largest componentwise residual. */
  readonly residual: number;

  private readonly space: FreeSpace;
  private readonly placed: PlacedGoals;
  private readonly solution: Solution;
  private readonly sampler: Sampler;
  private readonly asideCost: number;
  private share: number | undefined;
  private byways: Byways | undefined;
  private readonly noWay: NoWay;

  /** @throws InputError for goals off the ground, values out of range, and cells that are too small or too coarse */
  constructor(plan: World, options: PotentialFieldOptions) {
    checkWorld(plan);
    checkKeys(options, KNOWN);
    const { profile } = options;
    const world = profile === undefined ? plan : plan.for(profile);
    const { goals, radius = 0, cell, epsilon = HARMONIC.epsilon, vector = HARMONIC.vector } = options;
    const { walls = "absorb", solver = "elimination", iterations, progress } = options;
    this.world = world;
    this.radius = checkNumber(radius, "radius", { of: "metres", least: 0 });
    this.bend = { epsilon, vector };
    this.walls = walls;
    this.solver = solver;
    this.checkWay(iterations);
    this.space = world.spaceFor(radius);
    const shapes = shapesOf(world, goals);
    this.noWay = new NoWay(world, goalPlaces(world, goals), {
      radius,
      fits: (p) => this.space.contains(p),
      otherwise: (gate) => this.closedByCells(gate),
    });
    [this.grid, this.placed] = this.place(shapes, cell, (i) => goalLabel(world, goals, i));
    this.solution = this.run(iterations, progress, profile);
    this.level = this.solution.level;
    this.residual = this.solution.residual;
    this.sampler = new Sampler(this);
    fillImages(this, this.sampler);
    this.asideCost = walls === "reflect" ? ASIDE * greatestRise(this.grid, this.level) : ASIDE;
  }

  private checkWay(iterations: number | undefined): void {
    const { bend, walls, solver } = this;
    checkBend(bend);
    checkChoice(solver, "solver", SOLVERS);
    checkChoice(walls, "walls", ["absorb", "reflect"]);
    if (walls === "reflect" && bend.epsilon !== 0) {
      throw new InputError("fields between reflecting walls cannot be bent; leave epsilon out", "epsilon");
    }
    const isRelaxed = solver !== "elimination";
    if (walls === "reflect" && isRelaxed) {
      throw new InputError("reflecting walls are solved by elimination only", "solver");
    }
    if (!isRelaxed && iterations !== undefined) {
      throw new InputError("elimination has no iterations; choose a relaxation as the solver", "iterations");
    }
    const isCount = Number.isInteger(iterations) && iterations! >= 1 && iterations! <= MOST_ITERATIONS;
    if (isRelaxed && !isCount) {
      throw new InputError(
        `a whole number from 1 to ${MOST_ITERATIONS} is needed with ${solver}; given: ${iterations}`,
        "iterations",
      );
    }
  }

  /** Cells and goals. Without a given cell they are made smaller while they close a passage, up to a point. */
  private place(
    shapes: PlacedGoals["shapes"],
    given: number | undefined,
    label: (shape: number) => string,
  ): [Grid, PlacedGoals] {
    const box = this.world.bounds;
    let cell = given ?? longestSide(this.world) / DEFAULT_SIZE;
    let coarse: [Grid, PlacedGoals] | null = null;
    for (let attempt = 0; ; attempt++) {
      checkCell(box, cell);
      const grid = this.cells(box, cell);
      try {
        const placed = placeGoals(this.world, grid, shapes, this.radius, label);
        const closed = this.closedPassage(grid);
        if (!closed) return [grid, placed];
        if (given !== undefined) throw closed;
        coarse ??= [grid, placed];
      } catch (error) {
        if (given !== undefined || attempt >= DEFAULT_HALVINGS || !(error instanceof NoCellError))
          throw error;
      }
      // A slit that even these cells close is not worth four times the work again: byways lead through.
      if (attempt >= DEFAULT_HALVINGS && coarse) return coarse;
      cell /= 2;
    }
  }

  private cells(box: Box, cell: number): Grid {
    const posts = this.radius > 0 ? [] : this.world.obstacles.flatMap(({ point }) => (point ? [point] : []));
    return openPortals(rasterise(this.space, posts, box, cell), this.space, posts);
  }

  /** What is wrong with a grid whose cells close a passage; null where they close none. */
  private closedPassage(grid: Grid): InputError | null {
    const { order, goals } = reachOrder(grid);
    if (this.solver === "elimination") {
      needMemory(`${order.length} free cells`, eliminationBytes(order.length), "cell");
    }
    const reached = new Uint8Array(grid.kinds.length);
    for (const i of order) reached[i] = 1;
    const ends = [...order.subarray(0, goals)].map((i) => grid.centre(i));
    const cutOff = cutOffCell(grid, (i) => reached[i] === 1, waysTo(this.space, ends));
    if (!cutOff) return null;
    const finer = (cell: number): Grid | null => {
      const { width, height, cell: side } = grid;
      const count = width * height * (side / cell) ** 2;
      return count * BYTES.potentialCell > maxMemory() / 8 ? null : this.cells(grid.box, cell);
    };
    return closedPassage(this.space, grid, cutOff, finer, ends);
  }

  private run(
    iterations: number | undefined,
    progress: ((share: number) => void) | undefined,
    profile: string | null | undefined,
  ): Solution {
    const { grid, bend, walls, solver, world } = this;
    const ground = profile === undefined ? null : groundFor(world, grid, profile);
    if (solver === "elimination") return solve(grid, bend, walls, progress, ground);
    if (grid.images) throw new InputError("fields of buildings are solved for by elimination only", "solver");
    if (ground) throw new InputError("zones with a speed are solved for by elimination only", "solver");
    const relaxation = new Relaxation(grid, bend, { method: solver });
    const bout = Math.max(1, Math.ceil(iterations! / 100));
    while (relaxation.iterations < iterations!) {
      relaxation.run(Math.min(bout, iterations! - relaxation.iterations));
      progress?.(relaxation.iterations / iterations!);
    }
    const { order, goals } = reachOrder(grid);
    return { level: relaxation.level(), order: order.slice(goals), residual: relaxation.residual() };
  }

  /** For the field's own kind of walls: what `LevelField` asks. */
  get reflect(): boolean {
    return this.walls === "reflect";
  }

  /** How many cells are free, occupied by walls, and goals. */
  get counts(): { free: number; occupied: number; goal: number } {
    const { grid } = this;
    return { free: grid.count(FREE), occupied: grid.count(WALL), goal: grid.count(GOAL) };
  }

  /** Share of the free cells with a way whose descent arrives; 1 but for relaxations that were stopped early. */
  get reached(): number {
    this.share ??= shareArriving(this, this.solution.order);
    return this.share;
  }

  /**
   * The level at p, falling along `heading`: 1 - log u between the cells' centres, 0 at a goal. With reflecting walls, the
   * mean number of steps of a random walk.
   */
  cost(p: Point): number | null {
    const place = this.placeOf(p);
    return place === null ? null : place.cost;
  }

  /** The direction to walk at p; [0, 0] at a goal, null where there is no way. */
  heading(p: Point): Point | null {
    const place = this.placeOf(p);
    if (!place) return null;
    const { ahead } = place;
    if (!ahead) return this.climb(p, place.cost);
    // On a portal, the way goes on at its other side.
    if (this.world.building?.isJump(p, ahead)) return this.heading(ahead);
    return unit(ahead[0] - p[0], ahead[1] - p[1]);
  }

  /** The same for those who walk in steps and are pushed about: straight to a goal that is at hand and in sight. */
  lead(p: Point): Point | null {
    if (!isPlace(p)) return null;
    const { world } = this;
    return straightTo(this.nearestGoal(p), p, this.atHand, (a, b) => world.visible(a, b)) ?? this.heading(p);
  }

  /** Metres within which a goal is at hand: the field knows it to within a cell only. */
  get atHand(): number {
    return 2 * this.radius + 2 * this.grid.cell;
  }

  /** Length of `pathFrom(p)` in metres. */
  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    if (!path) return null;
    return this.world.building ? this.world.way(path).distance : pathLength(path);
  }

  /** The smooth path from p to a goal; null where there is no way. */
  pathFrom(p: Point): Point[] | null {
    const place = this.placeOf(p);
    if (!place) return null;
    if (place.entry < 0) return this.pathOff(p);
    if (place.isLast) return this.lastStep([p], place.entry);
    const path = place.ahead ? [p, ...descend(this, place.ahead)] : descend(this, p);
    const end = path[path.length - 1];
    const entry = this.grid.at(end[0], end[1]);
    return this.grid.kinds[entry] === GOAL ? this.lastStep(path, entry) : null;
  }

  /** Why there is no way from p, with the place; null where there is one. */
  reason(p: Point): string | null {
    return isPoint(p) && this.pathFrom(p) ? null : this.noWay.from(p);
  }

  /** What to say where a way is wide enough, but not for the cells, or where a relaxation was stopped before it got there. */
  private closedByCells(gate: Narrow | null): string {
    const cells = `cells of ${Number(this.grid.cell.toPrecision(3))} m`;
    if (this.solver !== "elimination")
      return `no way leads down to the goal: ${this.solver} was stopped too early`;
    if (!gate) return `no way to the goal is left open by ${cells}; smaller ones may do`;
    const [x, y] = gate.point.map((v) => Number(v.toFixed(3)));
    return `no way to the goal is left open by ${cells}: its narrowest place is ${gate.width.toPrecision(4)} m wide, at [${x}, ${y}]`;
  }

  /** The point of the goals that is nearest to p as the crow flies. */
  nearestGoal(p: Point): Point {
    checkPoint(p, "point");
    const points = this.placed.shapes.map((shape) => nearestOf(shape, p));
    return points.reduce((best, q) => (distance(q, p) < distance(best, p) ? q : best));
  }

  /** Appends the way from a goal cell to the goal itself. */
  private lastStep(path: Point[], entry: number): Point[] {
    const end = path[path.length - 1];
    const target = this.targetOf(end, entry);
    if (distance(end, target) === 0) return path;
    if (!this.world.visible(end, target)) path.push(this.grid.centre(entry));
    path.push(target);
    return path;
  }

  /** Where on the goal someone in or near a goal cell ends: as near as can be seen. */
  private targetOf(p: Point, entry: number): Point {
    const { shape, point } = this.placed.targets.get(entry)!;
    const nearest = nearestOf(this.placed.shapes[shape], p);
    const isClose = distance(nearest, p) <= distance(point, p);
    return isClose && this.world.contains(nearest) && this.world.visible(p, nearest) ? nearest : point;
  }

  /**
   * What holds at a point: in a goal cell, or off the cells but in sight of one's goal, the last step is next; off the free
   * cells, the best free cell in sight; else the field. Where cells leave no way open, the next place of a byway, and no entry.
   */
  private placeOf(p: Point): Place | null {
    if (!isPlace(p)) return null;
    const place = this.onCells(p);
    // Where a relaxation has not got to, it has not got to.
    if (place || this.solver !== "elimination" || !this.space.contains(p)) return place;
    const byway = this.bywaysOf().from(p);
    return byway && { cost: byway.cost, ahead: byway.way[1], entry: -1, isLast: false };
  }

  private bywaysOf(): Byways {
    const price = this.asideCost / this.grid.cell;
    this.byways ??= new Byways(this.space, (p) => this.onCells(p)?.cost ?? null, price);
    return this.byways;
  }

  /** By a byway to where the field leads on, and from there down the field. */
  private pathOff(p: Point): Point[] | null {
    const { way } = this.bywaysOf().from(p)!;
    const path = this.pathFrom(way[way.length - 1]);
    return path && [...way.slice(0, -1), ...path];
  }

  private onCells(p: Point): Place | null {
    const { grid, level } = this;
    if (!this.space.contains(p) && !this.world.contains(p)) return null;
    const own = grid.at(p[0], p[1]);
    if (own >= 0 && (grid.kinds[own] === FREE || grid.kinds[own] === IMAGE)) {
      if (level[own] === -Infinity) return null;
      return { cost: this.fieldCost(p), ahead: null, entry: own, isLast: false };
    }
    if (own >= 0 && grid.kinds[own] === GOAL) return this.lastPlace(p, own);
    return this.aside(p);
  }

  private lastPlace(p: Point, entry: number): Place | null {
    const target = this.targetOf(p, entry);
    const seen = this.world.visible(p, target);
    const ahead = seen ? target : this.grid.centre(entry);
    const way = distance(p, ahead) + (seen ? 0 : distance(ahead, target));
    return { cost: way / (2 * this.placed.reach), ahead, entry, isLast: true };
  }

  /** In a cell that a wall passes: straight to the best cell around, if there is one in sight. */
  private aside(p: Point): Place | null {
    if (!this.space.contains(p)) return this.asideTight(p);
    return this.asideWithin(p, 1) ?? this.asideWithin(p, 2);
  }

  /** The best cell at most so many cells away. */
  private asideWithin(p: Point, most: number): Place | null {
    const { grid, level, space } = this;
    let best: Place | null = null;
    const column = Math.floor((p[0] - grid.origin[0]) / grid.cell);
    const row = Math.floor((p[1] - grid.origin[1]) / grid.cell);
    for (let y = Math.max(0, row - most); y <= Math.min(grid.height - 1, row + most); y++) {
      for (let x = Math.max(0, column - most); x <= Math.min(grid.width - 1, column + most); x++) {
        const entry = (y + 1) * grid.stride + x + 1;
        if (level[entry] === -Infinity) continue;
        const centre = grid.centre(entry);
        const base = grid.kinds[entry] === GOAL ? 1 : 1 - level[entry];
        const cost = base + (this.asideCost * distance(p, centre)) / grid.cell;
        if (best && cost >= best.cost) continue;
        if (!space.visible(p, centre)) continue;
        best = { cost, ahead: centre, entry, isLast: false };
      }
    }
    return best;
  }

  /** Nearer to a wall than the radius: only beside a goal that is itself so, as at an exit. */
  private asideTight(p: Point): Place | null {
    const entry = nearestCell(this.world, this.grid, p, Math.ceil(this.radius / this.grid.cell) + 2);
    if (entry < 0 || this.grid.kinds[entry] !== GOAL) return null;
    const target = this.targetOf(p, entry);
    if (distance(p, target) > this.placed.reach || !this.world.visible(p, target)) return null;
    return this.lastPlace(p, entry);
  }

  private fieldCost(p: Point): number {
    this.sampler.sample(p[0], p[1]);
    return 1 - this.sampler.value;
  }

  /** A direction in which the cost falls: the smooth gradient, else the patch's, else whichever of many is steepest. */
  private climb(p: Point, cost: number): Point | null {
    const { sampler, grid, level } = this;
    sampler.sample(p[0], p[1]);
    const { smoothX, smoothY, patchX, patchY } = sampler;
    const own = grid.at(p[0], p[1]);
    const best = bestNeighbour(this, own);
    const isImage = grid.kinds[own] === IMAGE;
    if (best < 0 && !isImage) return null;
    const centre = grid.centre(best < 0 ? own : best);
    const candidates = [
      [smoothX, smoothY],
      [patchX, patchY],
      [smoothX, 0],
      [0, smoothY],
      [centre[0] - p[0], centre[1] - p[1]],
      ...COMPASS,
    ];
    for (const [x, y] of candidates) {
      const heading = unit(x, y);
      const falls = (share: number): boolean => {
        const there: Point = [p[0] + share * grid.cell * heading[0], p[1] + share * grid.cell * heading[1]];
        const entry = grid.at(there[0], there[1]);
        if (entry < 0 || level[entry] === -Infinity || !isAdjacent(this, own, entry)) return false;
        return grid.kinds[entry] === GOAL || this.fieldCost(there) < cost;
      };
      if ((x !== 0 || y !== 0) && falls(0.02) && falls(0.15)) return heading;
    }
    return unit(centre[0] - p[0], centre[1] - p[1]);
  }
}

/** The greatest difference between neighbouring levels. */
function greatestRise({ stride }: Grid, level: Float64Array): number {
  let most = 1;
  for (let i = stride; i < level.length; i++) {
    if (level[i] === -Infinity) continue;
    if (level[i - 1] > -Infinity) most = Math.max(most, Math.abs(level[i] - level[i - 1]));
    if (level[i - stride] > -Infinity) most = Math.max(most, Math.abs(level[i] - level[i - stride]));
  }
  return most;
}

/** 64 directions. */
const COMPASS = Array.from(
  { length: 64 },
  (_, k): Point => [Math.cos((k * Math.PI) / 32), Math.sin((k * Math.PI) / 32)],
);

/** A vector made one long; [0, 0] stays. */
function unit(x: number, y: number): Point {
  const length = Math.hypot(x, y);
  return length > 0 ? [x / length, y / length] : [0, 0];
}
