/** Local maps as pictures: the small field that one person sees, among the others who are there. */
import type { Point, PotentialField } from "wayfield";
import { viridis } from "wayfield/draw";
import { FREE, GOAL, LocalMap, staticMap } from "wayfield/potential";
import type { Body, LocalMapPicture } from "./protocol.js";

/** Colours of walls and people, and of the intermediate goal, on the map. */
const COLOURS = { wall: [38, 42, 48], goal: [255, 196, 61] } as const;

/** Shades of the field: log u from here to 0. */
const DEEPEST = -12;

const unit = ([x, y]: Point): Point | null => {
  const length = Math.hypot(x, y);
  return length > 0 ? [x / length, y / length] : null;
};

/** The map of somebody at a place. */
export function localMapAt(
  field: PotentialField,
  at: Point,
  { radius, facing, others }: Body,
): LocalMapPicture {
  const map = new LocalMap();
  const { size, cell } = map.options;
  const cells = staticMap(field.world, radius);
  const way = field.heading(at);
  map.look(at, facing, radius, {
    isWall: (x, y) => cells.isWall(x, y),
    others: Array.from({ length: others.length / 3 }, (_, k) => ({
      position: [others[3 * k], others[3 * k + 1]] as Point,
      radius: others[3 * k + 2],
    })),
    way,
    goal: field.nearestGoal(at),
    reach: radius,
  });
  map.relax(field.bend);
  const half = (size * cell) / 2;
  return {
    pixels: pixelsOf(map, size),
    size,
    box: { minX: at[0] - half, minY: at[1] - half, maxX: at[0] + half, maxY: at[1] + half },
    way: way && unit(way),
    chosen: unit(map.gradient()),
  };
}

function pixelsOf({ kinds, u }: LocalMap, size: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const i = row * size + column;
      const shade = Math.max(DEEPEST, Math.log(u[i])) / DEEPEST;
      const rgb = kinds[i] === FREE ? viridis(1 - shade) : COLOURS[kinds[i] === GOAL ? "goal" : "wall"];
      pixels.set([...rgb, 225], 4 * ((size - 1 - row) * size + column));
    }
  return pixels;
}
