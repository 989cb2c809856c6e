/** `wayfield surface MESH`: paths over a triangle mesh. */
import { type Command, Option } from "commander";
import { type Camera, surfacePicture } from "../../src/draw/index.js";
import { writeGlb, writePathsObj } from "../../src/io/index.js";
import { BUILTIN_SURFACES } from "../../src/scenes/index.js";
import {
  GeodesicMap,
  type Place,
  type Point3,
  SurfaceGround,
  type SurfaceMesh,
  type SurfacePath,
  type WeightsName,
} from "../../src/surface/index.js";
import { printerBeside, printJson, writeFile } from "../files.js";
import { cameraOf, collect, goalPoints, loadMesh, placeOf, regionOf, UPS } from "../meshes.js";
import { metres, wholeNumber } from "../options.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";

interface SurfaceCommandOptions extends PictureOptions {
  goal: string[];
  from?: string[];
  block?: string[];
  weights: WeightsName;
  limits: "wall" | "free";
  radius: number;
  height: number;
  up: "normal" | "x" | "y" | "z";
  leak?: number;
  weld: number;
  smooth: number;
  geodesic?: boolean;
  glb?: string;
  obj?: string;
  view: Camera;
  colours: "level" | "potential";
  isolines: number;
  edges?: boolean;
  json?: boolean;
}

interface Result {
  readonly from: Point3;
  readonly length: number | null;
  readonly points: readonly Point3[] | null;
  readonly reason?: string;
  readonly offSurface?: number;
  readonly geodesic?: { readonly length: number; readonly points: readonly Point3[] } | null;
}

async function surface(meshName: string, options: SurfaceCommandOptions): Promise<void> {
  const { weights, limits, radius, height, leak, smooth, json } = options;
  const { mesh, notes } = await loadMesh(meshName, options.weld);
  for (const note of notes) process.stderr.write(`note: ${note}\n`);
  const obstacles = (options.block ?? []).map((text) => regionOf(mesh, text, "--block"));
  const started = performance.now();
  const ground = new SurfaceGround(mesh, {
    obstacles,
    weights,
    limits,
    radius,
    height,
    up: UPS[options.up],
    ...(leak === undefined ? {} : { leak }),
  });
  const goals = options.goal.map((text) => regionOf(mesh, text, "--goal"));
  const field = ground.field(goals);
  const solveMs = performance.now() - started;
  // Less is rounding: a point was on the mesh.
  if (field.goalDistance > 1e-9 * Math.sqrt(mesh.totalArea))
    process.stderr.write(
      `note: the goal is ${field.goalDistance.toPrecision(4)} m off the mesh; the nearest place is taken\n`,
    );
  const shortestTo = geodesics(ground);
  const results = (options.from ?? []).map((text): Result => {
    const place = placeOf(mesh, text, "--from");
    const near = "kind" in place ? null : mesh.nearest(place);
    const start = near ? near.point : (place as Exclude<Place, Point3>);
    const from = mesh.position(start);
    const off = near && near.distance > 0 ? { offSurface: near.distance } : {};
    const answer = field.follow(start, { smooth });
    if (answer.path === null) return { from, length: null, points: null, reason: answer.reason, ...off };
    const { length, points } = answer.path;
    const shortest = options.geodesic ? shortestTo(answer.path) : undefined;
    return { from, length, points, ...off, ...(shortest === undefined ? {} : { geodesic: shortest }) };
  });
  const files = await writeFiles(meshName, options, field, mesh, results);
  if (json) {
    printJson({
      vertices: mesh.vertexCount,
      faces: mesh.faceCount,
      weights,
      solveMs,
      goalOffSurface: field.goalDistance,
      components: mesh.componentCount,
      boundaryLoops: mesh.boundaryLoops().length,
      eulerCharacteristic: mesh.eulerCharacteristic,
      blocked: ground.tags.reduce((sum, tag) => sum + (tag === 0 ? 0 : 1), 0),
      notes,
      results,
    });
    return;
  }
  const print = printerBeside(options.png, options.svg, options.glb, options.obj);
  print(
    `${mesh.vertexCount} vertices, ${mesh.faceCount} faces, ${mesh.componentCount} part(s); ${weights} weights, ` +
      `solved in ${solveMs.toFixed(1)} ms${files.length > 0 ? `: ${files.join(", ")}` : ""}\n`,
  );
  for (const { from, length, points, reason, geodesic } of results) {
    const place = from.map((x) => Number(x.toPrecision(6))).join(",");
    const beside = geodesic ? `; the shortest is ${geodesic.length.toFixed(4)} m` : "";
    print(
      points === null
        ? `${place}: no path: ${reason}\n`
        : `${place}: ${length!.toFixed(4)} m over ${points.length} points${beside}\n`,
    );
  }
}

