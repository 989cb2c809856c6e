/** Scripted users of the supermarket: they see what people see, in numbers, and have nothing but a mouse, or nothing but keys. */
import type { Page } from "playwright-core";

type Place = readonly [x: number, y: number, z: number];

/** What the page tells scripts; see `ScriptState` of the studio. */
interface Seen {
  readonly running: boolean;
  readonly done: number;
  readonly parts: number;
  readonly eye: Place;
  readonly yaw: number;
  readonly pitch: number;
  readonly moving: boolean;
  readonly act: "take" | "hold" | "travel" | "nothing";
  readonly product: number | null;
  readonly goal: Place | null;
  readonly wanted: number | null;
  readonly taken: readonly number[];
  readonly beside: readonly Place[];
  readonly placed: readonly number[];
  readonly frame: number;
}

const wrapped = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
/** Radians per pixel of a mouse, as the page has them. */
const MOUSE = 0.0022;

/** Waits until an expression is true in a page, whose policy forbids it to evaluate any by itself. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const started = Date.now(); !(await page.evaluate(expression)); ) {
    if (Date.now() - started > 60_000) throw new Error(`never true: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** The middle of the aisle that a product at x faces; rows of shelves are 3 m apart, the first around x = 3.5. */
function aisleAt(x: number): number {
  const row = Math.round((x - 3.5) / 3);
  const isWest = x < 3.5 + 3 * row;
  return row === 0 && isWest ? 1.9 : 3.5 + 3 * row + (isWest ? -1.5 : 1.5);
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

  /** Clicks at the ground, and waits until the camera is there. */
  async walkTo(x: number, y: number): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt++) {
      await this.lookAt([x, y, 0]);
      await this.frames(2);
      if ((await this.see())?.act === "travel") {
        await this.press();
        await this.arrive();
      }
      const seen = await this.see();
      if (!seen || Math.hypot(seen.eye[0] - x, seen.eye[1] - y) < 0.3) return;
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

  /** Takes the wanted product: from wherever it shows, and after what is before it if it does not. */
  async takeWanted(): Promise<void> {
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
    for (let part = 0; part < 3; part++) await this.takeWanted();
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
