import { interpolateCividis, interpolateViridis } from "d3-scale-chromatic";
import { describe, expect, it } from "vitest";
import { contrast, fromHex, hex, lightness, oklch, type Rgb } from "./colour.js";
import { cividis, density, paper, potential, RAMPS, type Ramp, viridis } from "./ramps.js";
import { THEMES } from "./theme.js";

const steps = Array.from({ length: 201 }, (_, i) => i / 200);

/** What d3 returns: `#rrggbb` or `rgb(r, g, b)`. */
function parsed(text: string): Rgb {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(text);
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : fromHex(text);
}

describe("oklch", () => {
  // Values of CSS Color 4: the sRGB primaries and greys in OKLCH.
  it.each([
    ["#ff0000", 0.62796, 0.25768, 29.234],
    ["#00ff00", 0.86644, 0.29483, 142.495],
    ["#0000ff", 0.45201, 0.31321, 264.052],
    ["#ffffff", 1, 0, 0],
    ["#808080", 0.59987, 0, 0],
    ["#000000", 0, 0, 0],
  ])("gives %s", (colour, l, c, h) => {
    expect(hex(oklch(l, c, h))).toBe(colour);
  });

  it("clips what sRGB cannot show", () => {
    for (const channel of oklch(0.9, 0.4, 150)) {
      expect(channel).toBeGreaterThanOrEqual(0);
      expect(channel).toBeLessThanOrEqual(255);
    }
  });
});

describe("lightness and contrast", () => {
  it("agree with the textbook values", () => {
    expect(lightness([255, 255, 255])).toBeCloseTo(100, 6);
    expect(lightness([0, 0, 0])).toBe(0);
    expect(lightness([119, 119, 119])).toBeCloseTo(50.03, 1);
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 6);
  });

  it.each(Object.entries(THEMES))("text of theme %s stands out by 4.5 to 1", (_, theme) => {
    for (const ground of [theme.canvas, theme.floor]) {
      for (const text of [theme.text, theme.muted, theme.goal, theme.spawn, theme.weight]) {
        expect(contrast(fromHex(text), fromHex(ground))).toBeGreaterThanOrEqual(4.5);
      }
      for (const mark of [theme.wall, theme.source, theme.sink, theme.barrier, theme.cut]) {
        expect(contrast(fromHex(mark), fromHex(ground))).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

describe("ramps", () => {
  it.each([
    // d3 looks viridis up in 256 steps.
    ["viridis", viridis, interpolateViridis, 6],
    // d3 fits polynomials to cividis, which cut the corner where its red leaves zero.
    ["cividis", cividis, interpolateCividis, 14],
  ])("%s agrees with d3-scale-chromatic", (_, ramp, reference, tolerance) => {
    for (const t of steps) {
      const [ours, theirs] = [ramp(t), parsed(reference(t))];
      for (let i = 0; i < 3; i++) expect(Math.abs(ours[i] - theirs[i])).toBeLessThanOrEqual(tolerance);
    }
  });

  it.each([
    ["viridis", viridis, 1],
    ["cividis", cividis, 1],
    ["density", density, -1],
  ] as [string, Ramp, number][])(
    "lightness of %s runs one way, without flat or steep parts",
    (_, ramp, sign) => {
      const levels = steps.map((t) => sign * lightness(ramp(t)));
      const mean = (levels[200] - levels[0]) / 200;
      for (let i = 1; i <= 200; i++) {
        const slope = levels[i] - levels[i - 1];
        expect(slope).toBeGreaterThan(0.4 * mean);
        expect(slope).toBeLessThan(1.8 * mean);
      }
    },
  );

  it("potential is lightest at the level and falls to both sides, blue below and sand above", () => {
    const levels = steps.map((t) => lightness(potential(t)));
    for (let i = 1; i <= 100; i++) expect(levels[i]).toBeGreaterThan(levels[i - 1]);
    for (let i = 101; i <= 200; i++) expect(levels[i]).toBeLessThan(levels[i - 1]);
    expect(potential(0.1)[2]).toBeGreaterThan(potential(0.1)[0]);
    expect(potential(0.9)[0]).toBeGreaterThan(potential(0.9)[2]);
  });

  it("paper goes from green to red", () => {
    expect(paper(0)[1]).toBeGreaterThan(paper(0)[0]);
    expect(paper(1)[0]).toBeGreaterThan(paper(1)[1]);
  });

  it.each(Object.entries(RAMPS))("%s stays in range and takes any t", (_, ramp) => {
    for (const t of [...steps, -5, 7, Infinity, -Infinity]) {
      for (const channel of ramp(t)) {
        expect(channel).toBeGreaterThanOrEqual(0);
        expect(channel).toBeLessThanOrEqual(255);
      }
    }
    expect(ramp(Number.NaN)).toEqual(ramp(0));
    expect(ramp(2)).toEqual(ramp(1));
  });
});
