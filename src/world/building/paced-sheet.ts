/**
 * The sheet in time: a building unfolded so that its lengths are those that people would walk on the flat in the same time.
 *
 * A slower stair is a longer one: its patch is stretched along the flight by what a metre of it takes. Up and down take
 * different times, so a flight has a *copy* for each direction, which people go into at one end and out of at the other. Levels stay
 * where they are on the sheet. Straight up or down a flight the stretched length is the time exactly; across it, where a stretched
 * plane counts sideways steps at the speed of the flat, it is a little less than they would take.
 *
 *      sheet:   [ ground ]==[ A ]==[ first ]         paced:   [ ground ]==>[ A, up     ]==>[ first ]
 *                                                              [ ground ]<==[ A, down ]<==[ first ]
 */
import {
  type Area,
  type Box,
  boxOf,
  type Point,
  type PortalSides,
  type Ring,
  type Segment,
} from "../../geometry/index.js";
import type { BuildingScene, Obstacle, Scene } from "../scene.js";
import { type FlightInput, moved } from "./flight.js";
import type { GrownSheet } from "./grow.js";
import { carriesTo, speedOn, type WalkingPace } from "./pace.js";
import {
  checkReach,
  type FlightPatch,
  MARGIN,
  type Patch,
  type Portal,
  patchAt,
  quantised,
  type Sheet,
  shareOf,
} from "./sheet.js";
import { solidsAround } from "./solids.js";

/** What is nearer to an end of a flight than this, in metres, is on it: more than places are rounded by. */
const ON_END = 1e-6;

/** A flight for those who go up, or for those who go down. */
interface Copy {
  /** The number of the flight's patch on the sheet, and of the copy's on the paced one. */
  readonly original: number;
  readonly patch: number;
  readonly isUp: boolean;
  /** What is added to places at the foot; and from there up to the head, on top of it. */
  readonly offset: Point;
  readonly stretch: Point;
}

/** A building unfolded for those who walk at a pace. */
export class PacedSheet {
  /** Levels in the order of the scene, then copies of flights. */
  readonly sheet: Sheet;
  private readonly copies: readonly Copy[];

  constructor(
    private readonly base: Sheet,
    scene: BuildingScene,
    pace: Required<WalkingPace>,
  ) {
    const row = new Row(base, scene, pace);
    this.copies = row.copies;
    const patches = row.patches;
    const portals = base.portals.flatMap((portal) =>
      this.copies
        .filter(({ original }) => original === portal.patches[1])
        .map((copy) => this.portalOf(portal, copy)),
    );
    this.sheet = { patches, portals, lifts: base.lifts, frame: row.frame };
  }

  /** Where a place of the sheet is on the paced one: once on a level, once for each direction on a flight, nowhere in a lift. */
  onto(p: Point): Point[] {
    const home = patchAt(this.base, p[0]);
    if (this.base.patches[home].kind === "level") return [p];
    return this.copies.filter(({ original }) => original === home).map((copy) => this.into(copy, p));
  }

  /** Where a place of the paced sheet is on the sheet itself. */
  back(p: Point): Point {
    const patch = patchAt(this.sheet, p[0]);
    const copy = this.copies.find((one) => one.patch === patch);
    if (!copy) return p;
    const share = shareOf(this.sheet.patches[patch] as FlightPatch, p);
    const { offset, stretch } = copy;
    return [p[0] - offset[0] - share * stretch[0], p[1] - offset[1] - share * stretch[1]];
  }

  /** The plan on the paced sheet: everything on levels as it was, what is on flights once for each direction. */
  planOf(plan: Scene): Scene {
    const { patches, frame } = this.sheet;
    const first = this.base.patches.reduce((most, { obstacles }) => Math.max(most, obstacles[1]), 0);
    const obstacles = plan.obstacles ?? [];
    const solids = patches.flatMap(({ outline, cell }) =>
      solidsAround(outline, cell).map((ring): Obstacle => ({ polygon: ring.map(pair) })),
    );
    // Two fill the cell around each patch of the sheet; what follows are doors and zones that are closed.
    const standing = obstacles
      .slice(first + 2 * this.base.patches.length)
      .flatMap((obstacle) => this.copied(obstacle));
    return {
      ...plan,
      boundary: cornersOf(frame).map(pair),
      obstacles: [...obstacles.slice(0, first), ...solids, ...standing],
    };
  }

  /** An obstacle where it is on the paced sheet. */
  private copied(obstacle: Obstacle): Obstacle[] {
    const { polygon, segment, point } = obstacle;
    const points = polygon ?? segment ?? [point!];
    return this.alternatives(points).map((places): Obstacle => {
      if (polygon) return { ...obstacle, polygon: places.map(pair) };
      return segment
        ? { ...obstacle, segment: [pair(places[0]), pair(places[1])] }
        : { ...obstacle, point: pair(places[0]) };
    });
  }

  /** What is left for discs, on the paced sheet. */
  grown({ areas, portals }: GrownSheet): GrownSheet {
    return {
      areas: areas.flatMap(({ outer, holes }): Area[] => {
        const rings = [outer, ...holes].map((ring) => this.alternatives(ring));
        return rings[0].map((ring, i) => ({ outer: ring, holes: rings.slice(1).map((hole) => hole[i]) }));
      }),
      portals: portals.flatMap((sides) => this.sidesOf(sides)),
    };
  }

