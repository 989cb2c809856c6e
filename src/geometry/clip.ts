/**
 * Boolean operations and offsets of areas: a thin layer over Clipper2.
 *
 * Clipper computes on integers. Coordinates are taken relative to the middle of the input's box and scaled by a
 * power of two so that the farthest is at most 2^38 steps away: a step is 0.4 nm for a plan of 100 m and 4 nm
 * for one of 1 km, wherever it lies (at 5,000,000 m a double itself resolves only 0.9 nm). Points of the input
 * that survive come back bit for bit, crossings of axis-parallel edges are exact, and any other new point is within
 * two steps of where exact arithmetic would put it.
 */
// By file: the package's index brings its triangulation, rectangle clipping and Minkowski sums along.
import { ClipType, FillRule, type Path64 } from "clipper2-ts/dist/Core.js";
import { Clipper64, type PolyPath64, PolyTree64 } from "clipper2-ts/dist/Engine.js";
import { ClipperOffset, EndType, JoinType } from "clipper2-ts/dist/Offset.js";
import { islandsOf, withIslands } from "./islands.js";
import { boxOf, signedArea } from "./measure.js";
import { turn } from "./predicates.js";
import type { Area, Point, Region, Ring } from "./types.js";

/** Clipper's integers stay within this many bits, so that its products in doubles are off by a step at most. */
const GRID_BITS = 38;

const JOINS = { round: JoinType.Round, miter: JoinType.Miter, square: JoinType.Square } as const;

/** How `offset` rounds corners. */
export interface OffsetOptions {
  /** How far an arc's chords may stay inside the true circle, in metres; > 0, by default distance / 500. */
  readonly tolerance?: number;
  /**
   * `round` (default) keeps every point at the distance; `miter` extends the edges, at most 2 distances; `square` cuts that off at
   * the distance from the corner, which needs two points where an arc needs a dozen.
   */
  readonly join?: "round" | "miter" | "square";
}

/** Between doubles and Clipper's integers, for one operation. */
class Grid {
  /** One integer step in metres. */
  readonly step: number;
  /** How many points of the results were new and had to be rounded to a step. */
  rounded = 0;
  private readonly scale: number;
  private readonly originX: number;
  private readonly originY: number;
  private readonly given = new Map<string, Point>();
  private readonly givenX = new Map<number, number>();
  private readonly givenY = new Map<number, number>();

  constructor(rings: readonly Ring[], margin = 0) {
    const { minX, minY, maxX, maxY } = boxOf(rings.flat());
    this.originX = Number.isFinite(minX) ? minX + (maxX - minX) / 2 : 0;
    this.originY = Number.isFinite(minY) ? minY + (maxY - minY) / 2 : 0;
    const extent = Math.max(maxX - minX, maxY - minY, 0) / 2 + margin;
    this.scale = extent > 0 ? 2 ** Math.floor(GRID_BITS - Math.log2(extent)) : 1;
    this.step = 1 / this.scale;
  }

  toPath(ring: Ring): Path64 {
    return ring.map((p) => {
      // Adding 0 turns -0 into 0.
      const x = Math.round((p[0] - this.originX) * this.scale) + 0;
      const y = Math.round((p[1] - this.originY) * this.scale) + 0;
      const key = `${x},${y}`;
      if (!this.given.has(key)) this.given.set(key, p);
      if (!this.givenX.has(x)) this.givenX.set(x, p[0]);
      if (!this.givenY.has(y)) this.givenY.set(y, p[1]);
      return { x, y };
    });
  }

  toRing(path: Path64): Ring {
    return path.map(({ x, y }) => {
      const given = this.given.get(`${x + 0},${y + 0}`);
      if (given) return given;
      // Where axis-parallel edges cross, each gives one coordinate: such crossings stay exact.
      const knownX = this.givenX.get(x + 0);
      const knownY = this.givenY.get(y + 0);
      if (knownX === undefined || knownY === undefined) this.rounded++;
      return [knownX ?? this.originX + x * this.step + 0, knownY ?? this.originY + y * this.step + 0];
    });
  }
}

function execute(type: ClipType, grid: Grid, subject: readonly Path64[], clip: readonly Path64[]): Path64[] {
  const clipper = new Clipper64();
  clipper.addSubject([...subject]);
  if (clip.length > 0) clipper.addClip([...clip]);
  const solution: Path64[] = [];
  clipper.execute(type, FillRule.NonZero, solution);
  // A part thinner than a step has collapsed: it is rounding, not area.
  return solution.filter((path) => path.length > 2 && signedArea(grid.toRing(path)) !== 0);
}

/** One integer step of the operations below for rings like these, in metres. */
export function gridStep(rings: readonly Ring[]): number {
  return new Grid(rings).step;
}

/**
 * The area that at least one ring encloses. Each ring counts for itself: any orientation, and where it crosses
 * itself, everything with a winding number other than 0.
 */
export function union(rings: readonly Ring[]): Region {
  const grid = new Grid(rings);
  // Rings of opposite orientation would cancel each other, so each is outlined before they are joined.
  const outlines = rings.flatMap((ring) => execute(ClipType.Union, grid, [grid.toPath(ring)], []));
  const joined = rings.length > 1 ? execute(ClipType.Union, grid, outlines, []) : outlines;
  return joined.map((path) => grid.toRing(path));
}

