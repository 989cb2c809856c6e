// Generated from src/world/scene-schema.ts by scripts/build-schema.js; not to be edited. npm run build writes it.
import type { Shape } from "./validate.js";

/** A plan with obstacles, goals, flow pieces and a crowd. Units are metres and seconds; y points up. */
export type Scene = {
  $schema?: string | undefined;
  format: "wayfield-scene";
  version: 1;
  name?: string | undefined;
  /** A simple polygon, any orientation: the walkable outline. */
  boundary: [number, number][];
  obstacles?: {
    /** A closed ring; the first point is not repeated. */
    polygon?: [number, number][] | undefined;
    /** A segment [[x, y], [x, y]]. */
    segment?: [[number, number], [number, number]] | undefined;
    /** A point [x, y]. */
    point?: [number, number] | undefined;
    schedule?: {
      /** Seconds from the start. */
      time: number;
      /** Displacement from the drawn place; linear between frames. */
      offset?: [number, number] | undefined;
      /** Whether the obstacle stands from this frame on. */
      present?: boolean | undefined;
    }[] | undefined;
  }[] | undefined;
  goals?: Record<string, {
    points?: [number, number][] | undefined;
    segments?: [[number, number], [number, number]][] | undefined;
    /** Distance already counted at the goal, in metres. */
    start?: number | undefined;
    schedule?: {
      /** Seconds from the start. */
      time: number;
      /** Displacement from the drawn place; linear between frames. */
      offset?: [number, number] | undefined;
      /** The goal's points at this frame. */
      points?: [number, number][] | undefined;
      /** The goal's segments at this frame. */
      segments?: [[number, number], [number, number]][] | undefined;
      /** Whether the goal takes agents from this frame on. */
      open?: boolean | undefined;
    }[] | undefined;
  }> | undefined;
  doors?: {
    /** A segment [[x, y], [x, y]]. */
    segment: [[number, number], [number, number]];
    /** Whether it is open at the start; default true. */
    open?: boolean | undefined;
    schedule?: {
      /** Seconds from the start. */
      time: number;
      /** Whether the door is open from this frame on. */
      open: boolean;
    }[] | undefined;
    /** Persons per second through the whole door, at most. */
    maxFlow?: number | undefined;
    /** The side of the directed segment that one may walk to; both where absent. */
    oneWay?: "left" | "right" | undefined;
    /** Metres of the gap that the open leaf takes, at the first end of the segment. */
    leaf?: number | undefined;
  }[] | undefined;
  /** Lines before counters, by names that `goals` of spawns use. */
  queues?: Record<string, {
    /** Where people stand one behind another, from the counter backwards; it goes on straight where it is too short. */
    line: [number, number][];
    /** Seconds that somebody is served for. */
    service: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    };
    /** Where people are served, one at each; by default one, at the first point of the line. */
    counters?: [number, number][] | undefined;
    /** Metres between the bodies of two who stand in line; default 0.3. */
    gap?: number | undefined;
  }> | undefined;
  /** Places where people stay for a time, by names that `goals` of spawns use. */
  waiting?: Record<string, {
    /** An area in which everybody takes a free spot. */
    polygon?: [number, number][] | undefined;
    /** Spots for one person each. */
    points?: [number, number][] | undefined;
    /** Seconds that somebody stays, once there. */
    seconds?: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    } | undefined;
    /** Seconds from the start before which nobody goes on; with `seconds`, the later of both counts. */
    until?: number | undefined;
  }> | undefined;
  weights?: {
    /** A point [x, y]. */
    vertex: [number, number];
    /** Speed factor from this vertex on; at least 1. */
    speed: number;
  }[] | undefined;
  barriers?: {
    /** A segment [[x, y], [x, y]]. */
    segment: [[number, number], [number, number]];
    /** Cost factor beyond the barrier; at least 1. */
    weight: number;
    /** The weighted side of the directed segment. */
    side?: "left" | "right" | undefined;
  }[] | undefined;
  flow?: {
    source: [[number, number], [number, number]][];
    sink: [[number, number], [number, number]][];
    /** For crowds on lanes: optimized, that is pulled taut, as by default, or as the flow runs. */
    lanes?: "optimized" | "contours" | undefined;
    /** How near people follow each other on a lane: so that bodies never touch, as by default, or 2 radii along the lane. */
    spacing?: "bodies" | "lane" | undefined;
  } | undefined;
  /** Flows that may cross, by name: people of each come through its sources as long as a run lasts, and go to its sinks. With planner `flow` they come at the times of a timetable. Without `flow` and `spawns`. */
  flows?: Record<string, {
    source: [[number, number], [number, number]][];
    sink: [[number, number], [number, number]][];
  }> | undefined;
  /** How the lanes of `flows` are timed. */
  timetable?: {
    /** Seconds between two starts on a lane, at least; else as few as are found. */
    period?: number | undefined;
  } | undefined;
  /** Two lines at which the plan is glued to itself: who crosses one goes on at the other. The plan goes on beyond both. */
  periodic?: {
    /** A segment [[x, y], [x, y]]. */
    from: [[number, number], [number, number]];
    /** `from`, moved along: parallel and of equal length. */
    to: [[number, number], [number, number]];
  } | undefined;
  profiles?: Record<string, {
    /** Half the shoulder width in metres; the population's where absent. */
    radius?: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    } | undefined;
    /** A body that is longer than wide, instead of `radius`: metres across and along the heading, the depth from one to three times the width. */
    shape?: {
      width: number;
      depth: number;
    } | undefined;
    /** Free walking speed in m/s; with mean and deviation a truncated normal distribution, with min and max alone a uniform one. The population's where absent. */
    speed?: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    } | undefined;
    /** Years, which give the free speed by Weidmann's table; instead of `speed`. */
    age?: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    } | undefined;
    /** With `age`. */
    sex?: "female" | "male" | undefined;
    /** A group such as `imo-men-30-to-50` or `wheelchair`, in place of the population. */
    group?: string | undefined;
    acceleration?: number | undefined;
    /** Seconds before the first step; the population's where absent. */
    reaction?: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    } | undefined;
    /** Seconds kept to who is in front, for the models that know them; the population's where absent. */
    headway?: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    } | undefined;
    /** Goals that people know, or how likely they know each: of an inner array of `goals` they take none else. */
    known?: string[] | Record<string, number> | undefined;
    behaviour?: {
      type: "constant" | "harmonic" | "sinusoid" | "double-sine" | "towards" | "away" | "orthogonal" | "keep-right" | "keep-to-wall" | "random" | "curve" | "empty-circle" | "random-point";
      /** How much v counts; |epsilon| max(|x|, |y|) < 2. */
      epsilon?: number | undefined;
      /** v of `constant`; `random` gives everyone one of their own. */
      vector?: [number, number] | "random" | undefined;
      amplitude?: number | undefined;
      /** Seconds. */
      period?: number | undefined;
      /** A place or a goal's name; where absent, the nearest person in sight. */
      target?: [number, number] | string | undefined;
      /** Metres within which others ahead are noticed. */
      sight?: number | undefined;
      /** With `sight`: who or what ahead makes the behaviour act; `people` where absent. */
      notices?: "people" | "obstacles" | undefined;
      curve?: [number, number][] | undefined;
      /** Metres between surfaces at which space is negotiated; 0 for never. */
      threshold?: number | undefined;
      /** Whether to head for the goal where no way leads. */
      goalFocus?: boolean | undefined;
    } | undefined;
    localMap?: {
      /** Cells along a side. */
      size?: number | undefined;
      cell?: number | undefined;
      relaxations?: number | undefined;
      mapping?: "full" | "cone" | undefined;
    } | undefined;
    motion?: {
      rule: "gradient" | "mean" | "mass" | "inertia";
      mass?: number | undefined;
      eta?: number | undefined;
      speedTable?: boolean | undefined;
      /** Gradient, in u per cell, below which steps get shorter in proportion. */
      slowBelow?: number | undefined;
    } | undefined;
    /** The movement model of those with this profile; else `simulation.model`. */
    model?: "default" | "orca" | "speed" | "anticipation" | "social-force" | "centrifugal" | "steps" | undefined;
    /** Parameters of model `orca`, which they mean where no model is named. */
    avoidance?: {
      method: "orca" | "none";
      horizon?: number | undefined;
      obstacleHorizon?: number | undefined;
      neighbours?: number | undefined;
      range?: number | undefined;
    } | undefined;
  }> | undefined;
  spawns?: {
    /** A segment [[x, y], [x, y]]. */
    segment?: [[number, number], [number, number]] | undefined;
    /** A closed ring; the first point is not repeated. */
    polygon?: [number, number][] | undefined;
    /** One person at each of these, in this order. */
    places?: [number, number][] | undefined;
    count?: number | undefined;
    /** Persons per m2 of the free part of the polygon, rounded to whole persons. */
    density?: number | undefined;
    /** Agents per second; all at once where absent. */
    rate?: number | undefined;
    /** Seconds before the first one. */
    start?: number | undefined;
    /** A profile, or several with the part of the people that has each. */
    profile?: string | Record<string, number> | undefined;
    /** Who they are where their profile does not say it; else `simulation.population`. */
    population?: "adults" | "students" | "students-at-ease" | "imo" | undefined;
    /** What guides this group: `pathmap`, `potential`, `roadmap`, `flow` or a planner that the program brings along; else `simulation.planner`. */
    planner?: string | undefined;
    /** Goals, queues and waiting places, visited in this order; an inner array means the nearest of these. */
    goals: (string | string[])[];
    /** The part of the people that goes to each goal of an inner array of `goals`. */
    shares?: Record<string, number> | undefined;
    /** Of an inner array of `goals`: the nearest, as by default, or where one expects to be out first. */
    choice?: "distance" | "time" | undefined;
    /** Goals that people know, or how likely they know each: of an inner array of `goals` they take none else. */
    known?: string[] | Record<string, number> | undefined;
  }[] | undefined;
  /** Ground on which people are slower or faster, or that not all may enter. */
  zones?: {
    /** The area, a simple polygon. */
    polygon: [number, number][];
    /** Free speeds are times this here, 0.01 to 100: for all, or by profiles; 1 for whom it does not name. */
    speed?: number | Record<string, number> | undefined;
    /** The profiles that may enter, and nobody else; all may where it is absent. */
    allow?: string[] | undefined;
  }[] | undefined;
  /** People who walk together, in formation or freely. */
  groups?: {
    name: string;
    /** The number of the spawn whose people are in it, from 0 on. */
    spawn: number;
    /** How many of them: the first that are in no group yet; all where absent. */
    count?: number | undefined;
    /** Divides them into small groups of so many each, rounded to whole persons; a last one may be smaller. */
    size?: number | {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        /** Added to every value. */
        offset?: number | undefined;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      values: number[];
      weights?: number[] | undefined;
    } | {
      quantiles: [number, number][];
    } | undefined;
    /** A shape to walk in: a name, a polygon that is filled, a stroke, formulas in t from 0 to 1, or rows of text, the first in front. In metres, x ahead and y to the left. */
    formation: "line" | "column" | "wedge" | "circle" | "square" | {
      /** A closed ring; the first point is not repeated. */
      polygon: [number, number][];
    } | {
      stroke: [number, number][];
    } | {
      formula: {
        x: string;
        y: string;
      };
    } | {
      rows: string;
    };
    /** Metres between neighbours; default 1, and the drawn size for polygons, strokes and formulas. */
    spacing?: number | undefined;
    /** The group map; by default it fits the formation and 2 m around it. */
    map?: {
      /** Cells along a side. */
      size?: number | undefined;
      /** Side of a cell in metres. */
      cell?: number | undefined;
      relaxations?: number | undefined;
    } | undefined;
    /** Whether members walk freely at first; default false. */
    free?: boolean | undefined;
    schedule?: {
      /** Seconds from the start. */
      time: number;
      /** Whether members walk freely from this frame on, or in formation. */
      free?: boolean | undefined;
      /** The formation from this frame on. */
      formation?: "line" | "column" | "wedge" | "circle" | "square" | {
        /** A closed ring; the first point is not repeated. */
        polygon: [number, number][];
      } | {
        stroke: [number, number][];
      } | {
        formula: {
          x: string;
          y: string;
        };
      } | {
        rows: string;
      } | undefined;
      /** Metres between neighbours from then on. */
      spacing?: number | undefined;
    }[] | undefined;
    /** What guides the group's middle; else the planner of its spawn. */
    planner?: string | undefined;
    /** The name of a sketched route that the group's middle follows first; then it goes on to its goals. */
    route?: string | undefined;
    /** At the last goal members leave one by one, as by default, or stay in formation. */
    atGoal?: "leave" | "stay" | undefined;
    /** For `simulation.battle`: whose side it is on. */
    side?: string | undefined;
  }[] | undefined;
  /** Sketched routes, which people follow instead of a planner's ways. */
  routes?: {
    name: string;
    /** Lines as they were drawn; one point alone means: go there. From the second on, each begins where the route so far is nearest to its first point, and divides it there. */
    strokes: [number, number][][];
    /** Numbers of the spawns whose people follow it, from 0 on; all where absent, none where empty: a program sends them. */
    spawns?: number[] | undefined;
    /** Profiles of those who follow it; all where absent. */
    profiles?: string[] | undefined;
    /** Which branch people take of those that are open to them: the one that fewest have taken, as by default, or the shortest. */
    choice?: "balance" | "length" | undefined;
    /** What people do at its end: go on to the goals of their spawn, as by default, or leave. */
    end?: "goals" | "leave" | undefined;
    /** Metres from a point of the route within which people pass it; default 2. */
    width?: number | undefined;
  }[] | undefined;
  /** Areas and lines to measure in, by name; results are in files of these names. */
  measurements?: Record<string, {
    /** An area in which density, speed and flow are measured. */
    polygon?: [number, number][] | undefined;
    /** A line at which passages are counted, apart by direction. */
    segment?: [[number, number], [number, number]] | undefined;
    /** Of an area: where its stream goes. Speeds are then those along it, and the area has a width and a flow. */
    direction?: [number, number] | undefined;
  }> | undefined;
  simulation?: {
    /** `pathmap`, `potential`, `roadmap` or `flow`, or a planner that the program brings along. */
    planner?: string | undefined;
    /** When people have reached a goal: their centre has crossed its line, as by default, or their body touches it. */
    arrival?: "cross" | "touch" | undefined;
    /** Who the people are where neither their spawn nor their profile says it. */
    population?: "adults" | "students" | "students-at-ease" | "imo" | undefined;
    /** The movement model of those whose profile names none. */
    model?: "default" | "orca" | "speed" | "anticipation" | "social-force" | "centrifugal" | "steps" | undefined;
    /** Seconds per step, 0.0001 to 10. */
    step?: number | undefined;
    duration?: number | undefined;
    seed?: number | undefined;
    /** Members of groups of different sides who meet fall; the groups close their ranks. */
    battle?: {
      /** Metres within which members of two sides fight. */
      reach: number;
      /** How likely somebody falls in a second, per enemy within reach. */
      loss: number;
    } | undefined;
    /** With planner `roadmap`: everybody is a site of the diagram and walks as in the thesis, by no model. */
    sites?: {
      /** Vertices that a search may expand; without it there is no limit. */
      maxIterations?: number | undefined;
      /** Metres around people within which obstacles are in the diagram; else all are. */
      stream?: number | undefined;
    } | undefined;
  } | undefined;
  bottleneck?: {
    weight?: number | undefined;
    threshold?: number | undefined;
    interval?: number | undefined;
    adaptive?: boolean | undefined;
  } | undefined;
};

