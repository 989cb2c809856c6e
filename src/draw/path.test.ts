import { describe, expect, it } from "vitest";
import { distanceToSegment, type Point, type Ring, sideOfRing, signedArea } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { hatch } from "./hatch.js";
import { SvgPath, short, traceDisc, traceRing } from "./path.js";
import { fitText, labelSpots, sharedArea, textWidth } from "./text.js";

/** The end points of a path's commands, by an independent reading of the SVG grammar. */
function pointsOf(d: string): Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command, rest] of d.matchAll(/([MLHVAZ])([^MLHVAZ]*)/g)) {
    const numbers = rest.trim().split(/\s+/).filter(Boolean).map(Number);
    if (command === "Z") continue;
    if (command === "H") x = numbers[0];
    else if (command === "V") y = numbers[0];
    else [x, y] = numbers.slice(-2);
    points.push([x, y]);
  }
  return points;
}

describe("short", () => {
  it.each([
    [0, "0"],
    [-0.001, "0"],
    [1, "1"],
    [1.5, "1.5"],
    [1 / 3, "0.33"],
    [-2.005, "-2"],
    [1234567.891, "1234567.89"],
  ])("prints %f as %s", (value, text) => {
    expect(short(value)).toBe(text);
  });

  it("is within half a hundredth, seed 1", () => {
    const random = new Random(1);
    for (let i = 0; i < 1000; i++) {
      const value = random.between(-20000, 20000);
      expect(Math.abs(Number(short(value)) - value)).toBeLessThanOrEqual(0.005 + 1e-9);
      expect(short(value)).toMatch(/^-?\d+(\.\d{1,2})?$/);
    }
  });
});

describe("SvgPath", () => {
  it("writes rings with short commands that read back as the same points", () => {
    const path = new SvgPath();
    const ring: Ring = [
      [0, 0],
      [10, 0],
      [10, 5.5],
      [3, 7.25],
    ];
    traceRing(path, ring);
    expect(path.toString()).toBe("M0 0H10V5.5L3 7.25Z");
    expect(pointsOf(path.toString())).toEqual(ring);
  });

  it("draws a disc as arcs that stay on the circle", () => {
    const path = new SvgPath();
    traceDisc(path, [20, 30], 7);
    const points = pointsOf(path.toString());
    expect(points.length).toBeGreaterThanOrEqual(4);
    for (const [x, y] of points) expect(Math.hypot(x - 20, y - 30)).toBeCloseTo(7, 1);
    expect(points.at(-1)).toEqual(points[0]);
  });

  it("turns arcs the way a canvas does", () => {
    const clockwise = new SvgPath();
    clockwise.arc(0, 0, 10, 0, Math.PI / 2);
    expect(clockwise.toString()).toBe("M10 0A10 10 0 0 1 0 10");
    const back = new SvgPath();
    back.arc(0, 0, 10, 0, Math.PI / 2, true);
    // The long way round: three quarters of a turn, in pieces.
    expect(back.toString().match(/A/g)).toHaveLength(2);
    expect(back.toString()).toMatch(/0 0 0 0 10$/);
  });
});

describe("hatch", () => {
  it("puts every piece inside, its ends on the ring, and covers the area evenly, seed 3", () => {
    const random = new Random(3);
    for (let round = 0; round < 20; round++) {
      const ring: Point[] = [];
      for (let i = 0; i < 9; i++) {
        const angle = (2 * Math.PI * i) / 9;
        const radius = random.between(3, 12);
        ring.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
      }
      const spacing = 0.1;
      let length = 0;
      for (const [a, b] of hatch(ring, spacing)) {
        length += Math.hypot(b[0] - a[0], b[1] - a[1]);
        expect(sideOfRing([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], ring)).toBe(1);
        for (const end of [a, b]) {
          const off = Math.min(...ring.map((p, i) => distanceToSegment(end, p, ring[(i + 1) % ring.length])));
          expect(off).toBeLessThan(1e-9);
        }
      }
      // Cavalieri: lines at a spacing measure the area.
      expect(length * spacing).toBeCloseTo(signedArea(ring), -1);
      expect(Math.abs((length * spacing) / signedArea(ring) - 1)).toBeLessThan(0.02);
    }
  });
});

describe("text", () => {
  it("grows with letters and size, and shortens to fit", () => {
    expect(textWidth("wide", 20)).toBeCloseTo(2 * textWidth("wide", 10), 12);
    expect(textWidth("mm", 10)).toBeGreaterThan(textWidth("il", 10));
    const fitted = fitText("a very long title indeed", 60, 12);
    expect(fitted.endsWith("…")).toBe(true);
    expect(textWidth(fitted, 12)).toBeLessThanOrEqual(60);
    expect(fitText("short", 60, 12)).toBe("short");
  });

  it("offers spots that leave what they name free", () => {
    const around = { x: 10, y: 10, width: 30, height: 5 };
    for (const spot of labelSpots(around, 40, 12, 3)) expect(sharedArea(spot, around)).toBe(0);
  });
});
