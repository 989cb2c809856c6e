/**
 * What the default model gave in the standard cases with seed 1: how many rows were judged, and which failed. Written with
 * `validation/held.json`, whose test compares the two.
 */
export const VALIDATED: {
  readonly model: string;
  readonly rows: number;
  readonly failed: readonly string[];
} = {
  model: "default",
  rows: 129,
  failed: [
    "rimea-4/3",
    "rimea-4/4",
    "rimea-9/ratio",
    "rimea-11",
    "rimea-12a/rises",
    "rimea-15",
    "imo-9/ratio",
    "nist-5.2",
    "hermes-door/3/flow",
    "hermes-door/5/flow",
    "hermes-corridor/exit-0.95",
    "lanes/1/order",
  ],
};

/** How far a model's figures can be trusted. */
export function validationOf(model: string): string {
  const { rows, failed } = VALIDATED;
  if (model !== VALIDATED.model) {
    return `Validation of ${model}: not part of this version; wayfield validate --model ${model} compares it with the standard cases.`;
  }
  return `Validation of ${model}: of ${rows} figures of the standard cases (RiMEA, IMO, NIST, measured doors and corridors) it meets ${rows - failed.length}, with seed 1. It misses ${failed.join(", ")}. These are explained, and printed for more seeds, by wayfield validate.`;
}
