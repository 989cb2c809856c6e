/** Local maps to look at: Dapper (2007), figures 5.2, 5.3 and 5.5, and what v does to them, figure 6.2. */
import { type DrawnLocalMap, localMapPicture, stackPictures } from "../../src/draw/index.js";
import type { Point } from "../../src/geometry/index.js";
import { type Bend, type Disc, HARMONIC, LocalMap, WallCells } from "../../src/potential/index.js";
import { World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { box, plan, TABLE_6_1 } from "./stage.js";

/** One map, with what it shows. */
export interface MapPanel extends DrawnLocalMap {
  readonly title: string;
}

const RADIUS = 0.25;

/** The map of somebody at a place of a world, as it is after its relaxations. */
function mapOf(
  title: string,
  world: World,
  position: Point,
  way: Point,
  others: Disc[],
  bend: Bend,
): MapPanel {
  const map = new LocalMap(TABLE_6_1);
  const cells = new WallCells(world, RADIUS, 0.1);
  map.look(position, way, RADIUS, { isWall: (x, y) => cells.isWall(x, y), others, way });
  map.relax(bend);
  const { size, cell } = map.options;
  const gradient = map.gradient();
  return { title, size, cell, kinds: map.kinds, u: map.u, position, radius: RADIUS, way, gradient };
}

/** Degrees from the way to the local gradient, to the left. */
export function turnOf({ way, gradient: [gx, gy] }: MapPanel): number {
  const [wx, wy] = way!;
  return (Math.atan2(wx * gy - wy * gx, wx * gx + wy * gy) * 180) / Math.PI;
}

function mapExperiment(
  about: Pick<Experiment, "name" | "title" | "place">,
  panels: () => MapPanel[],
): Experiment<MapPanel[]> {
  const facts = (panel: MapPanel) => ({
    title: panel.title,
    strength: Math.hypot(...panel.gradient),
    degrees: turnOf(panel),
  });
  return {
    ...about,
    paper: "Dapper 2007",
    seeded: false,
    run: panels,
    rows: (maps) => maps.map(facts),
    lines: (maps) =>
      maps
        .map(facts)
        .map(
          ({ title, strength, degrees }) =>
            `${title}: the gradient is ${strength.toExponential(2)} per cell, ${degrees.toFixed(1)} degrees to the left of the way`,
        ),
    picture: (maps, size) =>
      stackPictures(
        maps.map(({ title, ...map }) =>
          localMapPicture(map, { size, title, scaleBar: false, unit: size / 600 }),
        ),
        3,
      ),
  };
}

/** 5.1.2 and 5.1.3: zones, what is mapped, and why the free zone is there. */
const zones = mapExperiment(
  {
    name: "local-maps",
    title: "Local maps: zones, obstacles and the goal",
    place: "figures 5.2, 5.3 and 5.5",
  },
  () => {
    const open = new World(plan("Open ground", box(0, 0, 20, 20), [], {}));
    const corner = new World(plan("A corner", box(0, 0, 20, 20), [box(11.5, 0, 20, 9)], {}));
    const row = [-2.4, -1.6, -0.8, 0, 0.8, 1.6, 2.4].map(
      (dy): Disc => ({ position: [12, 10 + dy], radius: 0.3 }),
    );
    const two: Disc[] = [
      { position: [11.2, 11.4], radius: 0.25 },
      { position: [8.6, 9.2], radius: 0.25 },
    ];
    return [
      mapOf("5.2: the zones", open, [10, 10], [1, 0], [], HARMONIC),
      mapOf("5.3 (a): heard around a row of people", open, [10, 10], [1, 0], row, HARMONIC),
      mapOf("5.5: walls, people, goal", corner, [10, 10], [0.6, -0.8], two, HARMONIC),
    ];
  },
);

/** 6.1.1.2: the same empty map with five vectors. With the sign that the thesis prints, v is -v. */
const fields = mapExperiment(
  { name: "local-fields", title: "What v does to a local map", place: "figure 6.2" },
  () => {
    const open = new World(plan("Open ground", box(0, 0, 20, 20), [], {}));
    const vectors: Point[] = [
      [0, 1],
      [1, 0],
      [-1, 0],
      [0.7, -0.7],
      [-0.7, -0.7],
    ];
    return [
      mapOf("harmonic", open, [10, 10], [1, 0], [], HARMONIC),
      ...vectors.map((vector) =>
        mapOf(`v = (${vector.join(", ")})`, open, [10, 10], [1, 0], [], { epsilon: 0.7, vector }),
      ),
    ];
  },
);

/** In the order of the thesis. */
export const LOCAL_MAPS: readonly Experiment<MapPanel[]>[] = [zones, fields];
