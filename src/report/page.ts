/** What pages of results have in common: one look, no network, no files beside them. */
import { escapeXml } from "../draw/index.js";
import type { Figure } from "./figures.js";

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: #f6f7f9; color: #1d2129; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 20px; margin: 40px 0 12px; }
p.lead, figcaption, .muted { color: #5b6270; }
p.lead { margin: 0 0 20px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.figures div { background: #fff; border: 1px solid #e3e6eb; border-radius: 8px; padding: 14px 16px; }
.figures b { display: block; font-size: clamp(20px, 5vw, 26px); line-height: 1.2; font-variant-numeric: tabular-nums; }
.figures span { color: #5b6270; font-size: 14px; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 16px; }
figure { margin: 0; background: #fff; border: 1px solid #e3e6eb; border-radius: 8px; padding: 10px; }
figure svg, figure canvas { display: block; width: 100%; height: auto; }
figcaption { font-size: 14px; padding: 8px 4px 2px; }
figcaption output { font-weight: 600; }
.player { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 10px 4px 4px; }
.player input[type="range"] { flex: 1 1 260px; }
.player button { font: inherit; padding: 4px 16px; }
#clock { min-width: 220px; font-variant-numeric: tabular-nums; }
.table { overflow-x: auto; }
.table + figure, .table + .grid { margin-top: 16px; }
table { border-collapse: collapse; background: #fff; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 12px; border: 1px solid #e3e6eb; font-size: 15px; }
ul.warnings { background: #fff6e0; border: 1px solid #ecd79a; border-radius: 8px; padding: 10px 14px 10px 32px; }
td.number, th.number { text-align: right; }
.answer { background: #fff; border: 1px solid #e3e6eb; border-left: 6px solid #3b6fd4; border-radius: 8px; padding: 14px 18px; font-size: 19px; line-height: 1.4; }
.answer.less { border-left-color: #2e8b57; }
.answer.more { border-left-color: #c0392b; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 16px; margin-bottom: 16px; }
.alone { max-width: 640px; margin-top: 16px; }
h3 { font-size: 16px; margin: 20px 0 8px; }
.stills { display: none; }
details { margin: 12px 0; }
summary { cursor: pointer; }
@media (max-width: 640px) { th, td { white-space: nowrap; font-size: 14px; padding: 5px 8px; } }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #e4e7ec; }
  p.lead, figcaption, .muted, .figures span { color: #a2a9b5; }
  .figures div, table, .answer, figure { background: #1e2127; border-color: #363b45; }
  th, td { border-color: #363b45; }
  ul.warnings { background: #332b16; border-color: #6b5a25; }
  figure svg, figure canvas { filter: invert(0.88) hue-rotate(180deg); }
}
@page { size: A4; margin: 14mm 12mm; }
@media print {
  :root { color-scheme: light; }
  .moving { display: none; }
  .stills { display: grid; grid-template-columns: 1fr 1fr; gap: 6pt; }
  .stills figcaption { font-size: 8pt; }
  body { background: #fff; color: #1d2129; font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  h1 { font-size: 20pt; }
  h2 { font-size: 13pt; margin: 18pt 0 6pt; break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
  p.muted { break-after: avoid; }
  figure, tr, .answer, ul.warnings { break-inside: avoid; }
  thead { display: table-header-group; }
  th, td { font-size: 9pt; padding: 3pt 6pt; }
  .table { overflow: visible; }
  .grid { grid-template-columns: 1fr 1fr; gap: 8pt; }
  .row { grid-template-columns: repeat(3, 1fr); gap: 6pt; margin-bottom: 8pt; }
  .row figcaption { font-size: 8pt; }
  .alone { max-width: 60%; }
  h3 { break-after: avoid; }
  .figures { grid-template-columns: repeat(5, 1fr); gap: 6pt; }
  .figures b { font-size: 13pt; }
  .figures div { padding: 6pt 8pt; }
  .answer { font-size: 12pt; }
  figure svg, figure canvas { filter: none; }
}
`;

/** A number with its unit, which no line breaks between. */
const WITH_UNIT = /^(\S*\d) (\D{1,4})$/;

/** A table whose first row is a head. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const textOf = (cell: string): string => escapeXml(cell.replace(WITH_UNIT, "$1\u00a0$2"));
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${textOf(cell)}</${tag}>`).join("")}</tr>`;
  return `<div class="table"><table><thead>${cells("th", head)}</thead><tbody>${rows.map((row) => cells("td", row)).join("")}</tbody></table></div>`;
}

/** An SVG document with its caption, inside a page; of a map with the value under the pointer. */
export function figureHtml({ svg, caption, scale }: Omit<Figure, "name">): string {
  const told = scale ? ` data-scale="${escapeXml(JSON.stringify(scale))}"` : "";
  return `<figure${told}>${svg.trim()}<figcaption>${escapeXml(caption)}${scale ? " <output></output>" : ""}</figcaption></figure>`;
}

/**
 * Values on hover: the colour of the map's cell is sought among those of its scale. Plain script, for a page that may be opened
 * from a disk, years from now.
 */
const HOVER = `
document.querySelectorAll("figure[data-scale]").forEach((figure) => {
  const { least, most, units, colours } = JSON.parse(figure.dataset.scale);
  const ramp = colours.map((c) => [1, 3, 5].map((k) => parseInt(c.slice(k, k + 2), 16)));
  const [svg, image, told] = ["svg", "svg image", "output"].map((name) => figure.querySelector(name));
  if (!image) return;
  let pixels = null;
  const source = new Image();
  source.onload = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [source.width, source.height];
    const context = canvas.getContext("2d");
    context.drawImage(source, 0, 0);
    pixels = context.getImageData(0, 0, source.width, source.height);
  };
  const number = (name) => Number(image.getAttribute(name));
  svg.addEventListener("pointerenter", () => {
    if (!source.src) source.src = image.getAttribute("href");
  });
  svg.addEventListener("pointermove", (event) => {
    if (!pixels) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(image.getScreenCTM().inverse());
    const x = Math.floor(((at.x - number("x")) / number("width")) * pixels.width);
    const y = Math.floor(((at.y - number("y")) / number("height")) * pixels.height);
    const k = 4 * (y * pixels.width + x);
    const isInside = x >= 0 && y >= 0 && x < pixels.width && y < pixels.height && pixels.data[k + 3] > 0;
    if (!isInside) return void (told.textContent = "");
    const far = ramp.map((c) => c.reduce((sum, v, i) => sum + (v - pixels.data[k + i]) ** 2, 0));
    const value = least + ((most - least) * far.indexOf(Math.min(...far))) / (ramp.length - 1);
    told.textContent = "Here: about " + Number(value.toPrecision(2)) + " " + units;
  });
  svg.addEventListener("pointerleave", () => (told.textContent = ""));
});
`;

/** A page that is complete in itself. */
export function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<main>
${body}
</main>
${body.includes("data-scale=") ? `<script>${HOVER}</script>\n` : ""}</html>
`;
}
