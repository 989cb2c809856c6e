/** What a finished path map must satisfy, whatever its plan. */
import { faceOf } from "../../src/geometry/index.js";
import type { PathMap } from "../../src/pathmap/index.js";

/**
 * Free triangles without an entry beside a triangle that has one: paths lead to the one and so to the other, hence there
 * should be none. Where the goals' own triangles have entries, this covers all that connects to a goal.
 */
export function holesOf(map: PathMap): number[] {
  const { regions, space } = map;
  const { triangulation } = space;
  const { twins, faceCount } = triangulation.mesh;
  const isEmpty = (f: number): boolean => regions.first[f] === regions.first[f + 1];
  const holes: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    if (!space.isFree(f) || !isEmpty(f)) continue;
    const isBesideWay = [3 * f, 3 * f + 1, 3 * f + 2].some((e) => {
      if (twins[e] < 0 || triangulation.isWall(e)) return false;
      const beside = faceOf(twins[e]);
      return space.isFree(beside) && !isEmpty(beside);
    });
    if (isBesideWay) holes.push(f);
  }
  return holes;
}
