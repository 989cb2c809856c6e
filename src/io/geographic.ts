/** Longitude and latitude: recognised, and projected to metres around the middle of a drawing. */
import type { Box, Point } from "../geometry/index.js";

/** WGS 84: equatorial radius in metres, and the square of the first eccentricity. */
const RADIUS = 6378137;
const ECCENTRICITY2 = 0.00669437999014;

/** A plan this small could not hold a person if its numbers were metres; as degrees it is a town. */
const GREATEST_DEGREES = 0.5;

/** The `name` of a GeoJSON 2008 `crs` member, or an empty text. */
function crsName(crs: unknown): string {
  const properties = (crs as { properties?: { name?: unknown } } | null | undefined)?.properties;
  return typeof properties?.name === "string" ? properties.name : "";
}

/**
 * Whether coordinates are degrees: a named `crs` decides; without one they are when the box lies in the range of
 * longitude and latitude and spans less than half a unit. In range but larger is `unsure`.
 */
export function degreesOf(crs: unknown, box: Box): "degrees" | "metres" | "unsure" {
  const name = crsName(crs);
  if (/CRS:?84|EPSG:+(?:[\d.]*:)?4326$/i.test(name)) return "degrees";
  if (name !== "") return "metres";
  if (box.minX < -180 || box.maxX > 180 || box.minY < -90 || box.maxY > 90) return "metres";
  const span = Math.max(box.maxX - box.minX, box.maxY - box.minY);
  return span > 0 && span < GREATEST_DEGREES ? "degrees" : "unsure";
}

/** A local equirectangular projection: exact scales along both axes at the middle of the box. */
export function projector(box: Box): { project: (p: Point) => Point; centre: Point } {
  const centre: Point = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
  const degree = Math.PI / 180;
  const w2 = 1 - ECCENTRICITY2 * Math.sin(centre[1] * degree) ** 2;
  // Radii of curvature of the ellipsoid: along the meridian, and across it times the cosine of the latitude.
  const north = (RADIUS * (1 - ECCENTRICITY2)) / (w2 * Math.sqrt(w2));
  const east = (RADIUS / Math.sqrt(w2)) * Math.cos(centre[1] * degree);
  return {
    centre,
    project: (p) => [(p[0] - centre[0]) * degree * east, (p[1] - centre[1]) * degree * north],
  };
}
