/** Local maps to look at: Dapper (2007), figures 5.2, 5.3 and 5.5, and what v does to them, figure 6.2. */
import {
  type DrawnLocalMap,
  localMapPicture,
  type Picture,
  scenePicture,
  stackPictures,
  traceDisc,
  traceRing,
} from "../../src/draw/index.js";
import type { Point } from "../../src/geometry/index.js";
import {
  type Bend,
  type Disc,
  HARMONIC,
  LocalMap,
  PotentialField,
  WallCells,
  weightedMotion,
} from "../../src/potential/index.js";
import { World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { box, plan, TABLE_6_1 } from "./stage.js";

/** One map, with what it shows. */
export interface MapPanel extends DrawnLocalMap {
  readonly title: string;
}

const RADIUS = 0.25;

/** A plan with three agents in it. */
const THREE = plan("Three agents", box(0, 0, 20, 14), [box(7, 5, 9, 9), box(13, 0, 14, 6)], {
  goal: [18, 3],
});
const AGENTS: readonly Point[] = [
  [4, 7.4],
  [5.6, 9],
  [12, 7],
];

/** The map of somebody at a place of a world, as it is after its relaxations. */
function mapOf(
  title: string,
  world: World,
  position: Point,
  way: Point,
  others: Disc[],
  bend: Bend,
  change: (map: LocalMap) => void = () => {},
): MapPanel {
  const map = new LocalMap(TABLE_6_1);
  const cells = new WallCells(world, RADIUS, 0.1);
  map.look(position, way, RADIUS, { isWall: (x, y) => cells.isWall(x, y), others, way });
  change(map);
  map.relax(bend);
  const { size, cell } = map.options;
  const gradient = map.gradient();
  const [gx, gy] = gradient;
  const length = Math.hypot(gx, gy);
  // Somebody who faced the way turns by the thesis's standard rule; one without a gradient stands.
  const { direction, share } =
    length > 0 ? weightedMotion()(way, [gx / length, gy / length], gradient) : { direction: way, share: 0 };
  const chosen: Point = [share * direction[0], share * direction[1]];
  return { title, size, cell, kinds: map.kinds, u: map.u, position, radius: RADIUS, way, gradient, chosen };
}

/** Degrees from the way to the local gradient, to the left. */
export function turnOf({ way, gradient: [gx, gy] }: MapPanel): number {
  const [wx, wy] = way!;
  return (Math.atan2(wx * gy - wy * gx, wx * gx + wy * gy) * 180) / Math.PI;
}

/** Lets the row of people go on through the free zone, as in a map that has none. */
function closeRing({ kinds, options: { size } }: LocalMap): void {
  for (const row of [1, size - 2]) {
    for (let column = 2; column < size - 2; column++)
      kinds[row * size + column] = kinds[(row === 1 ? 2 : size - 3) * size + column];
  }
}

/** The first of the maps beside the plan. */
const FIRST_OF_THREE = "5.4: map of a1";

/** The plan of figure 5.4, with what each map covers. */
function planOfThree(size: number): Picture {
  const picture = scenePicture(THREE, { size, title: "5.4: a plan, three maps", unit: size / 600 });
  const marks = picture.layer("marks");
  const half = (TABLE_6_1.size * TABLE_6_1.cell) / 2;
  AGENTS.forEach(([x, y], k) => {
    const square = box(x - half, y - half, x + half, y + half);
    marks.shape({ stroke: picture.theme.accent, width: 1.6 }, (path) => traceRing(path, square));
    marks.shape({ fill: picture.theme.cut }, (path) => traceDisc(path, [x, y], RADIUS));
    marks.text([x + 0.4, y + 0.4], `a${k + 1}`, {
      size: 13,
      fill: picture.theme.text,
      halo: picture.theme.floor,
    });
  });
  picture.legend({ label: "local map", sample: "line", colour: picture.theme.accent });
  return picture;
}

/** Figure 5.4: a plan with three agents, by the potential of their goal, and the map of each. */
function threeMaps(): MapPanel[] {
  const world = new World(THREE);
  const field = new PotentialField(world, { goals: ["goal"], cell: 0.25, radius: RADIUS });
  return AGENTS.map((position, k) => {
    const others = AGENTS.filter((_, j) => j !== k).map((at): Disc => ({ position: at, radius: RADIUS }));
    return mapOf(`5.4: map of a${k + 1}`, world, position, field.heading(position)!, others, HARMONIC);
  });
}

function mapExperiment(
  about: Pick<Experiment, "name" | "title" | "place">,
  columns: number,
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
        maps.flatMap(({ title, ...map }) => [
          ...(title === FIRST_OF_THREE ? [planOfThree(size)] : []),
          localMapPicture(map, { size, title, scaleBar: false, unit: size / 600 }),
        ]),
        columns,
      ),
  };
}

/** 5.1.2 and 5.1.3: zones, what is mapped, and why the free zone is there. */
const zones = mapExperiment(
  {
    name: "local-maps",
    title: "Local maps: zones, obstacles and the goal",
    place: "figures 5.2 to 5.5",
  },
  4,
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
      mapOf("5.3 (b): without the free zone, nothing", open, [10, 10], [1, 0], row, HARMONIC, closeRing),
      mapOf("5.5: walls, people, goal", corner, [10, 10], [0.6, -0.8], two, HARMONIC),
      ...threeMaps(),
    ];
  },
);

/** 6.1.1.2: the same empty map with five vectors. With the sign that the thesis prints, v is -v. */
const fields = mapExperiment(
  { name: "local-fields", title: "What v does to a local map", place: "figure 6.2" },
  3,
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
