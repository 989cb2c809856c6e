/**
 * Draws a building: its storeys side by side, or stacked as an axonometric picture.
 *
 * Both views lay every level on the page by an affine map, and draw it there as any plan. Side by side that is a shift;
 * stacked it turns the plan, makes it as flat as it looks from above at a slant, and lifts it by its height.
 */
import { InputError } from "../errors.js";
import { type Box, boxOf, distance, type Point, type Ring, type Segment } from "../geometry/index.js";
import { checkChoice } from "../options.js";
import type { Building, BuildingScene, Scene } from "../world/index.js";
import {
  type Connection,
  type FlightInput,
  type Level,
  type LiftInput,
  levelPlan,
  mapScene,
} from "../world/internal.js";
import { setFloors } from "./floors.js";
import { type Trace, traceLine, traceRing } from "./path.js";
import { Picture } from "./picture.js";
import { countOf, type DrawOptions, drawPlan, legendOf } from "./scene.js";
import { textWidth } from "./text.js";
import { THEMES } from "./theme.js";

/** How a building's levels are laid out. */
export type BuildingView = "side" | "stacked";

/** How a building is drawn. */
export interface BuildingDrawOptions extends DrawOptions {
  /** `side`, side by side, as by default, or `stacked`, one above the other, seen at a slant. */
  readonly view?: BuildingView;
}

/** A place of the plan at a height, on the page's plane. */
type Projection = (p: Point, elevation: number) => [number, number];

/** Where the levels come to lie. */
interface Layout {
  readonly at: readonly ((p: Point) => [number, number])[];
  /** Places in space, where the view has one; flights are then drawn once, between their levels. */
  readonly project: Projection | null;
  /** Levels in the order in which they are drawn. */
  readonly order: readonly number[];
}

/** A building as an SVG document. */
export function drawBuilding(scene: BuildingScene, options: BuildingDrawOptions = {}): string {
  return buildingPicture(scene, options).toSvg();
}

/** A building as a picture that more layers can be put into. */
export function buildingPicture(scene: BuildingScene, options: BuildingDrawOptions = {}): Picture {
  const { view = "side", grid = false, labels = true, legend = true, ...page } = options;
  checkChoice(view, "view", ["side", "stacked"]);
  const { theme = "light" } = page;
  const layout = view === "side" ? sideBySide(scene.levels) : stacked(scene);
  const plans = scene.levels.map((_, i) => mapScene(levelPlan(scene, i).scene, layout.at[i], 1));
  const whole = { ...plans[0], ...entriesOf(plans) };
  const known = Object.hasOwn(THEMES, theme);
  const floors = plans.map(({ boundary }) => boundary);
  // Of a level by itself flights may lead out of its plan; beside others there is room for them.
  const ends = view === "side" && scene.levels.length === 1 ? endsOn(scene, layout.at[0]) : [];
  const picture = new Picture(roomAround([...floors, ...ends], view), {
    ...page,
    title: page.title ?? scene.name ?? "",
    subtitle: page.subtitle ?? summaryOf(scene),
    scaleBar: page.scaleBar ?? view === "side",
    legend: legend && known ? [...legendOf(whole, theme), ...flightLegend(scene, theme)] : [],
  });
  const drawn = layout.project
    ? [...floors, ...flightsOf(scene, layout.project)].map((ring) => boxOf(ring))
    : [];
  for (const i of layout.order) {
    const part = picture.part(`level ${i}`);
    if (layout.project) drawSlab(part, plans[i]);
    drawPlan(part, plans[i], { grid, labels });
    if (!layout.project) drawEnds(part, scene, i, layout.at[i]);
    if (layout.project) {
      nameBeside(part, scene.levels[i], floors[i], drawn);
      drawFlightsFrom(part, scene, scene.levels[i].name, layout.project);
    } else nameLevel(part, scene.levels[i], floors[i]);
  }
  return picture;
}

