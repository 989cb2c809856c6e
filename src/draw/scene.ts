/** Draws a scene: the plan as an architect would, and what is planned on it in the colours of the papers. */
import {
  boxOf,
  distance,
  type Point,
  type Ring,
  type Segment,
  sideOfRing,
  signedArea,
} from "../geometry/index.js";
import { type Goal, isDoorOpen, type Scene } from "../world/index.js";
import { drawFloors, isPage } from "./floors.js";
import { type LegendEntry, lengthLabel, niceLength } from "./furniture.js";
import { hatch } from "./hatch.js";
import { LabelPlacer, pageBox } from "./labels.js";
import { type Path, traceDisc, traceLine, traceRing } from "./path.js";
import { Picture, type PictureOptions } from "./picture.js";
import { drawRoutes } from "./routes.js";
import { drawStays } from "./stays.js";
import { type PageBox, textWidth } from "./text.js";
import { THEMES } from "./theme.js";
import { drawZones } from "./zones.js";

/** How a scene is drawn. */
export interface DrawOptions extends Omit<PictureOptions, "legend" | "subtitle"> {
  /** Default: the scene's name. */
  readonly title?: string;
  /** Beneath the title; default: the world's size and what is in it. */
  readonly subtitle?: string;
  /** Whether to draw a grid of round metres; default false. */
  readonly grid?: boolean;
  /** Whether to name goals and count people on the plan; default true. */
  readonly labels?: boolean;
  /** Whether to explain colours; default true. */
  readonly legend?: boolean;
}

/** The layers of a scene's picture from the lowest: fields belong beneath `spawns`, lanes and agents beneath `marks`. */
export const SCENE_LAYERS = Object.freeze(["floor", "grid", "spawns", "walls", "marks", "labels"] as const);

/** A scene as an SVG document. */
export function drawScene(scene: Scene, options: DrawOptions = {}): string {
  return scenePicture(scene, options).toSvg();
}

/** A scene as a picture that more layers can be put into. */
export function scenePicture(scene: Scene, options: DrawOptions = {}): Picture {
  const { grid = false, labels = true, legend = true, ...page } = options;
  const { theme = "light" } = page;
  const picture = new Picture(boxOf(scene.boundary), {
    ...page,
    title: page.title ?? scene.name ?? "",
    subtitle: page.subtitle ?? summary(scene),
    // An unknown theme is the picture's to refuse.
    legend: legend && Object.hasOwn(THEMES, theme) ? legendOf(scene, theme) : [],
  });
  drawPlan(picture, scene, { grid, labels });
  return picture;
}

/** Draws a plan into a picture. */
export function drawPlan(
  picture: Picture,
  scene: Scene,
  { grid, labels }: Required<Pick<DrawOptions, "grid" | "labels">>,
): void {
  for (const name of SCENE_LAYERS) picture.layer(name);
  const placer = new LabelPlacer(picture, scene);
  drawFloor(picture, scene);
  if (grid) drawGrid(picture, scene);
  drawZones(picture, scene, labels ? placer : null);
  drawSpawns(picture, scene, labels ? placer : null);
  drawWalls(picture, scene);
  drawFlow(picture, scene);
  drawBarriers(picture, scene, labels ? placer : null);
  drawDoors(picture, scene);
  drawMeasurements(picture, scene, labels ? placer : null);
  drawStays(picture, scene, labels ? placer : null);
  drawRoutes(picture, scene, labels ? placer : null);
  drawGoals(picture, scene, labels ? placer : null);
}

/** `40 m × 24 m · 2 obstacles · 1 goal · 180 people`. */
function summary(scene: Scene): string {
  const box = boxOf(scene.boundary);
  const people = (scene.spawns ?? []).reduce((sum, spawn) => sum + (countOf(spawn) ?? 0), 0);
  const counted = (n: number, one: string, many: string): string[] =>
    n === 0 ? [] : [`${n.toLocaleString("en-US")} ${n === 1 ? one : many}`];
  return [
    // The size of a page says nothing of what is on it.
    ...(isPage(scene.boundary)
      ? []
      : [`${lengthLabel(box.maxX - box.minX)} × ${lengthLabel(box.maxY - box.minY)}`]),
    ...counted(scene.obstacles?.length ?? 0, "obstacle", "obstacles"),
    ...counted(Object.keys(scene.goals ?? {}).length, "goal", "goals"),
    ...counted(people, "person", "people"),
  ].join("  ·  ");
}

