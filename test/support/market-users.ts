/**
 * Scripted users of the supermarket. They know what `window.wayfieldMarket.state()` tells, which is what people see, in numbers;
 * they do one thing, look what has come of it, and go on when what they wait for is so. No clock of this machine decides anything.
 */
export type Place = readonly [x: number, y: number, z: number];
type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** What the page tells scripts; see `ScriptState` of the studio. */
export interface Seen {
  readonly task: string;
  readonly done: number;
  readonly parts: number;
  /** Seconds that have passed in the supermarket. */
  readonly time: number;
  readonly eye: Place;
  readonly yaw: number;
  readonly pitch: number;
  readonly aspect: number;
  readonly pointer: readonly [x: number, y: number];
  readonly moving: boolean;
  readonly sliding: boolean;
  readonly act: "take" | "hold" | "travel" | "nothing";
  readonly point: Place | null;
  readonly product: number | null;
  readonly arrow: readonly [x: number, y: number] | null;
  readonly goal: Place | null;
  readonly wanted: number | null;
  readonly taken: readonly number[];
  readonly copies: readonly { readonly product: number; readonly beside: Place; readonly turn: Quaternion }[];
  readonly held: Quaternion | null;
  readonly placed: readonly number[];
}

export const wrapped = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Seconds in the supermarket that anything may take; more is a fault. */
const PATIENCE = 60;
/** How far up and down one can look, in radians: ground nearer than this, in metres, cannot be pointed at. */
const STEEPEST = 1.34;
const NEAREST = 0.4;
/** Height of the table, where one stands at it, and where one walks across before the shelves, in metres. */
const TABLE_HEIGHT = 0.8;
const AT_TABLE = 2.6;
const FRONT = 3.6;
/** Where one may stand before a product in its shelf: metres along the shelf and out of it; first as a click at it leads. */
const STANDS: readonly (readonly [aside: number, out: number])[] = [
  [0, 1.02],
  [0.55, 0.95],
  [-0.55, 0.95],
];
/** Where one looks for what is hidden, around where it should be: metres up. */
const GLANCES: readonly number[] = [0, 0.1, 0.17, -0.08];

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

/** Radians to the left and up from where somebody looks to a place. */
function anglesTo({ eye, yaw, pitch }: Seen, [x, y, z]: Place): readonly [left: number, up: number] {
  const level = Math.hypot(x - eye[0], y - eye[1]);
  const steep = Math.max(-STEEPEST, Math.min(STEEPEST, Math.atan2(z - eye[2], level)));
  return [wrapped(Math.atan2(y - eye[1], x - eye[0]) - yaw), steep - pitch];
}

/** Somebody with one device, in a page or without one. */
export abstract class MarketUser {
  /** What is seen now; null when the run is over. */
  abstract see(): Promise<Seen | null>;
  /** Some time passes, the least there is. @returns what is seen then */
  protected abstract pass(): Promise<Seen | null>;
  /** A place at which the wanted product shows; null where it does not. */
  protected abstract glimpse(): Promise<Place | null>;
  /** Takes the page in hand. */
  abstract begin(): Promise<void>;
  /** Turns by about some radians to the left and up. */
  protected abstract turn(left: number, up: number): Promise<void>;
  /** Presses, does something, and lets go. */
  abstract hold(work: () => Promise<void>): Promise<void>;
  /** Turns what is held by about some radians about the camera's left, up and forward. */
  protected abstract turnHeld(about: Place): Promise<void>;

  press(): Promise<void> {
    return this.hold(async () => {});
  }

  /** Waits until something is so. @returns what is seen then; null when the run is over */
  async until(what: string, isSo: (seen: Seen) => boolean): Promise<Seen | null> {
    let seen = await this.see();
    const started = seen?.time ?? 0;
    while (seen && !isSo(seen)) {
      if (seen.time - started > PATIENCE)
        throw new Error(`not so after ${PATIENCE} s: ${what}. Seen: ${JSON.stringify(seen)}`);
      seen = await this.pass();
    }
    return seen;
  }

