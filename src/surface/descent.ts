/**
 * Follows a potential over a triangulation, exactly (Fischer 2011, equation 4.14 and algorithms 3 and 4).
 *
 * The potential is linear in each face, so a path is straight there, in the direction of steepest ascent of u = 1 - p.
 * Across an edge it goes on into the next face where that face's own direction leads away from the edge; where
 * both faces lead to the edge, along it to the higher end; at a vertex, in the steepest direction of all faces and edges
 * around. u rises all the way and no free vertex is a maximum, so every path ends at a goal.
 *
 * Directions need no coordinates: along the gradient, the weight of corner i changes as
 * `cot(k) (u_i - u_j) + cot(j) (u_i - u_k)`.
 */
import type { Intrinsic } from "./intrinsic.js";
import { meet, onBase, type Weights, weightsOn } from "./overlay.js";
import type { SurfacePoint } from "./point.js";
import { faceOf, next, previous } from "./topology.js";
import { areaOf } from "./triangle.js";

/** What a walk needs to know. */
export interface DescentInput {
  readonly intrinsic: Intrinsic;
  /** Cotangent of the angle opposite to each half-edge. */
  readonly cots: Float64Array;
  /** -log u at the vertices; Infinity where u is 0. */
  readonly levels: Float64Array;
  /** 1 where the goal is reached, 2 at corners of a face with a goal in it, 0 elsewhere. */
  readonly goals: Uint8Array;
  /** Goals inside faces. */
  readonly targets: readonly Target[];
  /** Half-edges that leave each vertex, `fans[fanStart[v] ..)`. */
  readonly fanStart: Int32Array;
  readonly fans: Int32Array;
}

/** A goal inside an intrinsic face. */
export interface Target {
  readonly face: number;
  readonly weights: Weights;
  readonly point: SurfacePoint;
}

/** Where a walk begins. */
export type Start = { readonly vertex: number } | { readonly face: number; readonly weights: Weights };

/** What a walk came to. */
export interface Walk {
  /** Places on the base. */
  readonly places: SurfacePoint[];
  readonly arrived: boolean;
  readonly steps: number;
}

type Spot =
  | { readonly kind: "vertex"; readonly vertex: number }
  | { readonly kind: "edge"; readonly h: number; readonly s: number }
  | { readonly kind: "face"; readonly face: number; readonly weights: Weights };

/** Half-edges by their tails. */
export function fansOf(corners: Int32Array, vertexCount: number): { fanStart: Int32Array; fans: Int32Array } {
  const fanStart = new Int32Array(vertexCount + 1);
  for (const v of corners) fanStart[v + 1]++;
  for (let v = 0; v < vertexCount; v++) fanStart[v + 1] += fanStart[v];
  const fill = fanStart.slice();
  const fans = new Int32Array(corners.length);
  for (let h = 0; h < corners.length; h++) fans[fill[corners[h]]++] = h;
  return { fanStart, fans };
}

/** Walks up from a start, to a goal or for at most so many steps. */
export function walk(input: DescentInput, start: Start, most = Infinity): Walk {
  return new Walker(input).run(start, most);
}

/** The direction of the walk in a face as changes of the corners' weights, or null where the face is level. */
function ratesIn(input: DescentInput, face: number): Weights | null {
  const { corners } = input.intrinsic;
  const { levels, cots } = input;
  const h = 3 * face;
  const [l0, l1, l2] = [levels[corners[h]], levels[corners[h + 1]], levels[corners[h + 2]]];
  const least = Math.min(l0, l1, l2);
  if (least === Infinity) return null;
  // u relative to the greatest in the face, less 1: differences keep their digits however alike the values are.
  const [x0, x1, x2] = [Math.expm1(least - l0), Math.expm1(least - l1), Math.expm1(least - l2)];
  const [c0, c1, c2] = [cots[h + 1], cots[h + 2], cots[h]];
  const rates: Weights = [
    c2 * (x0 - x1) + c1 * (x0 - x2),
    c0 * (x1 - x2) + c2 * (x1 - x0),
    c1 * (x2 - x0) + c0 * (x2 - x1),
  ];
  return rates[0] === 0 && rates[1] === 0 && rates[2] === 0 ? null : rates;
}

