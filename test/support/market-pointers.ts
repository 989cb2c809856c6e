/** Scripted users of the supermarket with a free pointer: a pen, a finger, a gamepad. Near an edge the camera turns. */
import type { CDPSession } from "playwright-core";
import { HELD, PageUser } from "./market-hands.js";
import type { Place, Seen } from "./market-users.js";

type Spot = readonly [x: number, y: number];

/** Tangent of half the view's height, as the page has it. */
const HALF_VIEW = Math.tan((65 * Math.PI) / 360);
/** Shares of the window's half: where nothing turns, and where the camera does. */
const INSIDE = 0.62;
/** The farther away something is, the faster the camera turns. */
const edgeFor = (v: number): number =>
  Math.abs(v) <= INSIDE ? 0 : Math.sign(v) * (Math.abs(v) > 2 ? 0.95 : 0.78);

/** Where a place is on the screen, -1 to 1 within it; what is behind the eye is far to a side. */
function onScreen({ eye, yaw, pitch, aspect }: Seen, place: Place): Spot {
  const [dx, dy, dz] = [place[0] - eye[0], place[1] - eye[1], place[2] - eye[2]];
  const level = Math.cos(yaw) * dx + Math.sin(yaw) * dy;
  const forward = Math.cos(pitch) * level + Math.sin(pitch) * dz;
  const right = Math.sin(yaw) * dx - Math.cos(yaw) * dy;
  if (forward <= 0.05) return [right < 0 ? -9 : 9, 0];
  const up = -Math.sin(pitch) * level + Math.cos(pitch) * dz;
  return [right / forward / (HALF_VIEW * aspect), up / forward / HALF_VIEW];
}

abstract class PointerUser extends PageUser {
  /** Moves the pointer, without a press. */
  protected abstract pointAt(spot: Spot): Promise<void>;
  /** Points at an edge for a moment. */
  protected abstract lean(spot: Spot): Promise<void>;

  /** Turns the camera at the edges until a place is well in the picture, and points at it. */
  override async lookAt(place: Place): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const seen = await this.see();
      if (!seen) return;
      const spot = onScreen(seen, place);
      const away: Spot = [edgeFor(spot[0]), edgeFor(spot[1])];
      if (away[0] === 0 && away[1] === 0) {
        await this.pointAt(spot);
        const after = await this.pass();
        // The camera may have turned on while the pointer came in from an edge.
        const now = after && onScreen(after, place);
        if (!now || Math.hypot(now[0] - spot[0], now[1] - spot[1]) < 0.03) return;
        continue;
      }
      await this.lean(away);
    }
    throw new Error(`${place} does not come into the picture`);
  }

  protected async turn(): Promise<void> {}

  protected pixel([x, y]: Spot): { x: number; y: number } {
    const { width, height } = this.page.viewportSize()!;
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
  }
}

/** Events of the devices themselves, as Chromium hears them. */
abstract class DeviceUser extends PointerUser {
  protected cdp!: CDPSession;
  protected at = { x: 0, y: 0 };

  override async begin(): Promise<void> {
    await super.begin();
    this.cdp = await this.page.context().newCDPSession(this.page);
  }
}

export class PenUser extends DeviceUser {
  /** @param buttons 1 for the tip, 2 more for the button at its side */
  private send(type: "mouseMoved" | "mousePressed" | "mouseReleased", buttons: number): Promise<unknown> {
    const button = type === "mouseMoved" && buttons === 0 ? "none" : "left";
    return this.cdp.send("Input.dispatchMouseEvent", {
      type,
      ...this.at,
      button,
      buttons,
      clickCount: 1,
      pointerType: "pen",
    });
  }

  protected async pointAt(spot: Spot): Promise<void> {
    this.at = this.pixel(spot);
    await this.send("mouseMoved", 0);
  }

  protected async lean(spot: Spot): Promise<void> {
    await this.pointAt(spot);
    await this.pass();
  }

  protected async turnHeld([x, y, z]: Place): Promise<void> {
    this.at = { x: this.at.x + y / HELD, y: this.at.y - x / HELD };
    await this.send("mouseMoved", 1);
    await this.send("mouseMoved", 3);
    this.at = { x: this.at.x + z / HELD, y: this.at.y };
    await this.send("mouseMoved", 3);
  }

  async hold(work: () => Promise<void>): Promise<void> {
    await this.send("mousePressed", 1);
    await this.pass();
    await work();
    await this.send("mouseReleased", 0);
  }
}

/** Pixels between two fingers. */
const KNOB = 60;

/** A finger drags to point, and taps to click. */
export class TouchUser extends DeviceUser {
  private isDown = false;
  /** Where a second finger is. */
  private other: { readonly x: number; readonly y: number } | null = null;

  private async send(
    type: "touchStart" | "touchMove" | "touchEnd",
    timestamp = Date.now() / 1000,
  ): Promise<void> {
    const other = this.other ? [{ ...this.other, id: 1 }] : [];
    const touchPoints = type === "touchEnd" ? [] : [{ ...this.at, id: 0 }, ...other];
    await this.cdp.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp });
  }

  /** Puts the finger down at an edge, where nothing is pressed by that, and drags it. */
  private async drag(spot: Spot): Promise<void> {
    if (!this.isDown) {
      this.at = this.pixel([0.95, 0.95]);
      this.isDown = true;
      const down = this.send("touchStart");
      this.at = this.pixel(spot);
      await Promise.all([down, this.send("touchMove")]);
      return;
    }
    this.at = this.pixel(spot);
    await this.send("touchMove");
  }

  protected async pointAt(spot: Spot): Promise<void> {
    await this.drag(spot);
    await this.pass();
    await this.send("touchEnd");
    this.isDown = false;
  }

  protected async lean(spot: Spot): Promise<void> {
    await this.drag(spot);
    await this.pass();
  }

  override async press(): Promise<void> {
    // A tap takes a tenth of a second, however busy the machine is.
    const now = Date.now() / 1000;
    await this.send("touchStart", now);
    await this.send("touchEnd", now + 0.1);
    await this.pass();
  }

  /** One finger turns about two axes; a second one that stays goes around it, as on a knob, for what is left about the third. */
  protected async turnHeld([x, y, z]: Place): Promise<void> {
    if (!this.other && Math.hypot(x, y) > 0.02) {
      this.at = { x: this.at.x + y / HELD, y: this.at.y - x / HELD };
      await this.send("touchMove");
      return;
    }
    if (!this.other) {
      this.other = { x: this.at.x + KNOB, y: this.at.y };
      await this.send("touchStart");
    }
    const angle = z + Math.atan2(this.other.y - this.at.y, this.other.x - this.at.x);
    this.other = { x: this.at.x + KNOB * Math.cos(angle), y: this.at.y + KNOB * Math.sin(angle) };
    await this.send("touchMove");
  }

  async hold(work: () => Promise<void>): Promise<void> {
    await this.send("touchStart");
    await this.pass();
    await work();
    this.other = null;
    await this.send("touchEnd");
  }
}

/** What makes a page believe that there is a gamepad. */
export const FAKE_PAD = `window.pad = { connected: true, axes: [0, 0, 0, 0], buttons: Array.from({ length: 16 }, () => ({ pressed: false })) };
  navigator.getGamepads = () => [null, window.pad];`;
