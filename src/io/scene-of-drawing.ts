/**
 * From a drawing to a scene. Shapes without a role are sorted by one rule (`looseShapes`), the same for every
 * format; whatever is left out is said in a note.
 */
import { InputError } from "../errors.js";
import {
  type Area,
  type Box,
  boxOf,
  cutIntoPieces,
  type Point,
  type Ring,
  samePoint,
  signedArea,
} from "../geometry/index.js";
import { completeScene, type Scene } from "../world/index.js";
import { type Drawing, pick, type Shape } from "./drawing.js";
import { counted } from "./text.js";
import { evenOddAreas, planOf, unionOf } from "./walkable.js";

/** The frame around a drawing without an outline, in metres. */
const MARGIN = 1;

type Xy = [number, number];
type Pair = [Xy, Xy];

/** Scenes are made of plain mutable arrays; a copy keeps the caller's own. */
const xy = (p: Point): Xy => [p[0], p[1]];
const ringOf = (ring: Ring): Xy[] => ring.map(xy);

/** The pieces of a line; repeated points are skipped unless they are all there is. */
function segmentsOf(points: readonly Point[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 1; i < points.length; i++) {
    if (points.length === 2 || !samePoint(points[i - 1], points[i]))
      pairs.push([xy(points[i - 1]), xy(points[i])]);
  }
  return pairs;
}

function edgesOf(area: Area): Pair[] {
  return [area.outer, ...area.holes].flatMap((ring) => segmentsOf([...ring, ring[0]]));
}

function pointsOf({ geometry }: Shape): Point[] {
  if (geometry.kind === "point") return [geometry.point];
  if (geometry.kind === "line") return [...geometry.points];
  return geometry.areas.flatMap((area) => [area.outer, ...area.holes].flat());
}

const sizeOf = (shape: Shape): number =>
  shape.geometry.kind === "area"
    ? shape.geometry.areas.reduce((sum, { outer }) => sum + Math.abs(signedArea(outer)), 0)
    : 0;

/** Joins lines end to end into rings, where the ends are the very same points. */
function joined(lines: readonly (readonly Point[])[]): { rings: Ring[]; open: number } {
  const key = (p: Point): string => `${p[0]},${p[1]}`;
  const ends = new Map<string, Set<number>>();
  lines.forEach((line, i) => {
    for (const p of [line[0], line[line.length - 1]]) {
      const at = ends.get(key(p)) ?? new Set();
      ends.set(key(p), at.add(i));
    }
  });
  const used = new Set<number>();
  const rings: Ring[] = [];
  let open = 0;
  lines.forEach((line, first) => {
    if (used.has(first)) return;
    used.add(first);
    const chain = [...line];
    for (;;) {
      const tail = chain[chain.length - 1];
      const next = [...(ends.get(key(tail)) ?? [])].find((i) => !used.has(i));
      if (next === undefined || samePoint(tail, chain[0])) break;
      used.add(next);
      const more = samePoint(lines[next][0], tail) ? lines[next] : [...lines[next]].reverse();
      // Not as arguments: a line may have more points than a call can take.
      for (let i = 1; i < more.length; i++) chain.push(more[i]);
    }
    if (chain.length > 3 && samePoint(chain[0], chain[chain.length - 1])) rings.push(chain.slice(0, -1));
    else open++;
  });
  return { rings, open };
}

/** The walkable area from the shapes that are marked as boundary. */
function markedAreas(shapes: readonly Shape[], notes: string[]): Area[] {
  const areas: Area[] = [];
  const lines: (readonly Point[])[] = [];
  for (const { geometry, where } of shapes) {
    if (geometry.kind === "area") for (const area of geometry.areas) areas.push(area);
    else if (geometry.kind === "line") lines.push(geometry.points);
    else throw new InputError("a point cannot be a boundary; an area or closed lines are needed", where);
  }
  const { rings, open } = joined(lines);
  if (open > 0) {
    if (areas.length + rings.length === 0) {
      throw new InputError(
        "the boundary's lines do not close: their ends must be the same points",
        shapes[0].where,
      );
    }
    notes.push(`${counted(open, "open line")} of the boundary ${open === 1 ? "was" : "were"} left out`);
  }
  return unionOf(rings.length > 0 ? areas.concat(evenOddAreas(rings, notes)) : areas, notes);
}

const contains = (outer: Box, inner: Box): boolean =>
  outer.minX <= inner.minX &&
  outer.minY <= inner.minY &&
  outer.maxX >= inner.maxX &&
  outer.maxY >= inner.maxY;

interface Sorted {
  readonly areas: Area[];
  readonly obstacles: Shape[];
}