class Walker {
  private readonly places: SurfacePoint[] = [];
  private steps = 0;
  /** After too many steps only edges are followed, each to a higher end, which always ends. */
  private readonly patience: number;

  constructor(private readonly input: DescentInput) {
    this.patience = 4 * (input.intrinsic.corners.length / 3) + 1000;
  }

  run(start: Start, most: number): Walk {
    let spot: Spot | null =
      "vertex" in start
        ? { kind: "vertex", vertex: start.vertex }
        : { kind: "face", face: start.face, weights: start.weights };
    for (;;) {
      const end = this.arrive(spot);
      if (end) return { places: this.places, arrived: true, steps: this.steps };
      const after: Spot | null = this.steps < most ? this.step(spot) : null;
      if (!after) return { places: this.places, arrived: false, steps: this.steps };
      spot = after;
      this.steps++;
    }
  }

  /** Whether a goal is reached here; the last straight step to a goal inside a face is taken. */
  private arrive(spot: Spot): boolean {
    const { goals, targets, intrinsic } = this.input;
    const { corners, twin } = intrinsic;
    if (spot.kind === "vertex") {
      if (goals[spot.vertex] !== 2) return goals[spot.vertex] === 1;
      for (const target of targets) {
        for (let h = 3 * target.face; h < 3 * target.face + 3; h++) {
          if (corners[h] === spot.vertex) return this.finish(target, weightsOn(h, 0));
        }
      }
      return false;
    }
    if (spot.kind === "edge") {
      const { h, s } = spot;
      const [a, b] = [goals[corners[h]], goals[corners[next(h)]]];
      if (a === 0 || b === 0) return false;
      for (const target of targets) {
        if (faceOf(h) === target.face) return this.finish(target, weightsOn(h, s));
        if (twin[h] >= 0 && faceOf(twin[h]) === target.face)
          return this.finish(target, weightsOn(twin[h], 1 - s));
      }
      return a === 1 && b === 1;
    }
    for (const target of targets) if (target.face === spot.face) return this.finish(target, spot.weights);
    return [0, 1, 2].every((k) => goals[corners[3 * spot.face + k]] === 1);
  }

  private finish(target: Target, from: Weights): boolean {
    for (const place of meet(this.input.intrinsic, target.face, from, target.weights))
      this.places.push(place);
    this.places.push(target.point);
    return true;
  }

  private step(spot: Spot): Spot | null {
    switch (spot.kind) {
      case "face":
        return this.throughFace(spot.face, spot.weights);
      case "edge":
        return this.overEdge(spot.h, spot.s);
      case "vertex":
        return this.fromVertex(spot.vertex);
    }
  }

  /** Straight through a face to its rim. */
  private throughFace(face: number, weights: Weights): Spot | null {
    const { corners } = this.input.intrinsic;
    const rates = ratesIn(this.input, face);
    if (!rates) {
      // A level face: any corner will do, since corners know their neighbours.
      const k = [0, 1, 2].find((i) => this.input.levels[corners[3 * face + i]] < Infinity);
      return k === undefined ? null : this.reach(face, weights, weightsOn(3 * face + k, 0));
    }
    let out = -1;
    let time = Infinity;
    for (let i = 0; i < 3; i++) {
      if (rates[i] < 0 && weights[i] < -rates[i] * time) {
        time = weights[i] / -rates[i];
        out = i;
      }
    }
    if (out < 0) return null;
    const to = weights.map((w, i) => (i === out ? 0 : Math.max(w + time * rates[i], 0))) as Weights;
    return this.reach(face, weights, to);
  }

  /** Takes the straight step to a point on the rim of a face. */
  private reach(face: number, from: Weights, to: Weights): Spot {
    const { intrinsic } = this.input;
    for (const place of meet(intrinsic, face, from, to)) this.places.push(place);
    const out = to.indexOf(0);
    const h = next(3 * face + out);
    const sum = to[h % 3] + to[(h + 1) % 3];
    return this.at(h, to[(h + 1) % 3] / sum);
  }

