/**
 * The cars of lifts. On the sheet a car is a small room by itself, which no way leads into: who rides stands there, each on a
 * spot of their own, and is put before a door again at the end of the ride.
 */
import { type Point, type Ring, type Segment, sideOfRing } from "../../geometry/index.js";
import type { Level, LiftInput } from "./flight.js";
import { liftOf } from "./pace.js";
import type { CarPatch } from "./sheet.js";

/** Metres from spot to spot in a car: as close as people stand in lifts. */
const SPOT = 0.7;

/** How many times as large a car is on the sheet: wheelchairs, too, have room on one spot. */
export const CAR_SCALE = 2;

/** Spots side by side, and one behind the other. */
function rowsOf(capacity: number): { readonly across: number; readonly deep: number } {
  const across = Math.ceil(Math.sqrt(capacity));
  return { across, deep: Math.ceil(capacity / across) };
}

/** The floor of a car in the plan, as a ring: behind its lowest door, with a spot for as many as it holds. */
export function carFloor(lift: LiftInput, levels: readonly Level[]): Ring {
  const { across, deep } = rowsOf(liftOf(lift).capacity);
  const [width, depth] = [across * SPOT, deep * SPOT];
  const served = levels.filter(({ name }) => Object.hasOwn(lift.at, name));
  const lowest = served.reduce((low, level) => (level.elevation < low.elevation ? level : low));
  const door = lift.at[lowest.name];
  const [[ax, ay], [bx, by]] = door;
  const [nx, ny] = behind(lowest, door);
  // Far enough behind the door for the car to lie there whole, whatever its direction.
  const away = (Math.abs(nx) * width + Math.abs(ny) * depth) / 2;
  const [x, y] = [(ax + bx) / 2 + nx * away - width / 2, (ay + by) / 2 + ny * away - depth / 2];
  return [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
  ];
}

/** The unit vector from a door into the shaft: to the side where no ground is. */
function behind({ boundary, obstacles = [] }: Level, [[ax, ay], [bx, by]]: Segment): Point {
  const length = Math.hypot(bx - ax, by - ay);
  const [nx, ny] = [-(by - ay) / length, (bx - ax) / length];
  const isGround = (sign: number): boolean => {
    const p: Point = [(ax + bx) / 2 + sign * 0.1 * length * nx, (ay + by) / 2 + sign * 0.1 * length * ny];
    return (
      sideOfRing(p, boundary) > 0 &&
      obstacles.every(({ polygon }) => polygon === undefined || sideOfRing(p, polygon) <= 0)
    );
  };
  return isGround(1) ? [-nx, -ny] : [nx, ny];
}

/** Where the one on spot number k of a car stands, on the sheet. */
export function spotInCar({ outline }: CarPatch, capacity: number, k: number): Point {
  const { across } = rowsOf(capacity);
  const [[x, y]] = outline;
  const spot = CAR_SCALE * SPOT;
  return [x + (0.5 + (k % across)) * spot, y + (0.5 + Math.floor(k / across)) * spot];
}
