/** `wayfield path SCENE`: paths to a goal. */
import { type Command, Option } from "commander";
import { HeadingGuide } from "../../src/crowd/internal.js";
import {
  type Guide,
  InputError,
  PathMap,
  type Point,
  RasterMap,
  type Scene,
  type World,
} from "../../src/index.js";
import { PLANNERS } from "../../src/simulation/index.js";
import { heedsSpeed, PlannerTable, paceOfProfile, refuseOneFloor } from "../../src/simulation/internal.js";
import { goalPlaces } from "../../src/world/index.js";
import { printJson } from "../files.js";
import { cellOption, wholeNumber } from "../options.js";
import { atTime, hasCosts, hasStart } from "../pathmaps.js";
import { blamePlanner, type ChosenPlanner, chosenPlanner } from "../planner-file.js";
import { progressBar } from "../progress.js";
import { checkStarts, collectStart, readQueries, type Start, startIn } from "../queries.js";
import {
  addGoal,
  addJson,
  addProfile,
  addRadius,
  addScene,
  addTime,
  forProfile,
  loadAnyWorld,
} from "../scene.js";

interface PathCommandOptions {
  goal: string;
  from?: Start[];
  queries?: string;
  radius: number;
  time?: number;
  planner: string;
  cell?: number;
  /** Cells along the longer side of a raster to answer from. */
  raster?: number;
  profile?: string;
  /** What ways are the least of. */
  by: "length" | "time";
  json?: boolean;
}

interface Result {
  readonly from: Point;
  /** In a building: the level of the start, and of each point. */
  readonly level?: string;
  readonly levels?: readonly string[];
  readonly distance: number | null;
  /** Seconds that it takes, where ways are by time. */
  readonly seconds?: number | null;
  /** What the path minimises, where that is not its length. */
  readonly cost?: number | null;
  readonly points: readonly (readonly number[])[] | null;
  readonly reason?: string;
}

/** The guide of a planner to a goal of the scene. */
function guideOf(world: World, { planner, planners }: ChosenPlanner, options: PathCommandOptions): Guide {
  const { goal, radius, cell, profile = null, by } = options;
  const table = new PlannerTable(planners);
  table.check(planner, "--planner");
  if (cell !== undefined && planner !== "potential") {
    throw new InputError(`only planner potential has cells; given: ${planner}`, "--cell");
  }
  const { barriers = [], weights = [] } = world.scene;
  if (by === "time") refuseTime(planner, weights.length > 0, options.raster !== undefined);
  const pace = by === "time" ? paceOfProfile(world.scene, profile) : undefined;
  const bar = progressBar("planning");
  try {
    const goals = goalPlaces(world, [goal]);
    const order = { goals, radius, barriers, weights, cell, pace, progress: bar.show };
    const guide = table.named(planner)(world, { ...order, ...(heedsSpeed(planner) && { profile }) });
    if (!(guide instanceof HeadingGuide)) return rastered(guide, options);
    throw new InputError(
      "it makes a function of headings, which knows no paths",
      `--planner ${options.planner}`,
    );
  } finally {
    bar.end();
  }
}

/** Refuses what has no ways by time. */
function refuseTime(planner: string, hasWeights: boolean, isRaster: boolean): void {
  const what = isRaster ? "a raster" : hasWeights ? "a scene with weights" : `planner ${planner}`;
  if (planner === "pathmap" && !hasWeights && !isRaster) return;
  throw new InputError(
    `only path maps without weights and rasters have ways by time; given: ${what}`,
    "--by",
  );
}

/** The guide, or its raster where one is asked for. */
function rastered(guide: Guide, { raster, planner }: PathCommandOptions): Guide {
  if (raster === undefined) return guide;
  if (guide instanceof PathMap) return new RasterMap(guide, raster);
  const what = planner === "pathmap" ? "a scene with weights" : `planner ${planner}`;
  throw new InputError(`only path maps without weights are baked into rasters; given: ${what}`, "--raster");
}

/** Whether a path's cost says more than its length: not where it is the planner's own field. */
function showsCost(world: World, planner: string, goal: string): boolean {
  if (planner === "pathmap") return hasCosts(world, goal);
  const hasPace = world.zones.list.some(({ speed }) => speed !== undefined);
  return planner === "roadmap" ? hasPace || hasStart(world, goal) : !Object.hasOwn(PLANNERS, planner);
}

