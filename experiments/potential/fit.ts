/** v and epsilon fitted to a recorded way, half by half (Fischer 2011, appendix C: the RTS article, figure 2). */
import { distanceToSegment, type Point } from "../../src/geometry/index.js";
import { type Behaviour, type Bend, constant, either, HARMONIC } from "../../src/potential/index.js";

/** Strengths and directions that are tried. */
const EPSILONS = [0.1, 0.3, 0.5, 0.7, 0.9, 1.1];
const DIRECTIONS = 16;

/** All bends that are tried, the harmonic one first. */
const BENDS: readonly Bend[] = [
  HARMONIC,
  ...EPSILONS.flatMap((epsilon) =>
    Array.from({ length: DIRECTIONS }, (_, k): Bend => {
      const angle = (2 * Math.PI * k) / DIRECTIONS;
      return { epsilon, vector: [Math.cos(angle), Math.sin(angle)] };
    }),
  ),
];

/** What was fitted, and how far the way is from the record, in the mean over the record's points, in metres. */
export interface Fit {
  readonly first: Bend;
  readonly second: Bend;
  readonly apart: number;
}

/** Mean distance of recorded points from a way. */
export function apartFrom(record: readonly Point[], way: readonly Point[]): number {
  const gap = (p: Point): number => {
    let least = Infinity;
    for (let i = 1; i < way.length; i++) least = Math.min(least, distanceToSegment(p, way[i - 1], way[i]));
    return least;
  };
  return record.reduce((sum, p) => sum + gap(p), 0) / record.length;
}

/** One bend until somebody has come to x, another one beyond. */
export function changingAt(x: number, first: Bend, second: Bend): Behaviour {
  const of = ({ vector, epsilon }: Bend): Behaviour => constant(vector, epsilon);
  return either(({ position }) => position[0] < x, of(first), of(second));
}

/**
 * The bends of both halves that bring a walker nearest to a record: that of the first half by the record up to x, then that of
 * the second by all of it.
 *
 * @param walk the way of a walker with a behaviour
 */
export function fitted(
  record: readonly Point[],
  x: number,
  walk: (behaviour: Behaviour) => readonly Point[],
): Fit {
  const best = (part: readonly Point[], make: (bend: Bend) => Behaviour): { bend: Bend; apart: number } => {
    let found = { bend: HARMONIC, apart: Infinity };
    for (const bend of BENDS) {
      const apart = apartFrom(part, walk(make(bend)));
      if (apart < found.apart - 1e-12) found = { bend, apart };
    }
    return found;
  };
  const early = record.filter((p) => p[0] < x);
  const { bend: first } = best(early, (bend) => changingAt(x, bend, HARMONIC));
  const { bend: second, apart } = best(record, (bend) => changingAt(x, first, bend));
  return { first, second, apart };
}
