/**
 * Paths: whatever draws a shape knows only `Path`, so that a canvas, an SVG and a test take the same calls.
 */
import type { Point, Ring } from "../geometry/index.js";

/** What a shape is drawn into; a browser's `CanvasRenderingContext2D` and `Path2D` are such. */
export interface Path {
  /** Begins a new line at (x, y). */
  moveTo(x: number, y: number): void;
  /** Continues the line straight to (x, y). */
  lineTo(x: number, y: number): void;
  /** A circle's arc about (x, y), angles in radians; it continues the current line. */
  arc(x: number, y: number, radius: number, from: number, to: number, anticlockwise?: boolean): void;
  /** Leads the line back to where it began. */
  closePath(): void;
}

/** Something that can be drawn, in metres with y up. */
export type Trace = (path: Path) => void;

/** A closed ring. */
export function traceRing(path: Path, ring: Ring): void {
  traceLine(path, ring);
  path.closePath();
}

/** An open line through points. */
export function traceLine(path: Path, points: readonly Point[]): void {
  points.forEach(([x, y], i) => {
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
}

/** A whole disc. */
export function traceDisc(path: Path, [x, y]: Point, radius: number): void {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
  path.closePath();
}

/** A number as SVG likes it: at most two decimals, no needless zeros, no -0. */
export function short(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return rounded === 0 ? "0" : String(rounded);
}

/** Writes a path as the `d` of an SVG path element, in page coordinates (y down). */
export class SvgPath implements Path {
  private readonly parts: string[] = [];
  private x = "";
  private y = "";

  moveTo(x: number, y: number): void {
    this.x = short(x);
    this.y = short(y);
    this.parts.push(`M${this.x} ${this.y}`);
  }

  lineTo(x: number, y: number): void {
    const [nextX, nextY] = [short(x), short(y)];
    if (nextX === this.x && nextY !== this.y) this.parts.push(`V${nextY}`);
    else if (nextY === this.y && nextX !== this.x) this.parts.push(`H${nextX}`);
    // A line of no length stays, as a dot: round caps show it.
    else this.parts.push(`L${nextX} ${nextY}`);
    this.x = nextX;
    this.y = nextY;
  }

  arc(x: number, y: number, radius: number, from: number, to: number, anticlockwise = false): void {
    const r = short(radius);
    const at = (angle: number): [number, number] => [
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
    ];
    const sweep = anticlockwise ? 0 : 1;
    const turn = arcTurn(from, to, anticlockwise);
    const [startX, startY] = at(from);
    if (this.parts.length === 0) this.moveTo(startX, startY);
    else if (short(startX) !== this.x || short(startY) !== this.y) this.lineTo(startX, startY);
    // One SVG arc cannot be a whole circle, and large flags flip near a half: use pieces below a half turn.
    const pieces = Math.max(1, Math.ceil(Math.abs(turn) / (0.75 * Math.PI)));
    for (let i = 1; i <= pieces; i++) {
      const [endX, endY] = at(from + (turn * i) / pieces);
      this.x = short(endX);
      this.y = short(endY);
      this.parts.push(`A${r} ${r} 0 0 ${sweep} ${this.x} ${this.y}`);
    }
  }

  closePath(): void {
    this.parts.push("Z");
  }

  toString(): string {
    return this.parts.join("");
  }
}

/** How far an arc turns, signed: canvas's rule (a difference of a whole turn or more is one whole turn). */
function arcTurn(from: number, to: number, anticlockwise: boolean): number {
  const whole = 2 * Math.PI;
  const along = anticlockwise ? from - to : to - from;
  const turn = along >= whole ? whole : ((along % whole) + whole) % whole;
  return anticlockwise ? -turn : turn;
}
