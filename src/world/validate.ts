/**
 * Checks unknown data against a compiled schema, and copies what it checked.
 *
 * A schema is a tree of shapes, which `scripts/build-schema.js` writes from the zod schema. What is accepted, and where
 * something is refused, is what zod says (the tests compare the two); the words are ours: what was expected, what was
 * given, and which key or word was probably meant.
 */
import { didYouMean, shown } from "../options.js";
import { RULES, type Rule, type RuleName } from "./scene-rules.js";

/** A rule that a value obeys beyond its type. */
interface ShapeRule {
  readonly name: RuleName;
  readonly keys?: readonly string[];
}

/** What a value may be. `says` names it in messages; `rules` are checked last. */
export type Shape = { readonly says?: string; readonly rules?: readonly ShapeRule[] } & (
  | {
      readonly kind: "number";
      readonly whole?: true;
      readonly least?: number;
      readonly above?: number;
      readonly most?: number;
    }
  | { readonly kind: "string"; readonly least?: number; readonly most?: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "word"; readonly words: readonly (string | number)[] }
  | { readonly kind: "list"; readonly of: Shape; readonly least?: number; readonly most?: number }
  | { readonly kind: "tuple"; readonly of: readonly Shape[] }
  | {
      readonly kind: "object";
      readonly keys: Readonly<Record<string, Shape>>;
      readonly needs: readonly string[];
    }
  | { readonly kind: "names"; readonly key: Shape; readonly of: Shape }
  | { readonly kind: "either"; readonly of: readonly Shape[] }
);

type Of<K extends Shape["kind"]> = Extract<Shape, { kind: K }>;
type Step = string | number;

/** One thing that does not fit. */
export interface Problem {
  readonly path: readonly Step[];
  readonly what: string;
}

/** The result of a check: a copy of the data where there is no problem. */
export interface Checked {
  readonly value: unknown;
  /** The first problems, in the order of the schema. */
  readonly problems: readonly Problem[];
  /** How many there are. */
  readonly count: number;
}

/** Checks data; at most `most` problems are listed, and all are counted. */
export function validate(shape: Shape, data: unknown, most: number): Checked {
  const reader = new Reader([], most);
  const value = reader.read(shape, data);
  return { value, problems: reader.problems, count: reader.count };
}

/** One walk over the data. */
class Reader {
  readonly problems: Problem[] = [];
  count = 0;
  /** Problems after which the value is of the wrong type, so that rules have nothing to look at. */
  hard = 0;

  constructor(
    private readonly path: Step[],
    private readonly most: number,
  ) {}

  /** Checks a value and returns a copy of it; what the copy holds after a problem has no meaning. */
  read(shape: Shape, value: unknown): unknown {
    const hard = this.hard;
    const copy = this.readKind(shape, value);
    if (shape.rules && this.hard === hard) {
      for (const { name, keys = [] } of shape.rules) {
        const { holds, says }: Rule = RULES[name];
        if (!holds(copy as never, keys)) this.soft(`${says(keys)}; given: ${shown(value)}`);
      }
    }
    return copy;
  }

  private readKind(shape: Shape, value: unknown): unknown {
    switch (shape.kind) {
      case "number":
        return this.readNumber(shape, value);
      case "string":
        return this.readString(shape, value);
      case "boolean":
        return typeof value === "boolean" ? value : this.wrong(shape, value);
      case "word":
        return shape.words.includes(value as string) ? value : this.wrong(shape, value);
      case "list":
        return this.readList(shape, value);
      case "tuple":
        return this.readTuple(shape, value);
      case "object":
        return this.readObject(shape, value);
      case "names":
        return this.readNames(shape, value);
      case "either":
        return this.readEither(shape, value);
    }
  }

  private readNumber(shape: Of<"number">, value: unknown): unknown {
    const { whole, least = -Infinity, above = -Infinity, most = Infinity } = shape;
    const isNumber = typeof value === "number" && Number.isFinite(value);
    if (!isNumber || (whole && !Number.isInteger(value))) return this.wrong(shape, value);
    const isSafe = !whole || Number.isSafeInteger(value);
    if (!(value >= least && value > above && value <= most && isSafe)) this.soft(expected(shape, value));
    return value;
  }

  private readString(shape: Of<"string">, value: unknown): unknown {
    if (typeof value !== "string") return this.wrong(shape, value);
    if (value.length < (shape.least ?? 0) || value.length > (shape.most ?? Infinity)) {
      this.soft(expected(shape, value));
    }
    return value;
  }

  private readList(shape: Of<"list">, value: unknown): unknown {
    if (!Array.isArray(value)) return this.wrong(shape, value);
    const copy: unknown[] = [];
    for (let i = 0; i < value.length; i++) copy.push(this.readAt(i, shape.of, value[i]));
    const { least = 0, most = Infinity } = shape;
    if (value.length < least || value.length > most) this.soft(expected(shape, value));
    return copy;
  }

  private readTuple(shape: Of<"tuple">, value: unknown): unknown {
    if (!Array.isArray(value) || value.length < shape.of.length) return this.wrong(shape, value);
    if (value.length > shape.of.length) this.wrong(shape, value);
    return shape.of.map((item, i) => this.readAt(i, item, value[i]));
  }

