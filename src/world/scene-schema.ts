/**
 * The schema of scene files, version 1: the only place that knows which keys exist and what they may hold.
 *
 * It is read at build time alone. `scripts/build-schema.js` makes of it what the library uses: the type `Scene` and
 * the table that `validate.ts` reads (both in `scene-compiled.ts`), and the published `schema/scene.json`. So a new key
 * is a line here and `npm run build`, and no program that uses Wayfield carries a schema library.
 */
import { z } from "zod";
import { RULES, type RuleName } from "./scene-rules.js";

/** What zod cannot say by itself, in a form that can be compiled: a rule of `scene-rules.ts`, by its name. */
function obeys<T extends z.ZodType>(schema: T, rule: RuleName, keys: readonly string[] = []): T {
  const { holds, says } = RULES[rule];
  return schema.refine((value) => holds(value as never, keys), {
    error: says(keys),
    params: { rule, keys },
  }) as T;
}

const coordinate = obeys(z.number(), "coordinate").meta({
  description: "A coordinate in metres; y points up.",
});
const point = z.tuple([coordinate, coordinate]).meta({ description: "A point [x, y]." });
const segment = z.tuple([point, point]).meta({ description: "A segment [[x, y], [x, y]]." });
const ring = z.array(point).min(3).meta({ description: "A closed ring; the first point is not repeated." });

const positive = z.number().positive();
const notNegative = z.number().nonnegative();
const label = z.string().min(1).max(200);

const obstacleKeyframe = z.strictObject({
  time: notNegative.meta({ description: "Seconds from the start." }),
  offset: point.optional().meta({ description: "Displacement from the drawn place; linear between frames." }),
  present: z.boolean().optional().meta({ description: "Whether the obstacle stands from this frame on." }),
});

const goalKeyframe = z.strictObject({
  time: notNegative.meta({ description: "Seconds from the start." }),
  offset: point.optional().meta({ description: "Displacement from the drawn place; linear between frames." }),
  points: z.array(point).optional().meta({ description: "The goal's points at this frame." }),
  segments: z.array(segment).optional().meta({ description: "The goal's segments at this frame." }),
  open: z.boolean().optional().meta({ description: "Whether the goal takes agents from this frame on." }),
});

/** What things on a floor say of where they are: nothing in a plan of one floor, their level in a building. */
type Placed = { readonly level?: z.ZodString };

const ON_LEVEL = { level: label.meta({ description: "The name of the level that it is on." }) };

/** One of several keys, exactly: said in the error and in the JSON Schema alike. */
function exactlyOne<T extends z.ZodType>(schema: T, keys: readonly string[]): T {
  return obeys(schema, "exactlyOne", keys).meta({ oneOf: keys.map((key) => ({ required: [key] })) });
}

const obstacle = exactlyOne(
  z.strictObject({
    polygon: ring.optional(),
    segment: segment.optional(),
    point: point.optional(),
    schedule: obeys(z.array(obstacleKeyframe).min(1), "increasingTimes").optional(),
  }),
  ["polygon", "segment", "point"],
);

const goalOn = <P extends Placed>(placed: P) =>
  obeys(
    z.strictObject({
      ...placed,
      points: z.array(point).optional(),
      segments: z.array(segment).optional(),
      start: notNegative.optional().meta({ description: "Distance already counted at the goal, in metres." }),
      schedule: obeys(z.array(goalKeyframe).min(1), "increasingTimes").optional(),
    }),
    "somePlace",
  );

const doorKeyframe = z.strictObject({
  time: notNegative.meta({ description: "Seconds from the start." }),
  open: z.boolean().meta({ description: "Whether the door is open from this frame on." }),
});

const doorOn = <P extends Placed>(placed: P) =>
  z.strictObject({
    ...placed,
    segment,
    open: z.boolean().optional().meta({ description: "Whether it is open at the start; default true." }),
    schedule: obeys(z.array(doorKeyframe).min(1), "increasingTimes").optional(),
    maxFlow: positive.optional().meta({ description: "Persons per second through the whole door, at most." }),
    oneWay: z
      .enum(["left", "right"])
      .optional()
      .meta({ description: "The side of the directed segment that one may walk to; both where absent." }),
    leaf: positive
      .optional()
      .meta({ description: "Metres of the gap that the open leaf takes, at the first end of the segment." }),
  });

