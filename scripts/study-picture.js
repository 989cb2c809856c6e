// Takes the picture of docs/studies.md, docs/studio/study-report.png, from the report that `compare` writes. Needs a build and
// Chromium.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "./find-browser.js";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const picture = fileURLToPath(new URL("../docs/studio/study-report.png", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wayfield-study-"));
execFileSync(
  process.execPath,
  [command, "compare", "centre-1", "centre-3", "--seeds", "20", "--out", folder],
  {
    stdio: "inherit",
  },
);
const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1100, height: 780 }, colorScheme: "light" });
await page.goto(pathToFileURL(join(folder, "report.html")).href);
await page.screenshot({ path: picture });
await browser.close();
rmSync(folder, { recursive: true });
