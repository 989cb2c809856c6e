/** The supermarket, full screen: a menu, practice, single tasks, the study, results. Comes when it is asked for. */
import { type JSX, render } from "preact";
import { useState } from "preact/hooks";
import { type Opened, openedBy } from "./address.js";
import { type Answers, Form } from "./forms.jsx";
import type { Conditions } from "./model/tasks.js";
import { Results } from "./results.jsx";
import { Run } from "./run.jsx";
import { FORMAT, type RunLog, readLogs, type StudyLog } from "./study/log.js";
import { POST_TEST, PRE_TEST, runsOf } from "./study/plan.js";
import "./market.css";

const KEY = "wayfield-market-logs";

/** The logs that this browser keeps; a browser may forbid that, and then they last as long as the page. */
function keptLogs(): readonly StudyLog[] {
  try {
    const text = window.localStorage.getItem(KEY);
    return text ? readLogs(KEY, text).logs : [];
  } catch {
    return [];
  }
}

function keepLogs(logs: readonly StudyLog[]): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(logs));
  } catch {
    // Results can be saved as a file.
  }
}

/** What is on the screen. */
type Screen =
  | { readonly name: "menu" }
  | { readonly name: "results" }
  | { readonly name: "pre" | "post" }
  | { readonly name: "run"; readonly conditions: Conditions; readonly title: string }
  | { readonly name: "between"; readonly next: number }
  | { readonly name: "over"; readonly log: RunLog };

/** Runs of the study. */
const RUNS = runsOf(0).length;

const WORDS: Readonly<Record<string, string>> = {
  waypoints: "Task 1: find the stars",
  selection: "Task 2: take the orange products",
  search: "Task 3: find three products and place them",
};

const describe = ({ device, technique, explosion, task }: Conditions): string =>
  [
    device === "mouse"
      ? "with the mouse, cursor in the middle"
      : "with a free pointer: pen, touch, gamepad, or the mouse as it is",
    technique === "keys" ? "walking by W A S D, the arrows or the stick" : "walking by pointing and clicking",
    task === "selection" ? (explosion ? "products slide out" : "products stay where they are") : "",
  ]
    .filter(Boolean)
    .join("; ");

function Menu({
  fault,
  unfinished,
  start,
  study,
  results,
  close,
}: {
  readonly fault: string | null;
  /** Who has left the study in the middle, and goes on with it; null for nobody. */
  readonly unfinished: { readonly name: string; readonly run: number; readonly goOn: () => void } | null;
  readonly start: (conditions: Conditions) => void;
  readonly study: () => void;
  readonly results: () => void;
  readonly close: () => void;
}): JSX.Element {
  const [device, setDevice] = useState<Conditions["device"]>(() =>
    matchMedia("(pointer: coarse)").matches ? "pointer" : "mouse",
  );
  const [technique, setTechnique] = useState<Conditions["technique"]>("point");
  const [explosion, setExplosion] = useState(true);
  const go =
    (task: Conditions["task"], scene: Conditions["scene"] = "supermarket") =>
    (): void =>
      start({ task, scene, device, technique, explosion });
  return (
    <div class="sheet">
      <h1>The supermarket</h1>
      <p>
        Walk by pointing at things, find what is hidden behind others, and put it on a table. After Fischer,
        Oliveira, Osmari and Nedel (2011), whose study you can do again.
      </p>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class="cards">
        <button type="button" class="primary" onClick={go("practice")}>
          <strong>Practice</strong>
          <span>two minutes, and you know everything</span>
        </button>
        <button type="button" onClick={study}>
          <strong>The study</strong>
          <span>ten runs in an order of chance, with its forms</span>
        </button>
        {unfinished && (
          <button type="button" onClick={unfinished.goOn}>
            <strong>Go on with the study</strong>
            <span>
              {unfinished.name}, run {unfinished.run} of {RUNS}
            </span>
          </button>
        )}
        <button type="button" onClick={results}>
          <strong>Results</strong>
          <span>tables and analysis, of one or many logs</span>
        </button>
      </div>
      <h2>One task</h2>
      <div class="options">
        <label>
          <span>Pointing</span>
          <select
            value={device}
            onChange={({ currentTarget }) => setDevice(currentTarget.value as Conditions["device"])}
          >
            <option value="mouse">mouse, cursor in the middle</option>
            <option value="pointer">free pointer: pen, touch, gamepad</option>
          </select>
        </label>
        <label>
          <span>Walking</span>
          <select
            value={technique}
            onChange={({ currentTarget }) => setTechnique(currentTarget.value as Conditions["technique"])}
          >
            <option value="point">point and click</option>
            <option value="keys">W A S D, arrows, stick</option>
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={explosion}
            onChange={({ currentTarget }) => setExplosion(currentTarget.checked)}
          />
          <span>Products slide out</span>
        </label>
      </div>
      <div class="cards">
        <button type="button" onClick={go("waypoints")}>
          <strong>Stars</strong>
          <span>eight waypoints, one after another</span>
        </button>
        <button type="button" onClick={go("selection")}>
          <strong>Selection</strong>
          <span>three products at three shelves</span>
        </button>
        <button type="button" onClick={go("search")}>
          <strong>Search</strong>
          <span>three hidden products, to the table</span>
        </button>
        <button type="button" onClick={go("waypoints", "open-air")}>
          <strong>Stars in the open air</strong>
          <span>far apart, with hedges between</span>
        </button>
        <button type="button" onClick={go("free")}>
          <strong>Walk around</strong>
          <span>nothing to do</span>
        </button>
      </div>
      <div class="buttons">
        <button type="button" onClick={close}>
          Back to the studio
        </button>
      </div>
    </div>
  );
}

