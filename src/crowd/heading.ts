/** A bare function as a guide. */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide, HeadingFunction } from "../guide.js";

/** Follows a function of headings. It knows no ways, only where people have arrived: where the heading is [0, 0]. */
export class HeadingGuide implements Guide {
  constructor(private readonly of: HeadingFunction) {}

  heading(p: Point): Point | null {
    const given = this.of(p);
    if (given === null) return null;
    const [x, y] = Array.isArray(given) && given.length === 2 ? given : [Number.NaN, Number.NaN];
    const length = Math.sqrt(x * x + y * y);
    if (!Number.isFinite(length)) {
      throw new InputError(
        `a heading is [x, y] with two finite numbers, or null; given at ${p[0]},${p[1]}: ${String(given)}`,
        "guide",
      );
    }
    return length > 0 ? [x / length, y / length] : [0, 0];
  }

  cost(p: Point): number | null {
    return this.isThere(p) ? 0 : null;
  }

  distance(p: Point): number | null {
    return this.isThere(p) ? 0 : null;
  }

  pathFrom(p: Point): Point[] | null {
    return this.isThere(p) ? [p] : null;
  }

  private isThere(p: Point): boolean {
    const heading = this.heading(p);
    return heading !== null && heading[0] === 0 && heading[1] === 0;
  }
}

const METHODS = ["heading", "cost", "distance", "pathFrom"] as const;

/** A guide as it is; an error where it is none. */
function checkedGuide(given: Guide): Guide {
  const isGuide =
    typeof given === "object" && given !== null && METHODS.every((name) => typeof given[name] === "function");
  if (isGuide) return given;
  throw new InputError(
    `a guide is an object with ${METHODS.join(", ")}, or a function from a place to a heading`,
    "guide",
  );
}

/** Guides for the functions that one crowd was given; the same function is the same guide. */
export class HeadingGuides {
  private readonly known = new Map<HeadingFunction, HeadingGuide>();

  /** A guide as it is, a function as a guide. */
  of(given: Guide | HeadingFunction): Guide {
    if (typeof given !== "function") return checkedGuide(given);
    const guide = this.known.get(given) ?? new HeadingGuide(given);
    this.known.set(given, guide);
    return guide;
  }

  /** One of these or several as a list of guides. */
  listOf(given: Guide | HeadingFunction | readonly (Guide | HeadingFunction)[]): Guide[] {
    return (Array.isArray(given) ? given : [given]).map((one) => this.of(one));
  }
}