/** A building on one page, its levels side by side: a scene for pictures, and where places of the sheet are on it. */
export interface BuildingPage {
  /** For pictures alone: its outline is the page, whose floors are those of the levels. */
  readonly scene: Scene;
  /**
   * A place of the sheet on the page: on its level; of a flight, the lower half on the level below and the rest on the one above; of
   * the car of a lift, on the lowest level that it serves.
   */
  readonly fold: (p: Point) => [number, number];
  /** Whether a leg on the sheet leads from one level or flight to another. */
  readonly isJump: (p: Point, q: Point) => boolean;
}

/**
 * A building as a page of plans, for pictures of what people do in it.
 *
 * @param sheet the scene on the sheet, as `world.scene`
 */
export function buildingPage(building: Building, sheet: Scene): BuildingPage {
  const { levels, connections = [] } = building.scene;
  const layout = sideBySide(levels);
  const numbers = new Map(levels.map(({ name }, i) => [name, i]));
  const fold = (p: Point): [number, number] => {
    const place = building.where(p);
    if (!place) return [p[0], p[1]];
    if (place.kind === "level") return layout.at[numbers.get(place.level)!](place.point);
    const connection = connections[place.connection];
    const lowest = (lift: LiftInput): string =>
      levels.filter(({ name }) => Object.hasOwn(lift.at, name)).sort((a, b) => a.elevation - b.elevation)[0]
        .name;
    if (place.kind === "car") return layout.at[numbers.get(lowest(connection as LiftInput))!](place.point);
    const { from, to } = connection as FlightInput;
    return layout.at[numbers.get(place.share < 0.5 ? from.level : to.level)!](place.point);
  };
  const floors = levels.map(({ boundary }, i) => boundary.map(layout.at[i]));
  const { minX, minY, maxX, maxY } = roomAround(floors, "side");
  const outline: [number, number][] = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
  // What is between patches is the last of the obstacles.
  const standing = building.sheet.patches.reduce((most, { obstacles }) => Math.max(most, obstacles[1]), 0);
  // Flights that not everybody may use follow the scene's zones, and are drawn by themselves.
  const zones = sheet.zones?.slice(0, building.scene.zones?.length ?? 0);
  const plan = { ...sheet, obstacles: sheet.obstacles?.slice(0, standing), ...(zones && { zones }) };
  const scene = mapScene(plan, fold, 1);
  scene.boundary = outline;
  setFloors(outline, (picture) => drawPage(picture, building.scene, floors, layout));
  return { scene, fold, isJump: (p, q) => building.isJump(p, q) };
}

/** The floors of all levels, with their names and flights. */
function drawPage(picture: Picture, scene: BuildingScene, floors: readonly Ring[], { at }: Layout): void {
  const layer = picture.layer("floor");
  const trace: Trace = (path) => {
    for (const ring of floors) traceRing(path, ring);
  };
  layer.shape({ stroke: picture.theme.wall, width: 6 }, trace);
  layer.shape({ fill: picture.theme.floor }, trace);
  scene.levels.forEach((level, i) => {
    drawEnds(picture, scene, i, at[i], "none");
    nameLevel(picture, level, floors[i]);
  });
}

/** What all plans together hold, for the legend. */
function entriesOf(plans: readonly Scene[]): Partial<Scene> {
  const all: Record<string, unknown> = {};
  for (const plan of plans)
    for (const [key, value] of Object.entries(plan)) {
      if (Array.isArray(value)) all[key] = [...((all[key] as unknown[]) ?? []), ...value];
      else if (typeof value === "object" && value !== null) all[key] = { ...(all[key] as object), ...value };
    }
  return all;
}

