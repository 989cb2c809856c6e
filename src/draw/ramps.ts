/**
 * Colour ramps for fields: functions from 0..1 to a colour.
 *
 * viridis and cividis are the published maps (van der Walt and Smith 2015, CC0; Nuñez, Anderton and Renslow 2018),
 * here by a few of their colours each. The others are our own, by a few stations in OKLCH.
 */
import { fromHex, oklch, type Rgb } from "./colour.js";

/** A colour for t in 0..1; t outside counts as the nearer end, and NaN as 0. */
export type Ramp = (t: number) => Rgb;

/** The ramp that runs through the stations at even steps, straight in sRGB between them. */
function through(stations: readonly Rgb[]): Ramp {
  const last = stations.length - 1;
  return (t) => {
    const place = Math.min(Math.max(t, 0), 1) * last || 0;
    const i = Math.min(Math.floor(place), last - 1);
    const f = place - i;
    const a = stations[i];
    const b = stations[i + 1];
    return [a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]), a[2] + f * (b[2] - a[2])];
  };
}

const fromList = (text: string): Ramp => through(text.split(" ").map((colour) => fromHex(`#${colour}`)));

/** Dark violet to yellow: distances. Lightness rises evenly. */
export const viridis: Ramp = fromList(
  "440154 481769 472c7a 423f85 3b518b 33628d 2c718e 26818e 21908d 1f9f88 27ad81 3dbc74 5cc863 81d34d aadc32 d5e21a fde725",
);

/** Dark blue to yellow: distances, nearly the same to red-green-blind eyes. Lightness rises evenly. */
export const cividis: Ramp = fromList(
  "00204d 00336f 39486b 575c6d 707173 8a8779 a69d75 c4b56c e4cf5b ffea46",
);

/** Blue over pale grey to sand: what lies below, at, and above a level, which is 0.5. */
export const potential: Ramp = through([
  oklch(0.42, 0.13, 255),
  oklch(0.56, 0.12, 252),
  oklch(0.7, 0.085, 248),
  oklch(0.84, 0.045, 244),
  oklch(0.955, 0.006, 200),
  oklch(0.86, 0.05, 88),
  oklch(0.74, 0.085, 80),
  oklch(0.6, 0.095, 72),
  oklch(0.46, 0.085, 62),
]);

/** White to deep red: density of people. Lightness falls evenly. */
export const density: Ramp = through([
  oklch(1, 0, 60),
  oklch(0.935, 0.045, 65),
  oklch(0.86, 0.085, 58),
  oklch(0.77, 0.13, 48),
  oklch(0.67, 0.17, 38),
  oklch(0.56, 0.18, 31),
  oklch(0.45, 0.16, 27),
  oklch(0.33, 0.125, 24),
]);

/** Green over yellow to red, as in Farias (2020), figure 3.12: near to far. Not for colour-blind eyes. */
export const paper: Ramp = through([
  [0, 150, 60],
  [130, 200, 50],
  [250, 225, 60],
  [240, 140, 40],
  [200, 30, 30],
]);

/** All ramps by name. */
export const RAMPS: Readonly<Record<string, Ramp>> = Object.freeze({
  viridis,
  cividis,
  potential,
  density,
  paper,
});
