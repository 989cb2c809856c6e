/** What pages of results have in common: one look, no network, no files beside them. */
import { escapeXml } from "../draw/index.js";

const STYLE = `
:root { color-scheme: light; }
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
.player { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 10px 4px 4px; }
.player input[type="range"] { flex: 1 1 260px; }
.player button { font: inherit; padding: 4px 16px; }
#clock { min-width: 220px; font-variant-numeric: tabular-nums; }
.table { overflow-x: auto; }
.table + figure, .table + .grid { margin-top: 16px; }
table { border-collapse: collapse; background: #fff; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 12px; border: 1px solid #e3e6eb; font-size: 15px; }
ul.warnings { background: #fff6e0; border: 1px solid #ecd79a; border-radius: 8px; padding: 10px 14px 10px 32px; }
@media print { .player { display: none; } body { background: #fff; } }
`;

/** A table whose first row is a head. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escapeXml(cell)}</${tag}>`).join("")}</tr>`;
  return `<div class="table"><table>${cells("th", head)}${rows.map((row) => cells("td", row)).join("")}</table></div>`;
}

/** An SVG document with its caption, inside a page. */
export function figureHtml({ svg, caption }: { readonly svg: string; readonly caption: string }): string {
  return `<figure>${svg.trim()}<figcaption>${escapeXml(caption)}</figcaption></figure>`;
}

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
</html>
`;
}
