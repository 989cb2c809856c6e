/** The nodes of a glTF file: which meshes stand where. The graph is checked while it is walked, and no node is entered twice. */
import { InputError } from "../errors.js";
import { MOST } from "../limits.js";
import { Part } from "./gltf-container.js";

/** A matrix of 4 x 4, column by column, as glTF writes them. */
export type Matrix = readonly number[];

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A mesh at a place. */
export interface PlacedMesh {
  readonly mesh: Part;
  /** From the mesh's coordinates to those of the world. */
  readonly matrix: Matrix;
}

/** The meshes of the default scene, or of all nodes where there is none, in the order of the file. */
export function placedMeshes(root: Part): PlacedMesh[] {
  const nodes = root.get("nodes").list();
  if (nodes.length > MOST.nodes) {
    throw new InputError(`at most ${MOST.nodes} nodes are read; given: ${nodes.length}`, "nodes");
  }
  const meshes = root.get("meshes").list();
  const reached = new Uint8Array(nodes.length);
  const pending: { node: Part; matrix: Matrix }[] = [];
  /** Puts nodes on the stack, the first on top; `parts` hold their numbers. */
  const enter = (parts: readonly Part[], matrix: Matrix): void => {
    for (const part of [...parts].reverse()) {
      const node = part.in(nodes);
      const index = part.value as number;
      if (reached[index])
        throw new InputError(`node ${index} has two parents, or is its own ancestor`, part.where);
      reached[index] = 1;
      pending.push({ node, matrix });
    }
  };
  enter(rootsOf(root, nodes), IDENTITY);
  const placed: PlacedMesh[] = [];
  for (let top = pending.pop(); top; top = pending.pop()) {
    const matrix = product(top.matrix, matrixOf(top.node));
    const mesh = top.node.get("mesh");
    if (!mesh.isMissing) placed.push({ mesh: mesh.in(meshes), matrix });
    enter(top.node.get("children").list(), matrix);
  }
  const cycle = root.get("scene").isMissing ? reached.indexOf(0) : -1;
  if (cycle >= 0) throw new InputError(`node ${cycle} is its own ancestor`, `nodes[${cycle}]`);
  return placed;
}

/** The numbers of the default scene's nodes; without one, of those that are nobody's child. */
function rootsOf(root: Part, nodes: readonly Part[]): Part[] {
  const scene = root.get("scene");
  if (!scene.isMissing) return scene.in(root.get("scenes").list()).get("nodes").list();
  const isChild = new Uint8Array(nodes.length);
  for (const node of nodes) {
    for (const child of node.get("children").list()) {
      child.in(nodes);
      isChild[child.value as number] = 1;
    }
  }
  return nodes.flatMap(({ where }, i) => (isChild[i] ? [] : [new Part(i, where)]));
}

/** A node's own matrix: given as such, or as translation, rotation (a quaternion) and scale. */
function matrixOf(node: Part): Matrix {
  const matrix = node.get("matrix");
  if (!matrix.isMissing) return matrix.numbers(IDENTITY);
  const [tx, ty, tz] = node.get("translation").numbers([0, 0, 0]);
  const [x, y, z, w] = node.get("rotation").numbers([0, 0, 0, 1]);
  const [sx, sy, sz] = node.get("scale").numbers([1, 1, 1]);
  // biome-ignore format: columns
  return [
    (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
    2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
    2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
    tx, ty, tz, 1,
  ];
}

function product(a: Matrix, b: Matrix): Matrix {
  const result: number[] = [];
  for (let column = 0; column < 16; column += 4) {
    for (let row = 0; row < 4; row++) {
      result.push(
        a[row] * b[column] +
          a[row + 4] * b[column + 1] +
          a[row + 8] * b[column + 2] +
          a[row + 12] * b[column + 3],
      );
    }
  }
  return result;
}
