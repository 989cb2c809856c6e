/** The planner on public meshes, where they lie beside the repository. */
import { describe, expect, test } from "vitest";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { faultOf } from "../../test/surface-paths.js";
import { readObj } from "../io/index.js";
import { Random } from "../numerics/index.js";
import { SurfaceGround, SurfaceMesh } from "./index.js";

describe.each(["spot.obj", "teapot.obj", "rocker-arm.obj", "stanford-bunny.obj"])("%s", (name) => {
  test.skipIf(!hasSharedFile(name))(
    "every path arrives, on the surface, with and without an obstacle",
    () => {
      const mesh = new SurfaceMesh(readObj(sharedFile(name)).mesh);
      const random = new Random(1);
      const obstacle = { centre: mesh.vertex(100), radius: 0.05 * Math.sqrt(mesh.totalArea) };
      for (const obstacles of [[], [obstacle]]) {
        const ground = new SurfaceGround(mesh, { obstacles });
        let goal = mesh.vertexCount >> 1;
        while (ground.tags[goal]) goal++;
        const field = ground.field({ kind: "vertex", vertex: goal });
        for (let i = 0; i < 40; i++) {
          const face = random.below(mesh.faceCount);
          const answer = field.follow({ kind: "face", face, weights: [0.2, 0.3, 0.5] });
          const apart = mesh.component[mesh.corners[3 * face]] !== mesh.component[goal];
          const walled = [0, 1, 2].every((k) => ground.tags[mesh.corners[3 * face + k]] > 0);
          expect(answer.path === null).toBe(apart || walled);
          if (answer.path) {
            expect(faultOf(ground, answer.path)).toBeNull();
            expect(answer.path.points.at(-1)).toEqual(mesh.vertex(goal));
          }
        }
      }
    },
  );
});
