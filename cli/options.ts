/** Parsers for option values, shared by the commands. */
import { InvalidArgumentError, Option } from "commander";

/** A whole number in a range. */
export function wholeNumber(least: number, greatest: number): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= greatest) return value;
    throw new InvalidArgumentError(`A whole number from ${least} to ${greatest} is allowed.`);
  };
}

/** A finite number of at least 0 of some unit. */
function amount(unit: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= 0 && Number.isFinite(value)) return value;
    throw new InvalidArgumentError(`A finite number of ${unit} >= 0 is allowed.`);
  };
}

/** A length of at least 0. */
export const metres = amount("metres");

/** A time of at least 0. */
export const seconds = amount("seconds");

/** A number above 0. */
export function positive(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("A finite number > 0 is allowed.");
}

const UNITS = "KMGT";

/** A number of bytes, in words such as `500M` or `1.5G`, by powers of 1024. */
export function bytes(text: string): number {
  const found = /^(\d+(?:\.\d+)?)([KMGT]?)(?:i?B)?$/i.exec(text.trim());
  const value = found ? Number(found[1]) * 1024 ** (UNITS.indexOf(found[2].toUpperCase() || "?") + 1) : 0;
  if (value >= 1) return value;
  throw new InvalidArgumentError("A number of bytes such as 500M or 4G is allowed.");
}

/** --cell of potentials. `of` says whose, where a command has others too. */
export function cellOption(of = ""): Option {
  const help = `${of}side of a cell in metres, > 0 (default: 1/256 of the longer side, or less)`;
  return new Option("--cell <metres>", help).argParser(positive);
}
