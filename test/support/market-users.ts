/** Scripted users of the supermarket: they see what people see, in numbers, and have nothing but a mouse, or nothing but keys. */
import type { Page } from "playwright-core";

export type Place = readonly [x: number, y: number, z: number];
type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** What the page tells scripts; see `ScriptState` of the studio. */
export interface Seen {
  readonly running: boolean;
  readonly done: number;
  readonly parts: number;
  readonly eye: Place;
  readonly yaw: number;
  readonly pitch: number;
  readonly aspect: number;
  readonly pointer: readonly [x: number, y: number];
  readonly moving: boolean;
  readonly act: "take" | "hold" | "travel" | "nothing";
  readonly product: number | null;
  readonly goal: Place | null;
  readonly wanted: number | null;
  readonly glimpse: Place | null;
  readonly taken: readonly number[];
  readonly copies: readonly { readonly product: number; readonly beside: Place; readonly turn: Quaternion }[];
  readonly held: Quaternion | null;
  readonly placed: readonly number[];
  readonly frame: number;
}

const wrapped = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
/** Radians per pixel of a mouse, as the page has them. */
const MOUSE = 0.0022;
/** And for what is held. */
export const HELD = 0.008;

/** Waits until an expression is true in a page, whose policy forbids it to evaluate any by itself. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const started = Date.now(); !(await page.evaluate(expression)); ) {
    if (Date.now() - started > 60_000) throw new Error(`never true: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** Height of the table, and where one walks across before the shelves, in metres. */
const TABLE_HEIGHT = 0.8;
const FRONT = 3.6;

/** The middle of the aisle that a product at x faces; rows of shelves are 3 m apart, the first around x = 3.5. */
function aisleAt(x: number): number {
  const row = Math.round((x - 3.5) / 3);
  const isWest = x < 3.5 + 3 * row;
  return row === 0 && isWest ? 1.9 : 3.5 + 3 * row + (isWest ? -1.5 : 1.5);
}

/** The turn that leads from one orientation to another, about the axes of a camera: left, up and forward. */
function turnBetween({ yaw, pitch }: Seen, from: Quaternion, to: Quaternion): Place {
  const [x, y, z, w] = [-from[0], -from[1], -from[2], from[3]];
  const turn = [
    to[3] * x + to[0] * w + to[1] * z - to[2] * y,
    to[3] * y - to[0] * z + to[1] * w + to[2] * x,
    to[3] * z + to[0] * y - to[1] * x + to[2] * w,
  ];
  const cosine = to[3] * w - to[0] * x - to[1] * y - to[2] * z;
  const sine = Math.hypot(...turn);
  const angle = wrapped(2 * Math.atan2(sine, cosine));
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const axes = [
    [-sy, cy, 0],
    [-cy * sp, -sy * sp, cp],
    [cy * cp, sy * cp, sp],
  ];
  const about = axes.map((axis) => (turn[0] * axis[0] + turn[1] * axis[1] + turn[2] * axis[2]) * angle);
  return about.map((v) => (sine > 0 ? v / sine : 0)) as unknown as Place;
}

/** Somebody with one device. */
export abstract class MarketUser {
  constructor(protected readonly page: Page) {}

  /** What is seen now; null when the run is over. */
  see(): Promise<Seen | null> {
    return this.page.evaluate("window.wayfieldMarket?.state() ?? null") as Promise<Seen | null>;
  }

  /** Takes the page in hand. */
  abstract begin(): Promise<void>;
  /** Turns by some radians to the left and up. */
  protected abstract turn(left: number, up: number, isFine: boolean): Promise<void>;
  abstract press(): Promise<void>;
  /** Presses, does something, and lets go. */
  abstract hold(work: () => Promise<void>): Promise<void>;

  /** Turns what is held by some radians about the camera's left, up and forward. */
  protected abstract turnHeld(about: Place): Promise<void>;

  /** Frames pass. */
  protected frames(count: number): Promise<unknown> {
    return this.page.evaluate(
      `new Promise((done) => { let n = ${count}; const next = () => (n-- > 0 ? requestAnimationFrame(next) : done()); next(); })`,
    );
  }

