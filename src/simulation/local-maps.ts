/**
 * The manner of Dapper (2007): a local map around each person, in which others are obstacles and which the person's behaviour
 * bends, relaxed anew at every thought; a motion rule makes a step of its gradient. The way may come from any planner.
 */

import type { Manner, Scenery, Thinker, Thought } from "../crowd/index.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import {
  type Around,
  BatchRelaxer,
  type Behaviour,
  type Bend,
  checkBend,
  type Disc,
  type GpuLocalMaps,
  gradientOf,
  harmonic,
  LocalMap,
  type LocalMapOptions,
  type Looker,
  type Motion,
  mapBatch,
  type Self,
  setBend,
  staticMap,
  weightedMotion,
} from "../potential/index.js";

/** The agent as behaviours in a crowd see it: they may differ by its number. */
export interface CrowdSelf extends Self {
  readonly id: number;
  /** The crowd's seed. */
  readonly seed: number;
}

/** What bends the map of one in a crowd; time is counted in seconds since it came. */
export type CrowdBehaviour = (self: CrowdSelf, around: Around, time: number) => ReturnType<Behaviour>;

/** How people walk by local maps. */
export interface LocalMapManner {
  /** Default: harmonic. It must keep nothing between calls: many people share it. */
  readonly behaviour?: CrowdBehaviour;
  /** Default: the weighted mean with mass 4 and the speed table. */
  readonly motion?: Motion;
  readonly localMap?: LocalMapOptions;
  /** Metres within which others ahead are noticed, > 0; default 5. */
  readonly sight?: number;
  /** Seconds between thoughts, > 0; default 0.25. */
  readonly interval?: number;
  /** Where maps are drawn and relaxed instead of on the CPU: steps are then taken by `stepAsync`. */
  readonly gpu?: GpuLocalMaps;
}

/** The local map of one agent at a moment, and what it makes of it (Dapper 2007, figures 5.2 to 5.5). */
export interface LocalMapView {
  /** Cells along a side, and the side of one in metres. */
  readonly size: number;
  readonly cell: number;
  /** 0 free, 1 wall, 2 goal, and u = 1 - p, row by row, row 0 lowest. */
  readonly kinds: Uint8Array;
  readonly u: Float32Array;
  /** The agent, in the middle of the map. */
  readonly position: Point;
  readonly radius: number;
  /** Direction of the global way; null where there is none. */
  readonly way: Point | null;
  /** What bends the map. */
  readonly bend: Bend;
  /** Descent at the agent's place; [0, 0] for someone boxed in. */
  readonly gradient: Point;
  /** Where it goes by it: a direction times the share of its free speed, 0 to 1. */
  readonly chosen: Point;
}

/** Walks by local maps. */
export class LocalMapWalking implements Manner {
  readonly interval: number;
  private readonly behaviour: CrowdBehaviour;
  private readonly motion: Motion;
  private readonly map: LocalMap;
  private readonly sight: number;
  private readonly relaxer = new BatchRelaxer();
  private readonly gpu: GpuLocalMaps | undefined;

  constructor(options: LocalMapManner = {}) {
    const { behaviour = harmonic(), motion = weightedMotion(), sight = 5, interval = 0.25 } = options;
    for (const [name, value] of Object.entries({ sight, interval })) {
      if (value > 0 && Number.isFinite(value)) continue;
      throw new InputError(`a finite number > 0 is needed; given: ${value}`, name);
    }
    this.behaviour = behaviour;
    this.motion = motion;
    this.sight = sight;
    this.interval = interval;
    this.map = new LocalMap(options.localMap);
    this.gpu = options.gpu;
  }

  think(people: readonly Thinker[], scenery: Scenery): Thought[] {
    if (this.gpu) throw new InputError("maps on a graphics adapter need stepAsync or advanceAsync", "step");
    const { size, relaxations } = this.map.options;
    const batch = mapBatch(size, people.length, relaxations);
    people.forEach((person, k) => {
      const bend = this.look(person, scenery);
      checkBend(bend);
      setBend(batch, k, bend);
      batch.kinds.set(this.map.kinds, k * size * size);
    });
    const gradients = this.relaxer.run(batch);
    return people.map((person, k) => this.step(person, gradientOf(gradients, k)));
  }

  /** The map that somebody would make now, and what it would make of it: as `think` does it, for one. */
  view(person: Thinker, scenery: Scenery): LocalMapView {
    const { map } = this;
    const { position, radius, way } = person;
    const bend = this.look(person, scenery);
    map.relax(bend);
    const { size, cell } = map.options;
    const gradient = map.gradient();
    const { aim: chosen } = this.step(person, gradient);
    const [kinds, u] = [map.kinds.slice(), map.u.slice()];
    return { size, cell, kinds, u, position, radius, way, bend, gradient, chosen };
  }

