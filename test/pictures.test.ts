import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decode } from "fast-png";
import { afterAll, describe, expect, it } from "vitest";
import { drawScene, type ThemeName } from "../src/draw/index.js";
import { builtinScene } from "../src/scenes/index.js";
import { runCli } from "./support/run-cli.js";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const list = JSON.parse(readFileSync(`${folder}/list.json`, "utf8")) as {
  file: string;
  scene: string;
  theme: ThemeName;
}[];

const commands = JSON.parse(readFileSync(`${folder}/commands.json`, "utf8")) as {
  file: string;
  command: string[];
}[];

const drawn = mkdtempSync(join(tmpdir(), "wayfield-pictures-"));
afterAll(() => rmSync(drawn, { recursive: true }));

/** Share of the pixels of two PNG files that anybody could tell apart; 1 where even the sizes differ. */
function difference(a: string, b: string): number {
  const [first, second] = [a, b].map((file) => decode(readFileSync(file)));
  if (first.width !== second.width || first.height !== second.height) return 1;
  let different = 0;
  for (let i = 0; i < first.data.length; i++) if (Math.abs(first.data[i] - second.data[i]) > 16) different++;
  return different / first.data.length;
}

describe("pictures of the documentation", () => {
  it.each(commands)(
    "$file is what its command draws (npm run pictures draws it anew)",
    async ({ file, command }) => {
      const { code } = await runCli(...command, "--png", join(drawn, file));
      expect(code).toBe(0);
      expect(difference(join(drawn, file), join(folder, file))).toBeLessThan(0.002);
    },
  );

  it("all PNG files have a command", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".png"));
    expect(files.sort()).toEqual(commands.map(({ file }) => file).sort());
  });

  it.each(list)(
    "$file.svg is what the code draws (npm run pictures draws it anew)",
    ({ file, scene, theme }) => {
      expect(drawScene(builtinScene(scene), { size: 1000, theme })).toBe(
        readFileSync(`${folder}/${file}.svg`, "utf8"),
      );
    },
  );

  it("are all listed, and small", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".svg"));
    expect(files.sort()).toEqual(list.map(({ file }) => `${file}.svg`).sort());
    for (const name of readdirSync(folder)) expect(statSync(`${folder}/${name}`).size).toBeLessThan(300_000);
  });
});
