/** Measurement areas and lines: whether there is anything to measure in them. */
import { InputError } from "../../errors.js";
import {
  areaOf,
  boxOf,
  EdgeIndex,
  isFlat,
  meet,
  type Point,
  type Ring,
  type Segment,
  samePoint,
} from "../../geometry/index.js";
import type { FreeSpace } from "../freespace.js";
import { groundTolerance } from "../onto.js";
import type { Scene } from "../scene.js";
import { Findings, shownPoint } from "./finding.js";
import { FreePlaces } from "./free.js";
import { coverageOf, freePartOf, keyed } from "./goals.js";
import { ON_BORDER, type Shapes, shapesOf } from "./shapes.js";

/**
 * Refuses measurements that `checkMeasurements` has an error for. A world is built without a look at them: most have none.
 *
 * @throws InputError naming the first
 */
export function refuseMeasurements(scene: Scene, space: FreeSpace): void {
  if (!scene.measurements) return;
  const shapes = shapesOf(scene);
  const tolerance = groundTolerance(boxOf(scene.boundary));
  const findings = new Findings();
  checkMeasurements(scene, shapes, new FreePlaces(shapes, { space, tolerance }), findings);
  const [first, ...rest] = findings.all().filter(({ severity }) => severity === "error");
  if (!first) return;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  throw new InputError(first.message + more, first.where);
}

/** Reports areas and lines without a size, areas that cross themselves, and those that are blocked as a whole or in part. */
export function checkMeasurements(scene: Scene, shapes: Shapes, free: FreePlaces, findings: Findings): void {
  const names = new Set<string>();
  for (const [name, { polygon, segment }] of Object.entries(scene.measurements ?? {})) {
    const where = keyed("measurements", name);
    checkName(where, name, names, findings);
    if (polygon) checkArea(`${where}.polygon`, polygon, shapes, free, findings);
    if (segment) checkLine(`${where}.segment`, segment, free, findings);
  }
}

/** Results are in files of these names, on any system. */
function checkName(where: string, name: string, before: Set<string>, findings: Findings): void {
  const isPlain = name.length <= 80 && /^[\p{L}\p{N}_-]([\p{L}\p{N} ._-]*[\p{L}\p{N}_-])?$/u.test(name);
  if (!isPlain) {
    const allowed = "at most 80 letters, digits, - and _, with dots and spaces between";
    findings.error("measurement-name", where, `names become names of files: ${allowed}`);
  }
  const plain = name.toLowerCase();
  if (before.has(plain))
    findings.error("measurement-name", where, "there is one that differs by case alone, or not at all");
  before.add(plain);
}

function checkArea(where: string, ring: Ring, shapes: Shapes, free: FreePlaces, findings: Findings): void {
  const points = ring.filter((p, i) => !samePoint(p, ring[(i + ring.length - 1) % ring.length]));
  if (isFlat(points)) {
    const message = "all points lie on one line; an area has a size";
    findings.error("measurement-zero-size", where, message, ring[0]);
    return;
  }
  const at = meetsItself(points);
  if (at) {
    const message = `meets itself at ${shownPoint(at)}; an area is a simple polygon`;
    findings.error("measurement-crosses-itself", where, message, at);
    return;
  }
  const coverage = coverageOf(points, shapes, free);
  // The outline of an obstacle is free on its outer side, but nobody can be within.
  const isFull = areaOf(freePartOf(points, shapes)) <= ON_BORDER * shapes.size ** 2;
  if (coverage === "blocked" || isFull) {
    const message = "lies wholly outside the boundary or inside obstacles; an area needs free space";
    findings.error("measurement-blocked", where, message, ring[0]);
  } else if (coverage === "partly") {
    const message = "lies partly outside the boundary or inside obstacles; its free part is measured in";
    findings.warning("measurement-partly-blocked", where, message, ring[0]);
  }
}

function checkLine(where: string, [a, b]: Segment, free: FreePlaces, findings: Findings): void {
  if (samePoint(a, b)) {
    findings.error("measurement-zero-size", where, "both ends are the same; a line has a length", a);
    return;
  }
  const parts = free.partsOf(a, b);
  const blocked = parts.find((part) => part.blockedBy !== null);
  if (!blocked) return;
  const { from, to, blockedBy } = blocked;
  const message = `the part from ${shownPoint(from)} to ${shownPoint(to)} lies ${blockedBy}`;
  if (parts.every((part) => part.blockedBy !== null)) {
    findings.error(
      "measurement-blocked",
      where,
      `no part is free: ${message}; a line needs a free part`,
      from,
    );
  } else {
    findings.warning("measurement-partly-blocked", where, `${message}; nobody passes there`, from);
  }
}

/** A place where a ring without repeated points meets itself other than at the ends of neighbours. */
export function meetsItself(ring: Ring): Point | null {
  const ends = ring.map((_, i) => ring[(i + 1) % ring.length]);
  let found: Point | null = null;
  new EdgeIndex(ring, ends).pairs((e, f) => {
    const how = meet(ring[e], ends[e], ring[f], ends[f]);
    const apart = Math.abs(e - f);
    const isNeighbour = apart === 1 || apart === ring.length - 1;
    if (how === "apart" || (isNeighbour && how !== "overlap")) return;
    found ??= ring[Math.max(e, f)];
  });
  return found;
}
