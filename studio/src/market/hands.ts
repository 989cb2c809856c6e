/** What hands do: a mouse that turns the camera, a free pointer that turns it near the edges, keys, and a gamepad. */
import type { Market } from "./model/market.js";
import type { Device } from "./model/tasks.js";

/** Radians per pixel of a mouse, per second of a key, and per second of a pointer at the very edge. */
const MOUSE = 0.0022;
const KEY = 1.6;
const EDGE = 1.8;
/** What Shift leaves of a key's turning, to aim. */
const FINE = 0.2;
/** Share of the window's half at which its edge begins. */
const EDGE_AT = 0.72;
/** Radians per pixel, per notch of a wheel and per second, for what is held. */
const HELD = { pixel: 0.008, notch: 0.12, second: 1.5 };
/** How fast a stick moves the pointer: windows per second; and what it does when it is let go. */
const STICK = 1.3;
const DEAD = 0.15;

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
  ArrowUp: [-1, 0, 0],
  ArrowDown: [1, 0, 0],
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

export class Hands {
  clicks = 0;
  keys = 0;
  /** Whether the pointer is free, be it by choice or because the browser does not lock it. */
  free: boolean;
  private readonly down = new Set<string>();
  private readonly off = new AbortController();
  private isHeld = false;
  private buttonsBefore = false;
  private asked = false;
  private isFine = false;

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
    on("pointerup", () => this.release());
    on("pointercancel", () => this.release());
    on("wheel", (event) => this.wheel(event));
    on("keydown", (event) => this.keyDown(event));
    on("keyup", (event) => this.keyUp(event));
    on("blur", () => this.letGo());
    document.addEventListener("pointerlockchange", () => this.lockChanged(), { signal });
    document.addEventListener("pointerlockerror", () => this.unlockable(), { signal });
    on("gamepaddisconnected", () => options.tell("The gamepad is gone: mouse, keys and touch still work."));
  }

  close(): void {
    this.off.abort();
    if (document.pointerLockElement === this.canvas) document.exitPointerLock();
  }

  private get isLocked(): boolean {
    return document.pointerLockElement === this.canvas;
  }

  /** Asks for the pointer; a browser may refuse, at once or later. */
  private lock(): void {
    this.asked = true;
    if (!this.canvas.requestPointerLock) {
      this.unlockable();
      return;
    }
    const answer = this.canvas.requestPointerLock() as Promise<void> | undefined;
    answer?.catch(() => this.unlockable());
  }

  private unlockable(): void {
    if (this.free) return;
    this.free = true;
    this.options.tell(
      "This browser does not lock the pointer: it is free, and the camera turns near the edges.",
    );
  }

  private lockChanged(): void {
    if (this.isLocked || this.free || !this.asked) return;
    this.asked = false;
    this.letGo();
    this.options.pause();
  }

  private pointerDown(event: PointerEvent): void {
    event.preventDefault();
    if (!this.free && event.pointerType === "mouse" && !this.isLocked) {
      this.lock();
      return;
    }
    if (event.pointerType !== "mouse") this.free = true;
    if (this.free) this.pointAt(event);
    this.press();
  }

  private pointAt({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    this.market.pointer = [(2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height];
  }

  private pointerMove(event: PointerEvent): void {
    const { market } = this;
    const { movementX: dx, movementY: dy } = event;
    if (market.table?.held) {
      market.table.turnHeld([-dy * HELD.pixel, dx * HELD.pixel, 0], market.axes);
      return;
    }
    if (this.free) this.pointAt(event);
    else if (this.isLocked) market.look(-dx * MOUSE, -dy * MOUSE);
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

  private letGo(): void {
    this.down.clear();
    this.release();
  }

  private keyDown(event: KeyboardEvent): void {
    const { code, repeat, target } = event;
    this.isFine = event.shiftKey;
    if (target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOurs =
      code in WALK || code in LOOK || code === "Space" || code === "Enter" || code === "Backspace";
    if (code === "Escape" && !repeat) this.options.pause();
    if (!isOurs) return;
    event.preventDefault();
    if (repeat) return;
    this.keys++;
    if (code === "Space" || code === "Enter") this.press(false);
    else if (code === "Backspace") this.options.putBack();
    else this.down.add(code);
  }

  private keyUp({ code, shiftKey }: KeyboardEvent): void {
    this.isFine = shiftKey;
    this.down.delete(code);
    if (code === "Space" || code === "Enter") this.release();
  }

  /** What is held down does its work for some seconds. */
  advance(seconds: number): void {
    const { market } = this;
    const pad = this.padNow();
    const held = market.table?.held;
    let [forward, right] = [pad.walk[0], pad.walk[1]];
    for (const code of this.down) {
      if (held && code in TURN) {
        const [x, y, z] = TURN[code];
        const step = HELD.second * seconds;
        market.table!.turnHeld([x * step, y * step, z * step], market.axes);
      } else if (code in LOOK) {
        const [left, up] = LOOK[code];
        const fast = this.isFine ? KEY * FINE : KEY;
        market.look(left * fast * seconds, up * fast * seconds);
      } else if (code in WALK) {
        forward += WALK[code][0];
        right += WALK[code][1];
      }
    }
    if (held) {
      const step = HELD.second * seconds;
      market.table!.turnHeld([-pad.walk[0] * step, pad.walk[1] * step, pad.roll * step], market.axes);
    } else if (this.options.walks)
      market.walk(Math.max(-1, Math.min(1, forward)), Math.max(-1, Math.min(1, right)));
    if (pad.isThere) this.movePointer(pad.point, seconds);
    if (this.free && !held) this.turnAtEdges(seconds);
  }

  /** The gamepad: left stick walks or turns what is held, right stick points, shoulders roll, two buttons do the same. */
  private padNow(): { isThere: boolean; walk: [number, number]; point: [number, number]; roll: number } {
    const pad = navigator.getGamepads?.().find((one) => one?.connected);
    if (!pad) return { isThere: false, walk: [0, 0], point: [0, 0], roll: 0 };
    const axis = (k: number): number => (Math.abs(pad.axes[k] ?? 0) > DEAD ? pad.axes[k] : 0);
    const isDown = Boolean(pad.buttons[0]?.pressed || pad.buttons[1]?.pressed);
    if (isDown !== this.buttonsBefore) {
      this.buttonsBefore = isDown;
      if (isDown) this.press();
      else this.release();
    }
    const roll = Number(pad.buttons[5]?.pressed ?? false) - Number(pad.buttons[4]?.pressed ?? false);
    return { isThere: true, walk: [-axis(1), axis(0)], point: [axis(2), -axis(3)], roll };
  }

  private movePointer([x, y]: readonly [number, number], seconds: number): void {
    if (x === 0 && y === 0) return;
    this.free = true;
    const [px, py] = this.market.pointer;
    const within = (v: number): number => Math.max(-1, Math.min(1, v));
    this.market.pointer = [within(px + x * STICK * seconds), within(py + y * STICK * seconds)];
  }

  /** Near an edge the camera turns that way; its place does not change. */
  private turnAtEdges(seconds: number): void {
    const [x, y] = this.market.pointer;
    const beyond = (v: number): number => Math.sign(v) * Math.max(0, (Math.abs(v) - EDGE_AT) / (1 - EDGE_AT));
    this.market.look(-beyond(x) * EDGE * seconds, beyond(y) * EDGE * seconds);
  }
}
