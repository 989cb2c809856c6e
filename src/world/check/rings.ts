/** What is seldom meant of single rings and walls. */
import { type Point, samePoint } from "../../geometry/index.js";
import type { Scene } from "../scene.js";
import { meetingText } from "./boundary.js";
import { type Findings, shownPoint } from "./finding.js";
import type { Relations } from "./relations.js";
import type { SelfMeeting } from "./selves.js";
import { NEAR, nearlySame, placeOf, type Shape, type Shapes } from "./shapes.js";

/** Checks every ring and wall for itself. */
export function checkRings(scene: Scene, shapes: Shapes, relations: Relations, findings: Findings): void {
  shapes.list.forEach((shape, s) => {
    const obstacle = scene.obstacles?.[shape.obstacle];
    const given = shape.obstacle < 0 ? scene.boundary : (obstacle?.polygon ?? obstacle?.segment ?? []);
    if (shape.isRing) checkPoints(shape.where, given, shapes.size, findings);
    else checkWall(shape.where, given, shapes.size, findings);
    if (shape.isRing) checkArea(shape, findings);
    for (const meeting of relations.selves.get(s) ?? []) reportSelf(shape, meeting, findings);
  });
  scene.spawns?.forEach((spawn, i) => {
    if (spawn.polygon) checkPoints(`spawns[${i}].polygon`, spawn.polygon, shapes.size, findings);
  });
}

function checkPoints(where: string, points: readonly Point[], size: number, findings: Findings): void {
  for (let i = 0; i < points.length; i++) {
    const j = (i + points.length - 1) % points.length;
    const place = `${where}[${i}]`;
    const which = i === 0 ? "the last point (rings close by themselves)" : "the point before";
    if (samePoint(points[i], points[j])) {
      const message = `${shownPoint(points[i])} repeats ${which}; it is ignored`;
      findings.warning("repeated-point", place, message, points[i]);
    } else if (nearlySame(points[i], points[j], size)) {
      const message = `${shownPoint(points[i])} nearly repeats ${which} (closer than ${NEAR} of the plan's size)`;
      findings.warning("near-point", place, message, points[i]);
    }
  }
}

function checkWall(where: string, points: readonly Point[], size: number, findings: Findings): void {
  if (points.length !== 2) return;
  const [a, b] = points;
  if (samePoint(a, b)) {
    const message = `both ends are ${shownPoint(a)}; it acts as a point`;
    findings.warning("zero-length-segment", where, message, a);
  } else if (nearlySame(a, b, size)) {
    const message = `the ends nearly repeat each other (closer than ${NEAR} of the plan's size)`;
    findings.warning("near-point", where, message, a);
  }
}

function checkArea(shape: Shape, findings: Findings): void {
  const at = shape.points[0];
  if (shape.kind !== "area") {
    const message = "all points lie on one line; it acts as a wall without width";
    // Of the boundary, it is an error that was told.
    if (shape.obstacle >= 0) findings.warning("obstacle-zero-area", shape.where, message, at);
  } else if (!shape.ccw) {
    const message = "the ring runs clockwise; harmless, any orientation is accepted";
    findings.warning("clockwise", shape.where, message, at);
  }
}

const SELF = {
  cross: ["obstacle-crosses-itself", "everything the edges wind around is obstacle"],
  touch: ["obstacle-touches-itself", "a path may not pass there"],
  spike: ["obstacle-spike", "the spike acts as a wall"],
} as const;

/** Reports obstacles that meet themselves; a boundary that does is an error that was told. */
function reportSelf(shape: Shape, meeting: SelfMeeting, findings: Findings): void {
  if (shape.obstacle < 0) return;
  const [code, meaning] = SELF[meeting.how];
  const where = placeOf(shape, meeting.local);
  findings.warning(code, where, `${meetingText(shape, meeting)}; ${meaning}`, meeting.at);
}
