/**
 * A picture: a world fitted to a page, with named layers, a title, a scale bar and a legend.
 *
 * Everything is put into layers in metres; the picture keeps it as marks in page pixels and shows them as SVG or
 * on a canvas. `drawScene` draws the plan into one; planners add their layers beneath or above.
 */
import { InputError } from "../errors.js";
import type { Box, Point } from "../geometry/index.js";
import { checkChoice, checkFlag, checkKeys, checkNumber } from "../options.js";
import { FURNITURE, Furniture, type LegendEntry } from "./furniture.js";
import {
  type Canvas,
  escapeXml,
  FONT_FAMILY,
  type ImageSource,
  type Mark,
  markToSvg,
  paintMark,
  type ShapeStyle,
  type TextStyle,
} from "./marks.js";
import { type Path, short, type Trace } from "./path.js";
import { fitText, type PageBox, textWidth } from "./text.js";
import { THEMES, type Theme, type ThemeName } from "./theme.js";

/** How a picture is laid out. */
export interface PictureOptions {
  /** The longer side in pixels, 100 to 20000; default 1200. */
  readonly size?: number;
  /** Default `light`. */
  readonly theme?: ThemeName;
  /** Above the plan; none where absent or empty. */
  readonly title?: string;
  /** Smaller, beneath the title. */
  readonly subtitle?: string;
  /** Entries known from the start: the page is laid out for them. */
  readonly legend?: readonly LegendEntry[];
  /** Whether to show the scale bar; default true. */
  readonly scaleBar?: boolean;
  /** What text sizes and line widths are multiplied by, 0.1 to 20; default size / 1000, at least 0.4. */
  readonly unit?: number;
}

/** Allowed sizes in pixels: below, text cannot be read; above, a raster would need more than 1.6 GB. */
export const SIZE_RANGE = Object.freeze({ least: 100, greatest: 20000 });

/** The options with defaults filled in; refuses what is out of range or unknown. */
function checkedOptions(options: PictureOptions): Required<PictureOptions> {
  checkKeys(options, ["size", "theme", "title", "subtitle", "legend", "scaleBar", "unit"]);
  const { size = 1200, theme = "light", title = "", subtitle = "", legend = [], scaleBar = true } = options;
  const { unit = Math.max(size / 1000, 0.4) } = options;
  const known = { size, theme, title, subtitle, legend, scaleBar, unit };
  checkNumber(size, "size", {
    of: "pixels",
    whole: true,
    least: SIZE_RANGE.least,
    most: SIZE_RANGE.greatest,
  });
  checkChoice(theme, "theme", Object.keys(THEMES));
  checkNumber(unit, "unit", { least: 0.1, most: 20 });
  checkFlag(scaleBar, "scaleBar");
  return known;
}

/** Lays the world's metres on the page's pixels, y flipped. */
class WorldPath implements Path {
  constructor(
    private readonly path: Path,
    private readonly picture: Picture,
  ) {}

  moveTo(x: number, y: number): void {
    this.path.moveTo(this.picture.x(x), this.picture.y(y));
  }

  lineTo(x: number, y: number): void {
    this.path.lineTo(this.picture.x(x), this.picture.y(y));
  }

  arc(x: number, y: number, radius: number, from: number, to: number, anticlockwise = false): void {
    // Flipping y mirrors angles and the sense of turning.
    const { picture } = this;
    this.path.arc(picture.x(x), picture.y(y), radius * picture.scale, -from, -to, !anticlockwise);
  }

  closePath(): void {
    this.path.closePath();
  }
}

/** One layer of a picture; later marks lie above earlier ones. */
export class Layer {
  /** In page pixels. */
  readonly marks: Mark[] = [];

  /** @internal */
  constructor(
    readonly name: string,
    private readonly picture: Picture,
  ) {}

  /** A shape traced in metres. */
  shape(style: ShapeStyle, trace: Trace): this {
    const { picture } = this;
    this.marks.push({
      kind: "shape",
      style: scaledStyle(style, picture.unit),
      trace: (path) => trace(new WorldPath(path, picture)),
    });
    return this;
  }

  /** A sign of fixed size at a point: traced in units of a picture 1000 px wide, y down, the point at 0, 0. */
  sign(at: Point, style: ShapeStyle, trace: Trace): this {
    const { unit } = this.picture;
    const [x, y] = this.picture.toPage(at);
    const placed = (path: Path): Path => ({
      moveTo: (dx, dy) => path.moveTo(x + dx * unit, y + dy * unit),
      lineTo: (dx, dy) => path.lineTo(x + dx * unit, y + dy * unit),
      arc: (dx, dy, radius, from, to, anticlockwise) =>
        path.arc(x + dx * unit, y + dy * unit, radius * unit, from, to, anticlockwise),
      closePath: () => path.closePath(),
    });
    this.marks.push({
      kind: "shape",
      style: scaledStyle(style, unit),
      trace: (path) => trace(placed(path)),
    });
    return this;
  }

