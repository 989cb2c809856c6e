// `npm run soak -- [crowd|maps] [--agent-steps N] [--maps N] [--seed S] [--minutes M]`: does the crowd keep its promises over a hundred
// million steps of people of all movement models in random scenes, and does memory stay flat over ten thousand path maps? Every fifth step is checked
// by brute force, with code that shares nothing with the library. Exits 1 at the first fault, and prints how to see it again.
import { parseArgs } from "node:util";
import { InputError, PathMap, Simulation, World } from "../dist/index.js";
import { MODEL_NAMES } from "../dist/models/index.js";
import { Random } from "../dist/numerics/index.js";

/** @typedef {readonly [number, number]} Point */
/** @typedef {{ polygon?: readonly Point[], segment?: readonly Point[], point?: Point, schedule?: readonly { time: number, offset?: Point, present?: boolean }[] }} Obstacle */
/** @typedef {import("../dist/world/index.js").SceneInput} Scene */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "agent-steps": { type: "string", default: "1e8" },
    maps: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "Infinity" },
  },
});

/** Seconds of a run, at most. */
const DURATION = 60;
/** Every so many steps everybody is looked at. */
const EVERY = 5;
/** Metres by which somebody may be in a wall: rounding. */
const ROUNDING = 1e-6;

// ---- random scenes ---------------------------------------------------------------------------------------------------------

/**
 * A rectangle of a size around a place, turned.
 *
 * @param {Point} centre
 * @param {number} width
 * @param {number} height
 * @param {number} angle
 * @returns {[number, number][]}
 */
function rectangle([x, y], width, height, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([i, j]) => {
    const [u, v] = [(i * width) / 2, (j * height) / 2];
    return [x + u * c - v * s, y + u * s + v * c];
  });
}

/**
 * Blocks, walls and posts.
 *
 * @param {Random} random
 * @param {() => [number, number]} place
 * @returns {any[]}
 */
function stillObstacles(random, place) {
  const obstacles = [];
  for (let k = random.below(10); k > 0; k--) {
    const angle = random.below(2) * random.between(0, Math.PI);
    obstacles.push({ polygon: rectangle(place(), random.between(0.3, 5), random.between(0.3, 4), angle) });
  }
  for (let k = random.below(4); k > 0; k--) {
    const [[x, y], angle, length] = [place(), random.between(0, Math.PI), random.between(1, 6)];
    const end = [x + length * Math.cos(angle), y + length * Math.sin(angle)];
    obstacles.push({ segment: [[x, y], end] });
  }
  for (let k = random.below(4); k > 0; k--) obstacles.push({ point: place() });
  return obstacles;
}

/**
 * Doors, which are walls that are gone after a while, and things that move.
 *
 * @param {Random} random
 * @param {() => [number, number]} place
 * @returns {any[]}
 */
function timedObstacles(random, place) {
  const obstacles = [];
  for (let k = random.below(3); k > 0; k--) {
    const [x, y] = place();
    const opens = { time: random.between(2, 20), present: false };
    const end = [x, y + random.between(1, 3)];
    obstacles.push({ segment: [[x, y], end], schedule: [{ time: 0, present: true }, opens] });
  }
  for (let k = random.below(3); k > 0; k--) {
    const schedule = [];
    let time = 0;
    for (let frame = 0; frame < 4; frame++) {
      schedule.push({ time, offset: [random.between(-5, 5), random.between(-5, 5)] });
      time += random.between(3, 15);
    }
    const polygon = rectangle(place(), random.between(0.5, 3), random.between(0.5, 3), 0.3);
    obstacles.push({ polygon, schedule });
  }
  return obstacles;
}

/**
 * One to three exits in the walls of a hall.
 *
 * @param {Random} random
 * @param {readonly Point[]} corners
 */
function randomExits(random, corners) {
  /** @type {Record<string, any>} */
  const goals = {};
  for (let k = 1 + random.below(3); k > 0; k--) {
    const side = random.below(4);
    const [[ax, ay], [bx, by]] = [corners[side], corners[(side + 1) % 4]];
    const [t, half] = [random.between(0.15, 0.85), random.between(0.02, 0.08)];
    const at = (/** @type {number} */ s) => [ax + s * (bx - ax), ay + s * (by - ay)];
    goals[`exit ${k}`] = { segments: [[at(t - half), at(t + half)]] };
  }
  return goals;
}

