/**
 * A building as a world holds it: the scene as it was given, its sheet, and the way between the two. Worlds take one that is
 * made, and ask it for all that one floor has no need of: programs without buildings load nothing of them.
 */
import { InputError } from "../../errors.js";
import { distance, type Point, type Ring } from "../../geometry/index.js";
import { didYouMean, isPlace } from "../../options.js";
import { completeBuilding } from "../any-scene.js";
import { refuse } from "../check.js";
import type { FreeSpace } from "../freespace.js";
import { frozen } from "../frozen.js";
import type { BuildingInput, BuildingScene, Obstacle, Scene } from "../scene.js";
import { examineBuilding } from "./examine.js";
import { type GrownSheet, growSheet, spaceOfSheet } from "./grow.js";
import { type LiftRide, liftRides, liftsBarredTo } from "./lifts.js";
import { type OpenSheet, openSheet } from "./open.js";
import type { WalkingPace } from "./pace.js";
import { PacedSheet } from "./paced-sheet.js";
import { type BuildingPlace, placeIn, placeOn } from "./places.js";
import { type RecordedHeight, recordedOnSheet } from "./recorded.js";
import { type LevelPatch, patchAt, placed, type Sheet } from "./sheet.js";

/** A way through a building, in space. */
export interface BuildingWay {
  /** x and y of the plan, and the height. */
  readonly points: readonly (readonly [x: number, y: number, z: number])[];
  /** The level that each point is on; for one on a flight, the connection's name. */
  readonly levels: readonly string[];
  /** Metres along floors and slopes. */
  readonly distance: number;
}

/** A building on its sheet: `new World(new Building(scene))`. */
export class Building {
  /** The scene as it was given, complete and frozen. */
  readonly scene: BuildingScene;
  readonly sheet: Sheet;
  /**
   * The scene on the sheet, and its free space without portals.
   *
   * @internal
   */
  readonly flat: { readonly scene: Scene; readonly space: FreeSpace };

  /**
   * @param input a scene with levels; it is copied, never changed
   * @throws InputError naming the first thing that makes the building unusable; `diagnose` lists all
   */
  constructor(input: BuildingInput) {
    this.scene = frozen(completeBuilding(structuredClone(input)));
    const { findings, unfolded } = examineBuilding(this.scene);
    refuse(findings);
    const { sheet, scene, space } = unfolded!;
    this.sheet = sheet;
    this.flat = { scene: frozen(scene), space };
  }

  /**
   * The building unfolded in time, for those who walk at a pace.
   *
   * @internal
   */
  inTime(pace: Required<WalkingPace>): { readonly building: Building; readonly paced: PacedSheet } {
    const paced = new PacedSheet(this.sheet, this.scene, pace);
    const made = Object.assign(Object.create(Building.prototype) as Building, this, { sheet: paced.sheet });
    return { building: made, paced };
  }

  /**
   * What is left of the sheet for discs of a radius.
   *
   * @internal
   */
  grown(boundary: Ring, obstacles: readonly Obstacle[], radius: number): GrownSheet {
    return growSheet(this.sheet, boundary, obstacles, radius);
  }

  /**
   * The sheet with its portals open: images of what lies beyond them around every level and flight.
   *
   * @internal
   */
  opened(boundary: Ring, obstacles: readonly Obstacle[]): OpenSheet {
    return openSheet(this.sheet, boundary, obstacles);
  }

  /**
   * The free space of what is left.
   *
   * @internal
   */
  spaceOf(grown: GrownSheet, boundary: Ring): FreeSpace {
    return spaceOfSheet(grown, boundary);
  }

  /**
   * Lifts, by the numbers of their connections, that those with a profile may not use.
   *
   * @internal
   */
  barredTo(profile: string | null): number[] {
    return liftsBarredTo(this.scene, profile);
  }

  /**
   * Lifts for ways in metres, or in time at a pace.
   *
   * @internal
   */
  rides(barred: readonly number[], pace: WalkingPace | null): LiftRide[] {
    return liftRides(this, barred, pace);
  }

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
    return placeOn(this.sheet, p);
  }

  /** A place of a recording on the sheet, by the name of its level or connection, its height or both; null where there is nothing. */
  recorded(p: Point, height: RecordedHeight): Point | null {
    return recordedOnSheet(this.sheet, p, height);
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
