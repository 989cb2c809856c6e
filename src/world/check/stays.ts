/** Queues and waiting places: whether people can stand there, and whether anybody is sent to them. */
import { InputError } from "../../errors.js";
import { boxOf, isFlat, type Point, samePoint } from "../../geometry/index.js";
import type { FreeSpace } from "../freespace.js";
import { groundTolerance } from "../onto.js";
import type { Scene } from "../scene.js";
import { Findings, shownPoint } from "./finding.js";
import { FreePlaces } from "./free.js";
import { coverageOf, keyed } from "./goals.js";
import { type Shapes, shapesOf } from "./shapes.js";

type Queue = NonNullable<Scene["queues"]>[string];
type Waiting = NonNullable<Scene["waiting"]>[string];

/** What the checks of one scene look at. */
interface Ground {
  readonly shapes: Shapes;
  readonly free: FreePlaces;
  /** The free space without what moves; null where there is none. */
  readonly space: FreeSpace | null;
  readonly findings: Findings;
}

/**
 * Refuses queues and waiting places that `checkStays` has an error for. A world is built without a look at them: most have none.
 *
 * @throws InputError naming the first
 */
export function refuseStays(scene: Scene, space: FreeSpace): void {
  if (!scene.queues && !scene.waiting) return;
  const shapes = shapesOf(scene);
  const tolerance = groundTolerance(boxOf(scene.boundary));
  const findings = new Findings();
  checkStays(scene, { shapes, free: new FreePlaces(shapes, { space, tolerance }), space, findings });
  const [first, ...rest] = findings.all().filter(({ severity }) => severity === "error");
  if (!first) return;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  throw new InputError(first.message + more, first.where);
}

/** Reports names that mean two things, lines through walls, places in walls, and those that nobody goes to. */
export function checkStays(scene: Scene, ground: Ground): void {
  const { goals = {}, queues = {}, waiting = {}, spawns = [] } = scene;
  const { findings } = ground;
  const used = new Set(spawns.flatMap((spawn) => spawn.goals.flat()));
  const named = (where: string, name: string, others: readonly object[], isRefuge = false): void => {
    if (others.some((other) => Object.hasOwn(other, name))) {
      const message = "there is a goal, a queue or a waiting place of this name already";
      findings.error("stay-name", where, message);
    }
    if (!used.has(name) && !isRefuge)
      findings.warning("stay-unused", where, "no spawn has it among its goals: nobody goes there");
  };
  for (const [name, queue] of Object.entries(queues)) {
    const where = keyed("queues", name);
    named(where, name, [goals]);
    checkQueue(where, queue, ground);
  }
  for (const [name, place] of Object.entries(waiting)) {
    const where = keyed("waiting", name);
    named(where, name, [goals, queues], place.refuge);
    checkWaiting(where, place, ground);
  }
}

function checkQueue(where: string, { line, counters = [] }: Queue, ground: Ground): void {
  const { findings, space } = ground;
  if (line.every((p) => samePoint(p, line[0]))) {
    findings.error(
      "queue-zero-length",
      `${where}.line`,
      "all points are the same; a line has a length",
      line[0],
    );
    return;
  }
  if (hasBlocked(`${where}.line`, line, "queue-blocked", ground)) return;
  const broken = line.findIndex((p, k) => k > 0 && space !== null && !space.visible(line[k - 1], p));
  if (broken > 0) {
    const message = `the part from ${shownPoint(line[broken - 1])} to ${shownPoint(line[broken])} runs through a wall; people stand along it`;
    findings.error("queue-blocked", `${where}.line`, message, line[broken]);
    return;
  }
  if (hasBlocked(`${where}.counters`, counters, "queue-blocked", ground)) return;
  const hidden = counters.findIndex((p) => space !== null && !space.visible(line[0], p));
  if (hidden < 0) return;
  const message = `a wall stands between ${shownPoint(counters[hidden])} and the beginning of the line, ${shownPoint(line[0])}; people walk straight from there`;
  findings.error("queue-blocked", `${where}.counters[${hidden}]`, message, counters[hidden]);
}

/** Reports the first of some points that is not free. */
function hasBlocked(
  where: string,
  points: readonly Point[],
  code: "queue-blocked" | "waiting-blocked",
  { free, findings }: Ground,
): boolean {
  for (const [k, p] of points.entries()) {
    const blocker = free.blockerOf(p);
    if (blocker === null) continue;
    findings.error(code, `${where}[${k}]`, `${shownPoint(p)} lies ${blocker}; people need free space`, p);
    return true;
  }
  return false;
}

function checkWaiting(where: string, { polygon, points = [] }: Waiting, ground: Ground): void {
  const { findings, shapes, free } = ground;
  if (hasBlocked(`${where}.points`, points, "waiting-blocked", ground) || !polygon) return;
  if (isFlat(polygon)) {
    const message = "all points lie on one line; an area has a size";
    findings.error("waiting-blocked", `${where}.polygon`, message, polygon[0]);
    return;
  }
  const coverage = coverageOf(polygon, shapes, free);
  if (coverage === "blocked") {
    const message = "lies wholly outside the boundary or inside obstacles; people need free space";
    findings.error("waiting-blocked", `${where}.polygon`, message, polygon[0]);
  } else if (coverage === "partly") {
    const message = "lies partly outside the boundary or inside obstacles; nobody waits there";
    findings.warning("waiting-partly-blocked", `${where}.polygon`, message, polygon[0]);
  }
}
