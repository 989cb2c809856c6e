/** Pages as PDF, by a Chromium of this machine. */
import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../src/errors.js";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome", "msedge"];

/** Milliseconds that printing may take. */
const MOST_MS = 120_000;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where a Chromium is: `WAYFIELD_CHROMIUM`, else the first known name on the PATH. */
function chromium(): string {
  const chosen = process.env.WAYFIELD_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = chosen ? [chosen] : NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = candidates.find(isProgram);
  if (found !== undefined) return found;
  throw new InputError(
    chosen
      ? `WAYFIELD_CHROMIUM is no program: ${chosen}`
      : "no Chromium is at hand; install one, set WAYFIELD_CHROMIUM to its path, or leave this out",
    "--pdf",
  );
}

/** Refuses `--pdf` before anything has run where nothing could print. */
export function checkPdf(): void {
  chromium();
}

/** Prints a page to the file of the same name that ends in `.pdf`; returns it. */
export async function printPdf(page: string): Promise<string> {
  const program = chromium();
  const target = page.replace(/\.html$/, ".pdf");
  const part = `${target}.${process.pid}.part`;
  // A profile of its own: one that is open elsewhere would take the page over and print nothing.
  const profile = mkdtempSync(join(tmpdir(), "wayfield-print-"));
  const args = [
    ...["--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer", "--disable-dev-shm-usage"],
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ...[`--user-data-dir=${profile}`, `--print-to-pdf=${resolve(part)}`, pathToFileURL(resolve(page)).href],
  ];
  try {
    await new Promise<void>((done, fail) => {
      execFile(program, args, { timeout: MOST_MS }, (error) => (error ? fail(error) : done()));
    });
    if (!existsSync(part)) throw new Error("it wrote nothing");
    renameSync(part, target);
    return target;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new InputError(`Chromium could not print ${page}: ${why}`, "--pdf");
  } finally {
    rmSync(part, { force: true });
    rmSync(profile, { recursive: true, force: true });
  }
}
