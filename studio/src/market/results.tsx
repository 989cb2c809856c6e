/** Results: times per condition, analyses of variance computed here, and the article's figures beside them. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { download } from "../files.js";
import { type Analysis, pooledAnova, withinAnova } from "./study/anova.js";
import { csvOf, readLogs, type StudyLog } from "./study/log.js";
import { ARTICLE, COMPARISONS, type Comparison, PRE_TEST, timesOf } from "./study/plan.js";

const two = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : "–");
const pText = (p: number): string => (Number.isNaN(p) ? "–" : p < 0.0001 ? p.toExponential(1) : p.toFixed(4));

const LEVELS: Readonly<Record<string, string>> = {
  mouse: "mouse",
  pointer: "free pointer",
  point: "point-and-click",
  keys: "keys",
  on: "explosion",
  off: "no explosion",
};

function Times({ analysis }: { readonly analysis: Analysis }): JSX.Element {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Condition</th>
          <th scope="col">Runs</th>
          <th scope="col">Mean, s</th>
          <th scope="col">Deviation, s</th>
        </tr>
      </thead>
      <tbody>
        {analysis.cells.map(({ levels, count, mean, deviation }) => (
          <tr key={levels.join()}>
            <th scope="row">{levels.map((level) => LEVELS[level] ?? level).join(", ")}</th>
            <td>{count}</td>
            <td>{count > 0 ? two(mean) : "none"}</td>
            <td>{deviation === null ? "–" : two(deviation)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Effects({
  within,
  pooled,
  article,
}: {
  within: Analysis;
  pooled: Analysis;
  article: Comparison["article"];
}): JSX.Element {
  if (within.fault) return <p class="about">No analysis yet: {within.fault}.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Effect</th>
          <th scope="col">F within subjects</th>
          <th scope="col">p</th>
          <th scope="col">F as in the article</th>
          <th scope="col">p</th>
          <th scope="col">The article</th>
        </tr>
      </thead>
      <tbody>
        {within.effects.map(({ name, f, p, freedom, errorFreedom }, k) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              F({freedom}, {errorFreedom}) = {two(f)}
            </td>
            <td>{pText(p)}</td>
            <td>
              F({pooled.effects[k].freedom}, {pooled.effects[k].errorFreedom}) = {two(pooled.effects[k].f)}
            </td>
            <td>{pText(pooled.effects[k].p)}</td>
            <td>
              {article[name]
                ? `F = ${article[name].f}, p ${article[name].p}: ${article[name].found}`
                : "not given"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Task({
  comparison,
  logs,
}: {
  readonly comparison: Comparison;
  readonly logs: readonly StudyLog[];
}): JSX.Element {
  const { title, task, factors, article } = comparison;
  const data = timesOf(logs, task);
  const within = withinAnova(data, factors);
  const unknown = Object.entries(article).filter(() => within.fault !== null);
  return (
    <section>
      <h2>{title}</h2>
      {data.length > 0 && <Times analysis={within} />}
      <Effects within={within} pooled={pooledAnova(data, factors)} article={article} />
      {unknown.map(([name, { f, p, found }]) => (
        <p key={name} class="about">
          The article, {name}: F = {f}, p {p}: {found}.
        </p>
      ))}
      {within.leftOut.map((line) => (
        <p key={line} class="about">
          {line}
        </p>
      ))}
    </section>
  );
}

function People({ logs }: { readonly logs: readonly StudyLog[] }): JSX.Element {
  const rows = PRE_TEST.filter(({ choices }) => choices === "scale").map(({ key, text }) => {
    const values = logs.map(({ pre }) => Number(pre[key])).filter((v) => v >= 1 && v <= 5);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    return { key, text, count: values.length, mean };
  });
  return (
    <section>
      <h2>Who took part</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Experience, 1 to 5</th>
            <th scope="col">Answers</th>
            <th scope="col">Mean</th>
            <th scope="col">The article's {ARTICLE.people} people</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, text, count, mean }) => (
            <tr key={key}>
              <th scope="row">{text}</th>
              <td>{count}</td>
              <td>{count > 0 ? two(mean) : "–"}</td>
              <td>
                {two(ARTICLE.pre[key][0])} ± {two(ARTICLE.pre[key][1])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Logs without those that say the same as another: one's own, saved and opened again, or a file opened twice. */
function distinct(logs: readonly StudyLog[]): StudyLog[] {
  const byText = new Map(logs.map((log) => [JSON.stringify([log.participant, log.runs]), log]));
  return [...byText.values()];
}

/** The page of results, of this browser's log and of files that are opened. */
export function Results({
  own,
  back,
}: {
  readonly own: readonly StudyLog[];
  readonly back: () => void;
}): JSX.Element {
  const [opened, setOpened] = useState<readonly StudyLog[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const logs = distinct([...own, ...opened]);
  const open = async (files: readonly File[]): Promise<void> => {
    const all = await Promise.all(files.map(async (file) => readLogs(file.name, await file.text())));
    setOpened([...opened, ...all.flatMap((read) => read.logs)]);
    setFaults(all.flatMap((read) => read.faults));
  };
  return (
    <div class="sheet wide">
      <h1>Results</h1>
      <p class="about">
        {logs.length} {logs.length === 1 ? "person" : "people"},{" "}
        {logs.reduce((n, { runs }) => n + runs.length, 0)} runs. The article has {ARTICLE.people} and{" "}
        {ARTICLE.runs}; its free pointer was a Wii Remote.
      </p>
      <label class="text">
        <span>Open logs, JSON or CSV, as many as you like</span>
        <input
          type="file"
          multiple
          accept=".json,.csv"
          data-testid="logs"
          onChange={({ currentTarget }) => open([...(currentTarget.files ?? [])])}
        />
      </label>
      {faults.map((fault) => (
        <p key={fault} class="fault" role="alert">
          {fault}
        </p>
      ))}
      {COMPARISONS.map((comparison) => (
        <Task key={comparison.task} comparison={comparison} logs={logs} />
      ))}
      <People logs={logs} />
      <div class="buttons">
        <button type="button" onClick={back}>
          Back
        </button>
        <button
          type="button"
          disabled={logs.length === 0}
          onClick={() => download("supermarket.json", JSON.stringify(logs, null, 1), "application/json")}
        >
          Save JSON
        </button>
        <button
          type="button"
          disabled={logs.length === 0}
          onClick={() => download("supermarket.csv", csvOf(logs), "text/csv")}
        >
          Save CSV
        </button>
      </div>
    </div>
  );
}
