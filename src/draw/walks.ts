/** Pictures of walks: where people went, one panel per run. */
import type { Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { hex, oklch } from "./colour.js";
import { traceDisc, traceLine } from "./path.js";
import type { Picture } from "./picture.js";
import { type DrawOptions, scenePicture } from "./scene.js";

/** The way of one walker. */
export interface WalkTrail {
  readonly label: string;
  readonly points: readonly Point[];
  /** Metres. */
  readonly radius: number;
  /** Those who did not arrive get a cross where they ended. */
  readonly arrived: boolean;
}

/** What happened in one run. */
export interface Walk {
  readonly title: string;
  readonly trails: readonly WalkTrail[];
  readonly standing: readonly { readonly position: Point; readonly radius: number }[];
}

/** From so many trails on, the legend names none of them. */
const MOST_NAMED = 10;

/** A dark, strong colour per trail; neighbours in number are far apart in hue where there are many. */
function trailColour(k: number, count: number): string {
  const hue = count <= MOST_NAMED ? (360 * k) / Math.max(count, 3) + 255 : k * 137.508;
  return hex(oklch(0.58, 0.17, hue % 360));
}

/** The plan with the trails of one run. */
export function walkPicture(scene: Scene, walk: Walk, options: DrawOptions = {}): Picture {
  const picture = scenePicture(scene, { labels: false, legend: false, subtitle: walk.title, ...options });
  const { trails, standing } = walk;
  const lines = picture.layer("trails", "marks");
  for (const { position, radius } of standing) {
    lines.shape({ fill: picture.theme.muted }, (path) => traceDisc(path, position, radius));
  }
  trails.forEach(({ label, points, radius, arrived }, k) => {
    const colour = trailColour(k, trails.length);
    lines.shape({ stroke: colour, width: 1.8, round: true }, (path) => traceLine(path, points));
    lines.shape({ stroke: colour, width: 1.4 }, (path) => traceDisc(path, points[0], radius));
    const end = points[points.length - 1];
    if (arrived) lines.shape({ fill: colour }, (path) => traceDisc(path, end, radius));
    else {
      lines.sign(end, { stroke: picture.theme.text, width: 2.4, round: true }, (path) => {
        path.moveTo(-5, -5);
        path.lineTo(5, 5);
        path.moveTo(-5, 5);
        path.lineTo(5, -5);
      });
    }
    if (trails.length > 1 && trails.length <= MOST_NAMED) picture.legend({ label, sample: "line", colour });
  });
  return picture;
}

/**
 * Pictures one above the other, or in rows of so many, as one SVG document; the page of smaller ones is continued to the right and
 * down.
 */
export function stackPictures(pictures: readonly Picture[], columns = 1): string {
  const wide = Math.max(...pictures.map(({ width }) => width));
  const width = wide * Math.min(columns, pictures.length);
  let height = 0;
  let body = "";
  for (let first = 0; first < pictures.length; first += columns) {
    const row = pictures.slice(first, first + columns);
    const high = Math.max(...row.map((picture) => picture.height));
    body += `<rect y="${height}" width="${width}" height="${high}" fill="${row[0].theme.canvas}"/>\n`;
    row.forEach((picture, k) => {
      const place = k === 0 ? `y="${height}"` : `x="${k * wide}" y="${height}"`;
      body += picture.toSvg().replace("<svg ", `<svg ${place} `);
    });
    height += high;
  }
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${body}</svg>\n`;
}
