/** Reads the imports of source files and finds those that break the layers. */
import { posix } from "node:path";
import ts from "typescript";
import type { Layer } from "./layers.js";

/** One import, dynamic import, re-export or import type. */
export interface Import {
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
  /** Whether it vanishes when types are stripped. */
  readonly typeOnly: boolean;
}

/** Source texts by path from the repository's root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** Tests and contract suites stand outside the layers; nothing else may import them. */
const TEST_FILE = /\.(test|contract)\.tsx?$/;

function specifierOf(node: ts.Node): { text: string; typeOnly: boolean } | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return {
      text: node.moduleSpecifier.text,
      typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { text: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteralLike(argument) ? { text: argument.text, typeOnly: false } : null;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const { literal } = node.argument;
    return ts.isStringLiteral(literal) ? { text: literal.text, typeOnly: true } : null;
  }
  return null;
}

/** All imports of one file. */
export function importsOf(file: string, text: string): Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ specifier: specifier.text, line: line + 1, typeOnly: specifier.typeOnly });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The file that an import names, null for packages and for files outside the sources. */
function resolve(sources: Sources, from: string, specifier: string): string | null {
  let base: string;
  if (specifier.startsWith(".")) base = posix.join(posix.dirname(from), specifier);
  else if (specifier === "wayfield") base = "src/index.ts";
  else if (specifier.startsWith("wayfield/")) base = `src/${specifier.slice("wayfield/".length)}/index.ts`;
  else return null;
  const stem = base.replace(/\.[jt]sx?$/, "");
  const candidates = [`${stem}.ts`, `${stem}.tsx`, `${base}/index.ts`];
  return candidates.find((candidate) => sources.has(candidate)) ?? null;
}

/** The member of the table that a file belongs to; `src` for the root entry `src/index.ts`. */
function memberOf(file: string): string {
  const [top, second] = file.split("/");
  if (top !== "src") return top;
  return second === "index.ts" ? "src" : second.replace(/(\.test)?\.tsx?$/, "");
}

/**
 * Whether a file is a door of its folder, or a single file that is a member by itself. `internal.ts` is the door for the
 * folders above in this repository alone: the package does not export it.
 */
function isDoor(file: string): boolean {
  return /^(src\/(index|[^/]+|[^/]+\/(index|internal))|(experiments|validation)\/index)\.ts$/.test(file);
}

/** Members of the table that are no part of `src`. */
const TOP_FOLDERS: ReadonlySet<string> = new Set(["experiments", "validation", "cli", "studio"]);

/** A judge of single imports over one table. */
class Judge {
  private readonly heights = new Map<string, number>();

  constructor(
    private readonly layers: readonly Layer[],
    private readonly onlookers: readonly string[],
  ) {
    for (const [height, { members }] of layers.entries()) {
      for (const member of members) this.heights.set(member, height);
    }
    // The root entry gathers all of src for those who stand above it, of whom experiments are the lowest.
    const lowest = layers.findIndex(({ members }) => members.some((member) => TOP_FOLDERS.has(member)));
    this.heights.set("src", lowest - 0.5);
    for (const onlooker of this.onlookers) this.heights.set(onlooker, layers.length);
  }

  /** What is wrong with a file being where it is, or null. */
  placing(file: string): string | null {
    return this.heights.has(memberOf(file)) ? null : "stands in no layer; add its folder to test/layers.ts";
  }

  /** What is wrong with an import between two files, or null. */
  crossing(from: string, to: string): string | null {
    if (TEST_FILE.test(to) && !TEST_FILE.test(from)) return "imports a test";
    const [a, b] = [memberOf(from), memberOf(to)];
    if (a === b || TEST_FILE.test(from)) return null;
    const [high, low] = [this.heights.get(a), this.heights.get(b)];
    if (high === undefined || low === undefined) return null;
    if (low > high) return `points upward, from ${a} to ${b}`;
    if (low === high) return `points sideways, from ${a} to ${b}`;
    if ((b === "experiments" || b === "validation") && a !== "cli")
      return `imports ${b}, which the command line alone does`;
    if (low >= this.layers.length - 1) return `imports ${b}, which people start and nobody imports`;
    if (!isDoor(to)) return `bypasses the index.ts of ${b}`;
    return null;
  }
}

/** Everything that breaks the layers, one line each: `src/flow/lane.ts:3: points sideways, …`. */
export function layerProblems(
  sources: Sources,
  layers: readonly Layer[],
  onlookers: readonly string[],
): string[] {
  const judge = new Judge(layers, onlookers);
  const problems: string[] = [];
  for (const [file, text] of sources) {
    const misplaced = judge.placing(file);
    if (misplaced) problems.push(`${file}: ${misplaced}`);
    for (const { specifier, line } of importsOf(file, text)) {
      const to = resolve(sources, file, specifier);
      const browserCode = file.startsWith("src/") && !TEST_FILE.test(file);
      if (browserCode && specifier.startsWith("node:")) {
        problems.push(`${file}:${line}: imports ${specifier}; src runs in browsers`);
      }
      const wrong = to && judge.crossing(file, to);
      if (wrong) problems.push(`${file}:${line}: ${wrong} ("${specifier}")`);
    }
  }
  return problems;
}

/** All files that a bundle of some entries holds: they and whatever they import, types aside. */
export function bundleOf(sources: Sources, entries: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { specifier, typeOnly } of importsOf(file, sources.get(file)!)) {
      const to = typeOnly ? null : resolve(sources, file, specifier);
      if (to) visit(to);
    }
  };
  entries.forEach(visit);
  return reached;
}

/** Cycles between files, as `a.ts -> b.ts -> a.ts`, imports of types included. */
export function importCycles(sources: Sources): string[] {
  const edges = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const targets = importsOf(file, text)
      .map(({ specifier }) => resolve(sources, file, specifier))
      .filter((to): to is string => to !== null && to !== file);
    edges.set(file, targets);
  }
  const cycles: string[] = [];
  const state = new Map<string, "open" | "done">();
  const trail: string[] = [];
  const visit = (file: string): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(" -> "));
      return;
    }
    state.set(file, "open");
    trail.push(file);
    for (const to of edges.get(file) ?? []) visit(to);
    trail.pop();
    state.set(file, "done");
  };
  for (const file of edges.keys()) visit(file);
  return cycles;
}
