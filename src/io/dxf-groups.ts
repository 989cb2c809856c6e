/**
 * The bottom layer of DXF: pairs of a group code and a value, gathered into records (entities, tables, blocks).
 */
import { InputError } from "../errors.js";
import { readNumber, shownText } from "./text.js";

/** One group: a code that says what the value means, and its line in the file. */
interface Group {
  readonly code: number;
  readonly value: string;
  readonly line: number;
}

/** A group 0 and everything up to the next one. */
export class DxfRecord {
  constructor(
    /** Such as `LINE`, `SECTION` or `VERTEX`. */
    readonly type: string,
    readonly line: number,
    readonly groups: readonly Group[],
  ) {}

  get where(): string {
    return `line ${this.line}`;
  }

  /** The first value with a code, trimmed. */
  text(code: number): string | undefined {
    return this.groups.find((group) => group.code === code)?.value.trim();
  }

  /** The first number with a code. */
  number(code: number, otherwise: number): number {
    const group = this.groups.find((g) => g.code === code);
    return group ? readNumber(group.value.trim(), `line ${group.line}`) : otherwise;
  }

  /** A number that must be there. */
  need(code: number): number {
    if (!this.groups.some((group) => group.code === code)) {
      throw new InputError(`${this.type} lacks group ${code}`, this.where);
    }
    return this.number(code, 0);
  }

  /** The extended data that an application attached, its strings put together. */
  extended(application: string): string {
    let mine = false;
    let text = "";
    for (const { code, value } of this.groups) {
      if (code === 1001) mine = value.trim() === application;
      else if (mine && code === 1000) text += value;
    }
    return text;
  }
}

const BINARY = "AutoCAD Binary DXF";

/** All records of a text; comments (code 999) are skipped. */
export function readRecords(text: string): DxfRecord[] {
  if (text.startsWith(BINARY))
    throw new InputError("binary DXF cannot be read; save the drawing as ASCII DXF");
  const lines = text.split(/\r\n|\n|\r/);
  const records: DxfRecord[] = [];
  let groups: Group[] | null = null;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const where = `line ${i + 1}`;
    const code = lines[i].trim();
    if (!/^-?\d{1,4}$/.test(code)) {
      throw new InputError(`a DXF group code (a whole number) is expected; given: ${shownText(code)}`, where);
    }
    const value = lines[i + 1];
    if (code === "999") continue;
    if (code === "0") {
      groups = [];
      records.push(new DxfRecord(value.trim().toUpperCase(), i + 1, groups));
      if (value.trim().toUpperCase() === "EOF") return records;
    } else if (groups) groups.push({ code: Number(code), value, line: i + 2 });
    else throw new InputError("a DXF file starts with group 0", where);
  }
  throw new InputError("the file ends without EOF: it is cut off or no ASCII DXF", `line ${lines.length}`);
}
