/** Edits: functions from a scene to a scene. They keep it well-formed; whether it makes sense is said by the diagnosis. */
import type { Point, Scene } from "wayfield";
import { type AnyScene, isBuilding } from "wayfield/world";
import { type FlightKind, nextLevel } from "./connections.js";
import { reshapedConnection, wellsOf, withConnection } from "./flights.js";
import { floorPath, onLevel, putOn } from "./levels.js";
import { outlineOf, type Part, type Path, partsOf, valueAt, withValueAt } from "./parts.js";
import { rounded } from "./planar.js";

type Pair = [number, number];

const pairs = (points: readonly Point[]): Pair[] => points.map(rounded);

/** The part with other points, as many as before where their number is fixed. */
export function reshaped<S extends AnyScene>(scene: S, part: Part, points: readonly Point[]): S {
  if (part.kind === "stairs" || part.kind === "lift") return reshapedConnection(scene, part, points);
  const value = part.shape === "point" ? rounded(points[0]) : pairs(points);
  return withValueAt(scene, part.path, value);
}

/** Parts moved, turned and stretched alike. */
export function mapped<S extends AnyScene>(
  scene: S,
  ids: readonly string[],
  map: (p: Point) => Point,
  level = 0,
): S {
  let next = scene;
  for (const part of partsOf(scene, level))
    if (ids.includes(part.id)) next = reshaped(next, part, part.points.map(map));
  return next;
}

/** Without some parts. The outline stays: without it there is no plan. */
export function without<S extends AnyScene>(scene: S, ids: readonly string[], level = 0): S {
  const gone = partsOf(scene, level).filter((part) => ids.includes(part.id) && part.kind !== "boundary");
  if (gone.length === 0) return scene;
  const wells = gone.flatMap(({ owner }) =>
    owner[0] === "connections" ? wellsOf(scene, owner[1] as number) : [],
  );
  const owners = new Map([...gone.map(({ owner }) => owner), ...wells].map((path) => [path.join("/"), path]));
  let next = scene;
  // From the back, so that numbers before stay what they are.
  for (const owner of [...owners.values()].sort(fromTheBack)) next = withValueAt(next, owner, undefined);
  const spawns = gone.flatMap(({ owner }) => (owner[0] === "spawns" ? [owner[1] as number] : []));
  return tidied(withoutSpawns(next, spawns));
}

