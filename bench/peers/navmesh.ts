/**
 * recast-navigation and navcat: the navigation meshes that JavaScript users have. Both are Recast and Detour, one
 * compiled to WebAssembly, one written again in JavaScript; so both get the same input and the same settings.
 */
import { DEFAULT_QUERY_FILTER, FindPathResultFlags, findPath } from "navcat";
import { generateSoloNavMesh as generateNavcat, type SoloNavMeshOptions } from "navcat/blocks";
import { init, NavMeshQuery } from "recast-navigation";
import { generateSoloNavMesh as generateRecast, generateTiledNavMesh } from "recast-navigation/generators";
import type { Point } from "../../src/geometry/index.js";
import type { World } from "../../src/world/index.js";

/** Triangles in space, y up: the free ground, and a vertical wall around every obstacle. */
export interface Ground {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** Something that finds ways after it was built. */
export interface Navigator {
  /** The way from a to b, or what was found of it; null for a failure. */
  path(a: Point, b: Point): Point[] | null;
  /** Gives memory back that the engine does not see. */
  destroy(): void;
}

/** A library that makes navigators. */
export interface NavmeshPeer {
  readonly name: string;
  /** Cities with more blocks are left out. */
  readonly most: number;
  setup(): Promise<void>;
  build(ground: Ground): Navigator;
}

/** Metres: voxels of a quarter of a metre are 16 across a street of 4 m; finer ones cost time by the square. */
const CELL = 0.25;
const CELL_HEIGHT = 0.25;
const WALL_HEIGHT = 3;
/** Voxels: people of 2 m and no width, who climb nothing. */
const PERSON_HEIGHT = 8;
/** Voxels that an outline may leave the border by; 1.3 is both libraries' default. */
const SIMPLIFICATION = 1.3;
/** Search nodes and polygons or points of a path: as many as Detour can count, since its defaults give up early. */
const MOST_NODES = 65_535;
const MOST_POLYGONS = 16_384;
/** Recast's single mesh counts vertices in 16 bits: larger grounds are cut into tiles of so many voxels. */
const MOST_SOLO_VERTICES = 32_000;
const TILE = 256;
/** Where the ground near a point is looked for. */
const REACH = 1;

/** The free triangles of a world, and walls. Both peers take the triangulation for granted; ours has to make it. */
export function groundOf(world: World): Ground {
  const { mesh } = world.space.triangulation;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) positions.push(mesh.coords[2 * v], 0, mesh.coords[2 * v + 1]);
  for (let f = 0; f < mesh.faceCount; f++) {
    if (mesh.triangles[3 * f] < 0 || !world.space.isFree(f)) continue;
    // Counterclockwise from above, once y has become z.
    for (let e = 3 * f + 2; e >= 3 * f; e--) indices.push(mesh.triangles[e]);
  }
  for (const { polygon = [] } of world.obstacles) {
    const first = positions.length / 3;
    for (const [x, y] of polygon) positions.push(x, 0, y, x, WALL_HEIGHT, y);
    polygon.forEach((_, i) => {
      const [a, b] = [first + 2 * i, first + 2 * ((i + 1) % polygon.length)];
      indices.push(a, b, a + 1, b, b + 1, a + 1);
    });
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

const recast: NavmeshPeer = {
  name: "recast-navigation",
  most: Infinity,
  setup: () => init(),
  build({ positions, indices }) {
    const settings = {
      cs: CELL,
      ch: CELL_HEIGHT,
      walkableRadius: 0,
      walkableClimb: 0,
      walkableHeight: PERSON_HEIGHT,
      maxSimplificationError: SIMPLIFICATION,
      maxEdgeLen: 0,
      minRegionArea: 0,
    };
    const result =
      positions.length > 3 * MOST_SOLO_VERTICES
        ? generateTiledNavMesh(positions, indices, { ...settings, tileSize: TILE })
        : generateRecast(positions, indices, settings);
    if (!result.success) throw new Error(result.error);
    const { navMesh } = result;
    const query = new NavMeshQuery(navMesh, { maxNodes: MOST_NODES });
    query.defaultQueryHalfExtents = { x: REACH, y: REACH, z: REACH };
    return {
      path(a, b) {
        const { success, path } = query.computePath(
          { x: a[0], y: 0, z: a[1] },
          { x: b[0], y: 0, z: b[1] },
          {
            maxPathPolys: MOST_POLYGONS,
            maxStraightPathPoints: MOST_POLYGONS,
          },
        );
        return success ? path.map(({ x, z }): Point => [x, z]) : null;
      },
      destroy() {
        query.destroy();
        navMesh.destroy();
      },
    };
  },
};

const NAVCAT_OPTIONS: SoloNavMeshOptions = {
  cellSize: CELL,
  cellHeight: CELL_HEIGHT,
  walkableRadiusVoxels: 0,
  walkableRadiusWorld: 0,
  walkableClimbVoxels: 0,
  walkableClimbWorld: 0,
  walkableHeightVoxels: PERSON_HEIGHT,
  walkableHeightWorld: PERSON_HEIGHT * CELL_HEIGHT,
  walkableSlopeAngleDegrees: 60,
  borderSize: 0,
  minRegionArea: 0,
  mergeRegionArea: 20 * 20,
  maxSimplificationError: SIMPLIFICATION,
  maxEdgeLength: 0,
  maxVerticesPerPoly: 6,
  detailSampleDistance: 6 * CELL,
  detailSampleMaxError: CELL_HEIGHT,
};

const navcat: NavmeshPeer = {
  name: "navcat",
  // At 100 x 100 blocks it needs about a minute for one mesh.
  most: 32 * 32,
  setup: async () => {},
  build(ground) {
    const { navMesh } = generateNavcat(ground, NAVCAT_OPTIONS);
    return {
      path(a, b) {
        const reach: [number, number, number] = [REACH, REACH, REACH];
        const { flags, path } = findPath(
          navMesh,
          [a[0], 0, a[1]],
          [b[0], 0, b[1]],
          reach,
          DEFAULT_QUERY_FILTER,
        );
        if ((flags & FindPathResultFlags.SUCCESS) === 0) return null;
        return path.map(({ position }): Point => [position[0], position[2]]);
      },
      destroy() {},
    };
  },
};

/** Both, the faster one first. */
export const NAVMESH_PEERS: readonly NavmeshPeer[] = [recast, navcat];
