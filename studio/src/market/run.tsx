/** A run of a task, full screen: the picture, the cursor, the list at the left, what to do, and pauses. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Vector } from "./model/space.js";
import { TARGET_COLOUR } from "./model/stock.js";
import type { Conditions } from "./model/tasks.js";
import { type ScriptState, Session } from "./session.js";
import type { RunLog } from "./study/log.js";

declare global {
  interface Window {
    /** For scripts that use the supermarket as people do: what they would see, in numbers. */
    wayfieldMarket?: { state(): ScriptState };
  }
}

const css = ([r, g, b]: Vector): string => `rgb(${[r, g, b].map((v) => Math.round(255 * v)).join(" ")})`;

const TASKS: Readonly<Record<Conditions["task"], string>> = {
  practice: "Practice",
  waypoints: "Find the blue stars",
  selection: "Take the orange product",
  search: "Bring the three orange products to the purple table",
  free: "Walk around",
};

/** What to do at every step of the practice. */
function practiceText(step: number, { device }: Conditions): string {
  const turn =
    device === "mouse"
      ? "Click once to give the mouse to the camera, then turn left or right with it"
      : "Move the pointer to the left or right edge: the camera turns that way";
  return (
    [
      `${turn}. Q and E do the same.`,
      "A blue star turns in the aisle ahead. Point at the floor below it: a green arrow shows where you would stand. Click, and you walk there. W, A, S, D or the arrows walk, too.",
      "Things within 1.2 m are lit. Find the orange one at your right hand, point at it and click: it comes into your basket at the left. Products ahead of you slide out of their shelf to show what is behind.",
      "Walk to the purple table, point at a free place on it, and hold the button: your product stands there. Still holding, move to turn it. Let go when it stands as its copy does.",
    ][step] ?? "That is all there is to know."
  );
}

/** What helps now, in a few words. */
function hintOf(conditions: Conditions, act: string, held: boolean): string {
  if (held) return "move: turn · wheel or Q, E: roll · let go: done";
  const does =
    {
      take: "click: take it",
      hold: "hold: put it here, and turn it",
      travel: "click: walk there",
      nothing: "",
    }[act] ?? "";
  const walk = conditions.technique === "keys" ? "W A S D: walk" : "";
  return [does, walk].filter(Boolean).join(" · ");
}

function Basket({
  session,
  taken,
}: {
  readonly session: Session;
  readonly taken: readonly number[];
}): JSX.Element {
  const { products, targets } = session.task.market;
  return (
    <ol class="basket" aria-label="Taken">
      {taken.map((id) => {
        const { shape, colour, half } = products[id];
        const width = Math.max(half[0], half[1]);
        return (
          <li key={id} class={shape} title={targets.includes(id) ? "searched for" : "something else"}>
            <i
              style={{
                background: css(targets.includes(id) ? TARGET_COLOUR : colour),
                aspectRatio: `${width} / ${half[2]}`,
              }}
            />
          </li>
        );
      })}
    </ol>
  );
}

export function Run({
  conditions,
  title,
  done,
  leave,
}: {
  readonly conditions: Conditions;
  readonly title: string;
  readonly done: (log: RunLog) => void;
  readonly leave: (log: RunLog | null) => void;
}): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<Session | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let made: Session;
    try {
      made = new Session(host.current!, conditions, (log) => (log.finished ? done(log) : leave(log)));
    } catch {
      setFault("This browser shows no WebGL, which the supermarket needs. Plans and crowds work without it.");
      return;
    }
    setSession(made);
    window.wayfieldMarket = { state: () => made.state() };
    return () => {
      delete window.wayfieldMarket;
      made.close();
    };
  }, [conditions]);
  const shown = session?.shown.value;
  const paused = session?.paused.value;
  const notice = session?.notice.value;
  const isPractice = conditions.task === "practice";
  return (
    <div class="run" data-testid="market-run">
      <div class="picture" ref={host} />
      {fault && (
        <div class="veil">
          <p class="fault">{fault}</p>
          <button type="button" onClick={() => leave(null)}>
            Back
          </button>
        </div>
      )}
      {shown && session && (
        <>
          <div
            class={`cursor ${shown.act}${shown.held ? " held" : ""}`}
            style={{ left: `${50 + 50 * shown.pointer[0]}%`, top: `${50 - 50 * shown.pointer[1]}%` }}
          />
          <header>
            <strong>{title || TASKS[conditions.task]}</strong>
            {shown.parts > 0 && (
              <span data-testid="progress">
                {shown.done} of {shown.parts}
              </span>
            )}
            <span>{shown.seconds} s</span>
            <button type="button" onClick={() => session.pause()}>
              Pause
            </button>
          </header>
          <Basket session={session} taken={shown.taken} />
          {isPractice && (
            <p class="lesson" role="status">
              {practiceText(shown.done, conditions)}
            </p>
          )}
          <p class="help">{hintOf(conditions, shown.act, shown.held)}</p>
        </>
      )}
      {notice && (
        <p class="notice" role="alert">
          {notice}{" "}
          <button type="button" onClick={() => (session!.notice.value = null)}>
            Dismiss
          </button>
        </p>
      )}
      {paused && session && (
        <div class="veil" data-testid="paused">
          <h1>Paused</h1>
          <p>The clock stands. Time that you are away does not count.</p>
          <div class="buttons">
            <button type="button" class="primary" onClick={() => session.resume()}>
              Go on
            </button>
            <button type="button" onClick={() => session.end(false)}>
              Leave
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
