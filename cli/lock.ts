/**
 * One owner per folder: a lock file that names its process so well that a dead owner is told from a living one.
 *
 * A lock appears with all of its content at once (a link to a file that is complete), so nobody reads half of one. A dead owner's lock
 * may be taken over by whoever holds the lock on taking over that very lock, which is a lock like any other; so two
 * processes that find the same dead owner cannot both become the new one.
 */
import { randomUUID } from "node:crypto";
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { InputError } from "../src/index.js";
import { unwritable } from "./files.js";

/** Who owns a folder. */
interface Owner {
  /** Different for every lock. */
  readonly nonce: string;
  readonly pid: number;
  /** When the process started, in ticks since the machine did; "" where that is not known. */
  readonly started: string;
  /** Changes when the machine starts anew; "" where that is not known. */
  readonly boot: string;
  /** Where the number of the process means something: the machine, and its space of process numbers. */
  readonly place: string;
}

/** Times that a lock may vanish while it is looked at. */
const MOST_TRIES = 1000;

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

/** When a process started; "" where there is none, or no way to know. */
function startOf(pid: number): string {
  // The name of the program, in parentheses, may hold spaces; the start is the twentieth word after it.
  const stat = contentOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function place(): string {
  let space = "";
  try {
    space = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not Linux: one machine has one space.
  }
  return `${hostname()} ${space}`.trim();
}

function thisOwner(): Owner {
  return {
    nonce: randomUUID(),
    pid: process.pid,
    started: startOf(process.pid),
    boot: contentOf("/proc/sys/kernel/random/boot_id"),
    place: place(),
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is running too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether an owner may still be at work. */
function mayLive({ pid, started, boot, place: where }: Owner, us: Owner): boolean {
  // The machine has started anew since: whatever ran then does not any more.
  if (boot !== us.boot && where.split(" ")[0] === us.place.split(" ")[0]) return false;
  // Numbers of processes elsewhere say nothing here.
  if (where !== us.place) return true;
  if (!isRunning(pid)) return false;
  // The number may have been given to another process.
  return started === "" || startOf(pid) === started;
}

/** The owner that a lock names; null where there is none. */
function readOwner(file: string): Owner | null {
  const text = contentOf(file);
  if (text === "") return null;
  try {
    return JSON.parse(text) as Owner;
  } catch {
    throw new InputError("is no lock of a run; remove it if nothing writes to this folder", file);
  }
}

/** Makes a file of an owner's own appear under a name as a whole; false where that name is taken. */
function appears(own: string, file: string, us: Owner): boolean {
  try {
    // An owner that tidies up may have taken it for the rest of a dead process.
    if (!existsSync(own)) writeFileSync(own, `${JSON.stringify(us)}\n`);
    linkSync(own, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOENT") return false;
    throw error;
  }
}

/** Tries to own a file's name; returns the living owner where there is one. */
function tryLock(file: string, us: Owner): Owner | null {
  const own = `${file}.${us.nonce}`;
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (appears(own, file, us)) return null;
      const owner = readOwner(file);
      // Given back just now: once more.
      if (!owner) continue;
      if (mayLive(owner, us)) return owner;
      const rival = takeOver(file, owner, own, us);
      if (rival !== owner) return rival;
    }
    throw new InputError("comes and goes; remove it if nothing writes to this folder", file);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes a dead owner's lock; returns null when it is ours, a living rival, or the dead owner where things have changed meanwhile. */
function takeOver(file: string, dead: Owner, own: string, us: Owner): Owner | null {
  const claim = `${file}.${dead.nonce}.claim`;
  const rival = tryLock(claim, { ...us, nonce: randomUUID() });
  if (rival) return rival;
  try {
    if (readOwner(file)?.nonce !== dead.nonce) return dead;
    renameSync(own, file);
    return null;
  } finally {
    rmSync(claim, { force: true });
  }
}

/** A folder that this process alone writes to, until it is given back. */
export class FolderLock {
  private constructor(
    private readonly file: string,
    private readonly owner: Owner,
  ) {}

  /**
   * Makes this process the owner, also where the last one died.
   *
   * @throws InputError while another process is the owner, or where nothing can be written
   */
  static take(file: string, folder: string): FolderLock {
    const us = thisOwner();
    let rival: Owner | null;
    try {
      rival = tryLock(file, us);
    } catch (error) {
      throw unwritable(folder, error);
    }
    if (!rival) return new FolderLock(file, us);
    const where = rival.place === us.place ? "" : ` on ${rival.place}; if it has ended, remove ${file}`;
    throw new InputError(`another run is writing here: process ${rival.pid}${where}`, folder);
  }

  /** Removes what processes left that died while they tried to own the folder. */
  tidy(): void {
    const [folder, name] = [dirname(this.file), `${basename(this.file)}.`];
    for (const entry of readdirSync(folder)) {
      if (!entry.startsWith(name)) continue;
      const file = join(folder, entry);
      if (!this.isOfLiving(file)) rmSync(file, { force: true });
    }
  }

  private isOfLiving(file: string): boolean {
    try {
      const owner = readOwner(file);
      return owner !== null && mayLive(owner, this.owner);
    } catch {
      // Half of one: whoever is writing it this moment will write it again.
      return false;
    }
  }

  /** Lets others own the folder. */
  release(): void {
    if (readOwner(this.file)?.nonce === this.owner.nonce) rmSync(this.file, { force: true });
  }
}