const weightOn = <P extends Placed>(placed: P) =>
  z.strictObject({
    ...placed,
    vertex: point,
    speed: z.number().min(1).meta({ description: "Speed factor from this vertex on; at least 1." }),
  });

const barrierOn = <P extends Placed>(placed: P) =>
  z.strictObject({
    ...placed,
    segment,
    weight: z.number().min(1).meta({ description: "Cost factor beyond the barrier; at least 1." }),
    side: z
      .enum(["left", "right"])
      .optional()
      .meta({ description: "The weighted side of the directed segment." }),
  });

const bounds = { min: notNegative.optional(), max: notNegative.optional() };
const offset = notNegative.optional().meta({ description: "Added to every value." });

/** What people differ in: a number for all, or a distribution. */
function distribution<T extends z.ZodType>(of: T) {
  return z.union([
    of,
    obeys(
      z.strictObject({ mean: of, deviation: notNegative, min: of.optional(), max: of.optional() }),
      "meanBetween",
    ),
    obeys(z.strictObject({ min: of, max: of }), "minBelowMax"),
    z.strictObject({
      lognormal: z.union([
        z.strictObject({ mean: positive, deviation: notNegative, offset, ...bounds }),
        z.strictObject({ mu: z.number().max(100), sigma: notNegative.max(10), offset, ...bounds }),
      ]),
    }),
    z.strictObject({ exponential: z.strictObject({ mean: positive, ...bounds }) }),
    z.strictObject({ values: z.array(of).min(1), weights: z.array(notNegative).optional() }),
    z.strictObject({ quantiles: z.array(z.tuple([z.number().min(0).max(1), of])).min(2) }),
  ]);
}

const queueOn = <P extends Placed>(placed: P) =>
  z.strictObject({
    ...placed,
    line: z.array(point).min(2).meta({
      description:
        "Where people stand one behind another, from the counter backwards; it goes on straight where it is too short.",
    }),
    service: distribution(notNegative).meta({ description: "Seconds that somebody is served for." }),
    counters: z.array(point).min(1).optional().meta({
      description: "Where people are served, one at each; by default one, at the first point of the line.",
    }),
    gap: notNegative
      .max(100)
      .optional()
      .meta({ description: "Metres between the bodies of two who stand in line; default 0.3." }),
  });

const waitingOn = <P extends Placed>(placed: P) =>
  obeys(
    exactlyOne(
      z.strictObject({
        ...placed,
        polygon: ring.optional().meta({ description: "An area in which everybody takes a free spot." }),
        points: z.array(point).min(1).optional().meta({ description: "Spots for one person each." }),
        seconds: distribution(notNegative)
          .optional()
          .meta({ description: "Seconds that somebody stays, once there." }),
        until: notNegative.optional().meta({
          description:
            "Seconds from the start before which nobody goes on; with `seconds`, the later of both counts.",
        }),
        refuge: z.boolean().optional().meta({
          description:
            "A refuge, in place of `seconds` and `until`: who may not or cannot get to their goals goes to the nearest one, and stays.",
        }),
      }),
      ["polygon", "points"],
    ),
    "someTime",
  );

/** Names, and the part of the people that each is for. */
const shares = obeys(z.record(label, notNegative), "sharesSumToOne");

/** Who plans is not for a scene to know: the layers above have a table, and programs add their own. */
const planner = label.meta({
  description: "`pathmap`, `potential`, `roadmap` or `flow`, or a planner that the program brings along.",
});