/** Shortest paths between the ends of paths; those to one end share a map. */
function geodesics(ground: SurfaceGround): (path: SurfacePath) => Result["geodesic"] {
  const maps = new Map<string, GeodesicMap>();
  return ({ places }) => {
    const [from, to] = [places[0], places[places.length - 1]];
    const key = JSON.stringify(to);
    const map = maps.get(key) ?? new GeodesicMap(ground, to);
    maps.set(key, map);
    const shortest = map.pathFrom(from);
    return shortest && { length: shortest.length, points: shortest.points };
  };
}

async function writeFiles(
  meshName: string,
  options: SurfaceCommandOptions,
  field: ReturnType<SurfaceGround["field"]>,
  mesh: SurfaceMesh,
  results: readonly Result[],
): Promise<string[]> {
  const { glb, obj, view: camera, colours, isolines, edges, theme, size } = options;
  const paths = results.flatMap(({ points }) => (points ? [points] : []));
  const pictures = writePicture(options, () =>
    surfacePicture(field, {
      camera,
      colours,
      isolines,
      edges: edges ?? false,
      theme,
      size,
      title: meshName.replace(/^.*[\\/]/, ""),
      subtitle: `${mesh.faceCount.toLocaleString("en")} faces, ${options.weights} weights`,
      paths,
      geodesics: results.flatMap(({ geodesic }) => (geodesic ? [geodesic.points] : [])),
      goals: goalPoints(mesh, options.goal),
    }).toSvg(),
  );
  if (glb !== undefined) {
    writeFile(glb, await writeGlb({ mesh: { positions: mesh.positions, faces: mesh.corners }, paths }));
  }
  if (obj !== undefined) writeFile(obj, writePathsObj(paths));
  return [...pictures, ...[glb, obj].filter((file) => file !== undefined)];
}

/** Registers the command. */
export function registerSurface(program: Command): void {
  const names = BUILTIN_SURFACES.map(({ name, description }) => `  ${name.padEnd(8)}${description}`).join(
    "\n",
  );
  const command = program
    .command("surface")
    .description("paths over a triangle mesh, down a potential")
    .argument("<mesh>", "an OBJ, PLY, STL, glTF or GLB file, or the name of a built-in surface")
    .requiredOption("--goal <place>", "v12 or X,Y,Z; with /R, all faces within R metres; repeatable", collect)
    .option("--from <place>", "a start, v12 or X,Y,Z; repeatable", collect)
    .option(
      "--block <place>",
      "an obstacle, v12 or X,Y,Z, with /R for all faces within R metres; repeatable",
      collect,
    )
    .addOption(
      new Option("--weights <name>", "cotan converges; influence is the thesis's")
        .choices(["cotan", "influence"])
        .default("cotan"),
    )
    .addOption(
      new Option("--limits <what>", "whether edges of one face are walls or just the end of the surface")
        .choices(["wall", "free"])
        .default("wall"),
    )
    .option("--radius <metres>", "radius of those who walk, >= 0", metres, 0)
    .option("--height <metres>", "height of those who walk, >= 0: nobody passes under lower folds", metres, 0)
    .addOption(
      new Option("--up <axis>", "where heads point: along the surface's normal, or an axis")
        .choices(["normal", "x", "y", "z"])
        .default("normal"),
    )
    .option(
      "--leak <number>",
      "how fast the potential decays away from walls, 1/m^2 >= 0; found by default",
      metres,
    )
    .option("--weld <metres>", "join vertices at most this far apart", metres, 0)
    .option("--smooth <rounds>", "straighten paths", wholeNumber(0, 10_000), 0)
    .option("--geodesic", "give the shortest path beside each path")
    .option("--glb <file>", "write the mesh and the paths as binary glTF")
    .option("--obj <file>", "write the paths as OBJ lines")
    .addOption(
      new Option("--view <angles>", "camera: AZIMUTH,ELEVATION in degrees, then ,y where y points up")
        .argParser(cameraOf)
        .default({}, "the picture's own"),
    )
    .addOption(
      new Option("--colours <what>", "level tells places apart everywhere; potential is the thesis's 0 to 1")
        .choices(["level", "potential"])
        .default("level"),
    )
    .option("--isolines <count>", "lines of equal potential", wholeNumber(0, 200), 24)
    .option("--edges", "draw the edges of the mesh");
  addPictureOptions(command)
    .option("--json", "print one JSON document")
    .addHelpText("after", `\nBuilt-in surfaces:\n${names}\n`)
    .action(surface);
}
