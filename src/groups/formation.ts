/**
 * Formations (Silveira, Fischer and Nedel 2010, 3.2): any shape, made into one place per member.
 *
 * Places are metres ahead of and to the left of the formation's middle, which is the mean of all places: x points along the
 * way, y to the left of it.
 */
import { InputError } from "../errors.js";
import { isFlat, type Point, pathLength, type Ring } from "../geometry/index.js";
import { turned } from "../numerics/index.js";
import { checkChoice, checkKeys, checkNumber, checkPoint, shown } from "../options.js";
import { curveOf } from "./expression.js";
import { placesInPolygon } from "./fill.js";

/** Formations with a name. */
export const FORMATIONS = Object.freeze(["line", "column", "wedge", "circle", "square"] as const);

/** Name of a formation. */
export type FormationName = (typeof FORMATIONS)[number];

/**
 * A shape to walk in: a name; a polygon that is filled; a stroke or a formula, along which places are equally far apart; or rows
 * of text, in which every character but spaces and dots is a place and the first row is the front. Polygons, strokes and formulas
 * are drawn in metres, x ahead and y to the left.
 */
export type Formation =
  | FormationName
  | { readonly polygon: Ring }
  | { readonly stroke: readonly Point[] }
  /** x and y by t from 0 to 1, in metres: `{ x: "3 * cos(2 * pi * t)", y: "sin(2 * pi * t)" }`, or a function. */
  | {
      /** Formulas in t from 0 to 1, or a function of it. */
      readonly formula: { readonly x: string; readonly y: string } | ((t: number) => Point);
    }
  | { readonly rows: string };

/** Metres between neighbours where nothing is said. */
export const SPACING = 1;

/** Pieces that a formula's curve is made of. */
const PIECES = 512;

/** Tangent of a wedge's half angle: a right angle in all. */
const WEDGE = 1;

/**
 * The places of a formation for some members, front first and then from left to right.
 *
 * @param spacing metres between neighbours, > 0; default 1. Polygons, strokes and formulas are scaled to it, and keep their
 *   drawn size without it
 * @throws InputError for a shape that cannot be used, and where it has fewer places than members
 */
export function formationPlaces(formation: Formation, members: number, spacing?: number): Point[] {
  checkNumber(members, "members", { whole: true, least: 0, most: 100_000 });
  if (spacing !== undefined) checkNumber(spacing, "spacing", { of: "metres", above: 0 });
  if (members === 0) return [];
  return centred(drawn(formation, members, spacing));
}

function drawn(formation: Formation, members: number, spacing: number | undefined): Point[] {
  if (typeof formation === "string") return named(formation, members, spacing ?? SPACING);
  checkKeys(formation, ["polygon", "stroke", "formula", "rows"], "formation", "shape");
  const [kind, ...more] = Object.keys(formation);
  if (kind === undefined || more.length > 0) {
    throw new InputError("exactly one of polygon, stroke, formula and rows is needed", "formation");
  }
  if ("polygon" in formation) return placesInPolygon(checkedRing(formation.polygon), members, spacing);
  if ("rows" in formation) return inRows(formation.rows, members, spacing ?? SPACING);
  if ("stroke" in formation) return alongStroke(checkedStroke(formation.stroke), members, spacing);
  return alongStroke(formulaStroke(formation.formula), members, spacing);
}

function named(name: FormationName, members: number, spacing: number): Point[] {
  checkChoice(name, "formation", FORMATIONS);
  const each = (place: (k: number) => Point): Point[] => Array.from({ length: members }, (_, k) => place(k));
  if (name === "line") return each((k) => [0, -k * spacing]);
  if (name === "column") return each((k) => [-k * spacing, 0]);
  if (name === "circle") return circle(members, spacing);
  if (name === "square") {
    const side = Math.ceil(Math.sqrt(members));
    // The last row may be short: then it stands in the middle.
    const rest = members - side * Math.floor(members / side);
    return each((k) => {
      const row = Math.floor(k / side);
      const width = k >= members - rest ? rest : side;
      return [-row * spacing, (side - width) * -0.5 * spacing - (k % side) * spacing];
    });
  }
  // One at the tip, then two and two, so that neighbours along an arm are `spacing` apart.
  const along = spacing / Math.sqrt(1 + WEDGE * WEDGE);
  return each((k) => {
    const row = Math.ceil(k / 2);
    return [-row * along, (k % 2 === 0 ? -1 : 1) * row * along * WEDGE];
  });
}

