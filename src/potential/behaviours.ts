/**
 * Behaviours (Dapper 2007, 5.2.1 and 7; first article, 5.4): what bends an agent's local map, as a function of the agent,
 * its surroundings and the time in steps. Yours can be a few lines:
 *
 *     const hesitant: Behaviour = (self, around, time) => ({ epsilon: 0.5, vector: time % 40 < 20 ? [0, 1] : [0, -1] });
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { type Bend, checkBend, HARMONIC } from "./equation.js";
import type { Disc } from "./local-map.js";

/** The agent as behaviours see it. */
export interface Self {
  readonly position: Point;
  /** Direction of its last step, of length 1. */
  readonly direction: Point;
  readonly radius: number;
  /** Metres within which it notices others. */
  readonly sight: number;
}

/** What a behaviour may look at. */
export interface Around {
  /** Others within sight distance and ahead, nearest first. */
  readonly seen: readonly Disc[];
  /** Direction of the global way; null where there is none. */
  readonly way: Point | null;
  readonly goal: Point | null;
  /** Metres to the nearest wall. */
  clearance(p: Point): number;
}

/** What bends the local map at a time, counted in steps. */
export type Behaviour = (self: Self, around: Around, time: number) => Bend;

/** A fixed place, or one that moves. */
export type Target = Point | (() => Point);

/** Frequency of the articles' sines: a period of 36 steps. */
const OMEGA = Math.PI / 18;

function bend(epsilon: number, x: number, y: number): Bend {
  return { epsilon, vector: [x, y] };
}

/** Laplace's equation: keeps as far from everything as it can (5.2.1.2). */
export function harmonic(): Behaviour {
  return () => HARMONIC;
}

/** The same vector for ever (5.2.1.1). `unsafe` allows what 6.1.2 tries beyond the limit. */
export function constant(vector: Point, epsilon: number, unsafe = false): Behaviour {
  const fixed = { epsilon, vector };
  checkBend(fixed, unsafe);
  return () => fixed;
}

/** Turns a vector from the way's own axes, ahead and to the left, into the world's; as it is where there is no way. */
function onWay(way: Point | null, ahead: number, left: number): Point {
  if (!way || (way[0] === 0 && way[1] === 0)) return [ahead, left];
  return [way[0] * ahead - way[1] * left, way[1] * ahead + way[0] * left];
}

/** How a wave runs. */
export interface WaveOptions {
  /** Default 0.8. */
  readonly epsilon?: number;
  /** Radians per step; default pi/18. */
  readonly omega?: number;
  /** Whether the wave runs along the way, wherever it leads (default), or along the x axis as in the figures. */
  readonly axis?: "way" | "x";
}

function wave(options: WaveOptions, height: (phase: number) => number): Behaviour {
  const { epsilon = 0.8, omega = OMEGA, axis = "way" } = options;
  return (_, { way }, time) => {
    const y = height(omega * time);
    return { epsilon, vector: axis === "x" ? [1, y] : onWay(way, 1, y) };
  };
}

/** v = (1, sin(omega t)): winds along the way (5.2.1.3). */
export function sinusoid(options: WaveOptions = {}): Behaviour {
  checkBend(bend(options.epsilon ?? 0.8, 1, 1));
  return wave(options, Math.sin);
}

/** v = (1, sin(omega t) + sin(omega t / 2)): the drunkard of the first article (figure 3b). */
export function doubleSine(options: WaveOptions = {}): Behaviour {
  checkBend(bend(options.epsilon ?? 0.8, 1.8, 1.8));
  return wave(options, (phase) => Math.sin(phase) + Math.sin(phase / 2));
}

/** A curve that the user draws (chapter 7): v leans to the left by the curve's height, over and over. */
export function drawn(
  curve: readonly Point[],
  options: { epsilon?: number; steps?: number } = {},
): Behaviour {
  const { epsilon = 0.8, steps = 60 } = options;
  const isRising = curve.every(([x], i) => i === 0 || x > curve[i - 1][0]);
  if (curve.length < 2 || !isRising || !curve.flat().every(Number.isFinite)) {
    throw new InputError("a curve is at least two points of finite numbers with rising x", "curve");
  }
  const most = curve.reduce((sum, [, y]) => Math.max(sum, Math.abs(y)), 1);
  checkBend(bend(epsilon, most, most));
  const [first, last] = [curve[0][0], curve[curve.length - 1][0]];
  return (_, { way }, time) => {
    const x = first + (((time % steps) + steps) % steps) * ((last - first) / steps);
    const i = Math.max(
      1,
      curve.findIndex(([cx]) => cx >= x),
    );
    const [a, b] = [curve[i - 1], curve[i]];
    const y = a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]);
    return { epsilon, vector: onWay(way, 1, y) };
  };
}

function facing(self: Self, target: Target, turn: (x: number, y: number) => Point, epsilon: number): Bend {
  const [x, y] = typeof target === "function" ? target() : target;
  const [dx, dy] = [x - self.position[0], y - self.position[1]];
  const length = Math.hypot(dx, dy);
  return length > 0 ? { epsilon, vector: turn(dx / length, dy / length) } : HARMONIC;
}