/**
 * A wall across a hall with one or two doors in it: open, closed for a while, for one direction, with a greatest flow.
 *
 * @param {Random} random
 * @param {number} width
 * @param {number} height
 */
function wallWithDoors(random, width, height) {
  const x = random.between(0.3, 0.7) * width;
  const gaps = Array.from({ length: 1 + random.below(2) }, (_, k) => {
    const middle = (0.25 + 0.5 * k + random.between(-0.1, 0.1)) * height;
    const half = random.between(0.4, 1.2);
    return { from: middle - half, to: middle + half };
  });
  const ends = [0, ...gaps.flatMap(({ from, to }) => [from, to]), height];
  const walls = [];
  for (let k = 0; k < ends.length; k += 2) {
    walls.push({
      segment: [
        [x, ends[k]],
        [x, ends[k + 1]],
      ],
    });
  }
  const doors = gaps.map(({ from, to }, k) => ({
    segment: [
      [x, from],
      [x, to],
    ],
    ...(random.below(2) ? { maxFlow: random.between(0.5, 3) } : {}),
    // One of two at most, so that everybody gets out.
    ...(k === 0 && gaps.length === 2 && random.below(2)
      ? { oneWay: random.below(2) ? "left" : "right" }
      : {}),
    ...(random.below(4) === 0 ? { leaf: 0.05 } : {}),
    ...(random.below(3) === 0
      ? { open: random.below(2) === 0, schedule: [{ time: random.between(4, 20), open: true }] }
      : {}),
    ...(random.below(6) === 0 ? { schedule: [{ time: random.between(10, 30), open: false }] } : {}),
  }));
  return { walls, doors };
}

/**
 * A hall with blocks, walls and posts, a wall with doors, things that move, one to three exits, people of all sizes.
 *
 * @param {Random} random
 * @param {string} model how everybody moves
 * @returns {Scene}
 */
function randomScene(random, model) {
  const [width, height] = [random.between(14, 40), random.between(10, 30)];
  const place = () =>
    /** @type {[number, number]} */ ([random.between(1, width - 1), random.between(1, height - 1)]);
  const { walls, doors } = random.below(2)
    ? wallWithDoors(random, width, height)
    : { walls: [], doors: undefined };
  const obstacles = [...walls, ...stillObstacles(random, place), ...timedObstacles(random, place)];
  // Only path maps know doors of one direction.
  const planners = doors?.some(({ oneWay }) => oneWay)
    ? ["pathmap"]
    : ["pathmap", "pathmap", "potential", "roadmap"];
  const boundary = rectangle([width / 2, height / 2], width, height, 0);
  const goals = randomExits(random, boundary);
  const angle = random.below(2) * random.between(0, 2 * Math.PI);
  const scene = {
    boundary,
    obstacles,
    ...(doors ? { doors } : {}),
    goals,
    profiles: {
      small: { radius: random.between(0.12, 0.2), speed: random.between(0.8, 2) },
      mixed: {
        radius: 0.25,
        speed: { min: 0.6, max: 1.9 },
        ...(model === "orca" ? { avoidance: { method: random.below(8) === 0 ? "none" : "orca" } } : {}),
      },
    },
    spawns: ["small", "mixed"].map((profile) => ({
      polygon: rectangle(place(), random.between(3, 12), random.between(3, 10), 0),
      count: 10 + random.below(120),
      ...(random.below(2) ? { rate: random.between(1, 10) } : {}),
      profile,
      planner: planners[random.below(planners.length)],
      goals: [Object.keys(goals)],
    })),
    simulation: {
      model,
      step: [0.02, 0.05, 0.1][random.below(3)],
      duration: DURATION,
      seed: random.below(1000),
    },
  };
  return turned(scene, angle);
}

/**
 * The scene with every coordinate turned about the origin; only arrays of two numbers under these keys are coordinates.
 *
 * @param {any} value
 * @param {number} angle
 * @returns {any}
 */
function turned(value, angle) {
  if (Array.isArray(value)) {
    const isPoint = value.length === 2 && value.every((v) => typeof v === "number");
    if (!isPoint) return value.map((part) => turned(part, angle));
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [value[0] * c - value[1] * s, value[0] * s + value[1] * c];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, turned(part, angle)]));
}

// ---- brute force -----------------------------------------------------------------------------------------------------------

/**
 * Distance from a point to a segment.
 *
 * @param {number} x
 * @param {number} y
 * @param {Point} a
 * @param {Point} b
 */
function apart(x, y, [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + t * dx - x, ay + t * dy - y);
}

