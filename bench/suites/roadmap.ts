/** The dynamic Voronoi roadmap: building it, moving blocks and agents, and a million points, beside CGAL and Boost. */
import { performance } from "node:perf_hooks";
import { type Point, pathLength } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { Roadmap, RoadmapGuide, type RoadmapInput, RouteFinder } from "../../src/roadmap/index.js";
import { type City, type CityStyle, city } from "../cities.js";
import type { Case, Suite } from "../harness.js";
import { formatBytes, retainedBytes } from "../memory.js";
import {
  type BlockMove,
  type BoostVoronoi,
  build,
  type CgalVoronoi,
  runBoostVoronoi,
  runCgalVoronoi,
} from "../peers/voronoi.js";

const SIZES = { full: [10, 32, 98], quick: [4] } as const;
const STYLES: readonly CityStyle[] = ["aligned", "jittered"];
const MOVES = 100;

/** A city with what is done to it. */
interface Trial {
  readonly plan: City;
  readonly input: RoadmapInput;
  readonly moves: readonly BlockMove[];
}

function trialOf(n: number, style: CityStyle): Trial {
  const plan = city(n, style);
  const corner = (i: number): [number, number] => [plan.points[2 * i], plan.points[2 * i + 1]];
  const ring = (block: number): [number, number][] => [0, 1, 2, 3].map((k) => corner(4 * block + k));
  const obstacles = Array.from({ length: plan.blocks }, (_, i) => ({ polygon: ring(i + 1) }));
  const random = new Random(5);
  const moves = Array.from({ length: MOVES }, () => ({
    block: 1 + random.below(plan.blocks),
    shift: [random.between(-0.07, 0.07), random.between(-0.07, 0.07)] as const,
  }));
  return { plan, input: { boundary: ring(0), obstacles }, moves };
}

function requireSound({ diagram }: Roadmap): void {
  if (diagram.defects > 0) throw new Error(`${diagram.defects} pieces without a twin`);
  if (diagram.edges < 4) throw new Error("the diagram has hardly an edge");
}

function buildCases({ plan, input }: Trial, quick: boolean): Case[] {
  const name = `build ${plan.name}`;
  const repetitions = quick || plan.blocks > 2000 ? 1 : 3;
  return [
    {
      input: name,
      name: "wayfield",
      run: () => new Roadmap(input),
      check: (map) => requireSound(map as Roadmap),
      remark: (map) =>
        `${(map as Roadmap).diagram.edges} edges, ${(map as Roadmap).diagram.vertices} vertices, free ground only`,
    },
    {
      input: name,
      name: "CGAL (C++)",
      role: "baseline",
      setup: build.cgal,
      run: () => runCgalVoronoi(plan, [], repetitions),
      check(answer) {
        if ((answer as CgalVoronoi).vertices !== 8 * (plan.blocks + 1)) throw new Error("CGAL lost sites");
      },
      ownTimes: (answer) => (answer as CgalVoronoi).buildMs,
      remark: (answer) => `${(answer as CgalVoronoi).faces} Voronoi vertices, inside blocks too`,
    },
    {
      input: name,
      name: "Boost.Polygon (C++, static, whole millimetres)",
      role: "peer",
      setup: build.boost,
      run: () => runBoostVoronoi(plan, repetitions),
      check(answer) {
        if ((answer as BoostVoronoi).vertices === 0) throw new Error("Boost made no vertices");
      },
      ownTimes: (answer) => (answer as BoostVoronoi).buildMs,
    },
  ];
}

/** The place in the street beside a block where CGAL's agent stands too, before and after its step. */
function besideBlock({ plan }: Trial, block: number): [Point, Point] {
  const [x, y] = [plan.points[8 * block], plan.points[8 * block + 1]];
  return [
    [x - 2.1, y - 1.7],
    [x - 1.6, y - 1.9],
  ];
}