  async thinkAsync(people: readonly Thinker[], scenery: Scenery): Promise<Thought[]> {
    const { gpu } = this;
    if (!gpu) return this.think(people, scenery);
    const thoughts: Thought[] = [];
    // One after another: a device holds the walls of one world at a time.
    for (const world of new Set(people.map((person) => person.world))) {
      const some = people.flatMap((person, k) => (person.world === world ? [k] : []));
      const gradients = await gpu.ask({
        world,
        people: scenery.people,
        layout: this.map.options,
        lookers: some.map((k) => this.lookerOf(people[k], scenery)),
      });
      some.forEach((k, n) => {
        thoughts[k] = this.step(people[k], gradientOf(gradients, n));
      });
    }
    return thoughts;
  }

  /** What a device needs to know of someone; those in sight are looked for only where the behaviour asks. */
  private lookerOf(person: Thinker, scenery: Scenery): Looker {
    const { slot, way, goal, radius: reach } = person;
    const bend = this.bendOf(person, scenery, () => this.othersOf(person, scenery));
    checkBend(bend);
    return { slot, facing: facingOf(person), way, goal, reach, bend };
  }

  /** Maps what is around and asks the behaviour. */
  private look(person: Thinker, scenery: Scenery): ReturnType<Behaviour> {
    const { position, radius, way, goal } = person;
    const others = this.othersOf(person, scenery);
    const cells = staticMap(person.world, radius);
    this.map.look(position, facingOf(person), radius, {
      isWall: (px, py) => cells.isWall(px, py),
      others,
      way,
      goal,
      reach: radius,
    });
    return this.bendOf(person, scenery, () => others);
  }

  /** Those in the map or within sight. */
  private othersOf({ position, slot, radius }: Thinker, { people }: Scenery): Disc[] {
    const { size, cell } = this.map.options;
    const { x, y, radius: radii } = people;
    const others: Disc[] = [];
    people.each(position, Math.max((size * cell) / Math.SQRT2 + radius, this.sight), slot, (j) => {
      others.push({ position: [x[j], y[j]], radius: radii[j] });
    });
    return others;
  }

  /** v and epsilon of somebody now, on whatever map. */
  bendFor(person: Thinker, scenery: Scenery): Bend {
    return this.bendOf(person, scenery, () => this.othersOf(person, scenery));
  }

  /** What the behaviour makes of it. */
  private bendOf(person: Thinker, { seed }: Scenery, others: () => readonly Disc[]): ReturnType<Behaviour> {
    const { position, radius, way, goal, id, world } = person;
    const self: CrowdSelf = { position, direction: facingOf(person), radius, sight: this.sight, id, seed };
    let seen: Disc[] | null = null;
    const around: Around = {
      get seen() {
        seen ??= seenBy(self, others());
        return seen;
      },
      way,
      goal,
      clearance: (p) => world.clearance(p),
    };
    return this.behaviour(self, around, person.age);
  }

  private step(person: Thinker, [gx, gy]: Point): Thought {
    const length = Math.sqrt(gx * gx + gy * gy);
    // Boxed in: stand, and look the same way.
    if (!(length > 0)) return { facing: person.facing, aim: [0, 0] };
    const ahead: Point = [gx / length, gy / length];
    const [fx, fy] = facingOf(person);
    const { direction, share } = this.motion(fx === 0 && fy === 0 ? ahead : [fx, fy], ahead, [gx, gy]);
    return { facing: direction, aim: [share * direction[0], share * direction[1]] };
  }
}

/** Whoever has not walked yet faces the way. */
function facingOf({ facing, way }: Thinker): Point {
  return facing[0] === 0 && facing[1] === 0 ? (way ?? facing) : facing;
}

/** Others within sight and ahead, nearest first. */
function seenBy({ position: [px, py], direction, sight }: Self, others: readonly Disc[]): Disc[] {
  const seen: { disc: Disc; gap: number }[] = [];
  for (const disc of others) {
    const dx = disc.position[0] - px;
    const dy = disc.position[1] - py;
    const gap = Math.sqrt(dx * dx + dy * dy) - disc.radius;
    if (gap <= sight && dx * direction[0] + dy * direction[1] > 0) seen.push({ disc, gap });
  }
  return seen.sort((a, b) => a.gap - b.gap).map(({ disc }) => disc);
}
