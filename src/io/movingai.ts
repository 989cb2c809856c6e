/**
 * Grid maps of the Moving AI benchmarks (Sturtevant 2012), read only.
 *
 * Row 0 is the top of the picture, and y points up here: the cell (column, row) is the unit square from
 * (column, height - 1 - row). Cells are joined across edges only; where two blocked cells meet in a corner
 * nobody passes between them.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { completeScene } from "../world/index.js";
import type { Format, Imported } from "./format.js";
import { type BoundaryEdges, outlinesOf } from "./loops.js";
import { counted, readInteger, shownText } from "./text.js";
import { planOf } from "./walkable.js";

const FREE = ".GS";
const BLOCKED = "@OTW";

/** Cells along one side: more would overflow the corner numbers. */
const GREATEST_SIDE = 65536;

interface Grid {
  readonly width: number;
  readonly height: number;
  /** 1 where free; row 0 at the lowest y. */
  readonly free: Uint8Array;
}

function readHeader(lines: readonly string[]): { width: number; height: number; first: number } {
  const size = new Map<string, number>();
  for (let i = 0; i < lines.length; i++) {
    const where = `line ${i + 1}`;
    const [key, value = "", ...rest] = lines[i].trim().split(/\s+/);
    if (rest.length > 0 || size.size > 3) break;
    if (key === "map" && value === "") {
      for (const side of ["height", "width"]) {
        if (!size.has(side)) throw new InputError(`the header lacks "${side}"`, where);
      }
      return { width: size.get("width")!, height: size.get("height")!, first: i + 1 };
    }
    if (key === "height" || key === "width") size.set(key, readInteger(value, where, 1, GREATEST_SIDE));
    else if (key !== "type" && key !== "") {
      throw new InputError(
        `a line "type", "height", "width" or "map" is expected; given: ${shownText(lines[i])}`,
        where,
      );
    }
  }
  throw new InputError(
    'no line "map" ends the header; "type octile", "height", "width" and "map" are expected',
    "line 1",
  );
}

function readGrid(text: string): Grid {
  const lines = text.split(/\r?\n/);
  const { width, height, first } = readHeader(lines);
  // Before anything is allocated: the rows must be there.
  if (lines.length - first < height) {
    throw new InputError(
      `${height} rows are declared, ${lines.length - first} lines follow`,
      `line ${lines.length}`,
    );
  }
  for (let row = 0; row < height; row++) {
    const { length } = lines[first + row];
    if (length !== width) {
      throw new InputError(
        `a row of ${width} cells is expected; given: ${length}`,
        `line ${first + row + 1}`,
      );
    }
  }
  const extra = lines.findIndex((line, i) => i >= first + height && line.trim() !== "");
  if (extra >= 0) throw new InputError(`more than the ${height} declared rows`, `line ${extra + 1}`);
  const free = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const line = lines[first + row];
    for (let column = 0; column < width; column++) {
      const cell = line[column];
      if (FREE.includes(cell)) free[(height - 1 - row) * width + column] = 1;
      else if (!BLOCKED.includes(cell)) {
        const allowed = `one of ${[...FREE, ...BLOCKED].join(" ")}`;
        throw new InputError(
          `a cell is ${allowed}; given: ${shownText(cell)}`,
          `line ${first + row + 1}, column ${column + 1}`,
        );
      }
    }
  }
  return { width, height, free };
}

/** Numbers the free regions that are connected across cell edges; -1 in blocked cells. */
function labelled({ width, height, free }: Grid): Int32Array {
  const label = new Int32Array(width * height).fill(-1);
  const stack: number[] = [];
  let regions = 0;
  for (let seed = 0; seed < free.length; seed++) {
    if (!free[seed] || label[seed] >= 0) continue;
    label[seed] = regions;
    stack.push(seed);
    while (stack.length > 0) {
      const cell = stack.pop()!;
      const column = cell % width;
      const visit = (neighbour: number): void => {
        if (!free[neighbour] || label[neighbour] >= 0) return;
        label[neighbour] = regions;
        stack.push(neighbour);
      };
      if (column > 0) visit(cell - 1);
      if (column < width - 1) visit(cell + 1);
      if (cell >= width) visit(cell - width);
      if (cell < width * (height - 1)) visit(cell + width);
    }
    regions++;
  }
  return label;
}

/** The sides of free cells that face blocked ones or the outside, with the free cell on the left. */
function edgesOf(grid: Grid): BoundaryEdges {
  const { width, height, free } = grid;
  const label = labelled(grid);
  const points: Point[] = [];
  const indexOf = new Map<number, number>();
  const corner = (x: number, y: number): number => {
    const key = y * (width + 1) + x;
    let index = indexOf.get(key);
    if (index === undefined) {
      index = points.push([x, y]) - 1;
      indexOf.set(key, index);
    }
    return index;
  };
  const edges = { from: [] as number[], to: [] as number[], region: [] as number[] };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      if (!free[cell]) continue;
      const add = (ax: number, ay: number, bx: number, by: number): void => {
        edges.from.push(corner(ax, ay));
        edges.to.push(corner(bx, by));
        edges.region.push(label[cell]);
      };
      if (y === 0 || !free[cell - width]) add(x, y, x + 1, y);
      if (x === width - 1 || !free[cell + 1]) add(x + 1, y, x + 1, y + 1);
      if (y === height - 1 || !free[cell + width]) add(x + 1, y + 1, x, y + 1);
      if (x === 0 || !free[cell - 1]) add(x, y + 1, x, y);
    }
  }
  return { points, ...edges };
}

function read(text: string): Imported {
  const grid = readGrid(text);
  const { areas } = outlinesOf(edgesOf(grid));
  if (areas.length === 0) throw new InputError("no cell is free");
  const notes: string[] = [];
  const { boundary, obstacles } = planOf(areas, notes);
  const cells = grid.free.reduce((sum, cell) => sum + cell, 0);
  notes.push(`${grid.width} x ${grid.height} cells of 1 m, ${counted(cells, "free cell")}; y points up`);
  const scene = completeScene({
    boundary: boundary as [number, number][],
    obstacles: obstacles.map((polygon) => ({ polygon: polygon as [number, number][] })),
  });
  return { scene, notes };
}

/** Moving AI grid maps. */
export const movingAiFormat: Format = {
  id: "map",
  title: "Moving AI grid map",
  extensions: [".map"],
  read,
};
