/** The two themes: the same hierarchy, on paper white and on night grey. */
import { hex, oklch } from "./colour.js";

/** Colours of a picture, each `#rrggbb`. */
export interface Theme {
  /** The page around the plan. */
  readonly canvas: string;
  /** Walkable ground. */
  readonly floor: string;
  /** Outlines of walls and obstacles; thin walls are all outline. */
  readonly wall: string;
  /** The inside of obstacles. */
  readonly solid: string;
  readonly text: string;
  /** Secondary text: sizes, units. */
  readonly muted: string;
  /** Grid lines and hairlines. */
  readonly line: string;
  readonly accent: string;
  readonly goal: string;
  readonly source: string;
  readonly sink: string;
  readonly barrier: string;
  readonly cut: string;
  readonly spawn: string;
  readonly weight: string;
  /** Measurement areas and lines. */
  readonly measure: string;
  /** Queues and waiting places. */
  readonly stay: string;
  /** Sketched routes. */
  readonly route: string;
  /** Terrain. */
  readonly zone: string;
}

/** Name of a theme. */
export type ThemeName = "light" | "dark";

const light: Theme = {
  canvas: hex(oklch(0.985, 0.003, 250)),
  floor: hex(oklch(1, 0, 250)),
  wall: hex(oklch(0.24, 0.012, 255)),
  solid: hex(oklch(0.4, 0.014, 255)),
  text: hex(oklch(0.24, 0.012, 255)),
  muted: hex(oklch(0.5, 0.012, 255)),
  line: hex(oklch(0.89, 0.006, 250)),
  accent: hex(oklch(0.62, 0.17, 255)),
  goal: hex(oklch(0.52, 0.14, 150)),
  source: hex(oklch(0.55, 0.18, 258)),
  sink: hex(oklch(0.62, 0.16, 150)),
  barrier: hex(oklch(0.58, 0.105, 205)),
  cut: hex(oklch(0.58, 0.22, 340)),
  spawn: hex(oklch(0.53, 0.115, 60)),
  weight: hex(oklch(0.52, 0.17, 305)),
  measure: hex(oklch(0.54, 0.17, 25)),
  stay: hex(oklch(0.5, 0.13, 275)),
  route: hex(oklch(0.48, 0.19, 325)),
  zone: hex(oklch(0.5, 0.09, 125)),
};

const dark: Theme = {
  canvas: hex(oklch(0.19, 0.01, 250)),
  floor: hex(oklch(0.24, 0.012, 250)),
  wall: hex(oklch(0.93, 0.006, 250)),
  solid: hex(oklch(0.52, 0.012, 250)),
  text: hex(oklch(0.95, 0.005, 250)),
  muted: hex(oklch(0.72, 0.012, 250)),
  line: hex(oklch(0.35, 0.012, 250)),
  accent: hex(oklch(0.7, 0.15, 255)),
  goal: hex(oklch(0.79, 0.17, 150)),
  source: hex(oklch(0.7, 0.15, 255)),
  sink: hex(oklch(0.74, 0.16, 150)),
  barrier: hex(oklch(0.8, 0.12, 205)),
  cut: hex(oklch(0.72, 0.2, 340)),
  spawn: hex(oklch(0.79, 0.12, 75)),
  weight: hex(oklch(0.76, 0.13, 305)),
  measure: hex(oklch(0.76, 0.14, 30)),
  stay: hex(oklch(0.78, 0.11, 280)),
  route: hex(oklch(0.78, 0.14, 325)),
  zone: hex(oklch(0.78, 0.1, 125)),
};

/** All themes by name. */
export const THEMES: Readonly<Record<ThemeName, Theme>> = Object.freeze({ light, dark });
