import { expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { jsonFault } from "./json-fault.js";
import { parseJson } from "./scene-json.js";

const SAMPLE = '{ "a": [1, -2.5e3, true, null, "x\\n\\u00e9"], "b": {"c": {}, "d": []},\n "e": "" }';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("agrees with JSON.parse on what is valid: every prefix and 20,000 mutations (seed 41)", () => {
  const random = new Random(41);
  const texts = Array.from({ length: SAMPLE.length + 1 }, (_, i) => SAMPLE.slice(0, i));
  for (let i = 0; i < 20_000; i++) {
    const at = random.below(SAMPLE.length);
    texts.push(
      SAMPLE.slice(0, at) + '{}[],:"\\ 0e-.tn'[random.below(15)] + SAMPLE.slice(at + random.below(2)),
    );
  }
  for (const text of texts) expect(jsonFault(text) < 0, text).toBe(parses(text));
});

test.each([
  ['{"a": 1,\n "b": x}', 15],
  ['{"a": 1,\n}', 9],
  ["[1, 2", 5],
  ["[1 2]", 3],
  ["{} {}", 3],
  ["geojson", 0],
  ["[01]", 1],
])("%j is faulty at %i", (text, offset) => {
  expect(jsonFault(text)).toBe(offset);
});

test("errors name the line", () => {
  expect(() => parseJson('{"a": 1,\n "b": x}')).toThrow(/^line 2, column 7: not valid JSON/);
  expect(() => parseJson("geojson")).toThrow(/^line 1, column 1: not valid JSON/);
});

test("long strings are scanned, not matched: no stack is exhausted", () => {
  for (const long of ["a".repeat(2e7), "\\n".repeat(1e7)]) {
    expect(() => parseJson(`{"a": "${long}",\n x}`)).toThrow(/^line 2, column 2: not valid JSON/);
    expect(() => parseJson(`{"a": "${long}", "b":\nNaN}`)).toThrow(/^line 2, column 1: NaN is not a number/);
  }
});
