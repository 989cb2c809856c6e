/**
 * Scenes for the engine alone, without guides or worlds: equal on every machine, since they are drawn with + - * / and square
 * roots from a seed. The hash of where they lead pins the kernel's bits.
 */
import { createHash } from "node:crypto";
import { type Engine, type Habit, ORCA, type WallList } from "../../src/crowd/internal.js";
import { MODEL } from "../../src/crowd/kernel/layout.js";
import { Random } from "../../src/numerics/index.js";

type Place = readonly [number, number];

/** A scene: fills an engine, and says before each step what everybody wants. */
export interface EngineScene {
  readonly name: string;
  readonly steps: number;
  /** Seconds. */
  readonly step: number;
  fill(engine: Engine): void;
  wish(engine: Engine, k: number): void;
}

/** Walls around closed rings, the free side to the right of each edge: outside of a counterclockwise ring. */
function wallsAround(rings: readonly (readonly Place[])[]): WallList {
  const list: WallList = { a: [], b: [], next: [], prev: [] };
  for (const ring of rings) {
    const first = list.a.length;
    const n = ring.length;
    ring.forEach(([x, y], i) => {
      const [qx, qy] = ring[(i + 1) % n];
      list.a.push([x, y]);
      list.b.push([qx, qy]);
      list.next.push(first + ((i + 1) % n));
      list.prev.push(first + ((i + n - 1) % n));
    });
  }
  return list;
}

function box(minX: number, minY: number, maxX: number, maxY: number): Place[] {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
}

/** Everybody walks towards a place of their own at full speed. */
function head(engine: Engine, to: (i: number, x: number, y: number) => Place): void {
  const { x, y, wishX, wishY, top } = engine.agents;
  for (let i = 0; i < engine.count; i++) {
    const [gx, gy] = to(i, x[i], y[i]);
    const [dx, dy] = [gx - x[i], gy - y[i]];
    const d = Math.sqrt(dx * dx + dy * dy);
    const scale = d > 0.1 * top[i] ? top[i] / d : 1;
    wishX[i] = dx * scale;
    wishY[i] = dy * scale;
  }
}

const disc: Place[] = [];
for (let x = -9; x <= 9; x++) for (let y = -9; y <= 9; y++) if (x * x + y * y <= 81) disc.push([x, y]);

/** A disc of people 1 m apart who all cross to the other side: dense in its middle, and without walls. */
const crossing: EngineScene = {
  name: "a dense disc that crosses itself",
  steps: 260,
  step: 0.1,
  fill(engine) {
    disc.forEach(([x, y], i) => {
      engine.add(i, { x, y, radius: 0.25, top: 1.3, habit: ORCA });
    });
  },
  wish: (engine) => head(engine, (i) => [-disc[i][0], -disc[i][1]]),
};

/** A hall with a door, posts and a thin wall; everybody presses through. */
const door: EngineScene = {
  name: "a jam at a door, with posts",
  steps: 300,
  step: 0.1,
  fill(engine) {
    const rings = [box(10, -1, 10.4, 4.4), box(10, 5.6, 10.4, 11), box(-1, -1, 11, 0), box(-1, 10, 11, 11)];
    const posts = [box(8, 4.6, 8.01, 4.61), box(8.5, 5.6, 8.504, 5.604), box(6, 3, 6.3, 3.3)];
    engine.setWalls(
      wallsAround([
        ...rings,
        ...posts,
        [
          [7, 7],
          [9, 6.5],
        ],
      ]),
      11,
    );
    const random = new Random(4);
    for (let i = 0; i < 220; i++) {
      const place = { x: random.between(0.3, 5.6), y: random.between(0.3, 9.7) };
      engine.add(i, {
        ...place,
        radius: random.between(0.15, 0.25),
        top: random.between(0.9, 1.6),
        habit: ORCA,
      });
    }
  },
  wish: (engine) => head(engine, (_, x) => (x < 10.2 ? [10.4, 5] : [30, 5])),
};

