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

/** Refuses a start on the command line at which nobody can stand; one without a way is no mistake. */
export function checkStarts(world: World, from: readonly Point[]): void {
  for (const p of from) {
    const reason = offGround(world, p);
    if (reason !== null) throw new InputError(reason, `--from ${p.join(",")}`);
  }
}

/** Points of a CSV file with the header `x,y`. */
export function readQueries(file: string): Point[] {
  const [header = "", ...lines] = readText(file).split(/\r?\n/);
  if (header.replace(/\s|\ufeff/g, "").toLowerCase() !== "x,y") {
    throw new InputError(
      `the header must be x,y; given: ${JSON.stringify(header.slice(0, 40))}`,
      `${file}: line 1`,
    );
  }
  if (lines.length > MOST_QUERIES)
    throw new InputError(`${lines.length} lines; at most ${MOST_QUERIES} are read`, file);
  const points: Point[] = [];
  lines.forEach((line, i) => {
    if (line.trim() === "") return;
    const parts = line.split(",").map(numberOf);
    if (parts.length !== 2 || !parts.every(Number.isFinite)) {
      const given = JSON.stringify(line.slice(0, 40));
      throw new InputError(`two finite numbers are needed; given: ${given}`, `${file}: line ${i + 2}`);
    }
    points.push([parts[0], parts[1]]);
  });
  return points;
}