/** Entries for what the scene holds, and nothing else. */
export function legendOf(scene: Scene, theme: keyof typeof THEMES): LegendEntry[] {
  const colours = THEMES[theme];
  const entries: LegendEntry[] = [];
  const add = (
    present: unknown,
    label: string,
    sample: "area" | "hatch" | "line" | "dot",
    colour: string,
  ): void => {
    if (present) entries.push({ label, sample, colour });
  };
  add(scene.obstacles?.length, "obstacle", "area", colours.solid);
  const goals = Object.values(scene.goals ?? {});
  add(goals.length, "goal", goals.some((goal) => goal.segments?.length) ? "line" : "dot", colours.goal);
  add(scene.spawns?.length, "people start", "hatch", colours.spawn);
  add(scene.zones?.length, "zone", "area", colours.zone);
  add(scene.flow ?? scene.flows, "flow source", "line", colours.source);
  add(scene.flow ?? scene.flows, "flow sink", "line", colours.sink);
  add(scene.doors?.length, "door", "line", colours.wall);
  add(scene.barriers?.length, "barrier", "line", colours.barrier);
  add(Object.keys(scene.measurements ?? {}).length, "measured here", "line", colours.measure);
  add(Object.keys(scene.queues ?? {}).length, "queue", "line", colours.stay);
  add(scene.routes?.length, "sketched route", "line", colours.route);
  add(Object.keys(scene.waiting ?? {}).length, "people wait", "area", colours.stay);
  add(scene.weights?.length, "faster from here", "dot", colours.weight);
  return entries;
}

function drawFloor(picture: Picture, scene: Scene): void {
  if (drawFloors(picture, scene.boundary)) return;
  const layer = picture.layer("floor");
  // The floor covers the inner half of the line: the outer wall stands outside the walkable ground.
  layer.shape({ stroke: picture.theme.wall, width: 6 }, (path) => traceRing(path, scene.boundary));
  layer.shape({ fill: picture.theme.floor }, (path) => traceRing(path, scene.boundary));
}

function drawGrid(picture: Picture, scene: Scene): void {
  const box = boxOf(scene.boundary);
  const step = niceLength(Math.max(box.maxX - box.minX, box.maxY - box.minY) / 8);
  picture.layer("grid").shape({ stroke: picture.theme.line, width: 0.75 }, (path) => {
    for (let i = Math.ceil(box.minX / step); i * step <= box.maxX; i++) {
      traceLine(path, [
        [i * step, box.minY],
        [i * step, box.maxY],
      ]);
    }
    for (let i = Math.ceil(box.minY / step); i * step <= box.maxY; i++) {
      traceLine(path, [
        [box.minX, i * step],
        [box.maxX, i * step],
      ]);
    }
  });
}

function drawWalls(picture: Picture, scene: Scene): void {
  const layer = picture.layer("walls");
  const colour = picture.theme.wall;
  const obstacles = scene.obstacles ?? [];
  // Outlines keep thin walls dark, but never fill a street: at most 12 cm of the world.
  const width = Math.max(Math.min(1.25, (0.12 * picture.scale) / picture.unit), 0.25);
  // All rings turn the same way, so that overlapping ones fill their union.
  layer.shape({ fill: picture.theme.solid, stroke: colour, width }, (path) => {
    for (const { polygon } of obstacles) {
      if (polygon) traceRing(path, signedArea(polygon) < 0 ? polygon.slice().reverse() : polygon);
    }
  });
  layer.shape({ stroke: colour, width: 2.5, round: true }, (path) => {
    for (const { segment } of obstacles) if (segment) traceLine(path, segment);
  });
  layer.shape({ fill: colour }, (path) => {
    for (const { point } of obstacles)
      if (point) traceDisc(path, point, (2.5 * picture.unit) / picture.scale);
  });
}

/** Flow pieces as bands along the outside of the boundary, so that goals on it stay visible. */
function drawFlow(picture: Picture, scene: Scene): void {
  const flows = [...(scene.flow ? [scene.flow] : []), ...Object.values(scene.flows ?? {})];
  if (flows.length === 0) return;
  const layer = picture.layer("marks");
  const shift = (6.5 * picture.unit) / picture.scale;
  const bands = (pieces: readonly Segment[]) => (path: Path) => {
    for (const piece of pieces) traceLine(path, shiftedOut(piece, scene.boundary, shift));
  };
  layer.shape({ stroke: picture.theme.source, width: 4 }, bands(flows.flatMap(({ source }) => source)));
  layer.shape({ stroke: picture.theme.sink, width: 4 }, bands(flows.flatMap(({ sink }) => sink)));
}

/** A piece of the boundary moved out of it. */
function shiftedOut([a, b]: Segment, boundary: Ring, shift: number): Segment {
  const length = distance(a, b) || 1;
  const nx = ((b[1] - a[1]) / length) * shift;
  const ny = (-(b[0] - a[0]) / length) * shift;
  const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const sign = sideOfRing([middle[0] + nx * 0.01, middle[1] + ny * 0.01], boundary) > 0 ? -1 : 1;
  return [
    [a[0] + sign * nx, a[1] + sign * ny],
    [b[0] + sign * nx, b[1] + sign * ny],
  ];
}

