/** Who the people of the cases are. */
import type { Distribution } from "../src/simulation/index.js";
import type { Scene } from "../src/world/index.js";

type Profile = NonNullable<Scene["profiles"]>[string];
type Population = NonNullable<NonNullable<Scene["simulation"]>["population"]>;

/** People of a case. */
export interface Panel {
  /** Of their profile, where they have one. */
  readonly name: string;
  /** In words, for the text of a case. */
  readonly words: string;
  /** What holds where their profile says nothing. */
  readonly population: Population;
  readonly profile?: Profile;
}

/** A population as it is. */
const of = (population: Population): Panel => ({
  name: population,
  words: `population ${population}`,
  population,
});

/** The default population. */
export const ADULTS: Panel = of("adults");

/** Those of Hermes' wide doors. */
export const STUDENTS: Panel = of("students");

/** Those of Hermes' corridors. */
export const STUDENTS_AT_EASE: Panel = of("students-at-ease");

/** The circular's groups. */
export const IMO_GROUPS: Panel = of("imo");

/** The circular's "males 30 to 50 years old". */
export const MALES_30_TO_50: Panel = {
  name: "males 30 to 50",
  words: "men of 30 to 50 years (0.97 to 1.62 m/s)",
  population: "imo",
  profile: { group: "imo-men-30-to-50" },
};

/** Adults of given free speeds, in m/s. */
export function withSpeeds(name: string, speed: Distribution): Panel {
  return {
    name,
    words: typeof speed === "number" ? `with a free speed of ${speed} m/s` : name,
    population: "adults",
    profile: { speed: speed as NonNullable<Profile["speed"]> },
  };
}

/** Adults of an age in years. */
export function ofAge(age: number): Panel {
  return { name: `${age} years`, words: `of ${age} years`, population: "adults", profile: { age } };
}

/** Adults who set out late. */
export function withReaction(reaction: Distribution): Panel {
  return {
    name: "late",
    words: "population adults",
    population: "adults",
    profile: { reaction: reaction as NonNullable<Profile["reaction"]> },
  };
}