/**
 * How deep a point is inside a ring, in metres; negative outside: minus the distance to it.
 *
 * @param {number} x
 * @param {number} y
 * @param {readonly Point[]} ring
 */
function depth(x, y, ring) {
  let inside = false;
  let least = Infinity;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    least = Math.min(least, apart(x, y, ring[i], ring[j]));
  }
  return inside ? least : -least;
}

/**
 * Where an obstacle stands at a time, and whether it does.
 *
 * @param {Obstacle} obstacle
 * @param {number} time
 * @returns {{ present: boolean, offset: Point }}
 */
function standing({ schedule = [] }, time) {
  let present = true;
  for (const frame of schedule)
    if (frame.time <= time && frame.present !== undefined) present = frame.present;
  const moves = schedule.flatMap(({ time: at, offset }) => (offset ? [{ at, offset }] : []));
  if (moves.length === 0) return { present, offset: [0, 0] };
  const after = moves.findIndex(({ at }) => at > time);
  if (after === 0) return { present, offset: moves[0].offset };
  if (after < 0) return { present, offset: moves[moves.length - 1].offset };
  const [from, to] = [moves[after - 1], moves[after]];
  const t = (time - from.at) / (to.at - from.at);
  return {
    present,
    offset: [
      from.offset[0] + t * (to.offset[0] - from.offset[0]),
      from.offset[1] + t * (to.offset[1] - from.offset[1]),
    ],
  };
}

/**
 * What is wrong with the crowd now; null where nothing is.
 *
 * @param {Scene} scene
 * @param {Simulation} simulation
 */
function faultOf(scene, { crowd, time }) {
  const { size, spawned, arrived, columns } = crowd;
  if (spawned !== size + arrived) return `${spawned} came, ${size} are inside and ${arrived} have arrived`;
  const [solid, moving] = solidsAt(scene, time);
  let covered = 0;
  const boundary = /** @type {readonly Point[]} */ (/** @type {unknown} */ (scene.boundary));
  for (let i = 0; i < size; i++) {
    const [x, y] = [columns.x[i], columns.y[i]];
    const who = `number ${columns.id[i]} at ${x},${y}`;
    if (!(Number.isFinite(x) && Number.isFinite(y))) return `${who}: no place`;
    if (depth(x, y, boundary) < -ROUNDING) return `${who} is outside by ${-depth(x, y, boundary)} m`;
    for (const ring of solid)
      if (depth(x, y, ring) > ROUNDING) return `${who} is in an obstacle, ${depth(x, y, ring)} m deep`;
    if (moving.some((ring) => depth(x, y, ring) > ROUNDING)) covered++;
  }
  // What moves may cover people whom walls leave no way out; they are counted.
  const { wallHits } = crowd.touches;
  return covered > wallHits ? `${covered} are in obstacles that move, but ${wallHits} are counted` : null;
}

/**
 * The polygons of a scene at a time: those that stand, and those that move.
 *
 * @param {Scene} scene
 * @param {number} time
 * @returns {[still: (readonly Point[])[], moving: (readonly Point[])[]]}
 */
function solidsAt(scene, time) {
  /** @type {[(readonly Point[])[], (readonly Point[])[]]} */
  const solids = [[], []];
  for (const obstacle of /** @type {readonly Obstacle[]} */ (scene.obstacles ?? [])) {
    const { present, offset } = standing(obstacle, time);
    if (!present || !obstacle.polygon) continue;
    const ring = obstacle.polygon.map(([x, y]) => /** @type {Point} */ ([x + offset[0], y + offset[1]]));
    solids[obstacle.schedule ? 1 : 0].push(ring);
  }
  return solids;
}

/** Metres from the end of a wall within which somebody who slides around it may seem to cross it. */
const AT_END = 0.3;

/**
 * Metres by which the way around the end of a wall may be longer than the straight one: who is pressed against a wall by what moves
 * is put aside, along the wall, and then makes a step around its end.
 */
const AROUND = 0.3;

/**
 * Whether a place on a wall is at one of its ends.
 *
 * @param {Point} at
 * @param {Point} a
 * @param {Point} b
 */
function isAtEnd(at, a, b) {
  return Math.min(...[a, b].map(([x, y]) => Math.hypot(at[0] - x, at[1] - y))) <= AT_END;
}

/**
 * How much farther it is from p to q around an end of a wall than through it, in metres.
 *
 * @param {Point} p
 * @param {Point} q
 * @param {Point} a
 * @param {Point} b
 */
