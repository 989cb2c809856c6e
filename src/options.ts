/**
 * Options, checked at the door: unknown keys, wrong types, NaN and values out of range become one line that says where,
 * what is needed and what was given.
 */
import { InputError } from "./errors.js";

const SHOWN = 60;

/** A value as an error shows it: short, on one line, whatever it holds. */
export function shown(value: unknown): string {
  const text = sketch(value, SHOWN + 1);
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text;
}

/** The beginning of a value's JSON; `room` bounds the work, so that neither size, depth nor a cycle matters. */
function sketch(value: unknown, room: number): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, room));
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  let text = Array.isArray(value) ? "[" : "{";
  // Not by Object.keys, which would list all of a large array.
  for (const key in value) {
    if (text.length >= room) return text;
    if (text.length > 1) text += ",";
    if (!Array.isArray(value)) text += `${JSON.stringify(key.slice(0, room))}:`;
    text += sketch((value as Record<string, unknown>)[key], room - text.length);
  }
  return text + (Array.isArray(value) ? "]" : "}");
}

/** Refuses keys that nobody knows, and what has no keys at all. `noun` is what a key is called. */
export function checkKeys(given: unknown, known: readonly string[], where = "", noun = "option"): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new InputError(
      `an object is needed, with ${noun}s among ${known.join(", ")}; given: ${shown(given)}`,
      where,
    );
  }
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const meant = didYouMean(key, known);
    throw new InputError(`unknown ${noun} ${JSON.stringify(key)}; ${meant}known: ${known.join(", ")}`, where);
  }
}

/** What numbers are allowed. */
export interface NumberRange {
  /** What it counts: `metres`, `seconds`, `m/s`. */
  readonly of?: string;
  /** The least and the greatest value, themselves allowed. */
  readonly least?: number;
  readonly most?: number;
  /** Bounds that are not allowed themselves. */
  readonly above?: number;
  readonly below?: number;
  /** Whether only whole numbers are; default false. */
  readonly whole?: boolean;
  /** Whether Infinity is allowed too; default false. */
  readonly infinite?: boolean;
}

/** A number within a range. */
export function checkNumber(value: unknown, where: string, range: NumberRange = {}): number {
  const { least = -Infinity, most = Infinity, above = -Infinity, below = Infinity } = range;
  if (typeof value === "number") {
    const isKind = range.whole ? Number.isInteger(value) : Number.isFinite(value);
    const isAllowed = isKind || (range.infinite === true && value === Infinity);
    const isWithin = value >= least && value <= most;
    const isBetween = (value > above || above === -Infinity) && (value < below || below === Infinity);
    if (isAllowed && isWithin && isBetween) return value;
  }
  throw new InputError(`${rangeText(range)} is needed; given: ${shown(value)}`, where);
}

function rangeText({ of, least, most, above, below, whole, infinite }: NumberRange): string {
  const kind = whole ? "a whole number" : infinite ? "a number" : "a finite number";
  const unit = of === undefined ? "" : ` of ${of}`;
  if (least !== undefined && most !== undefined) return `${kind}${unit} from ${least} to ${most}`;
  const bounds = [
    least === undefined ? "" : `>= ${least}`,
    above === undefined ? "" : `> ${above}`,
    most === undefined ? "" : `<= ${most}`,
    below === undefined ? "" : `< ${below}`,
  ].filter((bound) => bound !== "");
  return bounds.length > 0 ? `${kind}${unit} ${bounds.join(" and ")}` : `${kind}${unit}`;
}

/** One of some words. */
export function checkChoice<T extends string>(value: unknown, where: string, choices: readonly T[]): T {
  if (choices.includes(value as T)) return value as T;
  const list = choices.length === 2 ? choices.join(" or ") : `one of ${choices.join(", ")}`;
  const meant = typeof value === "string" ? didYouMean(value, choices).trimEnd() : "";
  throw new InputError(`${list} is needed; given: ${shown(value)}${meant === "" ? "" : `; ${meant}`}`, where);
}

/** True or false. */
export function checkFlag(value: unknown, where: string): boolean {
  if (typeof value === "boolean") return value;
  throw new InputError(`true or false is needed; given: ${shown(value)}`, where);
}

/** A function. */
export function checkFunction(value: unknown, where: string): void {
  if (typeof value !== "function")
    throw new InputError(`a function is needed; given: ${shown(value)}`, where);
}

/**
 * Plain data that was saved before: of the same kinds, key by key, as what would be saved now. Lists may be longer; what is null now
 * may be anything.
 */
export function checkLike(value: unknown, like: unknown, where: string): void {
  if (like === null || like === undefined) return;
  const kind = kindOf(like);
  if (kindOf(value) !== kind) {
    const advice =
      ArrayBuffer.isView(like) || like instanceof Map ? "; structured cloning keeps it, JSON does not" : "";
    throw new InputError(`${kind} is needed; given: ${shown(value)}${advice}`, where);
  }
  if (typeof like !== "object" || ArrayBuffer.isView(like) || like instanceof Map) return;
  if (Array.isArray(like) && typeof like[0] !== "object") return;
  for (const key of Object.keys(like)) {
    const [part, example] = [value, like].map((from) => (from as Record<string, unknown>)[key]);
    checkLike(part, example, Array.isArray(like) ? `${where}[${key}]` : `${where}.${key}`);
  }
}

/** `number`, `Array`, `Float64Array`. */
function kindOf(value: unknown): string {
  return typeof value === "object" ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
}

/** A list; `what` says of what. */
export function checkList<T>(value: readonly T[], where: string, what: string): readonly T[] {
  if (Array.isArray(value)) return value as readonly T[];
  throw new InputError(`a list of ${what} is needed; given: ${shown(value)}`, where);
}

/** Whether something is a point of two finite numbers. */
export function isPoint(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

/** Whether something can be asked about: a finite point. What has not even the form of a point is refused. */
export function isPlace(value: unknown): value is readonly [number, number] {
  if (isPoint(value)) return true;
  const hasForm = Array.isArray(value) && value.length === 2 && value.every((v) => typeof v === "number");
  if (!hasForm) checkPoint(value, "point");
  return false;
}

/** A point of two finite numbers, copied. */
export function checkPoint(value: unknown, where: string): readonly [number, number] {
  if (isPoint(value)) return [value[0], value[1]];
  throw new InputError(`a point is [x, y] with two finite numbers; given: ${shown(value)}`, where);
}

/** `did you mean "start"? ` for the known word that is nearest to what was written; nothing where none is near. */
export function didYouMean(given: unknown, known: readonly string[]): string {
  if (typeof given !== "string") return "";
  const most = given.length === 0 ? 0 : Math.max(1, Math.floor(given.length / 3));
  let best = "";
  let least = most + 1;
  for (const word of known) {
    const apart = editsBetween(given.toLowerCase(), word.toLowerCase(), most);
    if (apart >= least) continue;
    least = apart;
    best = word;
  }
  return best === "" ? "" : `did you mean ${JSON.stringify(best)}? `;
}

/** Letters to put in, take out, replace or exchange with the next to make one word of another; more than `most` counts as more. */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (isSame ? 0 : 1));
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchange) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
