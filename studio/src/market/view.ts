/** Draws the supermarket: one mesh per kind of thing, whatever their number, so that thousands cost a handful of draw calls. */
import {
  AmbientLight,
  BoxGeometry,
  type BufferGeometry,
  CanvasTexture,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  ExtrudeGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Shape as Outline,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  RepeatWrapping,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from "three";
import { MARKET } from "wayfield/scenes";
import type { Fixture, Material } from "./model/fixtures.js";
import type { Market } from "./model/market.js";
import type { Orientation, Vector } from "./model/space.js";
import { markScale, STAR_HEIGHT, STAR_RADIUS } from "./model/star.js";
import { type Product, type Shape, TARGET_COLOUR } from "./model/stock.js";
import type { Placed } from "./model/table.js";

const COLOURS: Readonly<Record<Material, number>> = {
  wall: 0xdfe3e8,
  board: 0xc9ced6,
  panel: 0xb4bac4,
  hedge: 0x4f8a4a,
  kiosk: 0xc89b62,
  stone: 0xa9b2bd,
  trunk: 0x7a5a3c,
  table: 0x7b3fb5,
};

/** From x, y on the plan and z up to the axes of the picture, where y is up. */
const seen = ([x, y, z]: Vector): Vector3 => new Vector3(x, z, -y);
const turnedSeen = ([x, y, z, w]: Orientation): Quaternion => new Quaternion(x, z, -y, w);

/** A picture made by a few strokes on a canvas. */
function texture(size: number, paint: (pen: CanvasRenderingContext2D) => void): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  paint(canvas.getContext("2d")!);
  const made = new CanvasTexture(canvas);
  made.colorSpace = SRGBColorSpace;
  return made;
}

/** A label that every package has, in the colour of its own. */
const labelTexture = (): CanvasTexture =>
  texture(64, (pen) => {
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 64, 64);
    pen.fillStyle = "#cfcfcf";
    pen.fillRect(0, 44, 64, 20);
    pen.fillStyle = "#8c8c8c";
    pen.fillRect(10, 12, 44, 9);
    pen.fillRect(18, 26, 28, 4);
    pen.strokeStyle = "#a5a5a5";
    pen.strokeRect(0.5, 0.5, 63, 63);
  });

const tileTexture = (a: string, b: string): CanvasTexture => {
  const tiles = texture(64, (pen) => {
    pen.fillStyle = a;
    pen.fillRect(0, 0, 64, 64);
    pen.fillStyle = b;
    pen.fillRect(0, 0, 32, 32);
    pen.fillRect(32, 32, 32, 32);
  });
  tiles.wrapS = tiles.wrapT = RepeatWrapping;
  return tiles;
};

/** The pane that marks an aisle: white, with red dots. */
const paneTexture = (): CanvasTexture =>
  texture(128, (pen) => {
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 128, 128);
    pen.fillStyle = "#d8121f";
    for (const x of [26, 64, 102]) {
      for (const y of [40, 88]) {
        pen.beginPath();
        pen.arc(x, y, 14, 0, 2 * Math.PI);
        pen.fill();
      }
    }
  });

/** Geometries of extent 1 to every side, scaled to what they show. */
const GEOMETRIES: Readonly<Record<Shape, () => BufferGeometry>> = {
  box: () => new BoxGeometry(2, 2, 2),
  can: () => new CylinderGeometry(1, 1, 2, 14),
  bottle: () => new CylinderGeometry(0.55, 1, 2, 14),
};

function starGeometry(): ExtrudeGeometry {
  const outline = new Outline();
  for (let k = 0; k < 10; k++) {
    const [radius, angle] = [k % 2 === 0 ? STAR_RADIUS : 0.41 * STAR_RADIUS, (k * Math.PI) / 5 + Math.PI / 2];
    outline[k === 0 ? "moveTo" : "lineTo"](radius * Math.cos(angle), radius * Math.sin(angle));
  }
  return new ExtrudeGeometry(outline, { depth: 0.08, bevelEnabled: false }).translate(0, 0, -0.04);
}

