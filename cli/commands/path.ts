/** `wayfield path SCENE`: paths to a goal. */
import type { Command } from "commander";
import { type Guide, InputError, type Point, type World } from "../../src/index.js";
import { PLANNERS } from "../../src/simulation/index.js";
import { PlannerTable } from "../../src/simulation/internal.js";
import { goalPlaces } from "../../src/world/index.js";
import { printJson } from "../files.js";
import { atTime, hasCosts, hasStart } from "../pathmaps.js";
import { type ChosenPlanner, chosenPlanner } from "../planner-file.js";
import { progressBar } from "../progress.js";
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

/** The guide of a planner to a goal of the scene. */
function guideOf(world: World, { planner, planners }: ChosenPlanner, goal: string, radius: number): Guide {
  const table = new PlannerTable(planners);
  table.check(planner, "--planner");
  const { barriers = [], weights = [] } = world.scene;
  const bar = progressBar("planning");
  try {
    const goals = goalPlaces(world, [goal]);
    return table.named(planner)(world, { goals, radius, barriers, weights, progress: bar.show });
  } finally {
    bar.end();
  }
}

/** Whether a path's cost says more than its length: not where it is the planner's own field. */
function showsCost(world: World, planner: string, goal: string): boolean {
  if (planner === "pathmap") return hasCosts(world, goal);
  return planner === "roadmap" ? hasStart(world, goal) : !Object.hasOwn(PLANNERS, planner);
}

async function path(sceneName: string, options: PathCommandOptions): Promise<void> {
  const { goal, from = [], queries, radius, time, json } = options;
  const starts = [...from, ...(queries === undefined ? [] : readQueries(queries))];
  if (starts.length === 0)
    throw new InputError("path: from where? give --from X,Y (repeatable) or --queries FILE.csv");
  const { world } = loadWorld(sceneName, (scene) => atTime(scene, goal, time));
  const chosen = await chosenPlanner(options.planner);
  const { planner } = chosen;
  const guide = guideOf(world, chosen, goal, radius);
  const costs = showsCost(world, planner, goal);
  const results = starts.map((p): Result => {
    const points = guide.pathFrom(p);
    if (points === null)
      return { from: p, distance: null, points: null, reason: guide.reason?.(p) ?? "no way" };
    return { from: p, distance: guide.distance(p), ...(costs && { cost: guide.cost(p) }), points };
  });
  if (json) printJson({ planner, goal, radius, ...(time !== undefined && { time }), results });
  else printResults(results);
  // Starts of a file are data; one on the command line that nobody can stand at is a mistake.
  const lost = results
    .slice(0, from.length)
    .find(({ from: p, points }) => points === null && !world.contains(p));
  if (lost) throw new InputError(lost.reason ?? "not on free ground", `--from ${lost.from.join(",")}`);
}

/** Prints a line per start. */
function printResults(results: readonly Result[]): void {
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
    .option(
      "--planner <name>",
      `who finds the paths: ${Object.keys(PLANNERS).join(", ")}, or a file such as ./mine.js whose default export makes guides`,
      "pathmap",
    );
  addJson(addTime(addRadius(command))).action(path);
}