  /** Waits until the camera stands and nothing slides. */
  protected async still(): Promise<Seen | null> {
    // What was just done shows a step later.
    await this.pass();
    return this.until("everything is still", ({ moving, sliding }) => !moving && !sliding);
  }

  /** Turns until a place is in the middle, to within some radians. */
  async lookAt(place: Place, within = 0.01): Promise<void> {
    for (let attempt = 0; attempt < 40; attempt++) {
      const seen = await this.see();
      if (!seen) return;
      const [left, up] = anglesTo(seen, place);
      if (Math.abs(left) < within && Math.abs(up) < within) return;
      await this.turn(left, up);
    }
    throw new Error(`${place} is not looked at. Seen: ${JSON.stringify(await this.see())}`);
  }

  /**
   * Points at the ground and presses where the green arrow stands there, until the camera is within some metres of a place.
   * Where something hides the ground there, ground on the way to it comes first.
   */
  async walkTo(x: number, y: number, within = NEAREST): Promise<void> {
    if (!(await this.comesTo(x, y, within)))
      throw new Error(`${x}, ${y} is not reached. Seen: ${JSON.stringify(await this.see())}`);
  }

  private async comesTo(x: number, y: number, within: number): Promise<boolean> {
    for (let hop = 0; hop < 8; hop++) {
      const from = await this.still();
      if (!from || Math.hypot(from.eye[0] - x, from.eye[1] - y) < within) return true;
      if (!(await this.hopTowards(from.eye, x, y))) return false;
    }
    return false;
  }

  private async hopTowards([fromX, fromY]: Place, x: number, y: number): Promise<boolean> {
    for (const share of [1, 0.75, 0.5, 0.3]) {
      const spot: Place = [fromX + share * (x - fromX), fromY + share * (y - fromY), 0];
      await this.lookAt(spot);
      const seen = await this.still();
      if (!seen) return true;
      const off = seen.arrow ? Math.hypot(seen.arrow[0] - spot[0], seen.arrow[1] - spot[1]) : Infinity;
      if (seen.act !== "travel" || off > 0.1) continue;
      await this.press();
      return true;
    }
    return false;
  }

  /** Points at every star, presses, and waits until it is found. */
  async findStars(): Promise<void> {
    // A star is found before the camera stands below it, and the click that takes the page in hand may find the first one.
    for (let seen = await this.still(); seen?.goal; seen = await this.still()) {
      const { goal, done, eye } = seen;
      // Its upper half: hedges on the way may hide the lower one. What is far is drawn larger.
      const larger = Math.max(1, Math.hypot(goal[0] - eye[0], goal[1] - eye[1]) / 12);
      await this.lookAt([goal[0], goal[1], goal[2] + 0.1 * larger]);
      const now = await this.still();
      if (!now?.arrow || Math.hypot(now.arrow[0] - goal[0], now.arrow[1] - goal[1]) > 0.1)
        throw new Error(`the arrow is not below the star. Seen: ${JSON.stringify(now)}`);
      await this.press();
      await this.until("the star is found", (later) => later.done > done);
    }
  }

  /** Walks into the aisle of what is wanted and takes it, from the first place where it shows. */
  async takeWanted(): Promise<void> {
    const { wanted, goal } = (await this.see())!;
    const [x, y] = goal!;
    const aisle = aisleAt(x);
    for (const [aside, out] of STANDS) {
      // Where the floor there is hidden by what slides out, one has come near enough to look.
      await this.comesTo(x - Math.sign(x - aisle) * out, y + aside, NEAREST);
      if (await this.takeFromHere(wanted!)) return;
    }
    throw new Error(`product ${wanted} does not show. Seen: ${JSON.stringify(await this.see())}`);
  }

