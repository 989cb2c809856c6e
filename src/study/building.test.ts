import { describe, expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import { runScene } from "../run/index.js";
import { Building } from "../world/index.js";
import { narrowPlaces } from "./narrow-places.js";
import { studyReport } from "./report.js";
import { runStudy } from "./run-study.js";
import { parseStudy, planStudy } from "./study.js";

/** Twenty people on the gallery, who leave down its stair; its width follows a parameter, on both levels. */
function stairStudy() {
  const { scene } = new Building({
    ...gallery(),
    spawns: [
      {
        level: "gallery",
        polygon: [
          [14, 2],
          [18, 2],
          [18, 8],
          [14, 8],
        ],
        count: 20,
        goals: ["exit"],
      },
    ],
  });
  const follows = (path: string, sign: number) => ({ path, constant: 5, times: { width: sign / 2 } });
  const ring = (level: number) =>
    [-1, -1, 1, 1].map((sign, k) => follows(`levels[${level}].obstacles[0].polygon[${k}][1]`, sign));
  const ends = ["from", "to"].flatMap((end) =>
    [-1, 1].map((sign, k) => follows(`connections[0].${end}.segment[${k}][1]`, sign)),
  );
  const study = parseStudy({
    format: "wayfield-study",
    version: 1,
    name: "How wide a stair",
    scene: "gallery",
    parameters: { width: 2 },
    bindings: [...ring(0), ...ring(1), ...ends],
    variants: { narrow: { set: { width: 0.8 } }, wide: { set: { width: 2.4 } } },
    seeds: 3,
  });
  return planStudy(study, () => scene);
}

describe("studies of buildings", async () => {
  const plan = stairStudy();
  const outcome = await runStudy(plan);

  test("a wider stair empties the gallery sooner, and every run is what a single one gives", async () => {
    expect(outcome.results.variants.map(({ outcomes }) => outcomes.emptied)).toEqual([3, 3]);
    const { time } = outcome.results.differences[0];
    expect(time.verdict).toBe("less");
    const alone = await runScene(plan.variants[1].scene, { seed: 2 });
    const row = outcome.rows.find(({ variant, seed }) => variant === "wide" && seed === 2)!;
    expect(row.time).toBe(alone.summary.time);
  });

  test("its report shows levels side by side, on which maps are, and names the level of narrow places", () => {
    const { html, figures } = studyReport(plan, outcome);
    const density = figures.find(({ name }) => name === "density-1")!;
    for (const level of ["hall", "gallery"]) expect(density.svg).toContain(`${level}  ·`);
    expect(figures.map(({ name }) => name)).toContain("time-to-exit-2");
    const places = narrowPlaces(outcome.rows.filter(({ variant }) => variant === "narrow"));
    expect(places.length).toBeGreaterThan(0);
    expect(places.every(({ level }) => level !== undefined)).toBe(true);
    expect(html).toContain(`${places[0].level}: `);
  });

  test("a value that a building cannot have is said of the factor that sets it", () => {
    const study = parseStudy({
      format: "wayfield-study",
      version: 1,
      scene: "gallery",
      set: { "levels[0].elevaton": 1 },
      seeds: 2,
    });
    expect(() => planStudy(study, () => new Building(gallery()).scene)).toThrow(
      /names nothing that can be so: levels\[0\]: unknown key "elevaton"/,
    );
  });
});
