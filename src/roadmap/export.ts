/** The diagram as data: edges one by one, and as GeoJSON. */
import type { Point } from "../geometry/index.js";
import { traceEdge } from "./edges.js";
import type { Roadmap } from "./roadmap.js";

/** One edge of the diagram, for those who draw or export it. */
export interface RoadmapEdge {
  /** Its ends and, where it is a parabola, points between them. */
  readonly points: Point[];
  readonly length: number;
  /** Radius of its smallest and its largest empty circle. */
  readonly least: number;
  readonly greatest: number;
  /** Straight, or a piece of a parabola. */
  readonly shape: "line" | "parabola";
}

/** A place of a GeoJSON file: of a plan, or of a building with its height. */
export type GeoPosition = Point | readonly [x: number, y: number, z: number];

/** All edges. Parabolas come as chords that leave them by at most `tolerance` metres. */
export function* edgesOf(roadmap: Roadmap, tolerance = 0.01): Generator<RoadmapEdge> {
  const { halfEdges } = roadmap.diagram;
  const { x, y, r, cell, other, twin, elements } = halfEdges;
  for (let h = 0; h < halfEdges.count; h++) {
    const k = twin[h];
    if (cell[h] < 0 || k < h || roadmap.sewing?.isGround(h) === false) continue;
    const coordinates = [x[h], y[h]];
    traceEdge(elements, cell[h], other[h], x[h], y[h], x[k], y[k], tolerance, coordinates);
    const points: Point[] = [];
    for (let i = 0; i < coordinates.length; i += 2) points.push([coordinates[i], coordinates[i + 1]]);
    yield {
      points,
      length: halfEdges.length[h],
      least: halfEdges.clearance[h],
      greatest: Math.max(r[h], r[k]),
      shape: elements.kind[cell[h]] === elements.kind[other[h]] ? "line" : "parabola",
    };
  }
}

/** A GeoJSON FeatureCollection of all edges, in the coordinates of the scene; in a building with heights. */
export interface RoadmapGeoJson {
  readonly type: "FeatureCollection";
  readonly features: {
    readonly type: "Feature";
    readonly geometry: { readonly type: "LineString"; readonly coordinates: GeoPosition[] };
    readonly properties: {
      readonly length: number;
      readonly least: number;
      readonly greatest: number;
      readonly shape: "line" | "parabola";
      /** In a building: the level, or the name of the flight. */
      readonly level?: string;
    };
  }[];
}

/** The diagram as GeoJSON: a LineString per edge, with its length and the radii of its smallest and largest circle. */
export function roadmapGeoJson(roadmap: Roadmap, tolerance = 0.01): RoadmapGeoJson {
  const building = roadmap.world?.building ?? null;
  return {
    type: "FeatureCollection",
    features: [...edgesOf(roadmap, tolerance)].map(({ points, length, least, greatest, shape }) => {
      const way = building?.way(points);
      return {
        type: "Feature",
        geometry: { type: "LineString", coordinates: way ? [...way.points] : points },
        properties: { length, least, greatest, shape, ...(way && { level: way.levels[0] }) },
      };
    }),
  };
}
