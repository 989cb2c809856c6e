/** Paths on surfaces, figure by figure: Fischer (2011), figures 4.6, 5.2 to 5.5, 6.1, 6.2 and 7.1. */
import {
  hallwaySurface,
  planeSurface,
  sliverSurface,
  sphereSurface,
  trapSurface,
} from "../../src/scenes/index.js";
import {
  type Place,
  type Point3,
  type SurfaceField,
  SurfaceGround,
  SurfaceMesh,
} from "../../src/surface/index.js";
import type { Experiment } from "../experiment.js";
import { carModel, costaModel, groundOf, statueModel } from "./models.js";
import { FROM_ABOVE, type Panel, panelExperiment, pathsFrom } from "./panels.js";

/** 4.3: three starts in the cell of the north pole, which the thesis blocks; the goal is the south pole, then one aside. */
const start = panelExperiment(
  { name: "surface-start", title: "Starts in a cell that is tagged as an obstacle", place: "figure 4.6" },
  2,
  () => {
    const mesh = new SurfaceMesh(sphereSurface(4));
    const { face } = mesh.inFace(mesh.nearest([0, 0, 1]).point);
    const pole = mesh.corners[3 * face];
    // Three faces of the pole's cell, a start in each.
    const fan = [...mesh.corners.keys()]
      .filter((h) => mesh.corners[h] === pole)
      .map((h) => Math.floor(h / 3));
    const starts = [0, 2, 4].map((k): Place => {
      const [a, b, c] = [0, 1, 2].map((i) => (mesh.corners[3 * fan[k] + i] === pole ? 0.8 : 0.1));
      return { kind: "face", face: fan[k], weights: [a, b, c] };
    });
    const tagged = new SurfaceGround(mesh, { leak: 0, obstacles: [{ vertices: [pole] }] });
    const south = mesh.nearest([0, 0, -1]).position;
    const aside = mesh.nearest([0, -1, 0]).position;
    const panel = (title: string, ground: SurfaceGround, goal: Point3, elevation: number): Panel => {
      const field = ground.field([goal]);
      return {
        title,
        field,
        paths: pathsFrom(field, starts),
        goals: [goal],
        camera: { azimuth: 0, elevation },
      };
    };
    const first = panel("(a) tagged, from above", tagged, south, 70);
    return [
      first,
      { ...first, title: "(b) the same, from below", camera: { azimuth: 0, elevation: -50 } },
      panel("tagged, a goal aside", tagged, aside, 50),
      panel("one field for all starts", new SurfaceGround(mesh), aside, 50),
    ];
  },
);

/** 5.2: a car from four sides. */
const car = panelExperiment(
  { name: "surface-car", title: "Paths over a car", place: "figure 5.2" },
  2,
  () => {
    const model = carModel();
    const field = groundOf(model).field(model.goal);
    const paths = pathsFrom(field, model.starts);
    const views = [
      { title: "(a) from the right", camera: { azimuth: 35, elevation: 20 } },
      { title: "(b) from the left", camera: { azimuth: 145, elevation: 20 } },
      { title: "(c) from above", camera: FROM_ABOVE },
      { title: "(d) around the load", camera: { azimuth: 300, elevation: 40 } },
    ];
    return views.map((view) => ({ ...view, field, paths, edges: true }));
  },
);

/** 5.3: the Costa surface. */
const costa = panelExperiment(
  {
    name: "surface-costa",
    title: "Paths over a Costa surface",
    place: "figure 5.3; SIBGRAPI article, figure 1",
  },
  2,
  () => {
    const model = costaModel();
    const field = groundOf(model).field(model.goal);
    const paths = pathsFrom(field, model.starts);
    const goals = [model.mesh.vertex(model.mesh.vertexNamed(700))];
    return [
      { title: "from one side", field, paths, goals, camera: { azimuth: 30, elevation: 35 } },
      { title: "from the other", field, paths, goals, camera: { azimuth: 210, elevation: 35 } },
    ];
  },
);

/** 5.4: the statue; the same start and goal without and with obstacles, for two starts. */
const statue = panelExperiment(
  {
    name: "surface-statue",
    title: "Paths over a statue, without and with obstacles",
    place: "figure 5.4; SIBGRAPI article, figure 7",
  },
  2,
  () => {
    const model = statueModel();
    const goals = [model.goal as Point3];
    const free = groundOf(model).field(model.goal);
    const blocked = groundOf(model, { obstacles: [{ centre: [0.44, 0, 0.3], radius: 0.28 }] }).field(
      model.goal,
    );
    const barred = groundOf(model, { obstacles: [{ centre: [0.1, -0.38, 0], radius: 0.15 }] }).field(
      model.goal,
    );
    const [far, near] = [model.starts[1], model.starts[0]];
    return [
      { title: "(a) from the base", field: free, start: far },
      { title: "(b) its body blocked", field: blocked, start: far },
      { title: "(c) from the corner", field: free, start: near },
      { title: "(d) the base blocked", field: barred, start: near },
    ].map(({ title, field, start: from }) => ({
      title,
      field,
      goals,
      paths: pathsFrom(field, [from]),
      camera: { azimuth: 30, elevation: 25 },
    }));
  },
);