/** `4 levels  ·  3 stairs  ·  242 people`. */
function summaryOf({ levels, connections = [], spawns = [] }: BuildingScene): string {
  const counted = (n: number, one: string, many: string): string[] =>
    n === 0 ? [] : [`${n.toLocaleString("en-US")} ${n === 1 ? one : many}`];
  const of = (kind: Connection["kind"]): number => connections.filter((one) => one.kind === kind).length;
  const people = spawns.reduce((sum, spawn) => sum + (countOf(spawn) ?? 0), 0);
  return [
    ...counted(levels.length, "level", "levels"),
    ...counted(of("stairs"), "flight of stairs", "flights of stairs"),
    ...counted(of("ramp"), "ramp", "ramps"),
    ...counted(of("escalator"), "escalator", "escalators"),
    ...counted(of("lift"), "lift", "lifts"),
    ...counted(people, "person", "people"),
  ].join("  ·  ");
}

function flightLegend({ connections = [] }: BuildingScene, theme: keyof typeof THEMES) {
  const colour = THEMES[theme].accent;
  const flights = connections.some(({ kind }) => kind !== "lift");
  const lifts = connections.some(({ kind }) => kind === "lift");
  return [
    ...(flights ? [{ label: "stairs, ramps, escalators", sample: "line" as const, colour }] : []),
    ...(lifts ? [{ label: "lift", sample: "area" as const, colour }] : []),
  ];
}

/** From the lowest level up, those of one height in the order of the scene. */
function upwards(levels: readonly Level[]): number[] {
  return levels.map((_, i) => i).sort((a, b) => levels[a].elevation - levels[b].elevation || a - b);
}

/** Storeys in a row from the lowest up; small ones, such as landings, in columns beside each other. */
function sideBySide(levels: readonly Level[]): Layout {
  const boxes = levels.map(({ boundary }) => boxOf(boundary));
  const widest = boxes.reduce((most, box) => Math.max(most, box.maxX - box.minX), 0);
  const tallest = boxes.reduce((most, box) => Math.max(most, box.maxY - box.minY), 0);
  const gap = 0.09 * Math.max(widest, tallest);
  // Wide plans are stacked on the page in rows, narrow ones in columns, so that the page is neither a ribbon nor a tower.
  const order = upwards(levels);
  const total = boxes.reduce((sum, box) => sum + box.maxX - box.minX + gap, 0);
  const rows = Math.max(1, Math.round(Math.sqrt((0.75 * total) / (tallest + gap))));
  const room = Math.max(widest, total / rows);
  const at: ((p: Point) => [number, number])[] = [];
  let [x, y, high] = [0, 0, 0];
  for (const i of order) {
    const box = boxes[i];
    const width = box.maxX - box.minX;
    if (x > 0 && x + width > room * 1.001) {
      y += high + 1.6 * gap;
      [x, high] = [0, 0];
    }
    const [dx, dy] = [x - box.minX, y - box.minY];
    at[i] = ([px, py]) => [px + dx, py + dy];
    x += width + gap;
    high = Math.max(high, box.maxY - box.minY);
  }
  return { at, project: null, order };
}

/** Turns of the stacked view in degrees, the first where all serve alike, and its slant. */
const TURNS = [-28, 28, -62, 62];
const SLANT = 0.48;

/** The stacked view from where the flight that one sees least of is seen best. */
function stacked({ levels, connections = [] }: BuildingScene): Layout {
  const heights = new Map(levels.map(({ name, elevation }) => [name, elevation]));
  const layouts = TURNS.map((turn) => stackedAt(levels, (turn * Math.PI) / 180));
  /** The area on the page of a flight, as a part of its area in the plan. */
  const seen = (project: Projection, flight: FlightInput): number => {
    const [[a, b], [c]] = cornersOf(flight);
    const [low, high] = [heights.get(flight.from.level)!, heights.get(flight.to.level)!];
    const [p, q, r] = [project(a, low), project(b, low), project(c, high)];
    const area = Math.abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
    return Math.min(0.4, area / (distance(a, b) * distance(a, c)));
  };
  const flights = connections.filter((one): one is FlightInput => one.kind !== "lift");
  const least = layouts.map(({ project }) =>
    flights.reduce((low, flight) => Math.min(low, seen(project!, flight)), 1),
  );
  return layouts[least.indexOf(least.reduce((a, b) => Math.max(a, b), -Infinity))];
}

