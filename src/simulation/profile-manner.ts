/** The manner of a profile: what `behaviour`, `localMap` and `motion` of a scene file come to. */

import type { Manner } from "../crowd/index.js";
import { scrambled } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { nearestOnSegment, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import {
  type Around,
  alongGradient,
  awayFrom,
  checkBend,
  constant,
  drawn,
  type GpuLocalMaps,
  HARMONIC,
  harmonic,
  inertialMotion,
  keepTo,
  keepToWall,
  type LocalMapOptions,
  type Motion,
  meanMotion,
  orthogonal,
  SPEED_TABLE,
  slowedBelow,
  toSeen,
  towards,
  wallAhead,
  weightedMotion,
} from "../potential/index.js";
import type { Goal, Scene } from "../world/index.js";
import { EmptyCircleWalking } from "./empty-circles.js";
import { type CrowdBehaviour, type CrowdSelf, LocalMapWalking } from "./local-maps.js";
import type { Profile } from "./specs.js";

type BehaviourSpec = NonNullable<Profile["behaviour"]>;
type Kind = BehaviourSpec["type"];

/** The thesis's waves have a period of 36 steps, of which a person takes two in a second. */
const PERIOD = 18;

/** Aperture of the articles' cone of view, in radians. */
const CONE = (2 * Math.PI) / 3;

/** Keys beyond `type` and `epsilon` that a behaviour heeds; any other is a mistake that should not pass in silence. */
const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  constant: ["vector"],
  harmonic: [],
  sinusoid: ["amplitude", "period"],
  "double-sine": ["amplitude", "period"],
  towards: ["target"],
  away: ["target"],
  orthogonal: ["target"],
  "keep-right": [],
  "keep-to-wall": [],
  random: ["period"],
  curve: ["curve", "period"],
  "empty-circle": ["threshold", "goalFocus"],
  "random-point": ["threshold", "goalFocus", "period"],
};

/** Whether those of a profile head for their goal where no way leads. */
export function headsForGoal({ behaviour }: Profile): boolean {
  return behaviour?.goalFocus ?? false;
}

/** The manner of a profile, its local maps on a device where one is given; null for one without any. Names in errors are those of the scene file. */
export function mannerOf(
  profile: Profile,
  name: string,
  goals: Scene["goals"],
  gpu?: GpuLocalMaps,
): Manner | null {
  const { behaviour, localMap, motion } = profile;
  if (!behaviour && !localMap && !motion) return null;
  try {
    return behaviour && isRoadmaps(behaviour.type)
      ? circlesOf(behaviour, profile)
      : mapsOf(profile, goals ?? {}, gpu);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message, `profiles.${name}`);
  }
}

function isRoadmaps(type: Kind): boolean {
  return type === "empty-circle" || type === "random-point";
}

function checkHeeded(spec: BehaviourSpec): void {
  const known = [
    "type",
    "sight",
    ...(isRoadmaps(spec.type) ? [] : ["epsilon", "notices"]),
    ...KEYS[spec.type],
  ];
  const unknown = Object.keys(spec).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new InputError(
    `behaviour.${unknown}: ${spec.type} does not heed it; it heeds ${known.slice(1).join(", ")}`,
  );
}