  private at(h: number, s: number): Spot {
    const { intrinsic } = this.input;
    this.places.push(onBase(intrinsic, h, s));
    if (s <= 0) return { kind: "vertex", vertex: intrinsic.corners[h] };
    if (s >= 1) return { kind: "vertex", vertex: intrinsic.corners[next(h)] };
    return { kind: "edge", h, s };
  }

  /** Into the next face, or along the edge where that face leads back. */
  private overEdge(h: number, s: number): Spot | null {
    const { intrinsic, levels } = this.input;
    const { corners, twin } = intrinsic;
    const t = twin[h];
    if (t >= 0 && this.steps < this.patience) {
      const rates = ratesIn(this.input, faceOf(t));
      if (rates && rates[previous(t) % 3] > 0)
        return { kind: "face", face: faceOf(t), weights: weightsOn(t, 1 - s) };
    }
    const forward = levels[corners[next(h)]] <= levels[corners[h]];
    if (levels[forward ? corners[next(h)] : corners[h]] === Infinity) return null;
    return this.along(h, s, forward);
  }

  /** Along an edge to its head or tail. */
  private along(h: number, s: number, forward: boolean): Spot {
    const { intrinsic } = this.input;
    const passed: SurfacePoint[] = [];
    for (let p = 0; p < intrinsic.crossCount(h); p++) {
      const { half, s: at, t } = intrinsic.crossing(h, p);
      if (t <= 0 || t >= 1) continue;
      if (forward ? at > s : at < s) passed.push({ kind: "edge", halfedge: half, t });
    }
    for (const place of forward ? passed : passed.reverse()) this.places.push(place);
    const vertex = intrinsic.corners[forward ? next(h) : h];
    this.places.push({ kind: "vertex", vertex });
    return { kind: "vertex", vertex };
  }

  /** The steepest way up from a vertex: through a face or along an edge. */
  private fromVertex(v: number): Spot | null {
    const { intrinsic, levels, cots, fanStart, fans } = this.input;
    const { corners, lengths } = intrinsic;
    const own = levels[v];
    let least = own;
    for (let i = fanStart[v]; i < fanStart[v + 1]; i++) {
      const h = fans[i];
      least = Math.min(least, levels[corners[next(h)]], levels[corners[previous(h)]]);
    }
    if (!(least < own)) return null;
    // u of a neighbour less u here, relative to the greatest around.
    const rise = (w: number): number => Math.expm1(least - levels[w]) - Math.expm1(least - own);
    let best = 0;
    let go: (() => Spot) | null = null;
    for (let i = fanStart[v]; i < fanStart[v + 1]; i++) {
      const h = fans[i];
      const [b, c] = [rise(corners[next(h)]), rise(corners[previous(h)])];
      const back = previous(h);
      if (b / lengths[h] > best) {
        best = b / lengths[h];
        go = () => this.along(h, 0, true);
      }
      if (c / lengths[back] > best) {
        best = c / lengths[back];
        go = () => this.along(back, 1, false);
      }
      if (this.steps >= this.patience) continue;
      // Rates of the other two corners' weights; both must grow for the direction to lie in this face.
      const [ca, cb, cc] = [cots[next(h)], cots[back], cots[h]];
      const rb = ca * (b - c) + cc * b;
      const rc = cb * c + ca * (c - b);
      if (!(rb >= 0 && rc >= 0)) continue;
      // The squared slope is the sum of rises times rates, over twice the area.
      const slope = Math.sqrt((b * rb + c * rc) / (2 * areaOf(lengths[h], lengths[next(h)], lengths[back])));
      if (slope > best * (1 + 1e-12)) {
        best = slope;
        go = () => this.reach(faceOf(h), weightsOn(h, 0), this.across(h, rb, rc));
      }
    }
    return go ? go() : null;
  }

  private across(h: number, rb: number, rc: number): Weights {
    const to: Weights = [0, 0, 0];
    to[(h + 1) % 3] = rb / (rb + rc);
    to[(h + 2) % 3] = rc / (rb + rc);
    return to;
  }
}