/** Where places of a building come to lie in the stacked view, and its levels in the order in which they are drawn. */
export interface StackedView {
  /** A place of the plan at a height, on the page's plane, in metres across it. */
  readonly project: (p: Point, elevation: number) => [number, number];
  /** Numbers of the levels, the lowest first. */
  readonly order: readonly number[];
}

/** The stacked view of a building, for those who draw it themselves. */
export function stackedView(scene: BuildingScene): StackedView {
  const { project, order } = stacked(scene);
  return { project: project!, order };
}

/** Levels one above the other, pulled apart so that every storey shows most of its floor. */
function stackedAt(levels: readonly Level[], turn: number): Layout {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const flat = ([x, y]: Point): Point => [cos * x - sin * y, SLANT * (sin * x + cos * y)];
  const depths = levels.map(({ boundary }) => {
    const box = boxOf(boundary.map(flat));
    return box.maxY - box.minY;
  });
  const depth = depths.reduce((a, b) => Math.max(a, b), -Infinity);
  // Storeys are what has at least a quarter of the deepest level: landings between them do not count.
  const heights = levels.filter((_, i) => depths[i] > depth / 4).map(({ elevation }) => elevation);
  const distinct = [...new Set(heights)].sort((a, b) => a - b);
  const steps = distinct.slice(1).map((high, i) => high - distinct[i]);
  const least = steps.filter((step) => step > 0.5).reduce((a, b) => Math.min(a, b), Infinity);
  const lift = Number.isFinite(least) ? Math.max(1, (0.62 * depth) / least) : 1;
  const project: Projection = (p, elevation) => {
    const [x, y] = flat(p);
    return [x, y + lift * elevation];
  };
  return {
    at: levels.map(
      ({ elevation }) =>
        (p) =>
          project(p, elevation),
    ),
    project,
    order: upwards(levels),
  };
}

/** The box around all plans, with room for the names of levels. */
function roomAround(floors: readonly Ring[], view: BuildingView): Box {
  const { minX, minY, maxX, maxY } = boxOf(floors.flat());
  const room = 0.04 * Math.max(maxX - minX, maxY - minY);
  if (view === "side") return { minX, minY, maxX, maxY: maxY + room };
  // Names stand to the left of their levels.
  return { minX: minX - 0.2 * Math.max(maxX - minX, 0.5 * (maxY - minY)), minY, maxX, maxY };
}

/** A level's floor is solid where it lies above others: what is below shows around it, not through it. */
function drawSlab(picture: Picture, { boundary }: Scene): void {
  const down = -6 / picture.scale;
  const lowered = boundary.map(([x, y]): Point => [x, y + down * picture.unit]);
  picture
    .layer("floor")
    .shape({ fill: picture.theme.line, stroke: picture.theme.muted, width: 0.75 }, (path) =>
      traceRing(path, lowered),
    );
}

/** The level's name and height, above the upper left end of its plan; a small one has its name alone. */
function nameLevel(picture: Picture, { name, elevation }: Level, boundary: Ring): void {
  const { theme, unit } = picture;
  const box = boxOf(boundary);
  const isSmall = (box.maxX - box.minX) * picture.scale < 90 * unit;
  const text = isSmall ? name : nameAndHeight(name, elevation);
  const style = {
    fill: isSmall ? theme.muted : theme.text,
    size: isSmall ? 8 : 13,
    bold: !isSmall,
    halo: theme.canvas,
  };
  const corner = boundary.reduce((best, p) => (p[0] - p[1] < best[0] - best[1] ? p : best));
  picture.layer("labels").text(corner, text, style, [0, -6 * unit]);
}

