/**
 * The tree of a sketched route (Silveira et al. 2010, "Path-Planning for RTS Games Based on Potential Fields", 4.2).
 *
 * ```text
 *    a ----------- b          the first stroke: a link from the start a to the end b
 *
 *    a --l1-- p --l2-- b      a later stroke: of all links the one with the point nearest to where it begins is cut there in
 *              \              two, l1 and l2, by a new node p, and a link leads from p along the stroke to a new end c
 *               c
 * ```
 *
 * A tree is a value: adding and undoing a stroke give another one. Undoing merges l1 and l2 to the very link that was cut. Where
 * the nearest point is a node, or within half a spacing of one along the link, nothing is cut: the stroke begins at that node.
 * So a stroke that goes on where another ends makes that one longer.
 */
import { InputError } from "../errors.js";
import { nearestOnSegment, type Point, samePoint } from "../geometry/index.js";
import { checkNumber } from "../options.js";
import { apart, checkStroke, isClick, resample, SPACING, type Stroke } from "./stroke.js";

/** The start, a division or an end of a route. */
export interface RouteNode {
  readonly point: Point;
  /** The link that leads here; -1 at the start. */
  readonly into: number;
  /** The links that lead on, in the order in which they were made; none at an end. */
  readonly out: readonly number[];
}

/** A way from one node to another. */
export interface RouteLink {
  readonly from: number;
  readonly to: number;
  /** At least two, those of both nodes included. */
  readonly points: readonly Point[];
}

/** The place of a tree nearest to somewhere. */
export interface TreePlace {
  readonly link: number;
  /** It lies on the piece of the link from this point of it to the next. */
  readonly piece: number;
  readonly point: Point;
  /** Metres from there. */
  readonly distance: number;
}

/** What a tree is made of besides its strokes. */
export interface RouteTreeOptions {
  /** Metres between two points of a link, at most, > 0; default 1. */
  readonly spacing?: number;
}

/** A stroke, and what it did to the tree. */
interface Step {
  readonly stroke: Stroke;
  /** The link that it cut; -1 for none. */
  readonly cut: number;
  /** Whether the point where it cut is one of its own, that is, no point of the link before. */
  readonly isNew: boolean;
}

/** What a tree holds. */
interface Parts {
  readonly spacing: number;
  readonly nodes: readonly RouteNode[];
  readonly links: readonly RouteLink[];
  readonly steps: readonly Step[];
  readonly undone: readonly Stroke[];
}

/** A sketched route as a tree. It never changes. */
export class RouteTree {
  /** Metres between two points of a link, at most. */
  readonly spacing: number;
  /** Nodes in the order in which they were made: the start first. */
  readonly nodes: readonly RouteNode[];
  readonly links: readonly RouteLink[];
  /** Strokes that were undone and can be done again, the next one last. */
  readonly undone: readonly Stroke[];
  private readonly steps: readonly Step[];

  private constructor({ spacing, nodes, links, steps, undone }: Parts) {
    this.spacing = spacing;
    this.nodes = nodes;
    this.links = links;
    this.steps = steps;
    this.undone = undone;
  }

  /**
   * The tree of some strokes, one after another.
   *
   * @throws InputError for what is no stroke
   */
  static of(strokes: readonly Stroke[], { spacing = SPACING }: RouteTreeOptions = {}): RouteTree {
    checkNumber(spacing, "spacing", { of: "metres", above: 0 });
    const empty = new RouteTree({ spacing, nodes: [], links: [], steps: [], undone: [] });
    return strokes.reduce((tree, stroke, k) => tree.grown(checkStroke(stroke, `strokes[${k}]`), []), empty);
  }

  /** The strokes as they were drawn. */
  get strokes(): readonly Stroke[] {
    return this.steps.map(({ stroke }) => stroke);
  }

  /** Numbers of the nodes where ways end. */
  get ends(): number[] {
    return this.nodes.flatMap(({ out, into }, n) => (out.length === 0 && into >= 0 ? [n] : []));
  }

  /**
   * The tree with one more stroke.
   *
   * @throws InputError for what is no stroke
   */
  add(stroke: Stroke): RouteTree {
    return this.grown(checkStroke(stroke), []);
  }

  /**
   * The tree without its last stroke, to the byte as it was before.
   *
   * @throws InputError where there is no stroke to undo
   */
  undo(): RouteTree {
    const { spacing, undone } = this;
    const last = this.steps[this.steps.length - 1];
    if (!last) throw new InputError("there is no stroke to undo");
    const steps = this.steps.slice(0, -1);
    const parts = { spacing, steps, undone: [...undone, last.stroke] };
    if (steps.length === 0) return new RouteTree({ ...parts, nodes: [], links: [] });
    return new RouteTree({ ...parts, ...(last.cut < 0 ? this.withoutLink() : this.merged(last)) });
  }

  /**
   * The tree with the stroke that was undone last.
   *
   * @throws InputError where none was undone since the last one that was added
   */
  redo(): RouteTree {
    const { undone } = this;
    if (undone.length === 0) throw new InputError("there is no stroke to do again");
    return this.grown(undone[undone.length - 1], undone.slice(0, -1));
  }

