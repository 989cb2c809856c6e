/** The city all benchmarks share: N x N square blocks in a square, aligned or jittered. */
import { Random } from "../src/numerics/index.js";

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

/** Makes the city of n x n blocks. */
export function city(n: number, style: "aligned" | "jittered"): City {
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

function addBlock(coordinates: number[], x: number, y: number, angle: number): void {
  const c = (BLOCK / 2) * Math.cos(angle);
  const s = (BLOCK / 2) * Math.sin(angle);
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