function drawSpawns(picture: Picture, scene: Scene, placer: LabelPlacer | null): void {
  const layer = picture.layer("spawns");
  const colour = picture.theme.spawn;
  for (const spawn of scene.spawns ?? []) {
    const { polygon, segment, places, rate } = spawn;
    if (places) drawPlaces(picture, places);
    if (segment) layer.shape({ stroke: colour, width: 4, dash: [6, 4] }, (path) => traceLine(path, segment));
    if (polygon) {
      layer.shape({ fill: colour, opacity: 0.14 }, (path) => traceRing(path, polygon));
      const spacing = (8 * picture.unit) / picture.scale;
      layer.shape({ stroke: colour, width: 1, opacity: 0.35 }, (path) => {
        for (const piece of hatch(polygon, spacing)) traceLine(path, piece);
      });
      layer.shape({ stroke: colour, width: 1 }, (path) => traceRing(path, polygon));
    }
    const ground = polygon ?? segment ?? places ?? [];
    placer?.avoid(pageBox(picture, ground, 0));
    const count = countOf(spawn) ?? `${spawn.density}/m²`;
    const text = rate === undefined ? `${count}` : `${count} at ${rate}/s`;
    if (placer) labelSpawn(picture, placer, ground, text, polygon !== undefined);
  }
}

/** How many start here, where the scene says it; null where it gives a density. */
export function countOf({ count, places }: NonNullable<Scene["spawns"]>[number]): number | null {
  return count ?? places?.length ?? null;
}

/** A small disc at every given place. */
function drawPlaces(picture: Picture, places: readonly Point[]): void {
  const radius = (2.5 * picture.unit) / picture.scale;
  picture.layer("spawns").shape({ fill: picture.theme.spawn, opacity: 0.7 }, (path) => {
    for (const p of places) traceDisc(path, p, radius);
  });
}

/** How many start here: inside the area where that fits, else beside it; areas too small to read stay without. */
function labelSpawn(picture: Picture, placer: LabelPlacer, area: Ring, text: string, inside: boolean): void {
  const size = 12;
  const { unit, theme } = picture;
  const box = pageBox(picture, area, 0);
  const style = { fill: theme.spawn, size, bold: true, halo: theme.floor } as const;
  const width = textWidth(text, size * unit, true);
  const fits = width + 6 * unit <= box.width && size * 1.3 * unit <= box.height;
  if (inside && fits) {
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2 + size * 0.36 * unit;
    picture.layer("labels").text(picture.toWorld([x, y]), text, { ...style, anchor: "middle" });
  } else if (Math.max(box.width, box.height) > 3 * size * unit) {
    const spot = placer.place({ text, around: pageBox(picture, area, 3), size, bold: true });
    picture.layer("labels").text(picture.toWorld(spot), text, style);
  }
}

function drawBarriers(picture: Picture, scene: Scene, placer: LabelPlacer | null): void {
  const { theme } = picture;
  const layer = picture.layer("marks");
  const factor = (at: readonly Point[], value: number, fill: string): void => {
    if (!placer) return;
    const wish = {
      text: `×${Number(value.toPrecision(3))}`,
      around: pageBox(picture, at, 5),
      size: 12,
      bold: true,
    };
    const spot = picture.toWorld(placer.place(wish));
    picture.layer("labels").text(spot, wish.text, { fill, size: 12, bold: true, halo: theme.floor });
  };
  for (const { segment, weight } of scene.barriers ?? []) {
    layer.shape({ stroke: theme.barrier, width: 4, round: true }, (path) => traceLine(path, segment));
    factor(segment, weight, theme.barrier);
  }
  for (const { vertex, speed } of scene.weights ?? []) {
    layer.sign(vertex, { fill: theme.weight, stroke: theme.floor, width: 1.25 }, (path) => {
      traceRing(path, [
        [0, -7],
        [7, 0],
        [0, 7],
        [-7, 0],
      ]);
    });
    factor([vertex], speed, theme.weight);
  }
}

