/** One run of a task in a page: frames, hands, the clock, and the log that comes of it. */
import { signal } from "@preact/signals";
import type { Point } from "wayfield";
import { Hands, type Means } from "./hands.js";
import { glimpse } from "./model/glimpse.js";
import type { Aim, Planner } from "./model/market.js";
import { type ScriptState, scriptStateOf } from "./model/script-state.js";
import type { Vector } from "./model/space.js";
import { type Conditions, Task } from "./model/tasks.js";
import type { WayAnswer, WayOrder } from "./plan-worker.js";
import type { RunLog } from "./study/log.js";
import { MarketView } from "./view.js";

/** Seconds of a frame at most: who was away has not walked meanwhile. */
const LONGEST_FRAME = 0.5;
/** Seconds of a step at most: long frames are several, so that slow pictures change nothing of what happens. */
const LONGEST_STEP = 1 / 60;

/** What is shown over the picture. */
export interface Shown {
  readonly done: number;
  readonly parts: number;
  readonly seconds: number;
  readonly taken: readonly number[];
  readonly act: Aim["act"];
  readonly held: boolean;
  readonly pointer: Point;
  readonly free: boolean;
  /** Whether the mouse has still to be given to the camera, by a click. */
  readonly waits: boolean;
  readonly means: Means;
}

/** What a page tells scripts, besides what is seen in the supermarket. */
export interface PageState extends ScriptState {
  /** Whether the run goes on: neither paused nor over. */
  readonly running: boolean;
  readonly free: boolean;
  /** Milliseconds that a frame of ours takes on average, without waiting for the screen. */
  readonly frame: number;
  /** Pixels drawn per pixel of the page, along a side. */
  readonly ratio: number;
}

export class Session {
  readonly task: Task;
  readonly view: MarketView;
  readonly hands: Hands;
  readonly shown = signal<Shown | null>(null);
  readonly paused = signal(false);
  readonly notice = signal<string | null>(null);
  private readonly worker = new Worker(new URL("./plan-worker.ts", import.meta.url), { type: "module" });
  private readonly answers = new Map<number, (way: readonly Point[] | null) => void>();
  private readonly off = new AbortController();
  private orders = 0;
  private pauses = 0;
  private aim: Aim | null = null;
  private frames = 0;
  private last = 0;
  private meanFrame = 0;
  private isOver = false;

  /** @throws Error where the browser has no WebGL */
  constructor(
    host: HTMLElement,
    readonly conditions: Conditions,
    private readonly finished: (log: RunLog) => void,
  ) {
    const planner: Planner = (from, to) => this.plan(from, to);
    this.worker.onmessage = ({ data }: MessageEvent<WayAnswer>) => {
      this.answers.get(data.order)?.(data.way);
      this.answers.delete(data.order);
    };
    this.task = new Task(conditions, planner);
    this.view = new MarketView(host, this.task.market);
    this.view.showTable();
    const isFree = conditions.task === "free" || conditions.task === "practice";
    this.hands = new Hands(this.view.canvas, this.task.market, {
      device: conditions.device,
      walks: conditions.technique === "keys" || isFree,
      pressed: () => this.press(),
      released: () => this.release(),
      putBack: () => this.putBack(),
      tell: (text) => (this.notice.value = text),
      pause: () => this.pause(),
    });
    const { signal: stop } = this.off;
    document.addEventListener("visibilitychange", () => document.hidden && this.pause(), { signal: stop });
    this.frames = requestAnimationFrame((now) => this.frame(now));
  }

  private plan(from: Point, to: Point): Promise<readonly Point[] | null> {
    const { scene } = this.conditions;
    const order: WayOrder = {
      order: ++this.orders,
      scene,
      radius: this.task.market.traveller.radius,
      from,
      to,
    };
    this.worker.postMessage(order);
    return new Promise((resolve) => this.answers.set(order.order, resolve));
  }

  private press(): void {
    if (this.paused.value || this.isOver) return;
    const { market } = this.task;
    const act = market.press();
    if (act === "take") {
      this.task.countTaken();
      this.view.placeProduct(market.taken[market.taken.length - 1]);
    }
    if (act === "hold") this.view.showTable();
  }

  private release(): void {
    this.task.market.release();
  }

