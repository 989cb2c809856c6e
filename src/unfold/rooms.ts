/**
 * The free ground in convex rooms: triangles joined where the walls allow it. A search that crosses rooms instead of
 * triangles has fewer doors to go through (Cui, Harabor and Grastien 2017 do the same).
 *
 * A *side* is an edge of a room, counterclockwise, the room on its left; the sides of a room are numbered one after
 * another. Rooms are strictly convex: no three corners in a row lie on a line.
 */
import { faceOf, nextEdge, orient, prevEdge } from "../geometry/index.js";
import type { Ground } from "./ground.js";

/** Rooms with more sides are not made: whoever enters looks at all of them. */
const MOST_SIDES = 16;

export class Rooms {
  /** x and y of vertex v at 2v and 2v + 1. */
  readonly coords: Float64Array;
  /** Per triangle: its room; -1 where it is not free. */
  readonly roomOf: Int32Array;
  /** Per room: its first side; one more than rooms, so that the last one has an end. */
  readonly first: Int32Array;
  /** Per room: the number of its connected part. */
  readonly part: Int32Array;
  /** Per side: its room. */
  readonly room: Int32Array;
  /** Per side: the vertex it leaves. */
  readonly vertex: Int32Array;
  /** Per side: the node of that vertex, as seen from the room. */
  readonly node: Int32Array;
  /** Per side: those after and before it. */
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Per side: the same edge seen from the next room; -1 for walls. */
  readonly twin: Int32Array;
  /** Per side: its length. */
  readonly length: Float64Array;
  /**
   * Per node: the sides that leave its vertex in the first and the last room of its sector, counterclockwise; -1 where a
   * path has nothing to bend around.
   */
  readonly firstSide: Int32Array;
  readonly lastSide: Int32Array;

  constructor(ground: Ground) {
    const { mesh } = ground;
    const joined = new JoinedFaces(ground);
    this.coords = mesh.coords;
    this.roomOf = new Int32Array(mesh.faceCount).fill(-1);
    const sideOf = new Int32Array(3 * mesh.faceCount).fill(-1);
    const edges = new Int32Array(sideOf.length);
    const first: number[] = [];
    let count = 0;
    for (let e = 0; e < sideOf.length; e++) {
      if (sideOf[e] >= 0 || joined.gone[e] || ground.nodes[e] < 0) continue;
      this.roomOf[joined.find(faceOf(e))] = first.length;
      first.push(count);
      for (let k = e; sideOf[k] < 0; k = joined.next[k]) {
        sideOf[k] = count;
        edges[count++] = k;
      }
    }
    first.push(count);
    for (let f = 0; f < mesh.faceCount; f++)
      if (ground.nodes[3 * f] >= 0) this.roomOf[f] = this.roomOf[joined.find(f)];
    this.first = Int32Array.from(first);
    this.vertex = new Int32Array(count);
    this.node = new Int32Array(count);
    this.room = new Int32Array(count);
    this.next = new Int32Array(count);
    this.prev = new Int32Array(count);
    this.twin = new Int32Array(count);
    this.length = new Float64Array(count);
    for (let side = 0; side < count; side++) {
      const e = edges[side];
      this.vertex[side] = mesh.triangles[e];
      this.node[side] = ground.nodes[e];
      this.room[side] = this.roomOf[faceOf(e)];
      this.next[side] = sideOf[joined.next[e]];
      this.prev[side] = sideOf[joined.prev[e]];
      this.twin[side] = ground.walls[e] ? -1 : sideOf[mesh.twins[e]];
      this.length[side] = Math.sqrt(squaredLength(ground, e));
    }
    this.firstSide = new Int32Array(ground.nodeCount).fill(-1);
    this.lastSide = new Int32Array(ground.nodeCount).fill(-1);
    for (let side = 0; side < count; side++) if (this.twin[side] < 0) this.noteSector(side);
    this.part = new Int32Array(first.length - 1).fill(-1);
    for (let room = 0; room < this.part.length; room++) if (this.part[room] < 0) this.fillPart(room);
  }

  /** Gives all rooms that can be reached from one its number. */
  private fillPart(start: number): void {
    const { part, first, twin, room } = this;
    const open = [start];
    part[start] = start;
    for (let r = open.pop(); r !== undefined; r = open.pop()) {
      for (let side = first[r]; side < first[r + 1]; side++) {
        if (twin[side] < 0 || part[room[twin[side]]] >= 0) continue;
        part[room[twin[side]]] = start;
        open.push(room[twin[side]]);
      }
    }
  }