const S1: Shape = { kind: "number", rules: [{ name: "coordinate" }] };
const S2: Shape = { kind: "tuple", says: "point [x, y]", of: [S1, S1] };
const S3: Shape = { kind: "list", of: S2, least: 3 };
const S4: Shape = { kind: "tuple", says: "segment [[x, y], [x, y]]", of: [S2, S2] };
const S5: Shape = { kind: "number", least: 0 };
const S6: Shape = { kind: "boolean" };
const S7: Shape = { kind: "string", least: 1, most: 200 };
const S8: Shape = { kind: "list", of: S2 };
const S9: Shape = { kind: "list", of: S4 };
const S10: Shape = { kind: "number", above: 0 };
const S11: Shape = { kind: "word", words: ["left", "right"] };
const S12: Shape = { kind: "list", of: S2, least: 2 };
const S13: Shape = { kind: "object", keys: { lognormal: { kind: "either", of: [{ kind: "object", keys: { mean: S10, deviation: S5, offset: S5, min: S5, max: S5 }, needs: ["mean", "deviation"] }, { kind: "object", keys: { mu: { kind: "number", most: 100 }, sigma: { kind: "number", least: 0, most: 10 }, offset: S5, min: S5, max: S5 }, needs: ["mu", "sigma"] }] } }, needs: ["lognormal"] };
const S14: Shape = { kind: "object", keys: { exponential: { kind: "object", keys: { mean: S10, min: S5, max: S5 }, needs: ["mean"] } }, needs: ["exponential"] };
const S15: Shape = { kind: "list", of: S5 };
const S16: Shape = { kind: "number", least: 0, most: 1 };
const S17: Shape = { kind: "either", of: [S5, { kind: "object", keys: { mean: S5, deviation: S5, min: S5, max: S5 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S5, max: S5 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S13, S14, { kind: "object", keys: { values: { kind: "list", of: S5, least: 1 }, weights: S15 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S16, S5] }, least: 2 } }, needs: ["quantiles"] }] };
const S18: Shape = { kind: "list", of: S2, least: 1 };
const S19: Shape = { kind: "number", least: 1 };
const S20: Shape = { kind: "list", of: S4, least: 1 };
const S21: Shape = { kind: "number", least: 0, most: 1000 };
const S22: Shape = { kind: "number", above: 0, most: 1000 };
const S23: Shape = { kind: "either", of: [S10, { kind: "object", keys: { mean: S10, deviation: S5, min: S10, max: S10 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S10, max: S10 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S13, S14, { kind: "object", keys: { values: { kind: "list", of: S10, least: 1 }, weights: S15 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S16, S10] }, least: 2 } }, needs: ["quantiles"] }] };
const S24: Shape = { kind: "number", least: 5, most: 120 };
const S25: Shape = { kind: "list", of: S7, least: 1 };
const S26: Shape = { kind: "either", of: [S25, { kind: "names", key: S7, of: S16 }] };
const S27: Shape = { kind: "number" };
const S28: Shape = { kind: "tuple", of: [S27, S27] };
const S29: Shape = { kind: "number", whole: true, least: 7, most: 129 };
const S30: Shape = { kind: "number", whole: true, least: 1, most: 10000 };
const S31: Shape = { kind: "word", words: ["default", "orca", "speed", "anticipation", "social-force", "centrifugal", "steps"] };
const S32: Shape = { kind: "number", whole: true, least: 0 };
const S33: Shape = { kind: "names", key: S7, of: S5, rules: [{ name: "sharesSumToOne" }] };
const S34: Shape = { kind: "word", words: ["adults", "students", "students-at-ease", "imo"] };
const S35: Shape = { kind: "number", least: 0.01, most: 100 };
const S36: Shape = { kind: "number", whole: true, least: 1 };
const S37: Shape = { kind: "number", least: 1, most: 1000 };
const S38: Shape = { kind: "string", least: 1, most: 1000 };
const S39: Shape = { kind: "either", of: [{ kind: "word", words: ["line", "column", "wedge", "circle", "square"] }, { kind: "object", keys: { polygon: S3 }, needs: ["polygon"] }, { kind: "object", keys: { stroke: S12 }, needs: ["stroke"] }, { kind: "object", keys: { formula: { kind: "object", keys: { x: S38, y: S38 }, needs: ["x", "y"] } }, needs: ["formula"] }, { kind: "object", keys: { rows: { kind: "string", least: 1, most: 100000 } }, needs: ["rows"] }] };

