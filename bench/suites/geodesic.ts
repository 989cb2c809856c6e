/** Exact shortest paths over meshes, from one source to one and to a hundred targets, beside CGAL's. */
import { readObj } from "../../src/io/index.js";
import { Random } from "../../src/numerics/index.js";
import { statueSurface, torusSurface } from "../../src/scenes/index.js";
import {
  type FacePoint,
  GeodesicMap,
  type MeshInput,
  SurfaceGround,
  SurfaceMesh,
} from "../../src/surface/index.js";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { type Case, type Suite, Unavailable } from "../harness.js";
import { nativePeer } from "../peers/native.js";

/** A mesh to measure on. */
interface Model {
  readonly name: string;
  make(): MeshInput;
}

const MODELS: readonly Model[] = [
  {
    name: "spot, 5,856 faces",
    make: () => {
      if (!hasSharedFile("spot.obj")) throw new Unavailable("spot.obj does not lie beside the repository");
      return readObj(sharedFile("spot.obj")).mesh;
    },
  },
  { name: "statue, 10,000 faces", make: () => statueSurface(0.0855, 0) },
];
const QUICK: readonly Model[] = [{ name: "torus, 200 faces", make: () => torusSurface(10, 10) }];
const MANY = 100;
const REPETITIONS = 3;

const peer = nativePeer("cgal-geodesic", {
  source: "cgal-geodesic.cpp",
  headers: [{ header: "CGAL/Surface_mesh_shortest_path.h", debian: "libcgal-dev" }],
  flags: ["-lgmp"],
});

interface CgalAnswer {
  readonly ms: readonly number[];
  readonly lengths: readonly number[];
}

/** A mesh with its source and targets, and the lengths that the two programs found. */
class Trial {
  readonly lengths = new Map<string, readonly number[]>();
  private made: { ground: SurfaceGround; source: FacePoint; targets: FacePoint[] } | null = null;

  constructor(
    readonly model: Model,
    readonly count: number,
  ) {}

  get things(): { ground: SurfaceGround; source: FacePoint; targets: FacePoint[] } {
    if (!this.made) {
      const ground = new SurfaceGround(new SurfaceMesh(this.model.make()), { limits: "free" });
      const random = new Random(1);
      const place = (): FacePoint => ({
        kind: "face",
        face: random.below(ground.mesh.faceCount),
        weights: [0.5, 0.25, 0.25],
      });
      const source = place();
      const isNear = ({ face }: FacePoint): boolean => partOf(ground, face) === partOf(ground, source.face);
      const targets = Array.from({ length: 20 * this.count }, place)
        .filter(isNear)
        .slice(0, this.count);
      this.made = { ground, source, targets };
    }
    return this.made;
  }

  /** What the C++ program reads. */
  get bytes(): Uint8Array {
    const { ground, source, targets } = this.things;
    const { mesh } = ground;
    const places = [source, ...targets].flatMap(({ face, weights }) => [face, ...weights]);
    const parts = [
      Int32Array.of(mesh.vertexCount, mesh.faceCount, targets.length),
      mesh.positions,
      mesh.corners,
      Float64Array.from(places),
    ];
    return Buffer.concat(parts.map((p) => Buffer.from(p.buffer, p.byteOffset, p.byteLength)));
  }

  /** Both programs must agree on every length. */
  check(name: string, lengths: readonly number[]): void {
    this.lengths.set(name, lengths);
    for (const [other, theirs] of this.lengths) {
      lengths.forEach((length, k) => {
        if (Math.abs(length - theirs[k]) > 1e-6 * (1 + length))
          throw new Error(`target ${k}: ${name} ${length}, ${other} ${theirs[k]}`);
      });
    }
  }
}

const partOf = ({ mesh }: SurfaceGround, face: number): number => mesh.component[mesh.corners[3 * face]];

function casesOf(trial: Trial): Case[] {
  const input = `${trial.model.name}, ${trial.count === 1 ? "one target" : `${trial.count} targets`}`;
  return [
    {
      input,
      name: "wayfield",
      // Without the parts that depend on the mesh alone, which CGAL builds its mesh with, untimed too.
      setup: () => void trial.things.ground.cut,
      run() {
        const { ground, source, targets } = trial.things;
        const map = new GeodesicMap(ground, source);
        return targets.map((target) => map.pathFrom(target)!.length);
      },
      check: (lengths) => trial.check("wayfield", lengths as number[]),
    },
    {
      input,
      name: "CGAL",
      role: "baseline",
      setup: () => {
        void trial.things;
        peer.build();
      },
      run: () => peer.run(trial.bytes, [String(REPETITIONS)]),
      check: (answer) => trial.check("CGAL", (answer as CgalAnswer).lengths),
      ownTimes: (answer) => (answer as CgalAnswer).ms,
    },
  ];
}

export const geodesic: Suite = {
  name: "geodesic",
  title: "Exact shortest paths over meshes",
  cases: (quick) =>
    (quick ? QUICK : MODELS).flatMap((model) =>
      [1, MANY].flatMap((count) => casesOf(new Trial(model, count))),
    ),
};