/**
 * Finds the walkable area of a drawing that marks none: the largest area, when everything else lies within its
 * box. Otherwise `union` takes all areas without a role together, and `frame` draws a rectangle around everything.
 */
function looseShapes(
  shapes: readonly Shape[],
  obstacles: Shape[],
  rule: "union" | "frame",
  notes: string[],
): Sorted {
  const areas = obstacles.filter((s) => s.geometry.kind === "area");
  const loose = areas.filter((s) => s.role === null);
  const candidates = loose.length > 0 ? loose : areas;
  const box = boxOf(shapes.flatMap(pointsOf));
  if (candidates.length > 0) {
    const largest = candidates.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
    if (contains(boxOf(pointsOf(largest)), box)) {
      if (candidates.length > 1)
        notes.push("no boundary is marked; the largest area is taken, the others are obstacles");
      const all = largest.geometry.kind === "area" ? largest.geometry.areas : [];
      return { areas: unionOf(all, notes), obstacles: obstacles.filter((s) => s !== largest) };
    }
    if (rule === "union" && loose.length > 0) {
      notes.push(`no boundary is marked; the ${loose.length} areas without a role are walkable together`);
      const all = loose.flatMap((s) => (s.geometry.kind === "area" ? s.geometry.areas : []));
      return { areas: unionOf(all, notes), obstacles: obstacles.filter((s) => !loose.includes(s)) };
    }
  }
  notes.push(`no boundary is marked; it is the rectangle ${MARGIN} m around everything drawn`);
  const [x0, y0, x1, y1] = [box.minX - MARGIN, box.minY - MARGIN, box.maxX + MARGIN, box.maxY + MARGIN];
  const outer: Ring = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  return { areas: [{ outer, holes: [] }], obstacles };
}

/** Collects shapes into the lists of a scene, and remembers where each entry came from. */
class Assembly {
  readonly lists: Record<"obstacles" | "weights" | "barriers" | "spawns", unknown[]> = {
    obstacles: [],
    weights: [],
    barriers: [],
    spawns: [],
  };
  readonly goals = new Map<
    string,
    { points: Xy[]; segments: Pair[]; more: Record<string, unknown>; where: string }
  >();
  readonly flow = { source: [] as Pair[], sink: [] as Pair[] };
  private readonly places: Record<string, string[]> = {
    obstacles: [],
    weights: [],
    barriers: [],
    spawns: [],
  };
  private readonly left = new Map<string, number>();

  constructor(private readonly notes: string[]) {}

  private push(list: keyof Assembly["lists"], value: unknown, where: string): void {
    this.lists[list].push(value);
    this.places[list].push(where);
  }

  private leaveOut(what: string): void {
    this.left.set(what, (this.left.get(what) ?? 0) + 1);
  }

  obstacle({ geometry, properties, where }: Shape): void {
    const more = pick(properties, ["schedule"]);
    if (geometry.kind === "point") this.push("obstacles", { point: xy(geometry.point), ...more }, where);
    else if (geometry.kind === "line") {
      for (const segment of segmentsOf(geometry.points)) this.push("obstacles", { segment, ...more }, where);
    } else {
      for (const area of geometry.areas) {
        for (const piece of cutIntoPieces([area.outer, ...area.holes]))
          this.push("obstacles", { polygon: ringOf(piece), ...more }, where);
      }
    }
  }

  goal({ geometry, properties, where }: Shape): void {
    const name = typeof properties.name === "string" && properties.name !== "" ? properties.name : "goal";
    const goal = this.goals.get(name) ?? { points: [], segments: [], more: {}, where };
    this.goals.set(name, goal);
    Object.assign(goal.more, pick(properties, ["start", "schedule"]));
    if (geometry.kind === "point") goal.points.push(xy(geometry.point));
    else if (geometry.kind === "line") goal.segments = goal.segments.concat(segmentsOf(geometry.points));
    else {
      goal.segments = goal.segments.concat(geometry.areas.flatMap(edgesOf));
      this.leaveOut("the inside of a goal area (its outline is the goal)");
    }
  }

  flowPiece(side: "source" | "sink", { geometry, where }: Shape): void {
    if (geometry.kind !== "line") throw new InputError(`a ${side} is a line along the boundary`, where);
    this.flow[side] = this.flow[side].concat(segmentsOf(geometry.points));
  }

  barrier({ geometry, properties, where }: Shape): void {
    if (geometry.kind !== "line") throw new InputError("a barrier is a line", where);
    if (properties.weight === undefined) {
      this.leaveOut("a barrier without weight");
      return;
    }
    for (const segment of segmentsOf(geometry.points)) {
      this.push("barriers", { segment, ...pick(properties, ["weight", "side"]) }, where);
    }
  }

