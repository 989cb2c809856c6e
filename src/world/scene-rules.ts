/**
 * What a scene file must obey beyond the types of its values. The schema refers to these rules by name, so that the
 * validator made from it applies the same ones.
 */

/** Coordinates are 0 or of a magnitude within these; products of four stay exact to the predicates. */
export const COORDINATE_RANGE = Object.freeze({ least: 1e-50, greatest: 1e12 });

/** One rule: whether a value that is otherwise well-formed obeys it, and what to say if not. */
export interface Rule {
  readonly holds: (value: never, keys: readonly string[]) => boolean;
  readonly says: (keys: readonly string[]) => string;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** How far the sum of shares may be from 1: what rounding thirds to three digits leaves. */
const SHARE_TOLERANCE = 2e-3;

/** What a spawn may say of how many come. */
interface HowMany {
  readonly count?: number;
  readonly density?: number;
  readonly places?: readonly unknown[];
  readonly polygon?: readonly unknown[];
}

const rule = <T>(says: string, holds: (value: T) => boolean): Rule => ({
  holds: (value) => holds(value),
  says: () => says,
});

/** The rules by name. */
export const RULES = {
  coordinate: rule<number>("a coordinate is 0 or has a magnitude from 1e-50 to 1e12", (value) => {
    const size = Math.abs(value);
    return size === 0 || (size >= COORDINATE_RANGE.least && size <= COORDINATE_RANGE.greatest);
  }),
  increasingTimes: rule<readonly { time: number }[]>("the times of a schedule must increase", (frames) =>
    frames.every((frame, i) => i === 0 || frames[i - 1].time < frame.time),
  ),
  somePlace: rule<{ points?: readonly unknown[]; segments?: readonly unknown[] }>(
    "a goal needs at least one point or segment",
    ({ points = [], segments = [] }) => points.length + segments.length > 0,
  ),
  meanBetween: rule<Partial<Range> & { mean: number }>(
    "min <= mean <= max is required",
    ({ min = -Infinity, mean, max = Infinity }) => min <= mean && mean <= max,
  ),
  minBelowMax: rule<Range>("min <= max is required", ({ min, max }) => min <= max),
  directionOfArea: rule<{ polygon?: unknown; direction?: readonly number[] }>(
    "a direction belongs to a polygon and is not [0, 0]",
    ({ polygon, direction }) =>
      direction === undefined || (polygon !== undefined && direction.some((part) => part !== 0)),
  ),
  sharesSumToOne: rule<Readonly<Record<string, number>>>(
    "shares have to sum to 1",
    (shares) => Math.abs(Object.values(shares).reduce((sum, share) => sum + share, 0) - 1) <= SHARE_TOLERANCE,
  ),
  howMany: rule<HowMany>(
    "exactly one of count, density (with a polygon) and places is needed",
    ({ count, density, places, polygon }) =>
      [count, density, places].filter((given) => given !== undefined).length === 1 &&
      (density === undefined || polygon !== undefined),
  ),
  oneSpeed: rule<{ speed?: unknown; age?: unknown; sex?: unknown; group?: unknown }>(
    "speed, age (with or without sex) or group: one of them says how fast people are",
    ({ speed, age, sex, group }) =>
      [speed, age, group].filter((given) => given !== undefined).length <= 1 &&
      (sex === undefined || age !== undefined),
  ),
  someTime: rule<{ seconds?: unknown; until?: unknown; refuge?: unknown }>(
    "seconds, until or both are needed: how long people stay; or refuge alone, where they stay for good",
    ({ seconds, until, refuge }) => (seconds !== undefined || until !== undefined) !== (refuge === true),
  ),
  oneBody: rule<{ radius?: unknown; shape?: unknown }>(
    "radius or shape: one of them says how wide people are",
    ({ radius, shape }) => radius === undefined || shape === undefined,
  ),
  longerThanWide: rule<{ width: number; depth: number }>(
    "a depth from one to three times the width is needed",
    ({ width, depth }) => depth >= width && depth <= 3 * width * (1 + 1e-9),
  ),
  exactlyOne: {
    holds: (value: Readonly<Record<string, unknown>>, keys) =>
      keys.filter((key) => value[key] !== undefined).length === 1,
    says: (keys) => `exactly one of these keys is needed: ${keys.join(", ")}`,
  },
} satisfies Record<string, Rule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;
