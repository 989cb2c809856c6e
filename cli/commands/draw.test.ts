import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BUILTIN_BUILDINGS, BUILTIN_SCENES } from "../../src/scenes/index.js";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-draw-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Width and height in a PNG's header. */
function pngSize(file: string): [number, number] {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe("wayfield draw", () => {
  it("writes both files and says so as JSON", async () => {
    const [svg, png] = [join(folder, "deep", "office.svg"), join(folder, "office.png")];
    const { code, out } = await run("draw", "office", "--svg", svg, "--png", png, "--size", "700", "--json");
    expect(code).toBe(0);
    const document = JSON.parse(out);
    expect(document).toEqual({
      scene: "Office storey",
      width: 700,
      height: expect.any(Number),
      files: [svg, png],
    });
    expect(pngSize(png)).toEqual([document.width, document.height]);
    expect(readFileSync(svg, "utf8")).toContain(`width="700" height="${document.height}"`);
  });

  it("draws a scene file with a title of one's own, in the dark", async () => {
    const file = join(folder, "room.json");
    const boundary = [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
    ];
    writeFileSync(file, JSON.stringify({ format: "wayfield-scene", version: 1, boundary }));
    const svg = join(folder, "room.svg");
    const { code, out } = await run(
      "draw",
      file,
      "--svg",
      svg,
      "--title",
      "Зал & 大厅",
      "--theme",
      "dark",
      "--grid",
    );
    expect(code).toBe(0);
    expect(out).toContain("room.svg");
    expect(readFileSync(svg, "utf8")).toContain("Зал &amp; 大厅</text>");
  });

  it.each([
    [["draw", "office"], /--svg FILE, --png FILE/],
    [["draw", "profiling-0", "--svg", "x.svg"], /1 to 500/],
    [["draw", "ofice", "--svg", "x.svg"], /ofice: is no built-in scene; there are corridor/],
    [["draw", "office", "--svg", "x.svg", "--size", "big"], /100 to 20000/],
    [["draw", "office", "--png", "x.png", "--size", "30000"], /100 to 20000/],
    [["draw", "office", "--svg", "x.svg", "--theme", "blue"], /light, dark/],
    [["draw", "nowhere.json", "--svg", "x.svg"], /nowhere\.json: no such file/],
    [
      ["draw", "office", "--svg", "package.json/x.svg"],
      /x\.svg: cannot be written: a part of its path is a file/,
    ],
    [["draw", "office", "--svg", "/proc/none/x.svg"], /x\.svg: cannot be written/],
  ])("refuses %j in one line, with exit code 2", async (args, message) => {
    const { code, out, err } = await run(...args);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

describe("wayfield scenes", () => {
  it("lists every built-in scene and building", async () => {
    const { code, out } = await run("scenes");
    expect(code).toBe(0);
    expect(out.trim().split("\n")).toHaveLength(BUILTIN_SCENES.length + BUILTIN_BUILDINGS.length);
    const json = JSON.parse((await run("scenes", "--json")).out);
    expect(json.scenes.map((scene: { name: string }) => scene.name)).toContain("evacuation");
    expect(json.buildings.map((scene: { name: string }) => scene.name)).toContain("station");
  });
});