  private readObject(shape: Of<"object">, value: unknown): unknown {
    if (!isObject(value)) return this.wrong(shape, value);
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(shape.keys)) {
      const given = value[key];
      if (given !== undefined) copy[key] = this.readAt(key, shape.keys[key], given);
      else if (shape.needs.includes(key)) this.at(key, () => this.refuse("is missing"));
    }
    const unknown: string[] = [];
    for (const key in value) if (!Object.hasOwn(shape.keys, key)) unknown.push(key);
    if (unknown.length > 0) this.soft(unknownKeys(unknown, Object.keys(shape.keys)));
    return copy;
  }

  private readNames(shape: Of<"names">, value: unknown): unknown {
    if (!isObject(value) || !isPlain(value)) return this.wrong(shape, value);
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      // Assigned, it would become the prototype of the copy.
      const isName = key !== "__proto__" && validate(shape.key, key, 0).count === 0;
      if (isName) copy[key] = this.readAt(key, shape.of, value[key]);
      else this.at(key, () => this.refuse(`cannot be a name; allowed: ${summary(shape.key)}`));
    }
    return copy;
  }

  /** The first option that fits; else the complaints of the one that was probably meant. */
  private readEither(shape: Of<"either">, value: unknown): unknown {
    const tries = shape.of.map((option) => {
      const reader = new Reader([...this.path], this.most);
      return { option, reader, copy: reader.read(option, value) };
    });
    const fit = tries.find(({ reader }) => reader.count === 0);
    if (fit) return fit.copy;
    const meant = tries.filter(({ option }) => isAlike(option, value));
    meant.sort((a, b) => known(b.option, value) - known(a.option, value) || a.reader.count - b.reader.count);
    if (meant.length === 0) return this.wrong(shape, value);
    this.take(meant[0].reader);
    // Rules of what is around have something to look at where one option alone is of the right type, as zod has it.
    if (tries.filter(({ reader }) => reader.hard === 0).length !== 1) this.hard++;
    return meant[0].copy;
  }

  private readAt(step: Step, shape: Shape, value: unknown): unknown {
    this.path.push(step);
    const copy = value === undefined ? this.refuse("is missing") : this.read(shape, value);
    this.path.pop();
    return copy;
  }

  private at(step: Step, tell: () => void): void {
    this.path.push(step);
    tell();
    this.path.pop();
  }

  /** A value of another type: nothing more can be said of it. */
  private wrong(shape: Shape, value: unknown): undefined {
    return this.refuse(expected(shape, value));
  }

  private refuse(what: string): undefined {
    this.hard++;
    this.soft(what);
  }

  private soft(what: string): void {
    this.count++;
    if (this.problems.length < this.most) this.problems.push({ path: [...this.path], what });
  }

  private take(other: Reader): void {
    this.count += other.count;
    for (const problem of other.problems) {
      if (this.problems.length < this.most) this.problems.push(problem);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether it is an object literal or read from JSON, not a `Map` or the like. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value has the type of a shape, whatever is in it. */
function isAlike(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case "number":
      return typeof value === "number";
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "word":
      return shape.words.some((word) => typeof word === typeof value);
    case "list":
    case "tuple":
      return Array.isArray(value);
    case "object":
    case "names":
      return isObject(value);
    case "either":
      return shape.of.some((option) => isAlike(option, value));
  }
}

/** How many keys of a value an option knows; one with the very word that tells options apart counts most. */
function known(option: Shape, value: unknown): number {
  if (option.kind !== "object" || !isObject(value)) return 0;
  const keys = Object.keys(value).filter((key) => Object.hasOwn(option.keys, key));
  const isNamed = keys.some((key) => {
    const shape = option.keys[key];
    return shape.kind === "word" && shape.words.length === 1 && shape.words[0] === value[key];
  });
  return keys.length + (isNamed ? Object.keys(value).length : 0);
}

function unknownKeys(unknown: readonly string[], keys: readonly string[]): string {
  const listed = unknown.slice(0, 10).map((key) => `${shown(key)}${hint(key, keys)}`);
  if (unknown.length > 10) listed.push(`and ${unknown.length - 10} more`);
  return `unknown ${unknown.length > 1 ? "keys" : "key"} ${listed.join(", ")}`;
}

/** ` (did you mean "boundary"?)`, where one of the words is near. */
function hint(given: string, known: readonly string[]): string {
  const meant = given.length > 100 ? "" : didYouMean(given, known).trim();
  return meant === "" ? "" : ` (${meant})`;
}

function expected(shape: Shape, value: unknown): string {
  const count = Array.isArray(value) && shape.kind === "list" ? `${value.length} of them` : shown(value);
  const meant =
    shape.kind === "word" && typeof value === "string" ? hint(value, shape.words.map(String)) : "";
  return `expected ${summary(shape)}; given: ${count}${meant}`;
}

/** An object with more keys than this is not described by them. */
const MANY = 6;

/** What a shape allows, in a few words. */
function summary(shape: Shape): string {
  if (shape.says) return shape.says;
  switch (shape.kind) {
    case "number":
      return `${shape.whole ? "whole number" : "number"}${range(shape)}`;
    case "string":
      return shape.most === undefined
        ? "string"
        : `string of ${shape.least ?? 0} to ${shape.most} characters`;
    case "boolean":
      return "true or false";
    case "word":
      return listOf(shape.words.map((word) => JSON.stringify(word)));
    case "list":
      return shape.least === undefined ? "array" : `array of at least ${shape.least}`;
    case "tuple":
      return `array of ${shape.of.length}`;
    case "object":
      return Object.keys(shape.keys).length > MANY
        ? "object"
        : `object {${Object.keys(shape.keys).join(", ")}}`;
    case "names":
      return "object of names";
    case "either":
      return listOf(shape.of.map(summary));
  }
}

function range({ least, above, most }: Of<"number">): string {
  if (above !== undefined) return ` > ${above}${most === undefined ? "" : ` and <= ${most}`}`;
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` >= ${least}`;
  return most === undefined ? "" : ` <= ${most}`;
}

function listOf(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`;
}
