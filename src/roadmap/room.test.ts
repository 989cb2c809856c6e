/** What fits along the edges beside agents of different sizes, some of them at one place. */
import { expect, test } from "vitest";
import { Random } from "../numerics/index.js";

import { Roadmap } from "./roadmap.js";
import { RouteFinder } from "./search.js";

const boundary: [number, number][] = [
  [0, 0],
  [8, 0],
  [8, 8],
  [0, 8],
];

/** Agents by their numbers. */
type Agents = Map<number, { readonly point: [number, number]; readonly radius: number }>;

/** The widest of all who stand at a place; walls have no radius. */
const widestAt = (agents: Agents, x: number, y: number): number =>
  [...agents.values()].reduce(
    (most, { point, radius }) => (point[0] === x && point[1] === y ? Math.max(most, radius) : most),
    0,
  );

/** Compares what fits along every edge with what the agents on both sides leave of it. */
function checkRoom(roadmap: Roadmap, agents: Agents): number {
  const { halfEdges } = roadmap.diagram;
  const { elements, cell, other, clearance, room } = halfEdges;
  const reachOf = (s: number): number =>
    elements.owner[s] < 0 ? 0 : widestAt(agents, elements.ax[s], elements.ay[s]);
  let shared = 0;
  for (let h = 0; h < halfEdges.count; h++) {
    if (cell[h] < 0) continue;
    const [one, two] = [reachOf(cell[h]), reachOf(other[h])];
    expect(room[h]).toBe(clearance[h] - Math.max(one, two));
    if (one !== two) shared++;
  }
  return shared;
}

test.each([1, 2, 3])("agents of all sizes who come, go and meet at the same places (seed %i)", (seed) => {
  const random = new Random(seed);
  const roadmap = new Roadmap({ boundary });
  const agents: Agents = new Map();
  // Few places: most are somebody's already.
  const place = (): [number, number] => [1 + random.below(6), 1 + random.below(6)];
  let differing = 0;
  for (let k = 0; k < 400; k++) {
    const ids = [...agents.keys()];
    const id = ids[random.below(Math.max(1, ids.length))];
    const choice = random.below(4);
    if (ids.length < 8 || choice === 0) {
      const agent = { point: place(), radius: [0, 0.1, 0.2, 0.35][random.below(4)] };
      agents.set(roadmap.insert({ point: agent.point }, agent.radius), agent);
    } else if (choice === 1) {
      roadmap.remove(id);
      agents.delete(id);
    } else {
      const point = place();
      roadmap.move(id, { point });
      agents.set(id, { ...agents.get(id)!, point });
    }
    differing += checkRoom(roadmap, agents);
  }
  expect(differing).toBeGreaterThan(1000);
});

test("a wide agent who joins a narrow one closes the way beside them, and opens it again when it leaves", () => {
  const world = {
    boundary: [
      [0, 0],
      [10, 0],
      [10, 2],
      [0, 2],
    ] as [number, number][],
  };
  const roadmap = new Roadmap(world);
  const narrow = roadmap.insert({ point: [5, 1] }, 0.1);
  const finder = new RouteFinder(roadmap);
  const canPass = (): boolean => finder.find([1, 1], [9, 1], { radius: 0.35 }).points !== null;
  expect(canPass()).toBe(true);
  const wide = roadmap.insert({ point: [5, 1] }, 0.4);
  expect(canPass()).toBe(false);
  roadmap.remove(wide);
  expect(canPass()).toBe(true);
  roadmap.insert({ point: [5, 1] }, 0.3);
  expect(canPass()).toBe(false);
  roadmap.remove(narrow);
  expect(canPass()).toBe(false);
});
