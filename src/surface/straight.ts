/** Straight on over a mesh: a walk that is a straight line in every two faces it crosses, laid flat. */
import type { SurfaceMesh } from "./mesh.js";
import { facesAround, weightsIn } from "./path.js";
import { pointInFace, type SurfacePoint } from "./point.js";
import { faceOf, next, previous } from "./topology.js";
import { cross, dot, type Point3, sub, unit } from "./vector.js";

/** A crossing of more edges than this is taken for one that does not get on. */
const MOST_CROSSINGS = 1000;

/** A direction that leaves an edge by less than this share of its own length goes along it. */
const ALONG = 1e-12;

/**
 * The place some metres from another, straight on in a direction of space as far as it lies in the surface; null where a wall
 * is in between: a limit, an edge between two blocked vertices, or a face between three.
 */
export function straightOn(
  mesh: SurfaceMesh,
  tags: Uint8Array,
  from: SurfacePoint,
  direction: Point3,
  distance: number,
): SurfacePoint | null {
  const begun = firstFace(mesh, from, direction);
  if (!begun) return null;
  let { face, weights, heading } = begun;
  let left = distance;
  for (let i = 0; i < MOST_CROSSINGS; i++) {
    if ([0, 1, 2].every((k) => tags[mesh.corners[3 * face + k]] > 0)) return null;
    const rates = ratesIn(mesh, face, heading);
    const along = ALONG * Math.max(Math.abs(rates[0]), Math.abs(rates[1]), Math.abs(rates[2]));
    let [leaves, far] = [-1, left];
    for (let k = 0; k < 3; k++) {
      // Along an edge, rounding alone must not lead out of the face and back for ever.
      if (!(rates[k] < (weights[k] > 0 ? 0 : -along)) || weights[k] / -rates[k] >= far) continue;
      far = Math.max(weights[k] / -rates[k], 0);
      leaves = k;
    }
    const moved = weights.map((w, k) => Math.max(w + far * rates[k], 0));
    if (leaves < 0) return placeIn(mesh, face, moved);
    // The edge opposite to the corner whose weight has gone.
    const h = 3 * face + ((leaves + 1) % 3);
    const twin = mesh.twin[h];
    const [a, b] = [mesh.corners[h], mesh.corners[next(h)]];
    if (twin < 0 || (tags[a] > 0 && tags[b] > 0)) return null;
    const [wa, wb] = [moved[(leaves + 1) % 3], moved[(leaves + 2) % 3]];
    heading = across(mesh, h, twin, heading);
    face = faceOf(twin);
    weights = [0, 0, 0];
    weights[next(twin) % 3] = wa / (wa + wb);
    weights[twin % 3] = wb / (wa + wb);
    left -= far;
  }
  return null;
}

const placeIn = (mesh: SurfaceMesh, face: number, weights: readonly number[]): SurfacePoint => {
  const sum = weights[0] + weights[1] + weights[2];
  return pointInFace(mesh.corners, face, [weights[0] / sum, weights[1] / sum, weights[2] / sum]);
};

/** The face that a direction leads into from a place, and the unit direction in its plane. */
function firstFace(
  mesh: SurfaceMesh,
  from: SurfacePoint,
  direction: Point3,
): { face: number; weights: number[]; heading: Point3 } | null {
  for (const face of facesAround(mesh, from)) {
    const weights = weightsIn(mesh, face, from);
    const heading = inPlane(mesh, face, direction);
    if (!weights || !heading) continue;
    const rates = ratesIn(mesh, face, heading);
    if ([0, 1, 2].every((k) => weights[k] > 0 || rates[k] >= 0)) return { face, weights, heading };
  }
  return null;
}

/** A direction laid into the plane of a face, as a unit vector; null where nothing is left of it. */
function inPlane(mesh: SurfaceMesh, face: number, d: Point3): Point3 | null {
  const [a, b, c] = mesh.triangle(face);
  const n = unit(cross(sub(b, a), sub(c, a)));
  const off = dot(d, n);
  const flat: Point3 = [d[0] - off * n[0], d[1] - off * n[1], d[2] - off * n[2]];
  return dot(flat, flat) > 0 ? unit(flat) : null;
}

/** By how much the weights of a face's corners change per metre in a direction of its plane. */
function ratesIn(mesh: SurfaceMesh, face: number, heading: Point3): [number, number, number] {
  const [a, b, c] = mesh.triangle(face);
  const [u, v] = [sub(b, a), sub(c, a)];
  const [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
  const [du, dv] = [dot(heading, u), dot(heading, v)];
  const det = uu * vv - uv * uv;
  if (!(det > 0)) return [0, 0, 0];
  const [s, t] = [(vv * du - uv * dv) / det, (uu * dv - uv * du) / det];
  return [-s - t, s, t];
}

/** A direction that leaves a face by a half-edge, as it goes on in the face across. */
function across(mesh: SurfaceMesh, h: number, twin: number, heading: Point3): Point3 {
  const [p, q] = [mesh.vertex(mesh.corners[h]), mesh.vertex(mesh.corners[next(h)])];
  const along = unit(sub(q, p));
  const apex = sub(mesh.vertex(mesh.corners[previous(twin)]), p);
  const share = dot(apex, along);
  const inward = unit([apex[0] - share * along[0], apex[1] - share * along[1], apex[2] - share * along[2]]);
  const kept = dot(heading, along);
  const out = Math.sqrt(Math.max(1 - kept * kept, 0));
  return [0, 1, 2].map((k) => kept * along[k] + out * inward[k]) as unknown as Point3;
}
