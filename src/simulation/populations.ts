/**
 * Populations: who walks. One gives distributions of free speed, radius, headway and reaction; everything else of a movement
 * model is a constant. A figure without its population says little: students at a door pass twice as fast as a mixed public.
 */
import { InputError } from "../errors.js";
import { didYouMean, shown } from "../options.js";
import type { FlightSpeeds } from "../world/index.js";
import type { Distribution } from "./distributions.js";

/** The names of the built-in populations. */
export const POPULATION_NAMES = ["adults", "students", "students-at-ease", "imo"] as const;

/** A built-in population. */
export type PopulationName = (typeof POPULATION_NAMES)[number];

/** What people of one kind have, as distributions. */
export interface Traits {
  /** Free walking speed on the flat, in m/s. */
  readonly speed: Distribution;
  /** Half the shoulder width, in metres. */
  readonly radius: Distribution;
  /** Time gap kept to who is in front, in seconds. */
  readonly headway: Distribution;
  /** Seconds before the first step. */
  readonly reaction: Distribution;
}

/** One group of a population. */
export interface PopulationGroup extends Traits {
  readonly name: string;
  /** Metres along the heading, of bodies that are longer than wide; twice the radius where absent. */
  readonly depth?: number;
  /** The parts of the free speed that are left on stairs, up and down; a crowd's own where absent. */
  readonly stairs?: FlightSpeeds;
  /** The part of the population that it is, from 0 to 1. */
  readonly share: number;
}

/** Who walks. */
export interface Population {
  readonly name: PopulationName;
  /** Who they are and where the figures are from, in a line. */
  readonly about: string;
  readonly groups: readonly PopulationGroup[];
  /**
   * Persons per second and metre that its rules let through doors and exits at most; null for no rule. Doors that say nothing
   * themselves, and exits in walls, have this times their width as `maxFlow`.
   */
  readonly doorFlow: number | null;
}

/** A population of one group. */
function uniformly(name: PopulationName, about: string, traits: Omit<Traits, "reaction">): Population {
  return { name, about, groups: [{ name, share: 1, reaction: 0, ...traits }], doorFlow: null };
}

/** One of them: its name, percent of all, least and greatest speed on the flat, and parts of it on stairs, up and down. */
type ImoGroup = readonly [name: string, percent: number, min: number, max: number, up: number, down: number];

/**
 * Groups of MSC.1/Circ.1533, annex 3: percent of the passengers (table 3.1), least and greatest speed on the flat (table 3.4), and
 * what its speeds on stairs are of these. Of impaired men those of men over 50.
 */
const IMO_GROUPS: readonly ImoGroup[] = [
  ["imo-women-under-30", 7, 0.93, 1.55, 0.507, 0.604],
  ["imo-women-30-to-50", 7, 0.71, 1.19, 0.621, 0.685],
  ["imo-women-over-50", 16, 0.56, 0.94, 0.654, 0.8],
  ["imo-women-impaired-1", 10, 0.43, 0.71, 0.631, 0.79],
  ["imo-women-impaired-2", 10, 0.37, 0.61, 0.631, 0.79],
  ["imo-men-under-30", 7, 1.11, 1.85, 0.452, 0.683],
  ["imo-men-30-to-50", 7, 0.97, 1.62, 0.485, 0.66],
  ["imo-men-over-50", 16, 0.84, 1.4, 0.454, 0.598],
  ["imo-men-impaired-1", 10, 0.64, 1.06, 0.454, 0.598],
  ["imo-men-impaired-2", 10, 0.55, 0.91, 0.454, 0.598],
];

/** The built-in populations by name. */
export const POPULATIONS: Readonly<Record<PopulationName, Population>> = Object.freeze({
  adults: uniformly("adults", "a mixed public: free speeds of Weidmann (1993)", {
    speed: { mean: 1.34, deviation: 0.26, min: 0.7, max: 2 },
    radius: 0.23,
    headway: 1.17,
  }),
  students: uniformly("students", "young and eager, as at the wide doors of the Hermes experiments (2009)", {
    speed: { mean: 1.55, deviation: 0.2, min: 0.95, max: 2.15 },
    radius: 0.165,
    headway: 0.97,
  }),
  "students-at-ease": uniformly(
    "students-at-ease",
    "young, without hurry, as in the Hermes corridors (2009)",
    {
      speed: { mean: 1.42, deviation: 0.2, min: 0.82, max: 2.02 },
      radius: 0.22,
      headway: 1.17,
    },
  ),
  imo: {
    name: "imo",
    about: "passengers of MSC.1/Circ.1533 (2016): ten groups of age, sex and mobility",
    groups: IMO_GROUPS.map(([name, percent, min, max, up, down]) => ({
      name,
      stairs: { up, down },
      share: percent / 100,
      speed: { min, max },
      radius: 0.23,
      headway: 1.17,
      reaction: 0,
    })),
    doorFlow: 1.33,
  },
});

