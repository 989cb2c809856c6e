/**
 * Marks: what a picture is made of, in page pixels, and the two ways to show them: SVG text and a canvas.
 */
import { type Path, SvgPath, short, type Trace } from "./path.js";

/** How a shape is filled and stroked. Lengths are pixels of a picture 1000 px wide and grow with it. */
export interface ShapeStyle {
  /** Fill colour; none where absent. */
  readonly fill?: string;
  /** Line colour; none where absent. */
  readonly stroke?: string;
  /** Line width; default 1. */
  readonly width?: number;
  /** Lengths of dashes and gaps. */
  readonly dash?: readonly number[];
  /** 0 to 1, default 1. */
  readonly opacity?: number;
  /** Line ends and corners; default butt ends with mitred corners. */
  readonly round?: boolean;
}

/** How a line of text is set. */
export interface TextStyle {
  readonly fill: string;
  /** Letter height; default 13. */
  readonly size?: number;
  readonly bold?: boolean;
  /** Which part of the text stands at the point; default `start`. */
  readonly anchor?: "start" | "middle" | "end";
  /** Colour of an outline that parts the text from what lies beneath. */
  readonly halo?: string;
}

/** One thing on the page; lengths are final. */
export type Mark =
  | { readonly kind: "shape"; readonly style: ShapeStyle; readonly trace: Trace }
  | {
      readonly kind: "text";
      readonly style: TextStyle;
      readonly x: number;
      readonly y: number;
      readonly text: string;
    }
  | {
      readonly kind: "image";
      readonly source: ImageSource;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };

/** A raster: an address for SVG, a bitmap for a canvas; each renderer needs its own. */
export interface ImageSource {
  /** A URL, mostly `data:image/png;base64,…`. */
  readonly href?: string;
  /** Anything the canvas's `drawImage` takes. */
  readonly bitmap?: unknown;
}

/** Browsers take the system's sans; renderers without system fonts take what they call sans-serif. */
export const FONT_FAMILY =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Text as XML; characters that XML 1.0 does not know are dropped. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids, with lone surrogates next
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replace(/\p{Surrogate}/gu, "")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
  );
}

/** One mark as an SVG element; empty for a shape without any line. */
export function markToSvg(mark: Mark): string {
  if (mark.kind === "text") return textToSvg(mark);
  if (mark.kind === "image") {
    if (mark.source.href === undefined) throw new Error("an image needs href to be written as SVG");
    const { x, y, width, height } = mark;
    return (
      `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"` +
      ` preserveAspectRatio="none" href="${escapeXml(mark.source.href)}"/>`
    );
  }
  const path = new SvgPath();
  mark.trace(path);
  const d = path.toString();
  if (d === "") return "";
  const { fill, stroke, width = 1, dash, opacity, round } = mark.style;
  let attributes = ` fill="${fill ?? "none"}"`;
  if (stroke) attributes += ` stroke="${stroke}" stroke-width="${short(width)}"`;
  if (stroke && dash) attributes += ` stroke-dasharray="${dash.map(short).join(" ")}"`;
  if (stroke && round) attributes += ` stroke-linecap="round" stroke-linejoin="round"`;
  if (opacity !== undefined) attributes += ` opacity="${short(opacity)}"`;
  return `<path d="${d}"${attributes}/>`;
}

function textToSvg(mark: Extract<Mark, { kind: "text" }>): string {
  const { fill, size = 13, bold, anchor, halo } = mark.style;
  let attributes = `x="${short(mark.x)}" y="${short(mark.y)}" font-size="${short(size)}" fill="${fill}"`;
  if (bold) attributes += ` font-weight="700"`;
  if (anchor && anchor !== "start") attributes += ` text-anchor="${anchor}"`;
  if (halo) {
    attributes += ` stroke="${halo}" stroke-width="${short(haloWidth(size))}" stroke-linejoin="round" paint-order="stroke"`;
  }
  return `<text ${attributes}>${escapeXml(mark.text)}</text>`;
}

function haloWidth(size: number): number {
  return size * 0.28;
}

/** The part of `CanvasRenderingContext2D` that pictures use. */
export interface Canvas extends Path {
  /** Forgets the lines drawn so far. */
  beginPath(): void;
  /** Fills what the lines enclose. */
  fill(): void;
  /** Draws the lines. */
  stroke(): void;
  /** Writes a line of text. */
  fillText(text: string, x: number, y: number): void;
  /** Draws the outline of a line of text. */
  strokeText(text: string, x: number, y: number): void;
  /** Sets the lengths of dashes and gaps; none for a solid line. */
  setLineDash(lengths: number[]): void;
  /** Draws a raster into a rectangle. */
  drawImage(image: never, x: number, y: number, width: number, height: number): void;
  // Written, never read, so the browser's wider types fit as well; methods, as theirs, take what they declare.
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  globalAlpha: number;
  font: string;
  textAlign: string;
  textBaseline: string;
}

/** Paints one mark on a canvas whose unit is a page pixel. */
export function paintMark(canvas: Canvas, mark: Mark): void {
  if (mark.kind === "text") paintText(canvas, mark);
  else if (mark.kind === "image") paintImage(canvas, mark);
  else paintShape(canvas, mark);
}

function paintImage(canvas: Canvas, mark: Extract<Mark, { kind: "image" }>): void {
  if (mark.source.bitmap === undefined) throw new Error("an image needs a bitmap to be painted");
  canvas.drawImage(mark.source.bitmap as never, mark.x, mark.y, mark.width, mark.height);
}

function paintShape(canvas: Canvas, mark: Extract<Mark, { kind: "shape" }>): void {
  const { fill, stroke, width = 1, dash, opacity, round } = mark.style;
  canvas.globalAlpha = opacity ?? 1;
  canvas.beginPath();
  mark.trace(canvas);
  if (fill) {
    canvas.fillStyle = fill;
    canvas.fill();
  }
  if (stroke) {
    canvas.strokeStyle = stroke;
    canvas.lineWidth = width;
    canvas.lineCap = round ? "round" : "butt";
    canvas.lineJoin = round ? "round" : "miter";
    canvas.setLineDash(dash ? [...dash] : []);
    canvas.stroke();
  }
  canvas.globalAlpha = 1;
}

function paintText(canvas: Canvas, mark: Extract<Mark, { kind: "text" }>): void {
  const { fill, size = 13, bold, anchor = "start", halo } = mark.style;
  canvas.font = `${bold ? "700 " : ""}${size}px ${FONT_FAMILY}`;
  canvas.textAlign = anchor === "middle" ? "center" : anchor;
  canvas.textBaseline = "alphabetic";
  if (halo) {
    canvas.strokeStyle = halo;
    canvas.lineWidth = haloWidth(size);
    canvas.lineJoin = "round";
    canvas.setLineDash([]);
    canvas.strokeText(mark.text, mark.x, mark.y);
  }
  canvas.fillStyle = fill;
  canvas.fillText(mark.text, mark.x, mark.y);
}
