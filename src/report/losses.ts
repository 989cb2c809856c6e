/** Losses of sides that fight: who fell, when and where. */
import { groupColour, scenePicture, traceDisc } from "../draw/index.js";
import type { ResultFile, Run } from "../measure/index.js";
import { csvCell } from "./csv.js";
import type { Figure } from "./figures.js";
import { figureHtml, table } from "./page.js";
import { type Datum, plotSvg } from "./plot.js";
import type { Summary } from "./summary.js";

/** As wide as the plots of the page. */
const PAGE = Object.freeze({ size: 640, unit: 0.9 });

/** Everybody who fell, as a table; none where nobody fights. */
export function lossFiles({ sides = [], falls = [] }: Run): ResultFile[] {
  if (sides.length === 0) return [];
  const short = (value: number): string => String(Number(value.toFixed(4)));
  const rows = falls.map(({ time, side, id, position: [x, y] }) =>
    [short(time), csvCell(side), id, short(x), short(y)].join(","),
  );
  return [{ name: "losses.csv", text: `${["time,side,id,x,y", ...rows].join("\n")}\n` }];
}

/** The strength of the sides over time, and where they fell; none where nobody fights. */
export function lossFigures({ sides = [], falls = [], scene, time }: Run): Figure[] {
  if (sides.length === 0) return [];
  const series = sides.map(({ side, people }, k) => {
    const own = falls.filter((fall) => fall.side === side);
    const steps = own.map((fall, i): Datum => [fall.time, people - i - 1]);
    const points: Datum[] = [[0, people], ...steps, [time, people - own.length]];
    return { kind: "steps" as const, colour: groupColour(k), label: side, points };
  });
  const picture = scenePicture({ ...scene, spawns: [], measurements: {} }, { ...PAGE, legend: false });
  const layer = picture.layer("people", "marks");
  for (const { side, position } of falls) {
    const fill = groupColour(sides.findIndex((one) => one.side === side));
    layer.sign(position, { fill, stroke: picture.theme.floor, width: 0.8 }, (path) =>
      traceDisc(path, [0, 0], 4),
    );
  }
  sides.forEach(({ side }, k) => {
    picture.legend({ label: side, sample: "area", colour: groupColour(k) });
  });
  return [
    {
      name: "losses",
      caption: "How many of each side are left.",
      svg: plotSvg({ title: "Strength of the sides", x: "time in s", y: "people", series }),
    },
    { name: "losses-plan", caption: "Where they fell.", svg: picture.toSvg() },
  ];
}

/** Losses by sides; nothing where nobody fights. */
export function lossSection({ sides }: Summary, figures: readonly Figure[]): string {
  if (sides.length === 0) return "";
  const rows = sides.map(({ side, people, fallen }) => [
    side,
    String(people),
    String(fallen),
    String(people - fallen),
  ]);
  return `<h2>Losses</h2>
${table(["side", "people", "fallen", "left"], rows)}
<div class="grid">${figures.map(figureHtml).join("\n")}</div>`;
}
