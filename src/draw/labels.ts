/** Where names go: beside what they name, off walls, off each other, on the page. */
import {
  boxOf,
  onSegment,
  type Point,
  type Ring,
  type Segment,
  sideOfRing,
  turn,
} from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import type { Picture } from "./picture.js";
import { bestSpot, labelSpots, type PageBox, sharedArea, textWidth } from "./text.js";

/** Samples across and down a label that decide what lies beneath it. */
const SAMPLES = Object.freeze({ across: 17, down: 3 });

/** A label to place: its text and the box, on the page, of what it names. */
export interface LabelWish {
  readonly text: string;
  readonly around: PageBox;
  /** Letter height in pixels of a picture 1000 px wide. */
  readonly size: number;
  readonly bold: boolean;
}

/** The page box around world points, grown by a few pixels. */
export function pageBox(picture: Picture, points: readonly Point[], grow: number): PageBox {
  const { minX, minY, maxX, maxY } = boxOf(points.map((p) => picture.toPage(p)));
  const pad = grow * picture.unit;
  return { x: minX - pad, y: minY - pad, width: maxX - minX + 2 * pad, height: maxY - minY + 2 * pad };
}

/** Finds places for labels one after the other, remembering those it gave. */
export class LabelPlacer {
  private readonly taken: PageBox[] = [];
  private readonly rings: { ring: Ring; box: ReturnType<typeof boxOf> }[];

  constructor(
    private readonly picture: Picture,
    private readonly scene: Scene,
  ) {
    this.rings = (scene.obstacles ?? []).flatMap(({ polygon }) =>
      polygon ? [{ ring: polygon, box: boxOf(polygon) }] : [],
    );
  }

  /** Keeps labels off a box of the page. */
  avoid(box: PageBox): void {
    this.taken.push(box);
  }

  /** The place for a label: the left end of its baseline, in page pixels. */
  place(wish: LabelWish): Point {
    const { unit } = this.picture;
    const size = wish.size * unit;
    const width = textWidth(wish.text, size, wish.bold);
    const height = size * 1.15;
    const spots = labelSpots(wish.around, width, height, 5 * unit);
    const order = new Map(spots.map((spot, i) => [spot, i]));
    const best = bestSpot(spots, (spot) => this.cost(spot) + 0.02 * (order.get(spot) ?? 0));
    this.taken.push(best);
    return [best.x, best.y + size * 0.9];
  }

  /** What is wrong with a spot: shares of it that are covered, from other labels (worst) to the boundary line. */
  private cost(spot: PageBox): number {
    const { picture } = this;
    const area = spot.width * spot.height;
    const pad = 4 * picture.unit;
    const page: PageBox = {
      x: pad,
      y: pad,
      width: picture.width - 2 * pad,
      height: picture.height - 2 * pad,
    };
    const covered = [...this.taken, ...picture.frameBoxes()].reduce(
      (sum, box) => sum + sharedArea(spot, box),
      0,
    );
    const { walls, outside } = this.beneath(spot);
    // Half in, half out means that the boundary runs through the text.
    const straddling = outside > 0 && outside < 1 ? 1.5 : 0;
    // A thin wall hits few samples but cuts the text all the same.
    const cut = walls > 0 ? 1 : 0;
    return 8 * (1 - sharedArea(spot, page) / area) + (6 * covered) / area + cut + 2 * walls + straddling;
  }

  /** Shares of a spot's samples that lie in obstacles, and outside the boundary. */
  private beneath(spot: PageBox): { walls: number; outside: number } {
    const points: Point[] = [];
    const pad = 5 * this.picture.unit;
    for (let j = 0; j < SAMPLES.down; j++) {
      for (let i = 0; i < SAMPLES.across; i++) {
        const x = spot.x - pad + ((spot.width + 2 * pad) * i) / (SAMPLES.across - 1);
        const y = spot.y - pad + ((spot.height + 2 * pad) * j) / (SAMPLES.down - 1);
        points.push(this.picture.toWorld([x, y]));
      }
    }
    const box = boxOf(points);
    const near = this.rings.filter(
      (r) =>
        r.box.minX <= box.maxX && r.box.maxX >= box.minX && r.box.minY <= box.maxY && r.box.maxY >= box.minY,
    );
    const walls = points.filter((p) => near.some(({ ring }) => sideOfRing(p, ring) > 0)).length;
    const border = edgesAt(this.scene.boundary, box.minY, box.maxY);
    const outside = points.filter((p) => sideOfEdges(p, border) < 0).length;
    return { walls: walls / points.length, outside: outside / points.length };
  }
}

/** Edges of a ring that reach into a band of heights: those that decide whether points of the band are inside. */
function edgesAt(ring: Ring, low: number, high: number): Segment[] {
  const edges: Segment[] = [];
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j], ring[i]];
    if ((a[1] < low && b[1] < low) || (a[1] > high && b[1] > high)) continue;
    edges.push([a, b]);
  }
  return edges;
}

/** Which side of a ring a point is on, by those of its edges that reach its height: 1 inside, 0 on it, -1 outside. */
function sideOfEdges(p: Point, edges: readonly Segment[]): number {
  let inside = false;
  for (const [a, b] of edges) {
    const side = turn(a, b, p);
    if (side === 0 && onSegment(p, a, b)) return 0;
    if (a[1] > p[1] !== b[1] > p[1] && side > 0 === b[1] > a[1]) inside = !inside;
  }
  return inside ? 1 : -1;
}
