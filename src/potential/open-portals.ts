/** Opens the portals of a building for cells: see `images.ts`. */
import { boxOf, type Point, type Segment } from "../geometry/index.js";
import type { FreeSpace, World } from "../world/index.js";
import type { LevelField, Sampler } from "./descend.js";
import { FREE, type Grid, IMAGE, WALL } from "./grid.js";
import { Images } from "./images.js";
import { passes, type Seam, seamsOf } from "./seams.js";

/** How far beyond a portal there are images, in cells: as many as a gradient on its near side looks at. */
const DEPTH = 2.5;
/** The cell that an image shows is at most so many cells away from where it is beyond the shift. */
const REACH = 1.5;
/** Walls this share of a cell within its border only touch it. */
const TOUCH = 1e-6;

/** Frees the cells of a grid that portals alone pass, and gives it images beyond them. */
export function openPortals(grid: Grid, space: FreeSpace, posts: readonly Point[]): Grid {
  if (space.portals.length === 0) return grid;
  const images = new Images();
  for (const { seam, near, far } of seamsOf(space, posts, DEPTH * grid.cell))
    openCells(grid, images, space, seam, [...near, ...far]);
  for (const [image, seam] of images.seams) if (grid.kinds[image] === IMAGE) point(grid, images, image, seam);
  const { stride } = grid;
  for (const [image, shown] of images.shown) {
    for (const i of [image - 1, image + 1, image - stride, image + stride])
      if (grid.kinds[i] === FREE) images.hear(i, shown);
  }
  grid.images = images;
  return grid;
}

/** Frees the cells that the line of a seam alone passes, and makes images of those beyond it. */
function openCells(
  grid: Grid,
  { seams }: Images,
  space: FreeSpace,
  seam: Seam,
  walls: readonly Segment[],
): void {
  const { cell, kinds, origin, stride, width, height } = grid;
  const [x0, y0, x1, y1] = seam.boxWith(DEPTH * cell);
  const first = Math.max(0, Math.floor((x0 - origin[0]) / cell));
  const last = Math.min(width - 1, Math.floor((x1 - origin[0]) / cell));
  const top = Math.min(height - 1, Math.floor((y1 - origin[1]) / cell));
  for (let row = Math.max(0, Math.floor((y0 - origin[1]) / cell)); row <= top; row++) {
    for (let column = first; column <= last; column++) {
      const i = (row + 1) * stride + column + 1;
      if (kinds[i] !== WALL) continue;
      const centre = grid.centre(i);
      const beyond = seam.beyond(centre);
      if (beyond < -cell || beyond >= DEPTH * cell) continue;
      if (!space.contains(beyond > 0 ? seam.across(centre) : centre)) continue;
      if (walls.some((wall) => passes(wall, centre, (0.5 - TOUCH) * cell))) continue;
      // Ground that lies behind the portal, such as on the other side of a stair, is not what is beyond it.
      const around = [i - 1, i + 1, i - stride, i + stride];
      if (beyond > 0 && around.some((j) => kinds[j] === FREE && seam.beyond(grid.centre(j)) > 0)) continue;
      kinds[i] = beyond > 0 ? IMAGE : FREE;
      seams.set(i, seam);
    }
  }
}

/** Finds the cell that an image shows; where there is none, it is a wall after all. */
function point(grid: Grid, images: Images, image: number, seam: Seam): void {
  const { kinds, stride, cell } = grid;
  const place = seam.across(grid.centre(image));
  const own = grid.at(place[0], place[1]);
  let best = -1;
  let least = REACH * cell;
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const j = own + dy * stride + dx;
      if (kinds[j] !== FREE) continue;
      const [x, y] = grid.centre(j);
      const apart = Math.hypot(x - place[0], y - place[1]);
      if (apart >= least) continue;
      least = apart;
      best = j;
    }
  }
  if (best >= 0) images.shown.set(image, best);
  else {
    kinds[image] = WALL;
    images.seams.delete(image);
  }
}

/** Beyond portals a field is what it is on their other side: first as in the cells that images show, then between cells. */
export function fillImages({ grid, level }: LevelField, sampler: Sampler): void {
  const { images, kinds } = grid;
  if (!images) return;
  for (const [image, shown] of images.shown) level[image] = level[shown];
  const values = new Map<number, number>();
  for (const [image, seam] of images.seams) {
    if (kinds[image] !== IMAGE || level[image] === -Infinity) continue;
    const place = seam.across(grid.centre(image));
    if (!(level[grid.at(place[0], place[1])] > -Infinity)) continue;
    sampler.sample(place[0], place[1]);
    values.set(image, sampler.value);
  }
  for (const [image, value] of values) level[image] = value;
}

/** The longer side of a plan, or of the largest level or flight of a building. */
export function longestSide({ building, bounds }: World): number {
  const boxes = building ? building.sheet.patches.map(({ outline }) => boxOf(outline)) : [bounds];
  return boxes.reduce((most, { minX, minY, maxX, maxY }) => Math.max(most, maxX - minX, maxY - minY), 0);
}