  private sidesOf({ a, b }: PortalSides): PortalSides[] {
    const home = patchAt(this.base, b[0][0]);
    const { foot } = this.base.patches[home] as FlightPatch;
    const isFoot = onLine(b[0], foot) && onLine(b[1], foot);
    return this.copies
      .filter(({ original }) => original === home)
      .map((copy) => ({
        a,
        b: [this.into(copy, b[0]), this.into(copy, b[1])] as Segment,
        entry: entryOf(copy, isFoot ? "foot" : "head"),
      }));
  }

  /** A ring, or other places of one patch, once for each copy of it. */
  private alternatives(points: readonly Point[]): Point[][] {
    const { minX, maxX } = boxOf(points);
    const home = patchAt(this.base, (minX + maxX) / 2);
    if (this.base.patches[home].kind === "level") return [[...points]];
    return this.copies
      .filter(({ original }) => original === home)
      .map((copy) => points.map((p) => this.into(copy, p)));
  }

  /** A place of a flight on a copy of it: exact at both ends. */
  private into({ original, offset, stretch }: Copy, p: Point): Point {
    const flight = this.base.patches[original] as FlightPatch;
    const up = shareOf(flight, p) * flight.length;
    if (Math.abs(up) < ON_END) return moved(p, offset);
    if (Math.abs(up - flight.length) < ON_END) return moved(moved(p, offset), stretch);
    const share = up / flight.length;
    return [
      quantised(p[0] + share * stretch[0]) + offset[0],
      quantised(p[1] + share * stretch[1]) + offset[1],
    ];
  }

  private portalOf(portal: Portal, copy: Copy): Portal {
    const b: Segment = [this.into(copy, portal.b[0]), this.into(copy, portal.b[1])];
    const shift: Point = [b[0][0] - portal.a[0][0], b[0][1] - portal.a[0][1]];
    const entry = entryOf(copy, portal.end);
    return { ...portal, b, shift, patches: [portal.patches[0], copy.patch], entry };
  }
}

/** The side of an end of a copy by which people go in: `a` is the level's, `b` the flight's. */
function entryOf({ isUp }: Copy, end: "foot" | "head"): "a" | "b" {
  return isUp === (end === "foot") ? "a" : "b";
}

function onLine([x, y]: Point, [o, e]: Segment): boolean {
  const length = Math.hypot(e[0] - o[0], e[1] - o[1]);
  return Math.abs((e[0] - o[0]) * (y - o[1]) - (e[1] - o[1]) * (x - o[0])) / length < ON_END;
}

const pair = ([x, y]: Point): [number, number] => [x, y];

function cornersOf({ minX, minY, maxX, maxY }: Box): Ring {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
}

/** The row of cells of a paced sheet: levels where they were, then copies of flights. */
class Row {
  readonly patches: Patch[] = [];
  readonly copies: Copy[] = [];
  readonly frame: Box;

  constructor(base: Sheet, { connections = [] }: BuildingScene, pace: Required<WalkingPace>) {
    const levels = base.patches.filter(({ kind }) => kind === "level");
    let minX = levels[levels.length - 1].cell.maxX;
    let { minY, maxY } = base.frame;
    const flights: FlightPatch[] = [];
    base.patches.forEach((patch, original) => {
      if (patch.kind !== "flight") return;
      const input = connections[patch.connection] as FlightInput;
      for (const isUp of [true, false]) {
        const carried = carriesTo(input);
        if (carried !== null && (carried === "up") !== isUp) continue;
        const times = pace.speed / speedOn(input, isUp, pace.speed, pace.stairs);
        const copy = stretched(patch, times, minX);
        const box = boxOf(copy.flight.outline);
        minX = Math.ceil(box.maxX) + MARGIN;
        minY = Math.min(minY, Math.floor(box.minY) - MARGIN);
        maxY = Math.max(maxY, Math.ceil(box.maxY) + MARGIN);
        const { offset, stretch } = copy;
        this.copies.push({ original, patch: levels.length + flights.length, isUp, offset, stretch });
        flights.push({ ...copy.flight, cell: { ...copy.flight.cell, maxX: minX } });
      }
    });
    this.patches = [...levels, ...flights].map((patch) => ({
      ...patch,
      cell: { ...patch.cell, minY, maxY },
    }));
    this.frame = { minX: base.frame.minX, minY, maxX: minX, maxY };
    checkReach(this.frame);
  }
}

/** A flight that is so many times as long, in a cell that begins at an x. */
function stretched(
  patch: FlightPatch,
  times: number,
  minX: number,
): { readonly flight: FlightPatch; readonly offset: Point; readonly stretch: Point } {
  const more = (times - 1) * patch.length;
  const stretch: Point = [quantised(more * patch.uphill[0]), quantised(more * patch.uphill[1])];
  const climb = moved(patch.climb, stretch);
  const [a, b] = patch.foot;
  const ring = [b, a, moved(a, climb), moved(b, climb)];
  const offset: Point = [minX + MARGIN - Math.floor(boxOf(ring).minX), 0];
  const flight: FlightPatch = {
    ...patch,
    foot: [moved(a, offset), moved(b, offset)],
    climb,
    length: times * patch.length,
    outline: ring.map((p) => moved(p, offset)),
    cell: { ...patch.cell, minX },
  };
  return { flight, offset, stretch };
}
