/**
 * Groups: what one group map costs per member against a local map each, which is the article's reason for groups (Silveira,
 * Fischer and Nedel 2010, 3.2); updates of two armies; and a course with doors and pillars, with what the formation came to.
 */
import { Crowd, Crowding, type Scenery, type Thinker } from "../../src/crowd/index.js";
import type { Point } from "../../src/geometry/index.js";
import { type Group, Groups } from "../../src/groups/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { LocalMapWalking, Simulation, type SimulationSnapshot } from "../../src/simulation/index.js";
import { type Obstacle, World } from "../../src/world/index.js";
import type { Case, Suite } from "../harness.js";

/** Seconds between two looks of a group, and between two thoughts of somebody with a local map. */
const INTERVAL = 0.25;

/** A field with a pillar every 12 m. */
function field(): World {
  const obstacles: Obstacle[] = [];
  for (let x = 6; x < 100; x += 12) {
    for (let y = 6; y < 100; y += 12)
      obstacles.push({
        polygon: [
          [x, y],
          [x + 0.8, y],
          [x + 0.8, y + 0.8],
          [x, y + 0.8],
        ],
      });
  }
  return new World({
    boundary: [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ],
    obstacles,
  });
}

/** What came of a run, and the milliseconds of processor time that it took: other work on the machine counts little then. */
interface Timed<T> {
  readonly value: T;
  readonly ms: number;
}

function timed<T>(run: () => T): Timed<T> {
  const before = process.cpuUsage();
  const value = run();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 };
}

const ownTimes = ({ ms }: Timed<unknown>): readonly number[] => [ms];

const eastward = (): Point => [1, 0];

/** Members in a square with a metre between neighbours, in the middle of the field. */
function squareOf(members: number, world: World): Point[] {
  const side = Math.ceil(Math.sqrt(members));
  return Array.from({ length: members }, (_, k): Point => {
    const p: Point = [50 - side / 2 + (k % side), 50 - side / 2 + Math.floor(k / side)];
    // Beside a pillar that stands in one's place.
    return world.clearance(p) > 0.25 ? p : [p[0], p[1] + 1.35];
  });
}

interface Ready {
  readonly world: World;
  readonly group: Group;
  readonly manner: LocalMapWalking;
  readonly thinkers: readonly Thinker[];
  readonly scenery: Scenery;
}

/** The same people as a group, and with a local map each. */
function ready(members: number): Ready {
  const world = field();
  const groups = new Groups();
  const crowd = new Crowd(world, { groups });
  const ids = squareOf(members, world).map((position) =>
    crowd.add({ position, radius: 0.22, guide: eastward }),
  );
  // Somebody is still to come, so that the group stands and every look is alike.
  const group = groups.add({
    members: ids,
    guide: eastward,
    formation: "square",
    spacing: 1,
    expected: members + 1,
  });
  crowd.step(0.05);
  const { x, y, radius, id } = crowd.columns;
  const guide = { heading: eastward, cost: () => null, distance: () => null, pathFrom: () => null };
  const thinkers = Array.from(
    { length: members },
    (_, slot): Thinker => ({
      id: id[slot],
      slot,
      world,
      position: [x[slot], y[slot]],
      facing: [1, 0],
      radius: radius[slot],
      age: 1,
      guide,
      way: [1, 0],
      goal: null,
    }),
  );
  const scenery = { world, seed: 1, people: new Crowding(members, x, y, radius) };
  return { world, group, manner: new LocalMapWalking(), thinkers, scenery };
}

function costCases(members: number): Case[] {
  const input = `${members} people look once`;
  let made: Ready | undefined;
  const all = (): Ready => (made ??= ready(members));
  const own: Case<Timed<number>> = {
    input,
    name: "a local map each, 15 x 15",
    role: "baseline",
    operations: members,
    setup: () => void all(),
    run() {
      const { manner, thinkers, scenery } = all();
      return timed(
        () => manner.think(thinkers, scenery).filter(({ aim }) => Number.isFinite(aim[0] + aim[1])).length,
      );
    },
    ownTimes,
    check({ value: thoughts }) {
      if (thoughts !== members) throw new Error(`${thoughts} of ${members} have thought`);
    },
  };
  const together: Case<Timed<number>> = {
    input,
    name: "one group map",
    operations: members,
    setup: () => void all(),
    run() {
      const { group, world } = all();
      return timed(() => {
        group.lead(INTERVAL, () => world);
        return group.lag!.greatest;
      });
    },
    ownTimes,
    check({ value: greatest }) {
      if (!(greatest < 4)) throw new Error(`somebody is ${greatest} m from its place`);
    },
    remark: () => {
      const { size, cell } = all().group.groupMap!.map.options;
      return `${size} x ${size} cells of ${cell} m`;
    },
  };
  return [own, together] as Case[];
}

/** One second of the fight, in 30 updates, from when the lines have met. */
function armies(from: number): Case<Timed<Simulation>> {
  const updates = 30;
  let simulation: Simulation;
  let snapshot: SimulationSnapshot;
  return {
    input: `two armies of 150 at ${from} s`,
    name: "one update of 1/30 s, one core",
    operations: updates,
    setup() {
      simulation = new Simulation(builtinScene("two-armies"), { step: 1 / 30 });
      while (simulation.time < from) simulation.advance();
      snapshot = simulation.snapshot();
    },
    run() {
      simulation.restore(snapshot);
      return timed(() => {
        for (let k = 0; k < updates; k++) simulation.advance();
        return simulation;
      });
    },
    ownTimes,
    check({ value: { crowd, falls } }) {
      if (crowd.size + falls.length !== 300)
        throw new Error(`${crowd.size} of 300 and ${falls.length} fallen`);
    },
    remark: ({ value: { crowd, falls } }) => `${crowd.size} units in formation, ${falls.length} fallen`,
  };
}

/** The whole of `parade`: a company in formation, and families. */
function parade(): Case<{ simulation: Simulation; mean: number; greatest: number; deepest: number }> {
  return {
    input: "parade, from beginning to end",
    name: "a company of 30 and families",
    run() {
      const simulation = new Simulation(builtinScene("parade"));
      let [sum, count, greatest, deepest] = [0, 0, 0, 0];
      while (!simulation.done) {
        simulation.advance();
        deepest = Math.max(deepest, simulation.crowd.touches.deepest);
        for (const { lag } of simulation.groups.list) {
          if (!lag) continue;
          sum += lag.mean;
          count++;
          greatest = Math.max(greatest, lag.greatest);
        }
      }
      return { simulation, mean: sum / count, greatest, deepest };
    },
    check({ simulation }) {
      const { arrived } = simulation.crowd;
      if (arrived !== simulation.total) throw new Error(`${arrived} of ${simulation.total} arrived`);
    },
    remark: ({ simulation, mean, greatest, deepest }) =>
      `all arrived after ${simulation.time.toFixed(1)} s; ${mean.toFixed(2)} m from their places, at most ${greatest.toFixed(1)} m; deepest overlap ${deepest.toFixed(3)} m`,
  };
}

/** The suite. */
export const groups: Suite = {
  name: "groups",
  title: "Groups: time per member, per update and per course",
  cases(quick) {
    const sizes = quick ? [100] : [10, 30, 100, 300, 1000];
    return [
      ...sizes.flatMap(costCases),
      ...(quick ? [armies(1)] : [armies(30), armies(60), parade()]),
    ] as Case[];
  },
};
