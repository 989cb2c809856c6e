/** What the animation of a report shows: frames packed into text, widths, and what moves besides people. */

import type { Picture } from "../draw/index.js";
import type { Point } from "../geometry/index.js";
import type { Frame } from "../measure/index.js";
import { type Goal, goalAt, type Obstacle, obstacleAt, type Scene } from "../world/index.js";

/** Bytes as base64. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** A value as a part of its range, in 16 bits. */
export function share16(value: number, low: number, high: number): number {
  return high > low ? Math.max(0, Math.min(65535, Math.round((65535 * (value - low)) / (high - low)))) : 0;
}

/**
 * Discs as 16-bit parts of the world's box, frame after frame: time, number of discs, and of each id, x, y. Those behind the front
 * of a long body come after all fronts, from front to rear, with the id of the body.
 */
export function packFrames(frames: readonly Frame[], { minX, minY, maxX, maxY }: Picture["world"]): string {
  const total = frames.reduce((sum, { ids, parts }) => sum + ids.length + parts.ids.length, 0);
  const view = new DataView(new ArrayBuffer(8 * frames.length + 8 * total));
  let at = 0;
  for (const { time, parts, ...fronts } of frames) {
    view.setFloat32(at, time, true);
    view.setUint32(at + 4, fronts.ids.length + parts.ids.length, true);
    at += 8;
    for (const { ids, x, y } of [fronts, parts]) {
      ids.forEach((id, i) => {
        view.setUint32(at, id, true);
        view.setUint16(at + 4, share16(x[i], minX, maxX), true);
        view.setUint16(at + 6, share16(y[i], minY, maxY), true);
        at += 8;
      });
    }
  }
  return base64(new Uint8Array(view.buffer));
}

/** Half the width of everybody by id, in metres to the centimetre; of one number where all are as wide. */
export function widthsOf(frames: readonly Frame[]): number[] {
  const radii: number[] = [];
  for (const { ids, radius } of frames) {
    ids.forEach((id, i) => {
      radii[id] = Math.round(100 * radius[i]) / 100;
    });
  }
  const known = Array.from(radii, (radius) => radius ?? 0);
  const widest = known.reduce((most, radius) => Math.max(most, radius), 0);
  return known.every((radius) => radius === widest || radius === 0) ? [widest] : known;
}

/** Something by a timetable as it stands in a frame: lines and rings in metres, centimetre by centimetre; null while it is away. */
export interface MovingShape {
  readonly goal: boolean;
  /** One list of lines per frame. */
  readonly frames: readonly (readonly (readonly Point[])[] | null)[];
}

const rounded = ([x, y]: Point): Point => [Math.round(100 * x) / 100, Math.round(100 * y) / 100];

function obstacleLines({ polygon, segment, point }: Obstacle): Point[][] {
  return [polygon ? [...polygon, polygon[0]] : (segment ?? [point!, point!])].map((line) =>
    line.map(rounded),
  );
}

function goalLines({ points = [], segments = [] }: Goal): Point[][] {
  return [...points.map((p) => [p, p]), ...segments].map((line) => line.map(rounded));
}

/** What moves, opens or closes, frame by frame. */
export function movingShapes(
  { obstacles = [], goals = {} }: Scene,
  frames: readonly Pick<Frame, "time">[],
): MovingShape[] {
  const walls = obstacles.filter(({ schedule }) => schedule);
  const doors = Object.values(goals).filter(({ schedule }) => schedule);
  const over = <T>(at: (time: number) => T | null, lines: (shape: T) => Point[][]): MovingShape["frames"] =>
    frames.map(({ time }) => {
      const shape = at(time);
      return shape && lines(shape);
    });
  return [
    ...walls.map((wall) => ({ goal: false, frames: over((time) => obstacleAt(wall, time), obstacleLines) })),
    ...doors.map((door) => ({ goal: true, frames: over((time) => goalAt(door, time), goalLines) })),
  ];
}

/** Goals that stand still. */
export function stillGoals<T extends Pick<Goal, "schedule">>(
  goals: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(goals).filter(([, { schedule }]) => !schedule));
}

/** Obstacles that stand still. */
export function stillObstacles<T extends Pick<Obstacle, "schedule">>(obstacles: readonly T[]): T[] {
  return obstacles.filter(({ schedule }) => !schedule);
}

/** The plan without what moves: that is drawn into each frame. */
export function stillPlan(scene: Scene): Scene {
  const { spawns: _, obstacles = [], goals = {}, ...rest } = scene;
  return { ...rest, obstacles: stillObstacles(obstacles), goals: stillGoals(goals) };
}
