/**
 * TypeScript in the documentation: made into modules, type-checked, run.
 *
 * A snippet imports `wayfield` as its readers do: by the package's name, through the exports map, from `dist`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Block } from "./markdown.js";
import { GENERATED, ROOT } from "./repository.js";

/** A block, or a chain of blocks that continue each other, as one module. */
export interface Snippet {
  /** `docs/bench.md:12`. */
  readonly name: string;
  /** The module's file, without ending. */
  readonly path: string;
  readonly code: string;
  readonly run: boolean;
}

const FOLDER = join(GENERATED, "docs");

/**
 * Compares a value with what the document says after the arrow: as Node prints it, white space aside; `…`
 * stands for anything. Its text goes in front of every snippet.
 */
const PRELUDE = `import { inspect as __inspect } from "node:util";
function __shows(value: unknown, expected: string, line: number): void {
  const plain = (text: string) => text.replace(/\\s+/g, "").replace(/["\`]/g, "'");
  const given = __inspect(value, { depth: 20, breakLength: Infinity, maxArrayLength: 1000 });
  const escape = (text: string) => text.replace(/[.*+?^\${}()|[\\]\\\\]/g, "\\\\$&");
  const pattern = plain(expected).split("…").map(escape).join(".*");
  if (new RegExp(\`^\${pattern}$\`, "s").test(plain(given))) return;
  throw new Error(\`line \${line}: the document says \${expected}, the code says \${given}\`);
}
`;

/** What the reader is shown: the variable that a statement declares, the argument of console.log, or its value. */
function shownBy(statement: ts.Statement, source: ts.SourceFile): { text: string; replaces: boolean } | null {
  if (ts.isVariableStatement(statement)) {
    const [first] = statement.declarationList.declarations;
    return ts.isIdentifier(first.name) ? { text: first.name.text, replaces: false } : null;
  }
  if (!ts.isExpressionStatement(statement)) return null;
  const { expression } = statement;
  const logged =
    ts.isCallExpression(expression) && expression.expression.getText(source) === "console.log"
      ? expression.arguments[0]
      : undefined;
  return { text: (logged ?? expression).getText(source), replaces: true };
}

/** Turns `expression; // → value` into a comparison; every arrow must be used. */
export function withComparisons(code: string, name: string, firstLine: number): string {
  const source = ts.createSourceFile("snippet.ts", code, ts.ScriptTarget.Latest, true);
  const edits: { start: number; end: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) || ts.isVariableStatement(node)) {
      const [comment] = ts.getTrailingCommentRanges(code, node.end) ?? [];
      const arrow = comment && /^\/\/\s*→\s*(.*?)\s*$/.exec(code.slice(comment.pos, comment.end));
      const shown = arrow ? shownBy(node, source) : null;
      if (arrow && shown) {
        const line = firstLine + source.getLineAndCharacterOfPosition(node.getStart(source)).line;
        const call = `__shows(${shown.text}, ${JSON.stringify(arrow[1])}, ${line});`;
        const start = shown.replaces ? node.getStart(source) : node.end;
        // The comment goes too, so that what is left over below is an arrow nobody read.
        edits.push({ start, end: comment.end, text: shown.replaces ? call : ` ${call}` });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  let result = code;
  for (const { start, end, text } of edits.reverse())
    result = result.slice(0, start) + text + result.slice(end);
  const unused = /\/\/\s*→.*/.exec(result);
  if (unused) throw new Error(`${name}: "${unused[0]}" follows no expression or declaration`);
  return result;
}

/** The snippets of some blocks; `continued` joins a block to the one before it in the same document. */
export function snippetsOf(blocks: readonly Block[]): Snippet[] {
  const snippets: Snippet[] = [];
  for (const { file, line, flags, code } of blocks) {
    const name = `${file}:${line}`;
    const compared = withComparisons(code, name, line);
    const before = flags.includes("continued") ? snippets.pop() : undefined;
    if (flags.includes("continued") && !before?.name.startsWith(`${file}:`)) {
      throw new Error(`${name}: there is no block to continue`);
    }
    snippets.push({
      name,
      path: join(FOLDER, name.replace(/[^\w]+/g, "-")),
      code: before ? `${before.code}\n${compared}` : compared,
      run: !flags.includes("no-run"),
    });
  }
  return snippets;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  // A benchmark in a document is written as it will stand in bench/suites/.
  rootDirs: [GENERATED, join(ROOT, "bench")],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Writes the snippets as modules: TypeScript for the check, JavaScript to run. */
export function writeSnippets(snippets: readonly Snippet[]): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, code } of snippets) {
    const text = `${PRELUDE}${code}\nexport {};\n`;
    writeFileSync(`${path}.ts`, text);
    const module = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
    writeFileSync(`${path}.js`, ts.transpileModule(text, { compilerOptions: module }).outputText);
  }
}

/** Type errors of all snippets, by the snippet's name. */
export function typeErrors(snippets: readonly Snippet[]): Map<string, string[]> {
  const errors = new Map<string, string[]>(snippets.map(({ name }) => [name, []]));
  const program = ts.createProgram(
    snippets.map(({ path }) => `${path}.ts`),
    OPTIONS,
  );
  for (const { name, path } of snippets) {
    const source = program.getSourceFile(`${path}.ts`);
    for (const { messageText, start } of ts.getPreEmitDiagnostics(program, source)) {
      const message = ts.flattenDiagnosticMessageText(messageText, " ");
      const text = source && start !== undefined ? source.text.slice(start).split("\n", 1)[0] : "";
      errors.get(name)?.push(`${message} At: ${text}`);
    }
  }
  return errors;
}

/** Runs a written snippet; returns what it wrote to standard error when it failed, else null. */
export function runSnippet({ path }: Snippet): string | null {
  const { status, stderr } = spawnSync(process.execPath, [`${path}.js`], {
    cwd: GENERATED,
    encoding: "utf8",
  });
  return status === 0 ? null : stderr;
}
