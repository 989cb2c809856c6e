/** Random buildings for tests: storeys with boxes, joined by stairs and, where asked for, by all that leads up and down. */
import type { Box } from "../../src/geometry/index.js";
import type { Random } from "../../src/numerics/index.js";
import type { BuildingInput } from "../../src/world/index.js";

type Pair = [number, number];
type Connection = NonNullable<BuildingInput["connections"]>[number];
type FlightKind = "stairs" | "ramp" | "escalator";

export interface RandomBuilding {
  /** What flights there are; stairs by default. */
  readonly kinds?: readonly FlightKind[];
  /** Most lifts; none by default. */
  readonly lifts?: number;
}

/** Room that nothing else may take, around a stair or a lift. */
const AROUND = 0.7;

/** Two or three storeys of 24 by 18 m with boxes, joined by up to three flights each: rings of portals that do not close up. */
export function randomBuilding(
  random: Random,
  { kinds = ["stairs"], lifts = 0 }: RandomBuilding = {},
): BuildingInput {
  const storeys = 2 + random.below(2);
  const levels = Array.from({ length: storeys }, (_, i) => ({
    name: `level ${i}`,
    elevation: 3 * i,
    boundary: box(0, 0, 24, 18),
    obstacles: [] as { polygon: Pair[] }[],
  }));
  const taken = levels.map((): Box[] => []);
  const isFree = (i: number, one: Box): boolean =>
    taken[i].every((b) => one.maxX < b.minX || one.minX > b.maxX || one.maxY < b.minY || one.minY > b.maxY);
  /** Puts a box on some levels, with room around it; false where something stands there. */
  const stand = (on: readonly number[], { minX, minY, maxX, maxY }: Box, around = AROUND): boolean => {
    const room = { minX: minX - around, minY: minY - around, maxX: maxX + around, maxY: maxY + around };
    if (!on.every((i) => isFree(i, room))) return false;
    for (const i of on) {
      taken[i].push(room);
      levels[i].obstacles.push({ polygon: box(minX, minY, maxX, maxY) });
    }
    return true;
  };
  const connections: Connection[] = [];
  for (let i = 0; i + 1 < storeys; i++) {
    for (let k = 0; k < 1 + random.below(3); k++) {
      const [x, y] = [3 + random.between(0, 12), 2 + random.between(0, 11)];
      const [run, width] = [random.between(3, 5), random.between(1, 2)];
      if (!stand([i, i + 1], { minX: x, minY: y, maxX: x + run, maxY: y + width })) continue;
      const left: [Pair, Pair] = [
        [x, y],
        [x, y + width],
      ];
      const right: [Pair, Pair] = [
        [x + run, y + width],
        [x + run, y],
      ];
      const turned = random.below(2) === 0;
      const from = { level: `level ${i}`, segment: turned ? right : left };
      const to = { level: `level ${i + 1}`, segment: turned ? left : right };
      connections.push(flightOf(kinds[kinds.length > 1 ? random.below(kinds.length) : 0], from, to, random));
    }
  }
  for (let k = 0; k < lifts; k++) {
    const [x, y] = [1 + random.between(0, 20), 1 + random.between(0, 14)];
    const on = levels.map((_, i) => i);
    if (!stand(on, { minX: x, minY: y, maxX: x + 1.6, maxY: y + 1.6 })) continue;
    const door: [Pair, Pair] = [
      [x + 0.3, y],
      [x + 1.3, y],
    ];
    const at = Object.fromEntries(on.map((i): [string, [Pair, Pair]] => [`level ${i}`, door]));
    connections.push({ kind: "lift", at, speed: random.between(0.5, 3) });
  }
  for (let i = 0; i < storeys; i++) {
    for (let k = 0; k < 3; k++) {
      const [x, y] = [random.between(0.5, 20), random.between(0.5, 15)];
      const [width, height] = [random.between(0.5, 3), random.between(0.5, 3)];
      stand([i], { minX: x, minY: y, maxX: x + width, maxY: y + height }, 0);
    }
  }
  return { levels, connections };
}

function flightOf(
  kind: FlightKind,
  from: { level: string; segment: [Pair, Pair] },
  to: { level: string; segment: [Pair, Pair] },
  random: Random,
): Connection {
  if (kind !== "escalator") return { kind, from, to };
  const direction = random.below(2) === 0 ? "up" : "down";
  const [on, walked] = [random.below(4) > 0, random.below(2) === 0];
  return { kind, from, to, direction, on, walked, speed: random.between(0.3, 1) };
}

function box(minX: number, minY: number, maxX: number, maxY: number): Pair[] {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
}
