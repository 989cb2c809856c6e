import { describe, expect, test } from "vitest";
import { InputError } from "./errors.js";
import {
  checkChoice,
  checkFlag,
  checkKeys,
  checkList,
  checkNumber,
  checkPoint,
  didYouMean,
  shown,
} from "./options.js";

const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  return "";
};

describe("keys", () => {
  const known = ["goals", "radius", "barriers"];

  test.each([
    [{ goals: [], radius: 1 }, ""],
    [{ goal: [] }, 'unknown option "goal"; did you mean "goals"? known: goals, radius, barriers'],
    [{ Radius: 1 }, 'unknown option "Radius"; did you mean "radius"? known: goals, radius, barriers'],
    [{ raduis: 1 }, 'unknown option "raduis"; did you mean "radius"? known: goals, radius, barriers'],
    [{ colour: 1 }, 'unknown option "colour"; known: goals, radius, barriers'],
    [[1], "an object is needed, with options among goals, radius, barriers; given: [1]"],
    [undefined, "an object is needed, with options among goals, radius, barriers; given: undefined"],
    ["exit", 'an object is needed, with options among goals, radius, barriers; given: "exit"'],
  ])("%j", (given, message) => {
    expect(messageOf(() => checkKeys(given, known))).toBe(message);
  });

  test("are named with their place and their noun", () => {
    expect(messageOf(() => checkKeys({ stat: 1 }, ["point", "start"], "goals[2]", "key"))).toBe(
      'goals[2]: unknown key "stat"; did you mean "start"? known: point, start',
    );
  });
});

test.each([
  ["strat", ["start", "stop"], 'did you mean "start"? '],
  ["exti", ["entrance", "exit"], 'did you mean "exit"? '],
  ["ab", ["abcd"], ""],
  ["", ["a"], ""],
  ["x", [], ""],
])("nearest word to %s among %j", (given, known, expected) => {
  expect(didYouMean(given, known)).toBe(expected);
});

test.each([
  [1, { least: 0 }, ""],
  [Number.NaN, { least: 0, of: "metres" }, "a finite number of metres >= 0 is needed; given: NaN"],
  [Infinity, { least: 0 }, "a finite number >= 0 is needed; given: Infinity"],
  [Infinity, { least: 1, infinite: true }, ""],
  [-Infinity, { infinite: true }, "a number is needed; given: -Infinity"],
  ["1", { above: 0 }, 'a finite number > 0 is needed; given: "1"'],
  [0, { above: 0, most: 10 }, "a finite number > 0 and <= 10 is needed; given: 0"],
  [2.5, { least: 0, most: 64, whole: true }, "a whole number from 0 to 64 is needed; given: 2.5"],
  [64, { least: 0, most: 64, whole: true }, ""],
  [1, { below: 1 }, "a finite number < 1 is needed; given: 1"],
  [null, {}, "a finite number is needed; given: null"],
])("number %s within %j", (value, range, message) => {
  expect(messageOf(() => checkNumber(value, "", range))).toBe(message);
});

test("choices, flags, lists and points say what is needed", () => {
  expect(checkChoice("wall", "limits", ["wall", "free"])).toBe("wall");
  expect(messageOf(() => checkChoice("wal", "limits", ["wall", "free"]))).toBe(
    'limits: wall or free is needed; given: "wal"; did you mean "wall"?',
  );
  expect(messageOf(() => checkChoice(3, "m", ["a", "b", "c"]))).toBe("m: one of a, b, c is needed; given: 3");
  expect(messageOf(() => checkFlag("yes", "carries"))).toBe('carries: true or false is needed; given: "yes"');
  expect(messageOf(() => checkList("exit" as never, "goals", "goals"))).toBe(
    'goals: a list of goals is needed; given: "exit"',
  );
  expect(checkPoint([1, 2], "p")).toEqual([1, 2]);
  for (const wrong of [[1], [1, 2, 3], [1, Number.NaN], ["1", "2"], { x: 1, y: 2 }, null, 3]) {
    expect(messageOf(() => checkPoint(wrong, "p"))).toMatch(
      /^p: a point is \[x, y\] with two finite numbers; given: /,
    );
  }
});

test("values are shown short, on one line, with NaN as it is", () => {
  expect(shown([1, Number.NaN])).toBe("[1,NaN]");
  expect(shown({ x: -Infinity })).toBe('{"x":-Infinity}');
  expect(shown("x".repeat(99))).toHaveLength(60);
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  expect(shown(ring)).toMatch(/^\{"self":\{"self":.*\.\.\.$/);
  expect(shown(() => 1)).toBe("a function");
});
