/**
 * The experiments of the pedestrian planner (Dapper 2007, chapter 6, its two articles, and Fischer 2011, appendix C), as
 * programs: each builds its plan, lets its people walk, and gives back their trails.
 */
import { InputError } from "../../src/errors.js";
import type { Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import {
  alongGradient,
  constant,
  type Disc,
  Explorer,
  either,
  harmonic,
  inertialMotion,
  keepTo,
  meanMotion,
  PotentialField,
  towards,
  weightedMotion,
  whenSeen,
} from "../../src/potential/index.js";
import { type Scene, World } from "../../src/world/index.js";
import { type Walker, type WalkerOptions, Walkers } from "./walkers.js";

/** The way of one walker, with what it stands for. */
export interface Trail {
  readonly label: string;
  readonly points: readonly Point[];
  readonly radius: number;
  /** Whether it reached its last goal. */
  readonly arrived: boolean;
  readonly walker: Walker;
}

/** One panel of an experiment's picture. */
export interface Run {
  readonly title: string;
  readonly trails: readonly Trail[];
  /** Those who stand still, if any. */
  readonly standing: readonly Disc[];
  /** Steps until all had arrived, or until the end. */
  readonly steps: number;
}

/** An experiment: a plan and what people did on it. */
export interface Experiment {
  readonly title: string;
  /** Where it comes from. */
  readonly source: string;
  readonly scene: Scene;
  readonly runs: readonly Run[];
}

type Corner = [number, number];

const box = (x0: number, y0: number, x1: number, y1: number): Corner[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

function plan(name: string, boundary: Corner[], blocks: Corner[][], goals: Record<string, Corner>): Scene {
  return {
    format: "wayfield-scene",
    version: 1,
    name,
    boundary,
    obstacles: blocks.map((polygon) => ({ polygon })),
    goals: Object.fromEntries(Object.entries(goals).map(([goal, point]) => [goal, { points: [point] }])),
  };
}

const LENGTH = 36;
const WIDTH = 8;
const MIDDLE = WIDTH / 2;

/** A corridor of 36 m x 8 m with a goal towards each end. */
function corridor(name: string): Scene {
  return plan(name, box(0, 0, LENGTH, WIDTH), [], { east: [LENGTH - 2, MIDDLE], west: [2, MIDDLE] });
}

/** A walker's options but for its errands, with the goals that it has. */
interface Person extends Omit<WalkerOptions, "errands"> {
  readonly label: string;
  readonly goals: readonly string[];
}

/** Lets people walk in a scene. */
class Stage {
  readonly world: World;
  private readonly fields = new Map<string, PotentialField>();

  constructor(
    readonly scene: Scene,
    private readonly cell = 0.25,
  ) {
    this.world = new World(scene);
  }

  private field(goal: string, radius: number): PotentialField {
    const key = `${goal} ${radius}`;
    const known = this.fields.get(key);
    if (known) return known;
    const field = new PotentialField(this.world, { goals: [goal], radius, cell: this.cell });
    this.fields.set(key, field);
    return field;
  }

  /** All at the same time. */
  run(title: string, people: readonly Person[], steps: number, standing: readonly Disc[] = []): Run {
    const walkers = new Walkers(this.world, { cell: this.cell });
    walkers.obstacles.push(...standing);
    const added = people.map(({ label, goals, ...options }) => {
      const errands = goals.map((goal) => {
        const guide = this.field(goal, options.radius ?? 0.25);
        return { guide, goal: (p: Point) => guide.nearestGoal(p) };
      });
      return { label, walker: walkers.add({ ...options, errands }) };
    });
    walkers.run(steps);
    const trails = added.map(({ label, walker }) => trailOf(label, walker));
    return { title, trails, standing, steps: walkers.time };
  }

  /** Each by itself, in one picture. */
  apart(title: string, people: readonly Person[], steps: number, standing: readonly Disc[] = []): Run {
    const runs = people.map((person) => this.run(title, [person], steps, standing));
    const trails = runs.flatMap((run) => run.trails);
    return { title, trails, standing, steps: Math.max(...runs.map((run) => run.steps)) };
  }
}

function trailOf(label: string, walker: Walker): Trail {
  const { trail, radius, state } = walker;
  return { label, points: trail, radius, arrived: state !== "walking", walker };
}

const START: Point = [2, MIDDLE];
const TABLE_6_1 = { size: 15, cell: 0.5, relaxations: 30 };

/** 6.1.1: the same walk with six behaviour vectors, alone and all at once. */
function vectors(): Experiment {
  const scene = corridor("Six behaviour vectors");
  const stage = new Stage(scene);
  const vs: Point[] = [
    [0, 1],
    [0, -1],
    [1, 0],
    [-1, 0],
    [0.7, -0.7],
    [-0.7, -0.7],
  ];
  const people = (together: boolean): Person[] =>
    vs.map((v, i) => ({
      label: `v = (${v.join(", ")})`,
      position: together ? [2, 1.5 + i] : START,
      goals: ["east"],
      behaviour: constant(v, 0.7),
      localMap: TABLE_6_1,
    }));
  return {
    title: "Different v in a corridor",
    source: "Dapper 2007, 6.1.1",
    scene,
    runs: [stage.apart("each alone", people(false), 300), stage.run("all at once", people(true), 400)],
  };
}

/** 6.1.2: v = (0, 1) with ten strengths, the last three beyond the limit. */
function strengths(): Experiment {
  const scene = corridor("Ten values of epsilon");
  const people = [-0.1, 0, 0.1, 0.3, 0.7, 1, 1.2, 2, 3, 4].map(
    (epsilon): Person => ({
      label: `epsilon = ${epsilon}`,
      position: START,
      goals: ["east"],
      behaviour: constant([0, 1], epsilon, true),
      localMap: TABLE_6_1,
      unsafe: true,
    }),
  );
  return {
    title: "Different epsilon, up to where the field breaks",
    source: "Dapper 2007, 6.1.2",
    scene,
    runs: [new Stage(scene).apart("v = (0, 1)", people, 400)],
  };
}

/** 6.1.3: the same area in 11, 15 and 21 cells. */
function cellSizes(): Experiment {
  const scene = corridor("Three cell sizes");
  const stage = new Stage(scene);
  const sizes: [number, number][] = [
    [0.8, 11],
    [0.59, 15],
    [0.42, 21],
  ];
  return {
    title: "Smaller cells, smoother paths",
    source: "Dapper 2007, 6.1.3",
    scene,
    runs: sizes.map(([cell, size]) =>
      stage.run(
        `${size} x ${size} cells of ${cell} m`,
        [
          {
            label: `${cell} m`,
            position: START,
            goals: ["east"],
            behaviour: constant([0.7, 0.7], 1),
            motion: alongGradient(),
            localMap: { size, cell, relaxations: 60 },
          },
        ],
        400,
      ),
    ),
  };
}

const crowdAt = (places: Point[], radius = 0.3): Disc[] => places.map((position) => ({ position, radius }));

/** 6.1.4 and the second article's figure 6: a standing group, seen through a small and a large map. */
function mapSizes(): Experiment {
  const scene = corridor("A standing group");
  const stage = new Stage(scene);
  // Rows with a lane between them, and more room on the far side of the last.
  const standing = crowdAt(
    [16, 16.9].flatMap((x): Point[] => [
      [x, 2.2],
      [x, 3.3],
      [x, 4.7],
    ]),
  );
  const sizes: [string, number][] = [
    ["map half as wide as the corridor", 13],
    ["map as wide as the corridor", 29],
  ];
  return {
    title: "What a larger local map sees",
    source: "Dapper 2007, 6.1.4; second article, 6.2",
    scene,
    runs: sizes.map(([title, size]) =>
      stage.run(
        title,
        [
          {
            label: `${size} x ${size}`,
            position: START,
            goals: ["east"],
            localMap: { size, cell: 0.28, relaxations: 300 },
          },
        ],
        500,
        standing,
      ),
    ),
  };
}

/** 6.2.1: a race of eight under each of the three motion rules. */
function motions(): Experiment {
  const scene = corridor("Three motion rules");
  const stage = new Stage(scene);
  const rules = [
    { title: "gradient", motion: alongGradient() },
    { title: "mean with the direction so far", motion: meanMotion() },
    { title: "weighted mean, mass 4", motion: weightedMotion(4) },
  ];
  return {
    title: "Three ways to turn a gradient into a step",
    source: "Dapper 2007, 6.2.1",
    scene,
    runs: rules.map(({ title, motion }) =>
      stage.run(
        title,
        Array.from(
          { length: 8 },
          (_, k): Person => ({
            label: `${k + 1}`,
            position: [1.5 + 1.5 * (k % 2), 1 + 2 * (k >> 1)],
            goals: ["east"],
            behaviour: constant([Math.cos(k), Math.sin(k)], 0.7),
            motion,
            localMap: TABLE_6_1,
          }),
        ),
        600,
      ),
    ),
  };
}

/** 6.2.2: masses from 0 to 100, around three who stand in the way. The heaviest ends in orbit around the goal. */
function masses(): Experiment {
  const scene = plan("Five masses", box(0, 0, 72, 48), [], { goal: [40, 24] });
  const standing = crowdAt([
    [28, 24.6],
    [31.5, 23.6],
    [35, 24.6],
  ]);
  const people = [0, 4, 12, 24, 100].map(
    (mass): Person => ({
      label: `mass ${mass}`,
      position: [24, 24],
      goals: ["goal"],
      motion: weightedMotion(mass, null),
      localMap: TABLE_6_1,
      stride: 0.1,
      reach: 0.5,
      direction: [0, 1],
    }),
  );
  return {
    title: "The heavier, the wider the turn",
    source: "Dapper 2007, 6.2.2",
    scene,
    runs: [new Stage(scene).apart("the heaviest circles around the goal", people, 2500, standing)],
  };
}

/** Second article, 6.1: inertia from 0 to 0.99. */
function inertias(): Experiment {
  const scene = corridor("Six inertias");
  const people = [0, 0.25, 0.5, 0.75, 0.95, 0.99].map(
    (eta): Person => ({
      label: `eta = ${eta}`,
      position: [2, 6],
      goals: ["east"],
      behaviour: constant([0.7, -0.7], 0.7),
      motion: inertialMotion(eta, false),
      localMap: TABLE_6_1,
      direction: [0, -1],
      reach: 0.6,
    }),
  );
  return {
    title: "Inertia eta, until the goal is missed",
    source: "Dapper 2007, second article, 6.1",
    scene,
    runs: [new Stage(scene).apart("from 0.95 on they pass by the goal and meet the wall", people, 200)],
  };
}

function twoOpposed(options: readonly Partial<Person>[]): Person[] {
  return [
    { label: "eastward", position: [2, MIDDLE], goals: ["east"], localMap: TABLE_6_1, ...options[0] },
    {
      label: "westward",
      position: [LENGTH - 2, MIDDLE + 0.1],
      goals: ["west"],
      localMap: TABLE_6_1,
      ...options[1 % options.length],
    },
  ];
}

/** 6.2.3: two on a collision course, with and without the speed table. */
function speeds(): Experiment {
  const scene = corridor("Speed by the turn");
  const stage = new Stage(scene);
  // Small maps: the two notice each other late.
  const close: Partial<Person> = { localMap: { size: 11, cell: 0.3 }, stride: 0.3, radius: 0.4 };
  return {
    title: "Slowing down instead of swerving",
    source: "Dapper 2007, 6.2.3; second article, 6.3",
    scene,
    runs: [
      stage.run("full speed always", twoOpposed([{ ...close, motion: weightedMotion(4, null) }]), 500),
      stage.run("speed table Fa", twoOpposed([{ ...close, motion: weightedMotion(4) }]), 500),
    ],
  };
}

/** RTS article, figure 2: a person's way across a yard, by changing v and epsilon half-way. */
function recorded(): Experiment {
  const scene = plan("A recorded way", box(0, 0, 30, 20), [box(10, 7, 14, 13)], { end: [27, 16] });
  const stage = new Stage(scene);
  const person = (label: string, behaviour: Person["behaviour"]): Person => ({
    label,
    position: [3, 10],
    goals: ["end"],
    ...(behaviour ? { behaviour } : {}),
    localMap: { size: 15, cell: 0.6, relaxations: 60 },
  });
  const changing = either(({ position }) => position[0] < 15, constant([0, -1], 0.1), constant([1, 0], 0.7));
  return {
    title: "A way like a recorded person's",
    source: "Fischer 2011, appendix C, RTS article, figure 2",
    scene,
    runs: [
      stage.apart(
        "harmonic, and changing half-way",
        [person("harmonic", undefined), person("changing", changing)],
        400,
      ),
    ],
  };
}

/** 6.3.1: two meet. Figure 6.9: both step aside. Figure 6.10: one comes near, the other avoids. */
function meetings(): Experiment {
  const scene = corridor("Two agents meet");
  const stage = new Stage(scene);
  const aside = (v: Point): Partial<Person> => ({
    behaviour: whenSeen(harmonic(), constant(v, 0.7)),
    sight: 8,
  });
  const first = stage.run("both step aside", twoOpposed([aside([0, -1]), aside([0, 1])]), 500);
  const near: Partial<Person> = {
    behaviour: (self, around, time) =>
      (around.seen[0] ? towards(around.seen[0].position, 0.9) : harmonic())(self, around, time),
    sight: 8,
  };
  const second = stage.run("one comes near, one avoids", twoOpposed([near, aside([0, 1])]), 500);
  return {
    title: "Two meet in a corridor",
    source: "Dapper 2007, 6.3.1, figures 6.9 and 6.10",
    scene,
    runs: [first, second],
  };
}

/** 6.3.2: a race of equals who all keep right. */
function race(): Experiment {
  const finish: [Corner, Corner] = [
    [LENGTH - 2, 0.5],
    [LENGTH - 2, WIDTH - 0.5],
  ];
  const scene: Scene = { ...corridor("A race"), goals: { finish: { segments: [finish] } } };
  const people = Array.from(
    { length: 6 },
    (_, k): Person => ({
      label: `${k + 1}`,
      position: [2, 1 + 1.2 * k],
      goals: ["finish"],
      behaviour: keepTo("right", 0.7),
      localMap: TABLE_6_1,
    }),
  );
  return {
    title: "A race of equals who keep right",
    source: "Dapper 2007, 6.3.2",
    scene,
    runs: [new Stage(scene).run("all start together", people, 600)],
  };
}

/** 6.3.3 and second article, 6.4: one, and two, search a house for a hidden goal. */
function exploration(): Experiment {
  const walls = [
    box(9.8, 0, 10, 5),
    box(9.8, 7, 10, 14),
    box(0, 9.8, 4, 10),
    box(6, 9.8, 10, 10),
    box(10, 8.8, 15, 9),
    box(17, 8.8, 24, 9),
    box(16.8, 0, 17, 4),
  ];
  const scene = plan("A house nobody knows", box(0, 0, 24, 16), walls, { hidden: [22, 14] });
  const world = new World(scene);
  const search = (title: string, starts: readonly Point[]): Run => {
    const explorer = new Explorer(world, { goal: [22, 14], range: 4.5 });
    const walkers = new Walkers(world);
    const people = starts.map((position) =>
      walkers.add({
        position,
        errands: [{ guide: explorer, goal: [22, 14] }],
        localMap: { size: 11, cell: 0.4 },
        reach: 0.6,
      }),
    );
    for (let k = 0; k < 1500 && !people.some(({ state }) => state !== "walking"); k++) {
      for (const { position } of people) explorer.look(position);
      walkers.step();
    }
    const trails = people.map((walker, k) => trailOf(`a${k + 1}`, walker));
    return { title, trails, standing: [], steps: walkers.time };
  };
  return {
    title: "Search for a hidden goal",
    source: "Dapper 2007, 6.3.3; second article, 6.4",
    scene,
    runs: [
      search("one alone", [[2, 2]]),
      search("two share a map", [
        [2, 2],
        [3, 3],
      ]),
    ],
  };
}

/** 6.3.4: a pocket of people across the way, and the two ways out of it. */
function ambush(): Experiment {
  const scene = plan("An ambush", box(0, 0, 36, 12), [], { east: [34, 6] });
  const stage = new Stage(scene);
  // A pocket that opens westward: two arms and a closed end.
  const arms = [17.5, 18.2, 18.9, 19.6].flatMap((x): Point[] => [
    [x, 4.8],
    [x, 8.4],
  ]);
  const end = [4.8, 5.4, 6, 6.6, 7.2, 7.8, 8.4].map((y): Point => [20.3, y]);
  const standing = crowdAt([...arms, ...end], 0.35);
  const person = (label: string, options: Partial<Person>): Person => ({
    label,
    position: [2, 6],
    goals: ["east"],
    localMap: { size: 11, cell: 0.4 },
    ...options,
  });
  return {
    title: "An ambush and two ways out",
    source: "Dapper 2007, 6.3.4",
    scene,
    runs: [
      stage.run("caught: harmonic, small map", [person("a1", {})], 300, standing),
      stage.run(
        "out by v = (0, -1) as soon as somebody is in sight",
        [person("a1", { behaviour: whenSeen(harmonic(), constant([0, -1], 1.2)), sight: 9 })],
        500,
        standing,
      ),
      stage.run(
        "out by a larger map",
        [person("a1", { localMap: { size: 47, cell: 0.4, relaxations: 800 } })],
        500,
        standing,
      ),
    ],
  };
}

/** 6.3.5: five walkers in the park, alone and together, then a hundred. */
function park(scene: Scene): Experiment {
  const stage = new Stage(scene, 0.5);
  const vs: Point[] = [
    [1, 0],
    [Math.SQRT1_2, Math.SQRT1_2],
    [0, 1],
    [-1, 0],
    [-Math.SQRT1_2, -Math.SQRT1_2],
  ];
  const localMap = { size: 15, cell: 0.5 };
  const five = vs.map(
    (v, k): Person => ({
      label: `v = (${v.map((x) => Number(x.toFixed(3))).join(", ")})`,
      position: [2, 36.6 + 0.7 * k],
      goals: ["popcorn", "north"],
      behaviour: constant(v, 0.8),
      stride: 0.5,
      localMap,
      reach: 1,
    }),
  );
  const numbers = new Random(2007);
  const exits = ["north", "east", "south-east", "south-west", "west", "popcorn"];
  const hundred: Person[] = [];
  while (hundred.length < 100) {
    const position: Point = [numbers.between(5, 75), numbers.between(5, 75)];
    const isFree = stage.world.clearance(position) > 0.8;
    if (
      !isFree ||
      hundred.some((h) => Math.hypot(h.position[0] - position[0], h.position[1] - position[1]) < 1)
    )
      continue;
    hundred.push({
      label: `${hundred.length + 1}`,
      position,
      goals: [exits[numbers.below(exits.length)]],
      behaviour: constant([numbers.between(-1, 1), numbers.between(-1, 1)], 0.8),
      stride: numbers.between(0.3, 1),
      localMap,
      reach: 1,
    });
  }
  return {
    title: "A park with five and with a hundred walkers",
    source: "Dapper 2007, 6.3.5",
    scene,
    runs: [
      stage.apart("five, each alone", five, 800),
      stage.run("five at once", five, 800),
      stage.run("a hundred at once", hundred, 500),
    ],
  };
}

const RECIPES: Readonly<Record<string, (park: Scene) => Experiment>> = {
  vectors,
  strengths,
  "cell-sizes": cellSizes,
  "map-sizes": mapSizes,
  motions,
  masses,
  inertias,
  speeds,
  recorded,
  meetings,
  race,
  exploration,
  ambush,
  park,
};

/** Names of all experiments, in the order of the thesis. */
export const EXPERIMENTS: readonly string[] = Object.freeze(Object.keys(RECIPES));

/** Runs an experiment by name. @param parkScene the built-in scene `park` */
export function runExperiment(name: string, parkScene: Scene): Experiment {
  if (!Object.hasOwn(RECIPES, name)) {
    throw new InputError(`is no experiment; there are ${EXPERIMENTS.join(", ")}`, name);
  }
  return RECIPES[name](parkScene);
}
