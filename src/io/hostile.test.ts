/** Broken and hostile files: every reader answers with a scene or with an InputError, and soon. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { completeScene } from "../world/index.js";
import { formatNamed } from "./index.js";

const data = (name: string): string =>
  readFileSync(new URL(`../../test/data/${name}`, import.meta.url), "utf8");

const rich = completeScene({
  name: "small",
  boundary: [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ],
  obstacles: [
    {
      polygon: [
        [1, 1],
        [2, 1],
        [2, 2],
      ],
    },
    {
      segment: [
        [4, 4],
        [5, 4],
      ],
    },
    { point: [7, 7] },
  ],
  goals: { exit: { points: [[8, 8]], start: 1 } },
  spawns: [
    {
      polygon: [
        [3, 1],
        [4, 1],
        [4, 2],
      ],
      count: 3,
      goals: ["exit"],
    },
  ],
});

const SAMPLES: readonly (readonly [string, string])[] = [
  ["geojson", data("hall.geojson")],
  ["geojson", formatNamed("geojson").write!(rich).text],
  ["wkt", data("rooms.wkt")],
  ["dxf", data("plan.dxf")],
  ["dxf", formatNamed("dxf").write!(rich).text],
  ["svg", data("drawing.svg")],
  ["svg", formatNamed("svg").write!(rich).text],
  ["map", "type octile\nheight 4\nwidth 5\nmap\n.....\n.@T..\n..@W.\n.....\n"],
  ["mesh", data("two-rooms.mesh")],
  ["scene", formatNamed("scene").write!(rich).text],
];

/** Reads; anything thrown but an InputError of one line fails the test. */
function attempt(id: string, text: string): void {
  try {
    formatNamed(id).read!(text);
  } catch (error) {
    if (!(error instanceof InputError) || error.message.includes("\n")) {
      throw new Error(`${id} threw ${error} on ${JSON.stringify(text.slice(0, 3000))}`);
    }
  }
}

describe.each(SAMPLES.map(([id, text], i) => [id, i, text] as const))("%s, sample %i", (id, i, text) => {
  test("reads as it stands", () => {
    expect(formatNamed(id).read!(text).scene.boundary.length).toBeGreaterThan(2);
  });

  test("every prefix", () => {
    for (let length = 0; length < text.length; length++) attempt(id, text.slice(0, length));
  });

  test(`3,000 mutations (seed ${100 + i})`, () => {
    const random = new Random(100 + i);
    const bits = [
      "NaN",
      "Infinity",
      "-",
      "1e999",
      "1e-300",
      "\0",
      "0",
      "-1",
      "9".repeat(30),
      "(",
      ")",
      "<",
      ">",
      "&",
      "\n",
      ",",
      " ",
      "\u00e9",
      "EMPTY",
      "[",
      "{",
      "null",
      '"',
    ];
    for (let round = 0; round < 3000; round++) {
      let mutant = text;
      for (let k = 0; k <= random.below(3); k++) {
        const at = random.below(mutant.length);
        const end = at + (random.below(3) === 0 ? random.below(40) : random.below(2));
        const kind = random.below(4);
        const piece =
          kind === 0
            ? bits[random.below(bits.length)]
            : kind === 1
              ? String.fromCharCode(random.below(128))
              : kind === 2
                ? ""
                : mutant.slice(random.below(mutant.length)).slice(0, random.below(60));
        mutant = mutant.slice(0, at) + piece + mutant.slice(end);
      }
      attempt(id, mutant);
    }
  });

  test("garbage (seed 9)", () => {
    const random = new Random(9);
    for (let round = 0; round < 300; round++) {
      attempt(
        id,
        Array.from({ length: random.below(200) }, () => String.fromCharCode(random.below(256))).join(""),
      );
    }
  });
});

describe("bombs are harmless", () => {
  test("entities of a DOCTYPE are not expanded", () => {
    const levels = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
      "",
    );
    const text = `<!DOCTYPE svg [<!ENTITY e0 "x">${levels}]><svg id="&e30;"><rect width="9" height="9"/><desc>&e30;</desc></svg>`;
    expect(formatNamed("svg").read!(text).scene.boundary).toHaveLength(4);
  });

  test("deep nesting", () => {
    const deep = 100_000;
    expect(() => formatNamed("svg").read!(`<svg>${"<g>".repeat(deep)}`)).toThrow(
      /line 1, <g>: elements nest deeper/,
    );
    expect(() => formatNamed("wkt").read!("GEOMETRYCOLLECTION (".repeat(deep))).toThrow(
      /collections nest deeper/,
    );
    const collection = '{"type":"GeometryCollection","geometries":['.repeat(deep);
    attempt("geojson", collection + "]}".repeat(deep));
    attempt("geojson", `{"type":"Polygon","coordinates":${"[".repeat(deep)}${"]".repeat(deep)}}`);
  });

  test("blocks that insert each other", () => {
    const insert = (name: string): string => `0\nINSERT\n2\n${name}\n10\n0\n20\n0\n`;
    const block = (name: string, inner: string): string => `0\nBLOCK\n2\n${name}\n${inner}0\nENDBLK\n`;
    const file = (blocks: string, entity: string): string =>
      `0\nSECTION\n2\nBLOCKS\n${blocks}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n${entity}0\nENDSEC\n0\nEOF\n`;
    const dxf = formatNamed("dxf");
    expect(() => dxf.read!(file(block("A", insert("A")), insert("A")))).toThrow(/blocks nest deeper than 16/);
    const tower = Array.from({ length: 12 }, (_, i) => block(`B${i + 1}`, insert(`B${i}`).repeat(10))).join(
      "",
    );
    expect(() => dxf.read!(file(tower, insert("B12")))).toThrow(/more than 1000000 entities/);
    const copies = `0\nINSERT\n2\nE\n10\n0\n20\n0\n70\n1000000000\n71\n1000000000\n`;
    expect(() => dxf.read!(file(block("E", ""), copies))).toThrow(/more than 1000000 entities/);
  });
});
