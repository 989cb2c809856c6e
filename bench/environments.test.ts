import { describe, expect, it } from "vitest";
import { againstGrid, ENVIRONMENTS, planarField, planarTrial } from "./environments.js";

describe("potentials on planar meshes agree with a grid planner that shares no code", () => {
  // Within what table 5.1 of the thesis prints on average (0.3 to 1.9 %). At the corners of obstacles, where the field has no
  // slope to speak of on either side, cells and triangles differ most: by 6 to 50 % there.
  it.each(ENVIRONMENTS.map(({ name, what }) => [name, what] as const))("%s, regular and noisy", (_, what) => {
    for (const noise of [0, 0.4]) {
      const trial = planarTrial(what, 50, noise);
      const { mean, most } = againstGrid(planarField(trial, "cotan"), what, 50);
      expect(mean).toBeLessThan(0.02);
      expect(most).toBeLessThan(0.2);
    }
  });

  it("the finer the mesh, the nearer", () => {
    const [{ what }] = ENVIRONMENTS;
    const [coarse, fine] = [25, 50].map(
      (cells) => againstGrid(planarField(planarTrial(what, cells, 0), "cotan"), what, cells).mean,
    );
    expect(fine).toBeLessThan(coarse);
  });
});
