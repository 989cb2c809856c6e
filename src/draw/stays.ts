/** Draws queues and waiting places: lines with the places of people on them, counters, areas and spots. */
import { distance, type Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { type LabelPlacer, pageBox } from "./labels.js";
import { traceDisc, traceLine, traceRing } from "./path.js";
import type { Picture } from "./picture.js";

/** Metres from one place in line to the next: two people of 0.5 m and the usual gap. */
const PLACE = 0.8;

/** Radius of who stands there, in metres, and half the side of a counter's mark. */
const BODY = 0.2;
const COUNTER = 0.3;

/** The queues and the waiting places of a scene, with their names. */
export function drawStays(picture: Picture, scene: Scene, placer: LabelPlacer | null): void {
  const { stay } = picture.theme;
  const marks = picture.layer("marks");
  for (const [name, { polygon, points = [] }] of Object.entries(scene.waiting ?? {})) {
    if (polygon) {
      picture.layer("spawns").shape({ fill: stay, opacity: 0.12 }, (path) => traceRing(path, polygon));
      marks.shape({ stroke: stay, width: 1.25, dash: [2, 3] }, (path) => traceRing(path, polygon));
    }
    marks.shape({ stroke: stay, width: 1.25 }, (path) => {
      for (const p of points) traceDisc(path, p, BODY);
    });
    label(picture, placer, name, polygon ?? points);
  }
  for (const [name, { line, counters = [line[0]] }] of Object.entries(scene.queues ?? {})) {
    marks.shape({ stroke: stay, width: 1.25, dash: [5, 3] }, (path) => traceLine(path, line));
    marks.shape({ fill: picture.theme.floor, stroke: stay, width: 1.25 }, (path) => {
      for (const p of placesOn(line)) traceDisc(path, p, BODY);
    });
    marks.shape({ fill: stay }, (path) => {
      for (const [x, y] of counters) {
        traceRing(path, [
          [x - COUNTER, y - COUNTER],
          [x + COUNTER, y - COUNTER],
          [x + COUNTER, y + COUNTER],
          [x - COUNTER, y + COUNTER],
        ]);
      }
    });
    label(picture, placer, name, line);
  }
}

function label(picture: Picture, placer: LabelPlacer | null, text: string, at: readonly Point[]): void {
  if (!placer) return;
  const spot = picture.toWorld(placer.place({ text, around: pageBox(picture, at, 4), size: 12, bold: true }));
  const { stay: fill, floor: halo } = picture.theme;
  picture.layer("labels").text(spot, text, { fill, size: 12, bold: true, halo });
}

/** Places along a line at even distances. */
function placesOn(line: readonly Point[]): Point[] {
  const places: Point[] = [];
  let from = 0;
  for (let k = 1; k < line.length; k++) {
    const [a, b] = [line[k - 1], line[k]];
    const length = distance(a, b);
    let at = from;
    for (; at <= length; at += PLACE) {
      const share = length === 0 ? 0 : at / length;
      places.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
    }
    from = at - length;
  }
  return places;
}
