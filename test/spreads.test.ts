/**
 * Arguments are few: a call with an array spread into its arguments fails where the array has more than about 120,000 entries. So
 * data is never spread into a call, neither by `f(...list)` nor by `f.apply`.
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { ROOT } from "./repository.js";

/** Calls whose spread is as long as a point, a segment, or a list that the code itself bounds; by file, and the text that is spread. */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  // A few lines of a group of findings, and names in commands' tables.
  "cli/commands/check.ts": ["group.slice(0, SHOWN_PER_CODE)"],
  "cli/commands/experiment.ts": ["all.map(({ name }) => name.length)"],
  // Runs of one flow, at most 500.
  "cli/queue/submit.ts": ["ids.map((id) => this.runs.toKey(id))"],
  // Tables and figures of measurements in one folder.
  "cli/run-folder.ts": ["this.oldMeasurements()"],
  // Panels of one figure, and the dozens of people in it.
  "experiments/potential/stage.ts": ["standing", "runs.map((run) => run.steps)"],
  "experiments/potential/walkers.ts": ["groups.values()"],
  // Twelve obstacles.
  "experiments/surface/plans.ts": [
    `[0.32, 0.54, 0.76].flatMap((x, i) =>
        [0.1, 0.35, 0.6, 0.85].map((y) => box(x, y - 0.05 * (i % 2), x + 0.1, y - 0.05 * (i % 2) + 0.1)),
      )`,
  ],
  "src/draw/walks.ts": ["pictures.map(({ width }) => width)", "row.map((picture) => picture.height)"],
  // Entries of a legend, and a scale bar.
  "src/draw/furniture.ts": [
    '(entry.sample === "ramp" ? this.rampEntry(entry, x, y) : this.plainEntry(entry, x, y))',
  ],
  "src/draw/picture.ts": [
    "furniture.scaleBar(this.scale, most, margin, baseline).marks",
    "furniture.legendRow(row, this.width - margin, baseline)",
  ],
  // At most 32,768 bytes at a time.
  "src/draw/image.ts": ["bytes.subarray(i, i + 0x8000)"],
  "src/report/animation.ts": ["bytes.subarray(i, i + 0x8000)"],
  // Corners of a triangle, coordinates in space.
  "src/draw/rasterise.ts": ["x", "y"],
  "src/draw/surface.ts": ["lamp"],
  "src/pathmap/barriers.ts": ["xs", "ys"],
  "src/surface/field.ts": ["levels"],
  "src/surface/ground-mesh.ts": ["up"],
  // One entry, or none at the beginning.
  "src/roadmap/curve.ts": ["room.slice(Math.max(0, i - 1), i)"],
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sources(path);
    return /\.ts$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

const FOLDERS = ["src", "cli", "experiments", "validation"];
const files = FOLDERS.flatMap((folder) => sources(join(ROOT, folder)));
const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config.compilerOptions;
const { options } = ts.convertCompilerOptionsFromJson(config, ROOT);
const program = ts.createProgram(files, { ...options, noEmit: true });
const checker = program.getTypeChecker();

/** Whether a type is a tuple without a rest, such as a point or a segment. */
function isShort(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.every(isShort);
  if (!checker.isTupleType(type)) return false;
  const { target } = type as ts.TypeReference & { target: ts.TupleType };
  return !target.hasRestElement;
}

/** Whether an expression is an array that is written out, or what a function makes of each of its entries. */
function isWrittenOut(expression: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(expression)) return !expression.elements.some(ts.isSpreadElement);
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false;
  const { name, expression: list } = expression.expression;
  return name.text === "map" && isWrittenOut(list);
}

function spreadsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    for (const argument of isCall ? (node.arguments ?? []) : []) {
      if (!ts.isSpreadElement(argument)) continue;
      const { expression } = argument;
      if (isWrittenOut(expression) || isShort(checker.getTypeAtLocation(expression))) continue;
      found.push(expression.getText(file));
    }
    if (isCall && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "apply") {
      // A method of that name is not the one that functions have.
      const applied = checker.getTypeAtLocation(node.expression.expression);
      if (applied.getCallSignatures().length > 0) found.push(node.getText(file));
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

it("no data is spread into the arguments of a call", () => {
  const found = files.flatMap((path) => {
    const name = relative(ROOT, path);
    const spreads = spreadsIn(program.getSourceFile(path)!).filter((text) => !BOUNDED[name]?.includes(text));
    return spreads.map((text) => `${name}: ...${text}`);
  });
  expect(found).toEqual([]);
});
