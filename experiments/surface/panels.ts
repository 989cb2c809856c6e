/** What the figures of surfaces have in common: fields with paths on them, a panel each. */
import {
  type Camera,
  type DrawnField,
  type SurfaceOverlay,
  stackPictures,
  surfacePicture,
} from "../../src/draw/index.js";
import { GeodesicMap, type Place, type Point3, type SurfaceField } from "../../src/surface/index.js";
import type { Experiment } from "../experiment.js";

/** A way on a surface, beside the shortest one between its ends. */
export interface PanelPath {
  readonly from: Point3;
  /** Empty where there is no way. */
  readonly points: readonly Point3[];
  readonly length: number | null;
  readonly shortest: number | null;
}

/** One picture of a figure. */
export interface Panel {
  readonly title: string;
  readonly field: DrawnField;
  readonly paths: readonly PanelPath[];
  readonly overlays?: readonly SurfaceOverlay[];
  /** Goals that are points. */
  readonly goals?: readonly Point3[];
  readonly camera: Camera;
  readonly edges?: boolean;
  /** Something else to say about it. */
  readonly remark?: string;
}

/** Seen from above. */
export const FROM_ABOVE: Camera = { azimuth: 0, elevation: 90 };

/** The ways from some places, with the shortest beside them. */
export function pathsFrom(field: SurfaceField, starts: readonly Place[]): PanelPath[] {
  const { mesh } = field.ground;
  return starts.map((start) => {
    const path = field.pathFrom(start);
    if (!path) {
      const from = "kind" in start ? mesh.position(start) : mesh.nearest(start).position;
      return { from, points: [], length: null, shortest: null };
    }
    const { points, places, length } = path;
    const shortest = new GeodesicMap(field.ground, places[places.length - 1]).distance(places[0]);
    return { from: points[0], points, length, shortest };
  });
}

const place = (p: Point3): string => p.map((x) => x.toFixed(2)).join(", ");

/** The lines of a panel: its remark, and a line per path that no panel before it has told. */
function linesOf({ title, paths, remark }: Panel, told: Set<PanelPath>): string[] {
  const said = remark === undefined ? [] : [`${title}: ${remark}`];
  const untold = paths.filter((path) => !told.has(path));
  for (const path of untold) told.add(path);
  return [
    ...said,
    ...untold.map(({ from, length, shortest }) =>
      length === null
        ? `${title}: from ${place(from)}: no way`
        : `${title}: from ${place(from)}: ${length.toFixed(3)} m` +
          (shortest === null ? "" : `, ${(length / shortest).toFixed(3)} times the shortest`),
    ),
  ];
}

/** An experiment that is a figure of several panels, `columns` in a row. */
export function panelExperiment(
  about: Pick<Experiment, "name" | "title" | "place">,
  columns: number,
  run: () => Panel[],
): Experiment<Panel[]> {
  return {
    ...about,
    paper: "Fischer 2011",
    seeded: false,
    run,
    rows: (panels) =>
      panels.map(({ title, paths, remark }) => ({
        title,
        ...(remark === undefined ? {} : { remark }),
        paths: paths.map(({ from, length, shortest }) => ({ from, length, shortest })),
      })),
    lines: (panels) => {
      const told = new Set<PanelPath>();
      return panels.flatMap((panel) => linesOf(panel, told));
    },
    picture: (panels, size) =>
      stackPictures(
        panels.map(({ title, field, paths, overlays = [], goals = [], camera, edges = false }) =>
          surfacePicture(field, {
            size,
            title,
            unit: Math.max(size / 900, 0.6),
            camera,
            edges,
            overlays,
            goals,
            isolines: 16,
            paths: paths.flatMap(({ points }) => (points.length > 0 ? [points] : [])),
          }),
        ),
        columns,
      ),
  };
}
