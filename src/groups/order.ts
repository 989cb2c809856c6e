/**
 * Who goes first where there is room for one only: whoever has the place in front. Without this, two who are to walk behind each
 * other press into a passage side by side and rub along its walls.
 */
import type { Follower, Look } from "./follower.js";
import { SPOT } from "./rows.js";

/** Metres of places along the way beyond which one is in front of the other, as a share of a body's width. */
const IN_FRONT = 0.5;

/** Metres by which somebody is ahead of who has the place in front of its own, from which they change places. */
const OVERTAKEN = 0.4;

/** Share of its speed at which somebody lets another one go first; who makes no headway for some seconds does not heed it. */
const GIVES_WAY = 0.1;

/** Metres between two who are in each other's way, beyond their bodies; and places in front that somebody looks at. */
const NEAR = 0.6;
const LOOKS_AT = 4;

/** Metres from one's place within which one walks as ever. */
const IN_PLACE = 0.3;

/** Sets the shares of their speed that members take, and lets those change places who are in each other's order. */
export function giveWay(list: readonly Follower[], look: Look): void {
  for (const one of list) one.share = 1;
  if (look.isDrawn) return;
  const { spots, widest } = look;
  const along = (one: Follower): number => spots[SPOT * one.place + 2];
  const order = Array.from(list.keys()).sort((i, k) => along(list[k]) - along(list[i]) || i - k);
  for (let b = 1; b < order.length; b++) {
    for (let a = b - 1; a >= Math.max(0, b - LOOKS_AT); a--) {
      const [front, rear] = [list[order[a]], list[order[b]]];
      if (along(front) - along(rear) < IN_FRONT * 2 * widest) continue;
      if (spots[SPOT * front.place + 3] === 1) settle(front, rear, order[a], order[b], look);
    }
  }
}

/** Between one whose place is in front of another's, and that one. */
function settle(front: Follower, rear: Follower, i: number, k: number, look: Look): void {
  const { spots, mapped, widest } = look;
  const [x, y] = [mapped[i].x - mapped[k].x, mapped[i].y - mapped[k].y];
  const reach = 2 * widest + NEAR;
  if (x * x + y * y > reach * reach) return;
  const [f, r] = [SPOT * front.place, SPOT * rear.place];
  // The way between their places: along it they are in order or not.
  const [dx, dy] = [spots[f] - spots[r], spots[f + 1] - spots[r + 1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0)) return;
  const ahead = (x * dx + y * dy) / length;
  if (ahead < -OVERTAKEN) {
    const { place } = front;
    front.place = rear.place;
    rear.place = place;
    return;
  }
  if (ahead < 2 * widest && front.lag > IN_PLACE && rear.lag > IN_PLACE && rear.stuck >= 0)
    rear.share = GIVES_WAY;
}
