/** What hands do: a mouse that turns the camera, a free pointer that turns it near the edges, keys, and a gamepad. */
import type { Point } from "wayfield";
import { type PadState, padNow } from "./gamepad.js";
import type { Market } from "./model/market.js";
import type { Device } from "./model/tasks.js";

/** Radians per pixel of a mouse, and per second of a pointer at the very edge. */
const MOUSE = 0.0022;
const EDGE = 1.8;
/**
 * Keys that turn: radians of one press, of one with Shift, and per second of a key that stays down. A press is a step whatever
 * frames take, so that who has nothing but keys can aim on a slow machine.
 */
const GAZE = { press: 0.06, fine: 0.01, second: 1.6 };
const HELD_KEYS = { press: 0.1, fine: 0.02, second: 1.5 };
/** Seconds after which a key stays down. */
const STAYS = 0.25;
/** Share of the window's half at which its edge begins. */
const EDGE_AT = 0.72;
/** Radians per pixel, per notch of a wheel and per second of a stick, for what is held. */
const HELD = { pixel: 0.008, notch: 0.12, second: 1.5 };
/** How fast a stick moves the pointer: windows per second. */
const STICK = 1.3;
/** Milliseconds and pixels up to which a touch is a tap; a longer one points, and turns the camera near the edges. */
const TAP = { milliseconds: 300, pixels: 14 };

const WALK: Readonly<Record<string, readonly [forward: number, right: number]>> = {
  KeyW: [1, 0],
  ArrowUp: [1, 0],
  KeyS: [-1, 0],
  ArrowDown: [-1, 0],
  KeyA: [0, -1],
  ArrowLeft: [0, -1],
  KeyD: [0, 1],
  ArrowRight: [0, 1],
};
const LOOK: Readonly<Record<string, readonly [left: number, up: number]>> = {
  KeyQ: [1, 0],
  KeyE: [-1, 0],
  KeyR: [0, 1],
  KeyF: [0, -1],
};
/** While something is held, in turns about X, Y and Z. */
const TURN: Readonly<Record<string, readonly [x: number, y: number, z: number]>> = {
  ArrowUp: [1, 0, 0],
  ArrowDown: [-1, 0, 0],
  ArrowLeft: [0, -1, 0],
  ArrowRight: [0, 1, 0],
  KeyQ: [0, 0, -1],
  KeyE: [0, 0, 1],
};

/** What hands may do, and who hears of it. */
export interface HandsOptions {
  readonly device: Device;
  /** Whether keys and sticks walk. */
  readonly walks: boolean;
  readonly pressed: () => void;
  readonly released: () => void;
  readonly putBack: () => void;
  /** Something about a device that a person should know, such as a pointer that cannot be locked. */
  readonly tell: (text: string) => void;
  readonly pause: () => void;
}

/** A touch that may still become a tap. */
interface Touch {
  readonly at: Point;
  readonly since: number;
}

/** What hands use: whoever explains something speaks of that. */
export type Means = "mouse" | "keys" | "finger" | "pad";

export class Hands {
  clicks = 0;
  keys = 0;
  /** Whether the pointer is free, be it by choice or because the browser does not lock it. */
  free: boolean;
  /** Whether anything was done yet: the clock of a run waits for that. */
  begun = false;
  /** Whether hands are heard: not while the run is paused. */
  enabled = true;
  /** What was used last; before anything was, what the device is likely to be. */
  means: Means = matchMedia("(pointer: coarse)").matches ? "finger" : "mouse";
  /** Keys that are down, and for how many seconds; those that came up before they were heard do their work once. */
  private readonly down = new Map<string, number>();
  private readonly up = new Set<string>();
  private readonly off = new AbortController();
  /** Where the pointers are that touch, in pixels: a second finger rolls what is held. */
  private readonly spots = new Map<number, Point>();
  private touch: Touch | null = null;
  private isHeld = false;
  private pad: PadState = padNow();
  private padDown = false;
  private padPoints = false;
  /** Whether something points now: a lifted finger, or a pointer that has left the window, turns nothing. */
  private isPointing = false;
  /** Who asked for the pointer: a click, or the page by itself, to whom a refusal means nothing. */
  private asking: "click" | "page" | null = null;
  private wasLocked = false;