  /** Turns until a place is in the middle, to within so many radians. */
  async lookAt(place: Place, within = 0.02): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt++) {
      const seen = await this.see();
      if (!seen) return;
      const { eye, yaw, pitch } = seen;
      const left = wrapped(Math.atan2(place[1] - eye[1], place[0] - eye[0]) - yaw);
      const up = Math.atan2(place[2] - eye[2], Math.hypot(place[0] - eye[0], place[1] - eye[1])) - pitch;
      if (Math.abs(left) < within && Math.abs(up) < within) return;
      await this.turn(left, up, Math.abs(left) < 0.25 && Math.abs(up) < 0.25);
      await this.frames(2);
    }
  }

  /** Waits until the camera stands. */
  async arrive(): Promise<void> {
    for (let wait = 0; wait < 400; wait++) {
      await this.frames(4);
      const seen = await this.see();
      if (!seen?.moving) return;
    }
    throw new Error("the camera does not arrive");
  }

  /** Clicks at the ground, and waits until the camera is there; where something hides the place, at ground on the way to it first. */
  async walkTo(x: number, y: number, within = 0.3): Promise<void> {
    for (const share of [1, 1, 0.5, 1, 0.25, 1, 0.75, 1]) {
      const from = await this.see();
      if (!from || Math.hypot(from.eye[0] - x, from.eye[1] - y) < within) return;
      const [fromX, fromY] = from.eye;
      await this.lookAt([fromX + share * (x - fromX), fromY + share * (y - fromY), 0]);
      await this.frames(2);
      if ((await this.see())?.act === "travel") {
        await this.press();
        await this.arrive();
      }
    }
    throw new Error(`the camera does not get to ${x}, ${y}`);
  }

  /** Looks at every star and clicks at the ground below it. */
  async findStars(): Promise<void> {
    for (let seen = await this.see(); seen?.goal; seen = await this.see()) {
      const [x, y] = seen.goal;
      await this.walkTo(x, y);
    }
  }

  /** Half a second passes: what is looked at slides out meanwhile. */
  private settle(): Promise<unknown> {
    return this.page.evaluate(
      `new Promise((done) => { const t = performance.now(); let n = 0;
        const next = () => (n++ < 6 || performance.now() - t < 500 ? requestAnimationFrame(next) : done()); next(); })`,
    );
  }

  /** Takes the wanted product: stands before it, a step aside if nothing of it shows, and points at what does. */
  async takeWanted(): Promise<void> {
    const { wanted, goal } = (await this.see())!;
    const [x, y, z] = goal!;
    const aisle = aisleAt(x);
    for (const aside of [0, -0.5, 0.5]) {
      const side = Math.sign(x - aisle);
      await this.walkTo(aisle + side * 0.25, y + aside, 0.2);
      // Nearer, unless what has slid out hides the floor there.
      await this.walkTo(aisle + side * 0.45, y + aside, 0.1).catch(() => {});
      await this.lookAt([x, y, z], 0.05);
      for (let glance = 0; glance < 4; glance++) {
        await this.settle();
        const seen = await this.see();
        if (seen?.product === wanted && seen!.act === "take") {
          await this.press();
          await this.frames(3);
          if (!(await this.see())?.taken.includes(wanted!))
            throw new Error(`product ${wanted} was not taken`);
          return;
        }
        if (!seen?.glimpse) break;
        await this.lookAt(seen.glimpse, 0.01);
      }
    }
    throw new Error(`product ${wanted} cannot be taken`);
  }

  /** Takes the wanted product from wherever it shows, and after what is before it if it does not. */
  private async takeThrough(): Promise<void> {
    const wanted = (await this.see())!.wanted!;
    for (let attempt = 0; attempt < 12; attempt++) {
      const seen = await this.see();
      if (!seen || seen.wanted !== wanted || !seen.goal) return;
      const [x, y, z] = seen.goal;
      if (Math.hypot(seen.eye[0] - x, seen.eye[1] - y) > 1.15) {
        // What slides out of the shelf is in the way of a click at it from aside; the floor before it is not.
        const aisle = aisleAt(x);
        await this.walkTo(aisle + Math.sign(x - aisle) * 0.25, y);
        continue;
      }
      for (const up of [0, 0.1, 0.17, -0.08]) {
        await this.lookAt([x, y, z + up]);
        // Products slide out while they are looked at.
        await this.frames(20);
        if ((await this.see())?.product === wanted) break;
      }
      if ((await this.see())?.act === "take") await this.press();
      await this.frames(3);
    }
    throw new Error(`product ${wanted} cannot be taken`);
  }

  async selectAll(): Promise<void> {
    for (let part = 0; part < 3; part++) await this.takeThrough();
  }

  /** Stands before where the first of the list belongs, puts it there, and turns it until it stands as its copy does. */
  async placeFirst(): Promise<void> {
    const seen = (await this.see())!;
    const { beside, turn } = seen.copies.find(({ product }) => product === seen.taken[0])!;
    await this.walkTo(beside[0], 2.6);
    await this.lookAt([beside[0], beside[1], TABLE_HEIGHT], 0.015);
    await this.frames(3);
    await this.hold(async () => {
      for (let attempt = 0; attempt < 40; attempt++) {
        const now = (await this.see())!;
        if (!now.held) throw new Error("nothing is held");
        const about = turnBetween(now, now.held, turn);
        if (Math.hypot(...about) < 0.1) break;
        await this.turnHeld(about);
        await this.frames(2);
      }
    });
    await this.frames(3);
  }

  /** Does what the practice asks for: turns, goes to the star, takes the product and puts it on the table. */
  async practise(): Promise<void> {
    await this.lookAt([3, 5, 1.2], 0.2);
    await until(this.page, "window.wayfieldMarket.state().done === 1");
    await this.walkTo(8, 6);
    await until(this.page, "window.wayfieldMarket.state().done === 2");
    await this.takeWanted();
    await this.walkTo(8, FRONT);
    await this.placeFirst();
  }
}