function moveCases(trial: Trial): Case[] {
  const { plan, input, moves } = trial;
  let map: Roadmap;
  let agents: { id: number; block: number }[];
  let edges = 0;
  const prepare = (): void => {
    map = new Roadmap(input);
    edges = map.diagram.edges;
  };
  const shifted = ({ block, shift: [dx, dy] }: BlockMove): { polygon: Point[] } => ({
    polygon: [0, 1, 2, 3].map((k): Point => {
      const at = 8 * block + 2 * k;
      return [plan.points[at] + dx, plan.points[at + 1] + dy];
    }),
  });
  const home = (block: number): { polygon: Point[] } => shifted({ block, shift: [0, 0] });
  const cgal = (
    times: (answer: CgalVoronoi) => number,
  ): Pick<Case, "setup" | "run" | "check" | "ownTimes"> => ({
    setup: build.cgal,
    run: () => runCgalVoronoi(plan, moves.slice(0, 25), 0),
    check(answer) {
      const { failures } = answer as CgalVoronoi;
      if (failures > 0) throw new Error(`${failures} sites could not be removed`);
    },
    ownTimes: (answer) => [times(answer as CgalVoronoi) / 1000],
  });
  const sound = (): void => {
    requireSound(map);
    if (map.diagram.edges !== edges) throw new Error(`${map.diagram.edges} edges, ${edges} before`);
  };
  return [
    {
      input: `move a block, ${plan.name}`,
      name: "wayfield",
      operations: 2 * MOVES,
      setup: prepare,
      run() {
        for (const move of moves) {
          map.move(move.block - 1, shifted(move));
          map.move(move.block - 1, home(move.block));
        }
      },
      check: sound,
    },
    {
      input: `move a block, ${plan.name}`,
      name: "CGAL (C++), remove and insert",
      role: "baseline",
      ...cgal(({ moveUs }) => moveUs),
    },
    {
      input: `move an agent, ${plan.name}`,
      name: "wayfield",
      operations: 2 * MOVES,
      setup() {
        prepare();
        // One in the street beside every block that CGAL's agent visits; each takes a step and goes back.
        const blocks = [...new Set(moves.map(({ block }) => block))];
        agents = blocks.map((block) => ({ id: map.insert({ point: besideBlock(trial, block)[0] }), block }));
        edges = map.diagram.edges;
      },
      run() {
        for (let i = 0; i < MOVES; i++) {
          const { id, block } = agents[i % agents.length];
          const [from, to] = besideBlock(trial, block);
          map.move(id, { point: to });
          map.move(id, { point: from });
        }
      },
      check: sound,
    },
    {
      input: `move an agent, ${plan.name}`,
      name: "CGAL (C++), remove and insert",
      role: "baseline",
      ...cgal(({ agentUs }) => agentUs),
    },
  ];
}

