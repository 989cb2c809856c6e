/** Edits: functions from a scene to a scene. They keep it well-formed; whether it makes sense is said by the diagnosis. */
import type { Point, Scene } from "wayfield";
import { type Part, type Path, partsOf, withValueAt } from "./parts.js";
import { rounded } from "./planar.js";

type Pair = [number, number];

const pairs = (points: readonly Point[]): Pair[] => points.map(rounded);

/** The part with other points, as many as before where their number is fixed. */
export function reshaped(scene: Scene, part: Part, points: readonly Point[]): Scene {
  const value = part.shape === "point" ? rounded(points[0]) : pairs(points);
  return withValueAt(scene, part.path, value);
}

/** Parts moved, turned and stretched alike. */
export function mapped(scene: Scene, ids: readonly string[], map: (p: Point) => Point): Scene {
  let next = scene;
  for (const part of partsOf(scene))
    if (ids.includes(part.id)) next = reshaped(next, part, part.points.map(map));
  return next;
}

/** Without some parts. The outline stays: without it there is no plan. */
export function without(scene: Scene, ids: readonly string[]): Scene {
  const gone = partsOf(scene).filter((part) => ids.includes(part.id) && part.kind !== "boundary");
  let next = scene;
  // From the back, so that numbers before stay what they are.
  for (const { owner } of gone.sort((a, b) => fromTheBack(a.owner, b.owner)))
    next = withValueAt(next, owner, undefined);
  if (gone.length === 0) return scene;
  const spawns = gone.flatMap(({ owner }) => (owner[0] === "spawns" ? [owner[1] as number] : []));
  return tidied(withoutSpawns(next, spawns));
}

/** Groups and routes name spawns by number: those of spawns that are gone go too, and the others are counted anew. */
function withoutSpawns(scene: Scene, gone: readonly number[]): Scene {
  if (gone.length === 0) return scene;
  const place = (i: number): number => i - gone.filter((k) => k < i).length;
  let next = scene;
  if (scene.groups) {
    const groups = scene.groups
      .filter(({ spawn }) => !gone.includes(spawn))
      .map((group) => ({ ...group, spawn: place(group.spawn) }));
    next = { ...next, groups };
  }
  if (scene.routes) {
    const routes = scene.routes.map((route) =>
      route.spawns ? { ...route, spawns: route.spawns.filter((i) => !gone.includes(i)).map(place) } : route,
    );
    next = { ...next, routes };
  }
  return next;
}

function fromTheBack(a: Path, b: Path): number {
  const i = a.findIndex((key, k) => key !== b[k]);
  if (i < 0) return 0;
  const [p, q] = [a[i], b[i]];
  return typeof p === "number" && typeof q === "number" ? q - p : String(p) < String(q) ? -1 : 1;
}

/** Takes out what may not be empty: goals without a place, routes without a stroke, a flow without source or sink. */
function tidied(scene: Scene): Scene {
  let next = scene;
  for (const [name, { points = [], segments = [], schedule }] of Object.entries(scene.goals ?? {}))
    if (points.length + segments.length === 0 && !schedule)
      next = withValueAt(next, ["goals", name], undefined);
  if (scene.routes?.some(({ strokes }) => strokes.length === 0))
    next = { ...next, routes: scene.routes.filter(({ strokes }) => strokes.length > 0) };
  const { flow } = next;
  if (flow && (flow.source.length === 0 || flow.sink.length === 0))
    next = withValueAt(next, ["flow"], undefined);
  return next;
}

/** A name that is not taken yet: `exit`, `exit 2`, and so on. */
export function freeName(stem: string, taken: object): string {
  if (!Object.hasOwn(taken, stem)) return stem;
  for (let i = 2; ; i++) if (!Object.hasOwn(taken, `${stem} ${i}`)) return `${stem} ${i}`;
}

/** A scene that consists of a room. */
export function roomOf(boundary: readonly Point[]): Scene {
  return { format: "wayfield-scene", version: 1, name: "My plan", boundary: pairs(boundary) };
}

/** What a tool drew. */
export interface Drawn {
  readonly kind:
    | "boundary"
    | "block"
    | "wall"
    | "post"
    | "door"
    | "goal"
    | "spawn"
    | "source"
    | "sink"
    | "barrier"
    | "weight"
    | "queue"
    | "waiting"
    | "zone"
    | "route"
    | "area"
    | "line";
  readonly points: readonly Point[];
}

const appended = <T>(list: readonly T[] | undefined, item: T): T[] => [...(list ?? []), item];

/** Goals that new people go to: the nearest of all. */
function allGoals(
  scene: Scene,
): Scene["spawns"] extends (infer S)[] | undefined ? (S extends { goals: infer G } ? G : never) : never {
  const names = Object.keys(scene.goals ?? {});
  return (names.length > 1 ? [names] : names.length === 1 ? names : ["exit"]) as never;
}

/** New people on an area: one on each 2 m2, so that nobody has to count. */
const NEW_DENSITY = 0.5;
/** Seconds that a new counter serves somebody, and that people stay in a new waiting place. */
const NEW_SERVICE = 10;
const NEW_WAIT = 30;

