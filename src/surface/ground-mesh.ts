/** GroundMesh: a mesh with its obstacles, triangulated and factorised once, for any number of goals. */
import { InputError } from "../errors.js";
import { maxMemory } from "../limits.js";
import { type Couplings, Factor, solveDeep } from "../numerics/index.js";
import { checkChoice, checkKeys, checkNumber, shown } from "../options.js";
import { blockByBody, type Up } from "./body.js";
import { Cover } from "./cover.js";
import { CutMesh } from "./cut-mesh.js";
import { fansOf } from "./descent.js";
import { Intrinsic } from "./intrinsic.js";
import { checkMesh, type SurfaceMesh } from "./mesh.js";
import { resolveRegion, type SurfaceRegion } from "./region.js";
import { TAGS } from "./tags.js";
import { next } from "./topology.js";
import {
  cotanCouplings,
  type InfluenceTerms,
  influenceCouplings,
  restrict,
  type VertexCouplings,
} from "./weights.js";

/** Name of a weighting. */
export type WeightsName = "cotan" | "influence";

/** How a mesh is walked on. */
export interface GroundOptions {
  /** Parts of the mesh where nobody walks. */
  readonly obstacles?: readonly SurfaceRegion[];
  /** `cotan` (default) converges as the mesh is refined; `influence` is the thesis's. */
  readonly weights?: WeightsName;
  /** Whether limiting edges are walls (default, as in the thesis) or merely where the surface ends. */
  readonly limits?: "wall" | "free";
  /** Radius of those who walk, metres >= 0; default 0. */
  readonly radius?: number;
  /** Height of those who walk, metres >= 0; default 0. Where the surface folds closer, nobody passes. */
  readonly height?: number;
  /** Where heads point: along the surface's `normal` (default), or in one direction everywhere. */
  readonly up?: Up;
  /**
   * What walkers lose heart by, 1/m^2 >= 0: the potential then decays over 1 / sqrt(leak) metres, even where no wall
   * is near. By default 1e-6 over the area of the component, too little to be seen but enough to keep dead ends from
   * being level, and 16 over the area where a component has no walls.
   */
  readonly leak?: number;
  /** Parameters on the terms of equation 4.4, for `influence`; 1, 1, 1. */
  readonly terms?: InfluenceTerms;
  /** Bytes that the factorisation may take; by default half of what is allowed (`setMaxMemory`): 2 GiB. */
  readonly memory?: number;
}

/** Defaults of the ground's options. */
export const GROUND_DEFAULTS = Object.freeze({
  weights: "cotan",
  limits: "wall",
  radius: 0,
  height: 0,
  up: "normal",
  terms: Object.freeze({ alpha: 1, beta: 1, gamma: 1 }),
} as const);

/** Beyond it nothing is left of a potential one edge away. */
const MOST_LEAK = 1e30;
const KNOWN = ["obstacles", "leak", "memory", ...Object.keys(GROUND_DEFAULTS)];
const LEAK_WITH_WALLS = 1e-6;
const LEAK_WITHOUT_WALLS = 16;

/** A mesh with its obstacles: what all fields on it share. */
export class GroundMesh {
  readonly weights: WeightsName;
  readonly radius: number;
  readonly height: number;
  /** What stands on each vertex, one of `TAGS`. */
  readonly tags: Uint8Array;
  /** @internal */
  readonly cover: Cover;
  /** @internal */
  readonly intrinsic: Intrinsic;
  /** Cotangents of the angles opposite to the intrinsic half-edges. @internal */
  readonly cots: Float64Array;
  /** @internal */
  readonly couplings: VertexCouplings;
  /** @internal */
  readonly fanStart: Int32Array;
  /** @internal */
  readonly fans: Int32Array;
  /** Leak at each vertex, 1/m^2. @internal */
  readonly leak: Float64Array;
  /** Row of each vertex in the system; -1 for walls. @internal */
  readonly rows: Int32Array;
  /** @internal */
  readonly system: Couplings;
  /** How far the farthest obstacle given as a point in space was from the mesh, metres. */
  readonly obstacleDistance: number;
  private readonly memory: number;
  private factorised: Factor | null = null;
  private cutMesh: CutMesh | null = null;

