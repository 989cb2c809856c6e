/** What a check reports. */
import type { Point } from "../../geometry/index.js";

/** What a drawing can have wrong; `docs/check.md` explains each. */
export type FindingCode =
  | "schema"
  | "boundary-crosses-itself"
  | "boundary-touches-itself"
  | "boundary-spike"
  | "boundary-zero-area"
  | "no-free-space"
  | "goal-blocked"
  | "spawn-blocked"
  | "unknown-goal"
  | "unknown-profile"
  | "weight-off-vertex"
  | "door-zero-length"
  | "door-filled"
  | "door-off-walls"
  | "door-overlap"
  | "no-way"
  | "queue-blocked"
  | "queue-zero-length"
  | "stay-name"
  | "waiting-blocked"
  | "measurement-blocked"
  | "measurement-crosses-itself"
  | "measurement-name"
  | "measurement-zero-size"
  | "zone-crosses-itself"
  | "zone-outside"
  | "zone-zero-area"
  | "zones-differ"
  | "goal-forbidden"
  | "spawn-forbidden"
  | "spawn-partly-forbidden"
  | "route-blocked"
  | "route-name"
  | "route-outside"
  | "route-twice"
  | "unknown-spawn"
  | "flow-off-boundary"
  | "flow-overlap"
  | "flow-zero-length"
  | "flows-alone"
  | "repeated-point"
  | "near-point"
  | "zero-length-segment"
  | "clockwise"
  | "obstacle-crosses-itself"
  | "obstacle-touches-itself"
  | "obstacle-spike"
  | "obstacle-zero-area"
  | "obstacles-overlap"
  | "obstacles-touch"
  | "obstacle-nested"
  | "obstacle-repeated"
  | "obstacle-crosses-boundary"
  | "obstacle-touches-boundary"
  | "obstacle-outside"
  | "goal-covered"
  | "goal-partly-blocked"
  | "spawn-partly-blocked"
  | "measurement-partly-blocked"
  | "route-click"
  | "route-partly-blocked"
  | "route-unused"
  | "stay-unused"
  | "ways-unchecked"
  | "waiting-partly-blocked"
  | "barrier-outside"
  | "units"
  | "level-name"
  | "unknown-level"
  | "flight-not-rising"
  | "flight-headroom"
  | "flight-off-border"
  | "flight-shape"
  | "flight-steep"
  | "flight-steps"
  | "flights-overlap"
  | "level-unreachable"
  | "lift-doors"
  | "lift-off-border"
  | "goal-unreachable"
  | "spawn-unreachable"
  | "spawn-stranded";

/** Errors are what `World` refuses; warnings have a meaning, but probably not the one that was meant. */
export type Severity = "error" | "warning";

/** One thing found. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The place in the scene, such as `obstacles[3].polygon[2]`; empty where a finding counts others. */
  readonly where: string;
  /** One line: what it is, and what it means or what is allowed. */
  readonly message: string;
  /** Where to look on the plan. */
  readonly at?: Point;
  /** In a building: the level, or the connection, that `at` is on. */
  readonly level?: string;
  /** Set where this finding stands for further ones of its code: how many. */
  readonly more?: number;
}

/** Of each code at most this many findings are listed; one more counts the rest. */
const MOST_PER_CODE = 1000;

/** Collects findings, a bounded number per code. */
export class Findings {
  private readonly found = new Map<string, { severity: Severity; list: Finding[]; more: number }>();

  error(code: FindingCode, where: string, message: string, at?: Point): void {
    this.add("error", code, where, message, at);
  }

  warning(code: FindingCode, where: string, message: string, at?: Point): void {
    this.add("warning", code, where, message, at);
  }

  /** Errors first, each code's findings together. */
  all(): Finding[] {
    const groups = [...this.found.values()].map(({ list, more }): Finding[] => {
      if (more === 0) return list;
      const { code, severity } = list[0];
      return [...list, { code, severity, where: "", message: `and ${more} more like these`, more }];
    });
    const flat = groups.flat();
    return [...flat.filter((f) => f.severity === "error"), ...flat.filter((f) => f.severity === "warning")];
  }

  private add(severity: Severity, code: FindingCode, where: string, message: string, at?: Point): void {
    let group = this.found.get(code);
    if (!group) {
      group = { severity, list: [], more: 0 };
      this.found.set(code, group);
    }
    if (group.list.length >= MOST_PER_CODE) group.more++;
    else group.list.push(at ? { code, severity, where, message, at } : { code, severity, where, message });
  }
}

/** A point as messages show it. */
export function shownPoint(p: Point): string {
  return `(${p[0]}, ${p[1]})`;
}