const behaviour = z.strictObject({
  type: z.enum([
    "constant",
    "harmonic",
    "sinusoid",
    "double-sine",
    "towards",
    "away",
    "orthogonal",
    "keep-right",
    "keep-to-wall",
    "random",
    "curve",
    "empty-circle",
    "random-point",
  ]),
  epsilon: z.number().optional().meta({ description: "How much v counts; |epsilon| max(|x|, |y|) < 2." }),
  vector: z
    .union([z.tuple([z.number(), z.number()]), z.literal("random")])
    .optional()
    .meta({ description: "v of `constant`; `random` gives everyone one of their own." }),
  amplitude: z.number().optional(),
  period: positive.optional().meta({ description: "Seconds." }),
  target: z
    .union([point, label])
    .optional()
    .meta({ description: "A place or a goal's name; where absent, the nearest person in sight." }),
  sight: positive.optional().meta({ description: "Metres within which others ahead are noticed." }),
  notices: z
    .enum(["people", "obstacles"])
    .optional()
    .meta({ description: "With `sight`: who or what ahead makes the behaviour act; `people` where absent." }),
  curve: z.array(point).min(2).optional(),
  threshold: notNegative
    .optional()
    .meta({ description: "Metres between surfaces at which space is negotiated; 0 for never." }),
  goalFocus: z.boolean().optional().meta({ description: "Whether to head for the goal where no way leads." }),
});

const localMap = z.strictObject({
  size: z.int().min(7).max(129).optional().meta({ description: "Cells along a side." }),
  cell: positive.optional(),
  relaxations: z.int().min(1).max(10000).optional(),
  mapping: z.enum(["full", "cone"]).optional(),
});

const motion = z.strictObject({
  rule: z.enum(["gradient", "mean", "mass", "inertia"]),
  mass: notNegative.optional(),
  eta: z.number().min(0).max(1).optional(),
  speedTable: z.boolean().optional(),
  slowBelow: positive.optional().meta({
    description: "Gradient, in u per cell, below which steps get shorter in proportion.",
  }),
});

const model = z
  .enum(["default", "orca", "speed", "anticipation", "social-force", "centrifugal", "steps"])
  .meta({
    description: "How people choose their velocities: a movement model by name.",
  });

const avoidance = z.strictObject({
  method: z.enum(["orca", "none"]),
  horizon: positive.optional(),
  obstacleHorizon: positive.optional(),
  neighbours: z.int().min(0).optional(),
  range: positive.optional(),
});

/** How fast people are in a zone or on stairs, as a part of their free speed. */
const factor = z.number().min(0.01).max(100);

const known = z.union([z.array(label).min(1), z.record(label, z.number().min(0).max(1))]).meta({
  description:
    "Goals that people know, or how likely they know each: of an inner array of `goals` they take none else.",
});

const population = z.enum(["adults", "students", "students-at-ease", "imo"]);

const profile = obeys(
  obeys(
    z.strictObject({
      radius: distribution(notNegative.max(1000))
        .optional()
        .meta({ description: "Half the shoulder width in metres; the population's where absent." }),
      shape: obeys(z.strictObject({ width: positive.max(1000), depth: positive.max(3000) }), "longerThanWide")
        .optional()
        .meta({
          description:
            "A body that is longer than wide, instead of `radius`: metres across and along the heading, the depth from one to three times the width.",
        }),
      speed: distribution(positive).optional().meta({
        description:
          "Free walking speed in m/s; with mean and deviation a truncated normal distribution, with min and max alone a uniform one. The population's where absent.",
      }),
      age: distribution(z.number().min(5).max(120))
        .optional()
        .meta({ description: "Years, which give the free speed by Weidmann's table; instead of `speed`." }),
      sex: z.enum(["female", "male"]).optional().meta({ description: "With `age`." }),
      group: label.optional().meta({
        description: "A group such as `imo-men-30-to-50` or `wheelchair`, in place of the population.",
      }),
      stairs: z
        .strictObject({ up: factor, down: factor })
        .optional()
        .meta({ description: "Parts of the free speed on stairs; the population's where absent." }),
      acceleration: positive.optional(),
      reaction: distribution(notNegative)
        .optional()
        .meta({ description: "Seconds before the first step; the population's where absent." }),
      headway: distribution(positive).optional().meta({
        description:
          "Seconds kept to who is in front, for the models that know them; the population's where absent.",
      }),
      known: known.optional(),
      behaviour: behaviour.optional(),
      localMap: localMap.optional(),
      motion: motion.optional(),
      model: model.optional().meta({
        description: "The movement model of those with this profile; else `simulation.model`.",
      }),
      avoidance: avoidance.optional().meta({
        description: "Parameters of model `orca`, which they mean where no model is named.",
      }),
    }),
    "oneSpeed",
  ),
  "oneBody",
);

