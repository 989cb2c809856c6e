/** Runs as they travel through a queue. */

/** A run that waits in a queue; its scene is beside it, by its hash. */
export interface QueuedRun {
  readonly id: string;
  readonly scene: string;
  readonly seed: number;
}

/**
 * What is in Redis for a run that was done, by its name, until its study has taken it: the record as text, or word that it is in the
 * shared folder.
 */
export const IN_FOLDER = "kept";
