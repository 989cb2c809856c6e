/** `wayfield run MESH`: agents walk over a triangle mesh together, recorded and drawn. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { type Camera, surfacePicture } from "../../src/draw/index.js";
import { InputError } from "../../src/index.js";
import { isBuiltinSurface } from "../../src/scenes/index.js";
import {
  type Point3,
  type SurfaceAgentOptions,
  SurfaceAgents,
  type SurfaceField,
  SurfaceGround,
  type SurfaceMesh,
  scatterAgents,
  type Walked,
  walkAgents,
} from "../../src/surface/index.js";
import { makeFolder, printerBeside, printJson, writeFile } from "../files.js";
import { cameraOf, collect, goalPoints, loadMesh, placeOf, regionOf, UPS } from "../meshes.js";
import { metres, positive, wholeNumber } from "../options.js";
import { svgToPng } from "../png.js";
import { progressBar } from "../progress.js";

/** Options of `run` that are about meshes. */
export interface MeshRunOptions {
  goal?: string[];
  from?: string[];
  agents?: number;
  block?: string[];
  radius?: number;
  height?: number;
  up?: keyof typeof UPS;
  speed?: number;
  reach?: number;
  epsilon?: number;
  vector?: Point3;
  view?: Camera;
}

/** Options that runs of meshes and of scenes share. */
interface SharedOptions {
  out?: string;
  png?: string;
  seed?: number;
  step?: number;
  duration?: number;
  fps: number;
  json?: boolean;
}

const OF_MESHES = [
  "goal",
  "from",
  "agents",
  "block",
  "radius",
  "height",
  "up",
  "speed",
  "reach",
  "epsilon",
  "vector",
  "view",
] satisfies (keyof MeshRunOptions)[];
const SHARED = ["out", "png", "seed", "step", "duration", "fps", "json"] satisfies (keyof SharedOptions)[];

/** Whether a name is that of a mesh: a built-in surface, or a file of a mesh. */
export function isMesh(name: string): boolean {
  return isBuiltinSurface(name) || /\.(obj|ply|stl|gltf|glb)$/i.test(name);
}

/** Refuses options that a run of this kind would not heed. */
export function refuseOthers(command: Command, ofMesh: boolean): void {
  const known: readonly string[] = [...OF_MESHES, ...SHARED];
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== "cli") continue;
    const isRefused = ofMesh ? !known.includes(name) : (OF_MESHES as readonly string[]).includes(name);
    if (isRefused)
      throw new InputError(`${option.long}: is of ${ofMesh ? "scenes" : "meshes"} only; leave it out`);
  }
}

function vectorOf(text: string): Point3 {
  const parts = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (parts.length === 3 && parts.every(Number.isFinite)) return parts as unknown as Point3;
  throw new InputError(`--vector: three numbers X,Y,Z are needed; given: ${text}`);
}

/** Adds the options that are about meshes. */
export function addMeshOptions(command: Command): Command {
  return command
    .option("--goal <place>", "meshes: v12 or X,Y,Z; with /R, all faces within R metres; repeatable", collect)
    .option("--from <place>", "meshes: where one sets out, v12 or X,Y,Z; repeatable", collect)
    .option(
      "--agents <number>",
      "meshes: how many set out from places drawn at random",
      wholeNumber(1, 100_000),
    )
    .option("--block <place>", "meshes: an obstacle, as --goal; repeatable", collect)
    .option("--radius <metres>", "meshes: radius of those who walk, >= 0 (default: 0)", metres)
    .option("--height <metres>", "meshes: height of those who walk, >= 0 (default: 0)", metres)
    .addOption(
      new Option("--up <axis>", "meshes: where heads point (default: normal)").choices(Object.keys(UPS)),
    )
    .option("--speed <m/s>", "meshes: how fast everybody walks, > 0 (default: 1.34)", positive)
    .option(
      "--reach <metres>",
      "meshes: how far local maps extend, > 0 (default: 8 mean edges of the mesh, at least 6 radii)",
      positive,
    )
    .option("--epsilon <number>", "meshes: how strongly --vector bends ways (default: 0)", Number)
    .option("--vector <x,y,z>", "meshes: direction to which ways are bent, on the tangent planes", vectorOf)
    .addOption(new Option("--view <angles>", "meshes: camera, as in surface").argParser(cameraOf));
}

/** Eight edges of mean length: room to walk around somebody a few edges wide. */
function reachOn(mesh: SurfaceMesh, radius: number): number {
  let sum = 0;
  for (let h = 0; h < mesh.corners.length; h++) sum += mesh.edgeLength(h);
  return Math.max((8 * sum) / mesh.corners.length, 6 * radius);
}

