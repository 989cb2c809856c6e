/**
 * SVG to PNG, in Node only.
 *
 * Machines may have no fonts at all, so one is shipped: PT Sans, made for signs. It stands for `sans-serif`, at the
 * end of every picture's font list, and system fonts are left out, so that a picture looks the same everywhere.
 */
import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";
import { InputError } from "../src/index.js";

/** Pixels along a side. */
const GREATEST_SIDE = 20000;
const FONT = "@expo-google-fonts/pt-sans";

const resolve = createRequire(import.meta.url).resolve;

/** Whether PT Sans lacks letters that the picture's text needs: then the machine's own fonts are asked as well. */
function needsMoreLetters(svg: string): boolean {
  return /[\u0530-\u1fff\u2300-\uffff]/.test(svg);
}

/** Refuses rasters that would not fit in memory. */
function checkRaster(width: number, height: number): void {
  if (width <= GREATEST_SIDE && height <= GREATEST_SIDE) return;
  const megabytes = Math.round((4 * width * height) / 2 ** 20);
  throw new InputError(
    `a PNG has at most ${GREATEST_SIDE} pixels along a side; given: ${width} x ${height}, which needs ${megabytes} MB`,
  );
}

/** Renders an SVG document, so many pixels for each of its own. */
export function svgToPng(svg: string, zoom = 1): Uint8Array {
  const size = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg);
  if (!size) throw new Error("the SVG does not begin with its width and height");
  checkRaster(zoom * Number(size[1]), zoom * Number(size[2]));
  const resvg = new Resvg(svg, {
    fitTo: { mode: "zoom", value: zoom },
    font: {
      loadSystemFonts: needsMoreLetters(svg),
      fontFiles: [
        resolve(`${FONT}/400Regular/PTSans_400Regular.ttf`),
        resolve(`${FONT}/700Bold/PTSans_700Bold.ttf`),
      ],
      defaultFontFamily: "PT Sans",
      sansSerifFamily: "PT Sans",
    },
  });
  return resvg.render().asPng();
}
