/** `wayfield path SCENE`: paths to a goal. */
import { type Command, Option } from "commander";
import { InputError, type Point } from "../../src/index.js";
import { printJson } from "../files.js";
import { atTime } from "../pathmaps.js";
import { PLANNERS } from "../planners.js";
import { collectPoint, readQueries } from "../queries.js";
import { addGoal, addJson, addRadius, addScene, addTime, loadWorld } from "../scene.js";

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
  const { world } = loadWorld(sceneName, (scene) => atTime(scene, goal, time));
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

/** Registers the command. */
export function registerPath(program: Command): void {
  const command = program
    .command("path")
    .description("paths from points to a goal: the shortest, exact, or those of another planner");
  addGoal(addScene(command))
    .option("--from <x,y>", "a start; repeatable", collectPoint)
    .option("--queries <file>", "CSV file of starts with the header x,y")
    .addOption(
      new Option("--planner <name>", "who finds the paths").choices(Object.keys(PLANNERS)).default("pathmap"),
    );
  addJson(addTime(addRadius(command))).action(path);
}
