/** Plans with several floors on one page: what is drawn as ground where a scene stands for the page of a building. */
import type { Ring } from "../geometry/index.js";
import type { Picture } from "./picture.js";

/** How the floors of a page are drawn, by the page's outline, which is a scene's boundary and of no other use. */
const PAGES = new WeakMap<Ring, (picture: Picture) => void>();

/** Says how the floors inside an outline are drawn. */
export function setFloors(outline: Ring, draw: (picture: Picture) => void): void {
  PAGES.set(outline, draw);
}

/** Whether an outline is a page with floors inside. */
export function isPage(outline: Ring): boolean {
  return PAGES.has(outline);
}

/** Draws the floors inside an outline; false where it is a floor itself. */
export function drawFloors(picture: Picture, outline: Ring): boolean {
  const draw = PAGES.get(outline);
  draw?.(picture);
  return draw !== undefined;
}
