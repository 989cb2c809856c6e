/** A building as a world holds it: the scene as it was given, its sheet, and the way between the two. */
import { InputError } from "../../errors.js";
import { distance, type Point } from "../../geometry/index.js";
import { didYouMean, isPlace } from "../../options.js";
import type { BuildingScene } from "../scene.js";
import { CAR_SCALE } from "./car.js";
import { type FlightPatch, type LevelPatch, type Patch, patchAt, placed, type Sheet } from "./sheet.js";

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

/** A way through a building, in space. */
export interface BuildingWay {
  /** x and y of the plan, and the height. */
  readonly points: readonly (readonly [x: number, y: number, z: number])[];
  /** The level that each point is on; for one on a flight, the connection's name. */
  readonly levels: readonly string[];
  /** Metres along floors and slopes. */
  readonly distance: number;
}

/** A building on its sheet. */
export class Building {
  constructor(
    /** The scene as it was given, complete and frozen. */
    readonly scene: BuildingScene,
    readonly sheet: Sheet,
  ) {}

  /** Names of the levels, in the order of the scene. */
  get levels(): string[] {
    return this.scene.levels.map(({ name }) => name);
  }

  /**
   * The patch of a level.
   *
   * @throws InputError for a name that is no level
   */
  level(name: string): LevelPatch {
    const found = this.sheet.patches.find((patch) => patch.kind === "level" && patch.name === name);
    if (found) return found as LevelPatch;
    const known = this.levels;
    throw new InputError(
      `there is no level ${JSON.stringify(name)}; ${didYouMean(name, known)}the scene has: ${known.join(", ")}`,
      "level",
    );
  }

  /**
   * A place of a level on the sheet, where all planners take it.
   *
   * @throws InputError for a name that is no level, and for what is no place
   */
  at(level: string, p: Point): Point {
    if (!isPlace(p)) throw new InputError("a point [x, y] of finite numbers is needed", "point");
    return placed(p, this.level(level).offset);
  }

  /** What is at a place of the sheet, as far as patches reach; null between them. */
  where(p: Point): BuildingPlace | null {
    if (!isPlace(p)) return null;
    const patch = this.sheet.patches[patchAt(this.sheet, p[0])];
    const { minX, minY, maxX, maxY } = patch.cell;
    if (!(p[0] >= minX && p[0] <= maxX && p[1] >= minY && p[1] <= maxY)) return null;
    return placeIn(patch, p);
  }

  /** An obstacle of the sheet as messages name it: on its level, or what is around a level or flight. */
  obstacleName(obstacle: number): string {
    const { patches } = this.sheet;
    const i = patches.findIndex(({ obstacles: [from, to] }) => obstacle >= from && obstacle < to);
    if (i >= 0) return `levels[${i}].obstacles[${obstacle - patches[i].obstacles[0]}]`;
    // Two fill the cell around each patch.
    const first = patches.reduce((most, { obstacles }) => Math.max(most, obstacles[1]), 0);
    const patch = patches[(obstacle - first) >> 1];
    if (!patch) return `obstacles[${obstacle}]`;
    return patch.kind === "level" ? `levels[${patch.level}].boundary` : `connections[${patch.connection}]`;
  }

  /** A zone of the sheet as messages name it: one of the scene's, or a flight that not everybody may use. */
  zoneName(zone: number): string {
    const { zones = [], connections = [] } = this.scene;
    if (zone < zones.length) return `zones[${zone}]`;
    const closed = this.sheet.patches.flatMap((patch) =>
      patch.kind === "flight" && connections[patch.connection].allow ? [patch.connection] : [],
    );
    return `connections[${closed[zone - zones.length]}]`;
  }

  /** A path on the sheet as a way in space; both sides of a portal are one point of it. */
  way(path: readonly Point[]): BuildingWay {
    const points: [number, number, number][] = [];
    const levels: string[] = [];
    let length = 0;
    let before = -1;
    path.forEach((p, i) => {
      const number = patchAt(this.sheet, p[0]);
      const patch = this.sheet.patches[number];
      const { point, elevation } = placeIn(patch, p);
      if (i > 0 && number === before) length += distance(path[i - 1], p);
      const isJump = i > 0 && number !== before;
      before = number;
      // A point between a level and a flight is the level's.
      if (isJump && this.isPortal(path[i - 1], p)) {
        if (patch.kind === "flight") return;
        points.pop();
        levels.pop();
      }
      points.push([point[0], point[1], elevation]);
      levels.push(patch.name);
    });
    return { points, levels, distance: length };
  }

  /** Whether a step of a path leads through a portal or a lift: from one patch to another. */
  isJump(p: Point, q: Point): boolean {
    return patchAt(this.sheet, p[0]) !== patchAt(this.sheet, q[0]);
  }

  /** Whether two places of the sheet are one in space. */
  private isPortal(p: Point, q: Point): boolean {
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const near = (shift: Point, sign: number): boolean =>
      Math.abs(dx - sign * shift[0]) + Math.abs(dy - sign * shift[1]) < 1e-6;
    return this.sheet.portals.some(({ shift }) => near(shift, 1) || near(shift, -1));
  }
}

/** A place of a patch in space. */
function placeIn(patch: Patch, p: Point): BuildingPlace {
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

/** How far up a flight a place of its sheet is: 0 at the foot, 1 at the head. */
export function shareOf({ foot, uphill, length }: FlightPatch, [x, y]: Point): number {
  return ((x - foot[0][0]) * uphill[0] + (y - foot[0][1]) * uphill[1]) / length;
}