/** Doors: a line from jamb to jamb, broken while it is open; an arrow to the side that one may walk to. */
function drawDoors(picture: Picture, scene: Scene): void {
  const { theme } = picture;
  const layer = picture.layer("marks");
  for (const door of scene.doors ?? []) {
    const [a, b] = door.segment;
    const isOpen = isDoorOpen(door, 0);
    const between = (from: number, to: number): Segment => [
      [a[0] + from * (b[0] - a[0]), a[1] + from * (b[1] - a[1])],
      [a[0] + to * (b[0] - a[0]), a[1] + to * (b[1] - a[1])],
    ];
    layer.shape({ stroke: theme.floor, width: 5 }, (path) => traceLine(path, door.segment));
    layer.shape({ stroke: theme.wall, width: isOpen ? 1.5 : 4 }, (path) => {
      if (!isOpen) traceLine(path, door.segment);
      else for (let k = 0; k < 5; k++) traceLine(path, between(k / 5 + 0.03, (k + 1) / 5 - 0.03));
    });
    if (door.oneWay === undefined) continue;
    const side = door.oneWay === "left" ? 1 : -1;
    const tip: Point = [
      (a[0] + b[0]) / 2 - (side * (b[1] - a[1])) / 3,
      (a[1] + b[1]) / 2 + (side * (b[0] - a[0])) / 3,
    ];
    layer.shape({ stroke: theme.wall, width: 1.5, round: true }, (path) => {
      traceLine(path, [between(0.3, 0.3)[0], tip]);
      traceLine(path, [between(0.7, 0.7)[0], tip]);
    });
  }
}

/** Areas with a faint ground and a dashed outline, lines dashed. */
function drawMeasurements(picture: Picture, scene: Scene, placer: LabelPlacer | null): void {
  const colour = picture.theme.measure;
  for (const [name, { polygon, segment }] of Object.entries(scene.measurements ?? {})) {
    if (polygon) {
      picture.layer("spawns").shape({ fill: colour, opacity: 0.1 }, (path) => traceRing(path, polygon));
      picture
        .layer("marks")
        .shape({ stroke: colour, width: 1.5, dash: [5, 3] }, (path) => traceRing(path, polygon));
    }
    if (segment)
      picture
        .layer("marks")
        .shape({ stroke: colour, width: 2.5, dash: [5, 3] }, (path) => traceLine(path, segment));
    if (!placer) continue;
    const wish = { text: name, around: pageBox(picture, polygon ?? segment!, 3), size: 12, bold: true };
    const spot = picture.toWorld(placer.place(wish));
    const style = { fill: colour, size: 12, bold: true, halo: picture.theme.floor } as const;
    picture.layer("labels").text(spot, name, style);
  }
}

function drawGoals(picture: Picture, scene: Scene, placer: LabelPlacer | null): void {
  const { theme } = picture;
  const layer = picture.layer("marks");
  const goals = Object.entries(scene.goals ?? {});
  for (const [, goal] of goals) {
    const segments = goal.segments ?? [];
    // First the floor, to open the wall; then the goal itself.
    layer.shape({ stroke: theme.floor, width: 7 }, (path) => {
      for (const segment of segments) traceLine(path, segment);
    });
    layer.shape({ stroke: theme.goal, width: 4 }, (path) => {
      for (const segment of segments) traceLine(path, segment);
    });
    for (const point of goal.points ?? []) drawFlag(picture, point);
    placer?.avoid(pageBox(picture, anchorOf(goal), 4));
  }
  if (!placer) return;
  for (const [name, goal] of goals) {
    const around = goalBox(picture, goal);
    const spot = picture.toWorld(placer.place({ text: name, around, size: 14, bold: true }));
    picture.layer("labels").text(spot, name, { fill: theme.goal, size: 14, bold: true, halo: theme.floor });
  }
}

/** A flag whose pole stands on the point. */
function drawFlag(picture: Picture, point: Point): void {
  const { theme } = picture;
  const layer = picture.layer("marks");
  layer.sign(point, { stroke: theme.floor, width: 4.5, round: true }, (path) => {
    traceLine(path, [
      [0, 0],
      [0, -19],
    ]);
  });
  layer.sign(point, { fill: theme.goal, stroke: theme.floor, width: 1.25 }, (path) => {
    traceRing(path, [
      [0, -20],
      [14, -15.5],
      [0, -11],
    ]);
  });
  layer.sign(point, { stroke: theme.goal, width: 2, round: true }, (path) => {
    traceLine(path, [
      [0, 0],
      [0, -20],
    ]);
  });
  layer.sign(point, { fill: theme.goal }, (path) => traceDisc(path, [0, 0], 3));
}

/** The part of a goal that carries its name: the middle one of its segments, else its first point. */
function anchorOf(goal: Goal): readonly Point[] {
  const segments = goal.segments ?? [];
  if (segments.length > 0) return segments[Math.floor(segments.length / 2)];
  return [(goal.points ?? [])[0]];
}

function goalBox(picture: Picture, goal: Goal): PageBox {
  const anchor = anchorOf(goal);
  const box = pageBox(picture, anchor, 6);
  if (anchor.length > 1) return box;
  // The flag flies above its point.
  const { unit } = picture;
  return { x: box.x, y: box.y - 14 * unit, width: box.width + 9 * unit, height: box.height + 14 * unit };
}
