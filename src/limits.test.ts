import { afterEach, describe, expect, it } from "vitest";
import { InputError } from "./errors.js";
import { readObj } from "./io/index.js";
import { maxMemory, needMemory, setMaxMemory } from "./limits.js";
import { PathMap, RasterMap } from "./pathmap/index.js";
import { PotentialField } from "./potential/index.js";
import { SurfaceMesh } from "./surface/index.js";
import { World } from "./world/index.js";

afterEach(() => setMaxMemory());

const GIB = 2 ** 30;

describe("memory", () => {
  it("is refused in one line that says what, how much, what is allowed and how to allow more", () => {
    expect(maxMemory()).toBe(4 * GIB);
    expect(() => needMemory("a raster", 4 * GIB)).not.toThrow();
    expect(() => needMemory("a raster", 6.5 * GIB, "size", "; try less")).toThrow(
      new InputError(
        "a raster may need 6.5 GiB of memory; allowed: 4 GiB (--max-memory or setMaxMemory allows more); try less",
        "size",
      ),
    );
    setMaxMemory(7 * GIB);
    expect(() => needMemory("a raster", 6.5 * GIB)).not.toThrow();
  });

  it.each([0, -1, Number.NaN])("%d is no amount of memory", (bytes) => {
    expect(() => setMaxMemory(bytes)).toThrow(InputError);
    expect(maxMemory()).toBe(4 * GIB);
  });

  const world = new World({
    boundary: [
      [0, 0],
      [8, 0],
      [8, 8],
      [0, 8],
    ],
  });
  const goals = [{ point: [1, 1] as const }];
  const square = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], faces: [0, 1, 2, 1, 3, 2] };
  const manyVertices = `${"v 0 0 0\n".repeat(2000)}f 1 2 3\n`;

  it.each<[string, number, () => unknown]>([
    ["the raster of a path map", 200_000, () => new RasterMap(new PathMap(world, { goals }), 150)],
    ["the grid of a potential", 100_000, () => new PotentialField(world, { goals, cell: 0.1 })],
    ["the faces of a surface", 299, () => new SurfaceMesh(square)],
    ["a mesh that is read", 60_000, () => readObj(manyVertices)],
  ])("bounds %s", (_, bytes, make) => {
    expect(make).not.toThrow();
    setMaxMemory(bytes);
    expect(make).toThrow(/may need .* of memory; allowed: /);
  });
});