/** A scene with something new in it, and its id. */
interface Made {
  readonly scene: Scene;
  readonly id: string;
}

/** One more in a list of the scene. */
function listed(scene: Scene, table: keyof Scene, item: object, shape: string): Made {
  const list = (scene[table] ?? []) as readonly object[];
  return { scene: { ...scene, [table]: [...list, item] }, id: `${table}/${list.length}/${shape}` };
}

/** One more in a table of names. Goals, queues and waiting places share their names: people are sent to them alike. */
function entered(scene: Scene, table: keyof Scene, stem: string, item: object, shape: string): Made {
  const own = (scene[table] ?? {}) as object;
  const name = freeName(
    stem,
    table === "measurements" ? own : { ...scene.goals, ...scene.queues, ...scene.waiting },
  );
  return { scene: { ...scene, [table]: { ...own, [name]: item } }, id: `${table}/${name}/${shape}` };
}

/** The scene with what was drawn, and the id of the new part; null where nothing can be made of it. */
export function withDrawn(scene: Scene | null, { kind, points }: Drawn): Made | null {
  const drawn = pairs(points);
  const isRing = drawn.length >= 3;
  if (kind === "boundary") {
    if (!isRing) return null;
    return { scene: scene ? { ...scene, boundary: drawn } : roomOf(drawn), id: "boundary" };
  }
  if (!scene || drawn.length === 0) return null;
  const segment = drawn.length >= 2 ? ([drawn[0], drawn[1]] as [Pair, Pair]) : null;
  switch (kind) {
    case "block":
      return isRing ? listed(scene, "obstacles", { polygon: drawn }, "polygon") : null;
    case "wall":
      return segment && listed(scene, "obstacles", { segment }, "segment");
    case "post":
      return listed(scene, "obstacles", { point: drawn[0] }, "point");
    case "door":
      return segment && listed(scene, "doors", { segment }, "segment");
    case "goal":
      return segment
        ? entered(scene, "goals", "exit", { segments: [segment] }, "segments/0")
        : entered(scene, "goals", "exit", { points: [drawn[0]] }, "points/0");
    case "spawn": {
      const goals = allGoals(scene);
      return isRing
        ? listed(scene, "spawns", { polygon: drawn, density: NEW_DENSITY, goals }, "polygon")
        : listed(scene, "spawns", { places: drawn, goals }, "places");
    }
    case "barrier":
      return segment && listed(scene, "barriers", { segment, weight: 2 }, "segment");
    case "weight":
      return listed(scene, "weights", { vertex: drawn[0], speed: 2 }, "vertex");
    case "queue":
      return segment && entered(scene, "queues", "queue", { line: drawn, service: NEW_SERVICE }, "line");
    case "waiting":
      return isRing
        ? entered(scene, "waiting", "lounge", { polygon: drawn, seconds: NEW_WAIT }, "polygon")
        : null;
    case "zone":
      return isRing ? listed(scene, "zones", { polygon: drawn, speed: 0.5 }, "polygon") : null;
    case "route":
      return withStroke(scene, drawn);
    case "area":
      if (isRing) return entered(scene, "measurements", "area", { polygon: drawn }, "polygon");
      return segment && entered(scene, "measurements", "line", { segment }, "segment");
    case "line":
      return segment && entered(scene, "measurements", "line", { segment }, "segment");
    case "source":
    case "sink":
      return segment && withFlowPiece(scene, kind, segment);
  }
}

/** The first stroke begins a route that everybody follows; later ones branch off it. */
function withStroke(scene: Scene, stroke: Pair[]): { scene: Scene; id: string } {
  const [route, ...others] = scene.routes ?? [];
  const first = route
    ? { ...route, strokes: [...route.strokes, stroke] }
    : { name: "route", strokes: [stroke] };
  return {
    scene: { ...scene, routes: [first, ...others] },
    id: `routes/0/strokes/${route?.strokes.length ?? 0}`,
  };
}

/** A flow needs both of its ends: the first source comes with a sink opposite, which one then moves to its place. */
function withFlowPiece(
  scene: Scene,
  side: "source" | "sink",
  segment: [Pair, Pair],
): { scene: Scene; id: string } {
  const other = side === "source" ? "sink" : "source";
  const { flow } = scene;
  const next = {
    ...flow,
    [side]: appended(flow?.[side], segment),
    [other]: flow?.[other] ?? [oppositeOf(scene, segment)],
  } as NonNullable<Scene["flow"]>;
  return { scene: { ...scene, flow: next }, id: `flow/${side}/${flow?.[side].length ?? 0}` };
}

/** The edge of the outline whose middle is farthest from a segment. */
function oppositeOf({ boundary }: Scene, [a, b]: readonly [Pair, Pair]): [Pair, Pair] {
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  let best = 0;
  let most = -1;
  for (let i = 0; i < boundary.length; i++) {
    const [p, q] = [boundary[i], boundary[(i + 1) % boundary.length]];
    const away = Math.hypot((p[0] + q[0]) / 2 - middle[0], (p[1] + q[1]) / 2 - middle[1]);
    if (away > most) [best, most] = [i, away];
  }
  const [p, q] = [boundary[best], boundary[(best + 1) % boundary.length]];
  return [[...p], [...q]];
}
