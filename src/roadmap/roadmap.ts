/**
 * The roadmap of a world: the Voronoi diagram of everything that stands in it, kept up to date while things come, go and
 * move (Hartmann 2010, chapters 3 and 4.1).
 */
import { InputError } from "../errors.js";
import { type Box, boxOf, hilbertOrder, nearestOnSegment, type Point, type Ring } from "../geometry/index.js";
import { checkChoice, checkKeys, checkNumber, checkPoint } from "../options.js";
import { FreeSpace, type OpenSheet, World } from "../world/index.js";
import { Diagram } from "./diagram.js";
import { join } from "./graph.js";
import { type Entry, type PointChanges, PointSites } from "./point-sites.js";
import { Sewing, type SewnJoin } from "./sewing.js";
import { checkSite, frameAround, isPlainPoint, orPoint, pointsOf, type Site, siteOf } from "./sites.js";
import { Walls } from "./walls.js";

/** What a roadmap starts with. */
export interface RoadmapInput {
  /** The walkable outline; without it the world has no end, see `RoadmapOptions.reach`. */
  readonly boundary?: Ring;
  /** What stands there from the beginning; site number i is obstacle i. */
  readonly obstacles?: readonly Site[];
}

/** How a roadmap is made. */
export interface RoadmapOptions {
  /**
   * What to do with a site in the midst of an obstacle or outside the world: `ignore` it until the obstacle leaves
   * (default), or `refuse` it with an InputError.
   */
  readonly buried?: "ignore" | "refuse";
  /**
   * For a world without a boundary: how far beyond its first sites it can be used, in metres, > 0; default: the size
   * of their box, at least 100 m. There the diagram ends at a square frame.
   */
  readonly reach?: number;
  /** Told now and then while the roadmap is built which share is done, from 0 to 1. */
  progress?(share: number): void;
}

/** A place to put a site. */
export interface Move {
  readonly id: number;
  /** Its new shape. */
  readonly to: Site;
}

/** What is nearest to a point. */
export interface NearestSite {
  /** Distance to it in metres: the clearance of the point. */
  readonly distance: number;
  /** The point of it that is nearest. */
  readonly point: Point;
  /** Number of the site, where it is a point; -1 for a wall. */
  readonly site: number;
}

/** Places nearer to each other than this share of the world's size are one. */
const BLUR = 4e-11;

/** The same for its greatest coordinate, by which everything is rounded: for walls, and for points, which nothing moves. */
const FAR_BLUR = 4e-12;
const FAR_POINT_BLUR = 4e-15;

/** So many times that far from everything else, a point is where it seems to be. */
const CLEARLY = 16;

/** A world's Voronoi diagram; see the top of this file. */
export class Roadmap {
  /**
   * Cells, pieces and vertices in flat arrays, for this folder and for tests.
   *
   * @internal
   */
  readonly diagram: Diagram;
  /** The world it was made from; null where it was made from sites. Changes since then are not in it. */
  readonly world: World | null;
  /** The free space, as triangles: walls only, without points. */
  readonly space: FreeSpace;
  /** The box in which sites can be put. */
  readonly bounds: Box;
  /** Whether the world has no boundary of its own. */
  readonly unbounded: boolean;
  /**
   * How its diagrams are sewn together, in a building; null on a plan.
   *
   * @internal
   */
  readonly sewing: Sewing | null;

  /** What is nearer to a wall than this touches it, in metres. */
  private readonly blur: number;
  private readonly buried: "ignore" | "refuse";
  private readonly walls: Walls;
  private readonly sites = new Map<number, Entry>();
  private readonly points: PointSites;
  private nextId = 0;
  /** How many of the sites are nothing that stands in a building: images beyond portals, and what is between its levels. */
  private readonly images: number;

