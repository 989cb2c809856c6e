/** Criteria around what was measured. */
import type { Criterion } from "./case.js";

/** A figure within a share of a value. */
export function near(id: string, title: string, unit: string, value: number, share: number): Criterion {
  const digits = (limit: number): number => Number(limit.toPrecision(4));
  return { id, title, unit, low: digits(value * (1 - share)), high: digits(value * (1 + share)) };
}
