import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyScene, plain } from "../../test/scene-arbitrary.js";
import { InputError } from "../errors.js";
import { completeScene, type Scene } from "../world/index.js";
import { formatNamed } from "./index.js";

function backAndForth(id: string, scene: Scene): Scene {
  const format = formatNamed(id);
  const { text, notes } = format.write!(scene);
  expect(notes).toEqual([]);
  return format.read!(text).scene;
}

/** -0 and 0 are the same place; a drawing may lose the difference. */
function withoutNegativeZero<T>(scene: T): T {
  return JSON.parse(JSON.stringify(scene)) as T;
}

describe.each(["scene", "geojson", "dxf", "svg"])("a scene through %s", (id) => {
  test("comes back the same, every key (seed 11)", () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        expect(withoutNegativeZero(backAndForth(id, scene))).toEqual(withoutNegativeZero(plain(scene)));
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  test("the caller's scene is left alone", () => {
    const scene = completeScene({
      boundary: [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
      obstacles: [{ point: [1, 0.5] }],
    });
    const before = JSON.stringify(scene);
    const back = backAndForth(id, scene);
    back.boundary[0][0] = 99;
    expect(JSON.stringify(scene)).toBe(before);
  });

  test("a goal called __proto__ is refused or dropped, and harms nothing", () => {
    const { text } = formatNamed(id).write!(
      completeScene({
        boundary: [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
        goals: { xyprotoxy: { points: [[1, 1]] } },
      }),
    );
    const named = text.replaceAll("xyprotoxy", "__proto__");
    try {
      expect(Object.keys(formatNamed(id).read!(named).scene.goals ?? {})).toEqual([]);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
    expect(({} as { points?: unknown }).points).toBeUndefined();
  });
});