/** Towards a place or an agent (5.2.1.4). */
export function towards(target: Target, epsilon = 0.7): Behaviour {
  return (self) => facing(self, target, (x, y) => [x, y], epsilon);
}

/** Away from a place or an agent. */
export function awayFrom(target: Target, epsilon = 0.7): Behaviour {
  return (self) => facing(self, target, (x, y) => [-x, -y], epsilon);
}

/** At right angles to the line to a place or an agent, to its left or right (figure 5.10). */
export function orthogonal(target: Target, side: "left" | "right" = "right", epsilon = 0.7): Behaviour {
  const sign = side === "left" ? 1 : -1;
  return (self) => facing(self, target, (x, y) => [-sign * y, sign * x], epsilon);
}

/** To the right of the way, or to its left. */
export function keepTo(side: "left" | "right", epsilon = 0.7): Behaviour {
  const sign = side === "left" ? 1 : -1;
  return (self, { way }) => ({ epsilon, vector: onWay(way ?? self.direction, 0, sign) });
}

/** Towards the nearest wall, as measured a little to each side. */
export function keepToWall(epsilon = 0.7): Behaviour {
  const directions = Array.from(
    { length: 16 },
    (_, k): Point => [Math.cos((k * Math.PI) / 8), Math.sin((k * Math.PI) / 8)],
  );
  return ({ position, radius }, { clearance }) => {
    let least = Infinity;
    let vector: Point = HARMONIC.vector;
    for (const [x, y] of directions) {
      const room = clearance([position[0] + radius * x, position[1] + radius * y]);
      if (room >= least) continue;
      least = room;
      vector = [x, y];
    }
    return { epsilon, vector };
  };
}

/** A new vector every now and then, each kept for a random number of steps (first article, 5.4). */
export function random(
  seed: number,
  options: { epsilon?: number; shortest?: number; longest?: number } = {},
): Behaviour {
  const { epsilon = 0.8, shortest = 5, longest = 40 } = options;
  checkBend(bend(epsilon, 1, 1));
  const numbers = new Random(seed);
  let until = -Infinity;
  let current = HARMONIC;
  return (_self, _around, time) => {
    if (time >= until) {
      current = bend(epsilon, numbers.between(-1, 1), numbers.between(-1, 1));
      until = time + shortest + numbers.below(longest - shortest + 1);
    }
    return current;
  };
}

/** One behaviour until somebody is within sight distance ahead, another while somebody is (5.2.1). */
export function whenSeen(usually: Behaviour, seeing: Behaviour): Behaviour {
  return (self, around, time) => (around.seen.length > 0 ? seeing : usually)(self, around, time);
}

/** A wall nearer than this to somebody's skin is touched, in metres. */
const TOUCHED = 1e-3;

/** Metres that somebody can walk straight ahead until a wall stops it; Infinity where none is within its sight. */
export function wallAhead({ position, direction, radius, sight }: Self, { clearance }: Around): number {
  for (let t = 0; t <= sight; ) {
    const gap = clearance([position[0] + t * direction[0], position[1] + t * direction[1]]) - radius;
    if (gap < TOUCHED) return t;
    t += gap;
  }
  return Infinity;
}

/** The same as `whenSeen`, but walls ahead count too, as in 5.2.1, where the second type of behaviour is that for any obstacle. */
export function whenAhead(usually: Behaviour, seeing: Behaviour): Behaviour {
  return either(
    (self, around) => around.seen.length > 0 || wallAhead(self, around) < Infinity,
    seeing,
    usually,
  );
}

/** One behaviour while a condition holds, else another. */
export function either(
  condition: (self: Self, around: Around, time: number) => boolean,
  yes: Behaviour,
  no: Behaviour,
): Behaviour {
  return (self, around, time) => (condition(self, around, time) ? yes : no)(self, around, time);
}

/** The nearest one seen as a target for `towards`, `awayFrom` and `orthogonal`; harmonic while nobody is. */
export function toSeen(behaviour: (target: Point) => Behaviour): Behaviour {
  return (self, around, time) => {
    const nearest = around.seen[0];
    return nearest ? behaviour(nearest.position)(self, around, time) : HARMONIC;
  };
}

/** Several behaviours at once: their vectors are added, each times its epsilon, and kept within the limit. */
export function together(...behaviours: Behaviour[]): Behaviour {
  return (self, around, time) => {
    let [x, y] = [0, 0];
    for (const behaviour of behaviours) {
      const { epsilon, vector } = behaviour(self, around, time);
      x += epsilon * vector[0];
      y += epsilon * vector[1];
    }
    const most = Math.max(Math.abs(x), Math.abs(y));
    const share = most < 1.9 ? 1 : 1.9 / most;
    return { epsilon: 1, vector: [x * share, y * share] };
  };
}
