/** Plans as pictures: each planner's result turned into pixels, lines and figures. Runs in a worker. */
import {
  FlowMap,
  InputError,
  PathMap,
  type Point,
  PotentialField,
  type PotentialFieldOptions,
  RasterMap,
  Roadmap,
  RoadmapGuide,
  type Scene,
  World,
} from "wayfield";
import { cividis, contour, oklch, paper, potential } from "wayfield/draw";
import { CELL, type FlowRaster, optimizeLanes, verify } from "wayfield/flow";
import { edgesOf } from "wayfield/roadmap";
import { Building, isBuilding, levelScene } from "wayfield/world";
import { buildingPaths } from "./building-paths.js";
import { flowPixel } from "./flow-colour.js";
import { linesOf } from "./lines.js";
import { localMapAt } from "./local-map.js";
import {
  contoursOf,
  type Drawn,
  goalsOf,
  inWords,
  type Made,
  metres,
  percent,
  pixelsOf,
  probeBy,
  table,
} from "./pictures.js";
import type { Body, Fact, Plan, PlanOrder, PlanSettings, Role } from "./protocol.js";

function paths(world: World, settings: PlanSettings): Made {
  const goals = goalsOf(world.scene, settings.goals);
  const goal = inWords(goals);
  const map = new PathMap(world, { goals, radius: settings.radius });
  const raster = new RasterMap(map, settings.resolution);
  const { width, height, distances, regions, maxDistance, box } = raster;
  const isRegions = settings.colours === "regions";
  const colours = table(settings.colours === "paper" ? paper : cividis);
  const hues = new Map<number, readonly [number, number, number]>();
  const regionColour = (region: number): readonly [number, number, number] => {
    let colour = hues.get(region);
    // Hues a golden angle apart: neighbours seldom look alike.
    if (!colour)
      hues.set(
        region,
        (colour = oklch(0.86, 0.07, (137.5 * hues.size + 20) % 360) as [number, number, number]),
      );
    return colour;
  };
  const scale = maxDistance > 0 ? 256 / maxDistance : 0;
  const pixels = pixelsOf(width, height, (i) => {
    const d = distances[i];
    if (!(d < Infinity)) return null;
    return isRegions ? regionColour(regions[i]) : colours[(d * scale) | 0];
  });
  const { lines, labels } = contoursOf(raster, distances, maxDistance, "m");
  if (isRegions) lines.push({ role: "border", lines: linesOf(raster.borders()) });
  const facts: Fact[] = [
    { label: "Goal", value: goal },
    { label: "Farthest", value: metres(maxDistance) },
    { label: "Reached", value: `${percent(raster.reachable)} of the floor` },
  ];
  const legend = isRegions
    ? null
    : ({
        title: "Distance to the goal",
        low: "0 m",
        high: metres(maxDistance),
        ramp: settings.colours === "paper" ? "paper" : "cividis",
      } as const);
  return {
    picture: { plan: "paths", field: { pixels, width, height, box }, lines, labels, facts, legend },
    probe: probeBy(map, (p) => `${map.distance(p)!.toFixed(3)} m to ${goal}`),
  };
}

/** Arrows over a field, about this many along the longer side. */
const ARROWS = 36;

function arrowsOf(world: World, heading: (p: Point) => Point | null): Drawn {
  const { minX, minY, maxX, maxY } = world.bounds;
  const step = Math.max(maxX - minX, maxY - minY) / ARROWS;
  const list: Point[][] = [];
  for (let y = minY + step / 2; y < maxY; y += step)
    for (let x = minX + step / 2; x < maxX; x += step) {
      const h = world.contains([x, y]) ? heading([x, y]) : null;
      if (!h || (h[0] === 0 && h[1] === 0)) continue;
      const [dx, dy] = [h[0] * step * 0.32, h[1] * step * 0.32];
      const tip: Point = [x + dx, y + dy];
      list.push([[x - dx, y - dy], tip]);
      list.push([
        [tip[0] - 0.5 * dx - 0.35 * dy, tip[1] - 0.5 * dy + 0.35 * dx],
        tip,
        [tip[0] - 0.5 * dx + 0.35 * dy, tip[1] - 0.5 * dy - 0.35 * dx],
      ]);
    }
  return { role: "arrow", lines: linesOf(list) };
}

