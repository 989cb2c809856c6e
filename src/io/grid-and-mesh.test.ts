import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { freeArea, isFree } from "../../test/measure-scene.js";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { isSimple } from "../../test/simple-ring.js";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import type { Scene } from "../world/index.js";
import { formatNamed } from "./index.js";

const readMap = (text: string): Scene => formatNamed("map").read!(text).scene;
const readMesh = (text: string): Scene => formatNamed("mesh").read!(text).scene;

const mapText = (rows: readonly string[]): string =>
  `type octile\nheight ${rows.length}\nwidth ${rows[0].length}\nmap\n${rows.join("\n")}\n`;

function randomRows(random: Random, width: number, height: number, share: number): string[] {
  return Array.from({ length: height }, () =>
    Array.from({ length: width }, () =>
      random.unit() < share ? "@OTW"[random.below(4)] : ".GS"[random.below(3)],
    ).join(""),
  );
}

/**
 * The same cells as a mesh, each free cell a polygon; some neighbours are hidden behind walls without thickness.
 * Neighbour i of a polygon lies across the edge from corner i - 1 to corner i.
 */
function meshText(rows: readonly string[], walled: (a: number, b: number) => boolean): string {
  const [height, width] = [rows.length, rows[0].length];
  const free = (x: number, y: number): boolean => ".GS".includes(rows[height - 1 - y]?.[x] || "@");
  const id = new Map<string, number>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (free(x, y)) id.set(`${x},${y}`, id.size);
  const corner = (x: number, y: number): number => y * (width + 1) + x;
  const lines: string[] = [];
  for (let y = 0; y <= height; y++) for (let x = 0; x <= width; x++) lines.push(`${x} ${y} 1 -1`);
  for (const [key, own] of id) {
    const [x, y] = key.split(",").map(Number);
    const corners = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
    const sides = [
      [x - 1, y],
      [x, y - 1],
      [x + 1, y],
      [x, y + 1],
    ].map(([i, j]) => {
      const other = id.get(`${i},${j}`) ?? -1;
      return other >= 0 && walled(Math.min(own, other), Math.max(own, other)) ? -1 : other;
    });
    lines.push(`4 ${corners.join(" ")} ${sides.join(" ")}`);
  }
  return `mesh\n2\n${(width + 1) * (height + 1)} ${id.size}\n${lines.join("\n")}\n`;
}

/** Every cell's centre is free or not as drawn; obstacles are simple and do not overlap; areas add up. */
function expectCells(scene: Scene, rows: readonly string[]): void {
  const height = rows.length;
  let cells = 0;
  rows.forEach((row, r) => {
    [...row].forEach((cell, x) => {
      const expected = ".GS".includes(cell);
      if (expected) cells++;
      expect(isFree(scene, [x + 0.5, height - 1 - r + 0.5])).toBe(expected);
    });
  });
  expect(freeArea(scene)).toBe(cells);
  expect(isSimple(scene.boundary)).toBe(true);
  for (const { polygon } of scene.obstacles ?? []) if (polygon) expect(isSimple(polygon)).toBe(true);
}

describe("Moving AI maps", () => {
  test("row 0 is the top: y is flipped", () => {
    const scene = readMap(mapText(["..", "@."]));
    expect(isFree(scene, [0.5, 1.5])).toBe(true);
    expect(isFree(scene, [0.5, 0.5])).toBe(false);
  });

  test("an outer ring of blocked cells shapes the boundary, and is no obstacle", () => {
    const scene = readMap(mapText(["@@@@@", "@...@", "@.@.@", "@...@", "@@@@@"]));
    expect(freeArea(scene)).toBe(8);
    expect(scene.boundary.length).toBe(4);
    expect(scene.obstacles).toHaveLength(1);
  });

  test("a blocked region around a free pocket is cut into simple polygons", () => {
    const rows = [".......", ".@@@@@.", ".@...@.", ".@.@.@.", ".@...@.", ".@@@@@.", "......."];
    const scene = readMap(mapText(rows));
    expectCells(scene, rows);
    expect(scene.obstacles!.length).toBeGreaterThan(2);
  });

  test("nobody passes between two blocked cells that meet in a corner", () => {
    const rows = ["..@", ".@.", "@.."];
    const { scene, notes } = formatNamed("map").read!(mapText(rows));
    expectCells(scene, rows);
    expect(notes[0]).toMatch(/2 separate walkable areas/);
  });

  test("100 random grids: cells, areas and simple obstacles (seed 3)", () => {
    const random = new Random(3);
    for (let i = 0; i < 100; i++) {
      const rows = randomRows(random, 1 + random.below(14), 1 + random.below(14), random.between(0.05, 0.7));
      if (!rows.join("").match(/[.GS]/)) continue;
      expectCells(readMap(mapText(rows)), rows);
    }
  });

  test("a 256 x 256 grid of noise keeps every free cell (seed 4)", () => {
    const rows = randomRows(new Random(4), 256, 256, 0.4);
    const cells = rows.join("").replace(/[^.GS]/g, "").length;
    expect(freeArea(readMap(mapText(rows)))).toBe(cells);
  });

  test.each([
    ["type octile\nheight 1000000000\nwidth 1000000000\nmap\n..", /line 2: a whole number from 1 to 65536/],
    ["type octile\nheight 60000\nwidth 60000\nmap\n..", /line 5: 60000 rows are declared, 1 lines follow/],
    ["type octile\nheight 2\nwidth 2\nmap\n..\n.x\n", /line 6, column 2: a cell is one of/],
    ["type octile\nheight 2\nwidth 2\nmap\n..\n...\n", /line 6: a row of 2 cells/],
    ["type octile\nheight 1\nwidth 2\nmap\n..\n..\n", /line 6: more than the 1 declared rows/],
    ["type octile\nheight 1\nmap\n..\n", /lacks "width"/],
    ["type octile\nheight NaN\nwidth 2\nmap\n..\n", /line 2/],
    ["", /no line "map"/],
  ])("a faulty map says where (%#)", (text, message) => {
    expect(() => readMap(text)).toThrow(InputError);
    expect(() => readMap(text)).toThrow(message);
  });
});

