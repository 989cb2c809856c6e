import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Vector3,
} from "three";
import { describe, expect, it } from "vitest";
import { builtinSurface } from "wayfield/scenes";
import { type Point3, SurfaceGround, SurfaceMesh } from "wayfield/surface";
import { CameraRide } from "wayfield/travel";
import { WalkingCamera } from "./walking-camera.js";

/** Möller and Trumbore's test of a segment and a triangle, written for this test: three.js is what is tested. */
function crosses(from: Vector3, to: Vector3, a: Vector3, b: Vector3, c: Vector3): boolean {
  const direction = to.clone().sub(from);
  const [e1, e2] = [b.clone().sub(a), c.clone().sub(a)];
  const p = direction.clone().cross(e2);
  const det = e1.dot(p);
  if (Math.abs(det) < 1e-14) return false;
  const s = from.clone().sub(a);
  const u = s.dot(p) / det;
  if (u < 0 || u > 1) return false;
  const q = s.cross(e1);
  const v = direction.dot(q) / det;
  if (v < 0 || u + v > 1) return false;
  const t = e2.dot(q) / det;
  return t > 1e-6 && t < 1 - 1e-6;
}

describe("the camera that walks along", () => {
  it.each(["torus", "sphere", "car", "costa", "statue"])(
    "on the %s sees the walker all the way: nothing of the mesh lies between",
    (name) => {
      const surface = new SurfaceMesh(builtinSurface(name));
      const { positions, corners, vertexCount } = surface;
      const at = (v: number): Point3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
      const field = new SurfaceGround(surface).field([at(0)]);
      const { path } = field.follow(surface.nearest(at(vertexCount >> 1)).point);
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
      geometry.setIndex(new BufferAttribute(Uint32Array.from(corners), 1));
      geometry.computeVertexNormals();
      geometry.computeBoundingSphere();
      const { radius, center } = geometry.boundingSphere!;
      const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
      const camera = new PerspectiveCamera();
      camera.position.copy(center).add(new Vector3(1.4, 1, 2.1).multiplyScalar(radius));
      const walking = new WalkingCamera(mesh, radius);
      const corner = (e: number): Vector3 => new Vector3(...at(corners[e]));
      const ride = new CameraRide<Point3>(path!.points[0], { speed: 0.25 * radius });
      ride.take(() => path!.points);
      let looked = 0;
      for (const step = path!.length / radius / 0.25 / 60; !ride.done && looked < 400; ride.advance(step)) {
        walking.follow(camera, ride);
        const walker = new Vector3(...ride.position);
        // From just off the surface, where the eye of the walker is.
        const eye = walker
          .clone()
          .lerp(camera.position, 0.02 * Math.min(1, radius / walker.distanceTo(camera.position)));
        for (let e = 0; e < corners.length; e += 3)
          if (crosses(eye, camera.position, corner(e), corner(e + 1), corner(e + 2)))
            expect.fail(`triangle ${e / 3} hides the walker at ${walker.toArray()}`);
        looked++;
      }
      expect(looked).toBeGreaterThan(50);
    },
  );
});