/** What a single run came to. */
function Over({ log, back }: { readonly log: RunLog; readonly back: () => void }): JSX.Element {
  const facts: [string, string][] = [
    ["Time", `${log.seconds.toFixed(1)} s`],
    ["Clicks", String(log.clicks)],
    ["Keys", String(log.keys)],
    ["Way", `${log.metres.toFixed(1)} m`],
    ["Taken by mistake", String(log.wrong)],
    ...(log.placed === null
      ? []
      : ([["From beside the copies", `${log.placed.toFixed(2)} m`]] as [string, string][])),
    ...(log.turned === null
      ? []
      : ([["Turned otherwise by", `${log.turned.toFixed(0)}°`]] as [string, string][])),
  ];
  return (
    <div class="sheet" data-testid="over">
      <h1>Done</h1>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <button type="button" class="primary" onClick={back}>
          Go on
        </button>
      </div>
    </div>
  );
}

function Market({ opened, close }: { readonly opened: Opened; readonly close: () => void }): JSX.Element {
  const [logs, setLogs] = useState(keptLogs);
  const [log, setLog] = useState<StudyLog | null>(null);
  const first = opened.conditions;
  const [screen, setScreen] = useState<Screen>(
    first ? { name: "run", conditions: first, title: "" } : { name: "menu" },
  );
  const runs = log ? runsOf(log.seed) : [];
  const menu = (): void => setScreen({ name: "menu" });
  const begin = (): void => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const participant = `person ${logs.length + 1}`;
    setLog({ format: FORMAT, version: 1, participant, seed, pre: {}, post: {}, runs: [] });
    setScreen({ name: "pre" });
  };
  /** Keeps the study's log after every run, so that a closed page loses one run at most. */
  const keep = (next: StudyLog): void => {
    const all = [
      ...logs.filter(({ seed, participant }) => seed !== next.seed || participant !== next.participant),
      next,
    ];
    setLog(next);
    setLogs(all);
    keepLogs(all);
  };
  const answer = (answers: Answers): void => {
    const name =
      typeof answers.name === "string" && answers.name.trim() !== "" ? answers.name.trim() : log!.participant;
    if (screen.name === "pre") {
      keep({ ...log!, participant: name, pre: answers });
      setScreen({
        name: "run",
        title: "Practice",
        conditions: { ...runs[0], task: "practice", explosion: true },
      });
    } else {
      keep({ ...log!, post: answers });
      setScreen({ name: "results" });
    }
  };
  const ran = (run: RunLog | null): void => {
    if (!log) {
      if (run?.finished) setScreen({ name: "over", log: run });
      else menu();
      return;
    }
    const isPractice = run?.task === "practice";
    if (run && !isPractice) keep({ ...log, runs: [...log.runs, run] });
    const count = log.runs.length + (run && !isPractice ? 1 : 0);
    setScreen(count >= runs.length ? { name: "post" } : { name: "between", next: count });
  };
  /** The last log of this browser, where its runs are not all done: its page was closed, or reloaded. */
  const left = logs.at(-1);
  const unfinished = left &&
    left.runs.length < RUNS && {
      name: left.participant,
      run: left.runs.length + 1,
      goOn: () => {
        setLog(left);
        setScreen({ name: "between", next: left.runs.length });
      },
    };
  switch (screen.name) {
    case "menu":
      return (
        <Menu
          fault={opened.fault}
          unfinished={unfinished || null}
          start={(conditions) => {
            setLog(null);
            setScreen({ name: "run", conditions, title: "" });
          }}
          study={begin}
          results={() => setScreen({ name: "results" })}
          close={close}
        />
      );
    case "results":
      return <Results own={logs} back={menu} />;
    case "pre":
      return (
        <Form
          title="Before we begin"
          questions={[{ key: "name", text: "Your name, or any other", choices: "text" }, ...PRE_TEST]}
          done={answer}
        />
      );
    case "post":
      return <Form title="What do you think?" questions={POST_TEST} done={answer} />;
    case "run":
      return (
        <Run
          key={JSON.stringify(screen.conditions)}
          conditions={screen.conditions}
          title={screen.title}
          done={ran}
          leave={ran}
        />
      );
    case "over":
      return <Over log={screen.log} back={menu} />;
    case "between": {
      const conditions = runs[screen.next];
      return (
        <div class="sheet" data-testid="between">
          <p class="about">
            Run {screen.next + 1} of {runs.length}
          </p>
          <h1>{WORDS[conditions.task]}</h1>
          <p>{describe(conditions)}.</p>
          <div class="buttons">
            <button
              type="button"
              class="primary"
              onClick={() =>
                setScreen({ name: "run", conditions, title: `Run ${screen.next + 1} of ${runs.length}` })
              }
            >
              Begin
            </button>
            <button
              type="button"
              onClick={() =>
                setScreen({
                  name: "run",
                  conditions: { ...conditions, task: "practice", explosion: true },
                  title: "Practice",
                })
              }
            >
              Practise first
            </button>
            <button type="button" onClick={menu}>
              Leave the study
            </button>
          </div>
        </div>
      );
    }
  }
}

/** Shows the supermarket over the page until it is closed. @returns closes it */
export function openMarket(fragment: string, closed: () => void): () => void {
  const host = document.createElement("div");
  host.id = "market";
  document.body.append(host);
  document.title = "Supermarket · Wayfield studio";
  const close = (): void => {
    render(null, host);
    host.remove();
  };
  render(<Market opened={openedBy(fragment)} close={closed} />, host);
  return close;
}
