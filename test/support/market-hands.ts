/** Hands of the supermarket's scripted users in a page: nothing but a mouse, or nothing but keys, by real events. */
import type { Page } from "playwright-core";
import { MarketUser, type Place, type Seen, wrapped } from "./market-users.js";

/** Radians per pixel of a mouse, for the gaze and for what is held, and per notch of the wheel, as the page has them. */
const MOUSE = 0.0022;
export const HELD = 0.008;
const NOTCH = 0.12;
/** Radians of a key's press, of one with Shift, and of those for what is held. */
const GAZE_KEYS = { press: 0.06, fine: 0.01 };
const HELD_KEYS = { press: 0.1, fine: 0.02 };
/** Radians from which on a key is kept down, until so many are left: frames may be slow, and more turns go back again. */
const KEPT_DOWN = 0.6;
const LET_GO = 0.35;

const STATE = "window.wayfieldMarket?.state() ?? null";

/** Somebody at a page. */
export abstract class PageUser extends MarketUser {
  constructor(protected readonly page: Page) {
    super();
  }

  async see(): Promise<Seen | null> {
    const seen = (await this.page.evaluate(STATE)) as (Seen & { running: boolean }) | null;
    if (seen && !seen.running && seen.done < seen.parts) throw new Error("the run is paused");
    return seen;
  }

  /** A frame passes. */
  protected async pass(): Promise<Seen | null> {
    await this.page.evaluate("new Promise((done) => requestAnimationFrame(() => done()))");
    return this.see();
  }

  protected glimpse(): Promise<Place | null> {
    return this.page.evaluate("window.wayfieldMarket?.glimpse() ?? null") as Promise<Place | null>;
  }

  /** Waits until a run is open, and has shown a picture. */
  async begin(): Promise<void> {
    await this.page.waitForSelector("#market canvas");
    while (!(await this.page.evaluate("window.wayfieldMarket?.state().frame > 0"))) await this.pass();
  }
}

export class MouseUser extends PageUser {
  private x = 320;
  private y = 200;

  override async begin(): Promise<void> {
    await super.begin();
    await this.page.mouse.move(this.x, this.y);
    await this.page.mouse.down();
    await this.page.mouse.up();
    while (!(await this.page.evaluate("document.pointerLockElement !== null"))) await this.pass();
  }

  private async moveBy(dx: number, dy: number): Promise<void> {
    this.x += Math.round(dx);
    this.y += Math.round(dy);
    await this.page.mouse.move(this.x, this.y);
  }

  protected turn(left: number, up: number): Promise<void> {
    return this.moveBy(-left / MOUSE, -up / MOUSE);
  }

  protected async turnHeld([x, y, z]: Place): Promise<void> {
    await this.moveBy(y / HELD, -x / HELD);
    for (let notch = 0; notch < Math.round(Math.abs(z) / NOTCH); notch++)
      await this.page.mouse.wheel(0, z > 0 ? 100 : -100);
  }

  async hold(work: () => Promise<void>): Promise<void> {
    await this.page.mouse.down();
    await work();
    await this.page.mouse.up();
  }
}

export class KeyUser extends PageUser {
  /** Presses a key as often as some radians need, with Shift for what is left. */
  private async pressFor(key: string, angle: number, { press, fine }: typeof GAZE_KEYS): Promise<void> {
    const whole = Math.floor(angle / press);
    for (let k = 0; k < whole; k++) await this.page.keyboard.press(key);
    for (let k = Math.round((angle - whole * press) / fine); k > 0; k--)
      await this.page.keyboard.press(`Shift+${key}`);
  }

  protected async turn(left: number, up: number): Promise<void> {
    const key = left > 0 ? "KeyQ" : "KeyE";
    if (Math.abs(left) > KEPT_DOWN) {
      const wanted = ((await this.see())?.yaw ?? 0) + left;
      await this.page.keyboard.down(key);
      await this.until("it has turned", ({ yaw }) => {
        const rest = wrapped(wanted - yaw) * Math.sign(left);
        return rest < LET_GO && rest > -Math.PI / 2;
      });
      await this.page.keyboard.up(key);
      return;
    }
    await this.pressFor(key, Math.abs(left), GAZE_KEYS);
    await this.pressFor(up > 0 ? "KeyR" : "KeyF", Math.abs(up), GAZE_KEYS);
  }

  protected async turnHeld(about: Place): Promise<void> {
    const keys = [
      ["ArrowDown", "ArrowUp"],
      ["ArrowLeft", "ArrowRight"],
      ["KeyQ", "KeyE"],
    ];
    for (const [k, angle] of about.entries())
      await this.pressFor(keys[k][angle > 0 ? 1 : 0], Math.abs(angle), HELD_KEYS);
  }

  async hold(work: () => Promise<void>): Promise<void> {
    await this.page.keyboard.down("Space");
    await work();
    await this.page.keyboard.up("Space");
  }

  /** Looks at every star and keeps W down until it is found. */
  async walkToStars(): Promise<void> {
    for (let seen = await this.see(); seen?.goal; seen = await this.see()) {
      const { goal, done } = seen;
      const isFound = (now: Seen): boolean => now.done > done;
      for (let now: Seen | null = seen; now && !isFound(now); ) {
        await this.lookAt([goal[0], goal[1], 1.5], 0.03);
        await this.page.keyboard.down("KeyW");
        now = await this.until("the star is found, or the way leads past it", (later) => {
          const { eye, yaw } = later;
          const off = wrapped(Math.atan2(goal[1] - eye[1], goal[0] - eye[0]) - yaw);
          return isFound(later) || Math.abs(off) > 0.1;
        });
        await this.page.keyboard.up("KeyW");
      }
      await this.until("the camera stands", ({ moving }) => !moving);
    }
  }
}
