/** What a gamepad says at a moment, by the standard layout of browsers. */

/** Deflection of a stick that is none yet. */
const DEAD = 0.15;

export interface PadState {
  /** Left stick, -1 to 1: forward and to the right. */
  readonly walk: readonly [forward: number, right: number];
  /** Right stick: to the right and up. */
  readonly point: readonly [right: number, up: number];
  /** The two buttons that do the same. */
  readonly isDown: boolean;
  /** The shoulders, -1 to 1, clockwise. */
  readonly roll: number;
}

const NONE: PadState = { walk: [0, 0], point: [0, 0], isDown: false, roll: 0 };

/** The gamepads that are there; a page in a frame may not be told, and others have no gamepads at all. */
function padsThere(): readonly (Gamepad | null)[] {
  try {
    return navigator.getGamepads?.() ?? [];
  } catch {
    return [];
  }
}

/** The first gamepad's state; nothing pressed and nothing moved where there is none. */
export function padNow(): PadState {
  const pad = padsThere().find((one) => one?.connected);
  if (!pad) return NONE;
  const axis = (k: number): number => (Math.abs(pad.axes[k] ?? 0) > DEAD ? pad.axes[k] : 0);
  const isDown = (k: number): boolean => pad.buttons[k]?.pressed ?? false;
  return {
    walk: [0 - axis(1), axis(0)],
    point: [axis(2), 0 - axis(3)],
    isDown: isDown(0) || isDown(1),
    roll: Number(isDown(5)) - Number(isDown(4)),
  };
}
