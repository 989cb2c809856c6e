/** Who is on which level, and maps of levels, out of what a run in a building says. */
import type { Measured } from "wayfield";
import type { TrajectoryWriter } from "wayfield/io";
import type { BuildingScene, LevelPatch } from "wayfield/world";
import type { CrowdFrame, GridData } from "./protocol.js";

type Columns = Parameters<TrajectoryWriter["frame"]>[2];

/** Says by a level's or a connection's name, and a height, on which level somebody is shown. */
export class StoreyFinder {
  /** Levels by name; those that a stair or a lift joins, by its name. */
  private readonly known = new Map<string, readonly number[]>();

  constructor(private readonly scene: BuildingScene) {
    const numbers = new Map(scene.levels.map(({ name }, i) => [name, i]));
    for (const [i, connection] of (scene.connections ?? []).entries()) {
      const ends =
        connection.kind === "lift"
          ? Object.keys(connection.at)
          : [connection.from.level, connection.to.level];
      const levels = ends.flatMap((name) => numbers.get(name) ?? []);
      // Flights of one staircase may share their name.
      const name = connection.name ?? `${connection.kind} ${i}`;
      this.known.set(name, [...(this.known.get(name) ?? []), ...levels]);
    }
    for (const [name, i] of numbers) this.known.set(name, [i]);
  }

  /** The level; of a stair or a lift, the end that is nearer in height. */
  levelOf(name: string, height: number | null): number {
    const levels = this.known.get(name) ?? [0];
    const away = (i: number): number => Math.abs(this.scene.levels[i].elevation - (height ?? 0));
    return levels.reduce((best, i) => (height !== null && away(i) < away(best) ? i : best), levels[0] ?? 0);
  }

  of({ level, z }: Columns, size: number): NonNullable<CrowdFrame["storeys"]> {
    const levels = new Uint16Array(size);
    const heights = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      heights[i] = z?.[i] ?? 0;
      levels[i] = this.levelOf(level?.[i] ?? "", heights[i]);
    }
    return { levels, heights };
  }
}

/** The part of a map on the sheet that lies on a level, in the coordinates of its plan. */
export function levelGrid(
  { width, height, box, values }: Measured["meanDensity"],
  { cell, offset }: Pick<LevelPatch, "cell" | "offset">,
): GridData {
  const side = (box.maxX - box.minX) / width;
  const from = Math.max(0, Math.floor((cell.minX - box.minX) / side));
  const to = Math.min(width, Math.ceil((cell.maxX - box.minX) / side));
  const part = new Float32Array((to - from) * height);
  for (let row = 0; row < height; row++)
    part.set(values.subarray(row * width + from, row * width + to), row * (to - from));
  return {
    width: to - from,
    height,
    box: {
      minX: box.minX + from * side - offset[0],
      maxX: box.minX + to * side - offset[0],
      minY: box.minY - offset[1],
      maxY: box.maxY - offset[1],
    },
    values: part,
  };
}
