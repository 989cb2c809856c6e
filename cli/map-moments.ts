/** Moments of a run whose maps are kept, as they are given on the command line. */
import { InvalidArgumentError } from "commander";
import type { GroupMapAsked, LocalMapAsked } from "../src/run/index.js";

/** An agent and a moment, with those before. */
export function localMapAt(text: string, before: LocalMapAsked[]): LocalMapAsked[] {
  const found = /^(\d+)@(\d+(?:\.\d+)?)$/.exec(text.trim());
  if (!found) throw new InvalidArgumentError("An agent's number and seconds are needed, as 3@12.5.");
  return [...before, { agent: Number(found[1]), time: Number(found[2]) }];
}

/** A group and a moment, with those before. Names may have any characters. */
export function groupMapAt(text: string, before: GroupMapAsked[]): GroupMapAsked[] {
  const found = /^(.+)@(\d+(?:\.\d+)?)$/.exec(text.trim());
  if (!found) throw new InvalidArgumentError("A group's name and seconds are needed, as company@12.5.");
  return [...before, { group: found[1], time: Number(found[2]) }];
}
