/** Parts of the kernel by themselves, against oracles that share no code with them. */
import { describe, expect, it } from "vitest";
import { Random } from "../../numerics/index.js";
import { noWalls, type WallList, wallColumns, wallGrid } from "../walls.js";
import { Neighbours, sortIntoGrid } from "./grid.js";
import { HABIT, NUMBER, WALLS } from "./layout.js";
import { AIM, LinearProgram } from "./linear-program.js";
import { Allocator, agentColumns, type Memory, sortedColumns } from "./memory.js";
import { MOTION, NearWalls } from "./walls.js";

/** Memory with agents at some places, a grid of some cell size, and walls. */
function memoryOf(places: readonly (readonly [number, number])[], cell: number, walls = noWalls()): Memory {
  const make = new Allocator(false);
  const count = places.length;
  const agents = agentColumns(make, count);
  places.forEach(([x, y], i) => {
    agents.x[i] = x;
    agents.y[i] = y;
    agents.radius[i] = 0.25;
    agents.top[i] = 1;
  });
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const numbers = make.float64(NUMBER.size);
  numbers[NUMBER.count] = count;
  numbers[NUMBER.minX] = Math.min(...xs);
  numbers[NUMBER.minY] = Math.min(...ys);
  numbers[NUMBER.cell] = cell;
  numbers[NUMBER.columns] = Math.floor((Math.max(...xs) - Math.min(...xs)) / cell) + 1;
  numbers[NUMBER.rows] = Math.floor((Math.max(...ys) - Math.min(...ys)) / cell) + 1;
  numbers[NUMBER.wallCount] = numbers[NUMBER.movingFrom] = walls.a.length;
  numbers[NUMBER.skin] = 1e-3;
  const columns = wallColumns(make, walls);
  const memory: Memory = {
    agents,
    sorted: sortedColumns(make, count),
    cellStart: make.int32(numbers[NUMBER.columns] * numbers[NUMBER.rows] + 1),
    habits: make.float64(HABIT.size).fill(1),
    numbers,
    walls: columns,
    wallGrid: wallGrid(make, columns, walls.a.length, 3),
    passes: make.uint8(1),
  };
  sortIntoGrid(memory);
  return memory;
}

describe("neighbours", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "are those that brute force finds, nearest first, ties to the older; seed %i",
    (seed) => {
      const random = new Random(seed);
      // Odd seeds: on a lattice, where many are equally far, and some in one place.
      const coordinate = (): number => (seed % 2 === 1 ? random.below(9) : random.between(0, 9));
      const places = Array.from({ length: 150 }, () => [coordinate(), coordinate()] as const);
      const reach = random.between(0.5, 6);
      const most = 1 + random.below(12);
      const memory = memoryOf(places, random.between(0.4, 3));
      const neighbours = new Neighbours(memory);
      const { slot } = memory.sorted;
      for (let s = 0; s < places.length; s++) {
        const i = slot[s];
        const distance2 = (j: number): number =>
          (places[j][0] - places[i][0]) ** 2 + (places[j][1] - places[i][1]) ** 2;
        const expected = places
          .map((_, j) => j)
          .filter((j) => j !== i && distance2(j) <= reach * reach)
          .sort((a, b) => distance2(a) - distance2(b) || a - b)
          .slice(0, most);
        neighbours.reach2[0] = reach * reach;
        neighbours.find(s, most);
        expect([...neighbours.agent.subarray(0, neighbours.count)].map((k) => slot[k])).toEqual(expected);
      }
    },
  );
});

