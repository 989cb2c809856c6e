/** Plans as the library's own vector pictures, for papers and slides. */
import {
  FlowMap,
  PathMap,
  type Point,
  PotentialField,
  RasterMap,
  Roadmap,
  RoadmapGuide,
  type Scene,
  World,
} from "wayfield";
import {
  buildingPicture,
  fieldPicture,
  flowPicture,
  pathMapPicture,
  roadmapPicture,
  scenePicture,
  type ThemeName,
} from "wayfield/draw";
import { optimizeLanes } from "wayfield/flow";
import { edgesOf } from "wayfield/roadmap";
import { isBuilding, levelScene } from "wayfield/world";
import { goalsOf } from "./pictures.js";
import type { PlanRequest } from "./protocol.js";

/** Pixels along the longer side: sharp at any size, since all but fields is vectors. */
const SIZE = 1600;

type Order = Extract<PlanRequest, { type: "svg" }>;

/** What is shown, as SVG. */
export function svgOf(order: Order): string {
  const { scene: whole, plan, level, stacked, theme } = order;
  const look: { readonly theme: ThemeName; readonly size: number } = { theme, size: SIZE };
  if (!isBuilding(whole)) return planSvg(order, whole, look);
  // The library draws ways through buildings on no picture yet: a building is drawn as it is, or one level with its own plan.
  if (stacked || plan === "paths")
    return buildingPicture(whole, { ...look, view: stacked ? "stacked" : "side" }).toSvg();
  return planSvg(order, levelScene(whole, whole.levels[level].name), look);
}

function planSvg(
  { plan, settings, from }: Order,
  scene: Scene,
  look: { readonly theme: ThemeName; readonly size: number },
): string {
  if (!plan) return scenePicture(scene, look).toSvg();
  const world = new World(scene);
  const { radius, epsilon, direction } = settings;
  const pathOf = (guide: { pathFrom(p: Point): readonly Point[] | null }): (readonly Point[])[] => {
    const path = from && guide.pathFrom(from);
    return path ? [path] : [];
  };
  if (plan === "flow") {
    const map = new FlowMap(world);
    const system = settings.lanes ? optimizeLanes(map.lanes(Math.max(radius, 0.05))) : null;
    const lanes = system?.lanes ?? [];
    const minCut = system?.cut ?? map.minCut;
    return flowPicture(scene, { ...look, raster: map.raster(settings.resolution), lanes, minCut }).toSvg();
  }
  if (plan === "roadmap") {
    const map = new Roadmap(world);
    const goals = Object.keys(scene.goals ?? {});
    const paths =
      goals.length > 0
        ? pathOf(new RoadmapGuide(map, { goals: goalsOf(scene, settings.goals), radius }))
        : [];
    return roadmapPicture(scene, edgesOf(map), { ...look, radius, paths }).toSvg();
  }
  const goals = goalsOf(scene, settings.goals);
  if (plan === "potential") {
    const angle = (direction * Math.PI) / 180;
    const bent = epsilon === 0 ? {} : { epsilon, vector: [Math.cos(angle), Math.sin(angle)] as const };
    const field = new PotentialField(world, { goals, radius, ...bent });
    const { grid, level, reflect } = field;
    const raster = { ...grid.frame, level: grid.inner(level), reflect };
    return fieldPicture(scene, raster, { ...look, paths: pathOf(field) }).toSvg();
  }
  const map = new PathMap(world, { goals, radius });
  const raster = new RasterMap(map, settings.resolution);
  return pathMapPicture(scene, raster, { ...look, colours: settings.colours, paths: pathOf(map) }).toSvg();
}
