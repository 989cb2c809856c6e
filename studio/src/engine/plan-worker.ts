/** The worker that plans, answers for places, checks and repairs. */
import { InputError, type Point } from "wayfield";
import { offset, signedArea } from "wayfield/geometry";
import { formatOf } from "wayfield/io";
import { type AnyScene, diagnose, isBuilding, repair, repairBuilding } from "wayfield/world";
import type { Made } from "./pictures.js";
import { make } from "./plans.js";
import type { PlanAnswer, PlanRequest } from "./protocol.js";
import { svgOf } from "./svg.js";

let made: Made | null = null;

/** What a round brush covers along a stroke, without the holes that it leaves. */
function brushed(stroke: readonly Point[], radius: number): (readonly Point[])[] {
  const pieces = stroke.slice(1).map((p, i): Point[] => [stroke[i], p]);
  const region = offset(pieces.length > 0 ? pieces : [[stroke[0], stroke[0]]], radius, {
    tolerance: radius / 12,
  });
  return region.filter((ring) => signedArea(ring) > 0);
}

/** A file of any format that the library reads, known by its ending. */
function read(name: string, text: string): { readonly scene: AnyScene; readonly notes: readonly string[] } {
  const format = formatOf(name);
  if (!format.read) throw new InputError(`${format.title} is written, but not read`, name);
  try {
    return format.readAny?.(text) ?? format.read(text);
  } catch (error) {
    throw error instanceof InputError ? error.within(name) : error;
  }
}

function answerTo(request: PlanRequest): PlanAnswer {
  const { id } = request;
  switch (request.type) {
    case "plan":
      made = null;
      made = make(request.order);
      return { id, type: "plan", picture: made.picture };
    case "probe":
      return { id, type: "probe", probe: made?.probe(request.at, request) ?? null };
    case "brush":
      return { id, type: "brush", rings: brushed(request.stroke, request.radius) };
    case "read":
      return { id, type: "read", ...read(request.name, request.text) };
    case "svg":
      return { id, type: "svg", text: svgOf(request) };
    case "check":
    case "preview":
      return { id, type: request.type, findings: diagnose(request.scene) };
    case "repair": {
      const { scene: given } = request;
      const { scene, done } = isBuilding(given) ? repairBuilding(given) : repair(given);
      return { id, type: "repair", scene, changes: done };
    }
  }
}

self.onmessage = ({ data }: MessageEvent<PlanRequest>) => {
  let answer: PlanAnswer;
  try {
    answer = answerTo(data);
  } catch (error) {
    if (!(error instanceof InputError)) console.error(error);
    const { message } = error as Error;
    answer = { id: data.id, type: "error", message, where: error instanceof InputError ? error.where : "" };
  }
  const buffers =
    answer.type === "plan"
      ? [
          ...(answer.picture.field ? [answer.picture.field.pixels.buffer] : []),
          ...(answer.picture.storeys ?? []).map(({ pixels }) => pixels.buffer),
          ...answer.picture.lines.flatMap(({ lines }) => [lines.coords.buffer, lines.starts.buffer]),
        ]
      : [];
  self.postMessage(answer, { transfer: buffers });
};