/** Across the whole diagonal: once from nothing, and again after a step by the search that was kept. */
function diagonalCases({ plan, input }: Trial): Case[] {
  const side = plan.points[2];
  const [a, b]: [Point, Point] = [
    [1.2, 1.3],
    [side - 1.2, side - 1.4],
  ];
  let map: Roadmap;
  let guide: RoadmapGuide;
  let agent: number;
  let step = 0;
  const name = `diagonal path, ${plan.name}`;
  const crosses = (length: number): void => {
    if (!(length > Math.hypot(side - 4, side - 4) && length < 3 * side))
      throw new Error(`a path of ${length} m`);
  };
  /** Everything, with an agent at a place and a search that has found the way once. */
  const prepare = (place: Point): void => {
    map = new Roadmap(input);
    guide = new RoadmapGuide(map, { goals: [{ point: b }], radius: 0.25 });
    agent = map.insert({ point: place }, 0.25);
    guide.pathFrom(a);
  };
  const whole: Pick<Case, "check" | "remark"> = {
    check: (path) => crosses(path ? pathLength(path as Point[]) : 0),
    remark: (path) => `${(path as Point[]).length} points`,
  };
  return [
    {
      input: name,
      name: "wayfield, A* from nothing",
      setup() {
        map = new Roadmap(input);
      },
      run: () => new RouteFinder(map).find(a, b, { radius: 0.25 }),
      check: (route) => crosses((route as { length?: number }).length ?? 0),
      remark: (route) => `over ${(route as { iterations: number }).iterations} vertices`,
    },
    {
      input: name,
      name: "wayfield, after the first: the walker takes a step, where next and how far",
      setup: () => prepare(a),
      run() {
        step = (step + 1) % 8;
        map.move(agent, { point: [a[0] + 0.2 * step, a[1]] });
        return guide.circleOf(agent);
      },
      check: (circle) => crosses((circle as { cost: number } | null)?.cost ?? 0),
    },
    {
      input: name,
      name: "wayfield, after the first: the whole path from a step farther on",
      setup: () => prepare([side / 2 + 2.5, side / 2]),
      run() {
        step = (step + 1) % 8;
        return guide.pathFrom([a[0] + 0.1 * step, a[1]]);
      },
      ...whole,
    },
    {
      input: name,
      name: "wayfield, after the first: somebody moves on a crossing half-way, the whole path",
      setup: () => prepare([side / 2 + 2.5, side / 2]),
      run() {
        step = (step + 1) % 8;
        map.move(agent, { point: [side / 2 + 2.5 - step * 0.2, side / 2 + step * 0.1] });
        return guide.pathFrom([a[0] + 0.1 * step, a[1]]);
      },
      ...whole,
    },
  ];
}

/** Points in a square with one per square metre; moves keep `places` up to date. */
class Swarm {
  readonly places: Float64Array;
  readonly side: number;
  private readonly random = new Random(9);

  constructor(readonly count: number) {
    this.side = Math.sqrt(count);
    this.places = Float64Array.from({ length: 2 * count }, () => this.anywhere());
  }

  private anywhere(): number {
    return this.random.between(0.01, this.side - 0.01);
  }

  private near(v: number): number {
    return Math.min(this.side - 0.01, Math.max(0.01, v + this.random.between(-0.3, 0.3)));
  }

  input(): RoadmapInput {
    const { side, places, count } = this;
    const obstacles = Array.from({ length: count }, (_, i) => ({
      point: [places[2 * i], places[2 * i + 1]] as const,
    }));
    return {
      boundary: [
        [0, 0],
        [side, 0],
        [side, side],
        [0, side],
      ],
      obstacles,
    };
  }

  /** Moves some points, each drawn from all of them, by a step of up to 0.3 m each way or to anywhere. */
  move(map: Roadmap, times: number, isStep: boolean): void {
    const { places } = this;
    for (let i = 0; i < times; i++) {
      const id = this.random.below(this.count);
      places[2 * id] = isStep ? this.near(places[2 * id]) : this.anywhere();
      places[2 * id + 1] = isStep ? this.near(places[2 * id + 1]) : this.anywhere();
      map.move(id, { point: [places[2 * id], places[2 * id + 1]] });
    }
  }

  /** Nothing is missing: Euler's formula, and what is nearest to a few places, by looking at every point. */
  check(map: Roadmap): void {
    requireSound(map);
    const { places, side, count } = this;
    const { edges, vertices } = map.diagram;
    // Cells - edges + vertices = 2, all boundary walls being one loop.
    if (count + 1 - edges + vertices !== 2) throw new Error(`${edges} edges and ${vertices} vertices`);
    for (let k = 0; k < 5; k++) {
      const [x, y]: Point = [this.anywhere(), this.anywhere()];
      let least = Math.min(x, y, side - x, side - y);
      for (let i = 0; i < count; i++)
        least = Math.min(least, Math.hypot(places[2 * i] - x, places[2 * i + 1] - y));
      if (Math.abs(least - map.clearance([x, y])) > 1e-9) throw new Error(`wrong clearance at ${x}, ${y}`);
    }
  }

