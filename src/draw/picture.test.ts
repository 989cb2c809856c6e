import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { builtinScene } from "../scenes/index.js";
import { completeScene } from "../world/index.js";
import { lengthLabel, niceLength } from "./furniture.js";
import type { Canvas } from "./marks.js";
import { traceDisc, traceLine, traceRing } from "./path.js";
import { Picture, type PictureOptions } from "./picture.js";
import { viridis } from "./ramps.js";
import { drawScene, scenePicture } from "./scene.js";

const world = { minX: -5, minY: 10, maxX: 35, maxY: 30 };

/** Opening and closing tags match, attributes are quoted: what an XML reader needs. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, close, name, _attributes, empty) => {
      if (close) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
      return "";
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
  expect(rest).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
}

describe("Picture", () => {
  it("maps the world on the page and back, y up, same scale both ways, seed 2", () => {
    const picture = new Picture(world, { size: 800, title: "T" });
    const random = new Random(2);
    for (let i = 0; i < 100; i++) {
      const p: Point = [random.between(-5, 35), random.between(10, 30)];
      const back = picture.toWorld(picture.toPage(p));
      expect(back[0]).toBeCloseTo(p[0], 9);
      expect(back[1]).toBeCloseTo(p[1], 9);
    }
    expect(picture.y(30)).toBeLessThan(picture.y(10));
    expect((picture.x(35) - picture.x(-5)) / 40).toBeCloseTo((picture.y(10) - picture.y(30)) / 20, 9);
  });

  it.each([
    [40, 20],
    [20, 40],
    [1, 100],
    [1000, 1],
    [3, 3],
  ])("keeps a world of %d x %d m on the page, whose longer side is the size", (width, height) => {
    for (const size of [100, 400, 1200]) {
      const picture = new Picture(
        { minX: 0, minY: 0, maxX: width, maxY: height },
        { size, title: "A title", subtitle: "x" },
      );
      expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(size);
      if (width === height) expect(picture.height).toBe(size);
      const { left, top, right, bottom } = picture.plan;
      expect(left).toBeGreaterThan(0);
      expect(top).toBeGreaterThan(0);
      expect(right).toBeLessThan(picture.width);
      expect(bottom).toBeLessThan(picture.height);
    }
  });

  it("stays within its size with a full legend and a long title, from thumbnails up", () => {
    for (const name of ["corridor", "park", "office", "city-2"]) {
      for (const size of [100, 150, 300, 601, 1600]) {
        const picture = scenePicture(builtinScene(name), { size, title: "A title that is long ".repeat(9) });
        expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(size);
        expect(picture.scale).toBeGreaterThan(0);
        expectWellFormed(picture.toSvg());
      }
    }
  });

  it("orders layers: above all by default, beneath another when asked", () => {
    const picture = new Picture(world);
    for (const name of ["floor", "walls"]) picture.layer(name);
    picture.layer("field", "walls");
    picture.layer("agents");
    for (const name of ["agents", "floor", "field", "walls"]) {
      picture.layer(name).shape({ stroke: "#000000" }, (path) =>
        traceLine(path, [
          [0, 10],
          [1, 11],
        ]),
      );
    }
    const order = [...picture.toSvg().matchAll(/<g class="(\w+)"/g)].map((match) => match[1]);
    expect(order.filter((name) => name !== "frame")).toEqual(["floor", "field", "walls", "agents"]);
    expect(picture.layer("walls")).toBe(picture.layer("walls"));
    expect(() => picture.layer("new", "nowhere")).toThrow(/there are floor, field, walls, agents/);
  });

  it("keeps arcs counterclockwise in the world", () => {
    const picture = new Picture(world, { size: 1000 });
    const seen: unknown[][] = [];
    const path = {
      moveTo() {},
      lineTo() {},
      closePath() {},
      arc: (...args: unknown[]) => void seen.push(args),
    };
    const layer = picture.layer("x").shape({}, (p) => p.arc(0, 20, 2, 0, Math.PI / 2));
    const mark = layer.marks[0];
    if (mark.kind !== "shape") throw new Error("a shape was drawn");
    mark.trace(path);
    const [x, y, radius, from, to, anticlockwise] = seen[0] as [
      number,
      number,
      number,
      number,
      number,
      boolean,
    ];
    expect([x, y, radius]).toEqual([picture.x(0), picture.y(20), 2 * picture.scale]);
    // A quarter turn from the right to the top: on the page, against the clock.
    expect([from, to, anticlockwise]).toEqual([-0, -Math.PI / 2, true]);
  });

  it("grows for legend entries added later, and shows ramps", () => {
    const picture = new Picture(world, { size: 600 });
    const before = picture.height;
    for (let i = 0; i < 8; i++)
      picture.legend({ label: `entry number ${i}`, sample: "line", colour: "#123456" });
    picture.legend({ label: "distance", sample: "ramp", ramp: viridis, low: "0 m", high: "43 m" });
    expect(picture.height).toBeGreaterThan(before);
    const svg = picture.toSvg();
    expectWellFormed(svg);
    expect(svg).toContain(">43 m<");
  });

  it.each([
    [{ size: 99 }, /^size: a whole number of pixels from 100 to 20000 is needed; given: 99/],
    [{ size: 20001 }, /given: 20001/],
    [{ size: 10.5 }, /whole number/],
    [{ size: Number.NaN }, /given: NaN/],
    [{ unit: 20, size: 200 }, /200 px leaves no room for the plan when unit is 20/],
    [{ thme: "dark" }, /unknown option "thme"; did you mean "theme"\? known: size, theme/],
    [{ unit: 0 }, /^unit: a finite number from 0.1 to 20 is needed; given: 0/],
    [{ theme: "blue" }, /^theme: light or dark is needed; given: "blue"/],
  ] as unknown as [Pick<PictureOptions, "size" | "theme" | "unit">, RegExp][])(
    "refuses %j",
    (options, message) => {
      expect(() => new Picture(world, options)).toThrow(InputError);
      expect(() => new Picture(world, options)).toThrow(message);
      expect(() => drawScene(builtinScene("corridor"), options)).toThrow(message);
    },
  );

  it("paints on a canvas the same shapes and words as it writes in SVG", () => {
    const picture = scenePicture(builtinScene("office"), { size: 500 });
    const words: string[] = [];
    let shapes = 0;
    const state: Record<string, unknown> = {};
    const canvas = new Proxy(state, {
      get: (target, key: string) => {
        if (key === "fillText") return (text: string) => words.push(text);
        if (key === "beginPath") return () => shapes++;
        return target[key] ?? (() => {});
      },
      set: (target, key: string, value) => {
        target[key] = value;
        return true;
      },
    }) as unknown as Canvas;
    picture.paint(canvas);
    const svg = picture.toSvg();
    expect(words).toEqual([...svg.matchAll(/<text [^>]*>([^<]*)</g)].map((match) => match[1]));
    expect(shapes).toBeGreaterThanOrEqual((svg.match(/<path /g) ?? []).length);
  });
});

describe("furniture", () => {
  it.each([
    [7.3, 5],
    [5, 5],
    [4.99, 2],
    [1.2, 1],
    [0.3, 0.2],
    [1999, 1000],
    [0.00021, 0.0002],
  ])("the round length of at most %f is %f", (most, nice) => {
    expect(niceLength(most)).toBe(nice);
  });

  it("names lengths", () => {
    expect([lengthLabel(0.5), lengthLabel(20), lengthLabel(1965)]).toEqual(["0.5 m", "20 m", "1.965 km"]);
  });
});

describe("drawScene", () => {
  it.each([
    "corridor",
    "two-rooms",
    "park",
    "subway",
    "office",
    "evacuation",
    "profiling-3",
    "city-5-jittered",
  ])("draws %s as a well-formed document, light and dark, with its goals named on the page", (name) => {
    const scene = builtinScene(name);
    for (const theme of ["light", "dark"] as const) {
      const picture = scenePicture(scene, { theme, grid: true });
      const svg = picture.toSvg();
      expectWellFormed(svg);
      for (const goal of Object.keys(scene.goals ?? {})) expect(svg).toContain(`>${goal}</text>`);
      for (const [, x, y] of svg.matchAll(/<text x="([^"]+)" y="([^"]+)"/g)) {
        expect(Number(x)).toBeGreaterThan(0);
        expect(Number(x)).toBeLessThan(picture.width);
        expect(Number(y)).toBeGreaterThan(0);
        expect(Number(y)).toBeLessThan(picture.height);
      }
    }
  });

  it("draws every obstacle where it stands, to a hundredth of a pixel", () => {
    const scene = builtinScene("city-3");
    const picture = scenePicture(scene);
    const d = /<g class="walls">\n<path d="([^"]+)"/.exec(picture.toSvg())?.[1] ?? "";
    const rings = d.split("Z").filter(Boolean);
    expect(rings).toHaveLength(9);
    rings.forEach((ring, i) => {
      const [x, y] = /^M(\S+) (\S+?)[HVL]/.exec(ring)?.slice(1).map(Number) ?? [];
      const corner = scene.obstacles?.[i].polygon?.[0] ?? [0, 0];
      expect(Math.abs(x - picture.x(corner[0]))).toBeLessThanOrEqual(0.0051);
      expect(Math.abs(y - picture.y(corner[1]))).toBeLessThanOrEqual(0.0051);
    });
  });

  it("escapes what a scene's author wrote", () => {
    const scene = completeScene({
      name: 'A & B <script> "quoted" \u0007',
      boundary: [
        [0, 0],
        [10, 0],
        [10, 5],
        [0, 5],
      ],
      goals: { "<exit>": { points: [[5, 2]] } },
    });
    const svg = drawScene(scene);
    expectWellFormed(svg);
    expect(svg).toContain("A &amp; B &lt;script&gt;");
    expect(svg).not.toContain("\u0007");
  });

  it("shows barriers, weights, segment and point obstacles, and only then explains them", () => {
    const plain = {
      boundary: [
        [0, 0],
        [10, 0],
        [10, 5],
        [0, 5],
      ] as [number, number][],
    };
    const full = completeScene({
      ...plain,
      obstacles: [
        {
          segment: [
            [2, 1],
            [2, 4],
          ],
        },
        { point: [7, 2] },
        {
          polygon: [
            [4, 1],
            [5, 1],
            [5, 2],
          ],
        },
      ],
      barriers: [
        {
          segment: [
            [2, 4],
            [2, 5],
          ],
          weight: 1.5,
        },
      ],
      weights: [{ vertex: [4, 1], speed: 2 }],
    });
    const svg = drawScene(full);
    for (const word of ["barrier", "faster from here", "×1.5", "×2"])
      expect(svg).toContain(`>${word}</text>`);
    expect(drawScene(completeScene(plain))).not.toContain("barrier");
  });

  it("fills the union of obstacles that turn opposite ways", () => {
    const square: [number, number][] = [
      [2, 1],
      [4, 1],
      [4, 3],
      [2, 3],
    ];
    const scene = completeScene({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 5],
        [0, 5],
      ],
      obstacles: [
        { polygon: square },
        { polygon: square.map(([x, y]): [number, number] => [x + 1, y + 1]).reverse() },
      ],
    });
    const d = /<g class="walls">\n<path d="([^"]+)"/.exec(drawScene(scene))?.[1] ?? "";
    // Both rings start with a step along x, or both along y, when they turn the same way.
    const turns = d
      .split("Z")
      .filter(Boolean)
      .map((ring) => signOf(ring));
    expect(turns[0]).toBe(turns[1]);
  });

  it("leaves the scene as it was", () => {
    const scene = builtinScene("office");
    const before = JSON.stringify(scene);
    drawScene(scene);
    expect(JSON.stringify(scene)).toBe(before);
  });

  it("lets planners add layers beneath the walls and above", () => {
    const picture = scenePicture(builtinScene("two-rooms"));
    picture.layer("field", "spawns").image({ href: "data:image/png;base64,AAAA" }, picture.world);
    picture.layer("agents", "labels").shape({ fill: "#ff0000" }, (path) => traceDisc(path, [5, 5], 0.25));
    picture.layer("lanes", "marks").shape({ stroke: "#00ff00" }, (path) =>
      traceRing(path, [
        [1, 1],
        [2, 1],
        [2, 2],
      ]),
    );
    const svg = picture.toSvg();
    expectWellFormed(svg);
    expect(svg.indexOf('class="field"')).toBeLessThan(svg.indexOf('class="walls"'));
    expect(svg.indexOf('class="agents"')).toBeGreaterThan(svg.indexOf('class="walls"'));
  });
});

/** The sense in which a ring of H, V and L commands turns on the page. */
function signOf(ring: string): number {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command, rest] of ring.matchAll(/([MLHV])([^MLHV]*)/g)) {
    const numbers = rest.trim().split(/\s+/).map(Number);
    if (command === "H") x = numbers[0];
    else if (command === "V") y = numbers[0];
    else [x, y] = numbers;
    points.push([x, y]);
  }
  return Math.sign(
    points.reduce(
      (sum, p, i) =>
        sum + p[0] * points[(i + 1) % points.length][1] - points[(i + 1) % points.length][0] * p[1],
      0,
    ),
  );
}
