import { expect, test } from "vitest";
import { LOCAL_MAPS, turnOf } from "./local-maps.js";

const [zones, fields] = LOCAL_MAPS;

test("figure 5.3 (a): behind a row of people the goal is heard around its ends, through the free zone", () => {
  const [empty, blocked] = zones.run({ seeds: [] });
  const strength = ({ gradient }: { gradient: readonly number[] }): number => Math.hypot(...gradient);
  expect(strength(blocked)).toBeGreaterThan(0);
  expect(strength(blocked)).toBeLessThan(0.1 * strength(empty));
  // The row closes the whole update zone: but for the free zone around it, nothing would be heard.
  const column = Array.from({ length: 11 }, (_, k) => blocked.kinds[(k + 2) * 15 + 11]);
  expect(column).toEqual(Array(11).fill(1));
});

test("figure 6.2: our sign pulls to where v points, flattens the field where it points at the goal, and mirrors", () => {
  const [harmonic, up, ahead, back, slant, slantBack] = fields.run({ seeds: [] });
  expect(turnOf(harmonic)).toBe(0);
  expect(turnOf(up)).toBeGreaterThan(20);
  expect([turnOf(ahead), turnOf(back)]).toEqual([0, 0]);
  expect(ahead.gradient[0]).toBeLessThan(0.1 * harmonic.gradient[0]);
  expect(back.gradient[0]).toBeGreaterThan(harmonic.gradient[0]);
  expect(turnOf(slant)).toBeLessThan(-5);
  expect(turnOf(slantBack)).toBeLessThan(2 * turnOf(slant));
});

test.each(LOCAL_MAPS)(
  "$name: cells, zones, way and gradient of every map are in the picture",
  (experiment) => {
    const maps = experiment.run({ seeds: [] });
    const svg = experiment.picture!(maps, 300);
    for (const { title } of maps) expect(svg).toContain(title.replaceAll("&", "&amp;"));
    for (const layer of ["cells", "field", "zones", "marks"]) {
      expect(svg.split(`<g class="${layer}">`)).toHaveLength(maps.length + 1);
    }
  },
);