/** The part of `area` outside `taken`. */
export function difference(area: Region, taken: Region): Region {
  return combine(ClipType.Difference, area, taken);
}

/** The part of `area` inside `other`. */
export function intersection(area: Region, other: Region): Region {
  return combine(ClipType.Intersection, area, other);
}

function combine(type: ClipType, area: Region, other: Region): Region {
  const grid = new Grid([...area, ...other]);
  const paths = (rings: Region): Path64[] => rings.map((ring) => grid.toPath(ring));
  return execute(type, grid, paths(area), paths(other)).map((path) => grid.toRing(path));
}

/** The connected areas of a result, and how it was rounded. */
export interface Clipped {
  readonly areas: readonly Area[];
  /** Number of new vertices that were rounded, and to what, in metres. */
  readonly rounded: number;
  readonly step: number;
}

const RULES = {
  positive: FillRule.Positive,
  negative: FillRule.Negative,
  "non-zero": FillRule.NonZero,
  "even-odd": FillRule.EvenOdd,
};

/** From so many rings to take away on, those that meet nothing are set aside. */
const MANY = 5000;

/** What `rings` enclose by a fill rule, less what `taken` encloses, as outlines with their holes. */
export function clipToAreas(rings: Region, rule: keyof typeof RULES, taken: Region = []): Clipped {
  const grid = new Grid([...rings, ...taken]);
  const { tangled, islands } =
    taken.length < MANY ? { tangled: taken, islands: [] } : islandsOf(rings, taken, 4 * grid.step);
  const clipper = new Clipper64();
  clipper.addSubject(rings.map((ring) => grid.toPath(ring)));
  if (tangled.length > 0) clipper.addClip(tangled.map((ring) => grid.toPath(ring)));
  const tree = new PolyTree64();
  clipper.execute(tangled.length > 0 ? ClipType.Difference : ClipType.Union, RULES[rule], tree);
  const areas = areasOf(tree, grid);
  return {
    areas: islands.length > 0 ? withIslands(areas, islands) : areas,
    rounded: grid.rounded,
    step: grid.step,
  };
}

/** Outlines and holes, which a tree has by turns. */
function areasOf(tree: PolyTree64, grid: Grid): Area[] {
  const areas: Area[] = [];
  const pending: PolyPath64[] = [tree];
  while (pending.length > 0) {
    const node = pending.pop()!;
    for (let i = 0; i < node.count; i++) {
      const outline = node.child(i);
      const holes: Ring[] = [];
      for (let j = 0; j < outline.count; j++) {
        const hole = outline.child(j);
        holes.push(grid.toRing(hole.poly!));
        pending.push(hole);
      }
      const outer = grid.toRing(outline.poly!);
      if (outer.length > 2) areas.push({ outer, holes });
    }
  }
  return areas;
}

/**
 * Everything within `distance` of an area (outside it too), or, for a negative distance, the area farther than
 * that from its border. A ring of one point or two stands for a point or a segment and grows to a disc or a
 * capsule.
 *
 * Arcs become chords with their ends on the true circle: the result never reaches beyond `distance`, and stays
 * at most `tolerance` inside it.
 */
export function offset(area: Region, distance: number, options: OffsetOptions = {}): Region {
  const grid = new Grid(area, Math.abs(distance) * 2);
  const tolerance = options.tolerance ?? Math.abs(distance) / 500;
  const offsetter = new ClipperOffset(2, tolerance / grid.step);
  const join = JOINS[options.join ?? "round"];
  const rings = area.filter((ring) => ring.length > 2).map((ring) => grid.toPath(ring));
  const open = area.filter((ring) => ring.length < 3).map((ring) => grid.toPath(ring));
  offsetter.addPaths(rings, join, EndType.Polygon);
  offsetter.addPaths(open, JoinType.Round, EndType.Round);
  const solution: Path64[] = [];
  offsetter.execute(distance / grid.step, solution);
  return solution.map((path) => grid.toRing(path));
}

/**
 * A counterclockwise ring as `offset` grows it: the ring itself, unless parts of it run clockwise, as half of a bow tie does. Those
 * would shrink where the others grow, so there it is what the ring encloses, and its edges, which may be spikes.
 */
export function outlined(ring: Ring): Region {
  if (ring.length < 4 || turnsLeft(ring) || clipToAreas([ring], "negative").areas.length === 0) return [ring];
  return [...union([ring]), ...ring.map((p, i): Ring => [p, ring[(i + 1) % ring.length]])];
}

/** Whether every turn of a ring is to the left: then no part of it runs clockwise. */
function turnsLeft(ring: Ring): boolean {
  const { length } = ring;
  return ring.every((p, i) => turn(ring[(i + length - 1) % length], p, ring[(i + 1) % length]) > 0);
}

/** The area of a region. */
export function areaOf(region: Region): number {
  return region.reduce((sum, ring) => sum + signedArea(ring), 0);
}
