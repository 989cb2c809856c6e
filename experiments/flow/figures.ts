/** Figures of Farias (2020), chapter 4, that are about flow maps and lanes themselves. */
import { flowPicture, type Picture, scenePicture, stackPictures, traceLine } from "../../src/draw/index.js";
import { FlowMap, type Gate, type LaneSystem, optimizeLanes, verify } from "../../src/flow/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { type Scene, World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { counted, meanText, type Sample, sampleOf } from "../seeds.js";

const RADIUS = 0.25;

const totalOf = ({ lanes }: LaneSystem): number => lanes.reduce((sum, { length }) => sum + length, 0);

const drawn = (scene: Scene, { lanes, cut }: LaneSystem, size: number, title: string): Picture =>
  flowPicture(scene, { lanes, minCut: cut, size, title });

/** Lengths of one scene's lanes, in metres. */
interface Lengths {
  readonly scene: string;
  readonly lanes: number;
  readonly contours: number;
  /** By random shortcuts until they gain no more, seed by seed. */
  readonly random: Sample;
  readonly jointly: number;
  readonly lengthBound: number;
}

const SCENES = ["flow-1", "flow-2", "flow-3"];

/** Figure 4.10: lanes before and after they are shortened, by the paper's way and by ours. */
const shortened: Experiment<readonly Lengths[]> = {
  name: "4.10",
  title: "Lanes of 0.5 m shortened: by random shortcuts to convergence, and jointly",
  paper: "Farias 2020",
  place: "section 4.6 and figure 4.10",
  seeded: true,
  run: (options) => {
    const { seeds } = options;
    const tick = counted(SCENES.length * (seeds.length + 1), options);
    return SCENES.map((scene) => {
      const system = new FlowMap(new World(builtinScene(scene))).lanes(RADIUS);
      const random = seeds.map((seed) => {
        const total = totalOf(optimizeLanes(system, { method: "random", seed }));
        tick();
        return total;
      });
      const taut = optimizeLanes(system);
      tick();
      return {
        scene,
        lanes: system.lanes.length,
        contours: totalOf(system),
        random: sampleOf(random),
        jointly: totalOf(taut),
        lengthBound: verify(taut).lengthBound,
      };
    });
  },
  rows: (list) => list.map((row) => ({ ...row })),
  lines: (list) =>
    list.map(({ scene, lanes, contours, random, jointly, lengthBound }) => {
      const less = (total: number): string => `${(100 * (1 - total / contours)).toFixed(1)} % less`;
      return (
        `${scene}, ${lanes} lanes: contours ${contours.toFixed(1)} m, random shortcuts ${meanText(random)} m (${less(random.mean)}), ` +
        `jointly ${jointly.toFixed(1)} m (${less(jointly)}), no lanes below ${lengthBound.toFixed(1)} m`
      );
    }),
  picture: (list, size) =>
    stackPictures(
      list.flatMap(({ scene: name }) => {
        const scene = builtinScene(name);
        const system = new FlowMap(new World(scene)).lanes(RADIUS);
        return [
          drawn(scene, system, size, `${name}: contours`),
          drawn(scene, optimizeLanes(system), size, `${name}: jointly`),
        ];
      }),
      2,
    ),
};

/** The critical graph. */
interface Graph {
  readonly scene: string;
  readonly gates: readonly Gate[];
  readonly value: number;
}

/** Figure 4.6: the shortest segments between bodies that no third one crosses. */
const criticalGraph: Experiment<Graph> = {
  name: "4.6",
  title: "The critical graph of a plan",
  paper: "Farias 2020",
  place: "figure 4.6",
  seeded: false,
  run: () => {
    const map = new FlowMap(new World(builtinScene("flow-1")));
    return { scene: "flow-1", gates: map.criticalGates(), value: map.value };
  },
  rows: ({ scene, gates, value }) => [{ scene, gates: gates.length, value }],
  lines: ({ scene, gates, value }) => [
    `${scene}: ${gates.length} gates between bodies; the cheapest way over them is ${value.toFixed(2)} m, the most that flows`,
  ],
  picture: ({ scene, gates }, size) => {
    const picture = scenePicture(builtinScene(scene), { size, title: "Critical graph" });
    const colour = picture.theme.cut;
    const layer = picture.layer("gates", "marks");
    for (const { a, b } of gates)
      layer.shape({ stroke: colour, width: 1.5 }, (path) => traceLine(path, [a, b]));
    picture.legend({ sample: "line", colour, label: "gate" });
    return picture.toSvg();
  },
};

