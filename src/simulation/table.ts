/** Planners by name: the built-in ones, and those of a program. */
import { InputError } from "../errors.js";
import { didYouMean, shown } from "../options.js";
import type { Scene } from "../world/index.js";
import { ownGuide } from "./own-guide.js";
import { type BuiltInPlanner, PLANNERS, type Planner } from "./planners.js";

/** The planners that one simulation, or one command, can choose from. */
export class PlannerTable {
  private readonly own = new Map<string, Planner>();

  /** @throws InputError for what is no function, or has the name of a built-in planner */
  constructor(own: Readonly<Record<string, Planner>> = {}) {
    if (typeof own !== "object" || own === null || Array.isArray(own)) {
      throw new InputError(`an object of planners by name is needed; given: ${shown(own)}`, "planners");
    }
    for (const [name, planner] of Object.entries(own)) this.add(name, planner);
  }

  private add(name: string, planner: Planner): void {
    const where = `planners.${name}`;
    if (typeof planner !== "function") {
      throw new InputError(
        `a planner is a function (world, order) that returns a guide; given: ${shown(planner)}`,
        where,
      );
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
    if (typeof name !== "string") return `a name or a function is needed; given: ${shown(name)}`;
    return `there is no planner ${shown(name)}; ${didYouMean(name, names)}there are: ${names.join(", ")}`;
  }

  /** @throws InputError for a name that is not known */
  check(name: string, where: string): void {
    const fault = this.fault(name);
    if (fault !== null) throw new InputError(fault, where);
  }

  /** The planner of a name. */
  named(name: string): BuiltInPlanner {
    this.check(name, "planner");
    const planner = this.own.get(name);
    if (!planner) return PLANNERS[name];
    return (world, order) => ownGuide(planner, name, world, order);
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
