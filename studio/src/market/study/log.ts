/** Logs of the study: what is kept of every run, as JSON and as CSV, and how both are read again. */
import type { Device, TaskName } from "../model/tasks.js";

/** One run of one task. */
export interface RunLog {
  readonly task: TaskName;
  readonly scene: string;
  readonly device: Device;
  readonly technique: string;
  readonly explosion: boolean;
  /** Whether it was done to its end; others do not count in the analysis. */
  readonly finished: boolean;
  readonly seconds: number;
  /** Presses of the pointer's buttons, and of keys. */
  readonly clicks: number;
  readonly keys: number;
  readonly metres: number;
  /** Products taken that were not searched for. */
  readonly wrong: number;
  /** How often the page was left meanwhile; that time does not count. */
  readonly pauses: number;
  /** Mean distance from beside the copies in metres, and mean difference of orientation in degrees; null without a table. */
  readonly placed: number | null;
  readonly turned: number | null;
}

/** What one person did and said. */
export interface StudyLog {
  readonly format: "wayfield-market-log";
  readonly version: 1;
  readonly participant: string;
  readonly seed: number;
  readonly pre: Readonly<Record<string, string | number>>;
  readonly post: Readonly<Record<string, string | number>>;
  readonly runs: readonly RunLog[];
}

export const FORMAT = "wayfield-market-log";

const COLUMNS = [
  "task",
  "scene",
  "device",
  "technique",
  "explosion",
  "finished",
  "seconds",
  "clicks",
  "keys",
  "metres",
  "wrong",
  "pauses",
  "placed",
  "turned",
] as const;

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A line per run, with the participant first. */
export function csvOf(logs: readonly StudyLog[]): string {
  const lines = logs.flatMap(({ participant, runs }) =>
    runs.map((run) => [participant, ...COLUMNS.map((name) => run[name])].map(cell).join(",")),
  );
  return `${["participant", ...COLUMNS].join(",")}\n${lines.map((line) => `${line}\n`).join("")}`;
}

/** What was read, and what could not be used, one line each. */
export interface ReadLogs {
  readonly logs: readonly StudyLog[];
  readonly faults: readonly string[];
}

/** Reads a log, or a list of logs, from JSON, or runs from CSV. */
export function readLogs(name: string, text: string): ReadLogs {
  if (text.trim() === "") return { logs: [], faults: [`${name}: the file is empty`] };
  return /^\s*[[{]/.test(text) ? readJson(name, text) : readCsv(name, text);
}

function readJson(name: string, text: string): ReadLogs {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return { logs: [], faults: [`${name}: no JSON, perhaps cut off: ${(error as Error).message}`] };
  }
  const faults: string[] = [];
  const logs = (Array.isArray(data) ? data : [data]).flatMap((given, i): StudyLog[] => {
    const where = Array.isArray(data) ? `${name} [${i}]` : name;
    const log = given as Partial<StudyLog> | null;
    if (log?.format !== FORMAT || log.version !== 1 || !Array.isArray(log.runs)) {
      faults.push(
        `${where}: no log of the supermarket: format "${FORMAT}", version 1 and a list of runs are needed`,
      );
      return [];
    }
    const participant = String(log.participant || where);
    const runs = log.runs.flatMap((run: unknown, k) => checkedRun(run, `${where}: runs[${k}]`, faults));
    return [
      {
        format: FORMAT,
        version: 1,
        participant,
        seed: log.seed ?? 0,
        pre: log.pre ?? {},
        post: log.post ?? {},
        runs,
      },
    ];
  });
  return { logs, faults };
}

const isAmount = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

const NUMBERS = ["seconds", "clicks", "keys", "metres", "wrong", "pauses"] as const;
const WORDS = {
  task: ["waypoints", "selection", "search", "practice", "free"],
  device: ["mouse", "pointer"],
  technique: ["point", "keys"],
};

/** A run with everything it needs, or none and a fault. */
function checkedRun(given: unknown, where: string, faults: string[]): RunLog[] {
  const run = given as Partial<Record<keyof RunLog, unknown>> | null;
  const say = (text: string): RunLog[] => {
    faults.push(`${where}: ${text}; the run is left out`);
    return [];
  };
  if (typeof run !== "object" || run === null) return say("no run");
  for (const [key, words] of Object.entries(WORDS)) {
    const value = run[key as keyof typeof WORDS];
    if (!words.includes(value as string))
      return say(`${key} is one of ${words.join(", ")}; given: ${JSON.stringify(value)}`);
  }
  for (const key of NUMBERS) {
    const value = run[key];
    if (!isAmount(value)) {
      return say(`${key} is a number >= 0; given: ${JSON.stringify(value)}`);
    }
  }
  for (const key of ["explosion", "finished"] as const) {
    if (typeof run[key] !== "boolean")
      return say(`${key} is true or false; given: ${JSON.stringify(run[key])}`);
  }
  const { placed = null, turned = null, scene = "supermarket" } = run;
  for (const [key, value] of Object.entries({ placed, turned })) {
    if (value !== null && !isAmount(value))
      return say(`${key} is a number >= 0, or null; given: ${JSON.stringify(value)}`);
  }
  const known = Object.fromEntries(COLUMNS.map((key) => [key, run[key]]));
  return [{ ...known, scene: String(scene), placed, turned } as RunLog];
}

/** Lines of fields, quoted or not; a quoted field may hold commas, quotes and ends of lines. */
function fieldsOf(text: string): string[][] {
  const lines: string[][] = [];
  let fields: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/g)) {
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "") lines.push(fields);
    fields = [];
  }
  return lines;
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

function readCsv(name: string, text: string): ReadLogs {
  const [header, ...lines] = fieldsOf(text);
  const missing = ["participant", ...COLUMNS].filter((column) => !header.includes(column));
  if (missing.length > 0)
    return {
      logs: [],
      faults: [`${name}: no log of the supermarket: columns ${missing.join(", ")} are missing`],
    };
  const faults: string[] = [];
  const people = new Map<string, RunLog[]>();
  lines.forEach((fields, i) => {
    const where = `${name}: line ${i + 2}`;
    if (fields.length !== header.length) {
      faults.push(`${where}: ${fields.length} of ${header.length} fields; the run is left out`);
      return;
    }
    const raw = Object.fromEntries(header.map((key, k) => [key, fields[k]]));
    const numbers = Object.fromEntries(
      [...NUMBERS, "placed", "turned"].map((key) => [key, raw[key] === "" ? null : Number(raw[key])]),
    );
    const run = {
      ...raw,
      ...numbers,
      explosion: FLAGS[raw.explosion] ?? raw.explosion,
      finished: FLAGS[raw.finished] ?? raw.finished,
    };
    const own = people.get(raw.participant) ?? [];
    people.set(raw.participant, [...own, ...checkedRun(run, where, faults)]);
  });
  const logs = [...people].map(
    ([participant, runs]): StudyLog => ({
      format: FORMAT,
      version: 1,
      participant,
      seed: 0,
      pre: {},
      post: {},
      runs,
    }),
  );
  return { logs, faults };
}
