/** Points given on the command line or in a CSV file. */
import { InputError, type Point, type World } from "../src/index.js";
import { offGround } from "../src/world/index.js";
import { readText } from "./reading.js";

/** Largest number of query points read from one file. */
const MOST_QUERIES = 10_000_000;

function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** `X,Y` as a point; for repeated options. */
export function collectPoint(text: string, points: readonly Point[] = []): Point[] {
  const parts = text.split(",").map(numberOf);
  if (parts.length !== 2 || !parts.every(Number.isFinite)) {
    throw new InputError(`a point is X,Y with two finite numbers; given: ${text}`);
  }
  return [...points, [parts[0], parts[1]]];
}

/** A start as it was given: a point, and its level where it names one. */
export interface Start {
  readonly point: Point;
  readonly level?: string;
}

/** `X,Y` or `LEVEL:X,Y` as a start; for repeated options. */
export function collectStart(text: string, starts: readonly Start[] = []): Start[] {
  const colon = text.lastIndexOf(":");
  const [point] = collectPoint(text.slice(colon + 1));
  return [...starts, colon < 0 ? { point } : { point, level: text.slice(0, colon) }];
}

/** Where a start is to planners: on the sheet, in a building, where it names its level. */
export function startIn({ building }: World, { point, level }: Start, where: string): Point {
  if (building === null) {
    if (level === undefined) return point;
    throw new InputError(
      `the scene has one floor; a start is X,Y; given: ${level}:${point.join(",")}`,
      where,
    );
  }
  if (level === undefined) {
    const known = building.levels.join(", ");
    throw new InputError(`in a building a start is LEVEL:X,Y; the levels are: ${known}`, where);
  }
  return building.at(level, point);
}

/** Refuses a start on the command line at which nobody can stand; one without a way is no mistake. */
export function checkStarts(world: World, from: readonly Start[]): void {
  for (const start of from) {
    const { point, level } = start;
    const where = `--from ${level === undefined ? "" : `${level}:`}${point.join(",")}`;
    const reason = offGround(world, startIn(world, start, where));
    if (reason !== null) throw new InputError(reason, where);
  }
}

/** Starts of a CSV file with the header `x,y`, or `level,x,y`. */
export function readQueries(file: string): Start[] {
  const [header = "", ...lines] = readText(file).split(/\r?\n/);
  const keys = header.replace(/\s|\ufeff/g, "").toLowerCase();
  if (keys !== "x,y" && keys !== "level,x,y") {
    throw new InputError(
      `the header must be x,y, or level,x,y for a building; given: ${JSON.stringify(header.slice(0, 40))}`,
      `${file}: line 1`,
    );
  }
  const hasLevel = keys !== "x,y";
  if (lines.length > MOST_QUERIES)
    throw new InputError(`${lines.length} lines; at most ${MOST_QUERIES} are read`, file);
  const starts: Start[] = [];
  lines.forEach((line, i) => {
    if (line.trim() === "") return;
    const cells = line.split(",");
    // A level's name may have commas in it: the last two are the numbers.
    const level = hasLevel
      ? cells
          .splice(0, cells.length - 2)
          .join(",")
          .trim()
      : undefined;
    const parts = cells.map(numberOf);
    if (parts.length !== 2 || !parts.every(Number.isFinite)) {
      const given = JSON.stringify(line.slice(0, 40));
      throw new InputError(`two finite numbers are needed; given: ${given}`, `${file}: line ${i + 2}`);
    }
    starts.push({ point: [parts[0], parts[1]], ...(level !== undefined && { level }) });
  });
  return starts;
}
