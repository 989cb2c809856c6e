/**
 * Who comes from a spawn: for every person, by number, a profile of the mix, a group of the population, and what is drawn
 * for it. A person's numbers come from the seed, the spawn and the person's own number alone: the same people come whatever
 * room there is, and whatever others do.
 */
import { scrambled } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { type FlightSpeeds, type Scene, STAIR_SPEEDS, type WalkingPace } from "../world/index.js";
import { type Distribution, draw, massFault, meanOf, rangeOf } from "./distributions.js";
import {
  type Population,
  type PopulationGroup,
  populationGroup,
  populationNamed,
  speedAtAge,
  stairsAtAge,
} from "./populations.js";
import { Deal } from "./shares.js";
import type { Profile, SpawnSpec } from "./specs.js";

/** Where neither a profile nor a population says it. */
const PLAIN = Object.freeze({ radius: 0.25, speed: 1.34, reaction: 0 });

/** Metres by which radii that differ from person to person are rounded up to those for which ways are planned. */
const CLASS = 0.05;

/** Speeds that are drawn are at least this, in m/s. */
const LEAST_SPEED = 0.01;

/** One kind of people of a spawn: a profile, and where it leaves something open, a group of a population. */
export interface Kind {
  /** The name of the profile; null for none. */
  readonly name: string | null;
  readonly profile: Profile;
  /** Radii for which ways are planned, rising. */
  readonly classes: readonly number[];
  readonly share: number;
  readonly group: PopulationGroup | null;
  /** How fast they are on average, for ways through buildings. */
  readonly pace: Required<WalkingPace>;
}

/** One person to come. */
export interface Person {
  readonly kind: Kind;
  readonly radius: number;
  /** Metres along the heading, of a body that is longer than wide. */
  readonly depth: number | undefined;
  /** The radius that the person's ways are planned for, at least its own. */
  readonly wayRadius: number;
  readonly reaction: number;
  readonly headway: number | undefined;
  /** What the free speed is drawn from. */
  readonly speed: Distribution;
  /** The parts of it that are left on stairs. */
  readonly stairs: FlightSpeeds;
  /** What else the person is asked for is drawn from this. */
  readonly random: Random;
}

/** A profile, and a group of a population. */
type Who = Pick<Kind, "profile" | "group">;

/** The traits of a profile that are distributions. */
const DRAWN = ["speed", "radius", "age", "reaction", "headway"] as const;

/** What is wrong with the profiles of a scene, with where: distributions without mass, groups that nobody knows. */
export function profileFaults({
  profiles = {},
}: Scene): { readonly where: string; readonly message: string }[] {
  return Object.entries(profiles).flatMap(([name, profile]) => {
    const faults = DRAWN.flatMap((trait) => {
      const given = profile[trait];
      const message = given === undefined ? null : massFault(given);
      return message === null ? [] : [{ where: `profiles.${name}.${trait}`, message }];
    });
    return [...faults, ...groupFault(name, profile)];
  });
}

function groupFault(
  name: string,
  { group }: Profile,
): { readonly where: string; readonly message: string }[] {
  if (group === undefined) return [];
  try {
    populationGroup(group);
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [{ where: `profiles.${name}.group`, message: error.message }];
  }
}

const radiusOf = ({ profile, group }: Who): Distribution =>
  profile.shape ? profile.shape.width / 2 : (profile.radius ?? group?.radius ?? PLAIN.radius);

/** How long a body of a radius is along its heading, in metres; undefined for a disc. */
function depthOf({ profile, group }: Kind, radius: number): number | undefined {
  const depth = profile.shape ? profile.shape.depth : group?.depth;
  // A radius of the profile's own may be more than the group's depth has room for.
  return depth === undefined ? undefined : Math.min(6 * radius, Math.max(2 * radius, depth));
}

