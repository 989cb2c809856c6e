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
    /** A refuge, in place of `seconds` and `until`: who may not or cannot get to their goals goes to the nearest one, and stays. */
    refuge?: boolean | undefined;
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
    /** Parts of the free speed on stairs; the population's where absent. */
    stairs?: {
      up: number;
      down: number;
    } | undefined;
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
  /** Two lines at which the plan is glued to itself: who crosses one goes on at the other. The plan goes on beyond both. */
  periodic?: {
    /** A segment [[x, y], [x, y]]. */
    from: [[number, number], [number, number]];
    /** `from`, moved along: parallel and of equal length. */
    to: [[number, number], [number, number]];
  } | undefined;
};

/** A building: levels, connections between them, and what lies on the levels. Units are metres and seconds; y points up. */
export type BuildingScene = {
  $schema?: string | undefined;
  format: "wayfield-scene";
  version: 1;
  name?: string | undefined;
  /** The storeys, landings and other floors. */
  levels: {
    name: string;
    /** Height of its floor in metres. */
    elevation: number;
    /** A simple polygon, any orientation: the walkable outline of the level. */
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
  }[];
  /** Stairs, ramps, escalators and lifts between levels. */
  connections?: ({
    /** For messages, pictures and reports. */
    name?: string | undefined;
    /** The profiles that may use it, and nobody else; all may where it is absent. */
    allow?: string[] | undefined;
    kind: "stairs";
    /** Its lower end. */
    from: {
      level: string;
      /** A part of the border of the level's free space. */
      segment: [[number, number], [number, number]];
    };
    /** Its upper end: parallel to the lower one and of equal length. */
    to: {
      level: string;
      /** A part of the border of the level's free space. */
      segment: [[number, number], [number, number]];
    };
    /** Height of a step in metres, for `check` and pictures. */
    riser?: number | undefined;
    /** Depth of a step in metres, for `check` and pictures. */
    tread?: number | undefined;
  } | {
    /** For messages, pictures and reports. */
    name?: string | undefined;
    /** The profiles that may use it, and nobody else; all may where it is absent. */
    allow?: string[] | undefined;
    kind: "ramp";
    /** Its lower end. */
    from: {
      level: string;
      /** A part of the border of the level's free space. */
      segment: [[number, number], [number, number]];
    };
    /** Its upper end: parallel to the lower one and of equal length. */
    to: {
      level: string;
      /** A part of the border of the level's free space. */
      segment: [[number, number], [number, number]];
    };
  } | {
    /** For messages, pictures and reports. */
    name?: string | undefined;
    /** The profiles that may use it, and nobody else; all may where it is absent. */
    allow?: string[] | undefined;
    kind: "escalator";
    /** Its lower end. */
    from: {
      level: string;
      /** A part of the border of the level's free space. */
      segment: [[number, number], [number, number]];
    };
    /** Its upper end: parallel to the lower one and of equal length. */
    to: {
      level: string;
      /** A part of the border of the level's free space. */
      segment: [[number, number], [number, number]];
    };
    /** Where it carries people; default up. While it is on, nobody walks against it. */
    direction?: "up" | "down" | undefined;
    /** Metres per second along the slope; default 0.5. */
    speed?: number | undefined;
    /** Default true; one that stands still is a stair. */
    on?: boolean | undefined;
    /** Whether people walk on it while it carries them; by default they stand. */
    walked?: boolean | undefined;
    riser?: number | undefined;
    tread?: number | undefined;
  } | {
    /** For messages, pictures and reports. */
    name?: string | undefined;
    /** The profiles that may use it, and nobody else; all may where it is absent. */
    allow?: string[] | undefined;
    kind: "lift";
    /** Its door on each level that it serves, a part of the border of free space. */
    at: Record<string, [[number, number], [number, number]]>;
    /** Whether it is in service; default true. */
    on?: boolean | undefined;
    /** Persons in the car; default 8. */
    capacity?: number | undefined;
    /** Metres per second of the car; default 1. */
    speed?: number | undefined;
    /** Seconds that its doors stay open at least; default 4. */
    dwell?: number | undefined;
    /** Seconds that its doors take to open, and to close; default 2. */
    doors?: number | undefined;
    /** The level where the car waits at first; the first of `at`. */
    start?: string | undefined;
    /** Which calls it answers: on its way all in its direction, as by default, or one after the other as they came. */
    calls?: "collective" | "express" | undefined;
  })[] | undefined;
  goals?: Record<string, {
    /** The name of the level that it is on. */
    level: string;
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
    /** The name of the level that it is on. */
    level: string;
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
    /** The name of the level that it is on. */
    level: string;
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
    /** The name of the level that it is on. */
    level: string;
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
    /** A refuge, in place of `seconds` and `until`: who may not or cannot get to their goals goes to the nearest one, and stays. */
    refuge?: boolean | undefined;
  }> | undefined;
  weights?: {
    /** The name of the level that it is on. */
    level: string;
    /** A point [x, y]. */
    vertex: [number, number];
    /** Speed factor from this vertex on; at least 1. */
    speed: number;
  }[] | undefined;
  barriers?: {
    /** The name of the level that it is on. */
    level: string;
    /** A segment [[x, y], [x, y]]. */
    segment: [[number, number], [number, number]];
    /** Cost factor beyond the barrier; at least 1. */
    weight: number;
    /** The weighted side of the directed segment. */
    side?: "left" | "right" | undefined;
  }[] | undefined;
  flow?: {
    source: {
      /** The name of the level that it is on. */
      level: string;
      /** A segment [[x, y], [x, y]]. */
      segment: [[number, number], [number, number]];
    }[];
    sink: {
      /** The name of the level that it is on. */
      level: string;
      /** A segment [[x, y], [x, y]]. */
      segment: [[number, number], [number, number]];
    }[];
    /** For crowds on lanes: optimized, that is pulled taut, as by default, or as the flow runs. */
    lanes?: "optimized" | "contours" | undefined;
    /** How near people follow each other on a lane: so that bodies never touch, as by default, or 2 radii along the lane. */
    spacing?: "bodies" | "lane" | undefined;
  } | undefined;
  /** Flows that may cross, by name: people of each come through its sources as long as a run lasts, and go to its sinks. With planner `flow` they come at the times of a timetable. Without `flow` and `spawns`. */
  flows?: Record<string, {
    source: {
      /** The name of the level that it is on. */
      level: string;
      /** A segment [[x, y], [x, y]]. */
      segment: [[number, number], [number, number]];
    }[];
    sink: {
      /** The name of the level that it is on. */
      level: string;
      /** A segment [[x, y], [x, y]]. */
      segment: [[number, number], [number, number]];
    }[];
  }> | undefined;
  /** How the lanes of `flows` are timed. */
  timetable?: {
    /** Seconds between two starts on a lane, at least; else as few as are found. */
    period?: number | undefined;
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
    /** Parts of the free speed on stairs; the population's where absent. */
    stairs?: {
      up: number;
      down: number;
    } | undefined;
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
    /** The name of the level that it is on. */
    level: string;
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
    /** The name of the level that it is on. */
    level: string;
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
    /** The name of the level that it is on. */
    level: string;
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
    /** The name of the level that it is on. */
    level: string;
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

const S1: Shape = { kind: "string" };
const S2: Shape = { kind: "word", words: ["wayfield-scene"] };
const S3: Shape = { kind: "word", words: [1] };
const S4: Shape = { kind: "string", most: 1000 };
const S5: Shape = { kind: "number", rules: [{ name: "coordinate" }] };
const S6: Shape = { kind: "tuple", says: "point [x, y]", of: [S5, S5] };
const S7: Shape = { kind: "list", of: S6, least: 3 };
const S8: Shape = { kind: "tuple", says: "segment [[x, y], [x, y]]", of: [S6, S6] };
const S9: Shape = { kind: "number", least: 0 };
const S10: Shape = { kind: "boolean" };
const S11: Shape = { kind: "list", of: { kind: "object", keys: { polygon: S7, segment: S8, point: S6, schedule: { kind: "list", of: { kind: "object", keys: { time: S9, offset: S6, present: S10 }, needs: ["time"] }, least: 1, rules: [{ name: "increasingTimes" }] } }, needs: [], rules: [{ name: "exactlyOne", keys: ["polygon", "segment", "point"] }] } };
const S12: Shape = { kind: "string", least: 1, most: 200 };
const S13: Shape = { kind: "list", of: S6 };
const S14: Shape = { kind: "list", of: S8 };
const S15: Shape = { kind: "list", of: { kind: "object", keys: { time: S9, offset: S6, points: S13, segments: S14, open: S10 }, needs: ["time"] }, least: 1, rules: [{ name: "increasingTimes" }] };
const S16: Shape = { kind: "list", of: { kind: "object", keys: { time: S9, open: S10 }, needs: ["time", "open"] }, least: 1, rules: [{ name: "increasingTimes" }] };
const S17: Shape = { kind: "number", above: 0 };
const S18: Shape = { kind: "word", words: ["left", "right"] };
const S19: Shape = { kind: "list", of: S6, least: 2 };
const S20: Shape = { kind: "object", keys: { lognormal: { kind: "either", of: [{ kind: "object", keys: { mean: S17, deviation: S9, offset: S9, min: S9, max: S9 }, needs: ["mean", "deviation"] }, { kind: "object", keys: { mu: { kind: "number", most: 100 }, sigma: { kind: "number", least: 0, most: 10 }, offset: S9, min: S9, max: S9 }, needs: ["mu", "sigma"] }] } }, needs: ["lognormal"] };
const S21: Shape = { kind: "object", keys: { exponential: { kind: "object", keys: { mean: S17, min: S9, max: S9 }, needs: ["mean"] } }, needs: ["exponential"] };
const S22: Shape = { kind: "list", of: S9 };
const S23: Shape = { kind: "number", least: 0, most: 1 };
const S24: Shape = { kind: "either", of: [S9, { kind: "object", keys: { mean: S9, deviation: S9, min: S9, max: S9 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S9, max: S9 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S20, S21, { kind: "object", keys: { values: { kind: "list", of: S9, least: 1 }, weights: S22 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S23, S9] }, least: 2 } }, needs: ["quantiles"] }] };
const S25: Shape = { kind: "list", of: S6, least: 1 };
const S26: Shape = { kind: "number", least: 0, most: 100 };
const S27: Shape = { kind: "number", least: 1 };
const S28: Shape = { kind: "list", of: S8, least: 1 };
const S29: Shape = { kind: "word", words: ["optimized", "contours"] };
const S30: Shape = { kind: "word", words: ["bodies", "lane"] };
const S31: Shape = { kind: "object", keys: { period: S17 }, needs: [] };
const S32: Shape = { kind: "number", least: 0, most: 1000 };
const S33: Shape = { kind: "number", above: 0, most: 1000 };
const S34: Shape = { kind: "either", of: [S17, { kind: "object", keys: { mean: S17, deviation: S9, min: S17, max: S17 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S17, max: S17 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S20, S21, { kind: "object", keys: { values: { kind: "list", of: S17, least: 1 }, weights: S22 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S23, S17] }, least: 2 } }, needs: ["quantiles"] }] };
const S35: Shape = { kind: "number", least: 5, most: 120 };
const S36: Shape = { kind: "number", least: 0.01, most: 100 };
const S37: Shape = { kind: "list", of: S12, least: 1 };
const S38: Shape = { kind: "either", of: [S37, { kind: "names", key: S12, of: S23 }] };
const S39: Shape = { kind: "number" };
const S40: Shape = { kind: "tuple", of: [S39, S39] };
const S41: Shape = { kind: "number", whole: true, least: 7, most: 129 };
const S42: Shape = { kind: "number", whole: true, least: 1, most: 10000 };
const S43: Shape = { kind: "word", words: ["default", "orca", "speed", "anticipation", "social-force", "centrifugal", "steps"] };
const S44: Shape = { kind: "number", whole: true, least: 0 };
const S45: Shape = { kind: "names", key: S12, of: { kind: "object", keys: { radius: { kind: "either", of: [S32, { kind: "object", keys: { mean: S32, deviation: S9, min: S32, max: S32 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S32, max: S32 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S20, S21, { kind: "object", keys: { values: { kind: "list", of: S32, least: 1 }, weights: S22 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S23, S32] }, least: 2 } }, needs: ["quantiles"] }] }, shape: { kind: "object", keys: { width: S33, depth: { kind: "number", above: 0, most: 3000 } }, needs: ["width", "depth"], rules: [{ name: "longerThanWide" }] }, speed: S34, age: { kind: "either", of: [S35, { kind: "object", keys: { mean: S35, deviation: S9, min: S35, max: S35 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S35, max: S35 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S20, S21, { kind: "object", keys: { values: { kind: "list", of: S35, least: 1 }, weights: S22 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S23, S35] }, least: 2 } }, needs: ["quantiles"] }] }, sex: { kind: "word", words: ["female", "male"] }, group: S12, stairs: { kind: "object", keys: { up: S36, down: S36 }, needs: ["up", "down"] }, acceleration: S17, reaction: S24, headway: S34, known: S38, behaviour: { kind: "object", keys: { type: { kind: "word", words: ["constant", "harmonic", "sinusoid", "double-sine", "towards", "away", "orthogonal", "keep-right", "keep-to-wall", "random", "curve", "empty-circle", "random-point"] }, epsilon: S39, vector: { kind: "either", of: [S40, { kind: "word", words: ["random"] }] }, amplitude: S39, period: S17, target: { kind: "either", of: [S6, S12] }, sight: S17, notices: { kind: "word", words: ["people", "obstacles"] }, curve: S19, threshold: S9, goalFocus: S10 }, needs: ["type"] }, localMap: { kind: "object", keys: { size: S41, cell: S17, relaxations: S42, mapping: { kind: "word", words: ["full", "cone"] } }, needs: [] }, motion: { kind: "object", keys: { rule: { kind: "word", words: ["gradient", "mean", "mass", "inertia"] }, mass: S9, eta: S23, speedTable: S10, slowBelow: S17 }, needs: ["rule"] }, model: S43, avoidance: { kind: "object", keys: { method: { kind: "word", words: ["orca", "none"] }, horizon: S17, obstacleHorizon: S17, neighbours: S44, range: S17 }, needs: ["method"] } }, needs: [], rules: [{ name: "oneSpeed" }, { name: "oneBody" }] } };
const S46: Shape = { kind: "number", whole: true, least: 1, most: 10000000 };
const S47: Shape = { kind: "number", above: 0, most: 100 };
const S48: Shape = { kind: "names", key: S12, of: S9, rules: [{ name: "sharesSumToOne" }] };
const S49: Shape = { kind: "either", of: [S12, S48] };
const S50: Shape = { kind: "word", words: ["adults", "students", "students-at-ease", "imo"] };
const S51: Shape = { kind: "list", of: { kind: "either", of: [S12, S37] }, least: 1 };
const S52: Shape = { kind: "word", words: ["distance", "time"] };
const S53: Shape = { kind: "either", of: [S36, { kind: "names", key: S12, of: S36 }] };
const S54: Shape = { kind: "list", of: S12 };
const S55: Shape = { kind: "number", whole: true, least: 1 };
const S56: Shape = { kind: "number", least: 1, most: 1000 };
const S57: Shape = { kind: "string", least: 1, most: 1000 };
const S58: Shape = { kind: "either", of: [{ kind: "word", words: ["line", "column", "wedge", "circle", "square"] }, { kind: "object", keys: { polygon: S7 }, needs: ["polygon"] }, { kind: "object", keys: { stroke: S19 }, needs: ["stroke"] }, { kind: "object", keys: { formula: { kind: "object", keys: { x: S57, y: S57 }, needs: ["x", "y"] } }, needs: ["formula"] }, { kind: "object", keys: { rows: { kind: "string", least: 1, most: 100000 } }, needs: ["rows"] }] };
const S59: Shape = { kind: "list", of: { kind: "object", keys: { name: S12, spawn: S44, count: S55, size: { kind: "either", of: [S56, { kind: "object", keys: { mean: S56, deviation: S9, min: S56, max: S56 }, needs: ["mean", "deviation"], rules: [{ name: "meanBetween" }] }, { kind: "object", keys: { min: S56, max: S56 }, needs: ["min", "max"], rules: [{ name: "minBelowMax" }] }, S20, S21, { kind: "object", keys: { values: { kind: "list", of: S56, least: 1 }, weights: S22 }, needs: ["values"] }, { kind: "object", keys: { quantiles: { kind: "list", of: { kind: "tuple", of: [S23, S56] }, least: 2 } }, needs: ["quantiles"] }] }, formation: S58, spacing: S33, map: { kind: "object", keys: { size: S41, cell: S17, relaxations: S42 }, needs: [] }, free: S10, schedule: { kind: "list", of: { kind: "object", keys: { time: S9, free: S10, formation: S58, spacing: S33 }, needs: ["time"] }, least: 1, rules: [{ name: "increasingTimes" }] }, planner: S12, route: S12, atGoal: { kind: "word", words: ["leave", "stay"] }, side: S12 }, needs: ["name", "spawn", "formation"] } };
const S60: Shape = { kind: "list", of: S25, least: 1 };
const S61: Shape = { kind: "list", of: S44 };
const S62: Shape = { kind: "word", words: ["balance", "length"] };
const S63: Shape = { kind: "word", words: ["goals", "leave"] };
const S64: Shape = { kind: "number", above: 0, most: 10 };
const S65: Shape = { kind: "object", keys: { planner: S12, arrival: { kind: "word", words: ["cross", "touch"] }, population: S50, model: S43, step: { kind: "number", least: 0.0001, most: 10 }, duration: S17, seed: { kind: "number", whole: true, least: 0, most: 4294967295 }, battle: { kind: "object", keys: { reach: S33, loss: S64 }, needs: ["reach", "loss"] }, sites: { kind: "object", keys: { maxIterations: S55, stream: S17 }, needs: [] } }, needs: [] };
const S66: Shape = { kind: "object", keys: { weight: S27, threshold: S55, interval: S17, adaptive: S10 }, needs: [] };
const S67: Shape = { kind: "tuple", of: [S6, S6] };
const S68: Shape = { kind: "object", keys: { level: S12, segment: S67 }, needs: ["level", "segment"] };
const S69: Shape = { kind: "list", of: { kind: "object", keys: { level: S12, segment: S8 }, needs: ["level", "segment"] }, least: 1 };