/** A field of half as many cells along the longer side, since each costs more than a pixel; finer by itself where these would close a passage. */
function fieldOf(world: World, options: PotentialFieldOptions, resolution: number): PotentialField {
  const { minX, minY, maxX, maxY } = world.bounds;
  try {
    return new PotentialField(world, {
      ...options,
      cell: (2 * Math.max(maxX - minX, maxY - minY)) / resolution,
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return new PotentialField(world, options);
  }
}

/** Others who stand where a scene puts single people. */
function standing({ spawns = [] }: Scene, radius: number): Float32Array {
  return Float32Array.from(spawns.flatMap(({ places = [] }) => places.flatMap(([x, y]) => [x, y, radius])));
}

function potentials(world: World, settings: PlanSettings): Made {
  const { radius, epsilon, direction } = settings;
  const goals = goalsOf(world.scene, settings.goals);
  const goal = inWords(goals);
  const angle = (direction * Math.PI) / 180;
  const bent = {
    goals,
    radius,
    epsilon,
    ...(epsilon === 0 ? {} : { vector: [Math.cos(angle), Math.sin(angle)] as const }),
  };
  const field = fieldOf(world, bent, settings.resolution);
  const { grid } = field;
  const level = grid.inner(field.level);
  const { width, height, origin, cell } = grid;
  // Levels are logarithms, and fall to the hundreds in large plans: ranks show all of them alike.
  const finite = Array.from(level)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const colours = table(potential);
  const rank = (value: number): number => {
    let [low, high] = [0, finite.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (finite[middle] < value) low = middle + 1;
      else high = middle;
    }
    return finite.length > 1 ? low / (finite.length - 1) : 0;
  };
  const pixels = pixelsOf(width, height, (i) =>
    Number.isFinite(level[i]) ? colours[(256 * (1 - Math.min(1, rank(level[i])))) | 0] : null,
  );
  const box = {
    minX: origin[0],
    minY: origin[1],
    maxX: origin[0] + width * cell,
    maxY: origin[1] + height * cell,
  };
  const levelAt = ([x, y]: Point): number => field.level[grid.at(x, y)] ?? Number.NaN;
  const facts: Fact[] = [
    { label: "Goal", value: goal },
    { label: "Cells", value: `${field.counts.free} of ${metres(cell)}` },
    {
      label: "Reached",
      value: `${percent(field.reached)} of the floor`,
    },
    { label: "Residual", value: field.residual.toExponential(1) },
  ];
  const describe = probeBy(field, (p) => `${field.distance(p)!.toFixed(2)} m along the field to ${goal}`);
  return {
    picture: {
      plan: "potential",
      field: { pixels, width, height, box },
      lines: [arrowsOf(world, (p) => (Number.isFinite(levelAt(p)) ? field.heading(p) : null))],
      labels: [],
      facts,
      legend: { title: "Potential, by rank", low: "at the goal", high: "at the walls", ramp: "potential" },
    },
    probe: (at, wish) => {
      const probe = describe(at);
      if (!probe?.path || !wish?.localMap) return probe;
      const alone = { radius, facing: field.heading(at) ?? [1, 0], others: standing(world.scene, radius) };
      return { ...probe, localMap: localMapAt(field, at, wish.body ?? (alone as Body)) };
    },
  };
}

/** Flow lines: places with as much flow below them, where it leads from a source to a sink. */
function flowLines(raster: FlowRaster, value: number): Drawn {
  const useful = raster.values.map((flow, i) => (raster.kinds[i] === CELL.useful ? flow : Number.NaN));
  const spacing = value / FLOW_LINES;
  const pieces = Array.from({ length: FLOW_LINES }, (_, k) => contour(raster, useful, (k + 0.5) * spacing));
  return { role: "flow-line", lines: linesOf(value > 0 ? pieces.flat() : []) };
}

/** Flow lines between source and sink. */
const FLOW_LINES = 16;

/** Small arrowheads along courses, some metres apart. */
function ticksOf(courses: readonly (readonly Point[])[], every: number): Drawn {
  const heads: Point[][] = [];
  const size = every / 9;
  for (const points of courses) {
    let left = every / 2;
    for (let i = 1; i < points.length; i++) {
      const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
      const length = Math.hypot(bx - ax, by - ay);
      for (; left <= length; left += every) {
        const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
        const [x, y] = [ax + ux * left, ay + uy * left];
        heads.push([
          [x - size * (ux + 0.6 * uy), y - size * (uy - 0.6 * ux)],
          [x, y],
          [x - size * (ux - 0.6 * uy), y - size * (uy + 0.6 * ux)],
        ]);
      }
      left -= length;
    }
  }
  return { role: "tick", lines: linesOf(heads) };
}

function flows(world: World, { radius, lanes: wantsLanes, resolution }: PlanSettings): Made {
  if (!world.scene.flow) throw new InputError("there is no flow yet: draw a source and a sink", "flow");
  const map = new FlowMap(world);
  const raster = map.raster(Math.min(resolution, 400));
  const { width, height, values, kinds, box } = raster;
  const share = (flow: number): number => (map.value > 0 ? Math.min(1, Math.max(0, flow / map.value)) : 0);
  // Beyond what leads from source to sink there is nothing to see.
  const pixels = pixelsOf(width, height, (i) =>
    kinds[i] === CELL.useful ? flowPixel(share(values[i])) : null,
  );
  const body = Math.max(radius, 0.05);
  const system = wantsLanes ? optimizeLanes(map.lanes(body)) : null;
  const cut = (system?.cut ?? map.minCut).map(({ a, b }): Point[] => [a, b]);
  const lines: Drawn[] = [flowLines(raster, map.value), { role: "cut", lines: linesOf(cut) }];
  const facts: Fact[] = [
    { label: "Greatest flow", value: `${metres(map.value)} wide` },
    { label: "Narrowest", value: `${map.minCut.length} ${map.minCut.length === 1 ? "gate" : "gates"}` },
  ];
  if (system) {
    const certificate = verify(system);
    const length = system.lanes.reduce((sum, lane) => sum + lane.length, 0);
    const courses = system.lanes.map(({ points }) => points);
    lines.push({ role: "lane", lines: linesOf(courses) }, ticksOf(courses, 10 * body));
    facts.push(
      { label: "Lanes", value: `${system.lanes.length} of at most ${system.bound}, radius ${metres(body)}` },
      {
        label: "Together",
        value: `${metres(length)}${certificate.lengthBound ? `, at least ${metres(certificate.lengthBound)} is needed` : ""}`,
      },
      {
        label: "Capacity",
        value: `${map.capacity({ radius: body, speed: 1.34 }).toFixed(2)} persons/s at 1.34 m/s`,
      },
      { label: "Certificate", value: certificate.holds ? "holds" : "does not hold" },
    );
  }
  return {
    picture: {
      plan: "flow",
      field: { pixels, width, height, box },
      lines,
      labels: [],
      facts,
      legend: { title: "Flow from the lower wall", low: "0 m", high: metres(map.value), ramp: "flow" },
    },
    probe: (at) => {
      const flow = map.flowAt(at);
      return {
        at,
        level: 0,
        path: null,
        circle: null,
        text: flow === null ? "not on the floor" : `${metres(flow)} of flow to the lower wall`,
      };
    },
  };
}

function roadmaps(world: World, { radius, goals: wanted }: PlanSettings): Made {
  const map = new Roadmap(world);
  const wide: Point[][] = [];
  const narrow: Point[][] = [];
  for (const { points, least } of edgesOf(map)) (least < radius ? narrow : wide).push(points);
  const goals = Object.keys(world.scene.goals ?? {}).length > 0 ? goalsOf(world.scene, wanted) : null;
  const guide = goals && new RoadmapGuide(map, { goals, radius });
  const facts: Fact[] = [
    { label: "Sites", value: String(map.size) },
    { label: "Edges", value: `${wide.length} wide enough for ${metres(radius)}, ${narrow.length} not` },
  ];
  return {
    picture: {
      plan: "roadmap",
      field: null,
      lines: [
        { role: "edge-narrow" as Role, lines: linesOf(narrow) },
        { role: "edge" as Role, lines: linesOf(wide) },
      ],
      labels: [],
      facts,
      legend: null,
    },
    probe: (at) => {
      if (!world.contains(at)) return { at, level: 0, path: null, circle: null, text: "not on the floor" };
      const radius = map.clearance(at);
      const path = guide?.pathFrom(at) ?? null;
      const way = path ? `, ${guide!.distance(at)!.toFixed(2)} m to ${inWords(goals!)}` : "";
      return { at, level: 0, path, circle: { at, radius }, text: `${metres(radius)} of room${way}` };
    },
  };
}

function planOf(plan: Plan, world: World, settings: PlanSettings): Made {
  if (plan === "flow") return flows(world, settings);
  if (plan === "potential") return potentials(world, settings);
  return plan === "roadmap" ? roadmaps(world, settings) : paths(world, settings);
}

/** Makes a plan. In a building path maps lead through all of it; the other planners show one level by itself. */
export function make({ plan, scene, level, settings }: PlanOrder): Made {
  if (!isBuilding(scene)) return planOf(plan, new World(scene), settings);
  if (plan === "paths") return buildingPaths(new World(new Building(scene)), level, settings);
  if (level === null) throw new InputError("all levels together have path maps alone: choose a level");
  const made = planOf(plan, new World(levelScene(scene, scene.levels[level].name)), settings);
  const alone = { label: "Level", value: `${scene.levels[level].name} by itself, without stairs and lifts` };
  return {
    picture: { ...made.picture, facts: [alone, ...made.picture.facts] },
    probe: (at, wish) => {
      const probe = wish?.level === level ? made.probe(at, wish) : null;
      return probe && { ...probe, level };
    },
  };
}