/**
 * The name and height of a stacked level, left of it and of whatever is in the way; landings have none.
 *
 * @param drawn the boxes of all levels and flights, on the page's plane
 */
function nameBeside(
  picture: Picture,
  { name, elevation }: Level,
  boundary: Ring,
  drawn: readonly Box[],
): void {
  const { theme, unit, scale } = picture;
  const own = boxOf(boundary);
  const widest = drawn.reduce((most, { minX, maxX }) => Math.max(most, maxX - minX), 0);
  if (own.maxX - own.minX < widest / 2) return;
  const text = nameAndHeight(name, elevation);
  const width = textWidth(text, 13 * unit, true) / scale;
  const [gap, half] = [(10 * unit) / scale, (9 * unit) / scale];
  let [x, y] = boundary.reduce((best, p) => (p[0] < best[0] ? p : best));
  // From right to left, so that whoever is moved away from one box meets all that stand farther to the left.
  for (const { minX, minY, maxX, maxY } of [...drawn].sort((a, b) => b.maxX - a.maxX)) {
    const isInWay = minX < x && maxX > x - gap - width && minY < y + half && maxY > y - half;
    if (isInWay) x = minX;
  }
  const style = { fill: theme.text, size: 13, bold: true, halo: theme.canvas, anchor: "end" } as const;
  picture.layer("labels").text([x, y], text, style, [-10 * unit, 4 * unit]);
}

function nameAndHeight(name: string, elevation: number): string {
  return `${name}  ·  ${signed(elevation)} m`;
}

function signed(elevation: number): string {
  const text = `${Number(elevation.toFixed(2))}`;
  return elevation > 0 ? `+${text}` : text.replace("-", "−");
}

/** The flights that begin or end on a level, in its plan: their treads, and an arrow uphill. */
function drawEnds(
  picture: Picture,
  scene: BuildingScene,
  level: number,
  at: (p: Point) => Point,
  fill: string = picture.theme.floor,
): void {
  const { name } = scene.levels[level];
  for (const connection of scene.connections ?? []) {
    if (connection.kind === "lift") {
      if (Object.hasOwn(connection.at, name)) drawDoor(picture, connection.at[name], at);
      continue;
    }
    if (connection.from.level !== name && connection.to.level !== name) continue;
    const isLower = connection.from.level === name;
    const corners = cornersOf(connection);
    // Of a flight, a level shows the half at its own end, as plans do.
    const [low, high] = isLower ? [0, 0.5] : [0.5, 1];
    drawFlight(picture, { corners, low, high, at: (p) => at(p), connection, fill });
  }
}

/** The halves of flights that the first level shows. */
function endsOn({ levels: [{ name }], connections = [] }: BuildingScene, at: (p: Point) => Point): Ring[] {
  return connections.flatMap((connection) => {
    if (connection.kind === "lift") return [];
    const [foot, head] = cornersOf(connection);
    const own = connection.from.level === name ? foot : head;
    if (own === head && connection.to.level !== name) return [];
    const middle = foot.map((p, i): Point => [(p[0] + head[i][0]) / 2, (p[1] + head[i][1]) / 2]);
    return [[...own, ...middle].map(at)];
  });
}

