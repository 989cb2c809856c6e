/**
 * Recordings of runs: who was where, frame by frame. Text for PedPy and CSV here; JuPedSim's tables in `trajectories-sqlite.ts`.
 *
 * Writers know no disk: text goes to a function, tables into a database, and both are the caller's.
 */
import type { Scene } from "../world/index.js";

/** Where people are, as columns; the first entries of each count. */
export interface TrajectoryColumns {
  readonly id: ArrayLike<number>;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Metres per second. */
  readonly vx: ArrayLike<number>;
  readonly vy: ArrayLike<number>;
  /** Metres. */
  readonly radius: ArrayLike<number>;
  /** The number of the spawn. */
  readonly group: ArrayLike<number>;
  /** When each came, and how long each waits before its first step, in seconds; nobody waits where absent. */
  readonly born?: ArrayLike<number>;
  readonly reaction?: ArrayLike<number>;
  /** In a building: heights in metres, and the level or connection that each is on. */
  readonly z?: ArrayLike<number>;
  readonly level?: ArrayLike<string>;
}

/** What is known of a recording before its first frame. */
export interface TrajectoryHead {
  readonly scene: Pick<Scene, "boundary" | "obstacles">;
  /** Frames per second, > 0. */
  readonly fps: number;
  /** Names the run that is recorded, as its summary and report do. */
  readonly run: string;
  /** Frames that are there already, of the same run: 0 for a new recording. */
  readonly frames: number;
  /** Whether it is of a building: places are then in space, and `scene` is the page that they are no part of. */
  readonly isBuilding?: boolean;
}

/** Takes the frames of a run. */
export interface TrajectoryWriter {
  /** One moment: its number, its time in seconds, and the first `size` entries of the columns. */
  frame(number: number, time: number, columns: TrajectoryColumns, size: number): void;
  /** Hands over everything taken so far: it survives what comes after. */
  flush(): void;
  /** Hands over the rest; `interrupted` where the run was stopped before its end. */
  end(interrupted: boolean): void;
}

/** Rows that are put together before they are handed over. */
const ROWS_AT_ONCE = 20_000;

type Row = (frame: number, time: number, columns: TrajectoryColumns, i: number) => string;

/** Text, a row for each person in each frame. */
class TextWriter implements TrajectoryWriter {
  private rows: string[] = [];

  constructor(
    private readonly write: (text: string) => void,
    private readonly row: Row,
  ) {}

  frame(number: number, time: number, columns: TrajectoryColumns, size: number): void {
    for (let i = 0; i < size; i++) this.rows.push(this.row(number, time, columns, i));
    if (this.rows.length >= ROWS_AT_ONCE) this.flush();
  }

  flush(): void {
    if (this.rows.length === 0) return;
    const text = `${this.rows.join("\n")}\n`;
    this.rows = [];
    this.write(text);
  }

  end(): void {
    this.flush();
  }
}

/** A name as a cell: in quotes, with quotes in it doubled. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const six = (value: number): string => String(Number(value.toFixed(6)));

/**
 * Comma-separated values with the header `frame,time,id,x,y,vx,vy,radius,group,waits`; micrometres and microseconds. `waits` is 1 for
 * who has not set out. Of a building there are `z` and `level` too, the level's or the connection's name in quotes.
 *
 * @param write takes the text, piece by piece
 */
export function csvTrajectories(
  write: (text: string) => void,
  { frames, isBuilding = false }: Pick<TrajectoryHead, "frames" | "isBuilding">,
): TrajectoryWriter {
  if (frames === 0) write(`frame,time,id,x,y,vx,vy,radius,group,waits${isBuilding ? ",z,level" : ""}\n`);
  return new TextWriter(write, (frame, time, columns, i) => {
    const { id, x, y, vx, vy, radius, group, born, reaction } = columns;
    const waits = born && reaction && time - born[i] < reaction[i] ? 1 : 0;
    return [
      ...[frame, six(time), id[i], six(x[i]), six(y[i]), six(vx[i]), six(vy[i])],
      ...[radius[i], group[i], waits],
      ...(isBuilding ? [six(columns.z?.[i] ?? 0), quoted(columns.level?.[i] ?? "")] : []),
    ].join(",");
  });
}

/**
 * Text as PedPy reads it: id, frame, x, y, z, with the frame rate in the head.
 *
 * @param write takes the text, piece by piece
 */
export function pedpyTrajectories(
  write: (text: string) => void,
  { fps, run, frames }: Pick<TrajectoryHead, "fps" | "run" | "frames">,
): TrajectoryWriter {
  if (frames === 0) write(`# framerate: ${fps}\n# run: ${run}\n# id frame x/m y/m z/m\n`);
  return new TextWriter(
    write,
    (frame, _time, { id, x, y, z }, i) => `${id[i]} ${frame} ${six(x[i])} ${six(y[i])} ${six(z?.[i] ?? 0)}`,
  );
}
