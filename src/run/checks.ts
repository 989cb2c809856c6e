/** What a caller of runs may give: checked before anything runs. */
import { InputError } from "../errors.js";
import { samePoint } from "../geometry/index.js";
import type { FlowLine } from "../measure/index.js";
import { checkFunction, checkKeys, checkList, checkNumber, checkPoint, shown } from "../options.js";
import type { GroupMapAsked, LocalMapAsked } from "./map-shots.js";

/** Lines to count at. */
function checkLines(lines: readonly FlowLine[]): void {
  checkList(lines, "lines", "lines { name, segment }");
  for (let k = 0; k < lines.length; k++) {
    const where = `lines[${k}]`;
    checkKeys(lines[k], ["name", "segment"], where, "key");
    const { name, segment } = lines[k];
    if (typeof name !== "string")
      throw new InputError(`a text is needed; given: ${shown(name)}`, `${where}.name`);
    checkList(segment, `${where}.segment`, "two points");
    const [a, b] = [0, 1].map((i) => checkPoint(segment[i], `${where}.segment[${i}]`));
    if (segment.length !== 2 || samePoint(a, b)) {
      throw new InputError(`two different points are needed; given: ${shown(segment)}`, `${where}.segment`);
    }
  }
}

/** Whose maps are kept, and when. */
function checkMaps(options: {
  readonly localMaps?: readonly LocalMapAsked[];
  readonly groupMaps?: readonly GroupMapAsked[];
}): void {
  const { localMaps = [], groupMaps = [] } = options;
  checkList(localMaps, "localMaps", "moments { agent, time }");
  for (let k = 0; k < localMaps.length; k++) {
    const where = `localMaps[${k}]`;
    checkKeys(localMaps[k], ["agent", "time"], where, "key");
    checkNumber(localMaps[k].agent, `${where}.agent`, { whole: true, least: 0 });
    checkNumber(localMaps[k].time, `${where}.time`, { of: "seconds", least: 0 });
  }
  checkList(groupMaps, "groupMaps", "moments { group, time }");
  for (let k = 0; k < groupMaps.length; k++) {
    const where = `groupMaps[${k}]`;
    checkKeys(groupMaps[k], ["group", "time"], where, "key");
    const { group, time } = groupMaps[k];
    if (typeof group !== "string")
      throw new InputError(`a group's name is needed; given: ${shown(group)}`, `${where}.group`);
    checkNumber(time, `${where}.time`, { of: "seconds", least: 0 });
  }
}

/** A signal that stops what runs. */
function checkSignal(signal: unknown): void {
  if (signal === undefined) return;
  const isSignal = typeof (signal as AbortSignal | null)?.aborted === "boolean";
  if (!isSignal) throw new InputError(`an AbortSignal is needed; given: ${shown(signal)}`, "signal");
}

/** The options of a run that are not its simulation's. */
export function checkRunOptions(options: {
  readonly localMaps?: readonly LocalMapAsked[];
  readonly groupMaps?: readonly GroupMapAsked[];
  readonly lines?: readonly FlowLine[];
  readonly fps?: number;
  readonly saveEvery?: number;
  readonly record?: unknown;
  readonly progress?: unknown;
  readonly warn?: unknown;
  readonly checkpoint?: unknown;
  readonly signal?: unknown;
}): void {
  checkMaps(options);
  const { lines = [], fps = 10, saveEvery = 2, record, progress, warn, checkpoint, signal } = options;
  checkLines(lines);
  checkNumber(fps, "fps", { of: "frames per second", above: 0 });
  checkNumber(saveEvery, "saveEvery", { of: "seconds", least: 0, infinite: true });
  checkSignal(signal);
  for (const [where, told] of Object.entries({ record, progress, warn, checkpoint })) {
    if (told !== undefined) checkFunction(told, where);
  }
}
