/** Density on stairs, from ways drawn by hand on a flight whose slope is 5 m long and 2 m wide. */
import { expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import { Measures, type RecordedFrame, Replay } from "../measure/index.js";
import { Building, World } from "../world/index.js";
import { reportOf } from "./report.js";

const SECONDS = 0.5;

/** A run of people of whom each is at given shares of the flight, a frame after the other; at null in the hall. */
function replayed(ways: readonly (readonly (number | null)[])[]) {
  const world = new World(new Building(gallery()));
  const flight = world.building!.sheet.patches.find((patch) => patch.kind === "flight")!;
  const [foot] = flight.foot;
  const [dx, dy] = [flight.foot[1][0] - foot[0], flight.foot[1][1] - foot[1]];
  const replay = new Replay(world, { interval: SECONDS });
  const measures = new Measures(replay, { every: 1 });
  const frames = Math.max(...ways.map((way) => way.length));
  for (let k = 0; k < frames; k++) {
    const agents = ways.flatMap((way, id) => {
      if (k >= way.length) return [];
      const share = way[k];
      const across = (id + 1) / (ways.length + 1);
      const [x, y] =
        share === null
          ? world.at("hall", [4, 1 + id])
          : [
              foot[0] + across * dx + share * flight.climb[0],
              foot[1] + across * dy + share * flight.climb[1],
            ];
      return [{ id, x, y }];
    });
    const frame: RecordedFrame = { time: k * SECONDS, agents };
    replay.show(frame);
    measures.observe();
  }
  return { replay, measured: measures.result() };
}

test("densities are people over the slope: the mean while somebody is there, and the greatest", () => {
  // On it, frame after frame: 0, 1, 3, 2, 0. The first steps on at 0.5 s, the two others at 1 s.
  const { replay, measured } = replayed([
    [null, 0.9, 0.7, null, null],
    [null, null, 0.9, 0.6, null],
    [null, null, 0.8, 0.5, null],
    [null, null, null, null, null],
  ]);
  const { summary, html, figures } = reportOf(replay, measured);
  expect(summary.flights).toEqual([
    {
      name: "A",
      area: 10,
      people: 3,
      // Two more within half a second of the first.
      meanFlow: 4,
      meanDensity: 0.2,
      maxDensity: 0.3,
    },
  ]);
  // Numbers and units are kept on one line by spaces of their own.
  expect(html.replaceAll("\u00a0", " ")).toContain(
    "<td>1</td><td>A</td><td>10.0 m²</td><td>3</td><td>4.00 /s</td><td>0.20 /m²</td><td>0.30 /m²</td>",
  );
  expect(figures.map(({ name }) => name)).toContain("flights");
});

test("a flight that nobody took has no density, and a plan of one floor no section", () => {
  const { replay, measured } = replayed([[null, null, null]]);
  expect(reportOf(replay, measured).summary.flights).toEqual([
    { name: "A", area: 10, people: 0, meanFlow: 0, meanDensity: 0, maxDensity: 0 },
  ]);
  const floor = new Replay(
    new World({
      format: "wayfield-scene",
      version: 1,
      boundary: [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
      ],
      goals: { out: { points: [[8, 8]] } },
      spawns: [{ places: [[1, 1]], goals: ["out"] }],
    }),
    { interval: SECONDS },
  );
  const measures = new Measures(floor, { every: 1 });
  floor.show({ time: 0, agents: [{ id: 0, x: 1, y: 1 }] });
  measures.observe();
  const report = reportOf(floor, measures.result());
  expect(report.summary.flights).toBeUndefined();
  expect(report.html).not.toContain("<h2>Stairs, ramps and escalators</h2>");
  expect(report.html).not.toContain('id="view"');
  expect(report.figures.map(({ name }) => name)).not.toContain("flights");
});
