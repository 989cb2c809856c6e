/**
 * What a step of local maps sends to a device, in one piece (Fischer, Silveira and Nedel 2009, section V and figure 8): where
 * everybody stands, sorted into bins, and the attributes of those whose maps are made.
 */
import type { Point } from "../geometry/index.js";
import { firstCapacity } from "../growth.js";
import type { Bend } from "./equation.js";
import { LOOKER, PERSON } from "./gpu-maps-wgsl.js";
import { type Grid, WALL } from "./grid.js";

/** Everybody in a step, as columns: x, y and radius in metres; the first `count` entries count. */
export interface PeopleColumns {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
}

/** Somebody who looks around. */
export interface Looker {
  /** Its entry in the columns. */
  readonly slot: number;
  /** Direction that it faces; counts with a cone of view. */
  readonly facing: Point;
  /** Direction of the global way; null where there is none. */
  readonly way: Point | null;
  /** The goal, where it is a place that can be mapped. */
  readonly goal: Point | null;
  /** Metres from the goal that count as being there, >= 0. */
  readonly reach: number;
  readonly bend: Bend;
}

/** Metres along a side of a bin, about; larger where few people are far apart. */
const BIN = 2;

/** Words of a batch of attributes, with where its parts begin. */
export interface Attributes {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly bins: { readonly columns: number; readonly rows: number; readonly side: number };
  readonly people: number;
  readonly lookers: number;
  /** Metres. */
  readonly greatestRadius: number;
}

/** Packs steps; keeps its memory between them. */
export class AttributePacker {
  private buffer = new ArrayBuffer(4 * firstCapacity(4096));

  /**
   * @param frame the cells of the static map
   * @param layerOf the first word of the static map of a radius
   */
  pack(
    frame: Grid,
    people: PeopleColumns,
    lookers: readonly Looker[],
    layerOf: (radius: number) => number,
  ): Attributes {
    const { count } = people;
    const bins = binsOf(frame, count);
    const table = bins.columns * bins.rows + 1;
    const peopleAt = table;
    const lookersAt = peopleAt + PERSON * count;
    const size = lookersAt + LOOKER * lookers.length;
    if (this.buffer.byteLength < 4 * size) this.buffer = new ArrayBuffer(8 * size);
    const words = new Uint32Array(this.buffer, 0, size);
    const writer = new Writer(this.buffer, frame);
    const order = sortInto(words.subarray(0, table), frame, bins, people);
    let greatestRadius = 0;
    for (let slot = 0; slot < count; slot++) {
      const at = peopleAt + PERSON * order[slot];
      writer.place(at, people.x[slot], people.y[slot]);
      writer.float(at + 4, people.radius[slot]);
      greatestRadius = Math.max(greatestRadius, people.radius[slot]);
    }
    lookers.forEach((looker, k) => {
      const { slot, facing, way, goal, reach, bend } = looker;
      const at = lookersAt + LOOKER * k;
      words[at] = order[slot];
      words[at + 1] = layerOf(people.radius[slot]);
      writer.pair(at + 2, facing[0], facing[1]);
      writer.pair(at + 4, way?.[0] ?? 0, way?.[1] ?? 0);
      words[at + 6] = goal ? 1 : 0;
      writer.place(at + 7, goal?.[0] ?? 0, goal?.[1] ?? 0);
      writer.float(at + 11, reach);
      writer.pair(at + 12, bend.epsilon * bend.vector[0], bend.epsilon * bend.vector[1]);
    });
    return { words, bins, people: peopleAt, lookers: lookersAt, greatestRadius };
  }
}

/** Bins over the cells of a static map: not many more than people. */
function binsOf({ width, height, cell }: Grid, count: number): Attributes["bins"] {
  let side = Math.max(1, Math.round(BIN / cell));
  const along = (cells: number): number => Math.ceil(cells / side);
  while (along(width) * along(height) > 4 * count + 64) side *= 2;
  return { columns: along(width), rows: along(height), side };
}

/** Where each person goes when all are sorted by bins; fills the table of where each bin begins. */
function sortInto(
  starts: Uint32Array,
  { origin, cell }: Grid,
  { columns, rows, side }: Attributes["bins"],
  { count, x, y }: PeopleColumns,
): Uint32Array {
  // By the same whole cells as places are written in, so that both sides agree about the bin of everybody.
  const binAlong = (value: number, from: number, most: number): number =>
    Math.max(0, Math.min(most - 1, Math.floor(Math.floor((value - from) / cell) / side)));
  const bins = new Uint32Array(count);
  starts.fill(0);
  for (let slot = 0; slot < count; slot++) {
    bins[slot] = binAlong(y[slot], origin[1], rows) * columns + binAlong(x[slot], origin[0], columns);
    starts[bins[slot] + 1]++;
  }
  for (let bin = 1; bin < starts.length; bin++) starts[bin] += starts[bin - 1];
  const next = starts.slice();
  for (let slot = 0; slot < count; slot++) bins[slot] = next[bins[slot]]++;
  return bins;
}

/** Writes numbers of several kinds into words. */
class Writer {
  private readonly ints: Int32Array;
  private readonly floats: Float32Array;

  constructor(
    buffer: ArrayBuffer,
    private readonly frame: Grid,
  ) {
    this.ints = new Int32Array(buffer);
    this.floats = new Float32Array(buffer);
  }

  float(at: number, value: number): void {
    this.floats[at] = value;
  }

  pair(at: number, x: number, y: number): void {
    this.floats[at] = x;
    this.floats[at + 1] = y;
  }

  /** A place as a cell of the static map and the part of one beyond it. */
  place(at: number, x: number, y: number): void {
    const { origin, cell } = this.frame;
    const column = (x - origin[0]) / cell;
    const row = (y - origin[1]) / cell;
    this.ints[at] = Math.floor(column);
    this.ints[at + 1] = Math.floor(row);
    this.floats[at + 2] = column - Math.floor(column);
    this.floats[at + 3] = row - Math.floor(row);
  }
}

/** A static map with a bit per cell, without the ring: set where a wall is. */
export function wallBits({ width, height, stride, kinds }: Grid): Uint32Array<ArrayBuffer> {
  const bits = new Uint32Array(Math.ceil((width * height) / 32));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (kinds[(row + 1) * stride + column + 1] !== WALL) continue;
      const i = row * width + column;
      bits[i >> 5] |= 1 << (i & 31);
    }
  }
  return bits;
}