function resultsOf(
  world: World,
  chosen: ChosenPlanner,
  options: PathCommandOptions,
  starts: readonly Start[],
): Result[] {
  try {
    const places = starts.map((start) => startIn(world, start, "--from"));
    const guide = guideOf(world, chosen, options);
    const byTime = options.by === "time";
    const costs = !byTime && showsCost(world, chosen.planner, options.goal);
    return starts.map((start, i): Result => {
      const from = { from: start.point, ...(start.level !== undefined && { level: start.level }) };
      const points = guide.pathFrom(places[i]);
      if (points === null)
        return {
          ...from,
          distance: null,
          ...(byTime && { seconds: null }),
          points: null,
          reason: guide.reason?.(places[i]) ?? "no way",
        };
      const cost = {
        ...(costs && { cost: guide.cost(places[i]) }),
        ...(byTime && { seconds: guide.cost(places[i]) }),
      };
      if (!world.building) return { ...from, distance: guide.distance(places[i]), ...cost, points };
      const way = world.way(points);
      return { ...from, distance: way.distance, ...cost, points: way.points, levels: way.levels };
    });
  } catch (error) {
    throw blamePlanner(error, options.planner);
  }
}

/** A scene whose own planner nobody knows is refused as `check` and `run` do, unless another one is asked for. */
function checkPlanners(scene: Scene, sceneName: string, isChosen: boolean): void {
  const [fault] = isChosen ? [] : new PlannerTable().faultsOf(scene);
  if (fault) throw new InputError(fault.message, fault.where).within(sceneName);
}

async function path(sceneName: string, options: PathCommandOptions, command: Command): Promise<void> {
  const { goal, from = [], queries, radius, time, raster, profile, by, json } = options;
  const starts = [...from, ...(queries === undefined ? [] : readQueries(queries))];
  if (starts.length === 0)
    throw new InputError("path: from where? give --from X,Y (repeatable) or --queries FILE.csv");
  const { scene, world: plan } = loadAnyWorld(sceneName, (drawn) => atTime(drawn, goal, time));
  if (plan.building && time !== undefined)
    throw new InputError("is for plans of one floor; a building is planned as it is drawn", "--time");
  checkPlanners(scene, sceneName, command.getOptionValueSource("planner") === "cli");
  const chosen = await chosenPlanner(options.planner);
  const { planner } = chosen;
  if (plan.building) refuseOneFloor(planner, "--planner");
  const world = forProfile(plan, profile, heedsSpeed(planner) ? null : `planner ${planner}`);
  const results = resultsOf(world, chosen, options, starts);
  const more = {
    ...(by === "time" && { by }),
    ...(time !== undefined && { time }),
    ...(raster !== undefined && { raster }),
    ...(profile !== undefined && { profile }),
  };
  if (json) printJson({ planner, goal, radius, ...more, results });
  else printResults(results);
  // Starts of a file are data; one on the command line that nobody can stand at is a mistake.
  checkStarts(world, from);
}

/** Prints a line per start. */
function printResults(results: readonly Result[]): void {
  for (const result of results) {
    const level = result.level === undefined ? "" : `${result.level}:`;
    const place = `${level}${result.from[0]},${result.from[1]}`;
    if (result.points === null) process.stdout.write(`${place}: no path: ${result.reason}\n`);
    else {
      const { levels } = result;
      const corners = result.points
        .map((p, i) => `${levels && levels[i] !== levels[i - 1] ? `${levels[i]}: ` : ""}${p.join(",")}`)
        .join("  ");
      const cost = result.cost ? ` at a cost of ${result.cost.toFixed(3)}` : "";
      const seconds = result.seconds ? ` in ${result.seconds.toFixed(1)} s` : "";
      process.stdout.write(
        `${place}: ${result.distance!.toFixed(3)} m${seconds}${cost} over ${result.points.length} points: ${corners}\n`,
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
    .option("--from <x,y>", "a start, in a building LEVEL:X,Y; repeatable", collectStart)
    .option("--queries <file>", "CSV file of starts with the header x,y, or level,x,y for a building")
    .option(
      "--planner <name>",
      `who finds the paths: ${Object.keys(PLANNERS).join(", ")}, or a file such as ./mine.js whose default export makes guides`,
      "pathmap",
    )
    .addOption(
      new Option(
        "--by <what>",
        "planner pathmap: ways of the least length, or of the least time at the speeds of --profile on floors and stairs",
      )
        .choices(["length", "time"])
        .default("length"),
    )
    .option(
      "--raster <cells>",
      "planner pathmap: answer from a raster with so many cells along its longer side, as `map --size` bakes it",
      wholeNumber(1, 100_000),
    )
    .addOption(cellOption("planner potential: "));
  addJson(addTime(addProfile(addRadius(command)))).action(path);
}
