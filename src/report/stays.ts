/** Queues and waiting places in a report: how long people waited, and how many did. */
import type { ResultFile, Run } from "../measure/index.js";
import { csvCell } from "./csv.js";
import { table } from "./page.js";
import type { Summary } from "./summary.js";

/** Everybody's stays that are over, as a table; none where the scene has no queues or waiting places. */
export function stayFiles({ visits = [], stays = [] }: Run): ResultFile[] {
  if (stays.length === 0) return [];
  const time = (value: number): string => String(Number(value.toFixed(4)));
  const rows = visits.map(({ place, kind, id, joined, called, started, left, seconds }) =>
    [csvCell(place), kind, id, ...[joined, called, started, left, seconds].map(time)].join(","),
  );
  return [
    {
      name: "stays.csv",
      text: `${["place,kind,id,joined,called,started,left,seconds", ...rows].join("\n")}\n`,
    },
  ];
}

/** What happened at queues and at waiting places; nothing where there are none. */
export function staySection({ stays }: Summary): string {
  const seconds = (value: number | null): string => (value === null ? "–" : `${value.toFixed(1)} s`);
  const section = (kind: string, title: string, about: string, head: readonly string[]): string => {
    const rows = stays
      .filter((stay) => stay.kind === kind)
      .map(({ name, served, inside, meanWait, longestWait, longest, beyond }) => [
        name,
        String(served),
        String(inside),
        seconds(meanWait),
        seconds(longestWait),
        String(longest),
        String(beyond),
      ]);
    return rows.length === 0 ? "" : `<h2>${title}</h2>\n<p class="muted">${about}</p>\n${table(head, rows)}`;
  };
  const queues = section(
    "queue",
    "Queues",
    "Waits are from joining the line until one's turn, of those who were served. Lengths count those in line, without those who are served.",
    [
      "queue",
      "served",
      "still there",
      "mean wait",
      "longest wait",
      "longest line",
      "most beyond the drawn line",
    ],
  );
  const waiting = section("waiting", "Waiting places", "Stays are of those who went on.", [
    "place",
    "went on",
    "still there",
    "mean stay",
    "longest stay",
    "most at a time",
    "found no spot",
  ]);
  return `${queues}\n${waiting}\n${refugeSection(stays)}`;
}

/** Who waits in refuges. */
function refugeSection(stays: Summary["stays"]): string {
  const rows = stays
    .filter(({ kind }) => kind === "refuge")
    .map(({ name, inside, beyond }) => [name, String(inside - beyond), String(beyond)]);
  if (rows.length === 0) return "";
  const about =
    "People who have no way to their goals, such as over stairs that they may not use, and wait for help.";
  return `<h2>Refuges</h2>\n<p class="muted">${about}</p>\n${table(["refuge", "people", "found no spot"], rows)}`;
}