function detour(p, q, a, b) {
  const around = [a, b].map(([x, y]) => Math.hypot(x - p[0], y - p[1]) + Math.hypot(q[0] - x, q[1] - y));
  return Math.min(...around) - Math.hypot(q[0] - p[0], q[1] - p[1]);
}

/** Watches for people who pass through walls that stand: a step that crosses one away from its ends. */
class WallWatch {
  /** @param {Scene} scene */
  constructor(scene) {
    /** @type {readonly (readonly [Point, Point])[]} */
    this.walls = (scene.obstacles ?? []).flatMap((/** @type {any} */ { segment, schedule }) =>
      segment && !schedule ? [segment] : [],
    );
    /** @type {Map<number, Point>} */
    this.before = new Map();
  }

  /**
   * What is wrong with the last step; null where nothing is.
   *
   * @param {Simulation} simulation
   */
  look({ crowd: { size, columns } }) {
    if (this.walls.length === 0) return null;
    for (let i = 0; i < size; i++) {
      const id = columns.id[i];
      /** @type {Point} */
      const q = [columns.x[i], columns.y[i]];
      const p = this.before.get(id) ?? q;
      this.before.set(id, q);
      for (const [a, b] of this.walls) {
        const at = crossing(p, q, a, b);
        if (at && !isAtEnd(at, a, b) && detour(p, q, a, b) > AROUND)
          return `number ${id} passed through a wall at ${at.join(",")}`;
      }
    }
    return null;
  }
}

/** Seconds after which nobody stands in a door any more that has closed. */
const CLEARED = 5;

/** Watches doors: nobody passes a closed one, or against its direction, or more people than its greatest flow allows. */
class DoorWatch {
  /** @param {Scene} scene */
  constructor(scene) {
    /** @type {readonly any[]} */
    this.doors = scene.doors ?? [];
    this.passed = this.doors.map(() => 0);
    this.closed = this.doors.map(() => 0);
    /** @type {Map<number, Point>} */
    this.before = new Map();
    this.time = 0;
  }

  /**
   * What is wrong with the last step; null where nothing is.
   *
   * @param {Simulation} simulation
   */
  look({ crowd: { size, columns }, time }) {
    if (this.doors.length === 0) return null;
    const step = time - this.time;
    this.time = time;
    this.doors.forEach(({ open = true, schedule = [] }, k) => {
      let isOpen = open;
      // As it is during the whole step.
      for (const frame of schedule) if (frame.time <= time - step) isOpen = frame.open;
      this.closed[k] = isOpen ? 0 : this.closed[k] + step;
    });
    for (let i = 0; i < size; i++) {
      const id = columns.id[i];
      /** @type {Point} */
      const q = [columns.x[i], columns.y[i]];
      const p = this.before.get(id);
      this.before.set(id, q);
      if (!p) continue;
      for (let k = 0; k < this.doors.length; k++) {
        const fault = this.passes(k, p, q);
        if (fault) return `number ${id} passed doors[${k}] ${fault}`;
      }
    }
    return null;
  }

  /**
   * @param {number} k
   * @param {Point} p
   * @param {Point} q
   */
  passes(k, p, q) {
    const { segment, oneWay, maxFlow } = this.doors[k];
    const [a, b] = segment;
    if (!crossing(p, q, a, b)) return null;
    this.passed[k]++;
    const side = (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]) > 0 ? "left" : "right";
    if (this.closed[k] > CLEARED) return `${this.closed[k].toFixed(2)} s after it had closed`;
    if (oneWay && side !== oneWay) return `to the ${side}, against its direction`;
    const most = 1 + (maxFlow ?? Infinity) * this.time;
    return this.passed[k] > most + 1e-6 ? `as number ${this.passed[k]}, where ${most} are allowed` : null;
  }
}

/**
 * Where the segments p q and a b cross; null where they do not.
 *
 * @param {Point} p
 * @param {Point} q
 * @param {Point} a
 * @param {Point} b
 * @returns {Point | null}
 */
function crossing(p, q, a, b) {
  const [dx, dy, ex, ey] = [q[0] - p[0], q[1] - p[1], b[0] - a[0], b[1] - a[1]];
  const area = dx * ey - dy * ex;
  if (area === 0) return null;
  const s = ((a[0] - p[0]) * ey - (a[1] - p[1]) * ex) / area;
  const t = ((a[0] - p[0]) * dy - (a[1] - p[1]) * dx) / area;
  return s > 0 && s < 1 && t > 0 && t < 1 ? [p[0] + s * dx, p[1] + s * dy] : null;
}

