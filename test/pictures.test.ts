import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { drawScene, type ThemeName } from "../src/draw/index.js";
import { builtinScene } from "../src/scenes/index.js";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const list = JSON.parse(readFileSync(`${folder}/list.json`, "utf8")) as {
  file: string;
  scene: string;
  theme: ThemeName;
}[];

describe("pictures of the documentation", () => {
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
    for (const name of readdirSync(folder)) expect(statSync(`${folder}/${name}`).size).toBeLessThan(250_000);
  });
});
