/** Scenes to SVG drawings, which read back to the same scene. */
import { boxOf, type Point, type Ring } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { drawingOf, type Role, type Shape } from "./drawing.js";
import type { Format, Written } from "./format.js";
import { readSvg } from "./svg-read.js";
import { asciiJson } from "./text.js";

/** How each role looks; later ones lie above. */
const LOOKS: Readonly<Record<Role, string>> = {
  boundary: 'fill="#ffffff" stroke="#222222"',
  obstacle: 'fill="#9aa0a6" stroke="#3c4043"',
  goal: 'fill="#188038" stroke="#188038"',
  weight: 'fill="#b06000" stroke="#b06000"',
  barrier: 'fill="none" stroke="#b06000" stroke-dasharray="1 0.5"',
  source: 'fill="none" stroke="#1a73e8"',
  sink: 'fill="none" stroke="#d93025"',
  spawn: 'fill="#1a73e8" fill-opacity="0.2" stroke="#1a73e8"',
  ignore: 'fill="none" stroke="none"',
};

/** Characters that XML 1.0 cannot hold in an attribute, not even escaped. */
const UNPRINTABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/;

function escaped(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function attributesOf(properties: Readonly<Record<string, unknown>>): string {
  let text = "";
  const awkward: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "string" && UNPRINTABLE.test(value)) awkward[key] = value;
    else text += ` data-${key}="${escaped(typeof value === "string" ? value : JSON.stringify(value))}"`;
  }
  return Object.keys(awkward).length > 0 ? `${text} data-json="${escaped(asciiJson(awkward))}"` : text;
}

/** y with its sign changed, and never -0. */
const down = (y: number): number => 0 - y;
const pair = (p: Point): string => `${p[0]},${down(p[1])}`;

function elementOf({ geometry, properties }: Shape, dot: number): string {
  const data = attributesOf(properties);
  if (geometry.kind === "point") {
    const [x, y] = geometry.point;
    return `<circle data-shape="point" cx="${x}" cy="${down(y)}" r="${dot}"${data}/>`;
  }
  if (geometry.kind === "line") {
    const [[x1, y1], [x2, y2]] = geometry.points;
    return `<line x1="${x1}" y1="${down(y1)}" x2="${x2}" y2="${down(y2)}"${data}/>`;
  }
  return `<polygon points="${geometry.areas[0].outer.map(pair).join(" ")}"${data}/>`;
}

function groups(shapes: readonly Shape[], dot: number): string[] {
  const roles = Object.keys(LOOKS) as Role[];
  return roles.flatMap((role) => {
    const elements = shapes
      .filter((shape) => shape.role === role)
      .map((shape) => `    ${elementOf(shape, dot)}`);
    return elements.length > 0 ? [`  <g data-role="${role}" ${LOOKS[role]}>`, ...elements, "  </g>"] : [];
  });
}

function viewOf(boundary: Ring): { view: string; stroke: number } {
  const box = boxOf(boundary);
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  const margin = Math.max(width, height) / 50;
  const view = [box.minX - margin, down(box.maxY) - margin, width + 2 * margin, height + 2 * margin];
  return {
    view: view.map((v) => Number(v.toPrecision(6))).join(" "),
    stroke: Number((margin / 10).toPrecision(2)),
  };
}

function write(scene: Scene): Written {
  const { shapes, settings } = drawingOf(scene);
  const { view, stroke } = viewOf(scene.boundary);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" data-wayfield="1" viewBox="${view}" stroke-width="${stroke}" stroke-linecap="round">`,
  ];
  if (scene.name !== undefined && !UNPRINTABLE.test(scene.name))
    lines.push(`  <title>${escaped(scene.name)}</title>`);
  if (Object.keys(settings).length > 0) {
    lines.push(`  <metadata data-wayfield="1">${escaped(asciiJson(settings))}</metadata>`);
  }
  return { text: [...lines, ...groups(shapes, 2 * stroke), "</svg>", ""].join("\n"), notes: [] };
}

/** SVG drawings. */
export const svgFormat: Format = {
  id: "svg",
  title: "SVG drawing",
  extensions: [".svg"],
  read: readSvg,
  write,
};