/**
 * People in wheelchairs: speeds on the flat of Boyce, Shields and Silcock (1999), by themselves and pushed by somebody. A chair is
 * as wide as it is with hands on its rims, 0.8 m, and 1.2 m long, as ISO 7193 has it at most; who pushes one adds 0.5 m.
 */
const WHEELCHAIRS: readonly PopulationGroup[] = [
  {
    name: "wheelchair",
    share: 1,
    speed: { mean: 0.69, deviation: 0.35, min: 0.13, max: 1.35 },
    radius: 0.4,
    depth: 1.2,
    headway: 1.17,
    reaction: 0,
  },
  {
    name: "wheelchair-pushed",
    share: 1,
    speed: { mean: 1.3, deviation: 0.34, min: 0.84, max: 1.98 },
    radius: 0.4,
    depth: 1.7,
    headway: 1.17,
    reaction: 0,
  },
];

/** Groups that a profile can name. */
const GROUPS = new Map([...POPULATIONS.imo.groups, ...WHEELCHAIRS].map((group) => [group.name, group]));

/**
 * A group by its name, such as `imo-men-30-to-50` or `wheelchair`.
 *
 * @throws InputError for a name that is not known
 */
export function populationGroup(name: string, where = ""): PopulationGroup {
  const group = GROUPS.get(name);
  if (group) return group;
  const names = [...GROUPS.keys()];
  throw new InputError(
    `there is no group ${JSON.stringify(name)}; ${didYouMean(name, names)}there are: ${names.join(", ")}`,
    where,
  );
}

/**
 * A population by its name.
 *
 * @throws InputError for a name that is not known
 */
export function populationNamed(name: string, where = ""): Population {
  if (Object.hasOwn(POPULATIONS, name)) return POPULATIONS[name as PopulationName];
  throw new InputError(
    `there is no population ${shown(name)}; ${didYouMean(name, POPULATION_NAMES)}there are: ${POPULATION_NAMES.join(", ")}`,
    where,
  );
}

/** Free speeds by age, least and greatest in m/s: Weidmann's figure (1993) as RiMEA's test 7 reads it. */
const AGES: readonly (readonly [age: number, min: number, max: number])[] = [
  [20, 1.6, 1.64],
  [30, 1.52, 1.56],
  [40, 1.46, 1.5],
  [50, 1.39, 1.43],
  [60, 1.27, 1.27],
  [70, 1.07, 1.07],
];

/** Speeds on indoor stairs below an age, up and down in m/s: Fruin's (1971) as RiMEA's test 13 has them. */
const STAIRS_BY_AGE: readonly (readonly [below: number, up: number, down: number])[] = [
  [30, 0.55, 0.76],
  [50, 0.5, 0.65],
  [Infinity, 0.42, 0.55],
];

/** The parts of the free speed on stairs at an age in years: Fruin's speeds by those of the age on the flat. */
export function stairsAtAge(age: number): FlightSpeeds {
  const [, up, down] = STAIRS_BY_AGE.find(([below]) => age < below)!;
  const { min, max } = speedAtAge(age);
  const flat = (min + max) / 2;
  return { up: up / flat, down: down / flat };
}

/** How much faster or slower than all people men and women are: 1.41 and 1.27 m/s of 1.34 (Weidmann 1993). */
const BY_SEX = Object.freeze({ male: 1.41 / 1.34, female: 1.27 / 1.34 });

/** The free speeds at an age in years: the table's, straight between its rows, and those of its ends beyond them; times 1.052 for men and 0.948 for women. */
export function speedAtAge(
  age: number,
  sex?: "male" | "female",
): { readonly min: number; readonly max: number } {
  let row = 1;
  while (row < AGES.length - 1 && AGES[row][0] < age) row++;
  const [young, lowYoung, highYoung] = AGES[row - 1];
  const [old, lowOld, highOld] = AGES[row];
  const share = Math.max(0, Math.min(1, (age - young) / (old - young)));
  const factor = sex === undefined ? 1 : BY_SEX[sex];
  return {
    min: factor * (lowYoung + (lowOld - lowYoung) * share),
    max: factor * (highYoung + (highOld - highYoung) * share),
  };
}
