/** Single shortest paths on real maps: navigation meshes of games and of a city, with their published pairs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Point } from "../../src/geometry/index.js";
import { formatNamed } from "../../src/io/index.js";
import { Random } from "../../src/numerics/index.js";
import { World } from "../../src/world/index.js";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { type Case, type Suite, Unavailable } from "../harness.js";
import { VisibilityOracle } from "../oracles/visibility.js";
import { ROOT } from "../root.js";
import { checkPath } from "./pathmap-check.js";
import * as ours from "./pathmap-ours.js";

/** A map, where its pairs come from, and how many of them the oracle judges. */
interface MapFile {
  readonly name: string;
  readonly mesh: string;
  /** A list of pairs; random ones where a map has none. */
  readonly pairs?: string;
  readonly judged: number;
}

const MAPS: readonly MapFile[] = [
  { name: "arena", mesh: "arena.mesh", pairs: "arena.scen", judged: 160 },
  { name: "aurora", mesh: "aurora-merged.mesh", pairs: "aurora.scen", judged: 60 },
  { name: "Paris", mesh: "Paris_0_1024.mesh", judged: 60 },
];

/** Random pairs where a map has no list. */
const RANDOM_PAIRS = 1000;
const SEED = 1;

type Pair = readonly [a: Point, b: Point];

/** A map that was read, with the pairs whose ends are free. */
interface Loaded {
  readonly world: World;
  readonly oracle: VisibilityOracle;
  readonly pairs: readonly Pair[];
  /** Pairs of the list that were left out because an end is not free. */
  readonly dropped: number;
  /** Evenly spread pairs with what the oracle says of them. */
  readonly judged: readonly { readonly pair: number; readonly truth: number }[];
}

/** Start and goal of every line of a Moving AI scenario: columns 5 to 8. */
function readPairs(text: string): Pair[] {
  return text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns.length >= 9)
    .map((columns) => columns.slice(4, 8).map(Number))
    .map(
      ([ax, ay, bx, by]): Pair => [
        [ax, ay],
        [bx, by],
      ],
    );
}

function randomPairs({ bounds }: World, oracle: VisibilityOracle, count: number): Pair[] {
  const random = new Random(SEED);
  const place = (): Point => {
    for (;;) {
      const p: Point = [random.between(bounds.minX, bounds.maxX), random.between(bounds.minY, bounds.maxY)];
      if (oracle.contains(p)) return p;
    }
  };
  return Array.from({ length: count }, () => [place(), place()] as const);
}

function load(mesh: string, pairs: string | null, most: { pairs: number; judged: number }): Loaded {
  const { scene } = formatNamed("mesh").read!(mesh);
  const world = new World(scene);
  const oracle = new VisibilityOracle(scene);
  const given = pairs === null ? randomPairs(world, oracle, most.pairs) : readPairs(pairs);
  const free = given.filter(([a, b]) => oracle.contains(a) && oracle.contains(b));
  const step = Math.max(1, Math.floor(free.length / most.judged));
  const judged = free.flatMap(([a, b], pair) =>
    pair % step === 0 ? [{ pair, truth: oracle.shortest(a, b)?.distance ?? Infinity }] : [],
  );
  return { world, oracle, pairs: free, dropped: given.length - free.length, judged };
}

/** Paths of all pairs, and how long each took. */
interface Answers {
  readonly found: readonly ReturnType<typeof ours.shortestPath>[];
  readonly ms: readonly number[];
}

function casesOf(input: string, loaded: () => Loaded): Case[] {
  let known: Loaded | undefined;
  const use = (): Loaded => (known ??= loaded());
  const setup = (): void => {
    use();
  };
  const remark = (): string => {
    const { pairs, dropped, judged } = use();
    return `${pairs.length} pairs, ${judged.length} judged by the oracle, ${dropped} left out (an end is not free)`;
  };
  const answerAll = (find: (pair: Pair) => ReturnType<typeof ours.shortestPath>): Answers => {
    const found: ReturnType<typeof ours.shortestPath>[] = [];
    const ms: number[] = [];
    for (const pair of use().pairs) {
      const began = performance.now();
      found.push(find(pair));
      ms.push(performance.now() - began);
    }
    return { found, ms };
  };
  const own: Case<Answers> = {
    input,
    name: "wayfield",
    setup,
    run: () => answerAll(([a, b]) => ours.shortestPath(use().world, a, b)),
    check({ found }) {
      const { pairs, judged, oracle } = use();
      for (const { pair, truth } of judged) {
        const [from, to] = pairs[pair];
        checkPath(found[pair]?.points ?? null, { from, to, truth, oracle });
      }
      checkAgainstMap(use(), found);
    },
    remark,
    ownTimes: ({ ms }) => ms,
  };
  const graph: Case<number[]> = {
    input,
    name: "visibility graph, kept between queries",
    role: "baseline",
    setup,
    run: () => {
      const { oracle, pairs, judged } = use();
      return judged.map(({ pair }) => oracle.shortest(...pairs[pair])?.distance ?? Infinity);
    },
    get operations() {
      return Math.max(1, known?.judged.length ?? 1);
    },
    check(distances) {
      const wrong = use().judged.findIndex(({ truth }, i) => truth !== distances[i]);
      if (wrong >= 0) throw new Error(`pair ${wrong} has two distances`);
    },
    remark,
  };
  return [own as Case, graph as Case];
}

/** Pairs that are compared with a path map rooted at their goal: a second opinion on what no oracle judged. */
const MAPPED = 5;

function checkAgainstMap({ world, pairs }: Loaded, found: Answers["found"]): void {
  for (let i = 0; i < Math.min(MAPPED, pairs.length); i++) {
    const pair = Math.floor((i * pairs.length) / MAPPED);
    const [a, b] = pairs[pair];
    const expected = ours.distance(ours.build(world, b), a[0], a[1]);
    const given = found[pair]?.distance ?? null;
    if (
      expected === null || given === null ? expected !== given : Math.abs(expected - given) > 1e-12 * expected
    ) {
      throw new Error(`pair ${pair}: ${given} instead of the path map's ${expected}`);
    }
  }
}

/** The suite that `npm run bench -- pathmap-maps` runs. */
export const pathmapMaps: Suite = {
  name: "pathmap-maps",
  title: "Shortest paths on navigation meshes of games and of Paris",
  cases(quick) {
    if (quick) {
      const mesh = readFileSync(join(ROOT, "test", "data", "two-rooms.mesh"), "utf8");
      return casesOf("two rooms", () => load(mesh, null, { pairs: 10, judged: 10 }));
    }
    return MAPS.flatMap(({ name, mesh, pairs, judged }) =>
      casesOf(name, () => {
        if (!hasSharedFile(mesh)) throw new Unavailable(`skipped: ${mesh} is not on this machine`);
        const list = pairs === undefined ? null : sharedFile(pairs);
        return load(sharedFile(mesh), list, { pairs: RANDOM_PAIRS, judged });
      }),
    );
  },
};