  /** Notes first and last side of a sector that begins with wall `side`, if a path can bend there. */
  private noteSector(side: number): void {
    const { vertex, prev, twin, coords } = this;
    let last = side;
    while (twin[prev[last]] >= 0) last = twin[prev[last]];
    const v = 2 * vertex[side];
    const a = 2 * vertex[this.next[side]];
    const b = 2 * vertex[prev[last]];
    const turn = orient(coords[v], coords[v + 1], coords[a], coords[a + 1], coords[b], coords[b + 1]);
    if (turn > 0) return;
    // In line: a half turn, or the end of a wall, with free ground all around.
    const along =
      (coords[a] - coords[v]) * (coords[b] - coords[v]) +
      (coords[a + 1] - coords[v + 1]) * (coords[b + 1] - coords[v + 1]);
    if (turn === 0 && along < 0) return;
    this.firstSide[this.node[side]] = side;
    this.lastSide[this.node[side]] = last;
  }
}

/** Triangles joined to convex rooms, the longest common edge first: what is left are short doors. */
class JoinedFaces {
  /** Per half-edge: 1 when the room reaches across it. */
  readonly gone: Uint8Array;
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Per face: another face of its room, or itself; and, for the latter, how many sides the room has. */
  private readonly parent: Int32Array;
  private readonly sides: Uint8Array;

  constructor(private readonly ground: Ground) {
    const { faceCount } = ground.mesh;
    const count = 3 * faceCount;
    this.gone = new Uint8Array(count);
    this.next = new Int32Array(count);
    this.prev = new Int32Array(count);
    for (let e = 0; e < count; e++) {
      this.next[e] = nextEdge(e);
      this.prev[e] = prevEdge(e);
    }
    this.parent = new Int32Array(faceCount);
    for (let f = 0; f < faceCount; f++) this.parent[f] = f;
    this.sides = new Uint8Array(faceCount).fill(3);
    for (const e of longestFirst(ground)) this.join(e);
  }

  /** The face that stands for the room of face f. */
  find(f: number): number {
    const { parent } = this;
    while (parent[f] !== f) {
      parent[f] = parent[parent[f]];
      f = parent[f];
    }
    return f;
  }

  /** Joins the rooms on both sides of an edge, if the result is strictly convex and not too large. */
  private join(e: number): void {
    const { next, prev, sides } = this;
    const t = this.ground.mesh.twins[e];
    const a = this.find(faceOf(e));
    const b = this.find(faceOf(t));
    const count = sides[a] + sides[b] - 2;
    if (count > MOST_SIDES || !this.turnsLeft(prev[e], next[t]) || !this.turnsLeft(prev[t], next[e])) return;
    this.parent[b] = a;
    sides[a] = count;
    this.gone[e] = this.gone[t] = 1;
    next[prev[e]] = next[t];
    prev[next[t]] = prev[e];
    next[prev[t]] = next[e];
    prev[next[e]] = prev[t];
  }

  /** Whether an edge that ends where another begins turns left into it. */
  private turnsLeft(a: number, b: number): boolean {
    const { ground } = this;
    const { triangles } = ground.mesh;
    const [u, v, w] = [triangles[a], triangles[b], ground.end(b)];
    return orient(ground.x(u), ground.y(u), ground.x(v), ground.y(v), ground.x(w), ground.y(w)) > 0;
  }
}

/** Edges between free triangles, from long to short, up to 1/128 of their squares: which is all that the order is for. */
function longestFirst(ground: Ground): Int32Array {
  const { twins, faceCount } = ground.mesh;
  // Floats above 0 are in the order of their bits, of which the upper half will do.
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  const rank = (e: number): number => {
    float[0] = squaredLength(ground, e);
    return 0x7fff - (bits[0] >>> 16);
  };
  const isDoor = (e: number): boolean => e < twins[e] && !ground.walls[e] && ground.nodes[e] >= 0;
  const before = new Int32Array(0x8001);
  for (let e = 0; e < 3 * faceCount; e++) if (isDoor(e)) before[rank(e) + 1]++;
  for (let i = 1; i < before.length; i++) before[i] += before[i - 1];
  const order = new Int32Array(before[0x8000]);
  for (let e = 0; e < 3 * faceCount; e++) if (isDoor(e)) order[before[rank(e)]++] = e;
  return order;
}

function squaredLength(ground: Ground, e: number): number {
  const v = ground.mesh.triangles[e];
  const w = ground.end(e);
  return (ground.x(w) - ground.x(v)) ** 2 + (ground.y(w) - ground.y(v)) ** 2;
}