/** What a scene of one floor may hold, for `validate`. */
export const SCENE_SHAPE: Shape = {
  kind: "object",
  needs: ["format", "version", "boundary"],
  keys: {
    $schema: S1,
    format: S2,
    version: S3,
    name: S4,
    boundary: S7,
    obstacles: S11,
    goals: { kind: "names", key: S12, of: { kind: "object", keys: { points: S13, segments: S14, start: S9, schedule: S15 }, needs: [], rules: [{ name: "somePlace" }] } },
    doors: { kind: "list", of: { kind: "object", keys: { segment: S8, open: S10, schedule: S16, maxFlow: S17, oneWay: S18, leaf: S17 }, needs: ["segment"] } },
    queues: { kind: "names", key: S12, of: { kind: "object", keys: { line: S19, service: S24, counters: S25, gap: S26 }, needs: ["line", "service"] } },
    waiting: { kind: "names", key: S12, of: { kind: "object", keys: { polygon: S7, points: S25, seconds: S24, until: S9, refuge: S10 }, needs: [], rules: [{ name: "exactlyOne", keys: ["polygon", "points"] }, { name: "someTime" }] } },
    weights: { kind: "list", of: { kind: "object", keys: { vertex: S6, speed: S27 }, needs: ["vertex", "speed"] } },
    barriers: { kind: "list", of: { kind: "object", keys: { segment: S8, weight: S27, side: S18 }, needs: ["segment", "weight"] } },
    flow: { kind: "object", keys: { source: S28, sink: S28, lanes: S29, spacing: S30 }, needs: ["source", "sink"] },
    flows: { kind: "names", key: S12, of: { kind: "object", keys: { source: S28, sink: S28 }, needs: ["source", "sink"] } },
    timetable: S31,
    profiles: S45,
    spawns: { kind: "list", of: { kind: "object", keys: { segment: S8, polygon: S7, places: S25, count: S46, density: S47, rate: S17, start: S9, profile: S49, population: S50, planner: S12, goals: S51, shares: S48, choice: S52, known: S38 }, needs: ["goals"], rules: [{ name: "exactlyOne", keys: ["segment", "polygon", "places"] }, { name: "howMany" }] } },
    zones: { kind: "list", of: { kind: "object", keys: { polygon: S7, speed: S53, allow: S54 }, needs: ["polygon"] } },
    groups: S59,
    routes: { kind: "list", of: { kind: "object", keys: { name: S12, strokes: S60, spawns: S61, profiles: S37, choice: S62, end: S63, width: S33 }, needs: ["name", "strokes"] } },
    measurements: { kind: "names", key: S12, of: { kind: "object", keys: { polygon: S7, segment: S8, direction: S40 }, needs: [], rules: [{ name: "exactlyOne", keys: ["polygon", "segment"] }, { name: "directionOfArea" }] } },
    simulation: S65,
    bottleneck: S66,
    periodic: { kind: "object", keys: { from: S8, to: S67 }, needs: ["from", "to"] },
  },
};

