/** The city all benchmarks share: N x N square blocks in a square, aligned or jittered. */
import { Random } from "../src/numerics/index.js";
import type { Scene } from "../src/world/index.js";

/** Side of a block and width of a street, in metres. */
const BLOCK = 15;
const STREET = 5;
const PITCH = BLOCK + STREET;

/** A jittered block moves and turns by at most these; it then stays inside its own pitch by 0.16 m. */
const JITTER = Object.freeze({ offset: 1, angle: 0.2, seed: 1 });

/** A plan as flat arrays: four corners of the boundary, then four of every block, and their edges. */
export interface City {
  readonly name: string;
  /** Blocks, each of four corners, counterclockwise. */
  readonly blocks: number;
  /** x, y of every vertex. */
  readonly points: Float64Array;
  /** The two vertices of every edge. */
  readonly edges: Int32Array;
  /** Area outside all blocks, in square metres. */
  readonly freeArea: number;
}

/** Whether the blocks of a city stand in line, or each is moved and turned a little. */
export type CityStyle = "aligned" | "jittered";

/** Makes the city of n x n blocks. */
export function city(n: number, style: CityStyle): City {
  const side = n * PITCH + STREET;
  const coordinates = [0, 0, side, 0, side, side, 0, side];
  const random = new Random(JITTER.seed);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const x = STREET + column * PITCH + BLOCK / 2;
      const y = STREET + row * PITCH + BLOCK / 2;
      if (style === "aligned") addBlock(coordinates, x, y, 0);
      else {
        const dx = random.between(-JITTER.offset, JITTER.offset);
        const dy = random.between(-JITTER.offset, JITTER.offset);
        addBlock(coordinates, x + dx, y + dy, random.between(-JITTER.angle, JITTER.angle));
      }
    }
  }
  const points = Float64Array.from(coordinates);
  return {
    name: `city-${n} ${style}`,
    blocks: n * n,
    points,
    edges: ringEdges(points.length / 2),
    freeArea: side * side - n * n * BLOCK * BLOCK,
  };
}

function addBlock(coordinates: number[], x: number, y: number, angle: number, side = BLOCK): void {
  const c = (side / 2) * Math.cos(angle);
  const s = (side / 2) * Math.sin(angle);
  coordinates.push(x - c + s, y - s - c, x + c + s, y + s - c, x + c - s, y + s + c, x - c - s, y - s + c);
}

/** Every four vertices in a row are a ring. */
function ringEdges(vertices: number): Int32Array {
  const edges = new Int32Array(2 * vertices);
  for (let v = 0; v < vertices; v++) {
    edges[2 * v] = v;
    edges[2 * v + 1] = v % 4 === 3 ? v - 3 : v + 1;
  }
  return edges;
}

/** The city for single paths: squares of 6 m in cells of 10 m, the streets 4 m wide. */
const SQUARE = Object.freeze({ side: 6, cell: 10 });

/** A square's corner is 4.25 m from its centre: moved by up to 0.7 m and turned at will, it stays in its cell. */
const SQUARE_JITTER = Object.freeze({ offset: 0.7, angle: Math.PI / 4, seed: 1 });

/** Makes the scene of n x n squares. */
export function squareCity(n: number, style: CityStyle): Scene {
  const { side, cell } = SQUARE;
  const { offset, angle, seed } = SQUARE_JITTER;
  const random = new Random(seed);
  const obstacles: { polygon: [number, number][] }[] = [];
  for (let i = 0; i < n * n; i++) {
    const x = ((i % n) + 0.5) * cell;
    const y = (Math.floor(i / n) + 0.5) * cell;
    const [dx, dy, turn] = [offset, offset, angle].map((most) =>
      style === "jittered" ? random.between(-most, most) : 0,
    );
    const corners: number[] = [];
    addBlock(corners, x + dx, y + dy, turn, side);
    obstacles.push({ polygon: [0, 2, 4, 6].map((k) => [corners[k], corners[k + 1]]) });
  }
  const width = n * cell;
  return {
    format: "wayfield-scene",
    version: 1,
    name: `Squares ${n} x ${n}, ${style}`,
    boundary: [
      [0, 0],
      [width, 0],
      [width, width],
      [0, width],
    ],
    obstacles,
  };
}
