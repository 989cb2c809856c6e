/** How obstacles lie to each other and to the boundary. */
import type { Point } from "../../geometry/index.js";
import { type Findings, shownPoint } from "./finding.js";
import type { PairRelation, Relations } from "./relations.js";
import type { Shape, Shapes } from "./shapes.js";

/** Reports overlaps, contacts, nesting and obstacles that are not within the boundary. */
export function checkObstacles(shapes: Shapes, relations: Relations, findings: Findings): void {
  const { list } = shapes;
  const met = new Uint8Array(list.length);
  for (const pair of relations.pairs) {
    if (pair.a > 0) reportPair(list[pair.a], list[pair.b], pair, findings);
    else if (list[0].kind === "area") reportBoundary(list[pair.b], pair, findings);
    if (pair.a === 0) met[pair.b] = 1;
  }
  if (list[0].kind !== "area") return;
  for (let s = 1; s < list.length; s++) {
    if (!met[s] && !list[s].moves) reportOutside(list[s], list[s].points[0], findings);
  }
}

/** Whether an obstacle lies outside, given its relation to the boundary (which is the pair's first shape). */
export function isOutside(pair: PairRelation): boolean {
  return pair.how === "touch" && pair.apart;
}

/** Whether an obstacle reaches beyond the boundary, given its relation to the boundary. */
export function crossesBoundary(pair: PairRelation): boolean {
  return pair.how === "overlap" || pair.how === "inside";
}

function reportBoundary(shape: Shape, pair: PairRelation, findings: Findings): void {
  const { at } = pair;
  const place = shownPoint(at);
  if (isOutside(pair)) reportOutside(shape, at, findings);
  else if (crossesBoundary(pair)) {
    const message = `crosses the boundary at ${place}; the part outside does not matter`;
    findings.warning("obstacle-crosses-boundary", shape.where, message, at);
  } else if (pair.contact) {
    const message = `touches the boundary at ${place}; a path may not pass there`;
    findings.warning("obstacle-touches-boundary", shape.where, message, at);
  }
}

function reportOutside(shape: Shape, at: Point, findings: Findings): void {
  const message = "lies wholly outside the boundary; it does not matter";
  findings.warning("obstacle-outside", shape.where, message, at);
}

function reportPair(a: Shape, b: Shape, { how, at }: PairRelation, findings: Findings): void {
  const place = shownPoint(at);
  switch (how) {
    case "overlap": {
      const message = `overlaps ${a.where} at ${place}; their union is obstacle`;
      findings.warning("obstacles-overlap", b.where, message, at);
      return;
    }
    case "touch": {
      const message = `touches ${a.where} at ${place}; a path may not pass there`;
      findings.warning("obstacles-touch", b.where, message, at);
      return;
    }
    case "same":
      findings.warning("obstacle-repeated", b.where, `is the same area as ${a.where}`, at);
      return;
    case "inside":
      findings.warning("obstacle-nested", a.where, `lies inside ${b.where}; it adds nothing`, at);
      return;
    case "around":
      findings.warning("obstacle-nested", b.where, `lies inside ${a.where}; it adds nothing`, at);
      return;
  }
}
