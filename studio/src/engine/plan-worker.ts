/** The worker that plans, answers for places, checks and repairs. */
import { InputError } from "wayfield";
import { diagnose, repair } from "wayfield/world";
import { type Made, make } from "./plans.js";
import type { PlanAnswer, PlanRequest } from "./protocol.js";

let made: Made | null = null;

function answerTo(request: PlanRequest): PlanAnswer {
  const { id } = request;
  switch (request.type) {
    case "plan":
      made = null;
      made = make(request.order);
      return { id, type: "plan", picture: made.picture };
    case "probe":
      return { id, type: "probe", probe: made?.probe(request.at) ?? null };
    case "check":
      return { id, type: "check", findings: diagnose(request.scene) };
    case "repair": {
      const { scene, done } = repair(request.scene);
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
          ...answer.picture.lines.flatMap(({ lines }) => [lines.coords.buffer, lines.starts.buffer]),
        ]
      : [];
  self.postMessage(answer, { transfer: buffers });
};
