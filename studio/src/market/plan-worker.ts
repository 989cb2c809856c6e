/** Plans ways for the camera beside the page, so that no frame waits for a potential. */
import { InputError, type Point, World } from "wayfield";
import { openAirPlan, supermarketPlan } from "wayfield/scenes";
import { potentialGuides } from "wayfield/travel";
import type { SceneName } from "./model/market.js";

/** Asks for a way; the answer has the same number. */
export interface WayOrder {
  readonly order: number;
  readonly scene: SceneName;
  readonly radius: number;
  readonly from: Point;
  readonly to: Point;
}

export interface WayAnswer {
  readonly order: number;
  readonly way: readonly Point[] | null;
}

const guides = new Map<SceneName, ReturnType<typeof potentialGuides>>();

self.onmessage = ({ data }: MessageEvent<WayOrder>) => {
  const { order, scene, radius, from, to } = data;
  let guideTo = guides.get(scene);
  if (!guideTo) {
    const plan = scene === "supermarket" ? supermarketPlan() : openAirPlan();
    guides.set(scene, (guideTo = potentialGuides(new World(plan.scene), radius)));
  }
  const answer: WayAnswer = { order, way: wayOrNone(() => guideTo(to).pathFrom(from)) };
  self.postMessage(answer);
};

/** A way; none to where nobody fits, so that whoever asked is answered. */
function wayOrNone(plan: () => readonly Point[] | null): readonly Point[] | null {
  try {
    return plan();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