  private putBack(): void {
    const id = this.task.market.putBack();
    if (id !== null) this.view.placeProduct(id);
  }

  /** Stops the clock and everything else until somebody goes on. */
  pause(): void {
    if (this.paused.value || this.isOver) return;
    this.paused.value = true;
    this.pauses++;
    this.hands.letGo();
    this.hands.enabled = false;
    if (document.pointerLockElement) document.exitPointerLock();
  }

  resume(): void {
    this.last = 0;
    this.paused.value = false;
    this.hands.goOn();
  }

  private frame(now: number): void {
    const started = performance.now();
    const seconds = this.last > 0 ? Math.min(LONGEST_FRAME, (now - this.last) / 1000) : 0;
    if (this.last > 0 && !this.paused.value) this.view.pace(now - this.last);
    this.last = now;
    const { task } = this;
    const { market } = task;
    let moved: number[] = [];
    if (!this.paused.value && !this.isOver) {
      const steps = Math.ceil(seconds / LONGEST_STEP);
      this.hands.poll();
      for (let i = 0; i < steps; i++) {
        this.hands.advance(seconds / steps);
        task.goOn(seconds / steps, this.hands.begun);
      }
      moved = market.slide(seconds);
      if (market.table?.held) this.view.showTable();
      this.aim = market.table?.held ? null : market.aim();
    }
    const target = this.aim?.target ?? null;
    this.view.draw(moved, { arrow: target && [target[0], target[1], 0], star: star3(task.star) }, now);
    this.show();
    this.meanFrame =
      this.meanFrame === 0
        ? performance.now() - started
        : 0.95 * this.meanFrame + 0.05 * (performance.now() - started);
    if (task.isDone && !this.isOver) this.end(true);
    this.frames = requestAnimationFrame((later) => this.frame(later));
  }

  private show(): void {
    const { task, aim } = this;
    const { free, waits, means } = this.hands;
    const { taken, pointer, table } = task.market;
    const act = aim?.act ?? "nothing";
    const held = table?.held != null;
    const seconds = Math.floor(task.seconds);
    const known = this.shown.peek();
    const isSame =
      known?.act === act &&
      known.held === held &&
      known.seconds === seconds &&
      known.done === task.done &&
      known.taken.length === taken.length &&
      known.taken[0] === taken[0] &&
      known.pointer === pointer &&
      known.free === free &&
      known.waits === waits &&
      known.means === means;
    if (!isSame)
      this.shown.value = {
        done: task.done,
        parts: task.parts,
        seconds,
        taken: [...taken],
        act,
        held,
        pointer,
        free,
        waits,
        means,
      };
  }

  /** Ends the run, finished or not. */
  end(finished: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    this.finished(this.log(finished));
  }

  private log(finished: boolean): RunLog {
    const { task, hands, conditions, pauses } = this;
    const { scores } = task;
    const mean = (values: readonly number[]): number | null =>
      values.length > 0 ? round(values.reduce((a, b) => a + b, 0) / values.length) : null;
    const { stock: _, ...kept } = conditions;
    return {
      ...kept,
      // What was used counts, not what was asked for: some browsers lock no pointer, and fingers are free.
      device: hands.free ? "pointer" : conditions.device,
      finished,
      seconds: round(task.seconds),
      clicks: hands.clicks,
      keys: hands.keys,
      metres: round(task.market.metres),
      wrong: task.wrong,
      pauses,
      placed: mean(scores.map(({ metres }) => metres)),
      turned: mean(scores.map(({ degrees }) => degrees)),
    };
  }

  /** For scripts. */
  state(): PageState {
    return {
      ...scriptStateOf(this.task),
      running: !this.isOver && !this.paused.value,
      free: this.hands.free,
      frame: this.meanFrame,
      ratio: this.view.ratio,
    };
  }

  /** For scripts: a place at which the wanted product shows; null where it does not. */
  glimpse(): Vector | null {
    const { wanted, market } = this.task;
    return wanted === null ? null : glimpse(market, wanted);
  }

  close(): void {
    cancelAnimationFrame(this.frames);
    this.off.abort();
    this.hands.close();
    this.view.close();
    this.worker.terminate();
  }
}

const star3 = (star: Point | null): Vector | null => star && [star[0], star[1], 0];
const round = (value: number): number => Math.round(value * 1000) / 1000;