  weight({ geometry, properties, where }: Shape): void {
    if (geometry.kind !== "point") throw new InputError("a weight is a point", where);
    if (properties.speed === undefined) {
      this.leaveOut("a weight without speed");
      return;
    }
    this.push("weights", { vertex: xy(geometry.point), speed: properties.speed }, where);
  }

  spawn({ geometry, properties, where }: Shape): void {
    const more = pick(properties, ["count", "rate", "start", "profile", "goals"]);
    if (more.count === undefined || more.goals === undefined) {
      this.leaveOut("a spawn without count or goals");
      return;
    }
    if (geometry.kind === "area" && geometry.areas.length === 1 && geometry.areas[0].holes.length === 0) {
      this.push("spawns", { polygon: ringOf(geometry.areas[0].outer), ...more }, where);
    } else if (geometry.kind === "line" && geometry.points.length === 2) {
      this.push("spawns", { segment: geometry.points.map(xy), ...more }, where);
    } else throw new InputError("a spawn is one polygon without holes or one segment", where);
  }

  /** The scene; what its schema refuses is reported where it stands in the file. */
  scene(boundary: Ring, settings: Readonly<Record<string, unknown>>): Scene {
    for (const [what, count] of this.left)
      this.notes.push(`left out: ${what}${count > 1 ? ` (${count} times)` : ""}`);
    const lists = Object.fromEntries(Object.entries(this.lists).filter(([, list]) => list.length > 0));
    const goals = [...this.goals].map(([name, { points, segments, more }]) => [
      name,
      { ...(points.length > 0 && { points }), ...(segments.length > 0 && { segments }), ...more },
    ]);
    const { source, sink } = this.flow;
    if (source.length > 0 !== sink.length > 0) {
      this.notes.push(`left out: a ${source.length > 0 ? "source" : "sink"} without its counterpart`);
    }
    const data = {
      ...settings,
      boundary: ringOf(boundary),
      ...lists,
      ...(goals.length > 0 && { goals: Object.fromEntries(goals) }),
      ...(source.length > 0 && sink.length > 0 && { flow: { source, sink } }),
    };
    try {
      return completeScene(data as Parameters<typeof completeScene>[0]);
    } catch (error) {
      throw error instanceof InputError ? this.placed(error) : error;
    }
  }

  private placed(error: InputError): InputError {
    const entry = /^(obstacles|weights|barriers|spawns)\[(\d+)\]/.exec(error.where);
    const goal = /^goals(?:\.([^.[]+)|\[("(?:[^"\\]|\\.)*")\])/.exec(error.where);
    const place = entry
      ? this.places[entry[1]][Number(entry[2])]
      : goal && this.goals.get(goal[1] ?? (JSON.parse(goal[2]) as string))?.where;
    return place ? error.within(place) : error;
  }
}

/**
 * Turns a drawing into a scene.
 *
 * @param rule what areas without a role are when none of them contains the rest; see `looseShapes`
 */
export function sceneOf(drawing: Drawing, rule: "union" | "frame", notes: string[]): Scene {
  const ignored = drawing.shapes.filter((s) => s.role === "ignore").length;
  if (ignored > 0) notes.push(`${counted(ignored, "shape")} marked "ignore" left out`);
  const shapes = drawing.shapes.filter((s) => s.role !== "ignore");
  if (shapes.length === 0) throw new InputError("the file holds no shape that could be a scene");
  const marked = shapes.filter((s) => s.role === "boundary");
  let obstacles = shapes.filter((s) => s.role === "obstacle" || s.role === null);
  let areas: Area[];
  if (marked.length > 0) areas = markedAreas(marked, notes);
  else ({ areas, obstacles } = looseShapes(shapes, obstacles, rule, notes));
  const plan = planOf(areas, notes);
  const assembly = new Assembly(notes);
  for (const outer of plan.obstacles) {
    assembly.obstacle({
      role: "obstacle",
      geometry: { kind: "area", areas: [{ outer, holes: [] }] },
      properties: {},
      where: "the walkable area",
    });
  }
  for (const shape of obstacles) assembly.obstacle(shape);
  for (const shape of shapes) {
    if (shape.role === "goal") assembly.goal(shape);
    else if (shape.role === "source" || shape.role === "sink") assembly.flowPiece(shape.role, shape);
    else if (shape.role === "barrier") assembly.barrier(shape);
    else if (shape.role === "weight") assembly.weight(shape);
    else if (shape.role === "spawn") assembly.spawn(shape);
  }
  return assembly.scene(plan.boundary, drawing.settings);
}
