import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import { drawScene, FONT_FAMILY, Picture, stackPictures } from "../src/draw/index.js";
import { builtinScene } from "../src/scenes/index.js";
import { svgToPng } from "./png.js";

const page = (text: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50" font-family="${FONT_FAMILY}">` +
  `<rect width="200" height="50" fill="#ffffff"/><text x="10" y="35" font-size="30">${text}</text></svg>`;

/** Dark pixels of a PNG, read back by rendering it as an image. */
function darkPixels(png: Uint8Array): number {
  const href = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><image width="200" height="50" href="${href}"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  let dark = 0;
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i] < 128) dark++;
  return dark;
}

describe("svgToPng", () => {
  it("shows text without any system font, Latin, Cyrillic and signs alike", () => {
    expect(darkPixels(svgToPng(page("")))).toBe(0);
    for (const text of ["Office", "Выход", "× · … m²"]) {
      expect(darkPixels(svgToPng(page(text)))).toBeGreaterThan(20);
    }
  });

  it("renders a bold face apart from the regular one", () => {
    const bold = page("Office").replace("<text ", '<text font-weight="700" ');
    expect(darkPixels(svgToPng(bold))).toBeGreaterThan(darkPixels(svgToPng(page("Office"))));
  });

  it("is the same every time", () => {
    const svg = drawScene(builtinScene("two-rooms"), { size: 300 });
    expect(Buffer.compare(Buffer.from(svgToPng(svg)), Buffer.from(svgToPng(svg)))).toBe(0);
  });

  it("refuses a raster too large before it takes the memory", () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20001" height="20000"></svg>';
    expect(() => svgToPng(svg)).toThrow(
      /at most 20000 pixels along a side; given: 20001 x 20000, which needs 1526 MB/,
    );
  });
});

describe("stacked pictures", () => {
  it("have no clear pixel, although their panels are not equally wide", () => {
    const box = (width: number, height: number) => ({ minX: 0, minY: 0, maxX: width, maxY: height });
    const panels = [
      new Picture(box(40, 10), { size: 400, title: "wide" }),
      new Picture(box(10, 30), { size: 400, title: "narrow", theme: "dark" }),
    ];
    expect(panels[1].width).toBeLessThan(panels[0].width);
    const { pixels } = new Resvg(stackPictures(panels)).render();
    let clear = 0;
    for (let i = 3; i < pixels.length; i += 4) if (pixels[i] < 255) clear++;
    expect(clear).toBe(0);
  });
});