/** 5.5: a trap on a regular and on a noisy mesh. */
const trap = panelExperiment({ name: "surface-trap", title: "Out of a trap", place: "figure 5.5" }, 2, () => {
  const noisy = trapSurface();
  const regular = { positions: planeSurface(51, 58).positions, faces: noisy.faces };
  const starts: Point3[] = [
    [24, 25, 0],
    [33, 31, 0],
    [45, 27, 0],
  ];
  return [
    { title: "regular", lists: regular },
    { title: "noisy", lists: noisy },
  ].map(({ title, lists }): Panel => {
    const field = new SurfaceGround(new SurfaceMesh(lists)).field([4, 25, 0]);
    return {
      title,
      field,
      paths: pathsFrom(field, starts),
      goals: [[4, 25, 0]],
      camera: FROM_ABOVE,
      edges: true,
    };
  });
});

/** 6.1: long acute triangles, by the thesis's weights, by ours, and straightened. */
const slivers = panelExperiment(
  { name: "surface-slivers", title: "Paths on a mesh of long acute triangles", place: "figure 6.1" },
  3,
  () => {
    const mesh = new SurfaceMesh(sliverSurface());
    const starts: Point3[] = [
      [2, 3, 0],
      [2, 6, 0],
      [2, 9, 0],
    ];
    const goal: Point3 = [10, 6, 0];
    const fieldBy = (weights: "influence" | "cotan"): SurfaceField =>
      new SurfaceGround(mesh, { weights }).field(goal);
    const about = { goals: [goal], camera: FROM_ABOVE, edges: true };
    const [influence, cotan] = [fieldBy("influence"), fieldBy("cotan")];
    const straight = pathsFrom(cotan, starts).map((path, i) => {
      const { points, length } = cotan.pathFrom(starts[i], { smooth: 100 })!;
      return { ...path, points, length };
    });
    return [
      { title: "the thesis's weights", field: influence, paths: pathsFrom(influence, starts), ...about },
      { title: "cotan", field: cotan, paths: pathsFrom(cotan, starts), ...about },
      { title: "cotan, straightened", field: cotan, paths: straight, ...about },
    ];
  },
);

/** Faces all of whose corners hold the same p, as far as a double tells: there it has no gradient. */
function flatShare(field: SurfaceField): number {
  const { mesh } = field.ground;
  let [flat, free] = [0, 0];
  for (let f = 0; f < mesh.faceCount; f++) {
    const [a, b, c] = [0, 1, 2].map((k) => mesh.corners[3 * f + k]);
    if ([a, b, c].every((v) => field.levels[v] === Infinity)) continue;
    free++;
    if (field.potential(a) === field.potential(b) && field.potential(b) === field.potential(c)) flat++;
  }
  return flat / free;
}

/** 6.2: a hallway at whose far end p is 1 to all digits; coloured by p, and by its level. */
const hallway = panelExperiment(
  { name: "surface-hallway", title: "Where p is flat and its level is not", place: "figure 6.2" },
  1,
  () => {
    const field = new SurfaceGround(new SurfaceMesh(hallwaySurface())).field([3, 5, 0]);
    const remark = `p has no gradient in ${(100 * flatShare(field)).toFixed(1)} % of the faces, its level has one everywhere`;
    const paths = pathsFrom(field, [[67, 5, 0]]);
    return [{ title: "A hallway", field, paths, goals: [[3, 5, 0]], camera: FROM_ABOVE, remark }];
  },
);

/** 7.1: a floor and a ceiling that comes down to 1 m in its middle, but for a gap. */
const height = panelExperiment(
  { name: "surface-height", title: "Under a low ceiling, by height", place: "figure 7.1" },
  2,
  () => {
    const floor = planeSurface(25, 25);
    const isLow = (x: number, y: number): boolean => Math.abs(x - 12) < 2.5 && y < 15;
    const ceiling = floor.faces.filter((face) => {
      const [x, y] = [0, 1].map((k) => face.reduce((sum, v) => sum + floor.positions[v][k], 0) / 3);
      return isLow(x, y);
    });
    const mesh = new SurfaceMesh({
      positions: [...floor.positions, ...floor.positions.map(([x, y]): Point3 => [x, y, 1])],
      faces: [...floor.faces, ...ceiling.map((face) => face.map((v) => v + floor.positions.length))],
    });
    return [0.9, 1.8].map((tall): Panel => {
      const field = new SurfaceGround(mesh, { height: tall, up: [0, 0, 1] }).field([20, 6, 0]);
      return {
        title: `${tall} m tall`,
        field,
        paths: pathsFrom(field, [[4, 6, 0]]),
        goals: [[20, 6, 0]],
        camera: { azimuth: 20, elevation: 50 },
      };
    });
  },
);

/** In the order of the thesis. */
export const FIGURES: readonly Experiment<Panel[]>[] = [
  start,
  car,
  costa,
  statue,
  trap,
  slivers,
  hallway,
  height,
];
