/** What scripts may know of a run: what a person sees, in numbers. */
import type { Point } from "wayfield";
import type { Aim } from "./market.js";
import type { Orientation, Vector } from "./space.js";
import type { Task } from "./tasks.js";

export interface ScriptState {
  readonly task: string;
  readonly done: number;
  readonly parts: number;
  /** Products in the shelves. */
  readonly products: number;
  /** Seconds that have passed in the supermarket since the run was opened; a pause is none. */
  readonly time: number;
  readonly eye: Vector;
  readonly yaw: number;
  readonly pitch: number;
  readonly aspect: number;
  readonly pointer: Point;
  /** Whether the camera walks, or is about to. */
  readonly moving: boolean;
  /** Whether products slide. */
  readonly sliding: boolean;
  /** What a press would do. */
  readonly act: Aim["act"];
  /** The thing that is pointed at, where, and the product's number if it is one. */
  readonly thing: string;
  readonly point: Vector | null;
  readonly product: number | null;
  /** Where the green arrow stands; null for none. */
  readonly arrow: Point | null;
  /** Where what is wanted is; null where nothing is. */
  readonly goal: Vector | null;
  readonly wanted: number | null;
  readonly taken: readonly number[];
  /** The copies on the table, where they ask for their likes, and how they stand. */
  readonly copies: readonly {
    readonly product: number;
    readonly beside: Vector;
    readonly turn: Orientation;
  }[];
  /** How what is held stands; null for empty hands. */
  readonly held: Orientation | null;
  readonly placed: readonly number[];
}

/** The state of a run at this moment: nothing in it is older than the last thing that hands did. */
export function scriptStateOf(task: Task): ScriptState {
  const { market } = task;
  const { table } = market;
  const aim = table?.held ? null : market.aim();
  return {
    task: task.conditions.task,
    done: task.done,
    parts: task.parts,
    products: market.products.length - market.gone.size,
    time: task.time,
    eye: market.eye,
    yaw: market.yaw,
    pitch: market.pitch,
    aspect: market.aspect,
    pointer: market.pointer,
    moving: market.isMoving,
    sliding: market.explosion.isSliding,
    act: aim?.act ?? "nothing",
    thing: aim?.thing.kind ?? "nothing",
    point: aim?.point ?? null,
    product: aim?.thing.kind === "product" ? aim.thing.id : null,
    arrow: aim?.target ?? null,
    goal: task.goal,
    wanted: task.wanted,
    taken: [...market.taken],
    copies: table?.copies.map(({ product, beside, turn }) => ({ product: product.id, beside, turn })) ?? [],
    held: table?.held?.turn ?? null,
    placed: table?.placed.map(({ product }) => product.id) ?? [],
  };
}
