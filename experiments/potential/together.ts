/** Several walkers: Dapper (2007), 6.2.3 and 6.3, and its second article. */
import type { Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import {
  constant,
  Explorer,
  harmonic,
  keepTo,
  towards,
  weightedMotion,
  whenSeen,
} from "../../src/potential/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { type Scene, World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import {
  box,
  type Corner,
  corridor,
  crowdAt,
  LENGTH,
  MIDDLE,
  type Person,
  plan,
  type Run,
  Stage,
  TABLE_6_1,
  trailOf,
  type Walks,
  WIDTH,
  walkExperiment,
} from "./stage.js";
import { Walkers } from "./walkers.js";

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
const speeds = walkExperiment({
  name: "speeds",
  title: "Slowing down instead of swerving",
  paper: "Dapper 2007",
  place: "6.2.3; second article, 6.3",
  walk() {
    const scene = corridor("Speed by the turn");
    const stage = new Stage(scene);
    // Small maps: the two notice each other late.
    const close: Partial<Person> = { localMap: { size: 11, cell: 0.3 }, stride: 0.3, radius: 0.4 };
    return {
      scene,
      runs: [
        stage.run("full speed always", twoOpposed([{ ...close, motion: weightedMotion(4, null) }]), 500),
        stage.run("speed table Fa", twoOpposed([{ ...close, motion: weightedMotion(4) }]), 500),
      ],
    };
  },
});

/** 6.3.1: two meet. Figure 6.9: both step aside. Figure 6.10: one comes near, the other avoids. */
const meetings = walkExperiment({
  name: "meetings",
  title: "Two meet in a corridor",
  paper: "Dapper 2007",
  place: "6.3.1, figures 6.9 and 6.10",
  walk() {
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
      scene,
      runs: [first, second],
    };
  },
});

/** 6.3.2: a race of equals who all keep right. */
const race = walkExperiment({
  name: "race",
  title: "A race of equals who keep right",
  paper: "Dapper 2007",
  place: "6.3.2",
  walk() {
    const finish: [Corner, Corner] = [
      [LENGTH - 2, 0.5],
      [LENGTH - 2, WIDTH - 0.5],
    ];
    const scene: Scene = { ...corridor("A race"), goals: { finish: { segments: [finish] } } };
    const people = (count: number, from: number, apart: number, epsilon: number): Person[] =>
      Array.from({ length: count }, (_, k) => ({
        label: `${k + 1}`,
        position: [2, from + apart * k],
        goals: ["finish"],
        behaviour: keepTo("right", epsilon),
        localMap: TABLE_6_1,
      }));
    const stage = new Stage(scene);
    return {
      scene,
      runs: [
        stage.run("three with room: won by who starts nearest to the wall", people(3, 3.5, 1.4, 1.2), 600),
        stage.run("six, the first close beside the wall", people(6, 1, 1.2, 0.7), 600),
      ],
    };
  },
});

/** 6.3.3 and second article, 6.4: one, and two, search a house for a hidden goal. */
const exploration = walkExperiment({
  name: "exploration",
  title: "Search for a hidden goal",
  paper: "Dapper 2007",
  place: "6.3.3; second article, 6.4",
  walk() {
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
    const search = (title: string, starts: readonly Point[], pace = 0): Run => {
      let sought: Point = [22, 14];
      const explorer = new Explorer(world, { goal: sought, range: 4.5 });
      const walkers = new Walkers(world);
      const people = starts.map((position) =>
        walkers.add({
          position,
          errands: [{ guide: explorer, goal: () => sought }],
          localMap: { size: 11, cell: 0.4 },
          reach: 0.6,
        }),
      );
      for (let k = 0; k < 1500 && !people.some(({ state }) => state !== "walking"); k++) {
        // To and fro along the wall of its room.
        const way = (k * pace) % 8;
        sought = [22 - Math.min(way, 8 - way), 14];
        explorer.moveGoal(sought);
        for (const { position } of people) explorer.look(position);
        walkers.step();
      }
      const trails = people.map((walker, k) => trailOf(`a${k + 1}`, walker));
      return { title, trails, standing: [], steps: walkers.time };
    };
    return {
      scene,
      runs: [
        search("one alone", [[2, 2]]),
        search("two share a map", [
          [2, 2],
          [3, 3],
        ]),
        search("one alone; the person who is sought walks", [[2, 2]], 0.1),
      ],
    };
  },
});

