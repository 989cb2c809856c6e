/** The types of behaviour, one figure each: Dapper (2007), 5.2.1, figures 5.6 to 5.10. */
import type { Point } from "../../src/geometry/index.js";
import {
  awayFrom,
  constant,
  harmonic,
  orthogonal,
  sinusoid,
  toSeen,
  towards,
  whenSeen,
} from "../../src/potential/index.js";
import {
  corridor,
  crowdAt,
  LENGTH,
  MIDDLE,
  type Person,
  START,
  Stage,
  TABLE_6_1,
  walkExperiment,
} from "./stage.js";

const END: Point = [LENGTH - 2, MIDDLE];
const OTHER: Point = [18, 6];

const west = (label: string, options: Partial<Person> = {}): Person => ({
  label,
  position: START,
  goals: ["east"],
  localMap: TABLE_6_1,
  ...options,
});
const east = (label: string, options: Partial<Person> = {}): Person => ({
  ...west(label, options),
  position: END,
  goals: ["west"],
});

/** 5.2.1: what a behaviour does, by its type. */
export const types = walkExperiment({
  name: "behaviours",
  title: "Types of behaviour",
  paper: "Dapper 2007",
  place: "5.2.1, figures 5.6 to 5.10",
  walk() {
    const scene = corridor("Types of behaviour");
    const stage = new Stage(scene, 8 / 33);
    const aside = whenSeen(harmonic(), constant([0, -1], 0.7));
    const turned = toSeen((target) => orthogonal(target, "right"));
    return {
      scene,
      runs: [
        stage.run(
          "5.6: a1 with v to the wall, a2 harmonic",
          [west("a1", { behaviour: constant([0, -1], 0.7) }), east("a2")],
          400,
        ),
        stage.run(
          "5.7: a1 keeps right when it sees a2",
          [west("a1", { behaviour: aside, sight: 8 }), east("a2")],
          400,
        ),
        stage.run("5.8: v = (1, sin t)", [west("a1", { behaviour: sinusoid() })], 400),
        stage.apart("5.9 (a): v to the goal", [west("a1"), west("a2", { behaviour: towards(END) })], 400),
        stage.apart(
          "5.9 (b): v to another, or away",
          [west("a1"), west("a2", { behaviour: towards(OTHER) }), west("a3", { behaviour: awayFrom(OTHER) })],
          400,
          crowdAt([OTHER]),
        ),
        stage.run(
          "5.10: at right angles to the other in sight",
          [west("a1", { behaviour: turned, sight: 10 }), east("a2", { behaviour: turned, sight: 10 })],
          400,
        ),
      ],
    };
  },
});