/** What a scene may hold, for `validate`. */
export const SCENE_SHAPE: Shape = {
  kind: "object",
  needs: ["format", "version", "boundary"],
  keys: {
    $schema: { kind: "string" },
    format: { kind: "word", words: ["wayfield-scene"] },
    version: { kind: "word", words: [1] },
    name: { kind: "string", most: 1000 },
    boundary: S3,
    obstacles: { kind: "list", of: { kind: "object", keys: { polygon: S3, segment: S4, point: S2, schedule: { kind: "list", of: { kind: "object", keys: { time: S5, offset: S2, present: S6 }, needs: ["time"] }, least: 1, rules: [{ name: "increasingTimes" }] } }, needs: [], rules: [{ name: "exactlyOne", keys: ["polygon", "segment", "point"] }] } },
    goals: { kind: "names", key: S7, of: { kind: "object", keys: { points: S8, segments: S9, start: S5, schedule: { kind: "list", of: { kind: "object", keys: { time: S5, offset: S2, points: S8, segments: S9, open: S6 }, needs: ["time"] }, least: 1, rules: [{ name: "increasingTimes" }] } }, needs: [], rules: [{ name: "somePlace" }] } },
    doors: { kind: "list", of: { kind: "object", keys: { segment: S4, open: S6, schedule: { kind: "list", of: { kind: "object", keys: { time: S5, open: S6 }, needs: ["time", "open"] }, least: 1, rules: [{ name: "increasingTimes" }] }, maxFlow: S10, oneWay: S11, leaf: S10 }, needs: ["segment"] } },
    queues: { kind: "names", key: S7, of: { kind: "object", keys: { line: S12, service: S17, counters: S18, gap: { kind: "number", least: 0, most: 100 } }, needs: ["line", "service"] } },
    waiting: { kind: "names", key: S7, of: { kind: "object", keys: { polygon: S3, points: S18, seconds: S17, until: S5 }, needs: [], rules: [{ name: "exactlyOne", keys: ["polygon", "points"] }, { name: "someTime" }] } },
    weights: { kind: "list", of: { kind: "object", keys: { vertex: S2, speed: S19 }, needs: ["vertex", "speed"] } },
    barriers: { kind: "list", of: { kind: "object", keys: { segment: S4, weight: S19, side: S11 }, needs: ["segment", "weight"] } },
    flow: { kind: "object", keys: { source: S20, sink: S20, lanes: { kind: "word", words: ["optimized", "contours"] }, spacing: { kind: "word", words: ["bodies", "lane"] } }, needs: ["source", "sink"] },
    flows: { kind: "names", key: S7, of: { kind: "object", keys: { source: S20, sink: S20 }, needs: ["source", "sink"] } },
    timetable: { kind: "object", keys: { period: S10 }, needs: [] },
    periodic: { kind: "object", keys: { from: S4, to: { kind: "tuple", of: [S2, S2] } }, needs: ["from", "to"] },
    profiles: { kind: "names", key: S7, of: { kind: "object", keys: { radius: { kind: "either", of: [S21, { kind: "object", keys: { mean: S21, deviation: S5, min: S21, max: S21 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S21, max: S21 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S13, S14, { kind: "object", keys: { values: { kind: "list", of: S21, least: 1 }, weights: S15 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S16, S21] }, least: 2 } }, needs: ["quantiles"] }] }, shape: { kind: "object", keys: { width: S22, depth: { kind: "number", above: 0, most: 3000 } }, needs: ["width", "depth"], rules: [{ name: "longerThanWide" }] }, speed: S23, age: { kind: "either", of: [S24, { kind: "object", keys: { mean: S24, deviation: S5, min: S24, max: S24 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S24, max: S24 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S13, S14, { kind: "object", keys: { values: { kind: "list", of: S24, least: 1 }, weights: S15 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S16, S24] }, least: 2 } }, needs: ["quantiles"] }] }, sex: { kind: "word", words: ["female", "male"] }, group: S7, acceleration: S10, reaction: S17, headway: S23, known: S26, behaviour: { kind: "object", keys: { type: { kind: "word", words: ["constant", "harmonic", "sinusoid", "double-sine", "towards", "away", "orthogonal", "keep-right", "keep-to-wall", "random", "curve", "empty-circle", "random-point"] }, epsilon: S27, vector: { kind: "either", of: [S28, { kind: "word", words: ["random"] }] }, amplitude: S27, period: S10, target: { kind: "either", of: [S2, S7] }, sight: S10, notices: { kind: "word", words: ["people", "obstacles"] }, curve: S12, threshold: S5, goalFocus: S6 }, needs: ["type"] }, localMap: { kind: "object", keys: { size: S29, cell: S10, relaxations: S30, mapping: { kind: "word", words: ["full", "cone"] } }, needs: [] }, motion: { kind: "object", keys: { rule: { kind: "word", words: ["gradient", "mean", "mass", "inertia"] }, mass: S5, eta: S16, speedTable: S6, slowBelow: S10 }, needs: ["rule"] }, model: S31, avoidance: { kind: "object", keys: { method: { kind: "word", words: ["orca", "none"] }, horizon: S10, obstacleHorizon: S10, neighbours: S32, range: S10 }, needs: ["method"] } }, needs: [], rules: [{ name: "oneSpeed" }, { name: "oneBody" }] } },
    spawns: { kind: "list", of: { kind: "object", keys: { segment: S4, polygon: S3, places: S18, count: { kind: "number", whole: true, least: 1, most: 10000000 }, density: { kind: "number", above: 0, most: 100 }, rate: S10, start: S5, profile: { kind: "either", of: [S7, S33] }, population: S34, planner: S7, goals: { kind: "list", of: { kind: "either", of: [S7, S25] }, least: 1 }, shares: S33, choice: { kind: "word", words: ["distance", "time"] }, known: S26 }, needs: ["goals"], rules: [{ name: "exactlyOne", keys: ["segment", "polygon", "places"] }, { name: "howMany" }] } },
    zones: { kind: "list", of: { kind: "object", keys: { polygon: S3, speed: { kind: "either", of: [S35, { kind: "names", key: S7, of: S35 }] }, allow: { kind: "list", of: S7 } }, needs: ["polygon"] } },
    groups: { kind: "list", of: { kind: "object", keys: { name: S7, spawn: S32, count: S36, size: { kind: "either", of: [S37, { kind: "object", keys: { mean: S37, deviation: S5, min: S37, max: S37 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S37, max: S37 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S13, S14, { kind: "object", keys: { values: { kind: "list", of: S37, least: 1 }, weights: S15 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S16, S37] }, least: 2 } }, needs: ["quantiles"] }] }, formation: S39, spacing: S22, map: { kind: "object", keys: { size: S29, cell: S10, relaxations: S30 }, needs: [] }, free: S6, schedule: { kind: "list", of: { kind: "object", keys: { time: S5, free: S6, formation: S39, spacing: S22 }, needs: ["time"] }, least: 1, rules: [{ name: "increasingTimes" }] }, planner: S7, route: S7, atGoal: { kind: "word", words: ["leave", "stay"] }, side: S7 }, needs: ["name", "spawn", "formation"] } },
    routes: { kind: "list", of: { kind: "object", keys: { name: S7, strokes: { kind: "list", of: S18, least: 1 }, spawns: { kind: "list", of: S32 }, profiles: S25, choice: { kind: "word", words: ["balance", "length"] }, end: { kind: "word", words: ["goals", "leave"] }, width: S22 }, needs: ["name", "strokes"] } },
    measurements: { kind: "names", key: S7, of: { kind: "object", keys: { polygon: S3, segment: S4, direction: S28 }, needs: [], rules: [{ name: "exactlyOne", keys: ["polygon", "segment"] }, { name: "directionOfArea" }] } },
    simulation: { kind: "object", keys: { planner: S7, arrival: { kind: "word", words: ["cross", "touch"] }, population: S34, model: S31, step: { kind: "number", least: 0.0001, most: 10 }, duration: S10, seed: { kind: "number", whole: true, least: 0, most: 4294967295 }, battle: { kind: "object", keys: { reach: S22, loss: { kind: "number", above: 0, most: 10 } }, needs: ["reach", "loss"] }, sites: { kind: "object", keys: { maxIterations: S36, stream: S10 }, needs: [] } }, needs: [] },
    bottleneck: { kind: "object", keys: { weight: S19, threshold: S36, interval: S10, adaptive: S6 }, needs: [] },
  },
};