// ---- soaking ---------------------------------------------------------------------------------------------------------------

/** @param {number} count */
const grouped = (count) => count.toLocaleString("en");

/**
 * @param {number} target
 * @param {number} seed
 * @param {number} minutes
 */
function soakCrowd(target, seed, minutes) {
  const random = new Random(seed);
  const end = performance.now() + 60_000 * minutes;
  let [steps, scenes, checks, refused, arrived, spawned, doors] = [0, 0, 0, 0, 0, 0, 0];
  /** Agent-steps by model. @type {Record<string, number>} */
  const shares = Object.fromEntries(MODEL_NAMES.map((name) => [name, 0]));
  let told = performance.now();
  while (steps < target && performance.now() < end) {
    // By turns of work: all models get as many agent-steps.
    const model = MODEL_NAMES.reduce((least, name) => (shares[name] < shares[least] ? name : least));
    const scene = randomScene(random, model);
    /** @type {Simulation} */
    let simulation;
    try {
      simulation = new Simulation(scene);
    } catch (error) {
      // Random plans may cover their exits or their people: those are refused, as they should be.
      if (!(error instanceof InputError)) throw error;
      refused++;
      continue;
    }
    const watch = new WallWatch(scene);
    const doorWatch = new DoorWatch(scene);
    for (let k = 1; !simulation.done; k++) {
      simulation.advance();
      steps += simulation.crowd.size;
      shares[model] += simulation.crowd.size;
      const isDue = k % EVERY === 0;
      if (isDue) checks += simulation.crowd.size;
      const fault =
        watch.look(simulation) ?? doorWatch.look(simulation) ?? (isDue ? faultOf(scene, simulation) : null);
      if (fault) {
        process.stdout.write(`${JSON.stringify(scene)}\nat ${simulation.time.toFixed(2)} s: ${fault}\n`);
        process.exitCode = 1;
        return;
      }
    }
    scenes++;
    doors += doorWatch.passed.reduce((sum, count) => sum + count, 0);
    arrived += simulation.crowd.arrived;
    spawned += simulation.crowd.spawned;
    if (performance.now() - told > 10_000) {
      told = performance.now();
      process.stderr.write(`${grouped(steps)} agent-steps in ${grouped(scenes)} scenes\n`);
    }
  }
  process.stdout.write(
    `${grouped(steps)} agent-steps in ${grouped(scenes)} random scenes (${grouped(refused)} refused), ` +
      `${grouped(checks)} places checked: nobody in a wall, nobody lost; ${grouped(arrived)} of ${grouped(spawned)} arrived, ${grouped(doors)} times somebody passed a door\n` +
      `${MODEL_NAMES.map((name) => `${name} ${grouped(shares[name])}`).join(", ")}\n`,
  );
}

/**
 * @param {number} count
 * @param {number} seed
 */
function soakMaps(count, seed) {
  const collect = /** @type {{ gc?: () => void }} */ (globalThis).gc;
  if (!collect) throw new Error("node --expose-gc is needed to measure memory");
  const random = new Random(seed);
  const marks = [];
  for (let k = 1; k <= count; k++) {
    const scene = randomScene(random, "default");
    try {
      const world = new World(scene);
      new PathMap(world, { goals: Object.keys(scene.goals ?? {}), radius: 0.2 * random.below(2) }).distance([
        5, 5,
      ]);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
    if (k % Math.ceil(count / 10)) continue;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    marks.push((heapUsed + external) / 2 ** 20);
    process.stderr.write(`${grouped(k)} maps: ${marks[marks.length - 1].toFixed(1)} MB\n`);
  }
  const [first, last] = [marks[0], marks[marks.length - 1]];
  process.stdout.write(
    `${grouped(count)} path maps: ${first.toFixed(1)} MB after a tenth, ${last.toFixed(1)} MB at the end\n`,
  );
  if (last > 1.1 * first + 5) process.exitCode = 1;
}

const [what = "crowd"] = positionals;
if (what === "crowd") soakCrowd(Number(values["agent-steps"]), Number(values.seed), Number(values.minutes));
else if (what === "maps") soakMaps(Number(values.maps), Number(values.seed));
else {
  process.stderr.write(`crowd or maps is allowed; given: ${what}\n`);
  process.exitCode = 2;
}
