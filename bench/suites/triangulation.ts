/** Constrained Delaunay triangulation of cities: ours against what JavaScript and C++ users have. */
import Constrainautor from "@kninnug/constrainautor";
import cdt2d from "cdt2d";
import Delaunator from "delaunator";
import earcut from "earcut";
import { faceOf, Triangulation } from "../../src/geometry/index.js";
import { type City, city } from "../cities.js";
import type { Case, Suite } from "../harness.js";
import { nativePeer } from "../peers/native.js";
import { type Coverage, checkTriangles } from "./triangulation-check.js";

/** Triangles as three vertex numbers each. */
type Triangles = ArrayLike<number>;

/** Something that triangulates a plan given as flat arrays. */
interface Triangulator {
  readonly name: string;
  readonly role?: Case["role"];
  /** Whether it covers the convex hull (blocks too) or the free space only, and whether it is Delaunay. */
  readonly coverage: Coverage;
  readonly delaunay: boolean;
  /** Cities above this many blocks are left out. */
  readonly most?: number;
  /** What is timed. Its answer may be anything... */
  build(points: Float64Array, edges: Int32Array): unknown;
  /** ...that this turns into triangles, untimed. By default the answer already is that. */
  triangles?(answer: unknown, points: Float64Array): Triangles;
}

/** The blocks up to which earcut takes part: at 98 x 98 one answer takes it minutes. */
const SLOW_FROM = 32 * 32;

/** The competitors. Our own goes first. */
const TRIANGULATORS: readonly Triangulator[] = [
  {
    name: "wayfield",
    coverage: "hull",
    delaunay: true,
    build: (points, edges) => Triangulation.ofEdges(points, edges),
    triangles: (answer, points) => insideOf(answer as Triangulation, points),
  },
  {
    name: "delaunator + constrainautor",
    role: "baseline",
    coverage: "hull",
    delaunay: true,
    build(points, edges) {
      const delaunay = new Delaunator(points);
      const constrained = new Constrainautor(delaunay);
      for (let i = 0; i < edges.length; i += 2) constrained.constrainOne(edges[i], edges[i + 1]);
      constrained.delaunify(true);
      return delaunay.triangles;
    },
  },
  {
    name: "cdt2d",
    role: "peer",
    coverage: "hull",
    delaunay: true,
    // Pairs at the door are part of this library's price: it takes nothing else.
    build: (points, edges) => cdt2d(pairs(points), pairs(edges)),
    triangles: (answer) => (answer as number[][]).flat(),
  },
  {
    name: "earcut",
    role: "peer",
    coverage: "free",
    delaunay: false,
    most: SLOW_FROM,
    build(points) {
      const holes: number[] = [];
      for (let vertex = 4; vertex < points.length / 2; vertex += 4) holes.push(vertex);
      return earcut(points, holes);
    },
  },
];

/** The faces inside the city's outline, by the numbers of the given points: ours fills a larger rectangle. */
function insideOf({ mesh }: Triangulation, points: Float64Array): number[] {
  const { triangles, twins, marks, coords } = mesh;
  const outside = new Set([faceOf(mesh.vertexEdge[0])]);
  for (const f of outside) {
    for (let e = 3 * f; e < 3 * f + 3; e++)
      if (twins[e] >= 0 && marks[e] === 0) outside.add(faceOf(twins[e]));
  }
  const numbers = new Map<string, number>();
  for (let i = 0; i < points.length; i += 2) numbers.set(`${points[i]},${points[i + 1]}`, i / 2);
  const found: number[] = [];
  for (let e = 0; e < 3 * mesh.faceCount; e++) {
    if (outside.has(faceOf(e))) continue;
    const v = triangles[e];
    found.push(numbers.get(`${coords[2 * v]},${coords[2 * v + 1]}`)!);
  }
  return found;
}

function pairs(flat: ArrayLike<number>): [number, number][] {
  const list: [number, number][] = [];
  for (let i = 0; i < flat.length; i += 2) list.push([flat[i], flat[i + 1]]);
  return list;
}

function caseOf(triangulator: Triangulator, plan: City): Case {
  const { name, role, coverage, delaunay } = triangulator;
  return {
    input: plan.name,
    name,
    role,
    run: () => triangulator.build(plan.points, plan.edges),
    check(answer) {
      const triangles = triangulator.triangles?.(answer, plan.points) ?? (answer as Triangles);
      checkTriangles(triangles, plan, { coverage, delaunay });
    },
  };
}

interface NativeAnswer {
  readonly ms: readonly number[];
  readonly triangles: readonly number[];
}

/** How often the native peer builds per turn. */
const REPETITIONS = 5;

function cgalCase(plan: City): Case<NativeAnswer> {
  const peer = nativePeer("cgal-triangulation", {
    source: "cgal-triangulation.cpp",
    headers: [{ header: "CGAL/Constrained_Delaunay_triangulation_2.h", debian: "libcgal-dev" }],
    // CGAL's interval arithmetic switches the rounding mode, which the compiler has to know.
    flags: ["-frounding-math", "-lgmp", "-lmpfr"],
  });
  const { points, edges } = plan;
  const counts = Int32Array.of(points.length / 2, edges.length / 2);
  const input = Buffer.concat([counts, points, edges].map((array) => Buffer.from(array.buffer)));
  return {
    input: plan.name,
    name: "CGAL (C++)",
    role: "peer",
    setup: () => peer.build(),
    run: () => peer.run(input, [String(REPETITIONS)]) as NativeAnswer,
    ownTimes: (answer) => answer.ms,
    check: (answer) => checkTriangles(answer.triangles, plan, { coverage: "hull", delaunay: true }),
  };
}

/** The suite that `npm run bench -- triangulation` runs. */
export const triangulation: Suite = {
  name: "triangulation",
  title: "Constrained Delaunay triangulation of a city of N x N blocks",
  cases(quick) {
    const plans = (quick ? [6] : [32, 98]).flatMap((n) => [city(n, "aligned"), city(n, "jittered")]);
    return plans.flatMap((plan) => [
      ...TRIANGULATORS.filter(({ most = Infinity }) => plan.blocks <= most).map((t) => caseOf(t, plan)),
      cgalCase(plan),
    ]);
  },
};
