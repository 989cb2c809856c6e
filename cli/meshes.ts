/** What commands about meshes have in common: reading them, places on them, and where they are seen from. */
import { InvalidArgumentError } from "commander";
import type { Camera } from "../src/draw/index.js";
import { InputError } from "../src/index.js";
import { type ImportedMesh, meshFormatOf } from "../src/io/index.js";
import { builtinSurface, isBuiltinSurface } from "../src/scenes/index.js";
import {
  type MeshReport,
  type Place,
  type Point3,
  SurfaceMesh,
  type SurfaceRegion,
} from "../src/surface/index.js";
import { readBytes, resourcesBeside } from "./reading.js";

/** A repeatable option. */
export const collect = (text: string, list: readonly string[] = []): string[] => [...list, text];

function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** `v12`, as the file numbers its vertices from 0, or `x,y,z`; with `/r`, all faces in a ball. */
export function regionOf(mesh: SurfaceMesh, text: string, option: string): SurfaceRegion {
  const [place, radius, ...rest] = text.split("/");
  const at = placeOf(mesh, place, option, text);
  if (radius === undefined) return at;
  const r = numberOf(radius);
  if (rest.length > 0 || !(r >= 0 && Number.isFinite(r))) {
    throw new InputError(`${option}: after the slash comes a radius in metres >= 0; given: ${text}`);
  }
  const centre = "kind" in at ? mesh.position(at) : at;
  return { centre: centre as Point3, radius: r };
}

export function placeOf(mesh: SurfaceMesh, place: string, option: string, text = place): Place {
  const named = /^v(\d+)$/.exec(place);
  if (named) {
    const vertex = mesh.vertexNamed(Number(named[1]));
    if (vertex < 0) {
      const { vertices } = mesh.report.given;
      throw new InputError(
        `${option}: a vertex in use from v0 to v${vertices - 1} is allowed; given: ${text}`,
      );
    }
    return { kind: "vertex", vertex };
  }
  const parts = place.split(",").map(numberOf);
  if (parts.length === 3 && parts.every(Number.isFinite)) return parts as unknown as Point3;
  throw new InputError(`${option}: a place is a vertex such as v12 or a point X,Y,Z; given: ${text}`);
}

/** A built-in surface, with notes where it was welded. */
function builtinMesh(name: string, weld: number): { mesh: SurfaceMesh; notes: readonly string[] } {
  const mesh = new SurfaceMesh(builtinSurface(name), { weld });
  return { mesh, notes: weld > 0 ? notesOf(mesh.report) : [] };
}

/** Reads a mesh by file name or built-in name. */
export async function loadMesh(
  name: string,
  weld: number,
): Promise<{ mesh: SurfaceMesh; notes: readonly string[] }> {
  if (isBuiltinSurface(name) || !/[./\\]/.test(name)) return builtinMesh(name, weld);
  const format = meshFormatOf(name);
  const bytes = readBytes(name);
  try {
    const read: ImportedMesh = await format.read(bytes, resourcesBeside(name));
    const mesh = new SurfaceMesh(read.mesh, { weld });
    return { mesh, notes: [...read.notes, ...notesOf(mesh.report)] };
  } catch (error) {
    throw error instanceof InputError ? error.within(name) : error;
  }
}

/** What was done to a mesh, one line for each kind of thing. */
function notesOf(report: MeshReport): string[] {
  const { dropped } = report;
  const counts: [number, string][] = [
    [report.welded, "vertices joined with others at the same place"],
    [dropped.degenerate, "faces with two equal corners left out"],
    [dropped.duplicate, "faces given twice left out"],
    [report.unused, "vertices of no face left out"],
    [report.flat, "faces without area kept"],
    [report.turned, "faces turned over to agree with their neighbours"],
    [report.splitEdges, "edges of more than two faces cut apart"],
    [report.oneSided, "edges cut since the surface is one-sided"],
    [report.splitVertices, "vertices where sheets only touch cut apart"],
  ];
  return counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
}

/** Directions of heads by name. */
export const UPS = { normal: "normal", x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

/** Where goals are that are points; balls show by their colour. */
export function goalPoints(mesh: SurfaceMesh, goals: readonly string[]): Point3[] {
  return goals.flatMap((text) => {
    const region = regionOf(mesh, text, "--goal");
    if ("kind" in region) return [mesh.position(region)];
    return Array.isArray(region) ? [mesh.nearest(region as unknown as Point3).position] : [];
  });
}

/** `AZIMUTH,ELEVATION` in degrees, with `,y` where y points up. */
export function cameraOf(text: string): Camera {
  const [azimuth, elevation, up = "z", ...rest] = text.split(",");
  const camera = { azimuth: numberOf(azimuth), elevation: numberOf(elevation ?? ""), up };
  const right = Number.isFinite(camera.azimuth) && Math.abs(camera.elevation) <= 90 && /^[yz]$/.test(up);
  if (!right || rest.length > 0) {
    throw new InvalidArgumentError(
      "AZIMUTH,ELEVATION in degrees, elevation from -90 to 90, then ,y where y points up.",
    );
  }
  return camera as Camera;
}
