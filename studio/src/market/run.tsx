/** A run of a task, full screen: the picture, the cursor, the list at the left, what to do, and pauses. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Means } from "./hands.js";
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

/** How one turns, presses and turns what is held, by what one has in hand. */
const WORDS: Readonly<
  Record<
    Means,
    { readonly turn: string; readonly press: string; readonly hold: string; readonly spin: string }
  >
> = {
  mouse: {
    turn: "Move the pointer near the left or right edge: the camera turns that way.",
    press: "click",
    hold: "keep the button down",
    spin: "move: turn · wheel: roll · let go: done",
  },
  keys: {
    turn: "Q and E turn left and right, R and F look up and down; with Shift by small steps. What is in the middle is what you point at.",
    press: "press Space",
    hold: "keep Space down",
    spin: "arrows: turn · Q, E: roll · Shift: small steps · let go of Space: done",
  },
  finger: {
    turn: "Keep a finger near the left or right edge: the camera turns that way.",
    press: "tap",
    hold: "keep your finger there",
    spin: "move: turn · two fingers: roll · lift: done",
  },
  pad: {
    turn: "The right stick moves the pointer; near the left or right edge the camera turns that way.",
    press: "press A",
    hold: "keep A down",
    spin: "left stick: turn · shoulders: roll · let go: done",
  },
};

/** What to do at every step of the practice. */
function practiceText(step: number, { means, free, waits }: Pick<Shown, "means" | "free" | "waits">): string {
  const { turn, press, hold } = WORDS[means];
  const byMouse = waits
    ? "Click once to give the mouse to the camera, then turn left or right with it. Without a mouse: Q and E."
    : "Turn left or right with the mouse. Q and E do the same.";
  const walk =
    means === "finger"
      ? ""
      : means === "pad"
        ? " The left stick walks, too."
        : " W, A, S, D or the arrows walk, too.";
  return (
    [
      means === "mouse" && !free ? byMouse : turn,
      `A blue star turns in the aisle ahead. Point at it, or at the floor: a green arrow shows where you would stand. Then ${press}, and you walk there.${walk}`,
      `Things within 1.2 m are lit. Find the orange one at your right hand, point at it and ${press}: it comes into your basket at the left. Products ahead of you slide out of their shelf to show what is behind.`,
      `Walk to the purple table behind you, point at a free place beside the orange copy, and ${hold}: your product stands there. Meanwhile ${means === "keys" ? "the arrows turn it" : "move to turn it"}. Let go when it stands as its copy does.`,
    ][step] ?? "That is all there is to know."
  );
}

/** What helps now, in a few words. */
function hintOf({ technique }: Conditions, { act, held, waits, means }: Shown): string {
  const { press, spin } = WORDS[means];
  if (held) return spin;
  if (waits && means === "mouse") return "click: the mouse turns the camera";
  const does =
    {
      take: `${press}: take it`,
      hold: "hold: put it here, and turn it",
      travel: `${press}: walk there`,
      nothing: "",
    }[act] ?? "";
  const walk = technique === "keys" ? "W A S D: walk" : "";
  const look = means === "keys" ? "Q E R F: look" : "";
  return [does, walk, look].filter(Boolean).join(" · ");
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
      ? shown
        ? practiceText(shown.done, shown)
        : ""
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
