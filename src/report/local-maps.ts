/** Local maps of people in the report: zones, goal, field and the chosen direction (Dapper 2007, figures 5.2 to 5.5). */
import { localMapPicture } from "../draw/index.js";
import type { LocalMapView } from "../simulation/index.js";
import type { Figure } from "./figures.js";
import { figureHtml } from "./page.js";

/** A local map of a run. */
export interface LocalMapShot {
  /** The agent's number. */
  readonly agent: number;
  /** Seconds since the start. */
  readonly time: number;
  readonly map: LocalMapView;
}

const short = (value: number): string => String(Number(value.toFixed(2)));

/** A figure per map. */
export function localMapFigures(shots: readonly LocalMapShot[]): Figure[] {
  return shots.map(({ agent, time, map }) => {
    const { size, cell, bend, chosen, way } = map;
    const [x, y] = bend.vector;
    const title = `Local map of agent ${agent} at ${short(time)} s`;
    const bends =
      bend.epsilon === 0 ? "harmonic" : `epsilon ${short(bend.epsilon)}, v = (${short(x)}, ${short(y)})`;
    const subtitle = `${size} x ${size} cells of ${cell} m, ${bends}`;
    const pace = `${(100 * Math.hypot(...chosen)).toFixed(0)} % of the free speed`;
    return {
      name: `local-map-${agent}-at-${short(time)}`,
      caption: `${title}: the border is wall but where the global way ${way ? "leaves it" : "would leave it; there is none"}, the ring within it stays free, walls and people are mapped inside. The step is at ${pace}.`,
      svg: localMapPicture(map, { size: 640, unit: 0.9, title, subtitle }).toSvg(),
    };
  });
}

/** All of them; nothing where none was asked for. */
export function localMapSection(figures: readonly Figure[]): string {
  if (figures.length === 0) return "";
  return `<h2>Local maps</h2>\n<div class="grid">${figures.map(figureHtml).join("\n")}</div>`;
}
