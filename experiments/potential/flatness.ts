/** Flat regions and the stack of sub-goals that leads out of them: Dapper (2007), figures 3.2, 4.2 and 4.3. */
import {
  type FieldRaster,
  fieldPicture,
  type Picture,
  stackPictures,
  traceDisc,
} from "../../src/draw/index.js";
import { type Point, pathLength } from "../../src/geometry/index.js";
import { FREE, type Grid, PotentialField, SubgoalStack } from "../../src/potential/index.js";
import { type Scene, World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { box, plan } from "./stage.js";

/** Gradients of p shorter than this count as none (4.2, note 1). */
const FLAT = 1e-8;

/** A room in the upper right, behind a passage 1 m wide and so many metres long; the goal is in the lower right. */
function roomScene(name: string, passage: number): Scene {
  const from = 12 - passage;
  const walls = [box(from, 6, 12, 15), box(from, 16, 12, 20), box(12, 6, 20, 12)];
  return plan(name, box(0, 0, 20, 20), walls, { goal: [18, 3] });
}

/** In that room. */
const START: Point = [18, 18];

/** A field to draw: clear where it is flat. */
interface Panel {
  readonly title: string;
  readonly scene: Scene;
  readonly raster: FieldRaster;
  readonly path: readonly Point[];
  /** Free cells, and those of them without a gradient. */
  readonly free: number;
  readonly flat: number;
}

/** Length of the gradient of p at an entry, per cell. */
function steepness(u: Float64Array, { stride }: Grid, i: number): number {
  return Math.hypot(u[i + 1] - u[i - 1], u[i + stride] - u[i - stride]) / 2;
}

function panelOf(title: string, scene: Scene, grid: Grid, u: Float64Array, path: readonly Point[]): Panel {
  let [free, flat] = [0, 0];
  const level = u.map((value, i) => {
    if (grid.kinds[i] !== FREE) return value > 0 ? 0 : -Infinity;
    free++;
    if (steepness(u, grid, i) >= FLAT) return Math.log(value);
    flat++;
    return -Infinity;
  });
  return {
    title,
    scene,
    raster: { ...grid.frame, level: grid.inner(level), reflect: false },
    path,
    free,
    flat,
  };
}

function fieldExperiment(
  about: Pick<Experiment, "name" | "title" | "place">,
  columns: number,
  run: () => Panel[],
): Experiment<Panel[]> {
  const row = ({ title, free, flat, path }: Panel) => ({ title, free, flat, length: pathLength(path) });
  return {
    ...about,
    paper: "Dapper 2007",
    seeded: false,
    run,
    rows: (panels) => panels.map(row),
    lines: (panels) =>
      panels
        .map(row)
        .map(
          ({ title, free, flat, length }) =>
            `${title}: ${((100 * flat) / free).toFixed(1)} % of ${free} free cells are flat` +
            (length > 0 ? `; the agent walks ${length.toFixed(1)} m` : ""),
        ),
    picture: (panels, size) =>
      stackPictures(
        panels.map(({ title, scene, raster, path }): Picture => {
          const picture = fieldPicture(scene, raster, {
            size,
            title,
            subtitle: "white: no gradient",
            unit: size / 600,
            arrows: 20,
            contours: 0,
            paths: path.length > 1 ? [path] : [],
          });
          const disc = { fill: picture.theme.canvas, stroke: picture.theme.text, width: 1.6 };
          if (path.length > 0) picture.layer("marks").shape(disc, (sink) => traceDisc(sink, path[0], 0.4));
          return picture;
        }),
        columns,
      ),
  };
}

/** 3.2.2: the same room in 60, 120 and 200 cells a side, each solved to the end. */
const flatness = fieldExperiment(
  { name: "flatness", title: "Where p is too near to 1 to have a gradient", place: "figure 3.2" },
  3,
  () => {
    const scene = roomScene("A room behind a passage", 8);
    const world = new World(scene);
    return [60, 120, 200].map((cells) => {
      const { grid, level } = new PotentialField(world, { goals: ["goal"], cell: 20 / cells });
      return panelOf(`${cells} x ${cells} cells`, scene, grid, level.map(Math.exp), []);
    });
  },
);

/** 4.2: one sub-goal is enough, then a stack of them; a panel per field that leads the agent on. */
const subgoals = fieldExperiment(
  { name: "subgoals", title: "Sub-goals lead out of flat regions", place: "figures 4.2 and 4.3" },
  5,
  () =>
    [
      { figure: "4.2", passage: 3, relaxations: 800 },
      { figure: "4.3", passage: 11, relaxations: 250 },
    ].flatMap(({ figure, passage, relaxations }) => {
      const scene = roomScene(`Figure ${figure}`, passage);
      const { grid } = new PotentialField(new World(scene), { goals: ["goal"], cell: 20 / 60 });
      const stack = new SubgoalStack(grid, undefined, { relaxations });
      const legs = stack.legsFrom(START)!;
      const { fields, height } = stack;
      return [
        panelOf(`${figure} (a): no gradient here`, scene, grid, fields[0].u, [START]),
        ...legs.map((leg, k) => {
          const { grid: marked, u } = fields[height - k];
          const title =
            k === height ? `${figure}: by the goal's own field` : `${figure}: by sub-goal ${height - k}`;
          return panelOf(title, scene, marked, u, leg);
        }),
      ];
    }),
);

/** In the order of the thesis. */
export const FLATNESS: readonly Experiment<Panel[]>[] = [flatness, subgoals];
