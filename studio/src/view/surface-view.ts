/** A mesh in space: the field as colours and isolines, paths, the goal, walkers, and a camera that turns or walks along. */
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  CatmullRomCurve3,
  Color,
  DirectionalLight,
  DoubleSide,
  type Intersection,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  SphereGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { CameraRide } from "wayfield/travel";
import type { Place3 } from "../engine/surface-protocol.js";
import { WalkingCamera } from "./walking-camera.js";

const place = ({ x, y, z }: Vector3): Place3 => [x, y, z];

/** Of a walker, in radii of the mesh: metres per second, and how fast that changes. */
const PACE = { speed: 0.25, acceleration: 0.4, deceleration: 0.6 };

/** A walker on a path, who starts anew when there. */
interface Walker {
  readonly way: readonly Place3[];
  readonly ball: Mesh;
  readonly camera: WalkingCamera;
  ride: CameraRide<Place3>;
  /** Where it went on while it slowed down to turn back. */
  readonly passed: Place3[];
}

export class SurfaceView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(45, 1, 0.001, 1000);
  private readonly controls: OrbitControls;
  private mesh: Mesh<BufferGeometry, MeshLambertMaterial> | null = null;
  private readonly drawn: (LineSegments | Mesh)[] = [];
  private walkers: Walker[] = [];
  /** The ride of a walker whose way was taken away under the camera: the next way is taken without a stop. */
  private carried: CameraRide<Place3> | null = null;
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
    // A view that is higher than wide sees less of it to the sides.
    const away = (1.25 * radius) / Math.min(1, this.camera.aspect);
    this.camera.position.copy(center).add(new Vector3(1.1, 0.8, 1.7).multiplyScalar(away));
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

  private add<T extends LineSegments | Mesh>(thing: T): T {
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
    const places = Array.from({ length: points.length / 3 }, (_, i) =>
      new Vector3().fromArray(points, 3 * i),
    );
    const apart = places.filter((p, i) => i === 0 || p.distanceToSquared(places[i - 1]) > 0);
    // A line of WebGL is one pixel wide; a tube can be seen.
    if (apart.length > 1) {
      const course = new CatmullRomCurve3(apart, false, "centripetal");
      const tube = new TubeGeometry(course, Math.min(4000, 4 * apart.length), this.size / 180, 6);
      this.add(new Mesh(tube, new MeshBasicMaterial({ color: 0xff5a1f })));
    }
    const way = places.map(place);
    const ball = this.mark(way[0], 0xff5a1f);
    const walker = { way, ball, camera: new WalkingCamera(this.mesh!, this.size), passed: [] };
    this.walkers.push({ ...walker, ride: this.rideOn(way, walker.passed) });
  }

  /** A ride along a way: a new one, or the one that is going on where the way begins. */
  private rideOn(way: readonly Place3[], passed: Place3[] = []): CameraRide<Place3> {
    const { size, carried } = this;
    const [[x, y, z], near] = [way[0], 1e-3 * size];
    const at = carried?.position ?? [Infinity, 0, 0];
    const goesOn = carried && Math.hypot(at[0] - x, at[1] - y, at[2] - z) < near;
    this.carried = goesOn ? null : carried;
    const pace = {
      speed: PACE.speed * size,
      acceleration: PACE.acceleration * size,
      deceleration: PACE.deceleration * size,
    };
    const ride = goesOn ? carried : new CameraRide(way[0], pace);
    // Who is too fast to turn back at once comes back the way that was gone meanwhile.
    ride.take((from) => (passed.length === 0 ? way : [from, ...passed.reverse(), ...way]));
    return ride;
  }

  /** Where the walker is that the camera walks behind; null for none. */
  get walking(): Place3 | null {
    return (this.follow && this.walkers.at(-1)?.ride.position) || null;
  }

  /** Takes away everything but the mesh. */
  clear(): void {
    for (const thing of this.drawn) {
      this.scene.remove(thing);
      thing.geometry.dispose();
    }
    this.drawn.length = 0;
    this.carried = (this.follow && this.walkers.at(-1)?.ride) || null;
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
    const seconds = Math.min(0.1, Math.max(0, now - this.last) / 1000);
    this.last = now;
    for (const walker of this.walkers) this.walk(walker, seconds);
    const last = this.walkers.at(-1);
    if (this.follow && last) last.camera.follow(this.camera, last.ride);
    else this.controls.update();
    this.renderer.render(this.scene, this.camera);
    this.frames = requestAnimationFrame((later) => this.frame(later));
  }

  /** Moves a walker on for some seconds; who is there starts anew. */
  private walk(walker: Walker, seconds: number): void {
    if (walker.ride.done) walker.ride = this.rideOn(walker.way);
    if (walker.ride.isTurning) walker.passed.push(walker.ride.position);
    walker.ride.advance(seconds);
    walker.ball.position.set(...(walker.ride.position as [number, number, number]));
  }

  close(): void {
    cancelAnimationFrame(this.frames);
    this.clear();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }
}