export class MouseUser extends MarketUser {
  private x = 320;
  private y = 200;

  async begin(): Promise<void> {
    await this.page.mouse.move(this.x, this.y);
    await this.page.mouse.down();
    await this.page.mouse.up();
    await until(this.page, "document.pointerLockElement !== null");
    await this.frames(2);
  }

  private async moveBy(dx: number, dy: number): Promise<void> {
    this.x += dx;
    this.y += dy;
    await this.page.mouse.move(this.x, this.y);
  }

  protected turn(left: number, up: number): Promise<void> {
    return this.moveBy(-left / MOUSE, -up / MOUSE);
  }

  protected async turnHeld([x, y, z]: Place): Promise<void> {
    await this.moveBy(y / HELD, -x / HELD);
    for (let notch = 0; notch < Math.round(Math.abs(z) / 0.12); notch++)
      await this.page.mouse.wheel(0, z > 0 ? 100 : -100);
  }

  async press(): Promise<void> {
    await this.hold(async () => {});
  }

  async hold(work: () => Promise<void>): Promise<void> {
    await this.page.mouse.down();
    await this.frames(2);
    await work();
    await this.page.mouse.up();
  }
}

export class KeyUser extends MarketUser {
  async begin(): Promise<void> {
    await this.page.locator("#market canvas").waitFor();
  }

  private async keyFor(key: string, seconds: number, isFine = false): Promise<void> {
    if (isFine) await this.page.keyboard.down("Shift");
    await this.page.keyboard.down(key);
    await this.page.waitForTimeout(1000 * seconds);
    await this.page.keyboard.up(key);
    if (isFine) await this.page.keyboard.up("Shift");
  }

  protected async turn(left: number, up: number, isFine: boolean): Promise<void> {
    const speed = isFine ? 0.32 : 1.6;
    const wait = (angle: number): number => Math.max(0.001, Math.abs(angle) / speed - 0.02);
    if (Math.abs(left) > 0.01) await this.keyFor(left > 0 ? "KeyQ" : "KeyE", wait(left), isFine);
    if (Math.abs(up) > 0.01) await this.keyFor(up > 0 ? "KeyR" : "KeyF", wait(up), isFine);
  }

  protected async turnHeld(about: Place): Promise<void> {
    const keys = [
      ["ArrowDown", "ArrowUp"],
      ["ArrowLeft", "ArrowRight"],
      ["KeyQ", "KeyE"],
    ];
    for (const [k, angle] of about.entries()) {
      const isFine = Math.abs(angle) < 0.25;
      if (Math.abs(angle) > 0.03)
        await this.keyFor(keys[k][angle > 0 ? 1 : 0], Math.abs(angle) / (isFine ? 0.3 : 1.5), isFine);
    }
  }

  async press(): Promise<void> {
    await this.hold(async () => {});
  }

  async hold(work: () => Promise<void>): Promise<void> {
    await this.page.keyboard.down("Space");
    await this.frames(2);
    await work();
    await this.page.keyboard.up("Space");
  }

  /** Looks at every star and holds W until it is found. */
  override async findStars(): Promise<void> {
    for (let seen = await this.see(); seen?.goal; seen = await this.see()) {
      const { goal, done } = seen;
      await this.lookAt([goal[0], goal[1], 1.5]);
      await this.page.keyboard.down("KeyW");
      for (let wait = 0; wait < 300; wait++) {
        await this.frames(3);
        const now = await this.see();
        if (!now || now.done > done) break;
        const left = wrapped(Math.atan2(goal[1] - now.eye[1], goal[0] - now.eye[0]) - now.yaw);
        if (Math.abs(left) > 0.08) await this.turn(left, 0, Math.abs(left) < 0.25);
      }
      await this.page.keyboard.up("KeyW");
    }
  }
}