/** Foot and head of a flight, their ends in one order. */
function cornersOf({ from, to }: FlightInput): [Segment, Segment] {
  const [a, b] = from.segment;
  const [c, d] = to.segment;
  const isTurned = (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0;
  return [from.segment, isTurned ? [d, c] : [c, d]];
}

interface DrawnFlight {
  readonly corners: [Segment, Segment];
  /** The part of it that is drawn, from 0 at its foot to 1 at its head. */
  readonly low: number;
  readonly high: number;
  /** Where a place comes to lie, given how far up it is. */
  readonly at: (p: Point, share: number) => Point;
  readonly connection: FlightInput;
  /** What its ground is filled with; the floor's colour where absent, and `none` where something beneath is to be seen. */
  readonly fill?: string;
}

function drawFlight(
  picture: Picture,
  { corners: [foot, head], low, high, at, connection, fill = picture.theme.floor }: DrawnFlight,
): void {
  const { theme } = picture;
  const layer = picture.layer("marks");
  const point = (side: number, t: number): Point => {
    const a = foot[side];
    const b = head[side];
    return at([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])], t);
  };
  const middle = (t: number): Point => {
    const [p, q] = [point(0, t), point(1, t)];
    return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  };
  layer.shape({ fill, stroke: theme.wall, width: 1 }, (path) =>
    traceRing(path, [point(0, low), point(1, low), point(1, high), point(0, high)]),
  );
  const plan = distance(foot[0], head[0]);
  const steps = connection.kind === "ramp" ? 0 : Math.max(2, Math.round(plan / (treadOf(connection) ?? 0.3)));
  layer.shape({ stroke: theme.muted, width: 0.6 }, (path) => {
    for (let k = 1; k < steps; k++) {
      const t = k / steps;
      if (t > low && t < high) traceLine(path, [point(0, t), point(1, t)]);
    }
  });
  const isDown =
    connection.kind === "escalator" && connection.direction === "down" && connection.on !== false;
  const [tail, tip] = isDown ? [high - 0.08, low + 0.08] : [low + 0.08, high - 0.08];
  layer.shape({ stroke: theme.accent, width: 1.75, round: true }, (path) => {
    traceLine(path, [middle(tail), middle(tip)]);
    const back = tip + Math.sign(tail - tip) * Math.min(0.25, (0.35 * distance(...foot)) / plan);
    for (const side of [0, 1]) {
      const [m, p] = [middle(back), point(side, back)];
      traceLine(path, [[m[0] + 0.4 * (p[0] - m[0]), m[1] + 0.4 * (p[1] - m[1])], middle(tip)]);
    }
  });
}

function treadOf(connection: FlightInput): number | undefined {
  return connection.kind === "ramp" ? undefined : connection.tread;
}

/** A door of a lift. */
function drawDoor(picture: Picture, segment: Segment, at: (p: Point) => Point): void {
  const layer = picture.layer("marks");
  const line = segment.map((p) => at(p));
  layer.shape({ stroke: picture.theme.floor, width: 7 }, (path) => traceLine(path, line));
  layer.shape({ stroke: picture.theme.accent, width: 4.5 }, (path) => traceLine(path, line));
}

/** The outlines of all flights on the page's plane. */
function flightsOf({ levels, connections = [] }: BuildingScene, project: Projection): Point[][] {
  const heights = new Map(levels.map(({ name, elevation }) => [name, elevation]));
  return connections.flatMap((connection) => {
    if (connection.kind === "lift") return [];
    const { from, to } = connection;
    return [
      [from, to].flatMap(({ level, segment }) => segment.map((p) => project(p, heights.get(level) ?? 0))),
    ];
  });
}

/** The flights that begin on a level, in space, above it. */
function drawFlightsFrom(picture: Picture, scene: BuildingScene, level: string, project: Projection): void {
  const heights = new Map(scene.levels.map(({ name, elevation }) => [name, elevation]));
  for (const connection of scene.connections ?? []) {
    if (connection.kind === "lift") {
      if (Object.hasOwn(connection.at, level)) {
        const height = heights.get(level) ?? 0;
        drawDoor(picture, connection.at[level], (p) => project(p, height));
      }
      continue;
    }
    if (connection.from.level !== level) continue;
    const [low, high] = [heights.get(connection.from.level), heights.get(connection.to.level)];
    if (low === undefined || high === undefined)
      throw new InputError("a connection names no level", "connections");
    const at = (p: Point, share: number): Point => project(p, low + share * (high - low));
    drawFlight(picture, { corners: cornersOf(connection), low: 0, high: 1, at, connection });
  }
}
