/**
 * Between the two triangulations of a surface: a place on the base as a place in an intrinsic face, and a straight
 * step through an intrinsic face as the places where it meets the base.
 */
import { cornerCounts, type Intrinsic } from "./intrinsic.js";
import { pointInFace, type SurfacePoint } from "./point.js";
import { faceOf, next, previous } from "./topology.js";
import { placeApex } from "./triangle.js";

/** Weights of the corners of a face. */
export type Weights = [number, number, number];

/** A face laid out in the plane: x, y of its corners. */
type Layout = readonly [readonly [number, number], readonly [number, number], readonly [number, number]];

function layOut(lengths: Float64Array, face: number): Layout {
  const h = 3 * face;
  return [
    [0, 0],
    [lengths[h], 0],
    placeApex(0, 0, lengths[h], 0, lengths[h], lengths[h + 1], lengths[h + 2]),
  ];
}

function at(layout: Layout, w: Weights): [number, number] {
  return [
    w[0] * layout[0][0] + w[1] * layout[1][0] + w[2] * layout[2][0],
    w[0] * layout[0][1] + w[1] * layout[1][1] + w[2] * layout[2][1],
  ];
}

type Pair = readonly [number, number];

const turn = (a: Pair, b: Pair, c: Pair): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Weights of a point of the plane in a triangle, those below 0 set to 0. */
function weightsIn(a: Pair, b: Pair, c: Pair, p: Pair): Weights {
  const w: Weights = [turn(b, c, p), turn(c, a, p), turn(a, b, p)].map((x) => Math.max(x, 0)) as Weights;
  const sum = w[0] + w[1] + w[2];
  return sum > 0 ? [w[0] / sum, w[1] / sum, w[2] / sum] : [1 / 3, 1 / 3, 1 / 3];
}

/** Weights of the point at s along a half-edge. */
export function weightsOn(h: number, s: number): Weights {
  const w: Weights = [0, 0, 0];
  w[h % 3] = 1 - s;
  w[(h + 1) % 3] = s;
  return w;
}

/** The place on the base of the point at s along an intrinsic half-edge. */
export function onBase(intrinsic: Intrinsic, h: number, s: number): SurfacePoint {
  const { base } = intrinsic;
  if (s <= 0) return { kind: "vertex", vertex: intrinsic.corners[h] };
  if (s >= 1) return { kind: "vertex", vertex: intrinsic.corners[next(h)] };
  const along = intrinsic.baseHalf(h);
  if (along >= 0) return { kind: "edge", halfedge: along, t: s };
  // Between two crossings lies one base face; the point is on the straight line between them.
  const count = intrinsic.crossCount(h);
  let p = 0;
  while (p < count && intrinsic.crossing(h, p).s <= s) p++;
  const before = p > 0 ? intrinsic.crossing(h, p - 1) : null;
  const after = p < count ? intrinsic.crossing(h, p) : null;
  const face = after ? faceOf(after.half) : faceOf(base.twin[before!.half]);
  const from: Weights = before
    ? weightsOn(base.twin[before.half], 1 - before.t)
    : cornerWeights(previous(after!.half));
  const to: Weights = after
    ? weightsOn(after.half, after.t)
    : cornerWeights(previous(base.twin[before!.half]));
  const [s0, s1] = [before?.s ?? 0, after?.s ?? 1];
  const f = s1 > s0 ? (s - s0) / (s1 - s0) : 0.5;
  return pointInFace(base.corners, face, from.map((x, k) => x + f * (to[k] - x)) as Weights);
}

function cornerWeights(h: number): Weights {
  const w: Weights = [0, 0, 0];
  w[h % 3] = 1;
  return w;
}

/** Where base edges run through an intrinsic face: from a point on its rim to another. */
interface Piece {
  readonly half: number;
  readonly from: Weights;
  readonly to: Weights;
  /** Along the base half-edge. */
  readonly t0: number;
  readonly t1: number;
}

function pieces(intrinsic: Intrinsic, face: number): Piece[] {
  const sides = [3 * face, 3 * face + 1, 3 * face + 2];
  const counts = sides.map((h) => intrinsic.crossCount(h));
  const found: Piece[] = [];
  if (counts[0] + counts[1] + counts[2] === 0) return found;
  for (const h of sides) {
    const [n, n1, n2] = [counts[h % 3], counts[(h + 1) % 3], counts[(h + 2) % 3]];
    const c = cornerCounts(n, n1, n2);
    // Curves around the tail of h: the p-th of h is the p-th from the other side's head.
    for (let p = 0; p < c.tail; p++) {
      const a = intrinsic.crossing(h, p);
      const b = intrinsic.crossing(previous(h), n2 - 1 - p);
      const same = a.half === b.half;
      found.push({
        half: a.half,
        from: weightsOn(h, a.s),
        to: weightsOn(previous(h), b.s),
        t0: a.t,
        t1: same ? b.t : 1 - b.t,
      });
    }
    // Curves from the apex to h end at a vertex of the base.
    for (let p = c.tail; p < c.tail + c.fromApex; p++) {
      const a = intrinsic.crossing(h, p);
      // The head of `half` is on the left of h, which is inside, where the curve ends.
      found.push({ half: a.half, from: weightsOn(h, a.s), to: cornerWeights(previous(h)), t0: a.t, t1: 1 });
    }
  }
  return found;
}

