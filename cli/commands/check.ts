/** `wayfield check`: what is wrong with a scene, and a repaired copy of it. */
import { realpathSync, statSync } from "node:fs";
import type { Command } from "commander";
import { InputError } from "../../src/index.js";
import { formatOf, parseJson } from "../../src/io/index.js";
import { isBuiltinName } from "../../src/scenes/index.js";
import {
  destinationFaults,
  modelFaults,
  oneWayFaults,
  PlannerTable,
  profileFaults,
  routeFaults,
  runFaults,
  stayFaults,
} from "../../src/simulation/internal.js";
import {
  type AnyScene,
  Building,
  type BuildingScene,
  diagnose,
  type Finding,
  isBuilding,
  parseAnyScene,
  repair,
  repairBuilding,
  type Scene,
  sceneProblems,
  World,
} from "../../src/world/index.js";
import { loadAnyScene, printJson, writeFile } from "../files.js";
import { readText } from "../reading.js";

/** Findings of one code shown to people; `--all` shows the rest. */
const SHOWN_PER_CODE = 5;

/** Corners of a plan up to which the ways of its people are looked at: making them ready takes seconds beyond. */
const MOST_CORNERS = 10_000;

interface CheckOptions {
  readonly fix?: string;
  readonly json?: boolean;
  readonly all?: boolean;
}

/** A scene, or what keeps it from being one. */
type Read =
  | { readonly scene: AnyScene; readonly problems: [] }
  | { readonly scene: null; readonly problems: Finding[] };

/** Adds the command. */
export function registerCheck(program: Command): void {
  program
    .command("check")
    .summary("find and repair what is wrong with a scene")
    .description("Lists everything wrong (errors, exit code 2) or probably not meant (warnings) in a scene.")
    .argument("<scene>", "scene file or built-in name")
    .option("--fix <out>", "write a repaired copy to this file")
    .option("--json", "print one JSON document")
    .option("--all", "list every finding, not only 5 of a kind")
    .action(check);
}

function check(name: string, options: CheckOptions): void {
  if (options.fix !== undefined) refuseSameFile(name, options.fix);
  const read = readScene(name);
  const findings = read.scene ? findingsOf(read.scene) : read.problems;
  const fixed = read.scene && options.fix !== undefined ? fix(read.scene, options.fix) : null;
  const left = fixed ? fixed.findings : findings;
  const errors = findings.filter((f) => f.severity === "error");
  const warnings = findings.filter((f) => f.severity === "warning");
  if (options.json) {
    const document = {
      scene: name,
      valid: errors.length === 0,
      errors: errors.map(plain),
      warnings: warnings.map(plain),
    };
    printJson(
      fixed
        ? { ...document, fixed: { output: options.fix, done: fixed.done, errors: fixed.errors } }
        : document,
    );
  } else {
    print(shownOf(fixed ? findings : warnings, options).map(lineOf));
    for (const line of fixed?.done ?? []) print([`fixed  ${line}`]);
    print([summaryOf(name, findings), ...(fixed ? [summaryOf(options.fix ?? "", fixed.findings)] : [])]);
  }
  const isBad = left.some((f) => f.severity === "error");
  const place = fixed ? (options.fix ?? name) : name;
  for (const finding of shownOf(left, options)) {
    if (finding.severity === "error") process.stderr.write(`${errorLine(place, finding)}\n`);
  }
  if (isBad) process.exitCode = 2;
}

