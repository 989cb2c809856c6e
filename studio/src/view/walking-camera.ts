/**
 * A camera that walks behind somebody on a mesh and looks ahead. It keeps in sight of the walker: the line between both never
 * crosses the mesh, so that it neither enters the mesh nor looks through it.
 */
import { type BufferGeometry, type Mesh, type PerspectiveCamera, Raycaster, Vector3 } from "three";

/** In radii of the mesh: how far behind, above and ahead; how far off the surface at least. */
const BEHIND = 0.22;
const ABOVE = 0.28;
const AHEAD = 0.12;
const OFF = 0.01;
/** Share of the way to where it should be that the camera goes in a frame. */
const EASE = 0.1;

/** A point of a polyline some metres from its beginning, and the segment that it lies on; the end where it is shorter. */
export function alongPath(points: Float32Array, metres: number): { at: Vector3; segment: number } {
  let left = metres;
  const [a, b] = [new Vector3(), new Vector3()];
  for (let i = 0; i + 5 < points.length; i += 3) {
    a.fromArray(points, i);
    b.fromArray(points, i + 3);
    const length = a.distanceTo(b);
    if (left <= length) return { at: a.lerp(b, length > 0 ? left / length : 0), segment: i / 3 };
    left -= length;
  }
  return { at: new Vector3().fromArray(points, points.length - 3), segment: points.length / 3 - 2 };
}

export class WalkingCamera {
  private readonly normals = new Map<number, Vector3>();
  private readonly caster = new Raycaster();

  constructor(
    private readonly mesh: Mesh<BufferGeometry>,
    private readonly points: Float32Array,
    /** Radius of the mesh, in metres. */
    private readonly size: number,
  ) {}

  /** Moves the camera on to where it belongs when the walker is some metres along. */
  follow(camera: PerspectiveCamera, metres: number): void {
    const { at, segment } = alongPath(this.points, metres);
    const { at: ahead } = alongPath(this.points, metres + AHEAD * this.size);
    const normal = this.normalOf(segment);
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

  /** The normal of the vertex that is nearest to the middle of a segment; looked for once. */
  private normalOf(segment: number): Vector3 {
    const known = this.normals.get(segment);
    if (known) return known;
    const a = new Vector3().fromArray(this.points, 3 * segment);
    const middle = a.add(new Vector3().fromArray(this.points, 3 * segment + 3)).multiplyScalar(0.5);
    const { position, normal } = this.mesh.geometry.attributes;
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < position.count; i++) {
      const away =
        (position.getX(i) - middle.x) ** 2 +
        (position.getY(i) - middle.y) ** 2 +
        (position.getZ(i) - middle.z) ** 2;
      if (away < least) [best, least] = [i, away];
    }
    const found = new Vector3(normal.getX(best), normal.getY(best), normal.getZ(best));
    this.normals.set(segment, found);
    return found;
  }
}
