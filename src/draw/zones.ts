/** Draws terrain: zones with what they do to speeds and who may enter them. */
import type { Scene, SceneZone } from "../world/index.js";
import { hatch } from "./hatch.js";
import { type LabelPlacer, pageBox } from "./labels.js";
import { traceLine, traceRing } from "./path.js";
import type { Picture } from "./picture.js";

/** Names of profiles that a label lists; more are counted. */
const MOST_NAMES = 3;

/** The zones of a scene: shaded, hatched where not everybody may enter, and labelled `×0.5` and `only soldier`. */
export function drawZones(picture: Picture, scene: Scene, placer: LabelPlacer | null): void {
  const { zone: colour, floor: halo } = picture.theme;
  const layer = picture.layer("spawns");
  const spacing = (11 * picture.unit) / picture.scale;
  for (const zone of scene.zones ?? []) {
    const { polygon, allow } = zone;
    layer.shape({ fill: colour, opacity: 0.18 }, (path) => traceRing(path, polygon));
    if (allow) {
      layer.shape({ stroke: colour, width: 1, opacity: 0.45 }, (path) => {
        for (const piece of hatch(polygon, spacing)) traceLine(path, piece);
      });
    }
    layer.shape({ stroke: colour, width: 1.25 }, (path) => traceRing(path, polygon));
    const text = zoneLabel(zone);
    if (!placer || text === "") continue;
    const wish = { text, around: pageBox(picture, polygon, 3), size: 12, bold: true };
    const spot = picture.toWorld(placer.place(wish));
    picture.layer("labels").text(spot, text, { fill: colour, size: 12, bold: true, halo });
  }
}

/** What a zone does, in a few words. */
function zoneLabel({ speed, allow }: SceneZone): string {
  const times = (factor: number): string => `×${Number(factor.toPrecision(3))}`;
  const speeds = typeof speed === "object" ? Object.entries(speed) : [];
  return [
    ...(typeof speed === "number" ? [times(speed)] : []),
    ...listed(speeds.map(([name, factor]) => `${name} ${times(factor)}`)),
    ...(allow ? [allow.length > 0 ? `only ${listed(allow).join(", ")}` : "nobody"] : []),
  ].join(", ");
}

function listed(names: readonly string[]): string[] {
  if (names.length <= MOST_NAMES) return [...names];
  return [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`];
}
