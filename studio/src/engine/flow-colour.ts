/** The colour of a flow: one blue that grows denser, so that light and dark grounds shine through alike. */
import { oklch } from "wayfield/draw";

const BLUE = oklch(0.6, 0.14, 245);
/** How dense it is where nothing flows below, and where all of it does: 0 to 1. */
const DENSITY = { least: 0.1, greatest: 0.6 };

const densityAt = (t: number): number => DENSITY.least + t * (DENSITY.greatest - DENSITY.least);

/** As four bytes, by a share of the flow from 0 to 1. */
export const flowPixel = (t: number): readonly [number, number, number, number] => [
  ...BLUE,
  Math.round(255 * densityAt(t)),
];

/** The ramp of the legend. */
export const FLOW_GRADIENT = `linear-gradient(90deg, ${[0, 1]
  .map((t) => `rgb(${BLUE.join(" ")} / ${densityAt(t)})`)
  .join(", ")})`;