/** Maps of the ambush: 15 x 15 cells, relaxed 60 times, as elsewhere in the thesis; its largest is 31 x 31 (6.1.2). */
const AMBUSHED = { size: 15, cell: 0.4, relaxations: 60 };

/** 6.3.4: a pocket of people across the way, and the two ways out of it. */
const ambush = walkExperiment({
  name: "ambush",
  title: "An ambush and the ways out",
  paper: "Dapper 2007",
  place: "6.3.4, figures 6.13 to 6.16",
  walk() {
    const scene = plan("An ambush", box(0, 0, 36, 12), [], { east: [34, 6] });
    const stage = new Stage(scene);
    // A pocket that opens westward: two arms and a closed end, 1.4 m or 2.8 m deep.
    const pocket = (depth: number): Point[] => [
      ...[0, 1, 2, 3].flatMap((k): Point[] =>
        0.7 * k < depth - 0.1
          ? [
              [17.5 + 0.7 * k, 4.8],
              [17.5 + 0.7 * k, 7.2],
            ]
          : [],
      ),
      ...[4.8, 5.4, 6, 6.6, 7.2].map((y): Point => [17.5 + depth, y]),
    ];
    const shallow = crowdAt(pocket(1.4), 0.35);
    const deep = crowdAt(pocket(2.8), 0.35);
    // More of them, from the pocket to the wall that v points at.
    const row = crowdAt(
      [0.3, 0.9, 1.5, 2.1, 2.7, 3.3, 3.9].map((y): Point => [18.9, y]),
      0.35,
    );
    const person = (label: string, options: Partial<Person>): Person => ({
      label,
      position: [2, 6],
      goals: ["east"],
      localMap: AMBUSHED,
      ...options,
    });
    // As soon as somebody is within 20 cells.
    const aside = (epsilon: number): Partial<Person> => ({
      behaviour: whenSeen(harmonic(), constant([0, -1], epsilon)),
      sight: 20 * AMBUSHED.cell,
    });
    const harmonicOne = person("harmonic", {});
    return {
      scene,
      runs: [
        stage.run("6.13: caught, harmonic", [person("a1", {})], 300, shallow),
        stage.run("6.14 (a): out by v = (0, -1)", [person("a1", aside(0.7))], 500, shallow),
        stage.run("6.14 (b): the same, others on that side", [person("a1", aside(0.7))], 500, [
          ...shallow,
          ...row,
        ]),
        stage.apart(
          "6.15: a deeper pocket, harmonic and with v = (0, -1)",
          [harmonicOne, person("v, epsilon 1", aside(1))],
          400,
          deep,
        ),
        stage.run(
          "6.16: out by a larger map, 31 x 31",
          [person("a1", { localMap: { ...AMBUSHED, size: 31 } })],
          500,
          shallow,
        ),
      ],
    };
  },
});

/** 6.3.5: five walkers in the park, alone and together, then a hundred. */
const park = walkExperiment({
  name: "park",
  title: "A park with five and with a hundred walkers",
  paper: "Dapper 2007",
  place: "6.3.5",
  walk() {
    const scene = builtinScene("park");
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
      scene,
      runs: [
        stage.apart("five, each alone", five, 800),
        stage.run("five at once", five, 800),
        stage.run("a hundred at once", hundred, 500),
      ],
    };
  },
});

/** In the order of the thesis. */
export const TOGETHER: readonly Experiment<Walks>[] = [speeds, meetings, race, exploration, ambush, park];
