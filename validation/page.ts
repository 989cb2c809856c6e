/** The page of a validation: what was asked, what came, and how it looked. */
import { escapeXml } from "../src/draw/index.js";
import { figureHtml, pageHtml, table } from "../src/report/internal.js";
import { type Case, type CaseFigure, SUITES, type Suite } from "./case.js";
import { compare, entryText, LEGEND } from "./comparison.js";
import { limitsText, type Results, summaryLine, tableOf, valueText } from "./results.js";

const TITLES: Readonly<Record<Suite, string>> = {
  rimea: "RiMEA",
  imo: "IMO MSC.1/Circ.1533",
  nist: "NIST TN 1822",
  phenomena: "Phenomena",
};

/** What a page is made of. */
interface PageParts {
  readonly results: readonly Results[];
  readonly cases: readonly Case[];
  /** Figures by model and case's id. */
  readonly figures: ReadonlyMap<string, ReadonlyMap<string, readonly CaseFigure[]>>;
  /** How many seeds there were, in words. */
  readonly seeds: string;
}

/** Rows of one case of one model. */
function rowsOf(results: Results, { id }: Case): string[][] {
  return tableOf(results).filter(([row]) => row === id || row.startsWith(`${id}/`));
}

function caseSection(of: Case, { results, figures }: PageParts): string {
  const many = results.length > 1;
  const rows = results.flatMap((one) => rowsOf(one, of).map((row) => (many ? [one.model, ...row] : row)));
  const head = [...(many ? ["model"] : []), "row", "what", "value", "right is", "verdict"];
  const shown = results.flatMap(({ model }) =>
    (figures.get(model)?.get(of.id) ?? []).map(({ svg, caption }) =>
      figureHtml({ svg, caption: many ? `${model}: ${caption}` : caption }),
    ),
  );
  return `<h3>${escapeXml(`${of.id}: ${of.title}`)}</h3>
<p>${escapeXml(of.about)}</p>
<p class="muted">${escapeXml(of.source)}.</p>
${table(head, rows)}
<div class="grid">${shown.join("\n")}</div>`;
}

/** One line per row, one column per model. */
function overview({ results, cases }: PageParts): string {
  const rows = compare(results).map((line) => [
    line.id,
    line.title,
    limitsText(line),
    ...results.map(({ model, cases: mine }) => {
      const row = mine.find((one) => one.id === line.id);
      return row ? `${row.passed ? "" : "✗ "}${valueText(row)}` : entryText(line.models[model]);
    }),
  ]);
  const waiting = cases
    .filter(({ run }) => !run)
    .map(({ id, title, lacks }) => [id, `${title} (not yet: ${lacks})`]);
  return table(["row", "what", "right is", ...results.map(({ model }) => model)], [...rows, ...waiting]);
}

/** The page. */
export function pageOf(parts: PageParts): string {
  const { results, cases, seeds } = parts;
  const [{ version }] = results;
  const boxes = results.map(
    (one) =>
      `<div><b>${one.passed} of ${one.cases.length}</b><span>rows pass: ${escapeXml(one.model)}</span></div>`,
  );
  const sections = SUITES.map((suite) => {
    const mine = cases.filter((one) => one.suite === suite);
    if (mine.length === 0) return "";
    return `<h2>${TITLES[suite]}</h2>\n${mine.map((one) => caseSection(one, parts)).join("\n")}`;
  });
  const body = `<h1>Validation</h1>
<p class="lead">Wayfield ${escapeXml(version)}, ${escapeXml(seeds)}. ${escapeXml(results.map(summaryLine).join("; "))}.</p>
<div class="figures">${boxes.join("")}</div>
<h2>All rows</h2>
<p class="muted">Means over the seeds, with the standard deviation of single runs. ${LEGEND}</p>
${overview(parts)}
${sections.join("\n")}`;
  return pageHtml(`Validation of ${results.map(({ model }) => model).join(", ")}`, body);
}
