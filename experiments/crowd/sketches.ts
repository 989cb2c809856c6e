/** How near people walk to what was sketched (Fischer 2011, appendix C: the article on games, 4.1 and 4.2). */
import { distanceToSegment, type Point } from "../../src/geometry/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { Simulation } from "../../src/simulation/index.js";
import type { SceneInput } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";

/** What came of one course. */
interface Course {
  readonly course: string;
  readonly people: number;
  readonly arrived: number;
  readonly seconds: number;
  /** Metres from the nearest stroke, from when the first point was passed to the end: mean, 95 of 100, the greatest. */
  readonly mean: number;
  readonly most95: number;
  readonly most: number;
  /** Metres within which a point is passed. */
  readonly width: number;
  /** Per end of the tree, how many were sent there. */
  readonly sent: readonly number[];
}

/** A field without anything but a stroke with sharp corners, for so many. */
function zigzag(count: number): SceneInput {
  return {
    boundary: [
      [0, 0],
      [80, 0],
      [80, 40],
      [0, 40],
    ],
    goals: {
      end: {
        segments: [
          [
            [79, 14],
            [79, 26],
          ],
        ],
      },
    },
    spawns: [
      {
        polygon: [
          [1, 8],
          [11, 8],
          [11, 32],
          [1, 32],
        ],
        count,
        goals: ["end"],
      },
    ],
    routes: [
      {
        name: "sketch",
        strokes: [
          [
            [14, 20],
            [26, 34],
            [38, 6],
            [50, 34],
            [60, 8],
            [70, 20],
          ],
        ],
      },
    ],
    simulation: { duration: 600 },
  };
}

/** The courses: a few, a crowd, and an army that splits. */
const COURSES: readonly { readonly course: string; readonly scene: () => SceneInput }[] = [
  { course: "zigzag, 10 people", scene: () => zigzag(10) },
  { course: "zigzag, 120 people", scene: () => zigzag(120) },
  { course: "swamp", scene: () => builtinScene("swamp") },
];

function walk(course: string, scene: SceneInput, seed: number): Course {
  const simulation = new Simulation(scene, { seed });
  const [name] = simulation.routes.names;
  const { links } = simulation.routes.tree(name);
  const off = (p: Point): number => {
    let least = Infinity;
    for (const { points } of links) {
      for (let i = 1; i < points.length; i++)
        least = Math.min(least, distanceToSegment(p, points[i - 1], points[i]));
    }
    return least;
  };
  const offs: number[] = [];
  let width = 0;
  for (let step = 0; !simulation.done; step++) {
    simulation.advance();
    if (step % 10 > 0) continue;
    for (const { id, passed, plan } of simulation.routes.followersOf(name)) {
      width = plan.way!.width;
      const agent = simulation.crowd.agent(id);
      if (agent && passed > 0) offs.push(off(agent.position));
    }
  }
  offs.sort((a, b) => a - b);
  return {
    course,
    people: simulation.total,
    arrived: simulation.crowd.arrived,
    seconds: simulation.time,
    mean: offs.reduce((sum, metres) => sum + metres, 0) / offs.length,
    most95: offs[Math.floor(0.95 * offs.length)],
    most: offs[offs.length - 1],
    width,
    sent: simulation.routes.summary[0].ends.map(({ sent }) => sent),
  };
}

/** Distance from the strokes, and how an army splits. */
export const sketches: Experiment<readonly Course[]> = {
  name: "sketches",
  title: "People who follow sketched routes: how far from the strokes they walk",
  paper: "Fischer 2011",
  place: "appendix C, path-planning for games, 4.1 and 4.2",
  seeded: false,
  run({ progress }) {
    return COURSES.map(({ course, scene }, k) => {
      const result = walk(course, scene(), 1);
      progress?.((k + 1) / COURSES.length);
      return result;
    });
  },
  rows: (courses) => courses.map((course) => ({ ...course })),
  lines: (courses) =>
    courses.map(({ course, people, arrived, seconds, mean, most95, most, width, sent }) => {
      const branches = sent.length > 1 ? `; branches ${sent.join(" and ")}` : "";
      return `${course}: ${arrived} of ${people} at the end after ${seconds.toFixed(1)} s; ${mean.toFixed(2)} m from the strokes on average, 95 % within ${most95.toFixed(2)} m, all within ${most.toFixed(2)} m (width ${width} m)${branches}`;
    }),
};