/** Every kind of habit, people on tracks, people near their goal, a wall that moves, far from the origin. */
const mixture: EngineScene = {
  name: "all habits, tracks and a moving wall, far from the origin",
  steps: 240,
  step: 0.05,
  fill(engine) {
    engine.setWalls(
      wallsAround([box(99_990, 50_000, 99_991, 50_010), box(100_004, 50_004, 100_006, 50_006)]),
      1e5,
    );
    const random = new Random(11);
    for (let i = 0; i < 260; i++) {
      const habit: Habit = {
        ...ORCA,
        horizon: i % 3 === 0 ? 1 : 2,
        neighbours: i % 4 === 0 ? 3 : 10,
        range: i % 6 === 0 ? 1 : 5,
        model: i % 5 === 0 ? MODEL.straight : ORCA.model,
        acceleration: i % 7 === 0 ? 3 : 0,
        weidmann: i % 2 === 0 ? 1 : 0,
      };
      const place = { x: random.between(99_992, 100_003), y: random.between(50_000, 50_010) };
      engine.add(i, { ...place, radius: random.between(0.15, 0.3), top: random.between(0.8, 1.8), habit });
    }
  },
  wish(engine, k) {
    const shift = 0.02 * k;
    engine.setMovingWalls(wallsAround([box(99_998 + shift, 49_998, 99_998.5 + shift, 50_003)]));
    const { onTrack, closing, id } = engine.agents;
    for (let i = 0; i < engine.count; i++) {
      onTrack[i] = id[i] % 13 === 0 && k < 120 ? 1 : 0;
      closing[i] = id[i] % 9 === 0 ? 1 : 0;
    }
    head(engine, (i) => [i % 2 === 0 ? 100_012 : 99_988, 50_005 + (i % 5)]);
  },
};

/** Long steps among many short walls: more than an agent can keep in mind. */
const thicket: EngineScene = {
  name: "long steps through a thicket of walls",
  steps: 60,
  step: 0.5,
  fill(engine) {
    const random = new Random(23);
    const rings: Place[][] = [];
    for (let i = 0; i < 400; i++) {
      const [x, y] = [random.between(-8, 8), random.between(-8, 8)];
      rings.push(box(x, y, x + random.between(0.02, 0.3), y + random.between(0.02, 0.3)));
    }
    engine.setWalls(wallsAround(rings), 8);
    for (let i = 0; i < 150; i++) {
      const place = { x: random.between(-12, -9), y: random.between(-8, 8) };
      engine.add(i, { ...place, radius: 0.1, top: 2, habit: { ...ORCA, obstacleHorizon: 1 } });
    }
  },
  wish: (engine) => head(engine, (i) => [12, (i % 16) - 8]),
};

export const ENGINE_SCENES: readonly EngineScene[] = [crossing, door, mixture, thicket];

/** Fills an engine and walks a scene to its end; a hash of all that every tenth step left of the agents, to the bit. */
export function walk(engine: Engine, scene: EngineScene): string {
  const hash = createHash("sha256");
  scene.fill(engine);
  for (let k = 0; k < scene.steps; k++) {
    scene.wish(engine, k);
    engine.step(scene.step, k * scene.step);
    if (k % 10 === 9) for (const column of stateOf(engine)) hash.update(new Uint8Array(column.buffer));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Copies of what a step leaves of the agents. */
export function stateOf(engine: Engine): Float64Array[] {
  const { x, y, vx, vy, stuck } = engine.agents;
  const { overlaps, deepest, wallHits, wallDepth } = engine.touches;
  // Into fresh arrays: columns may be shared between threads, and have room to spare.
  const columns = [x, y, vx, vy, stuck].map((column) => Float64Array.from(column.subarray(0, engine.count)));
  return [...columns, Float64Array.of(overlaps, deepest, wallHits, wallDepth)];
}
