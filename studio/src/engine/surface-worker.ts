/** The worker that plans on surfaces: opens a mesh, solves the field of a goal, follows it from starts. */
import { InputError } from "wayfield";
import { cividis } from "wayfield/draw";
import { meshFormatOf } from "wayfield/io";
import { builtinSurface } from "wayfield/scenes";
import {
  type Point3,
  type SurfaceField,
  SurfaceGround,
  SurfaceMesh,
  type SurfaceRegion,
} from "wayfield/surface";
import type { SurfaceAnswer, SurfaceRequest } from "./surface-protocol.js";

let mesh: SurfaceMesh | null = null;
let field: SurfaceField | null = null;

/** Lines of equal level, this many. */
const ISOLINES = 24;

async function opened(request: Extract<SurfaceRequest, { type: "open" }>): Promise<SurfaceAnswer> {
  const { name, bytes } = request;
  const input = bytes ? (await meshFormatOf(name).read(new Uint8Array(bytes))).mesh : builtinSurface(name);
  mesh = new SurfaceMesh(input);
  field = null;
  const facts = [
    { label: "Vertices", value: mesh.vertexCount.toLocaleString("en-US") },
    { label: "Faces", value: mesh.faceCount.toLocaleString("en-US") },
    { label: "Parts", value: String(mesh.componentCount) },
    { label: "Borders", value: String(mesh.boundaryLoops().length) },
  ];
  return {
    type: "mesh",
    positions: Float32Array.from(mesh.positions),
    corners: Uint32Array.from(mesh.corners),
    facts,
  };
}

/** Ranks of levels from 0 at the goal to 1 at the farthest; 2 where no way leads. */
function ranksOf(levels: Float64Array): Float32Array {
  const sorted = levels.filter((level) => level < Infinity).sort();
  const ranks = new Float32Array(levels.length);
  for (let v = 0; v < levels.length; v++) {
    if (!(levels[v] < Infinity)) {
      ranks[v] = 2;
      continue;
    }
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < levels[v]) low = middle + 1;
      else high = middle;
    }
    ranks[v] = sorted.length > 1 ? low / (sorted.length - 1) : 0;
  }
  return ranks;
}

/** Where ranks cross round values, as segments in space. */
function isolines({ positions, corners }: SurfaceMesh, ranks: Float32Array): Float32Array {
  const segments: number[] = [];
  for (let f = 0; f < corners.length; f += 3) {
    const vs = [corners[f], corners[f + 1], corners[f + 2]];
    if (vs.some((v) => ranks[v] > 1)) continue;
    for (let k = 1; k < ISOLINES; k++) {
      const level = k / ISOLINES;
      const cuts: number[] = [];
      for (let e = 0; e < 3; e++) {
        const [a, b] = [vs[e], vs[(e + 1) % 3]];
        if (ranks[a] < level === ranks[b] < level) continue;
        const t = (level - ranks[a]) / (ranks[b] - ranks[a]);
        for (let c = 0; c < 3; c++)
          cuts.push(positions[3 * a + c] + t * (positions[3 * b + c] - positions[3 * a + c]));
      }
      if (cuts.length === 6) for (const x of cuts) segments.push(x);
    }
  }
  return Float32Array.from(segments);
}

/** What nobody can reach is grey. */
const GREY = [150, 150, 155] as const;

function solved({ goal, blocks, radius }: Extract<SurfaceRequest, { type: "solve" }>): SurfaceAnswer {
  if (!mesh) throw new InputError("no mesh is open");
  const obstacles = blocks.map(({ at, radius }): SurfaceRegion => ({ centre: at as Point3, radius }));
  const ground = new SurfaceGround(mesh, { obstacles, radius });
  field = ground.field([goal as Point3]);
  const ranks = ranksOf(field.levels);
  const colours = new Float32Array(3 * ranks.length);
  for (let v = 0; v < ranks.length; v++) {
    const rgb = ranks[v] > 1 ? GREY : cividis(ranks[v]);
    for (let c = 0; c < 3; c++) colours[3 * v + c] = (rgb[c] / 255) ** 2.2;
  }
  return { type: "field", colours, isolines: isolines(mesh, ranks), solveMs: field.solveMs };
}

function followed(from: Point3): SurfaceAnswer {
  if (!mesh || !field) throw new InputError("choose a goal first");
  const answer = field.follow(mesh.nearest(from).point);
  if (answer.path === null) throw new InputError(answer.reason);
  return { type: "path", points: Float32Array.from(answer.path.points.flat()), length: answer.path.length };
}

self.onmessage = async ({ data }: MessageEvent<SurfaceRequest>) => {
  try {
    if (data.type === "open") self.postMessage(await opened(data));
    else if (data.type === "solve") self.postMessage(solved(data));
    else self.postMessage(followed(data.from as Point3));
  } catch (error) {
    if (!(error instanceof InputError)) console.error(error);
    self.postMessage({ type: "error", message: (error as Error).message } satisfies SurfaceAnswer);
  }
};
