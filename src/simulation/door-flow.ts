/** Doors that hold people back: what a scene says of them, and the greatest flow that the rules of a population allow. */
import type { ArrivalRule, DoorOptions } from "../crowd/index.js";
import { distance, type Point, type Segment } from "../geometry/index.js";
import { groundTolerance, leafOf, type Scene, type World, withoutParts } from "../world/index.js";

/** What doors hang in, and what holds for them. */
interface DoorRules {
  readonly world: World;
  /** Names of the goals where people end. */
  readonly exits: Iterable<string>;
  /** Persons per second and metre of width at most, where a door says nothing itself; null for no rule. */
  readonly flow: number | null;
  readonly arrival: ArrivalRule;
}

/**
 * The doors to hang: those with a greatest flow or a direction, their own or by the rules. By the rules, exits that are openings
 * of a wall or of the outline are doors too, where none is drawn in them; a goal's line in free ground is none. Who arrives by
 * touch is gone before the line, so that exits cannot hold anybody back.
 */
export function doorsToHang(scene: Scene, { world, exits, flow, arrival }: DoorRules): DoorOptions[] {
  const doors = (scene.doors ?? []).flatMap((door): DoorOptions[] => {
    const segment: Segment = [leafOf(door)?.[1] ?? door.segment[0], door.segment[1]];
    const maxFlow = door.maxFlow ?? flowThrough(segment, flow);
    if (maxFlow === undefined && door.oneWay === undefined) return [];
    const { oneWay } = door;
    return [
      { segment, ...(maxFlow === undefined ? {} : { maxFlow }), ...(oneWay === undefined ? {} : { oneWay }) },
    ];
  });
  if (flow === null || arrival === "touch") return doors;
  const tolerance = groundTolerance(world.bounds);
  const drawn = (scene.doors ?? []).map(({ segment }): Segment => segment);
  const openings = [...exits].flatMap((name) =>
    (scene.goals?.[name]?.segments ?? [])
      .filter((segment) => world.clearance(middleOf(segment)) <= tolerance)
      .flatMap((segment) => withoutParts(segment, drawn, tolerance))
      .filter((segment) => distance(...segment) > tolerance),
  );
  return [...doors, ...openings.map((segment) => ({ segment, maxFlow: flowThrough(segment, flow)! }))];
}

function middleOf([a, b]: Segment): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** Persons per second through all of a door. */
function flowThrough(segment: Segment, flow: number | null): number | undefined {
  return flow === null ? undefined : flow * distance(...segment);
}
