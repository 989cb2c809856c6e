/** Who the people of the cases are. */
import type { Distribution } from "../src/simulation/index.js";
import type { Scene } from "../src/world/index.js";

type Profile = NonNullable<Scene["profiles"]>[string];

/** People of a case. */
export interface Panel {
  /** Also the name of their profile. */
  readonly name: string;
  /** In words, for the text of a case. */
  readonly words: string;
  readonly profile: Profile;
}

/** The default population. */
export const ADULTS: Panel = {
  name: "adults",
  words: "population adults",
  profile: { radius: 0.22, speed: { mean: 1.34, deviation: 0.26, min: 0.7, max: 2 }, headway: 1.17 },
};

/** Those of Hermes' wide doors. */
export const STUDENTS: Panel = {
  name: "students",
  words: "population students",
  profile: { radius: 0.178, speed: { mean: 1.55, deviation: 0.2, min: 0.95, max: 2.15 }, headway: 0.7 },
};

/** Those of Hermes' corridors. */
export const STUDENTS_AT_EASE: Panel = {
  name: "students-at-ease",
  words: "population students-at-ease",
  profile: { radius: 0.2, speed: { mean: 1.42, deviation: 0.2, min: 0.82, max: 2.02 }, headway: 1.2 },
};

/** The circular's groups. */
export const IMO_GROUPS: Panel = {
  name: "imo",
  words: "population imo",
  profile: { radius: 0.22, speed: { mean: 1, deviation: 0.25, min: 0.37, max: 1.85 } },
};

/** The IMO's "males 30 to 50 years old": free speeds evenly between 0.97 and 1.62 m/s. */
export const MALES_30_TO_50: Panel = {
  name: "males 30 to 50",
  words: "men of 30 to 50 years (0.97 to 1.62 m/s)",
  profile: { radius: 0.22, speed: { min: 0.97, max: 1.62 } },
};

/** People of one free speed, in m/s. */
export function walkers(speed: number): Panel {
  return { name: "walker", words: `a free speed of ${speed} m/s`, profile: { radius: 0.22, speed } };
}

/** People of given free speeds, in m/s. */
export function withSpeeds(name: string, speed: Profile["speed"]): Panel {
  return { name, words: name, profile: { radius: 0.22, speed } };
}

/** Adults who set out late. */
export function withReaction(reaction: Distribution): Panel {
  return {
    name: "late",
    words: "population adults",
    profile: { ...ADULTS.profile, reaction: reaction as number },
  };
}
