import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { Building, diagnose, parseAnyScene, World } from "../world/index.js";
import { BUILTIN_BUILDINGS, builtinBuilding, isBuiltinBuilding } from "./index.js";

describe.each(BUILTIN_BUILDINGS.map(({ example }) => example))("built-in building %s", (name) => {
  const scene = builtinBuilding(name);

  test("fits the schema, is named, and can be planned in", () => {
    expect(isBuiltinBuilding(name)).toBe(true);
    expect(parseAnyScene(JSON.parse(JSON.stringify(scene)))).toEqual(scene);
    expect(scene.name).toBeTruthy();
    expect(new World(new Building(scene)).building!.levels).toHaveLength(scene.levels.length);
  });

  test("has nothing wrong: inner walls may stand against the outer ones, and that is all", () => {
    const found = diagnose(scene).filter(({ code }) => code !== "obstacle-touches-boundary");
    expect(found).toEqual([]);
  });
});

test("a number of storeys out of range is refused", () => {
  expect(() => builtinBuilding("stair-tower-0")).toThrow(InputError);
  expect(() => builtinBuilding("office-tower-201")).toThrow("storeys are a whole number from 1 to 200");
});