  constructor(input: World | RoadmapInput = {}, options: RoadmapOptions = {}) {
    checkKeys(options, ["buried", "reach", "progress"]);
    const { buried = "ignore", reach, progress } = options;
    if (reach !== undefined) checkNumber(reach, "reach", { of: "metres", above: 0 });
    this.buried = checkChoice(buried, "buried", ["ignore", "refuse"]);
    this.world = input instanceof World ? input : null;
    const open = this.world?.building?.opened(this.world.boundary, this.world.obstacles) ?? null;
    const given = input instanceof World ? input.obstacles.map(siteOf) : (input.obstacles ?? []);
    const checked = given.map((site, i) => checkSite(site, `obstacles[${i}]`));
    const boundary = (input.boundary ?? frameAround(checked, reach)).map((p, i) =>
      checkPoint(p, `boundary[${i}]`),
    );
    if (boundary.length < 3) throw new InputError("a boundary has at least 3 points", "boundary");
    this.unbounded = input.boundary === undefined;
    const box = boxOf(boundary);
    this.bounds = box;
    const size = Math.max(box.maxX - box.minX, box.maxY - box.minY);
    const far = Math.max(-box.minX, -box.minY, box.maxX, box.maxY);
    this.blur = BLUR * size + FAR_BLUR * far;
    const sites = checked.map((site) => orPoint(site, this.blur));
    this.space =
      open?.space ??
      new FreeSpace(
        boundary,
        sites.filter((site) => !("point" in site)),
      );
    this.diagram = new Diagram(box, this.blur);
    this.walls = new Walls(this.space, this.diagram, this.blur);
    const pointBlur = BLUR * size + FAR_POINT_BLUR * far;
    this.points = new PointSites(this.sites, this.diagram, this.space, this.blur, pointBlur);
    this.start(open ? sitesIn(open, sites) : sites, progress);
    this.sewing = open && new Sewing(this.diagram, this.world!.building!.sheet, open.sides);
    // Two fill the sheet around each patch.
    const fill = 2 * (this.world?.building?.sheet.patches.length ?? 0);
    this.images = open ? open.posts.length - sites.filter((site) => "point" in site).length + fill : 0;
  }

  private start(sites: readonly Site[], progress?: (share: number) => void): void {
    const changes = this.points.changes(this.walls.all());
    let constraint = 0;
    const points: number[] = [];
    for (const site of sites) {
      const id = this.nextId++;
      this.book(id, site, 0, "point" in site ? -1 : constraint++);
      if ("point" in site) points.push(id);
    }
    // Along a Hilbert curve, so that cells side by side are built one after the other and lie together in memory.
    const places = new Float64Array(2 * points.length);
    for (let i = 0; i < points.length; i++) {
      const [[x, y]] = pointsOf(sites[points[i]]);
      places[2 * i] = x;
      places[2 * i + 1] = y;
    }
    for (const i of hilbertOrder(places)) this.points.show(points[i], changes);
    this.diagram.fill(changes.added, changes.relinked, progress);
  }

  /** Number of edges of the diagram. */
  get edges(): number {
    return this.sewing?.edges ?? this.diagram.edges;
  }

  /** Number of vertices of the diagram. */
  get vertices(): number {
    return this.sewing?.vertices ?? this.diagram.vertices;
  }

  /**
   * Places where cells did not agree, beyond rounding, since the roadmap was made: 0 unless walls miss each other by little
   * more than the tolerance within which they touch.
   */
  get defects(): number {
    return this.diagram.defects;
  }

  /** Number of sites. */
  get size(): number {
    return this.sites.size - this.images;
  }

  /** Whether there is a site of this number. */
  has(id: number): boolean {
    return this.sites.has(id);
  }

  /** Whether a site is a point in the midst of an obstacle or on a wall, and so not part of the diagram. */
  isBuried(id: number): boolean {
    return this.points.isBuried(id);
  }

  /** Distance from a point to the nearest site, in metres; 0 in obstacles and outside the world. */
  clearance(p: Point): number {
    const { distance, free } = this.diagram.nearest(...checkPoint(p, "p"));
    return free ? distance : 0;
  }