/** The base edges that the straight step between two points of an intrinsic face meets, in order. */
export function meet(intrinsic: Intrinsic, face: number, from: Weights, to: Weights): SurfacePoint[] {
  const all = pieces(intrinsic, face);
  if (all.length === 0) return [];
  const layout = layOut(intrinsic.lengths, face);
  const [p, q] = [at(layout, from), at(layout, to)];
  const hits: { along: number; point: SurfacePoint }[] = [];
  for (const piece of all) {
    const [a, b] = [at(layout, piece.from), at(layout, piece.to)];
    const [sa, sb] = [turn(p, q, a), turn(p, q, b)];
    const [sp, sq] = [turn(a, b, p), turn(a, b, q)];
    if (!(sa * sb < 0 && sp * sq < 0)) continue;
    const f = sa / (sa - sb);
    const t = piece.t0 + f * (piece.t1 - piece.t0);
    if (t > 0 && t < 1)
      hits.push({ along: sp / (sp - sq), point: { kind: "edge", halfedge: piece.half, t } });
  }
  return hits.sort((x, y) => x.along - y.along).map(({ point }) => point);
}

/** The intrinsic face that a place in a base face lies in, with its weights there. */
export function locate(
  intrinsic: Intrinsic,
  face: number,
  weights: Weights,
): { face: number; weights: Weights } {
  const cell = new Cells(intrinsic, face);
  return cell.locate(weights);
}

/** A corner of a cell: a corner of the base face (-1 - k) or a crossing (its number). */
interface RimPoint {
  readonly what: number;
  readonly side: number;
  readonly at: Pair;
}

/**
 * How intrinsic edges cut a base face into cells. All their ends are on the rim, and they do not cross: a cell is
 * known by the pieces of the rim that lie on the same side of every cut.
 */
class Cells {
  private readonly rim: RimPoint[] = [];
  private readonly layout: Layout;

  constructor(
    private readonly intrinsic: Intrinsic,
    private readonly face: number,
  ) {
    this.layout = layOut(intrinsic.baseLengths, face);
    const { overlay } = intrinsic;
    for (let k = 0; k < 3; k++) {
      this.rim.push({ what: -1 - k, side: k, at: this.layout[k] });
      const half = 3 * face + k;
      for (const q of overlay.on(half)) {
        const t = overlay.half[q] === half ? overlay.t[q] : 1 - overlay.t[q];
        this.rim.push({ what: q, side: k, at: at(this.layout, weightsOn(half, t)) });
      }
    }
  }

  locate(weights: Weights): { face: number; weights: Weights } {
    const { intrinsic, face, rim } = this;
    if (rim.length === 3) {
      const h = intrinsic.halfAlong(3 * face);
      const k = h % 3;
      const turned: Weights = [0, 0, 0];
      for (let i = 0; i < 3; i++) turned[(k + i) % 3] = weights[i];
      return { face: faceOf(h), weights: turned };
    }
    const p = at(this.layout, weights);
    const wrong = new Int32Array(rim.length);
    const cuts = this.cuts();
    for (const [a, b] of cuts) {
      const inArc = turn(rim[a].at, rim[b].at, p) < 0;
      for (let i = 0; i < rim.length; i++) if ((i >= a && i < b) !== inArc) wrong[i]++;
    }
    const least = wrong.reduce((x, y) => Math.min(x, y), Infinity);
    const inside = [...rim.keys()].filter((i) => wrong[i] === least);
    const target = this.faceBeyond(inside[0]);
    const ends = new Set(inside.flatMap((i) => [i, (i + 1) % rim.length]));
    // A cut borders a cell along its whole length: with one end at a crossing, the other is a corner too.
    for (const [a, b] of cuts) {
      if (ends.has(a) && rim[a].what >= 0) ends.add(b);
      if (ends.has(b) && rim[b].what >= 0) ends.add(a);
    }
    return { face: target, weights: this.transfer(p, target, [...ends]) };
  }

