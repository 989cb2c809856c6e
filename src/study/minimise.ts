/**
 * Minimising what takes a while to know: optimisers call a function that answers at once, runs answer later. Every value is kept, and
 * the optimiser, which is deterministic, is started anew until it asks for the first value that is not known yet; runs take so much
 * longer that this costs nothing.
 */

/**
 * A derivative-free optimiser within bounds that asks `objective` for values, point after point, for so many iterations. The same
 * answers must make it ask the same questions.
 */
export type Optimiser = (
  objective: (point: number[]) => number,
  low: number[],
  high: number[],
  options: { readonly iterations: number },
) => unknown;

/** Thrown through the optimiser: this point is not known yet. */
class Unknown extends Error {
  constructor(readonly point: readonly number[]) {
    super("a value is not known yet");
  }
}

/**
 * Minimises a function over the unit cube.
 *
 * @param value gives the function's value; null ends the search
 * @param most points at most
 */
export async function minimise(
  optimiser: Optimiser,
  value: (point: readonly number[]) => Promise<number | null>,
  dimensions: number,
  most: number,
): Promise<void> {
  const known = new Map<string, number>();
  const ask = (point: ArrayLike<number>): number => {
    const found = known.get(Array.from(point).join(" "));
    if (found === undefined) throw new Unknown(Array.from(point));
    return found;
  };
  const next = (): readonly number[] | null => {
    try {
      optimiser(ask, new Array<number>(dimensions).fill(0), new Array<number>(dimensions).fill(1), {
        iterations: most,
      });
      return null;
    } catch (error) {
      if (error instanceof Unknown) return error.point;
      throw error;
    }
  };
  while (known.size < most) {
    const point = next();
    const found = point && (await value(point));
    if (!point || found === null) return;
    // Optimisers compare values, and may never end where they cannot.
    if (!Number.isFinite(found)) throw new RangeError(`a finite value is needed; given: ${found}`);
    known.set(point.join(" "), found);
  }
}