const spawnOn = <P extends Placed>(placed: P) =>
  obeys(
    exactlyOne(
      z.strictObject({
        ...placed,
        segment: segment.optional(),
        polygon: ring.optional(),
        places: z
          .array(point)
          .min(1)
          .optional()
          .meta({ description: "One person at each of these, in this order." }),
        count: z.int().min(1).max(10_000_000).optional(),
        density: positive
          .max(100)
          .optional()
          .meta({ description: "Persons per m2 of the free part of the polygon, rounded to whole persons." }),
        rate: positive.optional().meta({ description: "Agents per second; all at once where absent." }),
        start: notNegative.optional().meta({ description: "Seconds before the first one." }),
        profile: z
          .union([label, shares])
          .optional()
          .meta({ description: "A profile, or several with the part of the people that has each." }),
        population: population.optional().meta({
          description: "Who they are where their profile does not say it; else `simulation.population`.",
        }),
        planner: planner.optional().meta({
          description:
            "What guides this group: `pathmap`, `potential`, `roadmap`, `flow` or a planner that the program brings along; else `simulation.planner`.",
        }),
        goals: z
          .array(z.union([label, z.array(label).min(1)]))
          .min(1)
          .meta({
            description:
              "Goals, queues and waiting places, visited in this order; an inner array means the nearest of these.",
          }),
        shares: shares.optional().meta({
          description: "The part of the people that goes to each goal of an inner array of `goals`.",
        }),
        choice: z.enum(["distance", "time"]).optional().meta({
          description:
            "Of an inner array of `goals`: the nearest, as by default, or where one expects to be out first.",
        }),
        known: known.optional(),
      }),
      ["segment", "polygon", "places"],
    ),
    "howMany",
  );

const zoneOn = <P extends Placed>(placed: P) =>
  z.strictObject({
    ...placed,
    polygon: ring.meta({ description: "The area, a simple polygon." }),
    speed: z
      .union([factor, z.record(label, factor)])
      .optional()
      .meta({
        description:
          "Free speeds are times this here, 0.01 to 100: for all, or by profiles; 1 for whom it does not name.",
      }),
    allow: z
      .array(label)
      .optional()
      .meta({ description: "The profiles that may enter, and nobody else; all may where it is absent." }),
  });

const formation = z
  .union([
    z.enum(["line", "column", "wedge", "circle", "square"]),
    z.strictObject({ polygon: ring }),
    z.strictObject({ stroke: z.array(point).min(2) }),
    z.strictObject({
      formula: z.strictObject({ x: z.string().min(1).max(1000), y: z.string().min(1).max(1000) }),
    }),
    z.strictObject({ rows: z.string().min(1).max(100_000) }),
  ])
  .meta({
    description:
      "A shape to walk in: a name, a polygon that is filled, a stroke, formulas in t from 0 to 1, or rows of text, the first in front. In metres, x ahead and y to the left.",
  });

const groupKeyframe = z.strictObject({
  time: notNegative.meta({ description: "Seconds from the start." }),
  free: z
    .boolean()
    .optional()
    .meta({ description: "Whether members walk freely from this frame on, or in formation." }),
  formation: formation.optional().meta({ description: "The formation from this frame on." }),
  spacing: positive.max(1000).optional().meta({ description: "Metres between neighbours from then on." }),
});