  /** The place of all links that is nearest to p, the first of equals; null for a tree without strokes. */
  closest(p: Point): TreePlace | null {
    let best: TreePlace | null = null;
    for (let link = 0; link < this.links.length; link++) {
      const { points } = this.links[link];
      for (let piece = 0; piece + 1 < points.length; piece++) {
        const point = nearestOnSegment(p, points[piece], points[piece + 1]);
        const distance = apart(p, point);
        if (!best || distance < best.distance) best = { link, piece, point, distance };
      }
    }
    return best;
  }

  /** The links from the start to a node. */
  linksTo(node: number): number[] {
    const links: number[] = [];
    for (let at = node; this.nodes[at].into >= 0; at = this.links[links[0]].from)
      links.unshift(this.nodes[at].into);
    return links;
  }

  /** The points from the start to a node, both included. */
  wayTo(node: number): Point[] {
    return this.linksTo(node).flatMap((link, k) => this.links[link].points.slice(k === 0 ? 0 : 1));
  }

  private grown(stroke: Stroke, undone: readonly Stroke[]): RouteTree {
    const parts = { spacing: this.spacing, undone };
    const step = { stroke, cut: -1, isNew: false };
    if (this.links.length === 0) {
      const points = this.linkOf(stroke);
      const start = { point: points[0], into: -1, out: [0] };
      const end = { point: points[points.length - 1], into: 0, out: [] };
      const links = [{ from: 0, to: 1, points }];
      return new RouteTree({ ...parts, nodes: [start, end], links, steps: [step] });
    }
    const place = this.closest(stroke[0])!;
    const node = this.nodeAt(place);
    if (node >= 0) {
      const branched = branch(this.nodes, this.links, node, this.linkOf([this.nodes[node].point, ...stroke]));
      return new RouteTree({ ...parts, ...branched, steps: [...this.steps, step] });
    }
    const { link: cut, piece, point } = place;
    const { points } = this.links[cut];
    const isNew = !samePoint(point, points[piece]) && !samePoint(point, points[piece + 1]);
    const { nodes, links, middle } = this.cutAt(place);
    const branched = branch(nodes, links, middle, this.linkOf([point, ...stroke]));
    return new RouteTree({ ...parts, ...branched, steps: [...this.steps, { stroke, cut, isNew }] });
  }

  /** The points of a link along a stroke; a click has two, both there. */
  private linkOf(stroke: Stroke): Point[] {
    if (isClick(stroke)) return [stroke[0], stroke[0]];
    return resample(stroke, this.spacing);
  }

  /** The node at a place, or within half a spacing of it along its link; -1 where it is farther from both. */
  private nodeAt({ link, piece, point }: TreePlace): number {
    const { points, from, to } = this.links[link];
    const before = lengthOf([...points.slice(0, piece + 1), point]);
    const after = lengthOf([point, ...points.slice(piece + 1)]);
    if (Math.min(before, after) > this.spacing / 2) return -1;
    return after <= before ? to : from;
  }

  /** The link of a place cut in two there. */
  private cutAt({ link, piece, point }: TreePlace): {
    nodes: RouteNode[];
    links: RouteLink[];
    middle: number;
  } {
    const { from, to, points } = this.links[link];
    const middle = this.nodes.length;
    const second = this.links.length;
    const first = piece + (samePoint(point, points[piece]) ? 0 : 1);
    const rest = piece + (samePoint(point, points[piece + 1]) ? 2 : 1);
    const nodes = this.nodes.map((node, n) => (n === to ? { ...node, into: second } : node));
    const links = this.links.map((one, l) =>
      l === link ? { from, to: middle, points: [...points.slice(0, first), point] } : one,
    );
    return {
      nodes: [...nodes, { point, into: link, out: [second] }],
      links: [...links, { from: middle, to, points: [point, ...points.slice(rest)] }],
      middle,
    };
  }

  /** The last link and its end taken away. */
  private withoutLink(): { nodes: RouteNode[]; links: RouteLink[] } {
    const { from } = this.links[this.links.length - 1];
    const nodes = this.nodes.slice(0, -1);
    nodes[from] = { ...nodes[from], out: nodes[from].out.slice(0, -1) };
    return { nodes, links: this.links.slice(0, -1) };
  }

  /** The last link and its end taken away, and what it cut made one again. */
  private merged({ cut, isNew }: Step): { nodes: RouteNode[]; links: RouteLink[] } {
    const { from, points } = this.links[cut];
    const second = this.links[this.links.length - 2];
    const nodes = this.nodes.slice(0, -2);
    const links = this.links.slice(0, -2);
    nodes[second.to] = { ...nodes[second.to], into: cut };
    const before = isNew ? points.slice(0, -1) : points;
    links[cut] = { from, to: second.to, points: [...before, ...second.points.slice(1)] };
    return { nodes, links };
  }
}

/** A link from a node to a new end. */
function branch(
  nodes: readonly RouteNode[],
  links: readonly RouteLink[],
  from: number,
  points: readonly Point[],
): { nodes: RouteNode[]; links: RouteLink[] } {
  const into = links.length;
  const grown = nodes.map((node, n) => (n === from ? { ...node, out: [...node.out, into] } : node));
  const end = { point: points[points.length - 1], into, out: [] };
  return { nodes: [...grown, end], links: [...links, { from, to: nodes.length, points }] };
}

/** Metres along some points, by square roots alone. */
export function lengthOf(points: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += apart(points[i - 1], points[i]);
  return sum;
}
