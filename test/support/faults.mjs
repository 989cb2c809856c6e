/**
 * Loaded before a command (`node --import`), makes the disk fail: counts calls that change files below a folder, and at one of
 * them kills the process, writes a half, or throws an error. All code runs as it is, that of the database too.
 *
 * FAULT_FOLDER  the folder to watch
 * FAULT_AT      the number of the call, from 1; without it calls are only counted
 * FAULT_KIND    kill, kill-half, or the code of an error such as ENOSPC
 * FAULT_STICKS  1: every later call fails as well, as on a full disk
 * FAULT_LOG     a file that gets one line per call
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";

const { FAULT_FOLDER = "", FAULT_AT = "0", FAULT_KIND = "", FAULT_STICKS, FAULT_LOG } = process.env;
const folder = resolve(FAULT_FOLDER);
const at = Number(FAULT_AT);
const original = { ...fs };
/** Open files of the folder, by number. */
const open = new Map();
let calls = 0;

const isInside = (path) => typeof path === "string" && (resolve(path) + sep).startsWith(folder + sep);

/** Lets one call be: logs it, and fails where it should. `half` does half of the work. */
function before(name, path, half) {
  calls++;
  if (FAULT_LOG) original.appendFileSync(FAULT_LOG, `${name} ${path.slice(folder.length + 1)}\n`);
  const hits = at > 0 && (FAULT_STICKS ? calls >= at : calls === at);
  if (!hits) return;
  if (FAULT_KIND === "kill-half") half?.();
  if (FAULT_KIND.startsWith("kill")) {
    process.kill(process.pid, "SIGKILL");
    // The signal comes at once, but not before this line.
    for (;;);
  }
  if (FAULT_KIND === "ENOSPC") half?.();
  throw Object.assign(new Error(`${FAULT_KIND}: injected, ${name} '${path}'`), {
    code: FAULT_KIND,
    syscall: name,
  });
}

const halfOf = (data) =>
  typeof data === "string" ? data.slice(0, data.length >> 1) : data.subarray(0, data.length >> 1);

fs.openSync = (path, flags = "r", ...rest) => {
  const writes = typeof flags === "number" ? (flags & 3) !== 0 : flags !== "r";
  if (writes && isInside(path)) before("open", resolve(path));
  const handle = original.openSync(path, flags, ...rest);
  if (writes && isInside(path)) open.set(handle, resolve(path));
  return handle;
};
fs.closeSync = (handle) => {
  open.delete(handle);
  original.closeSync(handle);
};
fs.writeSync = (handle, data, offset = 0, length = data.length - offset, position = null) => {
  const path = open.get(handle);
  if (path) before("write", path, () => original.writeSync(handle, data, offset, length >> 1, position));
  return original.writeSync(handle, data, offset, length, position);
};
fs.ftruncateSync = (handle, size) => {
  const path = open.get(handle);
  if (path) before("truncate", path);
  original.ftruncateSync(handle, size);
};
fs.fsyncSync = (handle) => {
  const path = open.get(handle);
  if (path) before("sync", path);
  original.fsyncSync(handle);
};
fs.writeFileSync = (path, data, options) => {
  if (isInside(path))
    before("writeFile", resolve(path), () => original.writeFileSync(path, halfOf(data), options));
  original.writeFileSync(path, data, options);
};
for (const name of ["mkdirSync", "rmdirSync", "unlinkSync", "rmSync", "chmodSync"]) {
  fs[name] = (path, ...rest) => {
    if (isInside(path)) before(name.replace("Sync", ""), resolve(path));
    return original[name](path, ...rest);
  };
}
for (const name of ["renameSync", "linkSync"]) {
  fs[name] = (from, to) => {
    if (isInside(to)) before(name.replace("Sync", ""), resolve(to));
    original[name](from, to);
  };
}
syncBuiltinESMExports();
