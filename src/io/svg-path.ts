/** The path data of SVG: all commands, as closed and open chains of points. */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { type Affine, apply, applyVector } from "./affine.js";
import { arcPoints, bezierPoints } from "./curves.js";
import { readNumber, shownText } from "./text.js";

/** One subpath, mapped into the plan. */
export interface Subpath {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

const ARGUMENTS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};
const TOKEN = /[\s,]*([A-Za-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|\S)/y;
/** The two flags of an arc may stand without a space between them: `01`. */
const FLAG = /[\s,]*([01])/y;

class PathReader {
  readonly subpaths: { points: Point[]; closed: boolean }[] = [];
  curves = 0;
  private offset = 0;
  private at: Point = [0, 0];
  private start: Point = [0, 0];
  /** The last control point, for S and T; null after any other command. */
  private control: { of: string; point: Point } | null = null;

  constructor(
    private readonly data: string,
    private readonly map: Affine,
    private readonly where: string,
  ) {}

  read(): void {
    let command = "";
    for (;;) {
      const token = this.peek(TOKEN);
      if (token === null) return;
      if (/[A-Za-z]/.test(token[0])) {
        command = token;
        this.offset = TOKEN.lastIndex;
        if (
          ARGUMENTS[command.toUpperCase()] === undefined ||
          (this.subpaths.length === 0 && !/m/i.test(command))
        ) {
          throw new InputError(`unexpected path command ${shownText(command)}`, this.where);
        }
      } else if (command === "" || /z/i.test(command)) {
        throw new InputError(`a path command is expected; given: ${shownText(token)}`, this.where);
      }
      this.step(command);
      // More pairs after a move are lines.
      if (command === "M") command = "L";
      if (command === "m") command = "l";
    }
  }

  private peek(pattern: RegExp): string | null {
    pattern.lastIndex = this.offset;
    return pattern.exec(this.data)?.[1] ?? null;
  }

  private argumentsOf(letter: string): number[] {
    return Array.from({ length: ARGUMENTS[letter] }, (_, i) => {
      const pattern = letter === "A" && (i === 3 || i === 4) ? FLAG : TOKEN;
      const token = this.peek(pattern);
      if (token === null) throw new InputError(`path command ${letter} lacks a number`, this.where);
      this.offset = pattern.lastIndex;
      return readNumber(token, this.where);
    });
  }

  private step(command: string): void {
    const letter = command.toUpperCase();
    const n = this.argumentsOf(letter);
    const [ox, oy] = command === letter ? [0, 0] : this.at;
    const point = (i: number): Point => [n[i] + ox, n[i + 1] + oy];
    const previous = this.control;
    this.control = null;
    switch (letter) {
      case "M":
        this.move(point(0));
        break;
      case "L":
        this.line(point(0));
        break;
      case "H":
        this.line([n[0] + ox, this.at[1]]);
        break;
      case "V":
        this.line([this.at[0], n[0] + oy]);
        break;
      case "C":
        this.bezier("C", [point(0), point(2), point(4)]);
        break;
      case "S":
        this.bezier("C", [this.reflected("C", previous), point(0), point(2)]);
        break;
      case "Q":
        this.bezier("Q", [point(0), point(2)]);
        break;
      case "T":
        this.bezier("Q", [this.reflected("Q", previous), point(0)]);
        break;
      case "A":
        this.arc(n, point(5));
        break;
      default:
        this.close();
    }
  }

  private move(to: Point): void {
    this.at = this.start = to;
    this.subpaths.push({ points: [apply(this.map, to)], closed: false });
  }

  private close(): void {
    this.subpaths[this.subpaths.length - 1].closed = true;
    this.at = this.start;
  }

  /** The subpath being drawn; after a close a new one begins where the old one did. */
  private current(): Point[] {
    const last = this.subpaths[this.subpaths.length - 1];
    if (!last.closed) return last.points;
    this.move(this.at);
    return this.current();
  }

  private line(to: Point): void {
    this.current().push(apply(this.map, to));
    this.at = to;
  }

  private reflected(of: string, previous: { of: string; point: Point } | null): Point {
    if (previous?.of !== of) return this.at;
    return [2 * this.at[0] - previous.point[0], 2 * this.at[1] - previous.point[1]];
  }

  private bezier(of: string, control: readonly Point[]): void {
    this.curves++;
    const points = bezierPoints([this.at, ...control].map((p) => apply(this.map, p)));
    const current = this.current();
    for (let i = 1; i < points.length; i++) current.push(points[i]);
    this.control = { of, point: control[control.length - 2] };
    this.at = control[control.length - 1];
  }

  /** An elliptical arc by its ends; centre and angles as in the SVG 1.1 implementation notes, F.6.5. */
  private arc([rx0, ry0, degrees, large, sweepFlag]: readonly number[], to: Point): void {
    const from = this.at;
    let [rx, ry] = [Math.abs(rx0), Math.abs(ry0)];
    if (rx === 0 || ry === 0 || (from[0] === to[0] && from[1] === to[1])) {
      this.line(to);
      return;
    }
    this.curves++;
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [hx, hy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
    const [x, y] = [c * hx + s * hy, -s * hx + c * hy];
    // Radii too small to reach are scaled up until they just do.
    const reach = Math.hypot(x / rx, y / ry);
    if (reach > 1) [rx, ry] = [rx * reach, ry * reach];
    const q = (x / rx) ** 2 + (y / ry) ** 2;
    const k = Math.sqrt(Math.max(0, 1 / q - 1)) * (large === sweepFlag ? -1 : 1);
    const [cx, cy] = [(k * rx * y) / ry, (-k * ry * x) / rx];
    const centre: Point = [c * cx - s * cy + (from[0] + to[0]) / 2, s * cx + c * cy + (from[1] + to[1]) / 2];
    const start = Math.atan2((y - cy) / ry, (x - cx) / rx);
    const end = Math.atan2((-y - cy) / ry, (-x - cx) / rx);
    let sweep = end - start;
    if (sweepFlag === 1 && sweep < 0) sweep += 2 * Math.PI;
    if (sweepFlag === 0 && sweep > 0) sweep -= 2 * Math.PI;
    const u = applyVector(this.map, [rx * c, rx * s]);
    const v = applyVector(this.map, [-ry * s, ry * c]);
    const points = arcPoints(apply(this.map, centre), u, v, start, sweep);
    const current = this.current();
    for (let i = 1; i < points.length - 1; i++) current.push(points[i]);
    current.push(apply(this.map, to));
    this.at = to;
  }
}

/** Reads path data; `curves` counts the curved pieces that were flattened. */
export function readPath(data: string, map: Affine, where: string): { subpaths: Subpath[]; curves: number } {
  const reader = new PathReader(data, map, where);
  reader.read();
  return { subpaths: reader.subpaths, curves: reader.curves };
}
