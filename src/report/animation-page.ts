/** The animation of a report as a part of its page: the player, its controls, and what it plays. */
import { escapeXml, groupColour, scenePicture, THEMES } from "../draw/index.js";
import type { Frame } from "../measure/index.js";
import { movingShapes, packFrames, stillPlan, widthsOf } from "./animation.js";
import { PLAYER, STILLS_HTML } from "./player.js";
import type { RunOnPage } from "./storeys.js";
import { type AnimationView, buildingViews, movingInBuilding, PAGE, packPlaces, planView } from "./views.js";

/** Views, frames and what moves, of a plan or a building. */
function shownOf({ run, fold }: Pick<RunOnPage, "run" | "fold">, frames: readonly Frame[]) {
  const picture = scenePicture(stillPlan(run.scene), { size: PAGE });
  const { building } = run.crowd.world;
  if (building) {
    const views = buildingViews(building, picture, fold);
    return {
      isBuilding: true,
      views,
      moving: movingInBuilding(building, frames),
      ...packPlaces(building, frames),
    };
  }
  const { minX, minY, maxX, maxY } = picture.world;
  return {
    isBuilding: false,
    views: [planView(picture)],
    moving: movingShapes(run.scene, frames).map((shape) => ({ ...shape, level: 0, z: 0 })),
    frames: packFrames(frames, picture.world),
    box: [
      [minX, minY],
      [maxX, maxY],
    ],
  };
}

/** Chooses among views; nothing where there is one. */
export function selectorHtml(views: readonly Pick<AnimationView, "name">[]): string {
  if (views.length < 2) return "";
  const options = views.map(({ name }, i) => `<option value="${i}">${escapeXml(name)}</option>`);
  // Browsers would keep the choice over a reload, while the page begins with the first.
  return `<label>View <select id="view" autocomplete="off">${options.join("")}</select></label>\n`;
}

/**
 * The animation.
 *
 * @param frames where people were, on the plan or on the sheet of the building
 */
export function animationHtml(
  page: Pick<RunOnPage, "run" | "fold">,
  frames: readonly Frame[],
  groupOf: (id: number) => number,
): string {
  const shown = shownOf(page, frames);
  let last = -1;
  for (const { ids } of frames) for (const id of ids) last = Math.max(last, id);
  const data = {
    ...shown,
    radii: widthsOf(frames),
    colours: Array.from({ length: 6 }, (_unused, k) => groupColour(k)),
    groups: Array.from({ length: last + 1 }, (_unused, id) => groupOf(id)),
    wallColour: THEMES.light.wall,
    solidColour: THEMES.light.solid,
    goalColour: THEMES.light.goal,
  };
  // "<" would let a scene's name end the script element.
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  const [{ width, height }] = shown.views;
  return `<figure class="moving"><canvas id="animation" width="${width}" height="${height}" aria-label="The run as an animation"></canvas>
<div class="player"><button id="play" type="button">Play</button>
<input id="scrubber" type="range" min="0" step="0.1" value="0" aria-label="Time">
<label>Speed <select id="speed"><option value="1">1×</option><option value="2">2×</option><option value="5" selected>5×</option><option value="20">20×</option></select></label>
${selectorHtml(shown.views)}<span id="clock"></span></div></figure>
${STILLS_HTML}
<script type="application/json" id="animation-data">${json}</script>
<script>${PLAYER}</script>`;
}
