/** Runs as they travel through a queue. */

/** A run that waits in a queue; its scene is beside it, by its hash. */
export interface QueuedRun {
  readonly id: string;
  readonly scene: string;
  readonly seed: number;
}

/** What comes back: the record itself, or word that it is in the shared folder. */
export type RunAnswer = { readonly record: string } | { readonly kept: true };