/** Groups and routes name spawns by number: those of spawns that are gone go too, and the others are counted anew. */
export function withoutSpawns<S extends AnyScene>(scene: S, gone: readonly number[]): S {
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
export function tidied<S extends AnyScene>(scene: S): S {
  let next = scene;
  for (const [name, { points = [], segments = [], schedule }] of Object.entries(scene.goals ?? {}))
    if (points.length + segments.length === 0 && !schedule)
      next = withValueAt(next, ["goals", name], undefined);
  if (scene.routes?.some(({ strokes }) => strokes.length === 0))
    next = withValueAt(
      next,
      ["routes"],
      scene.routes.filter(({ strokes }) => strokes.length > 0),
    );
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
    | "stairs"
    | "lift"
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
  /** What a flight is, and the level that it leads to: stairs to the next one, where nothing is said. */
  readonly flight?: { readonly kind: FlightKind; readonly to: number | null };
}

/** Goals that new people go to: the nearest of all. */
function allGoals(
  scene: AnyScene,
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
interface Made<S> {
  readonly scene: S;
  readonly id: string;
}

/** One more in a list of the scene; obstacles are the level's own. */
function listed<S extends AnyScene>(scene: S, level: number, table: string, item: object): Made<S> {
  const isFloor = table === "obstacles";
  const path = isFloor ? [...floorPath(scene, level), table] : [table];
  const list = (valueAt(scene, path) ?? []) as readonly object[];
  const shape = Object.keys(item)[0];
  const made = withValueAt(scene, path, [...list, isFloor ? item : putOn(scene, level, item)]);
  return { scene: made, id: [...path, list.length, shape].join("/") };
}

/** One more in a table of names. Goals, queues and waiting places share their names: people are sent to them alike. */
function entered<S extends AnyScene>(
  scene: S,
  level: number,
  [table, stem]: readonly [keyof AnyScene, string],
  item: object,
  shape: string,
): Made<S> {
  const own = (scene[table] ?? {}) as object;
  const name = freeName(
    stem,
    table === "measurements" ? own : { ...scene.goals, ...scene.queues, ...scene.waiting },
  );
  const made = withValueAt(scene, [table], { ...own, [name]: putOn(scene, level, item) });
  return { scene: made, id: `${table}/${name}/${shape}` };
}

/** The scene with what was drawn on a level, and the id of the new part; null where nothing can be made of it. */
export function withDrawn<S extends AnyScene>(
  scene: S | null,
  { kind, points, flight }: Drawn,
  level = 0,
): Made<S> | null {
  const drawn = pairs(points);
  const isRing = drawn.length >= 3;
  if (kind === "boundary") {
    if (!isRing) return null;
    // What is drawn on an empty page is a plan of one floor.
    if (!scene) return { scene: roomOf(drawn) as S, id: "boundary" };
    const path = [...floorPath(scene, level), "boundary"];
    return { scene: withValueAt(scene, path, drawn), id: path.join("/") };
  }
  if (!scene || drawn.length === 0) return null;
  const segment = drawn.length >= 2 ? ([drawn[0], drawn[1]] as [Pair, Pair]) : null;
  const list = (table: string, item: object): Made<S> => listed(scene, level, table, item);
  const enter = (table: keyof AnyScene, stem: string, item: object, shape: string): Made<S> =>
    entered(scene, level, [table, stem], item, shape);
  switch (kind) {
    case "block":
      return isRing ? list("obstacles", { polygon: drawn }) : null;
    case "wall":
      return segment && list("obstacles", { segment });
    case "post":
      return list("obstacles", { point: drawn[0] });
    case "door":
      return segment && list("doors", { segment });
    case "stairs":
    case "lift": {
      if (!isBuilding(scene)) return null;
      const to = flight?.to ?? nextLevel(scene, level);
      const made = withConnection(scene, level, {
        kind: kind === "lift" ? kind : (flight?.kind ?? kind),
        points: drawn,
        to,
      });
      return made as Made<S> | null;
    }
    case "goal":
      return segment
        ? enter("goals", "exit", { segments: [segment] }, "segments/0")
        : enter("goals", "exit", { points: [drawn[0]] }, "points/0");
    case "spawn": {
      const goals = allGoals(scene);
      return list(
        "spawns",
        isRing ? { polygon: drawn, density: NEW_DENSITY, goals } : { places: drawn, goals },
      );
    }
    case "barrier":
      return segment && list("barriers", { segment, weight: 2 });
    case "weight":
      return list("weights", { vertex: drawn[0], speed: 2 });
    case "queue":
      return segment && enter("queues", "queue", { line: drawn, service: NEW_SERVICE }, "line");
    case "waiting":
      return isRing ? enter("waiting", "lounge", { polygon: drawn, seconds: NEW_WAIT }, "polygon") : null;
    case "zone":
      return isRing ? list("zones", { polygon: drawn, speed: 0.5 }) : null;
    case "route":
      return withStroke(scene, drawn, level);
    case "area":
      if (isRing) return enter("measurements", "area", { polygon: drawn }, "polygon");
      return segment && enter("measurements", "line", { segment }, "segment");
    case "line":
      return segment && enter("measurements", "line", { segment }, "segment");
    case "source":
    case "sink":
      return segment && withFlowPiece(scene, kind, segment, level);
  }
}

/** The first stroke on a level begins a route that everybody follows; later ones branch off it. */
function withStroke<S extends AnyScene>(scene: S, stroke: Pair[], level: number): Made<S> {
  const routes = (scene.routes ?? []) as readonly { readonly name: string; readonly strokes: Pair[][] }[];
  const found = routes.findIndex(onLevel(scene, level));
  const at = found < 0 ? routes.length : found;
  const strokes = routes[at]?.strokes ?? [];
  const names = Object.fromEntries(routes.map(({ name }) => [name, true]));
  const route = routes[at]
    ? { ...routes[at], strokes: [...strokes, stroke] }
    : putOn(scene, level, { name: freeName("route", names), strokes: [stroke] });
  const next = [...routes.slice(0, at), route, ...routes.slice(at + 1)];
  return { scene: withValueAt(scene, ["routes"], next), id: `routes/${at}/strokes/${strokes.length}` };
}

/** A flow needs both of its ends: the first source comes with a sink opposite, which one then moves to its place. */
function withFlowPiece<S extends AnyScene>(
  scene: S,
  side: "source" | "sink",
  segment: [Pair, Pair],
  level: number,
): Made<S> {
  const other = side === "source" ? "sink" : "source";
  const { flow } = scene;
  const building = isBuilding(scene);
  const piece = (line: [Pair, Pair]): unknown => (building ? putOn(scene, level, { segment: line }) : line);
  const next = {
    ...flow,
    [side]: [...(flow?.[side] ?? []), piece(segment)],
    [other]: flow?.[other] ?? [piece(oppositeOf(outlineOf(scene, level), segment))],
  };
  const id = `flow/${side}/${flow?.[side].length ?? 0}${building ? "/segment" : ""}`;
  return { scene: withValueAt(scene, ["flow"], next), id };
}

/** The edge of an outline whose middle is farthest from a segment. */
function oppositeOf(boundary: readonly Point[], [a, b]: readonly [Pair, Pair]): [Pair, Pair] {
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  let best = 0;
  let most = -1;
  for (let i = 0; i < boundary.length; i++) {
    const [p, q] = [boundary[i], boundary[(i + 1) % boundary.length]];
    const away = Math.hypot((p[0] + q[0]) / 2 - middle[0], (p[1] + q[1]) / 2 - middle[1]);
    if (away > most) [best, most] = [i, away];
  }
  const [p, q] = [boundary[best], boundary[(best + 1) % boundary.length]];
  return [
    [p[0], p[1]],
    [q[0], q[1]],
  ];
}
