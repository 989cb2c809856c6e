/** What readers of meshes share. */

import { firstCapacity, grown } from "../growth.js";
import { needMemory } from "../limits.js";
import type { MeshInput } from "../surface/index.js";

/** A mesh read from a file, with what had to be decided on the way. */
export interface ImportedMesh {
  readonly mesh: MeshInput;
  /** One line per decision a user should know of. */
  readonly notes: readonly string[];
}

/** Flat lists that grow. */
export class MeshBuilder {
  private positions = new Float64Array(3 * firstCapacity(1024));
  private faces = new Int32Array(3 * firstCapacity(1024));
  private positionCount = 0;
  private faceCount = 0;

  get vertexCount(): number {
    return this.positionCount / 3;
  }

  vertex(x: number, y: number, z: number): void {
    this.positions = withRoom(this.positions, this.positionCount);
    this.positions[this.positionCount++] = x;
    this.positions[this.positionCount++] = y;
    this.positions[this.positionCount++] = z;
  }

  face(a: number, b: number, c: number): void {
    this.faces = withRoom(this.faces, this.faceCount);
    this.faces[this.faceCount++] = a;
    this.faces[this.faceCount++] = b;
    this.faces[this.faceCount++] = c;
  }

  mesh(): MeshInput {
    return {
      positions: this.positions.slice(0, this.positionCount),
      faces: this.faces.slice(0, this.faceCount),
    };
  }
}

/** The list with room for three more numbers. */
function withRoom<T extends Float64Array | Int32Array>(list: T, count: number): T {
  if (count + 3 <= list.length) return list;
  // The list, and the one twice as long that it goes to.
  needMemory(`more than ${list.length / 3} vertices or faces`, 3 * list.byteLength);
  return grown(list, 2 * list.length);
}

/** A polygon as triangles from its first corner. */
export function fanFaces(builder: MeshBuilder, corners: readonly number[]): void {
  for (let i = 1; i + 1 < corners.length; i++) builder.face(corners[0], corners[i], corners[i + 1]);
}
