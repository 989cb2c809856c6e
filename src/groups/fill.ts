/**
 * A polygon filled with places, one per member, as evenly as they can stand: they start on a lattice of equilateral triangles and
 * go to the middles of what is nearest to each (Lloyd 1982), which leaves a blue noise.
 */
import { boxOf, type Point, type Ring, sideOfRing, signedArea } from "../geometry/index.js";

/** Samples of the polygon per place, and in all. */
const PER_PLACE = 40;
const SAMPLES = Object.freeze({ least: 2000, most: 12_000 });

/** Comparisons of a sample with a place that may be made, and rounds at most. */
const WORK = 3e7;
const ROUNDS = 20;

/**
 * As many places inside a polygon as there are members.
 *
 * @param spacing metres between neighbours: the polygon is scaled so that this many fit; undefined keeps its drawn size
 */
export function placesInPolygon(ring: Ring, members: number, spacing: number | undefined): Point[] {
  const samples = samplesOf(ring, Math.min(SAMPLES.most, Math.max(SAMPLES.least, PER_PLACE * members)));
  const places = latticeIn(ring, members, samples);
  const rounds = Math.min(ROUNDS, Math.floor(WORK / (samples.length * members)));
  for (let round = 0; round < rounds; round++) moveToMiddles(places, samples);
  if (spacing === undefined) return places;
  // On a lattice of triangles each place has an area of sqrt(3) / 2 times the spacing squared.
  const drawn = Math.sqrt((Math.abs(signedArea(ring)) / members) * (2 / Math.sqrt(3)));
  return places.map(([x, y]): Point => [(x * spacing) / drawn, (y * spacing) / drawn]);
}

/** Points of a square lattice inside the polygon, about as many as wanted; its corners where it is too thin for any. */
function samplesOf(ring: Ring, wanted: number): Point[] {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const area = Math.abs(signedArea(ring));
  for (let cell = Math.sqrt(area / wanted), tries = 0; tries < 6; cell /= 2, tries++) {
    const inside: Point[] = [];
    const columns = Math.min(4096, Math.ceil((maxX - minX) / cell));
    const rows = Math.min(4096, Math.ceil((maxY - minY) / cell));
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const p: Point = [
          minX + ((column + 0.5) * (maxX - minX)) / columns,
          minY + ((row + 0.5) * (maxY - minY)) / rows,
        ];
        if (sideOfRing(p, ring) >= 0) inside.push(p);
      }
    }
    if (inside.length >= wanted / 2) return inside;
  }
  return [...ring];
}

/** So many points of a lattice of triangles inside the polygon; samples where it has too few. */
function latticeIn(ring: Ring, members: number, samples: readonly Point[]): Point[] {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  let step = Math.sqrt((Math.abs(signedArea(ring)) / members) * (2 / Math.sqrt(3)));
  for (let tries = 0; tries < 24; tries++, step *= 0.95) {
    const points: Point[] = [];
    const height = (Math.sqrt(3) / 2) * step;
    for (let row = 0, x = maxX - height / 2; x >= minX; row++, x -= height) {
      for (let y = minY + (row % 2 === 0 ? 0.25 : 0.75) * step; y <= maxY; y += step) {
        if (sideOfRing([x, y], ring) >= 0) points.push([x, y]);
      }
    }
    if (points.length >= members) return spread(points, members);
  }
  return spread(samples, members);
}

/** So many of some points, from all over the list; again from its beginning where there are fewer. */
function spread(points: readonly Point[], wanted: number): Point[] {
  return Array.from({ length: wanted }, (_, k) => points[Math.floor((k * points.length) / wanted)]);
}

/** Every place goes to the sample nearest to the middle of those samples that are nearest to it: the middle itself may be outside. */
function moveToMiddles(places: Point[], samples: readonly Point[]): void {
  const sums = new Float64Array(3 * places.length);
  const owners = new Int32Array(samples.length);
  samples.forEach(([x, y], s) => {
    let nearest = 0;
    let least = Infinity;
    for (let k = 0; k < places.length; k++) {
      const dx = places[k][0] - x;
      const dy = places[k][1] - y;
      const distance2 = dx * dx + dy * dy;
      if (distance2 >= least) continue;
      least = distance2;
      nearest = k;
    }
    owners[s] = nearest;
    sums[3 * nearest] += x;
    sums[3 * nearest + 1] += y;
    sums[3 * nearest + 2]++;
  });
  const nearestSample = new Float64Array(places.length).fill(Infinity);
  samples.forEach(([x, y], s) => {
    const k = owners[s];
    const dx = sums[3 * k] / sums[3 * k + 2] - x;
    const dy = sums[3 * k + 1] / sums[3 * k + 2] - y;
    if (dx * dx + dy * dy >= nearestSample[k]) return;
    nearestSample[k] = dx * dx + dy * dy;
    places[k] = [x, y];
  });
}
