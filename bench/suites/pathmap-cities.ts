/** Single shortest paths in cities: ours beside the navigation meshes that JavaScript users have. */
import type { Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { PathFinder } from "../../src/pathmap/index.js";
import { type Scene, World } from "../../src/world/index.js";
import { type CityStyle, squareCity } from "../cities.js";
import type { Case, Suite } from "../harness.js";
import { VisibilityOracle } from "../oracles/visibility.js";
import { type Ground, groundOf, NAVMESH_PEERS, type Navigator, type NavmeshPeer } from "../peers/navmesh.js";
import { checkPath, lengthOf } from "./pathmap-check.js";
import * as ours from "./pathmap-ours.js";

/** How many pairs are asked for, and how many of them the oracle judges: it takes its time in large cities. */
interface Effort {
  readonly pairs: number;
  readonly judged: number;
}

const SEED = 1;

/** A peer's path counts as optimal up to here: its coordinates are of single precision. */
const OPTIMAL = 1e-6;
/** A peer's path may lean into a block by this many metres without being counted as going through it. */
const LEANING = 0.01;
/** A path that ends farther than this from its goal, in metres, stops short: two voxels, since ends are moved off walls. */
const ARRIVED = 0.5;

/** A city with its pairs, and what the oracle says of them. What costs time is made when it is first asked for. */
class Course {
  readonly name: string;
  readonly pairCount: number;
  /** How many pairs, from the first, have an answer of the oracle. */
  readonly judged: number;
  private made: {
    scene?: Scene;
    world?: World;
    oracle?: VisibilityOracle;
    leaning?: VisibilityOracle;
    ground?: Ground;
    pairs?: (readonly [Point, Point])[];
  } = {};
  private answers: number[] | undefined;

  constructor(
    private readonly n: number,
    private readonly style: CityStyle,
    { pairs, judged }: Effort,
  ) {
    this.name = `${n} x ${n} ${style}`;
    this.pairCount = pairs;
    this.judged = judged;
  }

  get blocks(): number {
    return this.n * this.n;
  }

  get scene(): Scene {
    return (this.made.scene ??= squareCity(this.n, this.style));
  }

  get pairs(): readonly (readonly [Point, Point])[] {
    return (this.made.pairs ??= this.randomPairs());
  }

  private randomPairs(): (readonly [Point, Point])[] {
    const random = new Random(SEED);
    const side = this.scene.boundary[2][0];
    const place = (): Point => {
      for (;;) {
        const p: Point = [random.between(0, side), random.between(0, side)];
        if (this.oracle.contains(p)) return p;
      }
    };
    return Array.from({ length: this.pairCount }, () => [place(), place()] as const);
  }

  get world(): World {
    return (this.made.world ??= new World(this.scene));
  }

  get ground(): Ground {
    return (this.made.ground ??= groundOf(this.world));
  }

  get oracle(): VisibilityOracle {
    return (this.made.oracle ??= new VisibilityOracle(this.scene));
  }

  /** Shortest lengths of the first pairs. */
  get expected(): readonly number[] {
    this.answers ??= this.pairs
      .slice(0, this.judged)
      .map(([a, b]) => this.oracle.shortest(a, b)?.distance ?? Infinity);
    return this.answers;
  }

  /** Whether a path goes through a block, a little leaning aside. */
  crosses(points: readonly Point[]): boolean {
    this.made.leaning ??= new VisibilityOracle(shrunk(this.scene, LEANING));
    for (let i = 1; i < points.length; i++) {
      if (!this.made.leaning.canSee(points[i - 1], points[i])) return true;
    }
    return false;
  }
}

/** The same city with smaller blocks. */
function shrunk(scene: Scene, by: number): Scene {
  const obstacles = (scene.obstacles ?? []).map(({ polygon = [] }) => {
    const [cx, cy] = [0, 1].map((axis) => polygon.reduce((sum, p) => sum + p[axis], 0) / polygon.length);
    const inward = polygon.map(([x, y]): [number, number] => {
      // Corners are farther from the centre than sides: moving them by twice as much is enough for both.
      const scale = 1 - (2 * by) / Math.hypot(x - cx, y - cy);
      return [cx + scale * (x - cx), cy + scale * (y - cy)];
    });
    return { polygon: inward };
  });
  // Paths may run along the boundary, and a peer's a rounding error beyond it.
  const [, , [side]] = scene.boundary;
  const boundary: [number, number][] = [
    [-by, -by],
    [side + by, -by],
    [side + by, side + by],
    [-by, side + by],
  ];
  return { ...scene, boundary, obstacles };
}

/** Who takes part in a city of this size. */
function peersOf({ blocks }: Course): NavmeshPeer[] {
  return NAVMESH_PEERS.filter(({ most }) => blocks <= most);
}

function buildCases(course: Course): Case[] {
  const input = `${course.name} build`;
  return [
    {
      input,
      name: "wayfield",
      // All that the first query needs: checked, triangulated, joined to rooms.
      run: () => new PathFinder(new World(course.scene)),
      check(finder) {
        const free = (finder as PathFinder).world.area;
        const expected = course.blocks * (100 - 36);
        if (Math.abs(free - expected) > 1e-9 * expected) throw new Error(`${free} m2 free, not ${expected}`);
      },
    },
    ...peersOf(course).map(
      (peer, i) =>
        ({
          input,
          name: peer.name,
          role: i === 0 ? "baseline" : "peer",
          setup: () => peer.setup(),
          run() {
            const navigator = peer.build(course.ground);
            navigator.destroy();
            return navigator;
          },
          check() {},
        }) satisfies Case as Case,
    ),
  ];
}

/** The paths of one run and how long each took. */
interface Answers {
  readonly paths: readonly (readonly Point[] | null)[];
  readonly ms: readonly number[];
}

function answerAll(course: Course, find: (a: Point, b: Point) => readonly Point[] | null): Answers {
  const paths: (readonly Point[] | null)[] = [];
  const ms: number[] = [];
  for (const [a, b] of course.pairs) {
    const began = performance.now();
    paths.push(find(a, b));
    ms.push(performance.now() - began);
  }
  return { paths, ms };
}

/** What the oracle says of all paths of a peer. */
function judge(course: Course, { paths }: Answers): string {
  let [none, short, through, optimal, sum, worst, compared] = [0, 0, 0, 0, 0, 0, 0];
  paths.forEach((path, i) => {
    const goal = course.pairs[i][1];
    if (!path || path.length === 0) {
      none++;
      return;
    }
    const end = path[path.length - 1];
    const arrived = Math.hypot(end[0] - goal[0], end[1] - goal[1]) <= ARRIVED;
    if (!arrived) short++;
    const crosses = course.crosses(path);
    if (crosses) through++;
    if (i >= course.judged || !arrived) return;
    const excess = lengthOf(path) / course.expected[i] - 1;
    if (!crosses && Math.abs(excess) <= OPTIMAL) optimal++;
    sum += excess;
    worst = Math.max(worst, excess);
    compared++;
  });
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return (
    `${percent(optimal / course.judged)} optimal, longer by ${percent(sum / compared)} on average and ` +
    `${percent(worst)} at worst; ${through} of ${paths.length} through a block, ${short} stop short, ${none} failed`
  );
}

function queryCases(course: Course): Case[] {
  const input = `${course.name} query`;
  const own: Case<Answers> = {
    input,
    name: "wayfield",
    run: () => answerAll(course, (a, b) => ours.shortestPath(course.world, a, b)?.points ?? null),
    check({ paths }) {
      const { oracle, pairs } = course;
      course.expected.forEach((truth, i) => {
        checkPath(paths[i], { from: pairs[i][0], to: pairs[i][1], truth, oracle });
      });
      const through = paths.findIndex((path) => path === null || course.crosses(path));
      if (through >= 0) throw new Error(`pair ${through} has no path or one through a block`);
    },
    remark: (answers) => judge(course, answers),
    ownTimes: ({ ms }) => ms,
  };
  return [
    own as Case,
    ...peersOf(course).map((peer, i) => peerQueries(course, input, peer, i === 0) as Case),
  ];
}

function peerQueries(course: Course, input: string, peer: NavmeshPeer, isBaseline: boolean): Case<Answers> {
  let navigator: Navigator;
  return {
    input,
    name: peer.name,
    role: isBaseline ? "baseline" : "peer",
    async setup() {
      await peer.setup();
      navigator = peer.build(course.ground);
    },
    run: () => answerAll(course, (a, b) => navigator.path(a, b)),
    // What is wrong with its paths is counted in the remark.
    check() {},
    remark: (answers) => judge(course, answers),
    ownTimes: ({ ms }) => ms,
  };
}

/** A look-up in a map of the whole city, against one query of a peer. */
function mapCases(course: Course): Case[] {
  const input = `${course.name} query`;
  const goals = (): Point[] => course.pairs.map(([, b]) => b);
  let map: ours.OurMap;
  return [
    {
      input,
      name: "wayfield, path map",
      operations: course.pairCount,
      setup() {
        map = ours.build(course.world, course.pairs[0][0]);
      },
      run() {
        let sum = 0;
        for (const [x, y] of goals()) sum += ours.distance(map, x, y) ?? 0;
        return sum;
      },
      check() {
        for (const [x, y] of goals().slice(0, 20)) {
          const truth = course.oracle.shortest(course.pairs[0][0], [x, y])?.distance ?? Infinity;
          const given = ours.distance(map, x, y) ?? Infinity;
          if (!(Math.abs(given - truth) <= 1e-12 * truth)) throw new Error(`${given} instead of ${truth}`);
        }
      },
    },
  ];
}

/** The suite that `npm run bench -- pathmap-cities` runs. */
export const pathmapCities: Suite = {
  name: "pathmap-cities",
  title: "Shortest paths in a city of N x N square blocks of 6 m in cells of 10 m",
  cases(quick) {
    const cities: [number, Effort][] = quick
      ? [[4, { pairs: 20, judged: 20 }]]
      : [
          [32, { pairs: 1000, judged: 1000 }],
          [100, { pairs: 1000, judged: 20 }],
        ];
    return cities.flatMap(([n, effort]) =>
      (["aligned", "jittered"] as const).flatMap((style) => {
        const course = new Course(n, style, effort);
        return [...buildCases(course), ...queryCases(course), ...mapCases(course)];
      }),
    );
  },
};