/** What a building may hold. */
export const BUILDING_SHAPE: Shape = {
  kind: "object",
  needs: ["format", "version", "levels"],
  keys: {
    $schema: S1,
    format: S2,
    version: S3,
    name: S4,
    levels: { kind: "list", of: { kind: "object", keys: { name: S12, elevation: S5, boundary: S7, obstacles: S11 }, needs: ["name", "elevation", "boundary"] }, least: 1 },
    connections: { kind: "list", of: { kind: "either", of: [{ kind: "object", keys: { name: S12, allow: S54, kind: { kind: "word", words: ["stairs"] }, from: S68, to: S68, riser: S64, tread: S64 }, needs: ["kind", "from", "to"] }, { kind: "object", keys: { name: S12, allow: S54, kind: { kind: "word", words: ["ramp"] }, from: S68, to: S68 }, needs: ["kind", "from", "to"] }, { kind: "object", keys: { name: S12, allow: S54, kind: { kind: "word", words: ["escalator"] }, from: S68, to: S68, direction: { kind: "word", words: ["up", "down"] }, speed: S64, on: S10, walked: S10, riser: S64, tread: S64 }, needs: ["kind", "from", "to"] }, { kind: "object", keys: { name: S12, allow: S54, kind: { kind: "word", words: ["lift"] }, at: { kind: "names", key: S12, of: S8 }, on: S10, capacity: { kind: "number", whole: true, least: 1, most: 1000 }, speed: S47, dwell: { kind: "number", least: 0, most: 3600 }, doors: { kind: "number", least: 0, most: 600 }, start: S12, calls: { kind: "word", words: ["collective", "express"] } }, needs: ["kind", "at"] }] } },
    goals: { kind: "names", key: S12, of: { kind: "object", keys: { level: S12, points: S13, segments: S14, start: S9, schedule: S15 }, needs: ["level"], rules: [{ name: "somePlace" }] } },
    doors: { kind: "list", of: { kind: "object", keys: { level: S12, segment: S8, open: S10, schedule: S16, maxFlow: S17, oneWay: S18, leaf: S17 }, needs: ["level", "segment"] } },
    queues: { kind: "names", key: S12, of: { kind: "object", keys: { level: S12, line: S19, service: S24, counters: S25, gap: S26 }, needs: ["level", "line", "service"] } },
    waiting: { kind: "names", key: S12, of: { kind: "object", keys: { level: S12, polygon: S7, points: S25, seconds: S24, until: S9, refuge: S10 }, needs: ["level"], rules: [{ name: "exactlyOne", keys: ["polygon", "points"] }, { name: "someTime" }] } },
    weights: { kind: "list", of: { kind: "object", keys: { level: S12, vertex: S6, speed: S27 }, needs: ["level", "vertex", "speed"] } },
    barriers: { kind: "list", of: { kind: "object", keys: { level: S12, segment: S8, weight: S27, side: S18 }, needs: ["level", "segment", "weight"] } },
    flow: { kind: "object", keys: { source: S69, sink: S69, lanes: S29, spacing: S30 }, needs: ["source", "sink"] },
    flows: { kind: "names", key: S12, of: { kind: "object", keys: { source: S69, sink: S69 }, needs: ["source", "sink"] } },
    timetable: S31,
    profiles: S45,
    spawns: { kind: "list", of: { kind: "object", keys: { level: S12, segment: S8, polygon: S7, places: S25, count: S46, density: S47, rate: S17, start: S9, profile: S49, population: S50, planner: S12, goals: S51, shares: S48, choice: S52, known: S38 }, needs: ["level", "goals"], rules: [{ name: "exactlyOne", keys: ["segment", "polygon", "places"] }, { name: "howMany" }] } },
    zones: { kind: "list", of: { kind: "object", keys: { level: S12, polygon: S7, speed: S53, allow: S54 }, needs: ["level", "polygon"] } },
    groups: S59,
    routes: { kind: "list", of: { kind: "object", keys: { name: S12, level: S12, strokes: S60, spawns: S61, profiles: S37, choice: S62, end: S63, width: S33 }, needs: ["name", "level", "strokes"] } },
    measurements: { kind: "names", key: S12, of: { kind: "object", keys: { level: S12, polygon: S7, segment: S8, direction: S40 }, needs: ["level"], rules: [{ name: "exactlyOne", keys: ["polygon", "segment"] }, { name: "directionOfArea" }] } },
    simulation: S65,
    bottleneck: S66,
  },
};