  /** @throws InputError for an option that is not known or out of range, and for an obstacle that is not on the mesh. */
  constructor(
    readonly mesh: SurfaceMesh,
    options: GroundOptions = {},
  ) {
    checkMesh(mesh);
    const { obstacles = [], weights, limits, radius, height, up, terms, memory } = checkedOptions(options);
    this.weights = weights;
    this.radius = radius;
    this.height = height;
    this.memory = memory;
    const { vertexCount } = mesh;
    this.tags = new Uint8Array(vertexCount);
    if (limits === "wall") {
      for (let h = 0; h < mesh.corners.length; h++) {
        if (mesh.twin[h] >= 0) continue;
        this.tags[mesh.corners[h]] = TAGS.limit;
        this.tags[mesh.corners[next(h)]] = TAGS.limit;
      }
    }
    let farthest = 0;
    obstacles.forEach((region, i) => {
      const { vertices, distance } = resolveRegion(mesh, region, `obstacles[${i}]`);
      for (const v of vertices) this.tags[v] = TAGS.obstacle;
      farthest = Math.max(farthest, distance);
    });
    this.obstacleDistance = farthest;
    if (radius > 0 || height > 0) blockByBody(mesh, this.tags, { radius, height, up, mark: TAGS.body });
    this.cover = new Cover(mesh, limits === "free" && weights === "cotan" && !mesh.closed);
    this.intrinsic = new Intrinsic(this.cover, this.cover.lengths);
    if (weights === "cotan") this.intrinsic.makeDelaunay(this.tags);
    const { corners } = this.intrinsic;
    this.cots = new Float64Array(corners.length);
    for (let h = 0; h < corners.length; h++) this.cots[h] = this.intrinsic.cotangent(h);
    this.couplings =
      weights === "cotan"
        ? cotanCouplings(this.intrinsic, this.cots, vertexCount, this.tags)
        : influenceCouplings(this.intrinsic, vertexCount, terms);
    ({ fanStart: this.fanStart, fans: this.fans } = fansOf(corners, vertexCount));
    this.leak = this.leaks(options.leak);
    this.rows = new Int32Array(vertexCount).fill(-1);
    let free = 0;
    for (let v = 0; v < vertexCount; v++) if (this.tags[v] === TAGS.free) this.rows[v] = free++;
    this.system = restrict(this.couplings, this.rows, free, this.leak);
  }

  /** The mesh without its walls, as shortest paths see it; made when first needed. @internal */
  get cut(): CutMesh {
    this.cutMesh ??= new CutMesh(this.mesh, this.tags);
    return this.cutMesh;
  }

  /** The factorised system, made when first needed. @internal */
  get factor(): Factor {
    this.factorised ??= this.factorise(this.system);
    return this.factorised;
  }

  /** Factorises a system on the free vertices. @internal */
  factorise(system: Couplings): Factor {
    return new Factor(system, this.coords, 3, { memory: this.memory });
  }

  /** Logarithms of the solution for a right-hand side, however small it gets. @internal */
  solveLogs(factor: Factor, system: Couplings, b: Float64Array): Float64Array {
    return solveDeep(factor, system, this.coords, 3, b, { memory: this.memory });
  }

  /** Positions of the free vertices, by row. */
  private get coords(): Float64Array {
    const { mesh, rows } = this;
    const coords = new Float64Array(3 * this.freeCount);
    for (let v = 0; v < rows.length; v++) {
      if (rows[v] >= 0) coords.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * rows[v]);
    }
    return coords;
  }

  /** Free vertices of the mesh. */
  get freeCount(): number {
    return this.system.start.length - 1;
  }

  private leaks(given: number | undefined): Float64Array {
    const { mesh } = this;
    if (given !== undefined) return new Float64Array(mesh.vertexCount).fill(given);
    const area = new Float64Array(mesh.componentCount);
    const walled = new Uint8Array(mesh.componentCount);
    for (let f = 0; f < mesh.faceCount; f++) area[mesh.component[mesh.corners[3 * f]]] += mesh.area(f);
    for (let v = 0; v < mesh.vertexCount; v++) if (this.tags[v] !== TAGS.free) walled[mesh.component[v]] = 1;
    const rate = area.map((a, c) => (a > 0 ? (walled[c] ? LEAK_WITH_WALLS : LEAK_WITHOUT_WALLS) / a : 0));
    return Float64Array.from(mesh.component, (c) => rate[c]);
  }
}

type CheckedOptions = Required<Omit<GroundOptions, "obstacles" | "leak">> &
  Pick<GroundOptions, "obstacles" | "leak">;

function checkedOptions(options: GroundOptions): CheckedOptions {
  checkKeys(options, KNOWN);
  const all: CheckedOptions = { ...GROUND_DEFAULTS, memory: maxMemory() / 2, ...options };
  const { weights, limits, radius, height, leak, terms, up } = all;
  checkChoice(weights, "weights", ["cotan", "influence"]);
  checkChoice(limits, "limits", ["wall", "free"]);
  checkNumber(radius, "radius", { of: "metres", least: 0 });
  checkNumber(height, "height", { of: "metres", least: 0 });
  if (leak !== undefined) checkNumber(leak, "leak", { of: "1/m2", least: 0, most: MOST_LEAK });
  checkKeys(terms, Object.keys(GROUND_DEFAULTS.terms), "terms");
  for (const [name, value] of Object.entries(terms)) checkNumber(value, `terms.${name}`, { least: 0 });
  const isDirection =
    Array.isArray(up) && up.length === 3 && up.every(Number.isFinite) && Math.hypot(...up) > 0;
  if (up !== "normal" && !isDirection) {
    throw new InputError(`normal or a direction of three numbers is needed; given: ${shown(up)}`, "up");
  }
  return all;
}

/** Refuses what is no ground. */
export function checkGround(ground: unknown): void {
  if (ground instanceof GroundMesh) return;
  throw new InputError(
    `a SurfaceGround is needed, made by new SurfaceGround(mesh); given: ${shown(ground)}`,
    "ground",
  );
}
