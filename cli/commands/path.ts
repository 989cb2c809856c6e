/** `wayfield path SCENE`: paths to a goal. */
import { type Command, Option } from "commander";
import { InputError, type Point, World } from "../../src/index.js";
import { loadScene, printJson } from "../files.js";
import { metres, seconds } from "../options.js";
import { atTime } from "../pathmaps.js";
import { PLANNERS } from "../planners.js";
import { collectPoint, readQueries } from "../queries.js";

interface PathCommandOptions {
  goal: string;
  from?: Point[];
  queries?: string;
  radius: number;
  time?: number;
  planner: string;
  json?: boolean;
}

interface Result {
  readonly from: Point;
  readonly distance: number | null;
  /** What the path minimises, where that is not its length. */
  readonly cost?: number | null;
  readonly points: readonly Point[] | null;
  readonly reason?: string;
}

function path(sceneName: string, options: PathCommandOptions): void {
  const { goal, from = [], queries, radius, time, planner, json } = options;
  const starts = [...from, ...(queries === undefined ? [] : readQueries(queries))];
  if (starts.length === 0)
    throw new InputError("path: from where? give --from X,Y (repeatable) or --queries FILE.csv");
  const { scene, notes } = loadScene(sceneName);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const world = worldOf(sceneName, atTime(scene, goal, time));
  const { guide, hasCosts } = PLANNERS[planner](world, goal, radius);
  const results = starts.map((p): Result => {
    const points = guide.pathFrom(p);
    if (points === null)
      return { from: p, distance: null, points: null, reason: guide.reason?.(p) ?? "no way" };
    return { from: p, distance: guide.distance(p), ...(hasCosts && { cost: guide.cost(p) }), points };
  });
  if (json) {
    printJson({ planner, goal, radius, ...(time !== undefined && { time }), results });
    return;
  }
  for (const result of results) {
    const place = `${result.from[0]},${result.from[1]}`;
    if (result.points === null) process.stdout.write(`${place}: no path: ${result.reason}\n`);
    else {
      const corners = result.points.map(([x, y]) => `${x},${y}`).join("  ");
      const cost = result.cost ? ` at a cost of ${result.cost.toFixed(3)}` : "";
      process.stdout.write(
        `${place}: ${result.distance!.toFixed(3)} m${cost} over ${result.points.length} points: ${corners}\n`,
      );
    }
  }
}

/** A world from a scene; what is wrong with it is said with the file's name. */
export function worldOf(sceneName: string, scene: ConstructorParameters<typeof World>[0]): World {
  try {
    return new World(scene);
  } catch (error) {
    throw error instanceof InputError ? error.within(sceneName) : error;
  }
}

/** Registers the command. */
export function registerPath(program: Command): void {
  program
    .command("path")
    .description("paths from points to a goal: the shortest, exact, or those of another planner")
    .argument("<scene>", "a scene file or the name of a built-in scene")
    .requiredOption("--goal <name>", "name of a goal of the scene")
    .option("--from <x,y>", "a start; repeatable", collectPoint)
    .option("--queries <file>", "CSV file of starts with the header x,y")
    .option("--radius <metres>", "radius of those who walk, >= 0", metres, 0)
    .addOption(
      new Option("--planner <name>", "who finds the paths").choices(Object.keys(PLANNERS)).default("pathmap"),
    )
    .option("--time <seconds>", "where schedules move things: the scene as it is then", seconds)
    .option("--json", "print one JSON document")
    .action(path);
}
