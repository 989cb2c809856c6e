/** Planners by name: the built-in ones, and those of a program. */
import { InputError } from "../errors.js";
import { didYouMean } from "../options.js";
import type { Scene } from "../world/index.js";
import { PLANNERS, type PlannedGuide, type Planner } from "./planners.js";

/** What a guide has to answer. */
const ANSWERS = ["heading", "cost", "distance", "pathFrom"] as const;

/** A guide, if it is one. */
function checkedGuide(guide: PlannedGuide, name: string): PlannedGuide {
  const missing = ANSWERS.filter((answer) => typeof guide?.[answer] !== "function");
  if (missing.length === 0) return guide;
  throw new InputError(
    `a planner has to return a guide with ${ANSWERS.join(", ")}; missing: ${missing.join(", ")}`,
    `planners.${name}`,
  );
}

/** The planners that one simulation, or one command, can choose from. */
export class PlannerTable {
  private readonly own = new Map<string, Planner>();

  /** @throws InputError for what is no function, or has the name of a built-in planner */
  constructor(own: Readonly<Record<string, Planner>> = {}) {
    for (const [name, planner] of Object.entries(own)) this.add(name, planner);
  }

  private add(name: string, planner: Planner): void {
    const where = `planners.${name}`;
    if (typeof planner !== "function") {
      throw new InputError(`a planner is a function (world, order) that returns a guide`, where);
    }
    if (Object.hasOwn(PLANNERS, name))
      throw new InputError("there is a built-in planner of this name", where);
    this.own.set(name, planner);
  }

  /** All names. */
  get names(): readonly string[] {
    return [...Object.keys(PLANNERS), ...this.own.keys()];
  }

  /** The name of a planner that is given by name or as a function; the latter is taken in under its own name. */
  nameOf(planner: string | Planner): string {
    if (typeof planner !== "function") return planner;
    const name = planner.name === "" || this.names.includes(planner.name) ? "own planner" : planner.name;
    this.own.set(name, planner);
    return name;
  }

  /** What is wrong with a name; null for one that is known. */
  fault(name: string): string | null {
    const { names } = this;
    if (names.includes(name)) return null;
    return `there is no planner ${JSON.stringify(name)}; ${didYouMean(name, names)}there are: ${names.join(", ")}`;
  }

  /** @throws InputError for a name that is not known */
  check(name: string, where: string): void {
    const fault = this.fault(name);
    if (fault !== null) throw new InputError(fault, where);
  }

  /** The planner of a name. */
  named(name: string): Planner {
    this.check(name, "planner");
    const planner = this.own.get(name);
    if (!planner) return PLANNERS[name];
    return (world, order) => checkedGuide(planner(world, order), name);
  }

  /** The planners that a scene names and nobody knows, with where. */
  faultsOf({ simulation, spawns = [] }: Scene): { readonly where: string; readonly message: string }[] {
    const named = [
      { where: "simulation.planner", name: simulation?.planner },
      ...spawns.map(({ planner }, i) => ({ where: `spawns[${i}].planner`, name: planner })),
    ];
    return named.flatMap(({ where, name }) => {
      const message = name === undefined ? null : this.fault(name);
      return message === null ? [] : [{ where, message }];
    });
  }
}
