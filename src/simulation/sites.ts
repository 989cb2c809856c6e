/**
 * People as sites of the roadmap, as the thesis has them (Hartmann 2010, chapters 4 and 5): everyone is a point of one Voronoi
 * diagram, plans on it at every step and takes a step that touches nothing, one after the other.
 *
 * The crowd carries out what they decide: to it, this is a movement model. Its people walk as far in a step as their speed says.
 */
import type { ArrivalRule } from "../crowd/index.js";
import { type DirectedCrowd, scrambled } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { boxOf, distance, type Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { Model, OwnModelOptions } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { checkKeys, checkNumber } from "../options.js";
import { BlockStream, Roadmap, RouteFinder, type Site } from "../roadmap/index.js";
import { Walker } from "../roadmap/internal.js";
import { type Obstacle, type Scene, spawnProfiles, type World } from "../world/index.js";
import { clearPlace } from "./spawn.js";
import type { Profile } from "./specs.js";

/** How people plan who are sites of the diagram. */
export interface SiteOptions {
  /** Vertices that a search may expand before it has to do with what it found, >= 1; default: no limit. */
  readonly maxIterations?: number;
  /**
   * Metres around people within which obstacles are in the diagram, at least two steps of the fastest; default: all are, always.
   * Obstacles larger than this stay in it.
   */
  readonly stream?: number;
}

/** The columns of the thesis's tables 5.1 to 5.4. */
export interface SiteFigures {
  /** Most Voronoi segments at any time. */
  readonly segments: number;
  /** Steps that somebody took, and the mean of vertices that were expanded in one. */
  readonly agentSteps: number;
  readonly iterations: number;
  /** Searches for a way from nothing, which the thesis does at every step, and the mean of vertices that one expanded. */
  readonly searches: number;
  readonly iterationsPerSearch: number;
  /** Milliseconds of real time for a step, planning and the change of the diagram included, in the mean. */
  readonly msPerStep: number;
  /** Longest path of all that were planned, in metres. */
  readonly longestPath: number;
  /** With `stream`: blocks that came into the diagram, and those that left it again. */
  readonly blocksCame: number;
  readonly blocksWent: number;
}

/** Places nearer to each other than this are the same, in metres: the crowd multiplies and divides by the step. */
const SAME = 1e-9;

/** Refuses what a diagram of people does not know: other planners, things that move by a timetable, doors. */
export function checkSites(scene: Scene, planners: readonly string[]): void {
  const other = planners.find((planner) => planner !== "roadmap");
  if (other !== undefined)
    throw new InputError(`people are sites of planner roadmap alone; given: ${other}`, "sites");
  const staying = (["queues", "waiting"] as const).find((key) => Object.keys(scene[key] ?? {}).length > 0);
  if (staying !== undefined)
    throw new InputError("where people are sites of the roadmap, they neither queue nor wait", staying);
  if (scene.groups?.length)
    throw new InputError("where people are sites of the roadmap, they do not walk in groups", "groups");
  const moving = [
    ...(scene.obstacles ?? []).map(({ schedule }, k) => (schedule ? `obstacles[${k}].schedule` : "")),
    ...Object.entries(scene.goals ?? {}).map(([name, { schedule }]) =>
      schedule ? `goals.${name}.schedule` : "",
    ),
    scene.doors?.length ? "doors" : "",
    scene.periodic ? "periodic" : "",
  ].find((where) => where !== "");
  if (moving !== undefined)
    throw new InputError("where people are sites of the roadmap, the plan has to stand still", moving);
}

/** The world as all find it who come; in one diagram there is no zone that some may enter and others not. */
function worldOfAll(plan: World): World {
  const { spawns = [] } = plan.scene;
  const profiles = spawns.flatMap((spawn): readonly (string | null)[] =>
    spawn.profile === undefined ? [null] : spawnProfiles(spawn),
  );
  const [first = null, ...others] = profiles;
  const own = plan.zones.forbiddenTo(first).join();
  const other = others.find((profile) => plan.zones.forbiddenTo(profile).join() !== own);
  if (other !== undefined) {
    const name = (profile: string | null): string => (profile === null ? "people without one" : profile);
    throw new InputError(
      `people who are sites of one roadmap may all enter the same zones; profiles ${name(first)} and ${name(other)} may not`,
      "sites",
    );
  }
  return plan.for(first);
}

/** Refuses profiles with manners that are not this thesis's. */
function checkProfile({ behaviour, localMap, motion }: Profile, name: string): void {
  const isOther = behaviour && behaviour.type !== "empty-circle" && behaviour.type !== "random-point";
  if (!isOther && !localMap && !motion) return;
  throw new InputError(
    "people who are sites walk by behaviour empty-circle or random-point, without localMap and motion",
    `profiles.${name}`,
  );
}

/** One who walks: where it will be after the step, and the guide whose goal it heads for. */
interface Pedestrian {
  readonly walker: Walker;
  guide: Guide;
  next: Point;
}

/** The diagram, once the plan is known. */
interface Ground {
  readonly world: World;
  readonly seed: number;
  readonly roadmap: Roadmap;
  readonly finder: RouteFinder;
  readonly stream: BlockStream | null;
}

/** A diagram with everybody in it. */
export class Sites {
  /** What a crowd is told of them. */
  private readonly model: OwnModelOptions;
  private ground: Ground | null = null;
  private readonly everybody = new Map<number, Pedestrian>();
  /** The profiles of those who have come, by their numbers. */
  private readonly profiles = new Map<number, Profile>();
  private readonly known = {
    segments: 0,
    agentSteps: 0,
    iterations: 0,
    searches: 0,
    searched: 0,
    milliseconds: 0,
    longestPath: 0,
    came: 0,
    went: 0,
  };

  constructor(private readonly options: SiteOptions) {
    checkKeys(options, ["maxIterations", "stream"], "sites");
    const { maxIterations, stream } = options;
    if (maxIterations !== undefined)
      checkNumber(maxIterations, "sites.maxIterations", { whole: true, least: 1 });
    if (stream !== undefined) checkNumber(stream, "sites.stream", { of: "metres", above: 0 });
    this.model = {
      name: "sites",
      choose: ({ id, x, y, step }, velocity) => {
        const next = this.everybody.get(id)?.next ?? [x, y];
        velocity[0] = (next[0] - x) / step;
        velocity[1] = (next[1] - y) / step;
      },
      // It sees by the diagram.
      range: 0.01,
      neighbours: 0,
      wallRange: 0.01,
      parameters: {
        ...(maxIterations === undefined ? {} : { maxIterations }),
        ...(stream === undefined ? {} : { stream }),
      },
    };
  }

  /** A simulation's options with what follows from these; what contradicts them is refused. */
  optionsFor<Options extends { arrival?: ArrivalRule; model?: Model }>(
    { profiles = {}, simulation = {} }: Scene,
    given: Options,
  ): Options {
    const noModel = "people who are sites of the roadmap walk by no model; leave out one";
    if (given.model !== undefined) throw new InputError(noModel, "model");
    // A scene that says both contradicts itself; `sites` of the options is for any scene, whatever it says for itself.
    if (simulation.sites && simulation.model !== undefined) throw new InputError(noModel, "simulation.model");
    if (given.arrival === "cross")
      throw new InputError("people who are sites of the roadmap touch their goals; given: cross", "arrival");
    for (const [name, profile] of Object.entries(profiles)) checkProfile(profile, name);
    return { ...given, arrival: "touch", model: this.model };
  }

  /** Makes the diagram of a plan. */
  settle(plan: World, seed: number): void {
    const { stream } = this.options;
    const world = worldOfAll(plan);
    const blocks = stream === undefined ? null : new Blocks(world.obstacles, stream);
    const roadmap = blocks
      ? new Roadmap({ boundary: world.scene.boundary, obstacles: blocks.large.map(siteOf) })
      : new Roadmap(world);
    this.ground = {
      world,
      seed,
      roadmap,
      finder: new RouteFinder(roadmap),
      stream: blocks && new BlockStream(roadmap, blocks.options(stream!)),
    };
  }

  /** What came of it so far. */
  get figures(): SiteFigures {
    const { segments, agentSteps, iterations, searches, searched, longestPath, came, went } = this.known;
    return {
      segments,
      agentSteps,
      iterations: iterations / Math.max(1, agentSteps),
      searches,
      iterationsPerSearch: searched / Math.max(1, searches),
      msPerStep: this.known.milliseconds / Math.max(1, agentSteps),
      longestPath,
      blocksCame: came,
      blocksWent: went,
    };
  }

  /** Says who comes. */
  welcome(id: number, profile: Profile): void {
    this.profiles.set(id, profile);
  }

  /** Everybody plans and decides on a step, one after the other, before the crowd takes these steps. */
  walk(crowd: DirectedCrowd, seconds: number): void {
    const { known } = this;
    const began = performance.now();
    this.dismiss(crowd);
    crowd.keepPace();
    const { id, x, y, born, reaction } = crowd.columns;
    this.follow(Array.from({ length: crowd.size }, (_, i): Point => [x[i], y[i]]));
    for (let i = 0; i < crowd.size; i++) {
      const person = this.pedestrian(crowd, i, seconds);
      if (!person || crowd.time - born[i] < reaction[i]) continue;
      const { walker } = person;
      this.guide(person, crowd, id[i]);
      walker.step();
      person.next = walker.position;
      known.agentSteps++;
      known.iterations += walker.iterations;
      known.searches += walker.searches;
      known.searched += walker.searched;
      known.longestPath = Math.max(known.longestPath, walker.pathLength);
    }
    known.segments = Math.max(known.segments, this.ground!.roadmap.diagram.edges);
    known.milliseconds += performance.now() - began;
  }

  /** Brings the obstacles around people into the diagram. */
  private follow(places: readonly Point[]): void {
    const { stream } = this.ground!;
    if (!stream) return;
    const { came, went } = stream.follow(places);
    this.known.came += came;
    this.known.went += went;
  }

  /** Takes those out of the diagram who have left. */
  private dismiss(crowd: DirectedCrowd): void {
    const { id } = crowd.columns;
    if (this.everybody.size === 0) return;
    const inside = new Set(id.subarray(0, crowd.size));
    for (const [number, { walker }] of this.everybody) {
      if (inside.has(number)) continue;
      walker.leave();
      this.everybody.delete(number);
      this.profiles.delete(number);
    }
  }

  /** The one in a slot of the crowd, where the crowd has put it; null for one without a guide. */
  private pedestrian(crowd: DirectedCrowd, slot: number, seconds: number): Pedestrian | null {
    const { roadmap, finder, seed } = this.ground!;
    const { id, x, y, radius, speed } = crowd.columns;
    const position: Point = [x[slot], y[slot]];
    const found = this.everybody.get(id[slot]);
    if (found) {
      found.walker.stride = speed[slot] * seconds;
      if (distance(found.walker.position, position) > SAME) found.walker.shift(position);
      return found;
    }
    const guide = crowd.guidesOf(id[slot])[crowd.legOf(id[slot])];
    if (!guide) return null;
    const { type, threshold, goalFocus = false } = this.profiles.get(id[slot])?.behaviour ?? {};
    const step = speed[slot] * seconds;
    this.checkSight(step);
    const options = {
      position,
      goal: this.placeOf(guide, position, radius[slot]),
      radius: radius[slot],
      step,
      maxIterations: this.options.maxIterations ?? Infinity,
      goalFocus,
      ...(threshold === undefined ? {} : { threshold: Math.max(threshold, SAME) }),
      ...(type === "random-point" ? { random: new Random(scrambled(seed, id[slot], 0)) } : {}),
    };
    const person = { walker: new Walker(roadmap, options, finder), guide, next: position };
    this.everybody.set(id[slot], person);
    return person;
  }

  /** Nobody walks into what is not in the diagram yet. */
  private checkSight(step: number): void {
    const { stream = Infinity } = this.options;
    if (stream >= 2 * step) return;
    throw new InputError(
      `at least two steps of the fastest are needed, here ${Number((2 * step).toFixed(3))} m; given: ${stream}`,
      "sites.stream",
    );
  }

  /** Sends somebody on who has reached a goal of its queue. */
  private guide(person: Pedestrian, crowd: DirectedCrowd, id: number): void {
    const guide = crowd.guidesOf(id)[crowd.legOf(id)];
    if (!guide || guide === person.guide) return;
    person.guide = guide;
    person.walker.goal = this.placeOf(guide, person.walker.position, person.walker.radius);
  }

  /** Where somebody goes: the point of its goal at the end of the way, or beside it where it lies in a wall. */
  private placeOf(guide: Guide, from: Point, radius: number): Point {
    const { places } = guide;
    const [only] = places ?? [];
    const isPoint = places?.length === 1 && "point" in only;
    const end = isPoint ? only.point : (guide.pathFrom(from)?.at(-1) ?? guide.nearestGoal?.(from) ?? from);
    return clearPlace(this.ground!.world, end, radius) ?? end;
  }
}

/** Obstacles by square blocks, as large as obstacles are seen. */
class Blocks {
  /** Those that do not fit into one. */
  readonly large: readonly Obstacle[];
  private readonly cells = new Map<string, Site[]>();

  constructor(
    obstacles: readonly Obstacle[],
    private readonly size: number,
  ) {
    const large: Obstacle[] = [];
    for (const obstacle of obstacles) {
      const { minX, minY, maxX, maxY } = boxOf(cornersOf(obstacle));
      if (maxX - minX > size || maxY - minY > size) {
        large.push(obstacle);
        continue;
      }
      const key = `${Math.floor(minX / size)},${Math.floor(minY / size)}`;
      this.cells.set(key, [...(this.cells.get(key) ?? []), siteOf(obstacle)]);
    }
    this.large = large;
  }

  /** What a stream needs to know. An obstacle reaches at most one size beyond the block that its lower left corner is in. */
  options(reach: number): ConstructorParameters<typeof BlockStream>[1] {
    const { size, cells } = this;
    return { size, reach: reach + size, blockAt: (i, j) => cells.get(`${i},${j}`) ?? [] };
  }
}

function cornersOf({ polygon, segment, point }: Obstacle): readonly Point[] {
  return polygon ?? segment ?? [point!];
}

function siteOf({ polygon, segment, point }: Obstacle): Site {
  return polygon ? { polygon } : segment ? { segment } : { point: point! };
}
