/**
 * One trial of the path fuzz: a plan by its seed, goals, and questions to everybody who knows shortest paths: the map, the
 * finder in both directions, maps from the other end, rasters, and an oracle that shares no code with any of them.
 */
import { InputError } from "../../src/errors.js";
import { faceOf, nextEdge, type Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import {
  PathFinder,
  PathMap,
  RasterMap,
  WeightedPathMap,
  type WeightedRaster,
} from "../../src/pathmap/index.js";
import { type FreeSpace, type GoalPlace, grownSpace, World } from "../../src/world/index.js";
import { FAMILIES, type Family, type FuzzPlan, fuzzPlan, STYLES, type Style } from "./fuzz-plans.js";
import { holesOf } from "./map-invariants.js";
import { type OracleEdge, type OracleGoal, SightOracle, type Spot } from "./sight-oracle.js";

/** What was tried. */
export interface FuzzCounts {
  plans: number;
  maps: number;
  /** Answers of maps compared with the oracle's. */
  answers: number;
  /** Paths of the finder, both directions counted. */
  paths: number;
  /** Raster look-ups compared with the map's answers. */
  lookUps: number;
}

export function noCounts(): FuzzCounts {
  return { plans: 0, maps: 0, answers: 0, paths: 0, lookUps: 0 };
}

/** Lengths may differ by this share of themselves and of the plan's size. */
const TOLERANCE = 1e-11;

function isSame(a: Spot, b: Spot): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** The walls of a free space, from its triangulation. */
function wallsOf(space: FreeSpace): OracleEdge[] {
  const { triangulation } = space;
  const { triangles, twins, coords, faceCount } = triangulation.mesh;
  const spot = (v: number): Spot => [coords[2 * v], coords[2 * v + 1]];
  const found: OracleEdge[] = [];
  for (let e = 0; e < 3 * faceCount; e++) {
    if (twins[e] < 0 || twins[e] < e || triangles[e] < 0 || !triangulation.isWall(e)) continue;
    const freeLeft = space.isFree(faceOf(e));
    const freeRight = space.isFree(faceOf(twins[e]));
    if (freeLeft || freeRight)
      found.push({ a: spot(triangles[e]), b: spot(triangles[nextEdge(e)]), freeLeft, freeRight });
  }
  return found;
}

/** The world of a plan; null where it is solid all over. */
function worldOf({ scene }: FuzzPlan): World | null {
  try {
    return new World(scene);
  } catch (error) {
    if (error instanceof InputError && error.message.includes("cover all of it")) return null;
    throw error;
  }
}

/** The kind of plan that a trial is about. */
interface Kind {
  readonly family: Family;
  readonly style: Style;
}

/** All kinds in turn. */
function kindOf(seed: number): Kind {
  return {
    family: FAMILIES[seed % FAMILIES.length],
    style: STYLES[Math.floor(seed / FAMILIES.length) % STYLES.length],
  };
}

/** Runs the trial of a seed on a plan of up to so many corners; throws at the first answer that is wrong. */
export function pathTrial(seed: number, corners: number, counts: FuzzCounts, kind = kindOf(seed)): void {
  const { family, style } = kind;
  const random = new Random(seed);
  const plan = fuzzPlan(random, family, style, corners);
  const world = worldOf(plan);
  if (!world) return;
  const cell = Math.hypot(plan.at(1, 0)[0] - plan.at(0, 0)[0], plan.at(1, 0)[1] - plan.at(0, 0)[1]);
  const radius = random.below(3) === 0 ? cell * random.between(0.02, 0.3) : 0;
  const space = radius > 0 ? grownSpace(world.scene, radius) : world.space;
  const edges = radius > 0 || !plan.edges ? wallsOf(space) : plan.edges;
  if (edges.length === 0) return;
  const trial = new Trial(random, plan, world, space, radius, edges, new SightOracle(edges), counts);
  counts.plans++;
  try {
    trial.run();
  } catch (error) {
    const what = `${family}, ${style}, ${edges.length} walls, radius ${radius}`;
    throw new Error(`seed ${seed} (${what}): ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

class Trial {
  private readonly size: number;
  private readonly finder: PathFinder;
  /** What the places may be off that somebody had to compute: feet on segments, crossings of walls. In metres. */
  private readonly rounding: number;

  constructor(
    private readonly random: Random,
    private readonly plan: FuzzPlan,
    private readonly world: World,
    private readonly space: FreeSpace,
    private readonly radius: number,
    private readonly edges: readonly OracleEdge[],
    private readonly oracle: SightOracle,
    private readonly counts: FuzzCounts,
  ) {
    const { minX, minY, maxX, maxY } = world.bounds;
    this.size = Math.max(maxX - minX, maxY - minY);
    this.rounding = 2 ** -50 * Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
    this.finder = new PathFinder(world, { radius });
  }

  run(): void {
    const { random, radius } = this;
    for (let round = 0; round < 3; round++) {
      const goals = this.goals(round);
      if (goals.length === 0) continue;
      const map = new PathMap(this.world, { goals, radius });
      this.counts.maps++;
      const holes = holesOf(map);
      if (holes.length > 0)
        throw new Error(`goals ${JSON.stringify(goals)}: triangles without a way: ${holes}`);
      const places = this.places(map);
      const field = this.oracle.field(goals as OracleGoal[], this.reachOf(map, places));
      for (const p of places) {
        this.compare(p, goals, map.distance(p), field(p), "map and oracle");
        this.counts.answers++;
        this.checkPath(map, p, goals);
      }
      const [goal] = goals;
      if (goals.length === 1 && "point" in goal) this.both(map, places, goal.point);
      if (random.below(3) === 0) this.checkRaster(map, places, goals);
      if (this.oracle.bendCount < 150 && random.below(2) === 0) this.checkBarriers(map, places, goals);
      if (this.oracle.bendCount < 400 && radius === 0) this.checkWeights(places, goals);
    }
  }

  /** A place on free ground: anywhere, or a vertex of the plan; null when none was hit. */
  private place(): Spot | null {
    const { random, plan } = this;
    for (let i = 0; i < 20; i++) {
      if (random.below(6) === 0) {
        const { a } = this.edges[random.below(this.edges.length)];
        if (this.space.contains(a)) return a;
      }
      const p =
        random.below(3) === 0
          ? plan.at(random.below(plan.columns), random.below(plan.rows))
          : plan.at(random.unit() * plan.columns, random.unit() * plan.rows);
      // On which side of a wall somebody stands who is a rounding error away from it is nobody's promise.
      if (this.space.clearance(p) > 1e-6 && this.oracle.contains(p)) return p;
    }
    return null;
  }

  /** Places to ask about. In large plans mostly near ones, since the oracle's work grows with the square of its reach. */
  private places(map: PathMap): Spot[] {
    const isNear = this.oracle.bendCount > 400 && this.random.below(8) > 0;
    const found: Spot[] = [];
    for (let i = 0; i < (isNear ? 60 : 12); i++) {
      const p = this.place();
      if (p && (!isNear || map.distance(p) !== null)) found.push(p);
    }
    const at = new Map(found.map((p) => [p, map.distance(p) ?? Infinity]));
    return found.sort((p, q) => at.get(p)! - at.get(q)!).slice(0, 12);
  }

  /** How far the oracle has to look, so that nothing shorter than what the map says escapes it. */
  private reachOf(map: PathMap, places: readonly Spot[]): number {
    return places.reduce((most, p) => Math.max(most, map.distance(p) ?? Infinity), 0) + 1e-6;
  }

  /** Goals of a round: one point; a segment; several of both. */
  private goals(round: number): GoalPlace[] {
    const isPoint = round === 0 || this.radius > 0;
    const one = (): GoalPlace[] => {
      const segment = isPoint ? null : this.segment();
      if (segment) return [{ segment }];
      const point = this.place();
      return point ? [{ point }] : [];
    };
    return round < 2 ? one() : [...one(), ...one(), ...one()];
  }

  /** A segment on free ground or along a wall, mostly parallel to the grid. */
  private segment(): readonly [Spot, Spot] | null {
    const { random, plan, oracle } = this;
    if (random.below(2) === 0 && plan.sides.length > 0) return plan.sides[random.below(plan.sides.length)];
    for (let i = 0; i < 20; i++) {
      const onGrid = random.below(2) === 0;
      const [x, y] = onGrid
        ? [random.below(plan.columns), random.below(plan.rows)]
        : [random.unit() * plan.columns, random.unit() * plan.rows];
      const reach = onGrid ? 1 + random.below(3) : random.between(0.1, 3);
      const isUp = random.below(2) === 1;
      const [ex, ey] = isUp ? [x, y + reach] : [x + reach, y];
      if (ex >= plan.columns || ey >= plan.rows) continue;
      const [a, b] = [plan.at(x, y), plan.at(ex, ey)];
      if (this.isPlace(a) && this.isPlace(b) && this.isOffCorners(a, b) && oracle.isOpen(a, b)) return [a, b];
    }
    return null;
  }

  /** Whether somebody can stand there without doubt: off the walls, or on a vertex of one. */
  private isPlace(p: Spot): boolean {
    if (!this.oracle.contains(p)) return false;
    return this.space.clearance(p) > 1e-6 || this.edges.some(({ a, b }) => isSame(a, p) || isSame(b, p));
  }

  /** Whether a segment passes no corner so closely that rounding decides on which side. */
  private isOffCorners(a: Spot, b: Spot): boolean {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const isOff = (p: Spot): boolean => {
      if (isSame(a, p) || isSame(b, p)) return true;
      const along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length;
      const beside = ((p[1] - a[1]) * (b[0] - a[0]) - (p[0] - a[0]) * (b[1] - a[1])) / length;
      return along < -1e-6 || along > length + 1e-6 || Math.abs(beside) > 1e-6;
    };
    return this.edges.every((edge) => isOff(edge.a) && isOff(edge.b));
  }

  private compare(p: Spot, goals: unknown, given: number | null, expected: number | null, who: string): void {
    const agrees =
      given === null || expected === null
        ? given === expected
        : Math.abs(given - expected) <= TOLERANCE * (this.size + expected) + this.rounding;
    if (!agrees)
      throw new Error(
        `${who}: ${given} and ${expected} from ${JSON.stringify(p)} to ${JSON.stringify(goals)}`,
      );
  }

  /** The finder both ways, and a map from the other end. */
  private both(map: PathMap, places: readonly Spot[], goal: Point): void {
    const { finder } = this;
    places.forEach((p, i) => {
      const expected = map.distance(p);
      this.compare(p, goal, finder.find(p, goal)?.distance ?? null, expected, "finder and map");
      this.compare(p, goal, finder.find(goal, p)?.distance ?? null, expected, "finder from the goal and map");
      this.counts.paths += 2;
      if (i > 0) return;
      const back = new PathMap(this.world, { goals: [{ point: p }], radius: this.radius });
      this.compare(p, goal, back.distance(goal), expected, "map from the other end and map");
      this.counts.maps++;
    });
  }

  /** A path is as long as the map says, and can be walked. */
  private checkPath(map: PathMap, p: Spot, goals: readonly GoalPlace[]): void {
    const path = map.pathFrom(p);
    if (!path) return;
    let length = 0;
    for (let i = 1; i < path.length; i++) {
      length += Math.hypot(path[i][0] - path[i - 1][0], path[i][1] - path[i - 1][1]);
      // The foot on a segment is rounded, perhaps to the far side of a wall.
      const isFoot = i === path.length - 1 && goals.some((goal) => "segment" in goal);
      if (!isFoot && !this.isWalkable(path[i - 1], path[i]))
        throw new Error(`the path from ${JSON.stringify(p)} passes a wall: ${JSON.stringify(path)}`);
    }
    const distance = map.distance(p)!;
    if (Math.abs(length - distance) > TOLERANCE * (this.size + distance) + this.rounding)
      throw new Error(`the path from ${JSON.stringify(p)} has ${length}, the map says ${distance}`);
  }

  /** Whether a leg can be walked, but for corners that it cuts by a rounding error. */
  private isWalkable(a: Point, b: Point): boolean {
    if (this.space.visible(a, b)) return true;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const around = this.finder.find(a, b)?.distance ?? Infinity;
    return around - length <= TOLERANCE * this.size;
  }

  /** Barriers of weight 1 change nothing, others make ways dearer, by no more than their weights. */
  private checkBarriers(map: PathMap, places: readonly Spot[], goals: GoalPlace[]): void {
    const { random, plan } = this;
    const end = (): Spot => plan.at(random.unit() * plan.columns, random.unit() * plan.rows);
    const segments = Array.from({ length: 1 + random.below(3) }, () => [end(), end()] as const);
    const made = (weight: number): PathMap =>
      new PathMap(this.world, {
        goals,
        radius: this.radius,
        barriers: segments.map((segment) => ({ segment, weight })),
      });
    const [same, dearer] = [made(1), made(1.5)];
    this.counts.maps += 2;
    const most = 1.5 ** segments.length;
    for (const p of places) {
      const expected = map.distance(p);
      this.compare(p, goals, same.cost(p), expected, "map with barriers of weight 1 and map");
      const cost = dearer.cost(p);
      const low = expected === null ? null : Math.min(cost ?? -1, expected);
      const high = expected === null ? null : Math.max(cost ?? Infinity, most * expected);
      this.compare(p, goals, low, expected, "cost with barriers, and at least");
      this.compare(p, goals, high, expected && most * expected, "cost with barriers, and at most");
      this.counts.answers += 2;
    }
  }

  /** Vertices that make faster, against the times that the oracle's distances add up to. */
  private checkWeights(places: readonly Spot[], goals: readonly GoalPlace[]): void {
    const { random, oracle, space } = this;
    const vertices = new Set(
      Array.from({ length: 3 }, () => this.edges[random.below(this.edges.length)].a).filter(
        (v) => space.sectorsAt(v) === 1,
      ),
    );
    const weights = [...vertices].map((vertex) => ({ vertex, speed: 2 + random.below(2) }));
    const map = new WeightedPathMap(this.world, { goals, weights });
    this.counts.maps++;
    const toGoals = oracle.field(goals as OracleGoal[]);
    const to = weights.map(({ vertex }) => oracle.field([{ point: vertex }]));
    const timeAt = (p: Spot, speed: number): number => {
      let least = (toGoals(p) ?? Infinity) / speed;
      weights.forEach((weight, i) => {
        if (weight.speed <= speed) return;
        least = Math.min(least, (to[i](p) ?? Infinity) / speed + timeAt(weight.vertex, weight.speed));
      });
      return least;
    };
    const raster = random.below(3) === 0 ? map.raster(60) : null;
    for (const p of places) {
      const time = timeAt(p, 1);
      this.compare(p, goals, map.cost(p), time < Infinity ? time : null, "weighted map and oracle");
      this.counts.answers++;
    }
    if (raster) this.checkCentres(raster, (centre) => map.cost(centre));
  }

  /** A raster is exact at centres, and off by less than 1.5 cells elsewhere. */
  private checkRaster(map: PathMap, places: readonly Spot[], goals: unknown): void {
    const raster = new RasterMap(map, 16 + this.random.below(200));
    for (const p of places) {
      const [given, expected] = [raster.cost(p), map.cost(p)];
      const agrees =
        given === null || expected === null
          ? given === expected
          : Math.abs(given - expected) <= 1.5 * raster.cell;
      if (!agrees)
        throw new Error(
          `raster: ${given} and ${expected} from ${JSON.stringify(p)} to ${JSON.stringify(goals)}`,
        );
      this.counts.lookUps++;
    }
    this.checkCentres(raster, (centre) => map.cost(centre));
  }

  /** At the centres of cells, rasters hold what their maps say. */
  private checkCentres(raster: RasterMap | WeightedRaster, exact: (centre: Spot) => number | null): void {
    for (let k = 0; k < 40; k++) {
      const i = this.random.below(raster.distances.length);
      const centre: Spot = [
        raster.origin[0] + ((i % raster.width) + 0.5) * raster.cell,
        raster.origin[1] + (Math.floor(i / raster.width) + 0.5) * raster.cell,
      ];
      const given = raster.distances[i];
      if (Number.isNaN(given)) continue;
      const expected = exact(centre) ?? Infinity;
      if (given !== expected && !(Math.abs(given - expected) <= 1e-6 * (this.size + expected)))
        throw new Error(`raster: ${given} and ${expected} at its centre ${JSON.stringify(centre)}`);
      this.counts.lookUps++;
    }
  }
}