const group = z.strictObject({
  name: label,
  spawn: z.int().min(0).meta({ description: "The number of the spawn whose people are in it, from 0 on." }),
  count: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "How many of them: the first that are in no group yet; all where absent." }),
  size: distribution(z.number().min(1).max(1000)).optional().meta({
    description:
      "Divides them into small groups of so many each, rounded to whole persons; a last one may be smaller.",
  }),
  formation,
  spacing: positive.max(1000).optional().meta({
    description:
      "Metres between neighbours; default 1, and the drawn size for polygons, strokes and formulas.",
  }),
  map: z
    .strictObject({
      size: z.int().min(7).max(129).optional().meta({ description: "Cells along a side." }),
      cell: positive.optional().meta({ description: "Side of a cell in metres." }),
      relaxations: z.int().min(1).max(10000).optional(),
    })
    .optional()
    .meta({ description: "The group map; by default it fits the formation and 2 m around it." }),
  free: z.boolean().optional().meta({ description: "Whether members walk freely at first; default false." }),
  schedule: obeys(z.array(groupKeyframe).min(1), "increasingTimes").optional(),
  planner: planner.optional().meta({
    description: "What guides the group's middle; else the planner of its spawn.",
  }),
  route: label.optional().meta({
    description:
      "The name of a sketched route that the group's middle follows first; then it goes on to its goals.",
  }),
  atGoal: z.enum(["leave", "stay"]).optional().meta({
    description: "At the last goal members leave one by one, as by default, or stay in formation.",
  }),
  side: label.optional().meta({ description: "For `simulation.battle`: whose side it is on." }),
});

const routeOn = <P extends Placed>(placed: P) =>
  z.strictObject({
    name: label,
    ...placed,
    strokes: z.array(z.array(point).min(1)).min(1).meta({
      description:
        "Lines as they were drawn; one point alone means: go there. From the second on, each begins where the route so far is nearest to its first point, and divides it there.",
    }),
    spawns: z.array(z.int().min(0)).optional().meta({
      description:
        "Numbers of the spawns whose people follow it, from 0 on; all where absent, none where empty: a program sends them.",
    }),
    profiles: z
      .array(label)
      .min(1)
      .optional()
      .meta({ description: "Profiles of those who follow it; all where absent." }),
    choice: z.enum(["balance", "length"]).optional().meta({
      description:
        "Which branch people take of those that are open to them: the one that fewest have taken, as by default, or the shortest.",
    }),
    end: z.enum(["goals", "leave"]).optional().meta({
      description: "What people do at its end: go on to the goals of their spawn, as by default, or leave.",
    }),
    width: positive.max(1000).optional().meta({
      description: "Metres from a point of the route within which people pass it; default 2.",
    }),
  });

const measurementOn = <P extends Placed>(placed: P) =>
  obeys(
    exactlyOne(
      z.strictObject({
        ...placed,
        polygon: ring
          .optional()
          .meta({ description: "An area in which density, speed and flow are measured." }),
        segment: segment
          .optional()
          .meta({ description: "A line at which passages are counted, apart by direction." }),
        direction: z.tuple([z.number(), z.number()]).optional().meta({
          description:
            "Of an area: where its stream goes. Speeds are then those along it, and the area has a width and a flow.",
        }),
      }),
      ["polygon", "segment"],
    ),
    "directionOfArea",
  ).meta({
    oneOf: [{ required: ["polygon"] }, { required: ["segment"] }],
    dependentRequired: { direction: ["polygon"] },
  });

/** How it runs: nothing of it has a place. */
const RUNNING = {
  simulation: z
    .strictObject({
      planner: planner.optional(),
      arrival: z.enum(["cross", "touch"]).optional().meta({
        description:
          "When people have reached a goal: their centre has crossed its line, as by default, or their body touches it.",
      }),
      population: population
        .optional()
        .meta({ description: "Who the people are where neither their spawn nor their profile says it." }),
      model: model.optional().meta({ description: "The movement model of those whose profile names none." }),
      step: z.number().min(1e-4).max(10).optional().meta({ description: "Seconds per step, 0.0001 to 10." }),
      duration: positive.optional(),
      seed: z.int().min(0).max(4294967295).optional(),
      battle: z
        .strictObject({
          reach: positive.max(1000).meta({ description: "Metres within which members of two sides fight." }),
          loss: positive.max(10).meta({
            description: "How likely somebody falls in a second, per enemy within reach.",
          }),
        })
        .optional()
        .meta({
          description: "Members of groups of different sides who meet fall; the groups close their ranks.",
        }),
      sites: z
        .strictObject({
          maxIterations: z.int().min(1).optional().meta({
            description: "Vertices that a search may expand; without it there is no limit.",
          }),
          stream: positive.optional().meta({
            description: "Metres around people within which obstacles are in the diagram; else all are.",
          }),
        })
        .optional()
        .meta({
          description:
            "With planner `roadmap`: everybody is a site of the diagram and walks as in the thesis, by no model.",
        }),
    })
    .optional(),
  bottleneck: z
    .strictObject({
      weight: z.number().min(1).optional(),
      threshold: z.int().min(1).optional(),
      interval: positive.optional(),
      adaptive: z.boolean().optional(),
    })
    .optional(),
};

