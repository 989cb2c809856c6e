/** Recordings read back: rows of whoever was where become frames. */
import { InputError } from "../errors.js";
import { BYTES, MOST, needMemory } from "../limits.js";
import { shown } from "../options.js";

/** One person in one frame. */
export interface RecordingRow {
  readonly frame: number;
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Metres. */
  readonly radius?: number;
  /** The number of the spawn. */
  readonly group?: number;
  /** Whether it has not set out yet; false where a recording does not say. */
  readonly waits?: boolean;
  /** In a building: the height in metres, and the level or connection. */
  readonly z?: number;
  readonly level?: string;
}

/** A recording: its frames, without gaps, and the seconds between them. */
export interface Recording {
  readonly frames: readonly RecordingFrame[];
  readonly interval: number;
}

/** One moment of a recording. */
export interface RecordingFrame {
  /** Seconds. */
  readonly time: number;
  readonly agents: readonly RecordingRow[];
}

/** Radii in metres, as in scenes. */
const GREATEST_RADIUS = 1000;

const isCount = (value: number, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && value >= 0 && value <= most;

/** Where a file says for the last time that somebody is in a frame, such as `line 12`. */
type PlaceOf = (frame: number, id: number) => string;

/** Refuses rows whose numbers mean nothing, people who are in a frame twice, and frames that would take for ever. */
function checkRows(rows: readonly RecordingRow[], interval: number, placeOf?: PlaceOf): void {
  if (rows.length === 0) throw new InputError("holds nobody's position");
  let before = rows[0].frame;
  let last = -1;
  for (const { frame, id, x, y, radius = 0, group = 0 } of rows) {
    if (!(isCount(frame) && isCount(id))) {
      throw new InputError(`frames and ids are whole numbers >= 0; given: frame ${frame}, id ${id}`);
    }
    const where = `frame ${frame}, id ${id}`;
    if (!(Number.isFinite(x) && Number.isFinite(y))) {
      throw new InputError(`a place has two finite numbers; given: ${x}, ${y}`, where);
    }
    if (!(radius >= 0 && radius <= GREATEST_RADIUS)) {
      throw new InputError(`a radius is from 0 to ${GREATEST_RADIUS} m; given: ${radius}`, where);
    }
    if (frame === before && id === last) {
      throw new InputError(
        `id ${id} is in frame ${frame} twice; once is allowed`,
        placeOf?.(frame, id) ?? where,
      );
    }
    if (!isCount(group, MOST.groups)) {
      throw new InputError(`a group is a whole number from 0 to ${MOST.groups}; given: ${group}`, where);
    }
    if (frame - before > MOST.emptyFrames) {
      throw new InputError(
        `nobody is there for ${frame - before} frames in a row; at most ${MOST.emptyFrames} are read`,
        where,
      );
    }
    before = frame;
    last = id;
  }
  checkTimes(rows[0].frame, before, interval);
}

function checkTimes(first: number, last: number, interval: number): void {
  if (last - first >= MOST.frames) {
    throw new InputError(`at most ${MOST.frames} frames can be read; given: ${first} to ${last}`);
  }
  if (!(interval > 0 && last * interval <= MOST.seconds)) {
    throw new InputError(
      `frames come one after the other, within ${MOST.seconds} s; given: up to frame ${last}, every ${interval} s`,
    );
  }
}

/** Refuses more rows than there is memory for, before they are made. */
export function checkRowCount(rows: number): void {
  needMemory(`${rows} places of people`, rows * BYTES.recordedPlace);
}

/** How many lines a text has, at most. */
function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/**
 * Rows in the order of frames and ids as frames, from the first that has anybody; frames without anybody are there too.
 *
 * @param start time of frame 0
 */
export function recordingOf(
  rows: readonly RecordingRow[],
  interval: number,
  start = 0,
  placeOf?: PlaceOf,
): Recording {
  checkRows(rows, interval, placeOf);
  const first = rows[0].frame;
  const last = rows[rows.length - 1].frame;
  needMemory(
    `${last - first + 1} frames`,
    (last - first + 1) * BYTES.recordedFrame + rows.length * BYTES.recordedPlace,
  );
  const frames: { time: number; agents: RecordingRow[] }[] = [];
  const grow = (): number => frames.push({ time: start + (first + frames.length) * interval, agents: [] });
  for (const row of rows) {
    while (frames.length <= row.frame - first) grow();
    frames[row.frame - first].agents.push(row);
  }
  grow();
  return { frames, interval };
}

function inOrder(rows: RecordingRow[]): RecordingRow[] {
  return rows.sort((a, b) => a.frame - b.frame || a.id - b.id);
}

function numbersOf(line: string, separator: string | RegExp, where: string): number[] {
  const numbers = line.split(separator).map(Number);
  if (numbers.every(Number.isFinite)) return numbers;
  throw new InputError(`numbers are expected; given: ${JSON.stringify(line.slice(0, 40))}`, where);
}

/** The cells of a line, of which those in quotes may hold commas, and quotes that are doubled. */
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g);
  return Array.from(cells, ([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain);
}

/** Reads comma-separated values whose header names at least frame, time, id, x and y, in any order. */
export function readCsvTrajectories(text: string): Recording {
  checkRowCount(lineCount(text));
  const lines = text.trimEnd().split(/\r?\n/);
  const head = lines.shift() ?? "";
  const names = head.split(",");
  for (const name of ["frame", "time", "id", "x", "y"]) {
    if (!names.includes(name))
      throw new InputError(`the header needs ${name}; given: ${head.slice(0, 80)}`, "line 1");
  }
  const column = (name: string): number => names.indexOf(name);
  let first: { readonly frame: number; readonly time: number } | null = null;
  let interval = 0;
  let start = 0;
  const rows = lines.map((line, i): RecordingRow => {
    const level = column("level") < 0 ? undefined : cellsOf(line)[column("level")];
    const cells = level === undefined ? line : cellsOf(line).with(column("level"), "0").join(",");
    const values = numbersOf(cells, ",", `line ${i + 2}`);
    const [frame, time] = [values[column("frame")], values[column("time")]];
    first ??= { frame, time };
    if (frame > first.frame) interval = (time - first.time) / (frame - first.frame);
    start = first.time - first.frame * (interval || 1);
    return {
      frame,
      id: values[column("id")],
      x: values[column("x")],
      y: values[column("y")],
      ...(column("radius") < 0 ? {} : { radius: values[column("radius")] }),
      ...(column("group") < 0 ? {} : { group: values[column("group")] }),
      ...(column("waits") < 0 ? {} : { waits: values[column("waits")] !== 0 }),
      ...(column("z") < 0 ? {} : { z: values[column("z")] }),
      ...(level === undefined ? {} : { level }),
    };
  });
  const placeOf = (frame: number, id: number): string => {
    const isIt = (line: string): boolean => {
      const values = line.split(",").map(Number);
      return values[column("frame")] === frame && values[column("id")] === id;
    };
    return `line ${lines.findLastIndex(isIt) + 2}`;
  };
  return recordingOf(inOrder(rows), interval || 1, start, placeOf);
}

/** What a text of trajectories may leave open. */
export interface PedpyOptions {
  /** Frames per second, > 0, of a file whose head does not say. */
  readonly fps?: number;
  /** Unit of length of a file whose head does not say; default `m`. */
  readonly unit?: "m" | "cm";
}

/** The frames per second that the head says; undefined where it does not. */
function rateOf(lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => /^#\s*framerate:/i.test(line));
  if (at < 0) return undefined;
  const [, text] = /^#\s*framerate:\s*(\S*?)\s*(?:fps|hz)?\s*$/i.exec(lines[at]) ?? [];
  const rate = Number(text || Number.NaN);
  if (rate > 0 && rate < Infinity) return rate;
  throw new InputError(
    `a finite number of frames per second > 0 is needed; given: ${shown(lines[at])}`,
    `line ${at + 1}`,
  );
}

/**
 * Reads text as PedPy does: id, frame, x and y, in metres or, where the head says so, in centimetres.
 *
 * @throws InputError where an option contradicts the head, or neither knows the frame rate
 */
export function readPedpyTrajectories(text: string, options: PedpyOptions = {}): Recording {
  checkRowCount(lineCount(text));
  const lines = text.trimEnd().split(/\r?\n/);
  const rate = rateOf(lines) ?? options.fps;
  if (rate === undefined)
    throw new InputError("a line # framerate: N is needed, or the frames per second as an option");
  if (options.fps !== undefined && rate !== options.fps) {
    throw new InputError(`the file says ${rate} frames per second; given: ${options.fps}`, "fps");
  }
  const units = lines.filter((line) => line.startsWith("#")).map((line) => /x\/(c?m)|in (c?m)\b/.exec(line));
  const said = units.map((match) => match?.[1] ?? match?.[2]).find((name) => name !== undefined);
  if (said !== undefined && options.unit !== undefined && said !== options.unit) {
    throw new InputError(`the file is in ${said}; given: ${options.unit}`, "unit");
  }
  const unit = (said ?? options.unit) === "cm" ? 0.01 : 1;
  const rows = lines.flatMap((line, i): RecordingRow[] => {
    if (line.startsWith("#") || line.trim() === "") return [];
    const where = `line ${i + 1}`;
    const [id, frame, x, y, z] = numbersOf(line.trim(), /\s+/, where);
    if (y === undefined) throw new InputError("id, frame, x and y are needed", where);
    return [{ id, frame, x: unit * x, y: unit * y, ...(z === undefined ? {} : { z: unit * z }) }];
  });
  const placeOf = (frame: number, id: number): string => {
    const isIt = (line: string): boolean => {
      const [first, second] = line.trim().split(/\s+/).map(Number);
      return first === id && second === frame;
    };
    return `line ${lines.findLastIndex(isIt) + 1}`;
  };
  return recordingOf(inOrder(rows), 1 / rate, 0, placeOf);
}
