/** A run of a task, full screen: the picture, the cursor, the list at the left, what to do, and pauses. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Vector } from "./model/space.js";
import { TARGET_COLOUR } from "./model/stock.js";
import type { Conditions } from "./model/tasks.js";
import { type PageState, Session, type Shown } from "./session.js";
import type { RunLog } from "./study/log.js";

declare global {
  interface Window {
    /** For scripts that use the supermarket as people do: what they would see, in numbers. */
    wayfieldMarket?: { state(): PageState; glimpse(): Vector | null };
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

/** Seconds for which a search says where to look. */
const FIRST_SECONDS = 10;

/** Gives a button to the keys: who has nothing else goes on with Enter. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** Whether it is a finger that points, mostly. */
const isFinger = (): boolean => matchMedia("(pointer: coarse)").matches;

/** What to do at every step of the practice. */
function practiceText(step: number, isFree: boolean): string {
  const turn = isFinger()
    ? "Hold a finger near the left or right edge: the camera turns that way."
    : isFree
      ? "Move the pointer near the left or right edge: the camera turns that way. Q and E do the same."
      : "Click once to give the mouse to the camera, then turn left or right with it. Q and E do the same.";
  const click = isFinger() ? "Tap" : "Click";
  const walk = isFinger() ? "" : " W, A, S, D or the arrows walk, too.";
  return (
    [
      turn,
      `A blue star turns in the aisle ahead. Point at the floor below it: a green arrow shows where you would stand. ${click}, and you walk there.${walk}`,
      `Things within 1.2 m are lit. Find the orange one at your right hand, point at it and ${click.toLowerCase()}: it comes into your basket at the left. Products ahead of you slide out of their shelf to show what is behind.`,
      `Walk to the purple table, point at a free place on it, and hold${isFinger() ? "" : " the button"}: your product stands there. Still holding, move to turn it. Let go when it stands as its copy does.`,
    ][step] ?? "That is all there is to know."
  );
}

/** What helps now, in a few words. */
function hintOf({ technique }: Conditions, { act, held, waits }: Shown): string {
  if (held)
    return isFinger()
      ? "move: turn · two fingers: roll · lift: done"
      : "move: turn · wheel or Q, E: roll · let go: done";
  if (waits) return "click: the mouse turns the camera";
  const click = isFinger() ? "tap" : "click";
  const does =
    {
      take: `${click}: take it`,
      hold: "hold: put it here, and turn it",
      travel: `${click}: walk there`,
      nothing: "",
    }[act] ?? "";
  const walk = technique === "keys" ? "W A S D: walk" : "";
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
    window.wayfieldMarket = { state: () => made.state(), glimpse: () => made.glimpse() };
    return () => {
      delete window.wayfieldMarket;
      made.close();
    };
  }, [conditions]);
  const shown = session?.shown.value;
  const paused = session?.paused.value;
  const notice = session?.notice.value;
  const lesson =
    conditions.task === "practice"
      ? practiceText(shown?.done ?? 0, shown?.free ?? false)
      : conditions.task === "search" && (shown?.seconds ?? 0) < FIRST_SECONDS
        ? "Three products like those on the table are hidden behind others, in the aisles under panes with red dots."
        : "";
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
      {shown && session && !paused && (
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
              {shown.free ? "Pause" : "Pause (Esc)"}
            </button>
          </header>
          <Basket session={session} taken={shown.taken} />
          {lesson && (
            <p class="lesson" role="status">
              {lesson}
            </p>
          )}
          <p class="help">{hintOf(conditions, shown)}</p>
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
            <button type="button" class="primary" ref={focus} onClick={() => session.resume()}>
              Go on
            </button>
            <button type="button" onClick={() => session.end(false)}>
              Leave this run
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