/** Reads a scene file and lists everything the schema finds, not only the first. */
function readScene(name: string): Read {
  if (isBuiltinName(name) || !/[./\\]/.test(name) || formatOf(name).id !== "scene")
    return { scene: loadAnyScene(name).scene, problems: [] };
  const text = readText(name);
  try {
    const data = parseJson(text);
    const problems = sceneProblems(data);
    if (problems.length === 0) return { scene: parseAnyScene(data), problems: [] };
    return { scene: null, problems: problems.map(({ where, what }) => schemaFinding(where, what)) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const message = error.where ? error.message.slice(error.where.length + 2) : error.message;
    return { scene: null, problems: [schemaFinding(error.where, message)] };
  }
}

/** What is wrong with a scene: its planners and models, which tables know, who its people are, and everything else. */
function findingsOf(scene: AnyScene): Finding[] {
  if (isBuilding(scene)) return buildingFindings(scene);
  const faults = faultsOf(scene);
  const drawn = [...faults.map(({ where, message }) => schemaFinding(where, message)), ...diagnose(scene)];
  // Whether people get where they are to is asked where everything else is right.
  if (drawn.some(({ severity }) => severity === "error")) return drawn;
  if (cornersOf(scene) > MOST_CORNERS) {
    const message = `the plan has more than ${MOST_CORNERS} corners: whether people find a way is said when it runs`;
    const isAsked = scene.spawns !== undefined && scene.spawns.length > 0;
    return isAsked ? [...drawn, { code: "ways-unchecked", severity: "warning", where: "", message }] : drawn;
  }
  const noWays = runFaults(scene).map(({ where, message }): Finding => {
    return { code: "no-way", severity: "error", where, message };
  });
  return [...noWays, ...drawn];
}

/** What is wrong with a building: on its levels and between them, and on its sheet who its people are. */
function buildingFindings(scene: BuildingScene): Finding[] {
  const drawn = diagnose(scene);
  if (drawn.some(({ severity }) => severity === "error")) return drawn;
  const faults = faultsOf(new World(new Building(scene)).scene);
  return [...faults.map(({ where, message }) => schemaFinding(where, message)), ...drawn];
}

/** What tables know of the planners, models and people of a scene. */
function faultsOf(scene: Scene): readonly { readonly where: string; readonly message: string }[] {
  return [
    ...new PlannerTable().faultsOf(scene),
    ...modelFaults({ scene, model: undefined, weidmann: false }),
    ...oneWayFaults(scene),
    ...profileFaults(scene),
    ...destinationFaults(scene),
    ...stayFaults(scene),
    ...routeFaults(scene, scene.simulation?.sites !== undefined),
  ];
}

function cornersOf({ boundary, obstacles = [] }: Scene): number {
  return obstacles.reduce((sum, { polygon }) => sum + (polygon?.length ?? 2), boundary.length);
}

function schemaFinding(where: string, message: string): Finding {
  return { code: "schema", severity: "error", where, message: message.replace(/\s*\n\s*/g, " ") };
}

/** Writes the repaired scene and checks it again. */
function fix(scene: AnyScene, output: string) {
  const format = formatOf(output);
  if (!format.write) throw new InputError(`${format.title} files can be read, not written`, output);
  if (isBuilding(scene) && !format.writeBuilding)
    throw new InputError(`${format.title} files hold one floor, and the scene is a building`, output);
  const { scene: repaired, done } = isBuilding(scene) ? repairBuilding(scene) : repair(scene);
  const { text, notes } = isBuilding(repaired) ? format.writeBuilding!(repaired) : format.write(repaired);
  writeFile(output, text);
  const findings = findingsOf(repaired);
  return {
    done: [...done, ...notes],
    findings,
    errors: findings.filter((f) => f.severity === "error").map(plain),
  };
}

/** The input is never overwritten, whatever name or link it goes by. */
function refuseSameFile(input: string, output: string): void {
  let isSame = false;
  try {
    const [a, b] = [statSync(input), statSync(output)];
    isSame = realpathSync(input) === realpathSync(output) || (a.dev === b.dev && a.ino === b.ino);
  } catch {
    // One of them is not there yet, so they are not the same.
  }
  if (isSame) throw new InputError("--fix would overwrite the scene itself; name another file", output);
}

function plain({ code, where, message, at, level }: Finding): object {
  return { code, where, message, at: at ?? null, ...(level !== undefined && { level }) };
}

/** What people see: a few of each code, and how many more there are. */
function shownOf(findings: readonly Finding[], { all }: CheckOptions): Finding[] {
  if (all) return [...findings];
  const shown: Finding[] = [];
  for (const code of new Set(findings.map((f) => f.code))) {
    const group = findings.filter((f) => f.code === code);
    shown.push(...group.slice(0, SHOWN_PER_CODE));
    if (group.length <= SHOWN_PER_CODE) continue;
    const more = countOf(group) - SHOWN_PER_CODE;
    shown.push({ ...group[0], where: "", message: `and ${more} more of ${code}; --all lists them`, more });
  }
  return shown;
}

function countOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { more = 1 }) => sum + more, 0);
}

function lineOf({ severity, where, message }: Finding): string {
  return `${severity.padEnd(7)}  ${where ? `${where}  ` : ""}${message}`;
}

function errorLine(file: string, { where, message }: Finding): string {
  return `wayfield: ${file}: ${where ? `${where}: ` : ""}${message}`;
}

function summaryOf(name: string, findings: readonly Finding[]): string {
  const count = (severity: string): string => {
    const n = countOf(findings.filter((f) => f.severity === severity));
    return `${n} ${severity}${n === 1 ? "" : "s"}`;
  };
  return `${name}: ${count("error")}, ${count("warning")}`;
}

function print(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}
