/** Recordings read back: rows of whoever was where become frames. */
import { InputError } from "../errors.js";

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

/** Frames that are read at most: a day at 100 a second. */
const MOST_FRAMES = 8_640_000;

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Rows in the order of frames as frames, from the first that has anybody; frames without anybody are there too. */
export function recordingOf(rows: readonly RecordingRow[], interval: number): Recording {
  if (rows.length === 0) throw new InputError("holds nobody's position");
  const odd = rows.find(({ frame, id }) => !(isCount(frame) && isCount(id)));
  if (odd) {
    const given = `frame ${odd.frame}, id ${odd.id}`;
    throw new InputError(`frames and ids are whole numbers >= 0; given: ${given}`);
  }
  const first = rows[0].frame;
  const last = rows[rows.length - 1].frame;
  if (last - first >= MOST_FRAMES) {
    throw new InputError(`at most ${MOST_FRAMES} frames can be read; given: ${first} to ${last}`);
  }
  const frames: { time: number; agents: RecordingRow[] }[] = [];
  const grow = (): number => frames.push({ time: (first + frames.length) * interval, agents: [] });
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

/** Reads comma-separated values whose header names at least frame, time, id, x and y, in any order. */
export function readCsvTrajectories(text: string): Recording {
  const [head = "", ...lines] = text.trimEnd().split(/\r?\n/);
  const names = head.split(",");
  for (const name of ["frame", "time", "id", "x", "y"]) {
    if (!names.includes(name))
      throw new InputError(`the header needs ${name}; given: ${head.slice(0, 80)}`, "line 1");
  }
  const column = (name: string): number => names.indexOf(name);
  let first: { frame: number; time: number } | null = null;
  let interval = 0;
  const rows = lines.map((line, i): RecordingRow => {
    const values = numbersOf(line, ",", `line ${i + 2}`);
    const [frame, time] = [values[column("frame")], values[column("time")]];
    first ??= { frame, time };
    if (frame > first.frame) interval = (time - first.time) / (frame - first.frame);
    return {
      frame,
      id: values[column("id")],
      x: values[column("x")],
      y: values[column("y")],
      ...(column("radius") < 0 ? {} : { radius: values[column("radius")] }),
      ...(column("group") < 0 ? {} : { group: values[column("group")] }),
    };
  });
  return recordingOf(inOrder(rows), interval || 1);
}

/** Reads text as PedPy does: id, frame, x and y, in metres or, where the head says so, in centimetres. */
export function readPedpyTrajectories(text: string): Recording {
  const lines = text.trimEnd().split(/\r?\n/);
  const rate = lines.map((line) => /^#\s*framerate:\s*([\d.]+)/i.exec(line)?.[1]).find((found) => found);
  if (!rate || !(Number(rate) > 0)) throw new InputError("a line # framerate: N is needed");
  const unit = lines.some((line) => line.startsWith("#") && /x\/cm|in cm/.test(line)) ? 0.01 : 1;
  const rows = lines.flatMap((line, i): RecordingRow[] => {
    if (line.startsWith("#") || line.trim() === "") return [];
    const where = `line ${i + 1}`;
    const [id, frame, x, y] = numbersOf(line.trim(), /\s+/, where);
    if (y === undefined) throw new InputError("id, frame, x and y are needed", where);
    return [{ id, frame, x: unit * x, y: unit * y }];
  });
  return recordingOf(inOrder(rows), 1 / Number(rate));
}
