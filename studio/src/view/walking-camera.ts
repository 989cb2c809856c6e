/**
 * A camera that walks behind somebody on a mesh and looks ahead. It keeps in sight of the walker: the line between both never
 * crosses the mesh, so that it neither enters the mesh nor looks through it.
 */
import { type BufferGeometry, type Mesh, type PerspectiveCamera, Raycaster, Vector3 } from "three";
import type { CameraRide } from "wayfield/travel";
import type { Place3 } from "../engine/surface-protocol.js";

/** In radii of the mesh: how far behind, above and ahead; how far off the surface at least. */
const BEHIND = 0.22;
const ABOVE = 0.28;
const AHEAD = 0.12;
const OFF = 0.01;
/** Share of the way to where it should be that the camera goes in a frame. */
const EASE = 0.1;

export class WalkingCamera {
  private readonly caster = new Raycaster();

  constructor(
    private readonly mesh: Mesh<BufferGeometry>,
    /** Radius of the mesh, in metres. */
    private readonly size: number,
  ) {}

  /** Moves the camera on to where it belongs for a walker on its ride. */
  follow(camera: PerspectiveCamera, ride: CameraRide<Place3>): void {
    const at = new Vector3(...ride.position);
    const ahead = new Vector3(...ride.ahead(AHEAD * this.size));
    const normal = this.normalAt(at);
    const heading = ahead.clone().sub(at);
    if (heading.lengthSq() > 0) heading.normalize();
    const eye = at.clone().addScaledVector(normal, OFF * this.size);
    const wanted = at
      .clone()
      .addScaledVector(heading, -BEHIND * this.size)
      .addScaledVector(normal, ABOVE * this.size);
    const eased = camera.position.clone().lerp(wanted, EASE);
    // On the way to a good place it must not lose sight either.
    const seen = this.inSight(eye, eased);
    camera.position.copy(seen ? eased : this.nearest(eye, wanted));
    camera.up.copy(normal);
    camera.lookAt(ahead);
  }

  /** Whether the mesh does not hide a place from the walker's eye. */
  private inSight(eye: Vector3, place: Vector3): boolean {
    return this.hitBetween(eye, place) === null;
  }

  /** The farthest place on the line to the wanted one that is in sight, a little before what hides the rest. */
  private nearest(eye: Vector3, wanted: Vector3): Vector3 {
    const hit = this.hitBetween(eye, wanted);
    return hit === null ? wanted : eye.clone().lerp(wanted, 0.8 * hit);
  }

  /** Where between two places the mesh lies first, as a share of the way; null where it does not. */
  private hitBetween(from: Vector3, to: Vector3): number | null {
    const direction = to.clone().sub(from);
    const length = direction.length();
    if (length === 0) return null;
    this.caster.set(from, direction.divideScalar(length));
    this.caster.near = 0;
    this.caster.far = length;
    const [hit] = this.caster.intersectObject(this.mesh, false);
    return hit ? hit.distance / length : null;
  }

  /** The normal of the vertex that is nearest to a place. */
  private normalAt(place: Vector3): Vector3 {
    const { position, normal } = this.mesh.geometry.attributes;
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < position.count; i++) {
      const away =
        (position.getX(i) - place.x) ** 2 +
        (position.getY(i) - place.y) ** 2 +
        (position.getZ(i) - place.z) ** 2;
      if (away < least) [best, least] = [i, away];
    }
    return new Vector3(normal.getX(best), normal.getY(best), normal.getZ(best));
  }
}
