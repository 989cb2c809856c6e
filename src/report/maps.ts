/** Maps of people and of groups in the report: zones, goal, field and the chosen direction (Dapper 2007, figures 5.2 to 5.5). */
import { groupMapPicture, localMapPicture } from "../draw/index.js";
import type { GroupMapView } from "../groups/index.js";
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

/** A group map of a run. */
export interface GroupMapShot {
  /** The group's name. */
  readonly group: string;
  /** Seconds since the start. */
  readonly time: number;
  readonly map: GroupMapView;
}

const short = (value: number): string => String(Number(value.toFixed(2)));

/** Two figures per map: the field with the directions, and what is blocked with the path. */
export function localMapFigures(shots: readonly LocalMapShot[]): Figure[] {
  return shots.flatMap(({ agent, time, map }) => {
    const { size, cell, bend, chosen, way } = map;
    const [x, y] = bend.vector;
    const name = `local-map-${agent}-at-${short(time)}`;
    const title = `Local map of agent ${agent} at ${short(time)} s`;
    const bends =
      bend.epsilon === 0 ? "harmonic" : `epsilon ${short(bend.epsilon)}, v = (${short(x)}, ${short(y)})`;
    const subtitle = `${size} x ${size} cells of ${cell} m, ${bends}`;
    const pace = `${(100 * Math.hypot(...chosen)).toFixed(0)} % of the free speed`;
    const page = { size: 640, unit: 0.9, title, subtitle };
    return [
      {
        name,
        caption: `${title}: the border is wall but where the global way ${way ? "leaves it" : "would leave it; there is none"}, the ring within it stays free, walls and people are mapped inside. The step is at ${pace}.`,
        svg: localMapPicture(map, page).toSvg(),
      },
      {
        name: `${name}-path`,
        caption: "The same map: what is blocked, what is free, and the path of steepest descent.",
        svg: localMapPicture(map, { ...page, field: false }).toSvg(),
      },
    ];
  });
}

/** A figure per group map. */
export function groupMapFigures(shots: readonly GroupMapShot[]): Figure[] {
  return shots.map(({ group, time, map }) => {
    const { size, cell, members } = map;
    const title = `Group map of ${group} at ${short(time)} s`;
    const subtitle = `${size} x ${size} cells of ${cell.toFixed(2)} m, ${members.length} members`;
    const near = members.filter(({ weight }) => weight > 0).length;
    return {
      name: `group-map-${group.replace(/[^\p{L}\p{N}]+/gu, "-")}-at-${short(time)}`,
      caption: `${title}: around the group's middle, walls and members are obstacles, and the goal is where the way leaves the map. ${near} of ${members.length} are so near to an obstacle that the map leads them, too; to the others the formation alone says where to go.`,
      svg: groupMapPicture(map, { size: 640, unit: 0.9, title, subtitle }).toSvg(),
    };
  });
}

/** All of a kind; nothing where none was asked for. */
export function mapSection(heading: string, figures: readonly Figure[]): string {
  if (figures.length === 0) return "";
  return `<h2>${heading}</h2>\n<div class="grid">${figures.map(figureHtml).join("\n")}</div>`;
}
