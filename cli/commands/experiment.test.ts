import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-experiment-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("wayfield experiment", () => {
  test("lists them, runs one, and says who never arrives", async () => {
    const listed = (await run("experiment")).out.split("\n");
    expect(listed.map((line) => line.split(" ")[0])).toEqual(expect.arrayContaining(["masses", "table-4.1"]));
    expect(listed.find((line) => line.startsWith("masses"))).toMatch(
      /The heavier.*\(Dapper 2007, 6\.2\.2\)$/,
    );
    const svg = join(folder, "race.svg");
    const { code, out } = await run("experiment", "race", "--svg", svg);
    expect([code, out.split("\n")[1].trim()]).toEqual([
      0,
      expect.stringMatching(/^three with room: .*: 3 of 3 arrived/),
    ]);
    expect(readFileSync(svg, "utf8")).toContain("A race of equals");
    const masses = JSON.parse((await run("experiment", "masses", "--json")).out);
    expect(masses.runs[0].trails.at(-1)).toMatchObject({ label: "mass 100", arrived: false });
    expect((await run("experiment", "nonsense")).code).toBe(2);
  });

  test("the list as JSON says which are run over seeds and which have pictures", async () => {
    const { experiments } = JSON.parse((await run("experiment", "--json")).out);
    const named = (name: string) => experiments.find((one: { name: string }) => one.name === name);
    expect(named("5.6")).toMatchObject({ source: "Farias 2020, section 5.6", seeded: true, picture: false });
    expect(named("transport")).toMatchObject({ seeded: false, picture: true });
  });

  test("seeds are those that were asked for", async () => {
    const { code, out } = await run("experiment", "3.11", "--first", "7", "--seeds", "2", "--json");
    expect(code).toBe(0);
    const { name, runs } = JSON.parse(out);
    expect([name, runs[0].seeds]).toEqual(["3.11", [7, 8]]);
    expect(runs[0].mean).toBeCloseTo((runs[0].times[0] + runs[0].times[1]) / 2, 12);
  });

  test.each<[string[], string]>([
    [["race", "--seeds", "2"], "race: --seeds: the experiment is not run over seeds"],
    [["park-100", "--first", "2"], "park-100: --first: the experiment is not run over seeds"],
    [["5.6", "--png", "x.png"], "5.6: --png: the experiment has no picture"],
    [["3.14", "--size", "300"], "3.14: --size: the experiment has no picture"],
    [["race", "--size", "300"], "race: --size is that of a picture: --png or --svg is needed"],
    [["5.6", "--seeds", "0"], "1 to 1000"],
    [["--seeds", "2"], "--seeds needs the name of an experiment"],
  ])("an option that would change nothing is refused: %s", async (args, message) => {
    const { code, out, err } = await run("experiment", ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });
});
