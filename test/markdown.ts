/** Takes Markdown apart as far as our documentation tests need: fenced blocks, links, headings. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesBelow, ROOT } from "./repository.js";

/** A fenced block of code. */
export interface Block {
  /** The document, from the repository's root. */
  readonly file: string;
  /** Line of the code's first line, from 1. */
  readonly line: number;
  /** First word of the info string, such as `ts`. */
  readonly language: string;
  /** Further words, such as `no-run`. */
  readonly flags: readonly string[];
  readonly code: string;
}

/** A link or an image. */
export interface Link {
  readonly line: number;
  readonly target: string;
}

/** All hand-written documents. */
export function documents(): string[] {
  const top = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].filter((name) => existsSync(join(ROOT, name)));
  const chapters = existsSync(join(ROOT, "docs")) ? filesBelow("docs", /\.md$/) : [];
  return [...top, ...chapters.filter((file) => !file.startsWith("docs/api/"))];
}

/** The fenced blocks of a text. */
export function blocksOf(file: string, text: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; info: string; start: number; lines: string[] } | null = null;
  for (const [i, line] of text.split("\n").entries()) {
    const fence = /^(\s*)(```+|~~~+)(.*)$/.exec(line);
    if (!open && fence) {
      open = { fence: fence[2], indent: fence[1].length, info: fence[3].trim(), start: i + 2, lines: [] };
    } else if (open && fence?.[2].startsWith(open.fence) && fence[3].trim() === "") {
      const [language = "", ...flags] = open.info.split(/\s+/);
      blocks.push({ file, line: open.start, language, flags, code: open.lines.join("\n") });
      open = null;
    } else open?.lines.push(line.slice(Math.min(open.indent, line.search(/\S|$/))));
  }
  if (open) throw new Error(`${file}:${open.start - 1}: the block is never closed`);
  return blocks;
}

/** The text with everything inside code blanked out, line by line. */
function withoutCode(text: string): string[] {
  let inside = false;
  return text.split("\n").map((line) => {
    if (/^\s*(```|~~~)/.test(line)) {
      inside = !inside;
      return "";
    }
    return inside ? "" : line.replace(/`[^`]*`/g, "``");
  });
}

/** Links and images, Markdown's and HTML's. */
export function linksOf(text: string): Link[] {
  const links: Link[] = [];
  for (const [i, line] of withoutCode(text).entries()) {
    for (const [, target] of line.matchAll(/\]\(<?([^\s)>]+)>?(?:\s+"[^"]*")?\)/g)) {
      links.push({ line: i + 1, target });
    }
    for (const [, target] of line.matchAll(/(?:src|href|srcset)="([^"]+)"/g))
      links.push({ line: i + 1, target });
  }
  return links;
}

/** The anchors of a text's headings, as GitHub makes them. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const headings = text.replace(/^\s*(```|~~~)[\s\S]*?^\s*\1.*$/gm, "").matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm);
  for (const [, heading] of headings) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    let unique = slug;
    for (let n = 1; anchors.has(unique); n++) unique = `${slug}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Relative links that lead nowhere, one line each. Addresses of the web are not visited. */
export function brokenLinks(file: string, text: string): string[] {
  const broken: string[] = [];
  for (const { line, target } of linksOf(text)) {
    if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
    const [path, anchor] = target.split("#");
    const absolute = path === "" ? join(ROOT, file) : join(ROOT, dirname(file), decodeURIComponent(path));
    if (path !== "" && !existsSync(absolute)) broken.push(`${file}:${line}: ${target} does not exist`);
    else if (anchor && absolute.endsWith(".md")) {
      const other = path === "" ? text : readFileSync(absolute, "utf8");
      if (!anchorsOf(other).has(anchor)) broken.push(`${file}:${line}: ${target} names no heading`);
    }
  }
  return broken;
}
