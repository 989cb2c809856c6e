/** Places of a sheet, in the building: on which level or flight, where in the plan, and how high. */
import type { Point } from "../../geometry/index.js";
import { isPlace } from "../../options.js";
import { CAR_SCALE } from "./car.js";
import { type Patch, patchAt, type Sheet, shareOf } from "./sheet.js";

/** A place in a building, with its height. */
export type BuildingPlace =
  | {
      readonly kind: "level";
      /** The level's name. */
      readonly level: string;
      /** In the coordinates of the level. */
      readonly point: Point;
      /** Metres. */
      readonly elevation: number;
    }
  | {
      readonly kind: "flight";
      /** The number of the connection in the scene, and its name. */
      readonly connection: number;
      readonly name: string;
      /** How far up it is, from 0 at its foot to 1 at its head. */
      readonly share: number;
      /** In the coordinates of the plan, seen from above. */
      readonly point: Point;
      readonly elevation: number;
    }
  | {
      readonly kind: "car";
      /** The number of the lift among the scene's connections, and its name. */
      readonly connection: number;
      readonly name: string;
      /** In the coordinates of the plan: behind the lowest door. */
      readonly point: Point;
      /** That of the lowest door; where a car is at a time, a simulation knows. */
      readonly elevation: number;
    };

/** What is at a place of a sheet, as far as patches reach; null between them. */
export function placeOn(sheet: Sheet, p: Point): BuildingPlace | null {
  if (!isPlace(p)) return null;
  const patch = sheet.patches[patchAt(sheet, p[0])];
  const { minX, minY, maxX, maxY } = patch.cell;
  if (!(p[0] >= minX && p[0] <= maxX && p[1] >= minY && p[1] <= maxY)) return null;
  return placeIn(patch, p);
}

/** A place of a patch in space. */
export function placeIn(patch: Patch, p: Point): BuildingPlace {
  const [x, y] = [p[0] - patch.offset[0], p[1] - patch.offset[1]];
  if (patch.kind === "level") {
    return { kind: "level", level: patch.name, point: [whole(x), whole(y)], elevation: patch.elevation };
  }
  if (patch.kind === "car") {
    const { connection, name, elevation, outline, offset } = patch;
    const [cx, cy] = [outline[0][0] - offset[0], outline[0][1] - offset[1]];
    const point: Point = [whole(cx + (x - cx) / CAR_SCALE), whole(cy + (y - cy) / CAR_SCALE)];
    return { kind: "car", connection, name, point, elevation };
  }
  const share = shareOf(patch, p);
  const { run, climb, rise, elevation, connection, name } = patch;
  // The stretch is taken back: it grows from nothing at the foot.
  const point: Point = [whole(x + share * (run[0] - climb[0])), whole(y + share * (run[1] - climb[1]))];
  return { kind: "flight", connection, name, share, point, elevation: elevation + share * rise };
}

/** Whole nanometres: what was put onto the grid of the sheet is again what it was. */
function whole(x: number): number {
  return Math.round(x * 1e9) / 1e9;
}