/** The least radius of anybody in a scene, in metres; `population` is theirs whose spawn names none. */
export function leastRadius(scene: Scene, population: Population | null): number {
  const spawns = scene.spawns ?? [];
  const radii = spawns.flatMap((spawn, number) => {
    const who = spawn.population === undefined ? population : populationNamed(spawn.population);
    return kindsOf({ scene, spawn, number, population: who }).map((kind) => rangeOf(radiusOf(kind)).min);
  });
  return radii.reduce(
    (least, radius) => Math.min(least, radius),
    spawns.length === 0 ? PLAIN.radius : Infinity,
  );
}

/** The radius for which ways of a body are planned: its own where all have the same, else rounded up to 5 cm. */
function wayRadius(radius: Distribution, own: number): number {
  if (typeof radius === "number") return own;
  return Math.min(Math.ceil(own / CLASS - 1e-9) * CLASS, rangeOf(radius).max);
}

/** All radii for which ways of a kind are planned. */
function classesOf(radius: Distribution): readonly number[] {
  if (typeof radius === "number") return [radius];
  if ("values" in radius) {
    const ways = radius.values.map((own) => wayRadius(radius, own));
    return [...new Set(ways)].sort((a, b) => a - b);
  }
  const { min, max } = rangeOf(radius);
  const classes: number[] = [];
  for (let own = min; own < max; own += CLASS) classes.push(wayRadius(radius, own));
  return [...new Set([...classes, wayRadius(radius, max)])];
}

/** What a roster is made of. */
export interface RosterOptions {
  readonly scene: Scene;
  readonly spawn: SpawnSpec;
  /** The spawn's number in the scene. */
  readonly number: number;
  /** People to come; Infinity where they never end. */
  readonly people: number;
  readonly seed: number;
  /** Who they are where their profile does not say it; null for nobody in particular: radius 0.25 m and 1.34 m/s. */
  readonly population: Population | null;
}

/** The people of one spawn, by number. */
export class Roster {
  readonly kinds: readonly Kind[];
  private readonly deal: Deal;

  constructor(private readonly options: RosterOptions) {
    const { people, seed, number } = options;
    this.kinds = kindsOf(options);
    const order = new Random(scrambled(seed, number, ROUND.order));
    this.deal = new Deal(
      this.kinds.map(({ share }) => share),
      people,
      order,
    );
  }

  /** The person of a number, from 0 on. */
  person(index: number): Person {
    const { seed, number } = this.options;
    const random = new Random(scrambled(scrambled(seed, number, ROUND.person), index, 0));
    const kind = this.kinds[this.deal.of(index, random)];
    const { profile, group } = kind;
    const headway = profile.headway ?? group?.headway;
    const radius = draw(radiusOf(kind), random);
    return {
      kind,
      radius,
      depth: depthOf(kind, radius),
      wayRadius: wayRadius(radiusOf(kind), radius),
      reaction: draw(profile.reaction ?? group?.reaction ?? PLAIN.reaction, random),
      headway: headway === undefined ? undefined : draw(headway, random),
      ...gaitOf(kind, random),
      random,
    };
  }
}

/** Streams of random numbers of one spawn. */
const ROUND = Object.freeze({ order: 0, person: 1 });

function kindsOf({
  scene,
  spawn,
  number,
  population,
}: Pick<RosterOptions, "scene" | "spawn" | "number" | "population">): Kind[] {
  const { profile } = spawn;
  const mix: readonly (readonly [string | null, number])[] =
    typeof profile === "object" ? Object.entries(profile) : [[profile ?? null, 1]];
  const groups = population?.groups ?? [null];
  return mix.flatMap(([name, share]) => {
    const own = name === null ? {} : profileNamed(scene, name, `spawns[${number}].profile`);
    // A profile that says all itself is one kind, whatever the groups of the population.
    const takes =
      own.group !== undefined ? [populationGroup(own.group)] : isWhole(own) ? [groups[0]] : groups;
    const all = takes.reduce((sum, group) => sum + (group?.share ?? 1), 0);
    return takes.map((group) => {
      const classes = classesOf(radiusOf({ profile: own, group }));
      const pace = paceOf({ profile: own, group });
      return { name, profile: own, group, classes, pace, share: (share * (group?.share ?? 1)) / all };
    });
  });
}

