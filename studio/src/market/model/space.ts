/** Directions and orientations in space. Places are a point of the plan and metres above it: x, y, z with z up. */
export type Vector = readonly [x: number, y: number, z: number];

export const add = (a: Vector, b: Vector, scale = 1): Vector => [
  a[0] + b[0] * scale,
  a[1] + b[1] * scale,
  a[2] + b[2] * scale,
];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const apart = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export function unit(v: Vector): Vector {
  const length = Math.hypot(v[0], v[1], v[2]);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : v;
}

/** An orientation: a unit quaternion x, y, z, w. */
export type Orientation = readonly [x: number, y: number, z: number, w: number];

export const UPRIGHT: Orientation = [0, 0, 0, 1];

/** The turn by an angle about an axis of length 1. */
export function turnAbout(axis: Vector, angle: number): Orientation {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** First b, then a. */
export function after(a: Orientation, b: Orientation): Orientation {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  const all: Orientation = [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
  // Rounding adds up over thousands of small turns.
  const length = Math.hypot(...all);
  return [all[0] / length, all[1] / length, all[2] / length, all[3] / length];
}

/** The angle between two orientations, 0 to pi. */
export function angleBetween(a: Orientation, b: Orientation): number {
  const cosine = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
  return 2 * Math.acos(Math.min(1, cosine));
}

/** A vector turned. */
export function turned(q: Orientation, v: Vector): Vector {
  const u: Vector = [q[0], q[1], q[2]];
  const t = cross(u, v);
  const c = add(v, t, 2 * q[3]);
  return add(c, cross(u, t), 2);
}

/** Where a gaze leads: right, up and forward of a camera, from its angles. */
export interface Axes {
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
}

/** @param yaw radians from the x axis to the left @param pitch radians above the horizon */
export function axesOf(yaw: number, pitch: number): Axes {
  const forward: Vector = [Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch)];
  const right: Vector = [Math.sin(yaw), -Math.cos(yaw), 0];
  return { right, up: cross(right, forward), forward };
}