  constructor(
    private readonly canvas: HTMLElement,
    private readonly market: Market,
    private readonly options: HandsOptions,
  ) {
    this.free = options.device === "pointer";
    const { signal } = this.off;
    const on = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void): void =>
      window.addEventListener(type, hear as EventListener, { signal, passive: false });
    canvas.addEventListener("pointerdown", (event) => this.pointerDown(event), { signal });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    on("pointermove", (event) => this.pointerMove(event));
    on("pointerup", (event) => this.pointerUp(event));
    on("pointercancel", (event) => this.pointerGone(event));
    on("pointerout", (event) => event.relatedTarget === null && (this.isPointing = false));
    on("wheel", (event) => this.wheel(event));
    on("keydown", (event) => this.keyDown(event));
    on("keyup", (event) => this.keyUp(event));
    on("blur", () => this.letGo());
    document.addEventListener("pointerlockchange", () => this.lockChanged(), { signal });
    document.addEventListener("pointerlockerror", () => this.refused(), { signal });
    on("gamepadconnected", () => options.tell(padHelp(options.walks)));
    on("gamepaddisconnected", () => options.tell("The gamepad is gone: mouse, keys and touch still work."));
    // The click that began the run may have the mouse as well.
    if (navigator.userActivation?.isActive) this.lock("page");
  }

  close(): void {
    this.off.abort();
    if (this.isLocked) document.exitPointerLock();
  }

  private get isLocked(): boolean {
    return document.pointerLockElement === this.canvas;
  }

  /** Whether the mouse has still to be given to the camera, by a click. */
  get waits(): boolean {
    return !this.free && !this.isLocked;
  }

  /** After a pause, the mouse is the camera's again if it was before. */
  goOn(): void {
    this.enabled = true;
    if (this.wasLocked) this.lock("page");
  }

  /** Asks for the pointer; a browser may refuse, at once or later. */
  private lock(by: "click" | "page"): void {
    if (this.free || this.isLocked) return;
    this.asking = by;
    if (!this.canvas.requestPointerLock) {
      this.refused();
      return;
    }
    const answer = this.canvas.requestPointerLock() as Promise<void> | undefined;
    answer?.catch(() => this.refused());
  }

  /** Browsers refuse for a second or so after Escape, too: who had the pointer before clicks once more. */
  private refused(): void {
    const isMeant = this.asking === "click" && !this.wasLocked;
    this.asking = null;
    if (!isMeant || this.free) return;
    this.free = true;
    this.options.tell(
      "This browser does not lock the pointer: it is free, and the camera turns near the edges.",
    );
  }

  private lockChanged(): void {
    if (this.isLocked) {
      this.begun = this.wasLocked = true;
      this.asking = null;
    } else if (this.wasLocked && this.enabled && !this.free) {
      this.options.pause();
    }
  }

  private pointerDown(event: PointerEvent): void {
    event.preventDefault();
    if (!this.enabled) return;
    const { pointerType, pointerId, clientX, clientY, isPrimary } = event;
    if (!this.free && pointerType === "mouse" && !this.isLocked) {
      this.lock("click");
      return;
    }
    this.begun = true;
    this.means = pointerType === "touch" ? "finger" : "mouse";
    if (pointerType !== "mouse") this.free = true;
    this.spots.set(pointerId, [clientX, clientY]);
    if (!isPrimary) return;
    if (this.free) this.pointAt(event);
    // A finger also points and turns the camera: what it presses is known when it is lifted, but for the table.
    const isFinger = pointerType === "touch";
    this.touch = isFinger ? { at: [clientX, clientY], since: event.timeStamp } : null;
    if (!isFinger || (!this.isAtEdge && this.market.aim()?.act === "hold")) this.press();
  }

  private pointAt({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    this.market.pointer = [(2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height];
    this.isPointing = true;
  }

  private get isAtEdge(): boolean {
    return this.market.pointer.some((v) => Math.abs(v) > EDGE_AT);
  }

  private pointerMove(event: PointerEvent): void {
    if (!this.enabled) return;
    const { market } = this;
    const { pointerId, clientX, clientY, movementX, movementY, isPrimary } = event;
    const before = this.spots.get(pointerId);
    if (before) this.spots.set(pointerId, [clientX, clientY]);
    if (market.table?.held) this.turnHeld(event, before ?? [clientX, clientY]);
    else if (this.free && isPrimary) this.pointAt(event);
    else if (this.isLocked) market.look(-movementX * MOUSE, -movementY * MOUSE);
    if (this.free || this.isLocked) this.means = event.pointerType === "touch" ? "finger" : "mouse";
    this.begun ||= this.free;
  }

  /** One pointer turns what is held about X and Y; with a second button, or two fingers as on a knob, about Z. */
  private turnHeld(event: PointerEvent, before: Point): void {
    const { pointerId, clientX, clientY, movementX, movementY, buttons } = event;
    const { table, axes } = this.market;
    const other = [...this.spots].find(([id]) => id !== pointerId)?.[1];
    if (other) {
      const angle = ([x, y]: Point): number => Math.atan2(y - other[1], x - other[0]);
      const turn = angle([clientX, clientY]) - angle(before);
      table!.turnHeld([0, 0, Math.atan2(Math.sin(turn), Math.cos(turn))], axes);
      return;
    }
    const [dx, dy] = this.isLocked ? [movementX, movementY] : [clientX - before[0], clientY - before[1]];
    const isRoll = (buttons & 3) === 3;
    table!.turnHeld(isRoll ? [0, 0, dx * HELD.pixel] : [-dy * HELD.pixel, dx * HELD.pixel, 0], axes);
  }

  private pointerUp(event: PointerEvent): void {
    const { touch } = this;
    if (touch && event.isPrimary && this.enabled && !this.isHeld) {
      const moved = Math.hypot(event.clientX - touch.at[0], event.clientY - touch.at[1]);
      const isTap = event.timeStamp - touch.since <= TAP.milliseconds && moved <= TAP.pixels;
      if (isTap) this.press();
    }
    this.pointerGone(event);
  }

  private pointerGone({ pointerId, pointerType, isPrimary }: PointerEvent): void {
    this.spots.delete(pointerId);
    if (!isPrimary) return;
    this.touch = null;
    if (pointerType === "touch") this.isPointing = false;
    this.release();
  }

  private wheel(event: WheelEvent): void {
    if (!this.market.table?.held) return;
    event.preventDefault();
    this.market.table.turnHeld([0, 0, Math.sign(event.deltaY) * HELD.notch], this.market.axes);
  }

  private press(isClick = true): void {
    if (this.isHeld) return;
    this.isHeld = true;
    if (isClick) this.clicks++;
    this.options.pressed();
  }

  private release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.options.released();
  }

  /** Lets go of everything, as when somebody goes away. */
  letGo(): void {
    this.down.clear();
    this.up.clear();
    this.spots.clear();
    this.touch = null;
    this.isPointing = false;
    this.release();
  }

  private keyDown(event: KeyboardEvent): void {
    const { code, repeat, target, shiftKey } = event;
    // Buttons and fields have keys of their own.
    const isTheirs = target instanceof HTMLInputElement || target instanceof HTMLButtonElement;
    if (!this.enabled || event.ctrlKey || event.metaKey || event.altKey) return;
    if (code === "Escape" && !repeat) this.options.pause();
    const isPress = code === "Space" || code === "Enter";
    const isOurs = code in WALK || code in LOOK || isPress || code === "Backspace";
    if (!isOurs || (isTheirs && isPress)) return;
    event.preventDefault();
    const turns = this.market.table?.held ? code in TURN : code in LOOK;
    if (repeat && !(turns && shiftKey)) return;
    this.begun = true;
    this.means = "keys";
    if (!repeat) this.keys++;
    if (isPress) this.press(false);
    else if (code === "Backspace") this.options.putBack();
    else if (turns) {
      this.turnBy(code, shiftKey ? "fine" : "press");
      if (!shiftKey) this.down.set(code, 0);
    } else this.down.set(code, 0);
  }

  private keyUp({ code }: KeyboardEvent): void {
    if (this.down.get(code) === 0 && code in WALK) this.up.add(code);
    else this.down.delete(code);
    if (code === "Space" || code === "Enter") this.release();
  }

  /** Turns what is held, or the gaze, by a key. */
  private turnBy(code: string, by: "press" | "fine" | "second", times = 1): void {
    const { market } = this;
    if (market.table?.held) {
      const step = HELD_KEYS[by] * times;
      const [x, y, z] = TURN[code];
      market.table.turnHeld([x * step, y * step, z * step], market.axes);
    } else {
      const [left, up] = LOOK[code];
      market.look(left * GAZE[by] * times, up * GAZE[by] * times);
    }
  }

  /** Looks what the gamepad says, once in a frame. */
  poll(): void {
    this.pad = padNow();
    this.pressPad(this.pad.isDown);
  }

  /** What is held down does its work for some seconds. */
  advance(seconds: number): void {
    const { market, pad } = this;
    const held = market.table?.held;
    let [forward, right] = pad.walk;
    if (forward !== 0 || right !== 0) this.means = "pad";
    for (const [code, since] of this.down) {
      this.down.set(code, since + seconds);
      if (held ? code in TURN : code in LOOK) {
        const stays = Math.min(seconds, since + seconds - STAYS);
        if (stays > 0) this.turnBy(code, "second", stays);
      } else if (code in WALK) {
        forward += WALK[code][0];
        right += WALK[code][1];
      }
    }
    for (const code of this.up) this.down.delete(code);
    this.up.clear();
    if (held) {
      const step = HELD.second * seconds;
      market.table!.turnHeld([pad.walk[0] * step, pad.walk[1] * step, pad.roll * step], market.axes);
    } else if (this.options.walks)
      market.walk(Math.max(-1, Math.min(1, forward)), Math.max(-1, Math.min(1, right)));
    this.movePointer(pad.point, seconds);
    if (this.free && !held) this.turnAtEdges(seconds);
  }

  /** A gamepad that was unplugged has let go of its buttons. */
  private pressPad(isDown: boolean): void {
    if (isDown === this.padDown) return;
    this.padDown = isDown;
    this.begun = true;
    this.means = "pad";
    if (isDown) this.press();
    else this.release();
  }

  private movePointer([x, y]: readonly [number, number], seconds: number): void {
    const isMoved = x !== 0 || y !== 0;
    if (isMoved) {
      this.free = this.begun = this.isPointing = this.padPoints = true;
      this.means = "pad";
    }
    if (!isMoved && this.padPoints) this.isPointing = this.padPoints = false;
    if (!isMoved) return;
    const [px, py] = this.market.pointer;
    const within = (v: number): number => Math.max(-1, Math.min(1, v));
    this.market.pointer = [within(px + x * STICK * seconds), within(py + y * STICK * seconds)];
  }

  /** Near an edge the camera turns that way; its place does not change. */
  private turnAtEdges(seconds: number): void {
    const isTap = this.touch !== null && performance.now() - this.touch.since < TAP.milliseconds;
    if (!this.isPointing || isTap) return;
    const [x, y] = this.market.pointer;
    const beyond = (v: number): number => Math.sign(v) * Math.max(0, (Math.abs(v) - EDGE_AT) / (1 - EDGE_AT));
    this.market.look(-beyond(x) * EDGE * seconds, beyond(y) * EDGE * seconds);
  }
}

const padHelp = (walks: boolean): string =>
  `A gamepad: the right stick points, A or B clicks, ${walks ? "the left stick walks" : "the left stick turns what is held"}.`;
