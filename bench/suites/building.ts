/** Path maps through an office tower, and its evacuation, beside the same storeys laid side by side without stairs. */
import { Crowd, Storeys } from "../../src/crowd/index.js";
import { distance, type Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { PathMap, shortestPath } from "../../src/pathmap/index.js";
import { Building, type BuildingInput, type SceneInput, World } from "../../src/world/index.js";
import type { Case, Suite } from "../harness.js";

const STOREYS = 10;
const QUICK = 2;
const WIDTH = 60;
const DEPTH = 40;
const QUESTIONS = 1000;
/** Radius of those who walk with one, in metres. */
const RADIUS = 0.25;
/** People who are evacuated, seconds of a step, and how many steps are timed. */
const PEOPLE = 5000;
const QUICK_PEOPLE = 40;
const STEP = 0.1;
const STEPS = 300;

function box(x: number, y: number, width: number, depth: number): [number, number][] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
  ];
}

/** Storeys of 60 m x 40 m with 66 desks each, and four stairs from each to the next, in two rows that take turns. */
function tower(storeys: number): BuildingInput {
  const stairs = [5, 19, 33, 47];
  const rowOf = (gap: number): number => (gap % 2 === 0 ? 16.5 : 21.5);
  const levels = Array.from({ length: storeys }, (_, i) => {
    const desks = Array.from({ length: 66 }, (_, k) => {
      const [c, r] = [k % 11, Math.floor(k / 11)];
      return { polygon: box(2 + 5.2 * c, (r < 3 ? 1.5 : 11) + 4.6 * r, 2.4, 1.6) };
    });
    const gaps = [i - 1, i].filter((gap) => gap >= 0 && gap + 1 < storeys);
    const holes = gaps.flatMap((gap) => stairs.map((x) => ({ polygon: box(x, rowOf(gap), 6, 2) })));
    return {
      name: `storey ${i}`,
      elevation: 3.5 * i,
      boundary: box(0, 0, WIDTH, DEPTH),
      obstacles: [...desks, ...holes],
    };
  });
  const connections: NonNullable<BuildingInput["connections"]> = [];
  for (let gap = 0; gap + 1 < storeys; gap++) {
    for (const x of stairs) {
      const y = rowOf(gap);
      connections.push({
        kind: "stairs",
        from: { level: `storey ${gap}`, segment: [[x, y], [x, y + 2]] }, // biome-ignore format: one line
        to: { level: `storey ${gap + 1}`, segment: [[x + 6, y + 2], [x + 6, y]] }, // biome-ignore format: one line
      });
    }
  }
  return { levels, connections };
}

/** What an evacuation took. */
interface Evacuation {
  readonly milliseconds: number;
  readonly agentSteps: number;
  /** Who is out, and who is still inside. */
  readonly arrived: number;
  readonly inside: number;
}

/** The tower, its storeys side by side, and questions about both. */
class Trial {
  private made: { world: World; apart: World; exits: Point[]; questions: Point[] } | null = null;

  constructor(readonly storeys: number) {}

  get things() {
    if (!this.made) {
      const world = new World(new Building(tower(this.storeys)));
      const { boundary, obstacles } = world.scene as SceneInput;
      const apart = new World({ boundary, obstacles });
      const random = new Random(1);
      const names = world.building!.levels;
      const exits = names.map((name) => world.at(name, [0.5, DEPTH / 2]));
      const place = (): Point => {
        const level = names[random.below(names.length)];
        const p = world.at(level, [random.between(0, WIDTH), random.between(0, DEPTH)]);
        return world.contains(p) ? p : place();
      };
      this.made = { world, apart, exits, questions: Array.from({ length: QUESTIONS }, place) };
    }
    return this.made;
  }

  /** To the exit of the ground floor, through the tower; or to one on each storey, side by side. */
  map(isTower: boolean, radius = 0): PathMap {
    const { world, apart, exits } = this.things;
    const goals = (isTower ? exits.slice(0, 1) : exits).map((point) => ({ point }));
    return new PathMap(isTower ? world : apart, { goals, radius });
  }

