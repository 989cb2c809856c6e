/**
 * Half-edges of a triangle list: half-edge 3 f + k runs from corner k of face f to the next corner, and `twin` is
 * the half-edge of the neighbour across it, -1 at a limit.
 */
import { cross, dot, type Point3, sub, unit } from "./vector.js";

/** The half-edge after h in its face. */
export const next = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);
/** The half-edge before h in its face. */
export const previous = (h: number): number => (h % 3 === 0 ? h + 2 : h - 1);
/** The face of a half-edge. */
export const faceOf = (h: number): number => (h / 3) | 0;

/** What connecting the faces found and did. */
export interface Connected {
  readonly twin: Int32Array;
  /** Faces turned over so that neighbours agree. */
  readonly turned: number;
  /** Edges that more than two faces share, and were cut apart but for the flattest pairs. */
  readonly splitEdges: number;
  /** Edges cut because the surface is one-sided, like a Moebius strip. */
  readonly oneSided: number;
}

/** Connects faces along shared edges, turning faces over where neighbours disagree. Changes `corners`. */
export function connect(corners: Int32Array, positionOf: (vertex: number) => Point3): Connected {
  const groups = edgeGroups(corners);
  // Pairs as faces' sides; orientation is settled afterwards.
  const mate = new Int32Array(corners.length).fill(-1);
  let splitEdges = 0;
  for (let g = 0; g + 1 < groups.start.length; g++) {
    const sides = groups.sides.subarray(groups.start[g], groups.start[g + 1]);
    if (sides.length === 2) pair(mate, sides[0], sides[1]);
    else if (sides.length > 2) {
      splitEdges++;
      pairFlattest(corners, sides, positionOf, mate);
    }
  }
  const { turned, oneSided } = orient(corners, mate);
  return { twin: mate, turned, splitEdges, oneSided };
}

function pair(mate: Int32Array, a: number, b: number): void {
  mate[a] = b;
  mate[b] = a;
}

/** Half-edges grouped by their two ends, whichever way they run. */
function edgeGroups(corners: Int32Array): { start: number[]; sides: Int32Array } {
  const sides = Int32Array.from({ length: corners.length }, (_, h) => h);
  const low = (h: number): number => Math.min(corners[h], corners[next(h)]);
  const high = (h: number): number => Math.max(corners[h], corners[next(h)]);
  let vertexCount = 0;
  for (const v of corners) if (v >= vertexCount) vertexCount = v + 1;
  // Two counting sorts, by the higher end and then by the lower one.
  const sorted = countingSort(countingSort(sides, high, vertexCount), low, vertexCount);
  const start = [0];
  for (let i = 1; i <= sorted.length; i++) {
    const same =
      i < sorted.length && low(sorted[i]) === low(sorted[i - 1]) && high(sorted[i]) === high(sorted[i - 1]);
    if (!same) start.push(i);
  }
  return { start: sorted.length === 0 ? [0] : start, sides: sorted };
}

/** Items by a key from 0 to `range` - 1, equal ones in the order given. */
export function countingSort(items: Int32Array, key: (item: number) => number, range: number): Int32Array {
  const start = new Int32Array(range + 1);
  for (const item of items) start[key(item) + 1]++;
  for (let i = 0; i < range; i++) start[i + 1] += start[i];
  const sorted = new Int32Array(items.length);
  for (const item of items) sorted[start[key(item)]++] = item;
  return sorted;
}

/** Of faces that meet at one edge, the pairs that continue each other most evenly are joined; what is left is a limit. */
function pairFlattest(
  corners: Int32Array,
  sides: Int32Array,
  positionOf: (vertex: number) => Point3,
  mate: Int32Array,
): void {
  const away = Array.from(sides, (h) => {
    const [a, b, c] = [corners[h], corners[next(h)], corners[previous(h)]].map(positionOf);
    const along = unit(sub(b, a));
    const side = sub(c, a);
    const k = dot(side, along);
    return unit([side[0] - k * along[0], side[1] - k * along[1], side[2] - k * along[2]]);
  });
  const pairs: [number, number, number][] = [];
  for (let i = 0; i < sides.length; i++)
    for (let j = i + 1; j < sides.length; j++) pairs.push([dot(away[i], away[j]), i, j]);
  // The straighter the continuation, the nearer the product is to -1.
  pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);
  for (const [, i, j] of pairs) if (mate[sides[i]] < 0 && mate[sides[j]] < 0) pair(mate, sides[i], sides[j]);
}

/** Turns faces over until neighbours run along their common edge in opposite directions. */
function orient(corners: Int32Array, mate: Int32Array): { turned: number; oneSided: number } {
  const faceCount = corners.length / 3;
  const seen = new Uint8Array(faceCount);
  let turned = 0;
  let oneSided = 0;
  const queue = new Int32Array(faceCount);
  for (let seed = 0; seed < faceCount; seed++) {
    if (seen[seed]) continue;
    seen[seed] = 1;
    queue[0] = seed;
    for (let read = 0, write = 1; read < write; read++) {
      for (let h = 3 * queue[read]; h < 3 * queue[read] + 3; h++) {
        let other = mate[h];
        if (other < 0) continue;
        const opposed = corners[h] === corners[next(other)] && corners[next(h)] === corners[other];
        if (!seen[faceOf(other)]) {
          if (!opposed) {
            turn(corners, mate, faceOf(other));
            turned++;
            other = mate[h];
          }
          seen[faceOf(other)] = 1;
          queue[write++] = faceOf(other);
        } else if (!opposed) {
          mate[other] = -1;
          mate[h] = -1;
          oneSided++;
        }
      }
    }
  }
  return { turned, oneSided };
}

/** Turns one face over: corners 1 and 2 change places, so sides 0 and 2 do too. */
function turn(corners: Int32Array, mate: Int32Array, face: number): void {
  const [a, b, c] = [3 * face, 3 * face + 1, 3 * face + 2];
  const corner = corners[b];
  corners[b] = corners[c];
  corners[c] = corner;
  const mates = [mate[c], mate[b], mate[a]];
  [a, b, c].forEach((h, k) => {
    mate[h] = mates[k];
    if (mates[k] >= 0) mate[mates[k]] = h;
  });
}

/** The fans around vertices: a vertex where sheets only touch gets one copy per sheet. Changes `corners`. */
export function splitFans(corners: Int32Array, twin: Int32Array, vertexCount: number): number[] {
  const copies: number[] = [];
  const claimed = new Uint8Array(vertexCount);
  const done = new Uint8Array(corners.length);
  for (let h = 0; h < corners.length; h++) {
    if (done[h]) continue;
    const vertex = corners[h];
    const name = claimed[vertex] ? vertexCount + copies.length : vertex;
    if (claimed[vertex]) copies.push(vertex);
    claimed[vertex] = 1;
    // Around the vertex both ways: to the limits of an open fan, or once around.
    let at = h;
    do {
      done[at] = 1;
      corners[at] = name;
      at = twin[previous(at)];
    } while (at >= 0 && at !== h);
    if (at === h) continue;
    for (let back = twin[h]; back >= 0; back = twin[at]) {
      at = next(back);
      done[at] = 1;
      corners[at] = name;
    }
  }
  return copies;
}

/** Area and unit normal of a triangle; the normal of one without area is zero. */
export function triangleNormal(a: Point3, b: Point3, c: Point3): { area: number; normal: Point3 } {
  const n = cross(sub(b, a), sub(c, a));
  return { area: Math.hypot(n[0], n[1], n[2]) / 2, normal: unit(n) };
}