/** The agents of a run. */
function crowdOn(field: SurfaceField, options: MeshRunOptions & SharedOptions): SurfaceAgents {
  const { radius = 0, speed, epsilon = 0, vector, agents, seed, reach } = options;
  if ((vector === undefined) !== (options.epsilon === undefined))
    throw new InputError("--epsilon and --vector: one needs the other");
  const { mesh } = field.ground;
  const crowd = new SurfaceAgents({ reach: reach ?? reachOn(mesh, radius) });
  const kind: Omit<SurfaceAgentOptions, "at"> = {
    field,
    radius,
    ...(speed === undefined ? {} : { speed }),
    ...(vector && epsilon !== 0 ? { bend: { epsilon, vector } } : {}),
  };
  for (const text of options.from ?? []) {
    try {
      crowd.add({ ...kind, at: placeOf(mesh, text, "--from") });
    } catch (error) {
      if (error instanceof InputError && error.where === "at")
        throw new InputError(`--from ${text}: ${error.message.replace(/^at: /, "")}`);
      throw error;
    }
  }
  if (agents !== undefined) scatterAgents(crowd, agents, kind, seed);
  return crowd;
}

/** Runs agents over a mesh and writes what was asked for. */
export async function runMesh(name: string, options: MeshRunOptions & SharedOptions): Promise<void> {
  const { goal, from = [], agents, block = [], radius = 0, height = 0, up = "normal" } = options;
  if (goal === undefined) throw new InputError("run: a mesh has no goals of its own; give --goal PLACE");
  if (from.length === 0 && agents === undefined)
    throw new InputError("run: a mesh has nobody on it; give --from PLACE, --agents NUMBER or both");
  const { mesh, notes } = await loadMesh(name, 0);
  for (const note of notes) process.stderr.write(`note: ${note}\n`);
  const obstacles = block.map((text) => regionOf(mesh, text, "--block"));
  const ground = new SurfaceGround(mesh, { obstacles, radius, height, up: UPS[up] });
  const field = ground.field(goal.map((text) => regionOf(mesh, text, "--goal")));
  const crowd = crowdOn(field, options);
  const { step, duration, fps } = options;
  const bar = progressBar("walking");
  const walked = walkAgents(crowd, {
    fps,
    ...(step === undefined ? {} : { step }),
    ...(duration === undefined ? {} : { duration }),
    progress: (share) => bar.show(share, `${crowd.agents.length - crowd.size} arrived`),
  });
  bar.end();
  finish(name, field, crowd, walked, options);
}

function finish(
  name: string,
  field: SurfaceField,
  crowd: SurfaceAgents,
  walked: Walked,
  options: MeshRunOptions & SharedOptions,
): void {
  const { out, png, goal = [], view, json } = options;
  const { mesh } = field.ground;
  const arrived = walked.arrivals.filter((time) => time !== null).length;
  const files: string[] = [];
  const write = (file: string, data: string | Uint8Array): void => {
    writeFile(file, data);
    files.push(file);
  };
  const picture = surfacePicture(field, {
    ...(view ? { camera: view } : {}),
    title: name.replace(/^.*[\\/]/, ""),
    subtitle: `${arrived} of ${crowd.agents.length} arrived, ${walked.time.toFixed(1)} s`,
    paths: walked.ways,
    goals: goalPoints(mesh, goal),
  }).toSvg();
  if (png !== undefined) write(png, svgToPng(picture));
  const summary = {
    mesh: name,
    vertices: mesh.vertexCount,
    faces: mesh.faceCount,
    agents: crowd.agents.length,
    arrived,
    time: walked.time,
    people: crowd.agents.map(({ id, walked: metresWalked }) => ({
      id,
      from: walked.ways[id][0],
      walked: metresWalked,
      arrived: walked.arrivals[id],
    })),
  };
  if (out !== undefined) {
    makeFolder(out);
    write(join(out, "trajectories.csv"), csvOf(walked));
    write(join(out, "ways.svg"), picture);
    write(join(out, "ways.png"), svgToPng(picture));
    files.push(join(out, "summary.json"));
    writeFile(join(out, "summary.json"), `${JSON.stringify({ ...summary, files }, null, 2)}\n`);
  }
  if (json) {
    printJson({ ...summary, files });
    return;
  }
  const print = printerBeside(png);
  print(
    `${name}: ${arrived} of ${crowd.agents.length} arrived, ${walked.time.toFixed(1)} s: ${files.join(", ")}\n`,
  );
}

/** A line for each agent in each frame. */
function csvOf({ frames }: Walked): string {
  const lines = frames.flatMap(({ time, agents }, frame) =>
    agents.map(({ id, position }) => `${frame},${time},${id},${position.join(",")}`),
  );
  return `frame,time,id,x,y,z\n${lines.join("\n")}\n`;
}
