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
  rows: 100,
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
