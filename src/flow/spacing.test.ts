import { describe, expect, it } from "vitest";
import { builtinScene } from "../scenes/index.js";
import { World } from "../world/index.js";
import { FlowMap, Lane, type Stretch } from "./index.js";

const RADIUS = 0.25;

/** A straight lane that turns by an angle with a radius, and goes on straight. */
function bend(angle: number, radius: number): Lane {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const end: [number, number] = [radius * s, radius - radius * c];
  const stretches: Stretch[] = [
    { kind: "line", a: [-5, 0], b: [0, 0] },
    { kind: "arc", centre: [0, radius], radius, from: -Math.PI / 2, turn: angle },
    { kind: "line", a: end, b: [end[0] + 5 * c, end[1] + 5 * s] },
  ];
  return new Lane(stretches, RADIUS);
}

describe("spacing", () => {
  it("is 2 r on a straight lane, however it is cut", () => {
    const line: Stretch = { kind: "line", a: [0, 0], b: [3, 4] };
    expect(new Lane([line], RADIUS).spacing).toBe(2 * RADIUS);
    const rest: Stretch = { kind: "line", a: [3, 4], b: [6, 8] };
    expect(new Lane([line, rest], RADIUS).spacing).toBeCloseTo(2 * RADIUS, 6);
  });

  it.each([15, 40, 60, 90, 120, 150])("is what a turn of %i degrees with radius r asks for", (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    // Both stand t before and after the arc, 2 r apart.
    const t = (RADIUS * (1 - Math.sin(angle / 2))) / Math.cos(angle / 2);
    expect(bend(angle, RADIUS).spacing).toBeCloseTo(2 * t + angle * RADIUS, 6);
  });

  it.each([2, 3, 5])("is what half a turn with radius %i r asks for", (times) => {
    const radius = times * RADIUS;
    expect(bend(Math.PI, radius).spacing).toBeCloseTo(2 * radius * Math.asin(1 / times), 6);
  });

  it("keeps bodies apart on the lanes of flow-3, and no more than it must", () => {
    for (const lane of new FlowMap(new World(builtinScene("flow-3"))).lanes(0.5).lanes) {
      const least = (gap: number): number => {
        let nearest = Infinity;
        for (let s = 0; s + gap <= lane.length; s += 0.01) {
          const [a, b] = [lane.at(s), lane.at(s + gap)];
          nearest = Math.min(nearest, Math.hypot(a[0] - b[0], a[1] - b[1]));
        }
        return nearest;
      };
      for (let gap = lane.spacing; gap < Math.PI * 0.5; gap += 0.02)
        expect(least(gap)).toBeGreaterThan(1 - 1e-6);
      if (lane.spacing > 1.001) expect(least(0.999 * lane.spacing)).toBeLessThan(1);
    }
  });
});