/** A plan after a figure that has no coordinates; ours. */
function planOf(
  name: string,
  obstacles: Scene["obstacles"],
  source: NonNullable<Scene["flow"]>["source"],
  sink: NonNullable<Scene["flow"]>["sink"],
): Scene {
  return new World({
    name,
    boundary: [
      [0, 0],
      [20, 0],
      [20, 14],
      [0, 14],
    ],
    ...(obstacles && { obstacles }),
    flow: { source, sink },
  }).scene;
}

/** Lanes that hug one wall or the other while the shortest way is in the middle. */
const roundabout = (): Scene =>
  planOf(
    "The shortest way is in the middle",
    [
      { polygon: [[4, 1.2], [16, 1.2], [16, 6.2], [4, 6.2]] },
      { polygon: [[4, 7.8], [16, 7.8], [16, 12.8], [4, 12.8]] },
    ],
    [[[0, 5.5], [0, 8.5]]],
    [[[20, 5.5], [20, 8.5]]],
  ); // biome-ignore format: a line per outline

/** Three sources and two sinks. */
const several = (): Scene =>
  planOf(
    "Three sources, two sinks",
    [
      { polygon: [[5, 4], [8, 3], [9, 6], [6, 7]] },
      { polygon: [[11, 8], [14, 7.5], [14.5, 10.5], [12, 11]] },
      { polygon: [[13, 2], [15.5, 3], [14, 5]] },
    ],
    [[[0, 2], [0, 4.5]], [[0, 9], [0, 12]], [[10, 14], [12, 14]]],
    [[[20, 2], [20, 6]], [[20, 9], [20, 12.5]]],
  ); // biome-ignore format: a line per outline

/** A plan with its lanes. */
interface Laid {
  readonly scene: Scene;
  readonly contours: LaneSystem;
  readonly taut: LaneSystem;
}

function laid(name: string, title: string, place: string, make: () => Scene): Experiment<Laid> {
  return {
    name,
    title,
    paper: "Farias 2020",
    place,
    seeded: false,
    run: () => {
      const scene = make();
      const contours = new FlowMap(new World(scene)).lanes(RADIUS);
      return { scene, contours, taut: optimizeLanes(contours) };
    },
    rows: ({ contours, taut }) => [
      {
        lanes: taut.lanes.length,
        contours: totalOf(contours),
        jointly: totalOf(taut),
        ...verify(taut),
      },
    ],
    lines: ({ contours, taut }) => {
      const { lengthBound, holds } = verify(taut);
      return [
        `${taut.lanes.length} of at most ${taut.bound} lanes, together ${totalOf(contours).toFixed(1)} m, taut ${totalOf(taut).toFixed(1)} m; ` +
          `no lanes below ${lengthBound.toFixed(1)} m; certificate ${holds ? "holds" : "does not hold"}`,
      ];
    },
    picture: ({ scene, contours, taut }, size) =>
      stackPictures([drawn(scene, contours, size, "As the flow runs"), drawn(scene, taut, size, "Taut")], 2),
  };
}

/** Figures of chapter 4. */
export const FLOW_FIGURES: readonly Experiment[] = [
  criticalGraph,
  shortened,
  laid("4.15", "Lanes that miss the shortest way, and those that do not", "figure 4.15", roundabout),
  laid("4.16", "Several sources and sinks", "figures 4.16 and 6.1", several),
];
