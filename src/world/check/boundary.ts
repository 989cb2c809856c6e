/** What a world refuses in a boundary: one that is no simple polygon, or encloses nothing. */
import { type Findings, shownPoint } from "./finding.js";
import { type SelfMeeting, selfMeetings } from "./selves.js";
import { placeOf, type Shape } from "./shapes.js";

const CODES = {
  cross: "boundary-crosses-itself",
  touch: "boundary-touches-itself",
  spike: "boundary-spike",
} as const;

/** Reports a boundary that encloses no area, or meets itself; false for these. */
export function checkBoundary(shape: Shape, findings: Findings): boolean {
  if (shape.kind !== "area") {
    const message = "all points lie on one line; a boundary must enclose an area";
    findings.error("boundary-zero-area", shape.where, message, shape.points[0]);
    return false;
  }
  const meetings = selfMeetings(shape);
  for (const meeting of meetings) {
    const message = `${meetingText(shape, meeting)}; a boundary must be a simple polygon`;
    findings.error(CODES[meeting.how], placeOf(shape, meeting.local), message, meeting.at);
  }
  return meetings.length === 0;
}

/** What a ring does to itself. */
export function meetingText(shape: Shape, { how, other, at }: SelfMeeting): string {
  const edge = `the edge from [${shape.index[other]}]`;
  if (how === "cross") return `the edge from here crosses ${edge} at ${shownPoint(at)}`;
  if (how === "touch") return `this vertex touches ${edge} at ${shownPoint(at)}`;
  return `the ring goes out to ${shownPoint(at)} and back along itself`;
}
