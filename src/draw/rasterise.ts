/**
 * A small software rasteriser for meshes: an orthographic camera, a depth buffer, light from the viewer. It needs neither
 * a display nor a graphics adapter, and gives the same pixels everywhere.
 */

import { checkChoice, checkKeys, checkNumber } from "../options.js";
import type { Point3 } from "../surface/index.js";

/** Where a mesh is seen from, at any distance: sizes are true in the plane of the picture. */
export interface Camera {
  /** Degrees around the vertical axis, counterclockwise from -y; default 30. */
  readonly azimuth?: number;
  /** Degrees above the horizon, -90 to 90; default 25. */
  readonly elevation?: number;
  /** Which way is up: `z` (default) or `y`, as many mesh files have it. */
  readonly up?: "y" | "z";
}

/** Camera settings that nobody gave. */
export const CAMERA_DEFAULTS = Object.freeze({ azimuth: 30, elevation: 25, up: "z" } as const);

/** A camera as three axes. */
export interface View {
  /** To the right, up, and towards the viewer. */
  readonly right: Point3;
  readonly above: Point3;
  readonly near: Point3;
}

/** The axes of a camera; refuses what is out of range. */
export function viewOf(camera: Camera): View {
  checkKeys(camera, Object.keys(CAMERA_DEFAULTS), "camera");
  const { azimuth, elevation, up } = { ...CAMERA_DEFAULTS, ...camera };
  checkNumber(azimuth, "azimuth", { of: "degrees" });
  checkNumber(elevation, "elevation", { of: "degrees", least: -90, most: 90 });
  checkChoice(up, "up", ["y", "z"]);
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  const turned = (x: number, y: number, z: number): Point3 => (up === "z" ? [x, y, z] : [x, z, -y]);
  return {
    right: turned(Math.cos(a), Math.sin(a), 0),
    above: turned(-Math.sin(e) * Math.sin(a), Math.sin(e) * Math.cos(a), Math.cos(e)),
    near: turned(Math.cos(e) * Math.sin(a), -Math.cos(e) * Math.cos(a), Math.sin(e)),
  };
}

const dot = (a: Point3, x: number, y: number, z: number): number => a[0] * x + a[1] * y + a[2] * z;

/** What every pixel shows. */
export class Raster {
  /** Depth towards the viewer, metres; -Infinity where nothing is. */
  readonly depth: Float64Array;
  /** The face that is seen; -1 where none is. */
  readonly face: Int32Array;
  /** Weights of the first two corners of the face. */
  readonly weights: Float32Array;
  /** The part of the picture's plane, metres. */
  readonly minX: number;
  readonly minY: number;
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  private readonly projected: Float64Array;

  /** @param size pixels along the longer side */
  constructor(
    positions: Float64Array,
    private readonly corners: Int32Array,
    readonly view: View,
    size: number,
  ) {
    const count = positions.length / 3;
    this.projected = new Float64Array(3 * count);
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    for (let v = 0; v < count; v++) {
      const p = this.project([positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
      this.projected.set(p, 3 * v);
      for (let k = 0; k < 2; k++) {
        low[k] = Math.min(low[k], p[k]);
        high[k] = Math.max(high[k], p[k]);
      }
    }
    const longer = Math.max(high[0] - low[0], high[1] - low[1]) || 1;
    this.cell = (longer * 1.02) / size;
    this.minX = low[0] - 0.01 * longer;
    this.minY = low[1] - 0.01 * longer;
    this.width = Math.max(1, Math.ceil((high[0] - low[0] + 0.02 * longer) / this.cell));
    this.height = Math.max(1, Math.ceil((high[1] - low[1] + 0.02 * longer) / this.cell));
    this.depth = new Float64Array(this.width * this.height).fill(-Infinity);
    this.face = new Int32Array(this.width * this.height).fill(-1);
    this.weights = new Float32Array(2 * this.width * this.height);
    for (let f = 0; f < corners.length / 3; f++) this.fill(f);
  }

  /** x and y in the picture's plane, and depth towards the viewer, metres. */
  project([x, y, z]: Point3): [number, number, number] {
    const { right, above, near } = this.view;
    return [dot(right, x, y, z), dot(above, x, y, z), dot(near, x, y, z)];
  }

  /** Whether a point of the surface is in front, given some slack for the size of a pixel. */
  visible(p: Point3): boolean {
    const [x, y, z] = this.project(p);
    const i = Math.floor((x - this.minX) / this.cell);
    const j = Math.floor((y - this.minY) / this.cell);
    if (i < 0 || j < 0 || i >= this.width || j >= this.height) return true;
    // On a steep face the depth changes a lot within a pixel.
    return z >= this.depth[j * this.width + i] - 6 * this.cell;
  }

  /** Fills the pixels whose centres a face covers. */
  private fill(f: number): void {
    const { projected, corners, cell, minX, minY, width, height, depth, face, weights } = this;
    const [a, b, c] = [3 * corners[3 * f], 3 * corners[3 * f + 1], 3 * corners[3 * f + 2]];
    const x = [a, b, c].map((i) => (projected[i] - minX) / cell - 0.5);
    const y = [a, b, c].map((i) => (projected[i + 1] - minY) / cell - 0.5);
    const area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (area === 0) return;
    const fromX = Math.max(0, Math.ceil(Math.min(...x)));
    const toX = Math.min(width - 1, Math.floor(Math.max(...x)));
    const fromY = Math.max(0, Math.ceil(Math.min(...y)));
    const toY = Math.min(height - 1, Math.floor(Math.max(...y)));
    for (let j = fromY; j <= toY; j++) {
      for (let i = fromX; i <= toX; i++) {
        const w0 = ((x[1] - i) * (y[2] - j) - (x[2] - i) * (y[1] - j)) / area;
        const w1 = ((x[2] - i) * (y[0] - j) - (x[0] - i) * (y[2] - j)) / area;
        const w2 = 1 - w0 - w1;
        if (w0 < 0 || w1 < 0 || w2 < 0) continue;
        const z = w0 * projected[a + 2] + w1 * projected[b + 2] + w2 * projected[c + 2];
        const at = j * width + i;
        if (z <= depth[at]) continue;
        depth[at] = z;
        face[at] = f;
        weights[2 * at] = w0;
        weights[2 * at + 1] = w1;
      }
    }
  }
}
