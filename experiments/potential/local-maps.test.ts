import { expect, test } from "vitest";
import { LOCAL_MAPS, turnOf } from "./local-maps.js";

const [zones, fields] = LOCAL_MAPS;

test("figure 5.3: behind a row of people the goal is heard around its ends, through the free zone, and not without it", () => {
  const [empty, blocked, closed] = zones.run({ seeds: [] });
  const strength = ({ gradient }: { gradient: readonly number[] }): number => Math.hypot(...gradient);
  expect(strength(blocked)).toBeGreaterThan(0);
  expect(strength(blocked)).toBeLessThan(0.1 * strength(empty));
  // The row closes the whole update zone: but for the free zone around it, nothing would be heard.
  const column = Array.from({ length: 11 }, (_, k) => blocked.kinds[(k + 2) * 15 + 11]);
  expect(column).toEqual(Array(11).fill(1));
  // (b): without the free zone nothing is heard at all.
  expect(closed.gradient).toEqual([0, 0]);
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

test("figure 5.4: each of three maps has its agent's own way, and the others that are near in it", () => {
  const maps = zones.run({ seeds: [] }).filter(({ title }) => title.startsWith("5.4"));
  expect(maps).toHaveLength(3);
  const [a1, a2, a3] = maps;
  // a1 and a2 are 2.3 m apart, within each other's update zone; a3 is farther from both.
  const cellOf = (map: typeof a1, [x, y]: readonly [number, number]): number =>
    map.kinds[
      (7 + Math.round((y - map.position[1]) / map.cell)) * map.size +
        7 +
        Math.round((x - map.position[0]) / map.cell)
    ];
  expect([cellOf(a1, a2.position), cellOf(a2, a1.position)]).toEqual([1, 1]);
  expect(Math.hypot(a3.position[0] - a1.position[0], a3.position[1] - a1.position[1])).toBeGreaterThan(6);
  for (const map of maps) {
    const border = map.kinds.filter((_, i) => i % 15 === 0 || i % 15 === 14 || i < 15 || i >= 210);
    expect(border.filter((kind) => kind === 2)).toHaveLength(3);
  }
});

test.each(LOCAL_MAPS)(
  "$name: cells, zones, way and gradient of every map are in the picture",
  (experiment) => {
    const maps = experiment.run({ seeds: [] });
    const svg = experiment.picture!(maps, 300);
    for (const { title } of maps) expect(svg).toContain(title.replaceAll("&", "&amp;"));
    for (const layer of ["cells", "field", "zones", "marks"]) {
      expect(svg.split(`<g class="${layer}">`)).toHaveLength(
        maps.length + 1 + (layer === "marks" && experiment === zones ? 1 : 0),
      );
    }
  },
);
