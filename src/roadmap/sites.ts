/** What can stand in a roadmap, and how it is checked. */
import { InputError } from "../errors.js";
import { boxOf, type Constraint, type Point, type Ring } from "../geometry/index.js";
import { checkPoint } from "../options.js";
import type { Obstacle } from "../world/index.js";

/** What can stand in a roadmap. */
export type Site = Constraint;

/** How far a world without a boundary reaches beyond its first sites, at least, in metres. */
const LEAST_REACH = 100;

/** A site, checked. */
export function checkSite(site: Site, where: string): Site {
  if (isPlainPoint(site)) return { point: [site.point[0], site.point[1]] };
  const keys = site && typeof site === "object" ? Object.keys(site).filter((k) => k !== "schedule") : [];
  if (keys.length !== 1 || !["polygon", "segment", "point"].includes(keys[0])) {
    throw new InputError("a site is { polygon }, { segment } or { point }", where);
  }
  const given = "point" in site ? [site.point] : "segment" in site ? site.segment : site.polygon;
  const least = "point" in site ? 1 : "segment" in site ? 2 : 3;
  if (!Array.isArray(given) || given.length < least || (least < 3 && given.length > least)) {
    const count = Array.isArray(given) ? given.length : typeof given;
    throw new InputError(
      `a ${keys[0]} has ${least === 3 ? "at least 3" : least} point${least > 1 ? "s" : ""}; given: ${count}`,
      where,
    );
  }
  const points = given.map((p, i) =>
    checkPoint(p, least === 1 ? `${where}.point` : `${where}.${keys[0]}[${i}]`),
  );
  if ("point" in site) return { point: points[0] };
  return "segment" in site ? { segment: [points[0], points[1]] } : { polygon: points };
}

/** A segment or polygon that is no larger than a place is a point. */
export function orPoint(site: Site, tolerance: number): Site {
  if ("point" in site) return site;
  const { minX, minY, maxX, maxY } = boxOf(pointsOf(site));
  return maxX - minX > tolerance || maxY - minY > tolerance ? site : { point: [minX, minY] };
}

/** Whether a site is a point without any mistake. */
export function isPlainPoint(site: Site): site is { readonly point: Point } {
  if (!site || typeof site !== "object") return false;
  for (const key in site) if (key !== "point") return false;
  const { point } = site as { readonly point?: Point };
  return Array.isArray(point) && point.length === 2 && Number.isFinite(point[0]) && Number.isFinite(point[1]);
}

/** The points of a site, in order. */
export function pointsOf(site: Site): readonly Point[] {
  return "point" in site ? [site.point] : "segment" in site ? site.segment : site.polygon;
}

/** An obstacle of a world as a site. */
export function siteOf({ polygon, segment, point }: Obstacle): Site {
  if (polygon) return { polygon };
  return segment ? { segment } : { point: point! };
}

/** The square in which a world without a boundary is used. */
export function frameAround(sites: readonly Site[], reach?: number): Ring {
  const points = sites.flatMap(pointsOf);
  const { minX, minY, maxX, maxY } =
    points.length > 0 ? boxOf(points) : { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const size = Math.max(maxX - minX, maxY - minY);
  const half = size / 2 + (reach ?? Math.max(size, LEAST_REACH));
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2];
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
}
