/** Pictures: a scene, and whatever planners lay over it, as SVG or on a canvas. */
export {
  type BuildingDrawOptions,
  type BuildingPage,
  type BuildingView,
  buildingPage,
  buildingPicture,
  drawBuilding,
  type StackedView,
  stackedView,
} from "./building.js";
export { contrast, fromHex, hex, lightness, luminance, oklch, type Rgb } from "./colour.js";
export { contour, type Field } from "./contours.js";
export {
  agentsPicture,
  groupColour,
  type HeatOptions,
  type HeatScale,
  heatPicture,
  heatScale,
  type TracksOptions,
  tracksPicture,
  type ValueGrid,
} from "./crowd.js";
export { type FieldDrawOptions, type FieldRaster, fieldPicture } from "./field.js";
export { type DrawnPatch, distancesOnPage, fieldOnPage, pathsOnPage } from "./field-page.js";
export { type Curve, type FlowCells, type FlowDrawOptions, flowPicture } from "./flow.js";
export { type LegendEntry, lengthLabel, niceLength } from "./furniture.js";
export { type DrawnGroupMap, groupMapPicture } from "./group-map.js";
export { type DrawnLocalMap, type LocalMapDrawOptions, localMapPicture } from "./local-map.js";
export type { MapCells } from "./map-cells.js";
export {
  type Canvas,
  escapeXml,
  FONT_FAMILY,
  type ImageSource,
  type Mark,
  type ShapeStyle,
  type TextStyle,
} from "./marks.js";
export { type Path, SvgPath, type Trace, traceDisc, traceLine, traceRing } from "./path.js";
export {
  type DistanceRaster,
  type PathMapColours,
  type PathMapDrawOptions,
  pathMapPicture,
} from "./pathmap.js";
export { type Layer, Picture, type PictureOptions, SIZE_RANGE } from "./picture.js";
export { cividis, density, paper, potential, RAMPS, type Ramp, viridis } from "./ramps.js";
export { CAMERA_DEFAULTS, type Camera } from "./rasterise.js";
export { type DrawnCircle, type DrawnEdge, type RoadmapDrawOptions, roadmapPicture } from "./roadmap.js";
export { type DrawOptions, drawScene, SCENE_LAYERS, scenePicture } from "./scene.js";
export { type DrawnField, type SurfaceDrawOptions, type SurfaceOverlay, surfacePicture } from "./surface.js";
export type { PageBox } from "./text.js";
export { THEMES, type Theme, type ThemeName } from "./theme.js";
export { stackPictures, type Walk, type WalkTrail, walkPicture } from "./walks.js";
