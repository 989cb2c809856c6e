import { describe, expect, it } from "vitest";
import { groupMapPicture, localMapPicture } from "./index.js";
import { cellRing, centreOf, type MapCells, mapBox, pathCells } from "./map-cells.js";

/** 7 x 7 cells of 0.5 m around (10, 20): a wall in the middle of the third column from the right, the goal on the right. */
function map(): MapCells & { kinds: Uint8Array; u: Float32Array } {
  const size = 7;
  const kinds = new Uint8Array(size * size);
  for (let i = 0; i < size; i++) {
    for (const at of [i, size * (size - 1) + i, size * i, size * i + size - 1]) kinds[at] = 1;
  }
  for (const row of [2, 3]) kinds[row * size + 4] = 1;
  kinds[3 * size + 6] = 2;
  const u = Float32Array.from(kinds, (kind) => (kind === 2 ? 1 : 0));
  for (let round = 0; round < 2000; round++) {
    for (let i = size; i < u.length - size; i++)
      if (kinds[i] === 0) u[i] = (u[i - 1] + u[i + 1] + u[i - size] + u[i + size]) / 4;
  }
  return { size, cell: 0.5, kinds, u, position: [10, 20] };
}

describe("cells of a map", () => {
  it("lie around what the map is centred on, row 0 lowest", () => {
    const cells = map();
    expect(mapBox(cells)).toEqual({ minX: 8.25, minY: 18.25, maxX: 11.75, maxY: 21.75 });
    expect(centreOf(cells, 3 * 7 + 3)).toEqual([10, 20]);
    expect(centreOf(cells, 0)).toEqual([8.5, 18.5]);
    expect(cellRing(cells, 48)[2]).toEqual([11.75, 21.75]);
  });

  it("the path goes over free neighbours, u rising, from the middle around the wall to the goal", () => {
    const cells = map();
    const path = pathCells(cells);
    expect(path[0]).toBe(3 * 7 + 3);
    expect(cells.kinds[path[path.length - 1]]).toBe(2);
    for (let k = 1; k < path.length; k++) {
      const [dx, dy] = [
        (path[k] % 7) - (path[k - 1] % 7),
        Math.floor(path[k] / 7) - Math.floor(path[k - 1] / 7),
      ];
      expect(Math.max(Math.abs(dx), Math.abs(dy))).toBe(1);
      expect(cells.kinds[path[k]]).not.toBe(1);
      expect(cells.u[path[k]]).toBeGreaterThan(cells.u[path[k - 1]]);
    }
  });

  it("somebody boxed in has no path but its own cell", () => {
    const cells = map();
    cells.u.fill(0);
    expect(pathCells(cells)).toEqual([3 * 7 + 3]);
  });
});

describe("pictures of maps", () => {
  it("a local map shows its field, or what is blocked, free and on the path: a shape per cell and a legend", () => {
    const drawn = { ...map(), radius: 0.2, way: [1, 0] as const, gradient: [1, 0] as const };
    const field = localMapPicture(drawn, { size: 300 }).toSvg();
    expect(field).toContain(">local gradient<");
    expect(field).not.toContain(">blocked<");
    const plain = localMapPicture(drawn, { size: 300, field: false }).toSvg();
    for (const label of ["blocked", "free", "path"]) expect(plain).toContain(`>${label}<`);
    expect(() => localMapPicture(drawn, { field: 1 as unknown as boolean })).toThrow(/field: true or false/);
  });

  it("a group map tells those apart whom the map leads", () => {
    const member = { position: [10, 20] as const, radius: 0.2, place: [10.5, 20] as const };
    const drawn = (weight: number) => ({ ...map(), way: [1, 0] as const, members: [{ ...member, weight }] });
    const [alone, led] = [0, 0.3].map((weight) => groupMapPicture(drawn(weight), { size: 300 }).toSvg());
    expect(alone).not.toBe(led);
    expect(led).toContain(">formation and map<");
  });
});
