/** The element nearest to a point, by the quadtree. */
import { type Elements, pseudoAngle, SEGMENT, TURN } from "./elements.js";
import type { Quadtree } from "./quadtree.js";

/** What lies nearest to a point: the result of `Diagram.nearest`. */
export interface Nearest {
  element: number;
  distance: number;
  /** Whether the point lies on the element's free side. */
  free: boolean;
}

/** Looks for the element nearest to a point. */
export class Finder {
  element = -1;
  distance = Infinity;
  faces = false;
  private x = 0;
  private y = 0;
  private except = -1;

  constructor(private readonly elements: Elements) {}

  begin(x: number, y: number, except: number): void {
    this.x = x;
    this.y = y;
    this.except = except;
    this.element = -1;
    this.distance = Infinity;
    this.faces = false;
  }

  /** Whether no element comes into the open circle of radius r around (x, y). */
  isEmpty(tree: Quadtree, x: number, y: number, r: number): boolean {
    this.begin(x, y, -1);
    this.distance = r;
    this.search(tree);
    return this.element < 0;
  }

  /** Looks through the whole tree. */
  search(tree: Quadtree): void {
    tree.begin(this.x, this.y);
    while (tree.next()) {
      if (!this.wants(tree.box)) continue;
      for (let entry = tree.open(); entry >= 0; entry = tree.entryNext[entry])
        this.visit(tree.entryElement[entry]);
    }
  }

  /** Whether an element in this box (x, y, size) could be nearer. */
  private wants(box: Float64Array): boolean {
    const dx = Math.max(box[0] - this.x, this.x - box[0] - box[2], 0);
    const dy = Math.max(box[1] - this.y, this.y - box[1] - box[2], 0);
    const reach = this.distance * (1 + 1e-9);
    return dx * dx + dy * dy <= reach * reach;
  }

  visit(s: number): void {
    if (s === this.except) return;
    const { elements } = this;
    const dx = this.x - elements.ax[s];
    const dy = this.y - elements.ay[s];
    let distance: number;
    let faces: boolean;
    if (elements.kind[s] === SEGMENT) {
      const t = dx * elements.ux[s] + dy * elements.uy[s];
      const height = dy * elements.ux[s] - dx * elements.uy[s];
      if (t < 0) distance = Math.sqrt(dx * dx + dy * dy);
      else if (t > elements.length[s]) {
        const fx = this.x - elements.bx[s];
        const fy = this.y - elements.by[s];
        distance = Math.sqrt(fx * fx + fy * fy);
      } else distance = Math.abs(height);
      const slack = 1e-12 * elements.length[s];
      faces = height >= 0 && t >= -slack && t <= elements.length[s] + slack;
    } else {
      distance = Math.sqrt(dx * dx + dy * dy);
      const angle = pseudoAngle(
        dx * elements.ux[s] + dy * elements.uy[s],
        dx * elements.uy[s] - dy * elements.ux[s],
      );
      // In line with a normal, rounding decides between the corner and its wall: both are right.
      faces = angle <= elements.length[s] + 1e-9 || angle >= TURN - 1e-9;
    }
    // Of equally near ones, the one that the point lies in front of says on which side it is.
    const slack = 1e-12 * (Math.abs(dx) + Math.abs(dy));
    if (distance < this.distance - slack || (distance <= this.distance + slack && faces && !this.faces)) {
      this.element = s;
      this.distance = distance;
      this.faces = faces;
    }
  }
}
