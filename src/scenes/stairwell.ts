/** Stairs for generated buildings: two flights with a landing between them, beside a lobby. */
import type { BuildingScene } from "../world/index.js";

/** One entry of `levels`, and of `connections`. */
export type SceneLevel = BuildingScene["levels"][number];
export type SceneConnection = NonNullable<BuildingScene["connections"]>[number];

/** Steps as most offices have them, in metres. */
const RISER = 0.17;
const TREAD = 0.28;

/** Where a stair of two flights stands. */
export interface Well {
  readonly name: string;
  /** x of the edge of all lobbies at which its flights begin and end. */
  readonly x: number;
  /** 1 where the landing is to the right of it, -1 to the left. */
  readonly side: 1 | -1;
  /** y of its middle. */
  readonly y: number;
  /** Metres from side to side of one flight. */
  readonly width: number;
}

/** Metres between the two flights, and depth of the landing beyond the width of a flight. */
const GAP = 0.4;
const DEPTH = 0.3;

/** Ends of the two flights at a lobby, as intervals of y: up from here, and down to here from above. */
function endsOf({ y, width }: Well): { up: [number, number]; down: [number, number] } {
  return { up: [y + GAP / 2, y + GAP / 2 + width], down: [y - GAP / 2 - width, y - GAP / 2] };
}

/** The landing and the two flights from one level to the next. */
export function stairBetween(
  well: Well,
  lower: { readonly name: string; readonly elevation: number },
  upper: { readonly name: string; readonly elevation: number },
): { level: SceneLevel; connections: SceneConnection[] } {
  const { x, side, width } = well;
  const { up, down } = endsOf(well);
  const rise = (upper.elevation - lower.elevation) / 2;
  const steps = Math.max(1, Math.round(rise / RISER));
  const near = round(x + side * steps * TREAD);
  const far = round(near + side * (width + DEPTH));
  const [left, right] = side > 0 ? [near, far] : [far, near];
  const name = `${well.name} landing, ${lower.name}`;
  const riser = round(rise / steps);
  const at = (edge: number, [from, to]: readonly [number, number]): [[number, number], [number, number]] => [
    [edge, round(from)],
    [edge, round(to)],
  ];
  return {
    level: {
      name,
      elevation: round(lower.elevation + rise),
      boundary: [
        [left, round(down[0])],
        [right, round(down[0])],
        [right, round(up[1])],
        [left, round(up[1])],
      ],
    },
    connections: [
      {
        kind: "stairs",
        name: `${well.name} stair, ${lower.name} to landing`,
        from: { level: lower.name, segment: at(x, up) },
        to: { level: name, segment: at(near, up) },
        riser,
        tread: TREAD,
      },
      {
        kind: "stairs",
        name: `${well.name} stair, landing to ${upper.name}`,
        from: { level: name, segment: at(near, down) },
        to: { level: upper.name, segment: at(x, down) },
        riser,
        tread: TREAD,
      },
    ],
  };
}

/** Whole tenths of a millimetre, so that files of scenes stay readable. */
function round(x: number): number {
  return Math.round(x * 1e4) / 1e4;
}