describe("linear programs", () => {
  type Plane = readonly [number, number, number, number];
  const depthIn = ([x, y, u, v]: Plane, px: number, py: number): number => u * (y - py) - v * (x - px);

  /** The best of all places where the optimum can be: the aim, its feet on lines and circle, and where those meet. */
  function nearestAllowed(
    planes: readonly Plane[],
    aimX: number,
    aimY: number,
    top: number,
  ): [number, number] | null {
    const candidates: [number, number][] = [[aimX, aimY]];
    const length = Math.hypot(aimX, aimY);
    if (length > 0) candidates.push([(aimX * top) / length, (aimY * top) / length]);
    for (const [x, y, u, v] of planes) {
      const foot = (aimX - x) * u + (aimY - y) * v;
      candidates.push([x + foot * u, y + foot * v]);
      const middle = -(x * u + y * v);
      const half2 = middle * middle + top * top - x * x - y * y;
      for (const sign of half2 >= 0 ? [-1, 1] : []) {
        const t = middle + sign * Math.sqrt(half2);
        candidates.push([x + t * u, y + t * v]);
      }
      for (const [ox, oy, ou, ov] of planes) {
        const det = u * ov - v * ou;
        if (Math.abs(det) < 1e-9) continue;
        const t = ((ox - x) * ov - (oy - y) * ou) / det;
        candidates.push([x + t * u, y + t * v]);
      }
    }
    const allowed = candidates.filter(
      ([px, py]) =>
        Math.hypot(px, py) <= top + 1e-9 && planes.every((plane) => depthIn(plane, px, py) <= 1e-9),
    );
    const away = ([px, py]: [number, number]): number => Math.hypot(px - aimX, py - aimY);
    return allowed.length > 0 ? allowed.reduce((best, one) => (away(one) < away(best) ? one : best)) : null;
  }

  it("find the nearest velocity that is allowed, and else the least of the worst violations; 2,000 cases, seed 8", () => {
    const random = new Random(8);
    const program = new LinearProgram();
    const { planes, aim, found } = program;
    let crowded = 0;
    for (let n = 0; n < 2000; n++) {
      planes.count = 0;
      const given: Plane[] = Array.from({ length: 1 + random.below(8) }, () => {
        const angle = random.between(0, 2 * Math.PI);
        return [random.between(-1, 1), random.between(-1, 1), Math.cos(angle), Math.sin(angle)];
      });
      for (const [x, y, u, v] of given) planes.add(x, y, u, v);
      const top = random.between(0.8, 2);
      const [aimX, aimY] = [random.between(-2, 2), random.between(-2, 2)];
      aim[AIM.x] = aimX;
      aim[AIM.y] = aimY;
      aim[AIM.top] = top;
      program.solve(0);
      expect(Math.hypot(found[0], found[1])).toBeLessThanOrEqual(top + 1e-9);
      const best = nearestAllowed(given, aimX, aimY, top);
      const distance = Math.hypot(found[0] - aimX, found[1] - aimY);
      if (best) expect(distance).toBeCloseTo(Math.hypot(best[0] - aimX, best[1] - aimY), 6);
      else {
        crowded++;
        const worst = (px: number, py: number): number =>
          Math.max(...given.map((plane) => depthIn(plane, px, py)));
        for (let k = 0; k < 200; k++) {
          const [px, py] = [random.between(-top, top), random.between(-top, top)];
          if (Math.hypot(px, py) > top) continue;
          expect(worst(found[0], found[1])).toBeLessThanOrEqual(worst(px, py) + 1e-6);
        }
      }
    }
    expect(crowded).toBeGreaterThan(200);
  });
});

describe("walls", () => {
  /** Random boxes as walls, the free side outside. */
  function boxes(random: Random, count: number): WallList {
    const list = noWalls();
    for (let k = 0; k < count; k++) {
      const [x, y] = [random.between(-4, 4), random.between(-4, 4)];
      const [w, h] = [random.between(0.05, 1), random.between(0.05, 1)];
      const ring: [number, number][] = [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ];
      ring.forEach((corner, i) => {
        list.a.push(corner);
        list.b.push(ring[(i + 1) % 4]);
        list.next.push(4 * k + ((i + 1) % 4));
        list.prev.push(4 * k + ((i + 3) % 4));
      });
    }
    return list;
  }

  function distanceTo(list: WallList, w: number, x: number, y: number): number {
    const [[ax, ay], [bx, by]] = [list.a[w], list.b[w]];
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    const t = Math.max(0, Math.min(1, along));
    return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
  }

  it.each([1, 2, 3, 4, 5])(
    "within reach are those that brute force finds, and no motion comes nearer to them than it may; seed %i",
    (seed) => {
      const random = new Random(seed);
      const list = boxes(random, 12);
      const isInside = (x: number, y: number): boolean =>
        list.a.some(
          ([ax, ay], w) => w % 4 === 0 && x > ax && y > ay && x < list.a[w + 2][0] && y < list.a[w + 2][1],
        );
      const places = Array.from(
        { length: 300 },
        () => [random.between(-5, 5), random.between(-5, 5)] as const,
      ).filter(([x, y]) => !isInside(x, y));
      const memory = memoryOf(places, 1, list);
      const { sorted } = memory;
      const near = new NearWalls(memory);
      for (let s = 0; s < places.length; s++) {
        const [x, y] = [sorted.x[s], sorted.y[s]];
        near.reach[0] = 1.5;
        near.find(s);
        const expected = list.a
          .map((_, w) => w)
          .filter((w) => distanceTo(list, w, x, y) <= 1.5)
          .sort((a, b) => distanceTo(list, a, x, y) - distanceTo(list, b, x, y));
        const kept = [...sorted.walls.subarray(WALLS * s, WALLS * s + near.count)];
        expect(near.count).toBe(Math.min(WALLS, expected.length));
        if (expected.length <= WALLS) expect(new Set(kept)).toEqual(new Set(expected));
        const angle = random.between(0, 2 * Math.PI);
        const length = random.between(0, 2);
        near.motion.set([x, y, length * Math.cos(angle), length * Math.sin(angle)]);
        near.sweep(s);
        const [tx, ty] = [near.motion[MOTION.x], near.motion[MOTION.y]];
        expect(Math.hypot(tx - x, ty - y)).toBeLessThanOrEqual(length + 1e-9);
        expect(isInside(tx, ty)).toBe(false);
        for (const w of kept) {
          const margin = Math.min(0.25, distanceTo(list, w, x, y));
          expect(distanceTo(list, w, tx, ty)).toBeGreaterThanOrEqual(margin - 1e-6);
        }
      }
    },
  );
});