/** What lies on a floor, of a plan or of a building. */
const contentsOn = <P extends Placed, F extends z.ZodType>(placed: P, piece: F) => ({
  goals: z.record(label, goalOn(placed)).optional(),
  doors: z.array(doorOn(placed)).optional(),
  queues: z
    .record(label, queueOn(placed))
    .optional()
    .meta({ description: "Lines before counters, by names that `goals` of spawns use." }),
  waiting: z
    .record(label, waitingOn(placed))
    .optional()
    .meta({ description: "Places where people stay for a time, by names that `goals` of spawns use." }),
  weights: z.array(weightOn(placed)).optional(),
  barriers: z.array(barrierOn(placed)).optional(),
  flow: z
    .strictObject({
      source: z.array(piece).min(1),
      sink: z.array(piece).min(1),
      lanes: z.enum(["optimized", "contours"]).optional().meta({
        description:
          "For crowds on lanes: optimized, that is pulled taut, as by default, or as the flow runs.",
      }),
      spacing: z.enum(["bodies", "lane"]).optional().meta({
        description:
          "How near people follow each other on a lane: so that bodies never touch, as by default, or 2 radii along the lane.",
      }),
    })
    .optional(),
  flows: z
    .record(label, z.strictObject({ source: z.array(piece).min(1), sink: z.array(piece).min(1) }))
    .optional()
    .meta({
      description:
        "Flows that may cross, by name: people of each come through its sources as long as a run lasts, and go to its sinks. With planner `flow` they come at the times of a timetable. Without `flow` and `spawns`.",
    }),
  timetable: z
    .strictObject({
      period: positive.optional().meta({
        description: "Seconds between two starts on a lane, at least; else as few as are found.",
      }),
    })
    .optional()
    .meta({ description: "How the lanes of `flows` are timed." }),
  profiles: z.record(label, profile).optional(),
  spawns: z.array(spawnOn(placed)).optional(),
  zones: z
    .array(zoneOn(placed))
    .optional()
    .meta({ description: "Ground on which people are slower or faster, or that not all may enter." }),
  groups: z
    .array(group)
    .optional()
    .meta({ description: "People who walk together, in formation or freely." }),
  routes: z
    .array(routeOn(placed))
    .optional()
    .meta({ description: "Sketched routes, which people follow instead of a planner's ways." }),
  measurements: z
    .record(label, measurementOn(placed))
    .optional()
    .meta({ description: "Areas and lines to measure in, by name; results are in files of these names." }),
  ...RUNNING,
});

const HEADER = {
  $schema: z.string().optional(),
  format: z.literal("wayfield-scene"),
  version: z.literal(1),
  name: z.string().max(1000).optional(),
};

/** Scene files, version 1: plans of one floor. */
export const sceneSchema = z
  .strictObject({
    ...HEADER,
    boundary: ring.meta({ description: "A simple polygon, any orientation: the walkable outline." }),
    obstacles: z.array(obstacle).optional(),
    ...contentsOn({}, segment),
    periodic: z
      .strictObject({
        from: segment,
        to: segment.meta({ description: "`from`, moved along: parallel and of equal length." }),
      })
      .optional()
      .meta({
        description:
          "Two lines at which the plan is glued to itself: who crosses one goes on at the other. The plan goes on beyond both.",
      }),
  })
  .meta({
    id: "wayfield-scene",
    title: "Wayfield scene, version 1",
    description:
      "A plan with obstacles, goals, flow pieces and a crowd. Units are metres and seconds; y points up.",
  });

