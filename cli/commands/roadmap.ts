/** `wayfield roadmap SCENE`: the Voronoi roadmap of a plan. */
import { type Command, Option } from "commander";
import { buildingPage, pathsOnPage, type RoadmapDrawOptions, roadmapPicture } from "../../src/draw/index.js";
import { pathLength } from "../../src/geometry/index.js";
import { InputError, type Point, type Ring } from "../../src/index.js";
import {
  channelOf,
  edgesOf,
  Roadmap,
  type Route,
  RouteFinder,
  type RouteGate,
  roadmapGeoJson,
  shortestInChannel,
  smoothPath,
} from "../../src/roadmap/index.js";
import { printerBeside, printJson, writeFile } from "../files.js";
import { metres } from "../options.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";
import { progressBar } from "../progress.js";
import { collectPoint } from "../queries.js";
import { addJson, addProfile, addScene, forProfile, loadAnyWorld } from "../scene.js";

interface RoadmapCommandOptions extends PictureOptions {
  geojson?: string;
  radius: number;
  from?: Point[];
  to?: Point[];
  shape: keyof typeof SHAPES;
  channel: "circles" | "triangles" | "none";
  profile?: string;
  json?: boolean;
}

/** How a route is drawn as a path. */
const SHAPES = {
  roadmap: (_: Roadmap, route: Route): readonly Point[] => route.points,
  smooth: (map: Roadmap, route: Route, radius: number): readonly Point[] =>
    smoothPath(map, route, radius).points(0.2),
  shortest: (map: Roadmap, route: Route, radius: number): readonly Point[] =>
    shortestInChannel(map, route, radius),
};

/** The route that was asked for, as a path and with the channel around it. */
interface Found {
  readonly facts?: {
    readonly length: number;
    readonly gate: RouteGate | null;
    readonly points: readonly Point[];
  };
  readonly drawn: Pick<RoadmapDrawOptions, "paths" | "channel">;
}

function routeOf(map: Roadmap, { from, to, radius, shape, channel }: RoadmapCommandOptions): Found {
  if (!from && !to) return { drawn: {} };
  if (map.world?.building)
    throw new InputError(
      "routes through a building: wayfield path SCENE --planner roadmap --goal G --from LEVEL:X,Y",
      from ? "--from" : "--to",
    );
  if (from?.length !== 1 || to?.length !== 1)
    throw new InputError("a route needs one --from X,Y and one --to X,Y");
  const route = new RouteFinder(map).find(from[0], to[0], { radius });
  if (route.points === null) throw new InputError(`--from ${from[0]} --to ${to[0]}: ${route.reason}`);
  const points = SHAPES[shape](map, route, radius);
  const facts = { length: pathLength(points), gate: route.gate, points };
  if (channel === "none") return { facts, drawn: { paths: [points] } };
  const around = channel === "circles" ? channelOf(map, route) : trianglesOf(map, route);
  return { facts, drawn: { paths: [points], channel: around } };
}

/** The free triangles that a route crosses: the channel of a navigation mesh. */
function trianglesOf({ space }: Roadmap, { points }: Route): Ring[] {
  const { triangles, coords } = space.triangulation.mesh;
  const faces = new Set<number>();
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
    for (let t = 0; t <= 1; t += 1 / 32) faces.add(space.faceAt(ax + t * (bx - ax), ay + t * (by - ay)));
  }
  faces.delete(-1);
  const corner = (e: number): Point => [coords[2 * triangles[e]], coords[2 * triangles[e] + 1]];
  return [...faces].map((f) => [corner(3 * f), corner(3 * f + 1), corner(3 * f + 2)]);
}

/** The picture of a roadmap; of a building with its levels side by side. */
function pictureOf(map: Roadmap, options: RoadmapDrawOptions): string {
  const { building, scene } = map.world!;
  if (!building) return roadmapPicture(scene, edgesOf(map), options).toSvg();
  const page = buildingPage(building, scene);
  const edges = [...edgesOf(map)].flatMap(({ points, least }) =>
    pathsOnPage(page, [points]).map((piece) => ({ points: piece, least })),
  );
  return roadmapPicture(page.scene, edges, options).toSvg();
}

function roadmap(sceneName: string, options: RoadmapCommandOptions): void {
  const { geojson, radius, size, theme, json } = options;
  const { world: plan } = loadAnyWorld(sceneName);
  const world = forProfile(plan, options.profile, options.from ? "a route along the roadmap" : null);
  const bar = progressBar("roadmap");
  const started = performance.now();
  const map = new Roadmap(world, { progress: bar.show });
  const buildMs = performance.now() - started;
  bar.end();
  const files: string[] = [];
  if (geojson !== undefined) {
    writeFile(geojson, `${JSON.stringify(roadmapGeoJson(map))}\n`);
    files.push(geojson);
  }
  const route = routeOf(map, options);
  const pictures = writePicture(options, () => pictureOf(map, { radius, size, theme, ...route.drawn }));
  for (const file of pictures) files.push(file);
  const { size: sites, vertices, edges } = map;
  const facts = { sites, vertices, edges, buildMs, ...(route.facts && { route: route.facts }) };
  if (json) {
    printJson(facts);
    return;
  }
  const number = (n: number): string => n.toLocaleString("en-US");
  const print = printerBeside(geojson, options.png, options.svg);
  if (route.facts) {
    const { length, gate } = route.facts;
    const narrowest = gate
      ? `, narrowest ${gate.width.toPrecision(4)} m at [${gate.point.map((x) => x.toFixed(3)).join(", ")}]`
      : "";
    print(`route: ${length.toFixed(3)} m${narrowest}\n`);
  }
  print(
    `${number(facts.sites)} sites, ${number(vertices)} vertices, ${number(edges)} edges; ` +
      `built in ${buildMs.toFixed(1)} ms${files.length > 0 ? `: ${files.join(", ")}` : ""}\n`,
  );
}

/** Registers the command. */
export function registerRoadmap(program: Command): void {
  const command = program
    .command("roadmap")
    .description("the Voronoi roadmap of a plan: the ways that keep farthest from all obstacles");
  addScene(command)
    .option("--geojson <file>", "write the edges as GeoJSON, with length, least and greatest clearance")
    .option("--radius <metres>", "draw edges that are too narrow for this radius faintly, >= 0", metres, 0)
    .option(
      "--from <x,y>",
      "a route from here: its length and narrowest place are printed, and it is drawn",
      collectPoint,
    )
    .option("--to <x,y>", "to here", collectPoint)
    .addOption(
      new Option("--shape <name>", "the route along the roadmap, rounded off, or pulled tight in its channel")
        .choices(Object.keys(SHAPES))
        .default("roadmap"),
    )
    .addOption(
      new Option("--channel <what>", "around the route: empty circles, or the triangles of a navigation mesh")
        .choices(["circles", "triangles", "none"])
        .default("circles"),
    );
  addJson(addProfile(addPictureOptions(command))).action(roadmap);
}