  private async takeFromHere(wanted: number): Promise<boolean> {
    for (const up of GLANCES) {
      const [x, y, z] = (await this.see())!.goal!;
      let spot: Place | null = [x, y, z + up];
      for (let glance = 0; spot && glance < 4; glance++) {
        await this.lookAt(spot);
        const seen = await this.still();
        if (seen?.product === wanted && seen.act === "take") {
          await this.press();
          await this.until("it is taken", (now) => now.taken.includes(wanted));
          return true;
        }
        spot = await this.glimpse();
      }
    }
    return false;
  }

  /** Takes what is before the wanted product, too: without an explosion it does not show. */
  private async takeThrough(): Promise<void> {
    const wanted = (await this.see())!.wanted!;
    const isOpen = (seen: Seen | null): boolean => seen !== null && !seen.taken.includes(wanted);
    const [x, y] = (await this.see())!.goal!;
    const aisle = aisleAt(x);
    await this.walkTo(aisle + Math.sign(x - aisle) * 0.25, y);
    for (let attempt = 0; attempt < 4 && isOpen(await this.see()); attempt++) {
      await this.lookAt((await this.see())!.goal!);
      const seen = await this.still();
      if (seen?.act !== "take") throw new Error(`nothing to take. Seen: ${JSON.stringify(seen)}`);
      await this.press();
      await this.until("something more is taken", (now) => now.taken.length > seen.taken.length);
    }
    if (isOpen(await this.see())) throw new Error(`product ${wanted} is not taken`);
  }

  /** @param explosion whether products slide out */
  async selectAll(explosion = true): Promise<void> {
    for (let part = 0; part < 3; part++) {
      if (explosion) await this.takeWanted();
      else await this.takeThrough();
      await this.until("the next shelf", ({ done }) => done > part);
    }
  }

  /** Stands before where the first of the list belongs, puts it there, and turns it until it stands as its copy does. */
  async placeFirst(): Promise<void> {
    const { taken, copies, placed } = (await this.see())!;
    const { beside, turn } = copies.find(({ product }) => product === taken[0])!;
    const spot: Place = [beside[0], beside[1], TABLE_HEIGHT];
    await this.walkTo(beside[0], AT_TABLE);
    await this.lookAt(spot);
    const seen = await this.still();
    if (seen?.act !== "hold" || Math.hypot(...spot.map((v, k) => v - seen.point![k])) > 0.05)
      throw new Error(`nothing can be put at ${spot}. Seen: ${JSON.stringify(seen)}`);
    await this.hold(async () => {
      const isRight = (now: Seen): boolean => Math.hypot(...turnBetween(now, now.held!, turn)) < 0.05;
      await this.until("something is held", ({ held }) => held !== null);
      for (let attempt = 0; attempt < 60; attempt++) {
        const now = (await this.see())!;
        if (isRight(now)) return;
        await this.turnHeld(turnBetween(now, now.held!, turn));
      }
      throw new Error(`it does not turn. Seen: ${JSON.stringify(await this.see())}`);
    });
    await this.until("it stands", (now) => now.held === null && now.placed.length > placed.length);
  }

  /** Finds the three, one aisle after the other, and places them. */
  async searchAll(): Promise<void> {
    for (let part = 0; part < 3; part++) {
      const [x] = (await this.see())!.goal!;
      await this.walkTo(aisleAt(x), FRONT);
      await this.takeWanted();
      await this.walkTo(aisleAt(x), FRONT);
    }
    for (let part = 0; part < 3; part++) await this.placeFirst();
  }

  /** Does what the practice asks for: turns, goes to the star, takes the product and puts it on the table. */
  async practise(): Promise<void> {
    await this.lookAt([3, 5, 1.2], 0.2);
    await this.until("the first lesson is over", ({ done }) => done === 1);
    await this.walkTo(8, 6);
    await this.until("the star is found", ({ done }) => done === 2);
    await this.takeWanted();
    await this.walkTo(8, FRONT);
    await this.placeFirst();
  }
}
