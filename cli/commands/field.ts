/** `wayfield field SCENE`: the potential to a goal. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { buildingPage, fieldOnPage, fieldPicture, pathsOnPage } from "../../src/draw/index.js";
import { InputError, type Point, PotentialField } from "../../src/index.js";
import { writeNpy } from "../../src/io/index.js";
import { IMAGE, SOLVERS, type Solver, type Walls } from "../../src/potential/index.js";
import { printerBeside, printJson, writeFile } from "../files.js";
import { cellOption, wholeNumber } from "../options.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";
import { progressBar } from "../progress.js";
import { checkStarts, collectPoint, collectStart, type Start, startIn } from "../queries.js";
import { addGoal, addJson, addProfile, addRadius, addScene, forProfile, loadAnyWorld } from "../scene.js";

interface FieldCommandOptions extends PictureOptions {
  goal: string;
  cell?: number;
  radius: number;
  epsilon: number;
  vector?: Point;
  walls: Walls;
  solver: Solver;
  iterations?: number;
  from?: Start[];
  npy?: string;
  profile?: string;
  json?: boolean;
}

function number(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError("A finite number is allowed.");
}

function field(sceneName: string, options: FieldCommandOptions): void {
  const { goal, cell, radius, epsilon, vector, walls, solver, iterations, from = [], json } = options;
  if (epsilon !== 0 && !vector) throw new InputError("--epsilon needs a direction: --vector X,Y");
  if (from.length > 0 && options.png === undefined && options.svg === undefined) {
    throw new InputError("--from draws a path into a picture: --png or --svg is needed");
  }
  if (solver !== "elimination" && iterations === undefined) {
    throw new InputError(`--solver ${solver} needs --iterations`);
  }
  const { profile } = options;
  const world = forProfile(loadAnyWorld(sceneName).world, profile, null);
  checkStarts(world, from);
  const bar = progressBar("field");
  const started = performance.now();
  const potential = new PotentialField(world, {
    goals: [goal],
    radius,
    epsilon,
    walls,
    solver,
    profile: profile ?? null,
    ...(cell === undefined ? {} : { cell }),
    ...(vector ? { vector } : {}),
    ...(iterations === undefined ? {} : { iterations }),
    progress: bar.show,
  });
  bar.end();
  const solveMs = performance.now() - started;
  const files = write(potential, options, from);
  const { grid, counts, residual, reached } = potential;
  const { width, height, origin } = grid;
  if (json) {
    printJson({
      cells: counts,
      solver,
      reached,
      residual,
      walls,
      width,
      height,
      origin,
      cell: grid.cell,
      solveMs,
    });
    return;
  }
  const share = (100 * reached).toFixed(reached === 1 ? 0 : 2);
  printerBeside(
    options.png,
    options.svg,
    options.npy,
  )(
    `${width} x ${height} cells of ${grid.cell.toPrecision(4)} m, ${counts.free} of them free; ${share} % of those with a way ` +
      `descend to ${goal}; residual ${residual.toExponential(1)} by ${solver} in ${solveMs.toFixed(1)} ms` +
      `${files.length > 0 ? `: ${files.join(", ")}` : ""}\n`,
  );
}

/** Writes the files that were asked for; returns their names. */
function write(potential: PotentialField, options: FieldCommandOptions, from: readonly Start[]): string[] {
  const { theme, size, npy } = options;
  const { grid, level, world } = potential;
  // What lies beyond portals is shown on their other side.
  const own = level.map((value, i) => (grid.kinds[i] === IMAGE ? -Infinity : value));
  if (npy !== undefined) writeFile(npy, writeNpy(grid.inner(own), [grid.height, grid.width]));
  const pictures = writePicture(options, () => {
    const paths = from.flatMap((start) => {
      const path = potential.pathFrom(startIn(world, start, "--from"));
      if (!path) {
        const place = `${start.level === undefined ? "" : `${start.level}:`}${start.point.join(",")}`;
        process.stderr.write(`no way leads from ${place} to ${options.goal}; no path is drawn\n`);
      }
      return path ? [path] : [];
    });
    const raster = { ...grid.frame, level: grid.inner(own), reflect: potential.reflect };
    if (!world.building) return fieldPicture(world.scene, raster, { theme, size, paths }).toSvg();
    const page = buildingPage(world.building, world.scene);
    const drawn = { theme, size, paths: pathsOnPage(page, paths) };
    return fieldPicture(page.scene, fieldOnPage(page, raster), drawn).toSvg();
  });
  return [...(npy === undefined ? [] : [npy]), ...pictures];
}

/** Registers the command. */
export function registerField(program: Command): void {
  const command = program
    .command("field")
    .description("the potential that leads smoothly to a goal from everywhere, as a raster and as pictures");
  addRadius(addGoal(addScene(command)))
    .addOption(cellOption())
    .option("--epsilon <number>", "how much --vector bends the field; |epsilon| max(|x|, |y|) < 2", number, 0)
    .option("--vector <x,y>", "the direction that paths are pulled to", (text) => collectPoint(text)[0])
    .addOption(
      new Option("--walls <kind>", "hold the field at its top, or only turn it back")
        .choices(["absorb", "reflect"])
        .default("absorb"),
    )
    .addOption(new Option("--solver <name>", "how to solve").choices([...SOLVERS]).default("elimination"))
    .option("--iterations <count>", "iterations of a relaxation", wholeNumber(1, 10_000_000))
    .option("--from <x,y>", "draw the path from here, in a building LEVEL:X,Y; repeatable", collectStart);
  addPictureOptions(command).option(
    "--npy <file>",
    "write float64 log u: row 0 lowest, -Infinity in walls and without a way",
  );
  addJson(addProfile(command)).action(field);
}
