/** Stairs, ramps, escalators and lifts: treads with an arrow up, doors of lifts. */
import type { Point } from "wayfield";
import type { Theme } from "wayfield/draw";
import type { BuildingScene } from "wayfield/world";
import { type Eye, paintLabel } from "./paint-plan.js";

type Context = CanvasRenderingContext2D;
type Connection = NonNullable<BuildingScene["connections"]>[number];
type Flight = Exclude<Connection, { kind: "lift" }>;
type Place = readonly [number, number];

/** Treads that are drawn: as many as there are in life would be a grey area. */
const TREADS = 9;

const between = (p: Point, q: Point, t: number): Point => [
  p[0] + t * (q[0] - p[0]),
  p[1] + t * (q[1] - p[1]),
];

/** The two sides of a flight, each from its foot to its head. */
function sidesOf({ from, to }: Flight): readonly [readonly [Point, Point], readonly [Point, Point]] {
  const [a, b] = from.segment;
  const [c, d] = to.segment;
  const isTurned = (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0;
  return isTurned
    ? [
        [a, d],
        [b, c],
      ]
    : [
        [a, c],
        [b, d],
      ];
}

/** A part of a flight, from a share of its height to another. */
function paintFlight(
  context: Context,
  flight: Flight,
  at: (p: Point, share: number) => Place,
  [low, high]: readonly [number, number],
  theme: Theme,
): void {
  const [left, right] = sidesOf(flight);
  const on = ([foot, head]: readonly [Point, Point], share: number): Place =>
    at(between(foot, head, share), share);
  const line = (...points: readonly Place[]): void => {
    for (const [i, [x, y]] of points.entries()) {
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  };
  context.beginPath();
  line(on(left, low), on(left, high), on(right, high), on(right, low));
  context.closePath();
  context.fillStyle = theme.canvas;
  context.fill();
  context.strokeStyle = theme.accent;
  context.lineWidth = 1;
  context.stroke();
  context.beginPath();
  if (flight.kind !== "ramp")
    for (let i = 1; i < TREADS; i++) {
      const share = low + ((high - low) * i) / TREADS;
      line(on(left, share), on(right, share));
    }
  context.globalAlpha = 0.45;
  context.stroke();
  context.globalAlpha = 1;
  paintArrow(
    context,
    middleOf(on(left, low), on(right, low)),
    middleOf(on(left, high), on(right, high)),
    theme,
  );
}

const middleOf = (p: Place, q: Place): Place => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];

/** From below to above. */
function paintArrow(context: Context, [ax, ay]: Place, [bx, by]: Place, theme: Theme): void {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 8) return;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const head = Math.min(8, 0.4 * length);
  const [x, y] = [bx - 0.08 * length * ux, by - 0.08 * length * uy];
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(ax + 0.08 * length * ux, ay + 0.08 * length * uy);
  context.lineTo(x, y);
  context.moveTo(x - head * (ux + 0.6 * uy), y - head * (uy - 0.6 * ux));
  context.lineTo(x, y);
  context.lineTo(x - head * (ux - 0.6 * uy), y - head * (uy + 0.6 * ux));
  context.stroke();
}

/** The door of a lift, and its name. */
function paintDoor(context: Context, [p, q]: readonly [Place, Place], name: string, theme: Theme): void {
  context.strokeStyle = theme.accent;
  context.lineWidth = 6;
  context.lineCap = "butt";
  context.beginPath();
  context.moveTo(...p);
  context.lineTo(...q);
  context.stroke();
  context.font = "600 11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  const [x, y] = middleOf(p, q);
  paintLabel(context, [x, y - 12], name, theme.accent, theme.canvas);
}

/** What begins or ends on a level, in its plan: of a flight, the half at this end, as plans show it. */
export function paintEnds(
  context: Context,
  eye: Eye,
  { levels, connections = [] }: BuildingScene,
  level: number,
  theme: Theme,
): void {
  const { name } = levels[level];
  for (const connection of connections) {
    if (connection.kind === "lift") {
      const door = Object.hasOwn(connection.at, name) ? connection.at[name] : null;
      if (door)
        paintDoor(context, [eye.toPage(door[0]), eye.toPage(door[1])], connection.name ?? "lift", theme);
      continue;
    }
    const isFoot = connection.from.level === name;
    if (!isFoot && connection.to.level !== name) continue;
    paintFlight(context, connection, (p) => eye.toPage(p), isFoot ? [0, 0.5] : [0.5, 1], theme);
  }
}

/** In the stacked view: flights whole from a level up, lifts as lines from door to door. */
export function paintFlightsFrom(
  context: Context,
  at: (p: Point, elevation: number) => Place,
  { levels, connections = [] }: BuildingScene,
  level: number,
  theme: Theme,
): void {
  const { name, elevation } = levels[level];
  const heightOf = (of: string): number => levels.find((one) => one.name === of)!.elevation;
  for (const connection of connections) {
    if (connection.kind === "lift") {
      paintShaft(context, at, { levels, connection, name }, theme);
      continue;
    }
    if (connection.from.level !== name) continue;
    const rise = heightOf(connection.to.level) - elevation;
    paintFlight(context, connection, (p, share) => at(p, elevation + share * rise), [0, 1], theme);
  }
}

/** A lift from the door on a level to its next one above. */
function paintShaft(
  context: Context,
  at: (p: Point, elevation: number) => Place,
  {
    levels,
    connection,
    name,
  }: {
    readonly levels: BuildingScene["levels"];
    readonly connection: Extract<Connection, { kind: "lift" }>;
    readonly name: string;
  },
  theme: Theme,
): void {
  const served = levels
    .filter((one) => Object.hasOwn(connection.at, one.name))
    .sort((a, b) => a.elevation - b.elevation);
  const i = served.findIndex((one) => one.name === name);
  if (i < 0) return;
  const [p, q] = connection.at[name].map((end) => at(end, served[i].elevation));
  context.setLineDash([3, 3]);
  context.strokeStyle = theme.accent;
  context.lineWidth = 1.5;
  context.beginPath();
  if (served[i + 1])
    for (const end of connection.at[name]) {
      context.moveTo(...at(end, served[i].elevation));
      context.lineTo(...at(end, served[i + 1].elevation));
    }
  context.stroke();
  context.setLineDash([]);
  paintDoor(context, [p, q], i === served.length - 1 ? (connection.name ?? "lift") : "", theme);
}