  /** Some points come and go again: the diagram is what it was. */
  checkVisit(map: Roadmap): void {
    const { diagram } = map;
    const total = (): [number, number] => {
      let sum = 0;
      for (let h = 0; h < diagram.halfEdges.count; h++)
        if (diagram.halfEdges.cell[h] >= 0)
          sum += diagram.halfEdges.length[h] * diagram.halfEdges.clearance[h];
      return [diagram.halfEdges.live, sum];
    };
    const [pieces, sum] = total();
    const guests = Array.from({ length: 20 }, () =>
      map.insert({ point: [this.anywhere(), this.anywhere()] }),
    );
    for (const id of guests) map.remove(id);
    const [left, now] = total();
    if (left !== pieces || Math.abs(now - sum) > 1e-9 * sum) throw new Error("points left traces behind");
  }
}

/** Very many points: how long to build, how much memory, and whether an update is as fast as in a small world. */
function pointCases(quick: boolean): Case[] {
  const sizes = quick ? [100, 500] : [1000, 1_000_000];
  /** Each of them is built once and kept for all cases. */
  const worlds = sizes.map((count) => {
    let map: Roadmap | undefined;
    let bytes = 0;
    let ms = 0;
    const swarm = new Swarm(count);
    const input = swarm.input();
    const get = (): Roadmap => {
      if (map) return map;
      bytes = retainedBytes(() => {
        const began = performance.now();
        map = new Roadmap(input);
        ms = performance.now() - began;
        return map;
      });
      return map!;
    };
    return { count, swarm, input, get, ms: () => ms, bytes: () => bytes };
  });
  const named = (count: number): Pick<Case, "name" | "role"> => ({
    name: `wayfield, ${count.toLocaleString("en-US")} points`,
    role: count === sizes[0] ? "baseline" : undefined,
  });
  const building = worlds.map(({ count, swarm, input, get, ms, bytes }): Case => {
    const isSmall = count === sizes[0];
    return {
      input: "points: build, per point",
      ...named(count),
      operations: count,
      setup: () => void get(),
      // The small world again and again, since code is cold at first; of the large one, the first time is what counts.
      run: () => (isSmall ? new Roadmap(input) : get()),
      ownTimes: isSmall ? undefined : () => [ms()],
      check(map) {
        swarm.check(map as Roadmap);
        swarm.checkVisit(map as Roadmap);
      },
      remark: () =>
        `${isSmall ? "" : `${(ms() / 1000).toPrecision(3)} s; `}${formatBytes(bytes())} kept, ${(bytes() / count).toFixed(0)} bytes per point`,
    };
  });
  const moving = (input: string, isStep: boolean): Case[] =>
    worlds.map(({ count, swarm, get }) => ({
      input,
      ...named(count),
      operations: 200,
      setup: () => void get(),
      run() {
        swarm.move(get(), 200, isStep);
        return get();
      },
      check: (map) => swarm.check(map as Roadmap),
    }));
  return [
    ...building,
    ...moving("points: move one by a step", true),
    ...moving("points: move one anywhere", false),
  ];
}

/** The suite that `npm run bench -- roadmap` runs. */
export const roadmap: Suite = {
  name: "roadmap",
  title: "Dynamic Voronoi roadmaps: build, move a block, move an agent",
  cases(quick) {
    const trials = SIZES[quick ? "quick" : "full"].flatMap((n) => STYLES.map((style) => trialOf(n, style)));
    return [
      ...trials.flatMap((trial) => [...buildCases(trial, quick), ...moveCases(trial)]),
      ...trials
        .filter(({ plan }) => plan.blocks === Math.max(...trials.map((t) => t.plan.blocks)))
        .flatMap(diagonalCases),
      ...pointCases(quick),
    ];
  },
};