const elevation = obeys(z.number(), "coordinate").meta({ description: "Height of its floor in metres." });

const level = z.strictObject({
  name: label,
  elevation,
  boundary: ring.meta({
    description: "A simple polygon, any orientation: the walkable outline of the level.",
  }),
  obstacles: z.array(obstacle).optional(),
});

const flightEnd = z.strictObject({
  level: label,
  segment: segment.meta({ description: "A part of the border of the level's free space." }),
});

/** What all connections say. */
const CONNECTION = {
  name: label.optional().meta({ description: "For messages, pictures and reports." }),
  allow: z
    .array(label)
    .optional()
    .meta({ description: "The profiles that may use it, and nobody else; all may where it is absent." }),
};

const FLIGHT = {
  from: flightEnd.meta({ description: "Its lower end." }),
  to: flightEnd.meta({ description: "Its upper end: parallel to the lower one and of equal length." }),
};

const stairs = z.strictObject({
  ...CONNECTION,
  kind: z.literal("stairs"),
  ...FLIGHT,
  riser: positive
    .max(10)
    .optional()
    .meta({ description: "Height of a step in metres, for `check` and pictures." }),
  tread: positive
    .max(10)
    .optional()
    .meta({ description: "Depth of a step in metres, for `check` and pictures." }),
});

const ramp = z.strictObject({ ...CONNECTION, kind: z.literal("ramp"), ...FLIGHT });

const escalator = z.strictObject({
  ...CONNECTION,
  kind: z.literal("escalator"),
  ...FLIGHT,
  direction: z
    .enum(["up", "down"])
    .optional()
    .meta({ description: "Where it carries people; default up. While it is on, nobody walks against it." }),
  speed: positive.max(10).optional().meta({ description: "Metres per second along the slope; default 0.5." }),
  on: z.boolean().optional().meta({ description: "Default true; one that stands still is a stair." }),
  walked: z
    .boolean()
    .optional()
    .meta({ description: "Whether people walk on it while it carries them; by default they stand." }),
  riser: positive.max(10).optional(),
  tread: positive.max(10).optional(),
});

const lift = z.strictObject({
  ...CONNECTION,
  kind: z.literal("lift"),
  at: z
    .record(label, segment)
    .meta({ description: "Its door on each level that it serves, a part of the border of free space." }),
  on: z.boolean().optional().meta({ description: "Whether it is in service; default true." }),
  capacity: z.int().min(1).max(1000).optional().meta({ description: "Persons in the car; default 8." }),
  speed: positive.max(100).optional().meta({ description: "Metres per second of the car; default 1." }),
  dwell: notNegative
    .max(3600)
    .optional()
    .meta({ description: "Seconds that its doors stay open at least; default 4." }),
  doors: notNegative
    .max(600)
    .optional()
    .meta({ description: "Seconds that its doors take to open, and to close; default 2." }),
  start: label.optional().meta({ description: "The level where the car waits at first; the first of `at`." }),
  calls: z.enum(["collective", "express"]).optional().meta({
    description:
      "Which calls it answers: on its way all in its direction, as by default, or one after the other as they came.",
  }),
});

const piece = z.strictObject({ ...ON_LEVEL, segment });

/** Scene files, version 1: buildings of several levels. */
export const buildingSchema = z
  .strictObject({
    ...HEADER,
    levels: z.array(level).min(1).meta({ description: "The storeys, landings and other floors." }),
    connections: z
      .array(z.union([stairs, ramp, escalator, lift]))
      .optional()
      .meta({ description: "Stairs, ramps, escalators and lifts between levels." }),
    ...contentsOn(ON_LEVEL, piece),
  })
  .meta({
    id: "wayfield-building",
    title: "Wayfield scene of a building, version 1",
    description:
      "A building: levels, connections between them, and what lies on the levels. Units are metres and seconds; y points up.",
  });
