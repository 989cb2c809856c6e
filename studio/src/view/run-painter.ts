/** Paints a run: the map beneath, the people on it. The view and the one beside it share this, and so their scales. */
import { density, type Theme, viridis } from "wayfield/draw";
import { type AnyScene, isBuilding } from "wayfield/world";
import type { Part } from "../document/parts.js";
import type { CrowdRun } from "../engine/crowd.js";
import { type GridData, STRIDE } from "../engine/protocol.js";
import type { People } from "../engine/recording.js";
import type { Overlay } from "../studio.js";
import type { Camera } from "./camera.js";
import { paintEnds } from "./paint-flights.js";
import { type Colouring, paintPeople } from "./paint-people.js";
import { type FieldImage, imageOf, paintPlan } from "./paint-plan.js";

type Context = CanvasRenderingContext2D;
export type MapKind = Exclude<Overlay, "none">;

/** Where the ramps of maps end: persons/m2 and m/s; seconds by the longest of all runs that are shown. */
const TOPS = { density: 4, speed: 1.6 };

/** The value of the strongest colour of a map, the same for all runs that are compared. */
export function topOf(kind: MapKind, runs: readonly (CrowdRun | null)[]): number {
  if (kind !== "timeToExit") return TOPS[kind];
  let top = 1;
  for (const run of runs)
    for (const { values } of run?.recording.result?.timeToExit ?? [])
      for (const value of values) if (value > top) top = value;
  return top;
}

/** The ramp that a map is coloured by. */
export const rampOf = (kind: MapKind): typeof density => (kind === "density" ? density : viridis);

/** A measured grid as an image. */
function mapImage({ width, height, box, values }: GridData, kind: MapKind, top: number): FieldImage {
  const ramp = rampOf(kind);
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const value = values[row * width + column];
      if (!(value > 0)) continue;
      const [r, g, b] = ramp(Math.min(1, value / top));
      const at = 4 * ((height - 1 - row) * width + column);
      pixels.set([r, g, b, kind === "density" ? Math.min(255, 510 * (value / top)) : 235], at);
    }
  return { image: imageOf(pixels, width, height), box };
}

/** Seconds that people have stood, by looking back over frames. */
class Standing {
  private readonly since = new Map<number, number>();
  private upTo = -1;

  constructor(private readonly run: CrowdRun) {}

  /** Looks at frames up to an index; starts anew where time went back. */
  follow(index: number): void {
    const { frames } = this.run.recording;
    if (index < this.upTo) {
      this.since.clear();
      this.upTo = -1;
    }
    for (; this.upTo < index; this.upTo++) {
      const { people, time } = frames[this.upTo + 1];
      for (let k = 0; k < people.length; k += STRIDE) {
        const slow = people[k + 3] ** 2 + people[k + 4] ** 2 < 0.04;
        if (!slow) this.since.delete(people[k]);
        else if (!this.since.has(people[k])) this.since.set(people[k], time);
      }
    }
  }

  of(id: number, time: number): number {
    const since = this.since.get(id);
    return since === undefined ? 0 : Math.max(0, time - since);
  }
}

/** Where people stood at first is no matter while they walk. */
export const withoutSpawns = (parts: readonly Part[]): Part[] => parts.filter(({ kind }) => kind !== "spawn");

/** Stairs and lifts of a level, where a scene has any. */
export function paintStairs(
  context: Context,
  camera: Camera,
  scene: AnyScene,
  level: number,
  theme: Theme,
): void {
  if (isBuilding(scene)) paintEnds(context, camera, scene, level, theme);
}

export class RunPainter {
  private readonly images = new WeakMap<GridData, { readonly top: number; readonly image: FieldImage }>();
  private readonly standing = new WeakMap<CrowdRun, Standing>();

  constructor(private readonly camera: Camera) {}

  /** The plan with a map of the run beneath, where one is wanted and measured. */
  paintGround(
    context: Context,
    run: CrowdRun,
    parts: readonly Part[],
    theme: Theme,
    overlay: Overlay,
    top: number,
    level: number,
  ): void {
    const under = { field: this.mapOn(run, overlay, top, level), picture: null };
    paintPlan(context, this.camera, withoutSpawns(parts), theme, under);
    paintStairs(context, this.camera, run.order.scene, level, theme);
  }

  /** The map of a level that is wanted; null where none is, or nothing is measured yet. */
  mapOn(run: CrowdRun, overlay: Overlay, top: number, level: number): FieldImage | null {
    const grid = overlay === "none" ? undefined : run.recording.result?.[overlay][level];
    return grid ? this.mapOf(grid, overlay as MapKind, top) : null;
  }

  private mapOf(grid: GridData, kind: MapKind, top: number): FieldImage {
    const known = this.images.get(grid);
    if (known?.top === top) return known.image;
    const image = mapImage(grid, kind, top);
    this.images.set(grid, { top, image });
    return image;
  }

  /** People at a time, those that `shown` takes out of all. */
  paintPeople(
    context: Context,
    run: CrowdRun,
    time: number,
    colouring: Colouring,
    theme: Theme,
    shown: (people: People) => People,
  ): void {
    let standing = this.standing.get(run);
    if (!standing) this.standing.set(run, (standing = new Standing(run)));
    if (colouring === "waiting") standing.follow(run.recording.indexAt(time));
    const stood = (id: number): number => standing.of(id, time);
    paintPeople(context, this.camera, shown(run.recording.at(time)), colouring, theme, stood);
  }
}
