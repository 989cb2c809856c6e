// Where Chromium is, for the browser tests and for ensure-browser.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium: `WAYFIELD_CHROMIUM`, else the first known name on the PATH; null when there is none. */
export function findBrowser() {
  const chosen = process.env.WAYFIELD_CHROMIUM;
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const name of NAMES) {
    for (const folder of folders) {
      if (isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}
