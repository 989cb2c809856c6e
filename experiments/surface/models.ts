/** The three models of Fischer (2011), section 5.2, with obstacles, goals and starts of our own: the thesis prints none. */
import { carSurface, costaSurface, statueSurface } from "../../src/scenes/index.js";
import {
  type GroundOptions,
  type Point3,
  SurfaceGround,
  SurfaceMesh,
  type SurfaceRegion,
} from "../../src/surface/index.js";

/** A mesh, and what is asked on it. */
export interface Model {
  readonly name: string;
  readonly mesh: SurfaceMesh;
  readonly obstacles: readonly SurfaceRegion[];
  readonly goal: SurfaceRegion;
  readonly starts: readonly Point3[];
}

/** A load on the roof, a goal on the bonnet, starts all around the load and at the back. */
export function carModel(): Model {
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((k): Point3 => {
    const a = (Math.PI * (2 * k + 1)) / 8;
    return [-0.3 + 0.75 * Math.cos(a), 0.7 * Math.sin(a), 1.6];
  });
  return {
    name: "car",
    mesh: new SurfaceMesh(carSurface()),
    obstacles: [{ centre: [-0.3, 0, 1.58], radius: 0.45 }],
    goal: { centre: [1.75, 0, 0.9], radius: 0.25 },
    starts: [...around, [-2.1, 0.4, 0.7], [-2.1, -0.4, 0.7]],
  };
}

/** The rims are walls. */
export function costaModel(): Model {
  const mesh = new SurfaceMesh(costaSurface());
  return {
    name: "costa",
    mesh,
    obstacles: [],
    goal: { kind: "vertex", vertex: mesh.vertexNamed(700) },
    starts: [200, 420, 900, 1050].map((v) => mesh.vertex(mesh.vertexNamed(v))),
  };
}

/** The taller head blocked, so that the closed mesh has a wall. */
export function statueModel(): Model {
  return {
    name: "statue",
    mesh: new SurfaceMesh(statueSurface()),
    obstacles: [{ centre: [-0.34, 0, 1.72], radius: 0.18 }],
    goal: [0.42, -0.15, 1.1],
    starts: [
      [-0.95, -0.38, 0],
      [0.2, 0.48, 0],
    ],
  };
}

/** The ground of a model, with further options. */
export function groundOf({ mesh, obstacles }: Model, options: GroundOptions = {}): SurfaceGround {
  return new SurfaceGround(mesh, { ...options, obstacles: [...obstacles, ...(options.obstacles ?? [])] });
}
