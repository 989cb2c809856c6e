// Puts a finished build where the last one stands, file by file, so that whoever reads that folder meanwhile finds all it needs.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";

/**
 * All files below a folder, as paths from it.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/**
 * @param {string} file
 * @returns {Buffer | null}
 */
function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/**
 * Moves the files of `from` over those of `to`, on the same disk. Files of new names come first: they are the chunks that the others
 * import, named by their content. Then files of known names are replaced, each at one stroke, where they differ. Last, what the
 * build no longer has goes away, unless it is younger than `since`: then it belongs to another build that runs at the same time.
 *
 * @param {string} from
 * @param {string} to
 * @param {{ since: number, move?: (from: string, to: string) => void, remove?: (file: string) => void }} options `since` in
 * milliseconds since 1970
 */
export function publishFolder(from, to, { since, move = renameSync, remove = rmSync }) {
  if (!existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true });
    move(from, to);
    return;
  }
  const fresh = filesOf(from);
  const known = new Set(filesOf(to));
  for (const file of [
    ...fresh.filter((name) => !known.has(name)),
    ...fresh.filter((name) => known.has(name)),
  ]) {
    const [source, target] = [join(from, file), join(to, file)];
    if (contentOf(target)?.equals(readFileSync(source))) {
      chmodSync(target, statSync(source).mode);
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    move(source, target);
  }
  const kept = new Set(fresh);
  for (const file of known) {
    const target = join(to, file);
    if (!kept.has(file) && statSync(target).mtimeMs < since) remove(target);
  }
}