function circlesOf(spec: BehaviourSpec, { localMap, motion }: Profile): Manner {
  checkHeeded(spec);
  if (localMap || motion) {
    throw new InputError(`${localMap ? "localMap" : "motion"}: ${spec.type} uses no local map`);
  }
  const { type, period, threshold, goalFocus, sight } = spec;
  return new EmptyCircleWalking({
    wander: type === "random-point",
    ...(period === undefined ? {} : { period }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(goalFocus === undefined ? {} : { goalFocus }),
    ...(sight === undefined ? {} : { sight }),
  });
}

function mapsOf(
  { behaviour, localMap = {}, motion }: Profile,
  goals: NonNullable<Scene["goals"]>,
  gpu?: GpuLocalMaps,
): Manner {
  const { mapping = "full", ...layout } = localMap;
  const options: LocalMapOptions = { ...layout, view: mapping === "cone" ? CONE : "full" };
  if (behaviour) checkHeeded(behaviour);
  return new LocalMapWalking({
    localMap: options,
    ...(behaviour ? { behaviour: behaviourOf(behaviour, goals) } : {}),
    ...(behaviour?.sight === undefined ? {} : { sight: behaviour.sight }),
    ...(motion ? { motion: motionOf(motion) } : {}),
    ...(gpu ? { gpu } : {}),
  });
}

function motionOf({ slowBelow, ...spec }: NonNullable<Profile["motion"]>): Motion {
  const motion = ruleOf(spec);
  return slowBelow === undefined ? motion : slowedBelow(slowBelow, motion);
}

function ruleOf({ rule, mass, eta, speedTable }: NonNullable<Profile["motion"]>): Motion {
  const given = Object.entries({ mass, eta, speedTable }).filter(([, value]) => value !== undefined);
  const heeded = { gradient: [], mean: [], mass: ["mass", "speedTable"], inertia: ["eta", "speedTable"] }[
    rule
  ];
  const lost = given.find(([key]) => !(heeded as string[]).includes(key))?.[0];
  if (lost) throw new InputError(`motion.${lost}: rule ${rule} does not heed it`);
  if (rule === "gradient") return alongGradient();
  if (rule === "mean") return meanMotion();
  if (rule === "mass") return weightedMotion(mass, (speedTable ?? true) ? SPEED_TABLE : null);
  return inertialMotion(eta ?? 0.5, speedTable ?? true);
}

/** A behaviour from its name. Times are seconds. */
function behaviourOf(spec: BehaviourSpec, goals: NonNullable<Scene["goals"]>): CrowdBehaviour {
  const { type, vector, target, curve, amplitude = 1, sight, notices = "people" } = spec;
  if (spec.notices && sight === undefined) {
    throw new InputError("behaviour.notices: sight is needed with it");
  }
  const epsilon =
    spec.epsilon ?? (type === "sinusoid" || type === "double-sine" || type === "random" ? 0.8 : 0.7);
  const period = spec.period ?? PERIOD;
  const omega = (2 * Math.PI) / period;
  const at = placeOf(target, goals);
  const facing = (make: (target: Point) => CrowdBehaviour): CrowdBehaviour =>
    at
      ? (self, around, time) => make(at(self.position))(self, around, time)
      : (toSeen(make as never) as CrowdBehaviour);
  checkBend({ epsilon, vector: [1, 1] });
  const make: Record<string, () => CrowdBehaviour> = {
    harmonic,
    constant: () => steady(vector, epsilon),
    sinusoid: () => wave(epsilon, amplitude, (time) => Math.sin(omega * time)),
    "double-sine": () =>
      wave(epsilon, amplitude, (time) => Math.sin(omega * time) + Math.sin((omega * time) / 2), 1.8),
    towards: () => facing((p) => towards(p, epsilon)),
    away: () => facing((p) => awayFrom(p, epsilon)),
    orthogonal: () => facing((p) => orthogonal(p, "right", epsilon)),
    "keep-right": () => keepTo("right", epsilon),
    "keep-to-wall": () => keepToWall(epsilon),
    random: () => (self, _around, time) => ({
      epsilon,
      vector: anyVector(self, Math.floor(time / (spec.period ?? 5))),
    }),
    curve: () => {
      if (!curve) throw new InputError("behaviour.curve: a curve of at least two points is needed");
      return drawn(curve, { epsilon, steps: period });
    },
  };
  const behaviour = make[type]();
  // Those who react to somebody do so by their nature; the others only with `sight`.
  if (sight === undefined || type === "harmonic") return behaviour;
  const isRoused = (self: CrowdSelf, around: Around): boolean =>
    around.seen.length > 0 || (notices === "obstacles" && wallAhead(self, around) < Infinity);
  return (self, around, time) => (isRoused(self, around) ? behaviour(self, around, time) : HARMONIC);
}

/** One vector for ever: the given one, or one of its own for everybody. */
function steady(vector: BehaviourSpec["vector"], epsilon: number): CrowdBehaviour {
  if (vector === undefined) throw new InputError('behaviour.vector: [x, y] or "random" is needed');
  if (vector !== "random") return constant(vector, epsilon);
  return (self) => ({ epsilon, vector: anyVector(self, 0) });
}

/** A vector with parts from -1 to 1, by one's number, the crowd's seed and a count. */
function anyVector({ id, seed }: CrowdSelf, round: number): Point {
  const random = new Random(scrambled(seed, id, round));
  return [random.between(-1, 1), random.between(-1, 1)];
}

/** Ahead on the way, and by turns to its left and right. */
function wave(
  epsilon: number,
  amplitude: number,
  height: (time: number) => number,
  highest = 1,
): CrowdBehaviour {
  const most = Math.max(1, Math.abs(amplitude) * highest);
  checkBend({ epsilon, vector: [most, most] });
  return (_self, { way }, time) => {
    const left = amplitude * height(time);
    const [x, y] = way ?? [1, 0];
    return { epsilon, vector: [x - y * left, y + x * left] };
  };
}

/** Where a target is for someone: a point, or the nearest one of a goal. */
function placeOf(
  target: BehaviourSpec["target"],
  goals: NonNullable<Scene["goals"]>,
): ((p: Point) => Point) | null {
  if (target === undefined) return null;
  if (typeof target !== "string") return () => target;
  if (!Object.hasOwn(goals, target)) {
    throw new InputError(
      `behaviour.target: there is no goal ${JSON.stringify(target)}; the scene has: ${Object.keys(goals).join(", ") || "none"}`,
    );
  }
  return (p) => nearestOfGoal(goals[target], p);
}

function nearestOfGoal({ points = [], segments = [] }: Goal, p: Point): Point {
  let best: Point = p;
  let least = Infinity;
  for (const q of [...points, ...segments.map(([a, b]) => nearestOnSegment(p, a, b))]) {
    const away2 = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2;
    if (away2 >= least) continue;
    least = away2;
    best = q;
  }
  return best;
}