/** Where rows of shelves begin and end, and metres from the front of one to that of the next that faces the same way. */
const ROWS = { from: 4.5, to: 12.5, apart: MARKET.aisle + 2 * MARKET.shelfDepth };

/** Whether pictures are computed without a graphics adapter: then smooth edges cost four times the work. */
function isSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(context!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** Milliseconds a frame may take before the picture is made coarser, and how coarse at most. */
const SLOW = 30;
const COARSEST = 0.5;

export class MarketView {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(undefined, 1, 0.05, 160);
  /** Products by the side of a row that they stand in, and by shape. */
  private readonly stock = new Map<string, InstancedMesh>();
  /** Where a product is in its mesh. */
  private readonly slots: Int32Array;
  private readonly star: Mesh;
  private readonly arrow = new Group();
  private readonly onTable = new Map<Placed, Mesh>();
  private readonly label = labelTexture();
  private tinted = new Set<number>();
  ratio = Math.min(devicePixelRatio, 1.5);
  private slowness = 0;
  private readonly watcher: ResizeObserver;

  /** @throws Error where the browser has no WebGL */
  constructor(
    private readonly host: HTMLElement,
    private readonly market: Market,
  ) {
    this.renderer = new WebGLRenderer({ antialias: !isSoftware(), powerPreference: "high-performance" });
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-label", "The supermarket, seen by who walks in it");
    host.append(this.canvas);
    this.slots = new Int32Array(market.products.length);
    this.scene.background = new Color(market.plan.table ? 0xeef1f4 : 0xbfdcf0);
    const sun = new DirectionalLight(0xffffff, 1.7);
    sun.position.set(0.4, 1, 0.7);
    this.scene.add(new AmbientLight(0xffffff, 2.1), sun, this.arrow);
    this.addGround();
    this.addFixtures();
    this.addStock();
    if (market.plan.table) this.addPanes();
    this.star = new Mesh(starGeometry(), new MeshLambertMaterial({ color: 0x2f6df0, emissive: 0x12309a }));
    this.scene.add(this.star);
    this.addArrow();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(host);
    this.resize();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height);
    this.camera.aspect = this.market.aspect = width / height;
    this.camera.fov = (360 / Math.PI) * Math.atan(this.market.halfView);
    this.camera.updateProjectionMatrix();
  }

  private addGround(): void {
    const { maxX, maxY } = this.market.world.bounds;
    const map = this.market.plan.table
      ? tileTexture("#d9dde2", "#cbd0d7")
      : tileTexture("#8dbb72", "#86b46c");
    map.repeat.set(maxX / 2, maxY / 2);
    const ground = new Mesh(new PlaneGeometry(maxX, maxY), new MeshLambertMaterial({ map }));
    ground.rotation.x = -Math.PI / 2;
    ground.position.set(maxX / 2, 0, -maxY / 2);
    this.scene.add(ground);
  }

  private addFixtures(): void {
    const byMaterial = new Map<Material, Fixture[]>();
    for (const fixture of this.market.fixtures) {
      byMaterial.set(fixture.material, [...(byMaterial.get(fixture.material) ?? []), fixture]);
    }
    for (const [material, list] of byMaterial) {
      const isRound = material === "trunk" || material === "stone";
      const mesh = new InstancedMesh(
        isRound ? GEOMETRIES.can() : GEOMETRIES.box(),
        new MeshLambertMaterial({ color: COLOURS[material] }),
        list.length,
      );
      list.forEach(({ middle, half }, i) => {
        mesh.setMatrixAt(i, matrixAt(middle, half));
      });
      this.scene.add(mesh);
    }
    if (this.market.plan.table) this.addLegs();
    const trunks = byMaterial.get("trunk") ?? [];
    for (const { middle, half } of trunks) {
      const crown = new Mesh(new ConeGeometry(1.6, 3.2, 9), new MeshLambertMaterial({ color: 0x3f7d3c }));
      crown.position.copy(seen([middle[0], middle[1], 2 * half[2]]));
      this.scene.add(crown);
    }
  }

  private addLegs(): void {
    const { min, max, height } = this.market.plan.table!;
    const material = new MeshLambertMaterial({ color: 0x5c2e8a });
    for (const x of [min[0] + 0.08, max[0] - 0.08]) {
      for (const y of [min[1] + 0.08, max[1] - 0.08]) {
        const leg = new Mesh(new BoxGeometry(0.07, height - 0.05, 0.07), material);
        leg.position.copy(seen([x, y, (height - 0.05) / 2]));
        this.scene.add(leg);
      }
    }
  }

  private addStock(): void {
    const { products } = this.market;
    const groups = new Map<string, Product[]>();
    for (const product of products) {
      const key = this.groupOf(product);
      groups.set(key, [...(groups.get(key) ?? []), product]);
    }
    for (const [key, list] of groups) {
      const material = new MeshLambertMaterial({ map: this.label });
      const mesh = new InstancedMesh(GEOMETRIES[list[0].shape](), material, list.length);
      // Products slide out of any box that was computed once; `hideStock` knows better.
      mesh.frustumCulled = false;
      this.stock.set(key, mesh);
      list.forEach(({ id }, slot) => {
        this.slots[id] = slot;
        this.placeProduct(id);
        this.colourProduct(id, false);
      });
      this.scene.add(mesh);
    }
  }

  private groupOf({ shelf, shape }: Product): string {
    const { aisle, out } = this.market.plan.shelves[shelf];
    return `${aisle} ${out[0]} ${shape}`;
  }

  /** Shelves have backs and ends: who is between two rows sees these two alone, others only sides that face them. */
  private hideStock(): void {
    const { plan, position } = this.market;
    const seenSides = new Set<string>();
    for (const { from, out, aisle } of plan.shelves) {
      const before = (position[0] - from[0]) * out[0];
      const isBetween = position[1] > ROWS.from && position[1] < ROWS.to;
      if (before > 0 && (!isBetween || before <= ROWS.apart)) seenSides.add(`${aisle} ${out[0]}`);
    }
    for (const [key, mesh] of this.stock) mesh.visible = seenSides.has(key.slice(0, key.lastIndexOf(" ")));
  }

  /** Panes over the aisles in which something is hidden, at both ends. */
  private addPanes(): void {
    const { plan, products, targets } = this.market;
    const material = new MeshBasicMaterial({ map: paneTexture(), side: DoubleSide });
    const aisles = new Set(targets.map((id) => plan.shelves[products[id].shelf].aisle));
    for (const aisle of aisles) {
      const facing = plan.shelves.find((shelf) => shelf.aisle === aisle)!;
      const x = facing.from[0] + facing.out[0] * (MARKET.aisle / 2);
      for (const y of [4.5, 12.5]) {
        const pane = new Mesh(new PlaneGeometry(1.1, 0.7), material);
        pane.position.copy(seen([x, y, 2.7]));
        this.scene.add(pane);
      }
    }
  }

  private addArrow(): void {
    const material = new MeshLambertMaterial({ color: 0x19b24b, emissive: 0x0a5a22 });
    const head = new Mesh(new ConeGeometry(0.16, 0.3, 18), material);
    head.rotation.x = Math.PI;
    head.position.y = 0.15;
    const shaft = new Mesh(new CylinderGeometry(0.06, 0.06, 0.35, 14), material);
    shaft.position.y = 0.47;
    this.arrow.add(head, shaft);
  }

  /** Puts a product where it is, or out of sight. */
  placeProduct(id: number): void {
    const { explosion, products, gone } = this.market;
    const { half } = products[id];
    const mesh = this.stock.get(this.groupOf(products[id]))!;
    const size: Vector = gone.has(id) ? [0, 0, 0] : half;
    mesh.setMatrixAt(this.slots[id], matrixAt(explosion.placeOf(id), size));
    mesh.instanceMatrix.needsUpdate = true;
  }

  private colourProduct(id: number, isNear: boolean): void {
    const mesh = this.stock.get(this.groupOf(this.market.products[id]))!;
    mesh.setColorAt(this.slots[id], colourOf(this.market, this.market.products[id], isNear));
    mesh.instanceColor!.needsUpdate = true;
  }

  /** Tints what is in reach, and nothing else. */
  private tint(): void {
    const near = new Set<number>();
    for (const id of this.market.nearProducts()) if (this.market.isInReach(id)) near.add(id);
    for (const id of this.tinted) if (!near.has(id)) this.colourProduct(id, false);
    for (const id of near) if (!this.tinted.has(id)) this.colourProduct(id, true);
    this.tinted = near;
  }

  /** Shows what is on the table where it is now. */
  showTable(): void {
    const { table } = this.market;
    for (const placed of [...(table?.copies ?? []), ...(table?.placed ?? [])]) {
      let mesh = this.onTable.get(placed);
      if (!mesh) {
        this.onTable.set(placed, (mesh = this.meshOf(placed)));
        this.scene.add(mesh);
      }
      mesh.position.copy(seen(placed.at));
      mesh.quaternion.copy(turnedSeen(placed.turn));
    }
  }

  private meshOf({ product }: Placed): Mesh {
    const material = new MeshLambertMaterial({
      map: this.label,
      color: colourOf(this.market, product, false),
    });
    const mesh = new Mesh(GEOMETRIES[product.shape](), material);
    mesh.scale.set(product.half[0], product.half[2], product.half[1]);
    return mesh;
  }

  /**
   * Draws a frame.
   *
   * @param moved products that have slid
   * @param marks where the arrow and the star are; null for none
   */
  draw(moved: Iterable<number>, marks: { arrow: Vector | null; star: Vector | null }, now: number): void {
    for (const id of moved) this.placeProduct(id);
    this.tint();
    this.hideStock();
    this.arrow.visible = marks.arrow !== null;
    if (marks.arrow) {
      this.arrow.position.copy(seen(marks.arrow)).setY(0.06 + 0.05 * Math.sin(now / 200));
      this.arrow.scale.setScalar(this.scaleAt(marks.arrow));
    }
    this.star.visible = marks.star !== null;
    if (marks.star) {
      this.star.position.copy(seen([marks.star[0], marks.star[1], STAR_HEIGHT]));
      this.star.rotation.y = now / 700;
      this.star.scale.setScalar(this.scaleAt(marks.star));
    }
    const { eye, axes } = this.market;
    this.camera.position.copy(seen(eye));
    this.camera.up.copy(seen(axes.up));
    this.camera.lookAt(seen([eye[0] + axes.forward[0], eye[1] + axes.forward[1], eye[2] + axes.forward[2]]));
    this.renderer.render(this.scene, this.camera);
  }

  private scaleAt([x, y]: Vector): number {
    const [ex, ey] = this.market.position;
    return markScale(Math.hypot(x - ex, y - ey));
  }

  /** Makes the picture coarser where frames are slow, so that walking stays fluent without a graphics adapter. */
  pace(milliseconds: number): void {
    // One long frame, as when another window was in the way, is not slowness.
    this.slowness = 0.9 * this.slowness + 0.1 * Math.min(milliseconds, 2 * SLOW);
    if (this.slowness < SLOW || this.ratio <= COARSEST) return;
    this.ratio = Math.max(COARSEST, this.ratio * 0.8);
    this.slowness = 0;
    this.resize();
  }

  close(): void {
    this.watcher.disconnect();
    this.scene.traverse((thing) => {
      if (thing instanceof Mesh) thing.geometry.dispose();
    });
    this.renderer.dispose();
    // A browser has some 16 contexts, and a study has ten runs.
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }
}

function matrixAt(middle: Vector, [x, y, z]: Vector): Matrix4 {
  return new Matrix4().compose(seen(middle), new Quaternion(), new Vector3(x, z, y));
}

/** The colour of a product: its own, or that of what is searched for; a little lighter in reach. */
function colourOf({ targets }: Market, { id, colour }: Product, isNear: boolean): Color {
  const [r, g, b] = targets.includes(id) ? TARGET_COLOUR : colour;
  const own = new Color().setRGB(r, g, b, SRGBColorSpace);
  return isNear ? own.lerp(new Color(0xfff2b0), 0.28) : own;
}