function circle(members: number, spacing: number): Point[] {
  if (members === 1) return [[0, 0]];
  // A chord of 2 R sin(pi / n).
  const radius = spacing / (2 * turned(0.5 / members)[1]);
  return Array.from({ length: members }, (_, k): Point => {
    const [cos, sin] = turned(k / members);
    return [radius * cos, radius * sin];
  });
}

function inRows(text: unknown, members: number, spacing: number): Point[] {
  if (typeof text !== "string")
    throw new InputError(`a text is needed; given: ${shown(text)}`, "formation.rows");
  const places = text
    .split("\n")
    .flatMap((row, i) =>
      [...row].flatMap((letter, k): Point[] => (/[\s.]/.test(letter) ? [] : [[-i * spacing, -k * spacing]])),
    );
  if (places.length < members) {
    throw new InputError(`${members} members, and ${places.length} places in its rows`, "formation.rows");
  }
  return places.slice(0, members);
}

function checkedRing(ring: Ring): Ring {
  if (!Array.isArray(ring) || ring.length < 3) {
    throw new InputError(`at least three points are needed; given: ${shown(ring)}`, "formation.polygon");
  }
  const points = ring.map((p, k) => checkPoint(p, `formation.polygon[${k}]`));
  if (isFlat(points)) throw new InputError("it has no area", "formation.polygon");
  return points;
}

function checkedStroke(stroke: readonly Point[]): readonly Point[] {
  if (!Array.isArray(stroke) || stroke.length < 2) {
    throw new InputError(`at least two points are needed; given: ${shown(stroke)}`, "formation.stroke");
  }
  return stroke.map((p, k) => checkPoint(p, `formation.stroke[${k}]`));
}

function formulaStroke(
  formula: { readonly x: string; readonly y: string } | ((t: number) => Point),
): Point[] {
  const curve = typeof formula === "function" ? formula : curveOf(formula, "formation.formula");
  return Array.from({ length: PIECES + 1 }, (_, k) => {
    const p = curve(k / PIECES);
    if (Array.isArray(p) && p.length === 2 && Number.isFinite(p[0]) && Number.isFinite(p[1])) return p;
    throw new InputError(
      `two finite numbers are needed at t = ${k / PIECES}; given: ${shown(p)}`,
      "formation.formula",
    );
  });
}

/** Equally far apart along a stroke, from end to end; all around where it ends where it began. */
function alongStroke(stroke: readonly Point[], members: number, spacing: number | undefined): Point[] {
  const length = pathLength(stroke);
  if (!(length > 0)) throw new InputError("it has no length", "formation");
  const [first, last] = [stroke[0], stroke[stroke.length - 1]];
  const isClosed = pathLength([first, last]) <= 1e-6 * length;
  const gaps = isClosed ? members : members - 1;
  const scale = spacing === undefined || gaps === 0 ? 1 : (spacing * gaps) / length;
  const step = gaps === 0 ? 0 : length / gaps;
  const start = gaps === 0 ? length / 2 : 0;
  return Array.from({ length: members }, (_, k) => {
    const [x, y] = pointAlong(stroke, Math.min(length, start + k * step));
    return [scale * x, scale * y];
  });
}

/** The point so many metres along a stroke. */
function pointAlong(stroke: readonly Point[], metres: number): Point {
  let left = metres;
  for (let k = 1; k < stroke.length; k++) {
    const [a, b] = [stroke[k - 1], stroke[k]];
    const piece = pathLength([a, b]);
    if (left <= piece && piece > 0) {
      const t = left / piece;
      return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    }
    left -= piece;
  }
  return stroke[stroke.length - 1];
}

/** Around their mean, front first and then from left to right. */
function centred(places: readonly Point[]): Point[] {
  const x = places.reduce((sum, p) => sum + p[0], 0) / places.length;
  const y = places.reduce((sum, p) => sum + p[1], 0) / places.length;
  return places.map((p): Point => [p[0] - x, p[1] - y]).sort((a, b) => b[0] - a[0] || b[1] - a[1]);
}
