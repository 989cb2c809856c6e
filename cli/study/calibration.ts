/** A calibration from its study file to its files and what a terminal shows. */
import { InputError } from "../../src/index.js";
import {
  type Calibration,
  calibrateStudy,
  calibrationReport,
  countRuns,
  type Evaluation,
  type Optimiser,
  type StudyFile,
  type StudyPlan,
} from "../../src/study/index.js";
import { csvOf, type TableColumn } from "../../src/study/internal.js";
import type { AnyScene } from "../../src/world/index.js";
import { printJson } from "../files.js";
import { printPdf } from "../pdf.js";
import { type ConductOptions, type OpenPool, sayStopped, withPool } from "./conduct.js";
import { placesText } from "./present.js";
import type { StudyFolder } from "./study-folder.js";

/** A calibration to conduct. */
interface CalibrationWork {
  readonly file: string;
  readonly study: StudyFile;
  /** Of one point: what its folder is of. */
  readonly plan: StudyPlan;
  readonly scenes: (name: string) => AnyScene;
  readonly options: ConductOptions;
  readonly open: OpenPool | undefined;
}

/** The optimiser: DIRECT, which divides rectangles (Jones, Perttunen and Stuckman 1993). Few need it. */
async function loadOptimiser(file: string): Promise<Optimiser> {
  try {
    const { default: direct } = await import("ml-direct");
    return direct;
  } catch {
    throw new InputError("needs the package ml-direct: npm install ml-direct", `${file}: calibrate`);
  }
}

/** Conducts a calibration. */
export async function conductCalibration(work: CalibrationWork): Promise<void> {
  const { file, study, plan, scenes, options, open } = work;
  const optimiser = await loadOptimiser(file);
  // The folder is of the study as it is given, whatever points are tried.
  const whole = { ...plan, study };
  let files: string[] = [];
  const calibration = await withPool(
    whole,
    options,
    open,
    async ({ how }) => {
      try {
        return await calibrateStudy(study, scenes, { ...how, optimiser });
      } catch (error) {
        throw error instanceof InputError ? error.within(file) : error;
      }
    },
    async (done, folder) => {
      if (folder && !done.interrupted) files = await write(folder, done, options.pdf === true);
      if (done.interrupted) sayStopped(done.runs, countRuns(study), options.out);
    },
  );
  if (options.json) printJson({ ...calibration, files });
  else process.stdout.write(calibrationText(calibration, files));
}

async function write(folder: StudyFolder, calibration: Calibration, isPdf: boolean): Promise<string[]> {
  const { html, figures } = calibrationReport(calibration);
  const files = [folder.write("report.html", html)];
  for (const { name, svg } of figures) files.push(folder.write(`figures/${name}.svg`, svg));
  if (isPdf) files.push(await printPdf(files[0]));
  files.push(folder.write("points.csv", csvOf(columnsOf(calibration.evaluations))));
  files.push(
    folder.write("calibration.json", `${JSON.stringify({ ...calibration, files: [...files] }, null, 2)}\n`),
  );
  return files;
}

/** One row per point: its distance, factors, and what was measured for every target. */
function columnsOf(evaluations: readonly Evaluation[]): TableColumn[] {
  const { factors, targets } = evaluations[0];
  const column = (name: string, of: (one: Evaluation) => number | null): TableColumn => ({
    name,
    kind: "number",
    values: evaluations.map(of),
  });
  return [
    column("distance", ({ distance }) => distance),
    ...Object.keys(factors).map((name) => column(`factor ${name}`, (one) => one.factors[name] as number)),
    ...targets.map(({ variant, measure }, k) =>
      column(`${variant} ${measure}`.trim(), (one) => one.targets[k].found),
    ),
  ];
}

const four = (value: number | null): string => (value === null ? "–" : String(Number(value.toPrecision(4))));

function calibrationText(
  { name, best, near, evaluations, runs }: Calibration,
  files: readonly string[],
): string {
  const lines = [name];
  if (best) {
    for (const [factor, value] of Object.entries(best.factors)) {
      const [low, high] = near[factor];
      lines.push(`  ${factor} = ${four(value as number)} (${four(low)} to ${four(high)} are nearly as good)`);
    }
    lines.push(
      `  ${(100 * best.distance).toFixed(1)} % off in the mean of ${best.targets.length} targets; ${evaluations.length} points tried, ${runs} runs`,
    );
    for (const { variant, measure, found, given, error } of best.targets)
      lines.push(
        `    ${`${variant} ${measure}`.trim()}: ${four(found)}, given ${four(given)}${error === null ? "" : ` (${error < 0 ? "" : "+"}${(100 * error).toFixed(1)} %)`}`,
      );
  }
  return `${lines.join("\n")}\n${placesText(files)}`;
}