  /** The first half minute in which everybody goes out: down the stairs to the exit of the ground floor, or by one on each storey. */
  evacuate(isTower: boolean, people: number): Evacuation {
    const { world, apart } = this.things;
    const names = world.building!.levels;
    const exits = (isTower ? names.slice(0, 1) : names).map((name) => ({
      segment: [world.at(name, [0, 17]), world.at(name, [0, 23])] as const,
    }));
    const on = isTower ? world : apart;
    const guide = new PathMap(on, { goals: exits, radius: RADIUS });
    const crowd = new Crowd(on, { seed: 1, ...(isTower && { storeys: new Storeys() }) });
    const random = new Random(2);
    const taken: Point[] = [];
    while (taken.length < people) {
      const name = names[taken.length % names.length];
      const p = world.at(name, [random.between(0, WIDTH), random.between(0, DEPTH)]);
      if (guide.distance(p) === null || taken.some((q) => distance(p, q) < 2 * RADIUS)) continue;
      taken.push(p);
      crowd.add({ position: p, radius: RADIUS, guide });
    }
    let agentSteps = 0;
    const began = performance.now();
    for (let k = 0; k < STEPS; k++) {
      agentSteps += crowd.size;
      crowd.step(STEP);
    }
    const milliseconds = performance.now() - began;
    return { milliseconds, agentSteps, arrived: crowd.arrived, inside: crowd.size };
  }

  /** Everybody has a way, and it is as long as the map says. */
  check(map: PathMap): void {
    const { world, questions } = this.things;
    for (const p of questions.slice(0, 50)) {
      const length = map.distance(p);
      if (length === null && map.radius === 0) throw new Error(`no way from ${p.join(", ")}`);
      if (length === null) continue;
      const way = world.way(map.pathFrom(p)!).distance;
      if (Math.abs(way - length) > 1e-9 * (1 + length)) throw new Error(`a way of ${way} m, not ${length} m`);
    }
  }
}

function casesOf(trial: Trial, people: number): Case[] {
  const label = `${trial.storeys} storeys`;
  const pair = (
    what: string,
    operations: number,
    run: (isTower: boolean) => () => unknown,
    check: (r: unknown) => void,
  ) =>
    [true, false].map((isTower): Case => {
      let timed: () => unknown;
      return {
        input: `${label}, ${what}`,
        name: isTower ? "joined by stairs" : "side by side",
        ...(!isTower && { role: "baseline" as const }),
        operations,
        setup: () => {
          timed = run(isTower);
        },
        run: () => timed(),
        check,
      };
    });
  let asked = 0;
  const hasWays = (sum: unknown): void => {
    if (!Number.isFinite(sum)) throw new Error("somebody has no way");
  };
  return [
    ...pair(
      "map",
      1,
      (isTower) => () => trial.map(isTower),
      (map) => trial.check(map as PathMap),
    ),
    ...pair(
      `map, radius ${RADIUS} m`,
      1,
      (isTower) => () => trial.map(isTower, RADIUS),
      (map) => trial.check(map as PathMap),
    ),
    ...pair(
      "distances",
      QUESTIONS,
      (isTower) => {
        const map = trial.map(isTower);
        return () => trial.things.questions.reduce((sum, p) => sum + (map.distance(p) ?? Number.NaN), 0);
      },
      hasWays,
    ),
    // From the top of the tower; or on one storey, since nothing leads to another.
    ...pair(
      "one path",
      1,
      (isTower) => () => {
        const { world, apart, exits, questions } = trial.things;
        // Another end every time, so that no map is kept.
        const end = questions[asked++ % questions.length];
        const place = world.where(end);
        const storey = place?.kind === "level" ? world.building!.levels.indexOf(place.level) : 0;
        const from = exits[isTower ? exits.length - 1 : storey];
        return shortestPath(isTower ? world : apart, from, end)?.distance;
      },
      hasWays,
    ),
    ...[true, false].map((isTower) => evacuationOf(trial, people, isTower)),
  ];
}

/** The beginning of an evacuation, timed per step of an agent. */
function evacuationOf(trial: Trial, people: number, isTower: boolean): Case {
  return {
    input: `${trial.storeys} storeys, ${people.toLocaleString("en")} people leave, per agent-step`,
    name: isTower ? "joined by stairs" : "side by side",
    ...(!isTower && { role: "baseline" as const }),
    once: true,
    run: () => trial.evacuate(isTower, people),
    ownTimes: (result) => {
      const { milliseconds, agentSteps } = result as Evacuation;
      return [milliseconds / agentSteps];
    },
    check: (result) => {
      const { arrived, inside } = result as Evacuation;
      if (arrived === 0) throw new Error("nobody is out");
      if (arrived + inside !== people) throw new Error(`${arrived} out and ${inside} inside of ${people}`);
    },
    remark: (result) => {
      const { arrived, agentSteps } = result as Evacuation;
      return `${arrived} out after ${STEPS * STEP} s; ${(agentSteps / 1e6).toFixed(2)} million agent-steps`;
    },
  };
}

export const building: Suite = {
  name: "building",
  title: "Path maps and crowds in buildings",
  cases: (quick) => (quick ? casesOf(new Trial(QUICK), QUICK_PEOPLE) : casesOf(new Trial(STOREYS), PEOPLE)),
};
