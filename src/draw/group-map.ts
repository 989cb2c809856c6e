/** Pictures of group maps: the field around a group's middle, its members as obstacles, and their places (Silveira 2010, 3.2). */
import type { Point } from "../geometry/index.js";
import { drawArrow } from "./local-map.js";
import { cellRing, drawZones, type MapCells, mapBox, shadeOf } from "./map-cells.js";
import { traceDisc, traceLine, traceRing } from "./path.js";
import { Picture, type PictureOptions } from "./picture.js";

/** A group map as it is drawn: what `Group.mapView` has. */
export interface DrawnGroupMap extends MapCells {
  /** Direction of the way at the group's middle. */
  readonly way: Point;
  /** Members, their places, and how much the map counts for each, 0 to 1/2. */
  readonly members: readonly {
    readonly position: Point;
    readonly radius: number;
    readonly place: Point;
    readonly weight: number;
  }[];
}

/** A picture of one group map. */
export function groupMapPicture(map: DrawnGroupMap, options: PictureOptions = {}): Picture {
  const picture = new Picture(mapBox(map), options);
  const { theme } = picture;
  const cells = picture.layer("cells");
  for (let i = 0; i < map.kinds.length; i++) {
    cells.shape({ fill: shadeOf(picture, map, i) }, (path) => traceRing(path, cellRing(map, i)));
  }
  drawZones(picture, map);
  const ways = picture.layer("ways");
  const marks = picture.layer("marks");
  for (const { position, place } of map.members) {
    for (const [stroke, width] of [
      ["#ffffff", 4],
      [theme.text, 1.6],
    ] as const)
      ways.shape({ stroke, width, round: true }, (path) => traceLine(path, [position, place]));
    ways.shape({ fill: theme.canvas, stroke: theme.text, width: 1.2 }, (path) =>
      traceDisc(path, place, 0.2 * map.cell),
    );
  }
  for (const { position, radius, weight } of map.members) {
    const fill = weight > 0 ? theme.cut : theme.accent;
    marks.shape({ fill, stroke: "#ffffff", width: 1.4 }, (path) => traceDisc(path, position, radius));
  }
  const half = (map.size * map.cell) / 2;
  drawArrow(picture, map.position, map.way, { reach: 0.3 * half, head: 0.08 * half, colour: theme.muted });
  picture.legend({ label: "wall, member, border", sample: "area", colour: theme.solid });
  picture.legend({ label: "goal", sample: "area", colour: theme.goal });
  picture.legend({ label: "formation alone", sample: "area", colour: theme.accent });
  picture.legend({ label: "formation and map", sample: "area", colour: theme.cut });
  picture.legend({ label: "to one's place", sample: "line", colour: theme.text });
  return picture;
}
