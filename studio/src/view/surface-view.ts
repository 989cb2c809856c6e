/** A mesh in space: the field as colours and isolines, paths, the goal, walkers, and a camera that turns or walks along. */
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  type Intersection,
  Line,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  SphereGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { CameraRide } from "wayfield/travel";
import type { Place3 } from "../engine/surface-protocol.js";

const place = ({ x, y, z }: Vector3): Place3 => [x, y, z];

/** A walker on a path, who starts anew when there. */
interface Walker {
  readonly way: readonly Place3[];
  readonly ball: Mesh;
  ride: CameraRide<Place3>;
}

export class SurfaceView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(45, 1, 0.001, 1000);
  private readonly controls: OrbitControls;
  private mesh: Mesh<BufferGeometry, MeshLambertMaterial> | null = null;
  private readonly drawn: (Line | LineSegments | Mesh)[] = [];
  private walkers: Walker[] = [];
  private size = 1;
  private last = 0;
  private frames = 0;
  /** Whether the camera walks behind the last walker. */
  follow = false;

  /** @throws Error where the browser has no WebGL */
  constructor(private readonly host: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    host.append(this.renderer.domElement);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(0.6, 1, 0.8);
    this.camera.add(sun);
    this.scene.add(new AmbientLight(0xffffff, 1.4), this.camera);
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    this.frames = requestAnimationFrame((now) => this.frame(now));
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  setBackground(colour: string): void {
    this.scene.background = new Color(colour);
  }

  /** Shows a mesh, and looks at all of it. */
  show(positions: Float32Array, corners: Uint32Array): void {
    this.clear();
    if (this.mesh) this.scene.remove(this.mesh);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(corners, 1));
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    const { center, radius } = geometry.boundingSphere!;
    this.size = radius;
    const material = new MeshLambertMaterial({
      color: 0xc9ced6,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.mesh = new Mesh(geometry, material);
    this.scene.add(this.mesh);
    this.controls.target.copy(center);
    this.camera.near = radius / 500;
    this.camera.far = radius * 20;
    this.camera.position.copy(center).add(new Vector3(1.1, 0.8, 1.7).multiplyScalar(radius * 1.25));
    this.camera.updateProjectionMatrix();
  }

  /** Colours the mesh by a field. */
  paint(colours: Float32Array, isolines: Float32Array): void {
    if (!this.mesh) return;
    this.clear();
    this.mesh.geometry.setAttribute("color", new BufferAttribute(colours, 3));
    this.mesh.material.vertexColors = true;
    this.mesh.material.color.set(0xffffff);
    this.mesh.material.needsUpdate = true;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(isolines, 3));
    this.add(
      new LineSegments(
        geometry,
        new LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.55 }),
      ),
    );
  }

  private add<T extends Line | LineSegments | Mesh>(thing: T): T {
    this.scene.add(thing);
    this.drawn.push(thing);
    return thing;
  }

  /** A ball at a place. */
  mark(at: Place3, colour: number): Mesh {
    const ball = new Mesh(
      new SphereGeometry(this.size / 60, 20, 14),
      new MeshBasicMaterial({ color: colour }),
    );
    ball.position.set(...(at as [number, number, number]));
    return this.add(ball);
  }

  /** A path, with a walker on it. */
  addPath(points: Float32Array): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    this.add(new Line(geometry, new LineBasicMaterial({ color: 0xff5a1f, linewidth: 3, depthTest: false })));
    const way = Array.from(
      { length: points.length / 3 },
      (_, i): Place3 => [points[3 * i], points[3 * i + 1], points[3 * i + 2]],
    );
    this.walkers.push({ way, ball: this.mark(way[0], 0xff5a1f), ride: this.rideOn(way) });
  }

  /** Somebody at the beginning of a path; a quarter of the mesh takes a second, at full speed. */
  private rideOn(way: readonly Place3[]): CameraRide<Place3> {
    const { size } = this;
    const pace = { speed: 0.25 * size, acceleration: 0.3 * size, deceleration: 0.6 * size };
    const ride = new CameraRide<Place3>(way[0], pace);
    ride.take(() => way);
    return ride;
  }

  /** Takes away everything but the mesh. */
  clear(): void {
    for (const thing of this.drawn) {
      this.scene.remove(thing);
      thing.geometry.dispose();
    }
    this.drawn.length = 0;
    this.walkers = [];
  }

  /** The place of the mesh under a pixel of the view; null beside it. */
  pick(px: number, py: number): Place3 | null {
    if (!this.mesh) return null;
    const { clientWidth: width, clientHeight: height } = this.host;
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * px) / width - 1, 1 - (2 * py) / height), this.camera);
    const hits: Intersection[] = caster.intersectObject(this.mesh, false);
    return hits.length > 0 ? place(hits[0].point) : null;
  }

  private frame(now: number): void {
    const seconds = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    for (const walker of this.walkers) this.walk(walker, seconds);
    if (this.follow && this.walkers.length > 0) this.lookAlong(this.walkers[this.walkers.length - 1]);
    else this.controls.update();
    this.renderer.render(this.scene, this.camera);
    this.frames = requestAnimationFrame((later) => this.frame(later));
  }

  /** Moves a walker on for some seconds. */
  private walk(walker: Walker, seconds: number): void {
    if (walker.ride.done) walker.ride = this.rideOn(walker.way);
    walker.ride.advance(seconds);
    walker.ball.position.fromArray(walker.ride.position);
  }

  /** Looks ahead from behind and above the walker, off the surface along its normal, so that the mesh is never between. */
  private lookAlong({ ball, ride }: Walker): void {
    const ahead = new Vector3().fromArray(ride.ahead(this.size * 0.12));
    const heading = ahead.clone().sub(ball.position).normalize();
    const normal = this.normalAt(ball.position);
    const wanted = ball.position
      .clone()
      .addScaledVector(heading, -this.size * 0.22)
      .addScaledVector(normal, this.size * 0.28);
    this.camera.up.copy(normal);
    this.camera.position.lerp(this.unhidden(ball.position, wanted), 0.1);
    this.camera.lookAt(ahead);
  }

  /** A place on the line to the wanted one that the mesh does not hide. */
  private unhidden(from: Vector3, wanted: Vector3): Vector3 {
    const direction = wanted.clone().sub(from);
    const length = direction.length();
    const start = from.clone().addScaledVector(this.normalAt(from), this.size * 0.01);
    const [hit] = new Raycaster(start, direction.normalize(), 0, length).intersectObject(this.mesh!, false);
    return hit ? start.addScaledVector(direction, Math.max(0, hit.distance - this.size * 0.02)) : wanted;
  }

  private normalAt(p: Vector3): Vector3 {
    const { position, normal } = this.mesh!.geometry.attributes;
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < position.count; i++) {
      const away =
        (position.getX(i) - p.x) ** 2 + (position.getY(i) - p.y) ** 2 + (position.getZ(i) - p.z) ** 2;
      if (away < least) [best, least] = [i, away];
    }
    return new Vector3(normal.getX(best), normal.getY(best), normal.getZ(best));
  }

  close(): void {
    cancelAnimationFrame(this.frames);
    this.clear();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }
}