  /** What stands nearest to a point, be it free or not. */
  nearest(p: Point): NearestSite {
    const [x, y] = checkPoint(p, "p");
    const { element, distance } = this.diagram.nearest(x, y);
    const { elements } = this.diagram;
    const a: Point = [elements.ax[element], elements.ay[element]];
    const b: Point = [elements.bx[element], elements.by[element]];
    return { distance, point: nearestOnSegment([x, y], a, b), site: elements.owner[element] };
  }

  /**
   * The element of a point site; -1 while it is buried.
   *
   * @internal
   */
  elementOf(id: number): number {
    return this.entry(id).element;
  }

  /** Whether a point lies on free ground: on no site, but perhaps on a wall. */
  contains(p: Point): boolean {
    const space = this.sewing ? this.world!.space : this.space;
    return space.contains(checkPoint(p, "p"));
  }

  /**
   * Joins a point to the diagram; null where it is not free.
   *
   * @param isGoal whether people come to the point, and not from there
   * @internal
   */
  join(p: Point, isGoal: boolean): SewnJoin | null {
    return this.sewing ? this.sewing.join(p, isGoal) : join(this.diagram, p);
  }

  /**
   * Puts a site into the world; returns its number. Only its neighbourhood changes.
   *
   * @param radius for a point that stands for an agent: how far it reaches, in metres, >= 0. The diagram is that of
   *   the centres; paths keep this much more away from it.
   */
  insert(site: Site, radius = 0): number {
    return this.insertMany([site], radius)[0];
  }

  /** Puts sites into the world in one update; returns their numbers. */
  insertMany(sites: readonly Site[], radius = 0): number[] {
    this.refuseInBuilding();
    checkNumber(radius, "radius", { of: "metres", least: 0 });
    const checked = sites.map((site, i) => this.checked(site, sites.length > 1 ? `sites[${i}]` : "site"));
    const changes = this.points.changes();
    const ids = checked.map((site) => this.enter(this.nextId++, site, radius));
    this.apply(
      checked.filter((site) => !("point" in site)).map((site) => boxOf(pointsOf(site))),
      ids,
      changes,
    );
    return ids;
  }

  /** Takes a site out of the world. */
  remove(id: number): void {
    this.removeMany([id]);
  }

  /** Takes sites out of the world in one update. */
  removeMany(ids: readonly number[]): void {
    this.refuseInBuilding();
    for (const id of ids) this.entry(id);
    const changes = this.points.changes();
    const boxes = new Set(ids).size === ids.length ? ids.flatMap((id) => this.leave(id, changes)) : null;
    if (!boxes) throw new InputError("a site can be removed only once");
    this.apply(boxes, [], changes);
  }

  /** Moves a site, or changes its shape. */
  move(id: number, to: Site): void {
    this.refuseInBuilding();
    if (!this.movePoint(id, to)) this.moveMany([{ id, to }]);
  }

  /**
   * The usual case of `move`: a point of its own goes to a place that is free beyond doubt. Returns whether it was that.
   */
  private movePoint(id: number, to: Site): boolean {
    const entry = this.sites.get(id);
    if (!entry || entry.element < 0 || this.points.isShared(entry.element) || !isPlainPoint(to)) return false;
    const { diagram } = this;
    const [x, y] = to.point;
    const { distance, free, element: nearest } = diagram.nearestOnMove(entry.element, x, y);
    if (!free || !(distance > CLEARLY * this.blur)) return false;
    diagram.move(entry.element, x, y, nearest);
    entry.point = [x, y];
    return true;
  }