/**
 * The one radius and the one speed of everybody from some spawns, who keep to a timetable.
 *
 * @throws InputError where people differ, wait before they set out, or are longer than wide
 */
export function uniformBody(
  scene: Scene,
  spawns: readonly SpawnSpec[],
  population: Population | null,
): { readonly radius: number; readonly speed: number } {
  const bodies = spawns.flatMap((spawn, number) =>
    kindsOf({ scene, spawn, number, population }).map((kind) => {
      const { profile, group, name } = kind;
      const where = name === null ? "population" : `profiles.${name}`;
      const reaction = profile.reaction ?? group?.reaction ?? PLAIN.reaction;
      const speed = profile.age === undefined ? (profile.speed ?? group?.speed ?? PLAIN.speed) : null;
      const radius = radiusOf(kind);
      const needs = (what: string): InputError =>
        new InputError(`who keeps to the timetable of flows needs ${what}`, where);
      if (typeof speed !== "number") throw needs("one speed in m/s");
      if (typeof radius !== "number") throw needs("one radius in m");
      if (rangeOf(reaction).max > 0) throw needs("a reaction of 0 s");
      if ((depthOf(kind, radius) ?? 0) > 2 * radius) throw needs("a body that is no longer than wide");
      return { radius, speed };
    }),
  );
  const [first] = bodies;
  if (bodies.some(({ radius, speed }) => radius !== first.radius || speed !== first.speed)) {
    throw new InputError("all who keep to the timetable of flows need one radius and one speed", "profiles");
  }
  return first;
}

/** Whether a profile leaves nothing open in which the groups of a population differ. */
function isWhole({ speed, age }: Profile): boolean {
  return speed !== undefined || age !== undefined;
}

/** A profile of the scene. */
function profileNamed({ profiles = {} }: Scene, name: string, where: string): Profile {
  if (Object.hasOwn(profiles, name)) return profiles[name];
  throw new InputError(
    `there is no profile ${JSON.stringify(name)}; the scene has: ${Object.keys(profiles).join(", ") || "none"}`,
    where,
  );
}

/** How somebody walks whose age, where the profile has ages, is drawn. */
function gaitOf({ profile, group }: Who, random: Random): Pick<Person, "speed" | "stairs"> {
  const age = profile.age === undefined ? null : draw(profile.age, random);
  return gaitAt({ profile, group }, age);
}

function gaitAt({ profile, group }: Who, age: number | null): Pick<Person, "speed" | "stairs"> {
  if (age !== null)
    return { speed: speedAtAge(age, profile.sex), stairs: profile.stairs ?? stairsAtAge(age) };
  return {
    speed: profile.speed ?? group?.speed ?? PLAIN.speed,
    stairs: profile.stairs ?? group?.stairs ?? STAIR_SPEEDS,
  };
}

/**
 * How fast those with a profile of a scene are on average: as adults where it does not say it; null for people without one.
 *
 * @throws InputError for a name that is no profile
 */
export function paceOfProfile(scene: Scene, name: string | null): Required<WalkingPace> {
  const profile = name === null ? {} : profileNamed(scene, name, "profile");
  const group =
    profile.group === undefined ? populationNamed("adults").groups[0] : populationGroup(profile.group);
  return paceOf({ profile, group });
}

/** How fast people of a kind are on average. */
function paceOf(who: Who): Required<WalkingPace> {
  const { age } = who.profile;
  const { speed, stairs } = gaitAt(who, age === undefined ? null : meanOf(age));
  return { speed: meanOf(speed), stairs };
}

/** A free speed in m/s. */
export function drawSpeed(speed: Distribution, random: Random): number {
  const drawn = draw(speed, random);
  return typeof speed === "number" ? drawn : Math.max(LEAST_SPEED, drawn);
}