  /** Text at a point, given in metres; `offset` moves it on the page, in pixels of the page. */
  text(at: Point, text: string, style: TextStyle, offset: Point = [0, 0]): this {
    const [x, y] = this.picture.toPage(at);
    const size = (style.size ?? 13) * this.picture.unit;
    this.marks.push({ kind: "text", text, x: x + offset[0], y: y + offset[1], style: { ...style, size } });
    return this;
  }

  /** A raster over a box, given in metres. */
  image(source: ImageSource, box: Box): this {
    const [x, y] = this.picture.toPage([box.minX, box.maxY]);
    const { scale } = this.picture;
    const width = (box.maxX - box.minX) * scale;
    this.marks.push({ kind: "image", source, x, y, width, height: (box.maxY - box.minY) * scale });
    return this;
  }
}

function scaledStyle(style: ShapeStyle, unit: number): ShapeStyle {
  const { width = 1, dash } = style;
  return { ...style, width: width * unit, dash: dash?.map((length) => length * unit) };
}

/** A page with a world on it. */
export class Picture {
  readonly theme: Theme;
  /** Page width in whole pixels. */
  readonly width: number;
  /** Pixels per metre. */
  readonly scale: number;
  /** Pixels per pixel of a picture 1000 px wide: what text and line widths are multiplied by. */
  readonly unit: number;
  /** The plan's box on the page. */
  readonly plan: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };

  private readonly furniture: Furniture;
  private entries: LegendEntry[];
  private readonly layers: Layer[] = [];
  private readonly title: string;
  private readonly subtitle: string;
  private readonly scaleBar: boolean;

  /** @param world what must be seen, in metres */
  constructor(
    readonly world: Box,
    options: PictureOptions = {},
  ) {
    const { size, theme, title, subtitle, legend, scaleBar, unit } = checkedOptions(options);
    const worldWidth = world.maxX - world.minX;
    const worldHeight = world.maxY - world.minY;
    if (!(worldWidth > 0 && worldHeight > 0 && Number.isFinite(worldWidth + worldHeight))) {
      throw new InputError(`a picture needs a world with an area; given: ${worldWidth} m x ${worldHeight} m`);
    }
    this.theme = THEMES[theme];
    this.scaleBar = scaleBar;
    this.unit = unit;
    this.furniture = new Furniture(this.theme, unit);

    const margin = FURNITURE.margin * unit;
    const { title: large, subtitle: small } = FURNITURE;
    const header = margin + ((title ? 1.2 * large : 0) + (subtitle ? 2 * small : 0)) * unit;
    this.entries = [...legend];
    // In a thumbnail the plan comes first.
    if (size - header - this.footerHeight(size - 2 * margin) < 0.4 * size) this.entries = [];
    const across = (size - 2 * margin) / worldWidth;
    let width = size;
    let scale = 0;
    // A tall plan gets a narrower page, but one wide enough for its title; there the legend may need more rows.
    for (let i = 0; i < 4; i++) {
      const down = (size - header - this.footerHeight(width - 2 * margin)) / worldHeight;
      scale = Math.min(across, down);
      const wide = Math.ceil(worldWidth * scale + 2 * margin);
      width = across <= down ? size : Math.min(width, Math.max(wide, Math.round(0.6 * size)));
    }
    if (!(scale > 0)) {
      throw new InputError(`a picture of ${size} px leaves no room for the plan when unit is ${unit}`);
    }
    this.scale = scale;
    this.width = width;
    const left = (width - worldWidth * scale) / 2;
    this.plan = { left, top: header, right: width - left, bottom: header + worldHeight * scale };
    this.title = fitText(title, width - 2 * margin, large * unit, true);
    this.subtitle = fitText(subtitle, width - 2 * margin, small * unit);
  }

  /** Page height in whole pixels; it grows when legend entries added later need another row. */
  get height(): number {
    const room = this.width - 2 * FURNITURE.margin * this.unit;
    return Math.round(this.plan.bottom + this.footerHeight(room));
  }

  /** The page's x of a world x. */
  x(x: number): number {
    return this.plan.left + (x - this.world.minX) * this.scale;
  }

  /** The page's y of a world y. */
  y(y: number): number {
    return this.plan.bottom - (y - this.world.minY) * this.scale;
  }

  /** A world point on the page. */
  toPage([x, y]: Point): Point {
    return [this.x(x), this.y(y)];
  }

  /** A page point in the world. */
  toWorld([x, y]: Point): Point {
    return [
      this.world.minX + (x - this.plan.left) / this.scale,
      this.world.minY + (this.plan.bottom - y) / this.scale,
    ];
  }

  /**
   * The layer of a name. A new one lies above all others, or right beneath the layer `beneath`.
   *
   * @throws InputError when `beneath` names no layer.
   */
  layer(name: string, beneath?: string): Layer {
    const known = this.layers.find((layer) => layer.name === name);
    if (known) return known;
    const place =
      beneath === undefined ? this.layers.length : this.layers.findIndex((l) => l.name === beneath);
    if (place < 0) {
      const names = this.layers.map((layer) => layer.name).join(", ");
      throw new InputError(`there is no layer ${JSON.stringify(beneath)}; there are ${names || "none"}`);
    }
    const layer = new Layer(name, this);
    this.layers.splice(place, 0, layer);
    return layer;
  }

  /** The same page with layers of its own, above all that are there: what is drawn into it lies on top. */
  part(name: string): Picture {
    const part = Object.create(this) as Picture;
    part.layer = (layer, beneath) => this.layer(`${name} ${layer}`, beneath && `${name} ${beneath}`);
    return part;
  }

  /** Adds an entry to the legend. */
  legend(entry: LegendEntry): this {
    this.entries.push(entry);
    return this;
  }

  private barRoom(room: number): number {
    return this.scaleBar ? Math.min(room * 0.3, 260 * this.unit) : 0;
  }

  private legendRows(room: number): LegendEntry[][] {
    const bar = this.scaleBar ? this.barRoom(room) + 24 * this.unit : 0;
    return this.furniture.rows(this.entries, room - bar, room);
  }

  private footerHeight(room: number): number {
    const margin = FURNITURE.margin * this.unit;
    if (!this.scaleBar && this.entries.length === 0) return margin;
    const rows = this.legendRows(room).length;
    return (FURNITURE.row * (rows + 0.6) + 24) * this.unit;
  }

  /** Boxes of the page that the title and the footer take. */
  frameBoxes(): PageBox[] {
    const { unit, plan, width, height } = this;
    const { margin, title, subtitle } = FURNITURE;
    const words = Math.max(
      textWidth(this.title, title * unit, true),
      textWidth(this.subtitle, subtitle * unit),
    );
    const footer = plan.bottom + 20 * unit;
    return [
      { x: 0, y: 0, width: margin * unit + words, height: Math.max(plan.top - 20 * unit, 0) },
      { x: 0, y: footer, width, height: height - footer },
    ];
  }

  /** Title, scale bar and legend as marks. */
  private frame(): Mark[] {
    const { unit, furniture } = this;
    const margin = FURNITURE.margin * unit;
    const room = this.width - 2 * margin;
    const marks = furniture.header(this.title, this.subtitle, margin, margin * 0.68);
    let baseline = this.plan.bottom + (FURNITURE.row * 0.6 + 24) * unit;
    if (this.scaleBar) {
      // Less its label, about 60; in a thumbnail the label may stand in the legend's place.
      const most = Math.max(this.barRoom(room) - 60 * unit, room / 5);
      marks.push(...furniture.scaleBar(this.scale, most, margin, baseline).marks);
    }
    for (const row of this.legendRows(room)) {
      marks.push(...furniture.legendRow(row, this.width - margin, baseline));
      baseline += FURNITURE.row * unit;
    }
    return marks;
  }

  /** The picture as an SVG document. */
  toSvg(): string {
    const { width, height } = this;
    const groups = [
      ...this.layers.map(({ name, marks }) => ({ name, marks })),
      { name: "frame", marks: this.frame() },
    ];
    const body = groups
      .map(({ name, marks }) => ({ name, lines: marks.map(markToSvg).filter((line) => line !== "") }))
      .filter(({ lines }) => lines.length > 0)
      .map(({ name, lines }) => `<g class="${escapeXml(name)}">\n${lines.join("\n")}\n</g>`);
    const named = this.title ? `<title>${escapeXml(this.title)}</title>\n` : "";
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"` +
      ` font-family="${escapeXml(FONT_FAMILY)}" role="img">\n` +
      `${named}<rect width="${short(width)}" height="${short(height)}" fill="${this.theme.canvas}"/>\n${body.join("\n")}\n</svg>\n`
    );
  }

  /** Paints the picture on a canvas whose unit is a pixel of the page; its pixels may be finer. */
  paint(canvas: Canvas): void {
    canvas.beginPath();
    canvas.moveTo(0, 0);
    canvas.lineTo(this.width, 0);
    canvas.lineTo(this.width, this.height);
    canvas.lineTo(0, this.height);
    canvas.closePath();
    canvas.fillStyle = this.theme.canvas;
    canvas.fill();
    for (const layer of this.layers) for (const mark of layer.marks) paintMark(canvas, mark);
    for (const mark of this.frame()) paintMark(canvas, mark);
  }
}
