/** Shell lines in the documentation: which of them a test runs, and how. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Block } from "./markdown.js";
import { CLI, ROOT } from "./repository.js";

/** One command of a document. */
export interface Line {
  readonly name: string;
  readonly command: string;
  readonly exits: number;
}

/** Lines that set a machine up or run for long; readers need them, tests do not run them. */
const SETUP = [
  /^npm (ci|install|start|test)\b/,
  /^(sudo )?apt-get /,
  /^git (clone|switch|add|commit) /,
  /^cd /,
  /^npx wayfield (studio|bench)(?!.*--(list|quick|help))/,
];

/** Package scripts that end in seconds and change nothing. */
const QUICK_SCRIPTS = [/^npm run bench -- .*(--list|--help)/];

/** What a test does with a command. */
export function treatmentOf(command: string): "run" | "set-up" | "unknown" {
  const parts = command.split("&&").map((part) => part.trim());
  if (parts.every((part) => SETUP.some((pattern) => pattern.test(part)))) return "set-up";
  if (/^npx wayfield\b/.test(command) || QUICK_SCRIPTS.some((pattern) => pattern.test(command))) return "run";
  const script = /^npm run ([\w:]+)/.exec(command)?.[1];
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  return script !== undefined && script in scripts ? "set-up" : "unknown";
}

/** The commands of a block: continued lines joined, comments dropped, `# exits N` understood. */
export function linesOf({ file, line, code }: Block): Line[] {
  const joined = code.replace(/\\\n\s*/g, " ");
  return joined.split("\n").flatMap((text, i) => {
    const exits = Number(/#\s*exits (\d+)\s*$/.exec(text)?.[1] ?? 0);
    const command = text
      .replace(/(^|\s)#.*$/, "")
      .replace(/^\$ /, "")
      .trim();
    return command === "" ? [] : [{ name: `${file}:${line + i}: ${command}`, command, exits }];
  });
}

/**
 * A folder to run a document's commands in: it sees the repository's folders, but what a command writes stays
 * in it. Later lines of a document find what earlier ones wrote.
 */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wayfield-docs-"));
  for (const entry of readdirSync(ROOT, { withFileTypes: true })) {
    if (entry.isDirectory() && !entry.name.startsWith(".")) {
      symlinkSync(join(ROOT, entry.name), join(folder, entry.name));
    }
  }
  return folder;
}

/** Runs one command; returns what went wrong, or null. */
export function runLine({ command, exits }: Line, folder: string): string | null {
  const isScript = command.startsWith("npm run");
  const script = command.replace(/\bnpx wayfield\b/g, `"${process.execPath}" "${CLI}"`);
  const { status, stderr } = spawnSync("sh", ["-c", script], {
    cwd: isScript ? ROOT : folder,
    encoding: "utf8",
  });
  return status === exits ? null : `exit code ${status} instead of ${exits}: ${stderr}`;
}
