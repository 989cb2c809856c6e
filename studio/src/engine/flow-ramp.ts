/** Colours of a flow: one blue, from pale to full. Arrows, lanes and the min cut stay readable on it. */
import { oklch, type Rgb } from "wayfield/draw";

export const flowRamp = (t: number): Rgb => oklch(0.93 - 0.33 * t, 0.03 + 0.11 * t, 240);