  /** Moves sites, or changes their shapes, in one update. */
  moveMany(moves: readonly Move[]): void {
    this.refuseInBuilding();
    const checked = moves.map(({ id, to }, i) => {
      const { radius } = this.entry(id);
      return { id, radius, to: this.checked(to, moves.length > 1 ? `moves[${i}].to` : "to") };
    });
    if (new Set(checked.map(({ id }) => id)).size !== moves.length) {
      throw new InputError("a site can be moved only once in an update");
    }
    const changes = this.points.changes();
    const boxes = checked.flatMap(({ id }) => this.leave(id, changes));
    for (const { id, to, radius } of checked) {
      this.enter(id, to, radius);
      if (!("point" in to)) boxes.push(boxOf(pointsOf(to)));
    }
    this.apply(
      boxes,
      checked.map(({ id }) => id),
      changes,
    );
  }

  /** What is seen beyond portals would have to change with it. */
  private refuseInBuilding(): void {
    if (this.sewing) throw new InputError("sites of the roadmap of a building do not change", "site");
  }

  private entry(id: number): Entry {
    const entry = this.sites.get(id);
    if (!entry) throw new InputError(`there is no site ${id}`);
    return entry;
  }

  /** A site that can be put into this world. */
  private checked(given: Site, where: string): Site {
    const site = orPoint(checkSite(given, where), this.blur);
    // Walls may stand out of the world a little; points out there are as good as buried.
    const isPoint = "point" in site;
    const { minX, minY, maxX, maxY } = isPoint ? this.bounds : this.space.triangulation.mesh.box;
    const outside = pointsOf(site).find(([x, y]) => !(x > minX && x < maxX && y > minY && y < maxY));
    if (outside && (!isPoint || this.buried === "refuse")) {
      throw new InputError(
        `[${outside.join(", ")}] lies outside the world, [${minX}, ${minY}] to [${maxX}, ${maxY}]`,
      );
    }
    if (this.buried === "refuse" && pointsOf(site).every((p) => !this.space.contains(p))) {
      throw new InputError(`[${pointsOf(site)[0].join(", ")}] lies in the midst of an obstacle`);
    }
    return site;
  }

  /** Books a site and draws its walls; points are shown by `apply`. */
  private enter(id: number, site: Site, radius: number): number {
    this.book(id, site, radius, "point" in site ? -1 : this.space.add(site));
    return id;
  }

  private book(id: number, site: Site, radius: number, constraint: number): void {
    const isPoint = "point" in site;
    this.sites.set(id, {
      constraint,
      point: isPoint ? site.point : null,
      radius,
      element: -1,
      box: isPoint ? null : boxOf(pointsOf(site)),
    });
  }

  /** Takes a site out of the books; returns the box to look at, if it had walls. */
  private leave(id: number, changes: PointChanges): Box[] {
    const entry = this.entry(id);
    this.sites.delete(id);
    if (entry.box) {
      this.space.remove(entry.constraint);
      return [entry.box];
    }
    this.points.forget(id, entry, changes);
    return [];
  }

  /** Brings the diagram up to date: walls in some boxes, and points that are new or have been uncovered or buried. */
  private apply(changed: readonly Box[], ids: readonly number[], changes: PointChanges): void {
    const boxes = changed.map((box) => widened(box, this.blur));
    for (const box of boxes) this.walls.refresh(box, changes);
    this.points.refresh(boxes, ids, changes);
    const { removed, added, relinked, resized } = changes;
    if (added.length + removed.length + relinked.length + resized.length > 0)
      this.diagram.update(removed, added, relinked, -1, resized);
  }
}

/** Sites of a building: walls are in its space already, and posts have images beyond portals. */
function sitesIn({ posts }: OpenSheet, sites: readonly Site[]): Site[] {
  return [...sites.filter((site) => !("point" in site)), ...posts.map((point): Site => ({ point }))];
}

/** A box with room for rounding around it. */
function widened({ minX, minY, maxX, maxY }: Box, blur: number): Box {
  const size = Math.max(
    Math.abs(minX),
    Math.abs(minY),
    Math.abs(maxX),
    Math.abs(maxY),
    maxX - minX,
    maxY - minY,
  );
  const margin = Math.max(1e-9 * size, 4 * blur);
  return { minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin };
}