  /** Pairs of rim points that an intrinsic edge joins, the lower first. */
  private cuts(): [number, number][] {
    const { intrinsic, face, rim } = this;
    const { start, edge, half } = intrinsic.overlay;
    const number = new Map(rim.map(({ what }, i) => [what, i]));
    const found: [number, number][] = [];
    rim.forEach(({ what: q, side }, i) => {
      if (q < 0) return;
      // Leaving the face here, the edge came from the crossing before; entering, it goes on to the one after.
      const leaves = half[q] === 3 * face + side;
      const other = leaves ? q - 1 : q + 1;
      const within = other >= start[edge[q]] && other < start[edge[q] + 1];
      const j = number.get(within ? other : -1 - ((side + 2) % 3));
      if (j !== undefined && (j > i || !within)) found.push(i < j ? [i, j] : [j, i]);
    });
    return found;
  }

  /** The intrinsic face on the inner side of the rim between points i and i + 1. */
  private faceBeyond(i: number): number {
    const { intrinsic, face, rim } = this;
    const { edge, half } = intrinsic.overlay;
    const [a, b] = [rim[i], rim[(i + 1) % rim.length]];
    const own = 3 * face + a.side;
    // The head of `half` is on the left of the edge. Ahead of a crossing is the half-edge's head, behind it its tail.
    if (a.what >= 0) return faceOf(intrinsic.halfOf(edge[a.what], half[a.what] === own ? 0 : 1));
    if (b.what >= 0) return faceOf(intrinsic.halfOf(edge[b.what], half[b.what] === own ? 1 : 0));
    return faceOf(intrinsic.halfAlong(own));
  }

  /** A point of the base face in an intrinsic face, by three corners of their common cell. */
  private transfer(p: Pair, target: number, ends: readonly number[]): Weights {
    const { intrinsic } = this;
    const layout = layOut(intrinsic.lengths, target);
    const known = this.cornersIn(target, layout, ends);
    let best = 0;
    let pick: { from: Pair; to: Pair }[] = [];
    for (let i = 0; i < known.length; i++)
      for (let j = i + 1; j < known.length; j++)
        for (let k = j + 1; k < known.length; k++) {
          const area = Math.abs(turn(known[i].from, known[j].from, known[k].from));
          if (area > best) {
            best = area;
            pick = [known[i], known[j], known[k]];
          }
        }
    if (pick.length === 0) {
      // A cell without area: any of its points will do.
      const to = known[0]?.to ?? at(layout, [1 / 3, 1 / 3, 1 / 3]);
      return weightsIn(layout[0], layout[1], layout[2], to);
    }
    const [a, b, c] = pick;
    const total = turn(a.from, b.from, c.from);
    const w = [
      turn(b.from, c.from, p) / total,
      turn(c.from, a.from, p) / total,
      turn(a.from, b.from, p) / total,
    ];
    const x = w[0] * a.to[0] + w[1] * b.to[0] + w[2] * c.to[0];
    const y = w[0] * a.to[1] + w[1] * b.to[1] + w[2] * c.to[1];
    return weightsIn(layout[0], layout[1], layout[2], [x, y]);
  }

  /** Corners of a cell with their places in both faces. */
  private cornersIn(target: number, layout: Layout, ends: readonly number[]): { from: Pair; to: Pair }[] {
    const { intrinsic, rim } = this;
    const { edge, s } = intrinsic.overlay;
    const known: { from: Pair; to: Pair }[] = [];
    for (const i of ends) {
      const q = rim[i].what;
      if (q < 0) continue;
      for (let h = 3 * target; h < 3 * target + 3; h++) {
        if (intrinsic.edgeOf(h) !== edge[q]) continue;
        const against = intrinsic.halfOf(edge[q], 0) !== h;
        known.push({ from: rim[i].at, to: at(layout, weightsOn(h, against ? 1 - s[q] : s[q])) });
        break;
      }
    }
    const crossings = known.length;
    for (const i of ends) {
      if (rim[i].what >= 0) continue;
      const vertex = intrinsic.base.corners[3 * this.face + rim[i].side];
      let best = Infinity;
      let to: Pair | null = null;
      for (let k = 0; k < 3; k++) {
        if (intrinsic.corners[3 * target + k] !== vertex) continue;
        // A face may have a vertex twice: the right corner is the one whose distances agree.
        let off = 0;
        for (let c = 0; c < crossings; c++) {
          const { from, to: at } = known[c];
          off += Math.abs(
            Math.hypot(from[0] - rim[i].at[0], from[1] - rim[i].at[1]) -
              Math.hypot(at[0] - layout[k][0], at[1] - layout[k][1]),
          );
        }
        if (off < best) {
          best = off;
          to = layout[k];
        }
      }
      if (to) known.push({ from: rim[i].at, to });
    }
    return known;
  }
}
