/** The repository's folder, for code that runs both from source and from its bundle. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

export const ROOT = findRoot();

/** Where bundles and native peers are built; ignored by git. */
export const BUILD_FOLDER = join(ROOT, "bench", ".build");