describe("Polyanya meshes", () => {
  test("200 meshes of random cells agree with the cells, walls without thickness included (seed 5)", () => {
    const random = new Random(5);
    for (let i = 0; i < 200; i++) {
      const rows = randomRows(random, 1 + random.below(9), 1 + random.below(9), random.between(0, 0.6));
      if (!rows.join("").match(/[.GS]/)) continue;
      const share = i % 2 === 0 ? 0 : 0.15;
      const walls = new Set<string>();
      const asked = new Map<string, boolean>();
      const text = meshText(rows, (a, b) => {
        const key = `${a} ${b}`;
        if (!asked.has(key)) asked.set(key, random.unit() < share);
        if (asked.get(key)) walls.add(key);
        return asked.get(key)!;
      });
      const scene = readMesh(text);
      expectCells(scene, rows);
      expect(scene.obstacles!.filter((o) => o.segment)).toHaveLength(walls.size);
    }
  });

  test("clockwise polygons are read too", () => {
    const text = readFileSync(new URL("../../test/data/two-rooms.mesh", import.meta.url), "utf8");
    const scene = readMesh(text);
    // Two rooms of 4 x 4 and 2 x 4 beside each other, joined by a door edge from y = 1 to y = 3.
    expect(freeArea(scene)).toBe(24);
    expect(isFree(scene, [4, 2])).toBe(true);
  });

  /** A mesh of version 2 as version 3 writes it, with faces one may not walk on among the others. */
  function asVersion3(text: string, random: Random): string {
    const words = text.split(/\s+/).filter(Boolean).map(Number);
    const [, , vertexCount, polygonCount] = words;
    let at = 4;
    const points: string[] = [];
    for (let v = 0; v < vertexCount; v++) {
      points.push(`${words[at]} ${words[at + 1]}`);
      at += 3 + words[at + 2];
    }
    const polygons = Array.from({ length: polygonCount }, () => {
      const n = words[at];
      const polygon = {
        corners: words.slice(at + 1, at + 1 + n),
        across: words.slice(at + 1 + n, at + 1 + 2 * n),
      };
      at += 1 + 2 * n;
      return polygon;
    });
    // A blocked face before each polygon or not, which shifts the numbers of those that follow.
    const blocked = polygons.map(() => random.below(2) === 1);
    let count = 0;
    const numbers = blocked.map((isBlocked) => (count += isBlocked ? 2 : 1));
    const faces = polygons.flatMap(({ corners, across }, p) => {
      const neighbours = across.map((q) => (q >= 0 ? numbers[q] : blocked[p] ? -(numbers[p] - 1) : 0));
      const face = `1 ${corners.length} ${corners.map((v) => v + 1).join(" ")} ${neighbours.join(" ")}`;
      const wall = `0 3 1 2 3 0 0 ${-numbers[p]}`;
      return blocked[p] ? [wall, face] : [face];
    });
    return ["mesh", "3", `${vertexCount} ${count}`, ...points, ...faces, ""].join("\n");
  }

  test("version 3: 100 meshes are the scenes of the same meshes of version 2 (seed 6)", () => {
    const random = new Random(6);
    for (let i = 0; i < 100; i++) {
      const rows = randomRows(random, 1 + random.below(9), 1 + random.below(9), random.between(0, 0.6));
      if (!rows.join("").match(/[.GS]/)) continue;
      const text = meshText(rows, () => false);
      expect(readMesh(asVersion3(text, random))).toEqual(readMesh(text));
    }
  });

  test("version 3: faces that are blocked are not free, and negative neighbours are walls", () => {
    const square = "mesh\n3\n5 4\n0 0\n10 0\n10 10\n0 10\n5 5\n";
    const around = (first: number, across: number): string =>
      `${square}${first} 3  1 2 5  ${-4 * across} 0 ${-2 * across}\n1 3  2 3 5  ${-across} 0 3\n1 3  3 4 5  2 0 4\n1 3  4 1 5  3 0 ${-across}\n`;
    // The lower quarter is an obstacle.
    const cut = readMesh(around(0, 1));
    expect(freeArea(cut)).toBe(75);
    expect([isFree(cut, [5, 1]), isFree(cut, [5, 9])]).toEqual([false, true]);
    // It is free, and behind two thin walls.
    const walled = readMesh(around(1, 1));
    expect(freeArea(walled)).toBe(100);
    expect(walled.obstacles?.filter(({ segment }) => segment)).toHaveLength(2);
    // There are no walls.
    expect(readMesh(around(1, -1)).obstacles ?? []).toEqual([]);
  });

  test.each([
    ["mesh\n1\n", /line 2: only versions 2 and 3/],
    ["mesh\n3\n3 1\n0 0\n1 0\n0 1\n1 3 0 1 2 0 0 0\n", /line 7: a whole number from 1 to 3/],
    ["mesh\n3\n3 1\n0 0\n1 0\n0 1\n2 3 1 2 3 0 0 0\n", /line 7: a whole number from 0 to 1/],
    ["mesh\n3\n3 1\n0 0\n1 0\n0 1\n0 3 1 2 3 0 0 0\n", /no face of the mesh can be walked on/],
    ["mesh\n3\n3 1\n0 0\n1 0\n0 1\n1 3 1 2 3 2 0 0\n", /line 7: a whole number from -1 to 1/],
    ["mesh\n2\n999999999999 3\n", /line 3: a whole number from 3 to/],
    [
      "mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2 -1 -1\n",
      /the file ends where a neighbour is expected/,
    ],
    ["mesh\n2\n3 1\n0 0 1 0\n1 NaN 1 0\n0 1 1 0\n3 0 1 2 -1 -1 -1\n", /line 5: a finite decimal number/],
    ["mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 7 -1 -1 -1\n", /line 7: a whole number from 0 to 2/],
    ["mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2 -1 -1 -1\n4\n", /line 8: nothing is expected/],
    [
      "mesh\n2\n3 2\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2 1 -1 -1\n3 0 1 2 -1 -1 -1\n",
      /polygon 1 is named as neighbour/,
    ],
    ["solid", /line 1: "mesh" is expected/],
  ])("a faulty mesh says where (%#)", (text, message) => {
    expect(() => readMesh(text)).toThrow(InputError);
    expect(() => readMesh(text)).toThrow(message);
  });

  test.skipIf(!hasSharedFile("arena.mesh")).each(["arena", "aurora-merged", "Paris_0_1024"])(
    "%s: the outline's area is the sum of the polygons'",
    (name) => {
      const text = sharedFile(`${name}.mesh`);
      const scene = readMesh(text);
      const words = text.split(/\s+/).filter(Boolean).map(Number);
      let at = 4;
      const x: number[] = [];
      const y: number[] = [];
      for (let v = 0; v < words[2]; v++) {
        x.push(words[at]);
        y.push(words[at + 1]);
        at += 3 + words[at + 2];
      }
      let twice = 0;
      const centres: [number, number][] = [];
      for (let p = 0; p < words[3]; p++) {
        const corners = words.slice(at + 1, at + 1 + words[at]);
        corners.forEach((b, i) => {
          const a = corners.at(i - 1)!;
          twice += x[a] * y[b] - x[b] * y[a];
        });
        const mean = (list: number[]): number =>
          corners.reduce((sum, v) => sum + list[v], 0) / corners.length;
        if (p % 97 === 0) centres.push([mean(x), mean(y)]);
        at += 1 + 2 * words[at];
      }
      expect(freeArea(scene)).toBe(twice / 2);
      for (const centre of centres) expect(isFree(scene, centre)).toBe(true);
      for (const { polygon } of scene.obstacles!) {
        if (polygon && polygon.length < 400) expect(isSimple(polygon)).toBe(true);
      }
    },
  );
});
