import { expect, test } from "vitest";
import { BUILTIN_SCENES, builtinScene } from "../scenes/index.js";
import { diagnose, scaleScene, World } from "./index.js";

/** Every number of a scene with its place. */
function numbersOf(value: unknown, place = ""): Map<string, number> {
  const found = new Map<string, number>();
  if (typeof value === "number") found.set(place, value);
  else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      for (const [inner, number] of numbersOf(part, `${place}.${key}`)) found.set(inner, number);
    }
  }
  return found;
}

/** Places whose numbers are no lengths of the plan. */
const KEPT =
  /^\.(version|simulation|bottleneck|profiles\.[^.]+\.(?!behaviour\.(target|curve)))|\.(time|speed|weight|count|rate|density)$|^\.spawns\.\d+\.(start$|profile|shares|known)|^\.zones\.\d+\.speed\.|^\.(queues|waiting)\.[^.]+\.(service|seconds|until|gap)/;

test("every built-in scene: all lengths of the plan change, nothing else does", () => {
  for (const { example } of BUILTIN_SCENES) {
    const scene = builtinScene(example);
    const [before, after] = [numbersOf(scene), numbersOf(scaleScene(scene, 2))];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [place, number] of before) {
      expect(`${place} ${after.get(place)}`).toBe(`${place} ${KEPT.test(place) ? number : 2 * number}`);
    }
  }
});

test("a plan in millimetres is warned of, and is sound when scaled", () => {
  const scene = scaleScene(builtinScene("two-rooms"), 1000);
  const units = diagnose(scene).filter(({ code }) => code === "units");
  expect(units.map(({ message }) => message)).toEqual([expect.stringContaining("scaled by 0.001")]);
  const mended = scaleScene(scene, 0.001);
  expect(diagnose(mended).filter(({ code }) => code === "units")).toEqual([]);
  expect(new World(mended).area).toBeCloseTo(new World(builtinScene("two-rooms")).area, 6);
});

test("no built-in scene is taken for one in millimetres, large cities included", () => {
  for (const name of [...BUILTIN_SCENES.map(({ example }) => example), "profiling-300"]) {
    expect(diagnose(builtinScene(name)).some(({ code }) => code === "units")).toBe(false);
  }
});

test.each([0, -1, Number.NaN, Infinity])("a factor of %s is refused", (factor) => {
  expect(() => scaleScene(builtinScene("corridor"), factor)).toThrow("scale: a finite number > 0 is needed");
});
