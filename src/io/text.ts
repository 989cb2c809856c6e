/** What every text reader needs: places that a person can find again, and numbers that can be used. */
import { InputError } from "../errors.js";
import { COORDINATE_RANGE } from "../world/index.js";

/** Lines and columns (from 1) of offsets in a text; offsets that ascend are found without starting over. */
export class Places {
  private offset = 0;
  private line = 1;
  private lineStart = 0;

  constructor(private readonly text: string) {}

  at(offset: number): string {
    if (offset < this.offset) {
      this.line = 1;
      this.lineStart = 0;
      this.offset = 0;
    }
    for (
      let at = this.text.indexOf("\n", this.offset);
      at >= 0 && at < offset;
      at = this.text.indexOf("\n", at + 1)
    ) {
      this.line++;
      this.lineStart = at + 1;
    }
    this.offset = Math.max(this.lineStart, offset);
    return `line ${this.line}, column ${offset - this.lineStart + 1}`;
  }
}

/** Line and column (from 1) of an offset in a text. */
export function placeIn(text: string, offset: number): string {
  return new Places(text).at(offset);
}

/** A piece of the input as an error shows it: short, on one line. */
export function shownText(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 37)}...` : text);
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A finite decimal number; `NaN`, `Infinity`, hexadecimal and empty text are refused. */
export function readNumber(text: string, where: string): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) {
    throw new InputError(`a finite decimal number is expected; given: ${shownText(text)}`, where);
  }
  return value;
}

/** A number that a scene accepts as a coordinate. */
export function readCoordinate(text: string, where: string): number {
  return checkCoordinate(readNumber(text, where), where);
}

/** Refuses what a scene would refuse later, while the place is still known. */
export function checkCoordinate(value: number, where: string): number {
  const size = Math.abs(value);
  if (size !== 0 && !(size >= COORDINATE_RANGE.least && size <= COORDINATE_RANGE.greatest)) {
    throw new InputError(
      `a coordinate is 0 or has a magnitude from ${COORDINATE_RANGE.least} to 1e12; given: ${value}`,
      where,
    );
  }
  return value;
}

/** A whole number from `least` to `greatest`. */
export function readInteger(text: string, where: string, least: number, greatest: number): number {
  const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= greatest)) {
    throw new InputError(
      `a whole number from ${least} to ${greatest} is expected; given: ${shownText(text)}`,
      where,
    );
  }
  return value;
}

/** `1 wall`, `3 walls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The words of a text, one after the other, with the line each stands on. */
export class Words {
  private readonly pattern = /\S+/g;
  private line = 1;
  private scanned = 0;

  constructor(private readonly text: string) {}

  /** Where the last word stood. */
  get place(): string {
    return `line ${this.line}`;
  }

  /** The next word, or null at the end. */
  next(): string | null {
    const match = this.pattern.exec(this.text);
    const upTo = match ? match.index : this.text.length;
    for (let i = this.scanned; i < upTo; i++) if (this.text.charCodeAt(i) === 10) this.line++;
    this.scanned = upTo;
    return match ? match[0] : null;
  }

  /** The next word; the end of the text is an error that names what is missing. */
  need(what: string): string {
    const word = this.next();
    if (word === null) throw new InputError(`the file ends where ${what} is expected`, this.place);
    return word;
  }
}

/** JSON in printable ASCII only, which every text format can hold. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
