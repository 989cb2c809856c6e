/**
 * What the published models give in the cases of doors, corridors, queues and counterflow with seed 1: rows that pass, of those
 * that were run. The last line of the table in docs/validation.md, which a test compares.
 */
export const PUBLISHED: Readonly<Record<string, readonly [passed: number, run: number]>> = {
  orca: [11, 53],
  speed: [10, 53],
  anticipation: [9, 53],
  "social-force": [15, 54],
  centrifugal: [9, 43],
  steps: [12, 43],
};
