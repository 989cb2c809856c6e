/** People on a surface: what a step costs when a thousand walk to one place and keep clear of each other. */
import { torusSurface } from "../../src/scenes/index.js";
import {
  SurfaceAgents,
  type SurfaceField,
  SurfaceGround,
  SurfaceMesh,
  scatterAgents,
} from "../../src/surface/index.js";
import type { Case, Suite } from "../harness.js";
import { formatTime, processorTime } from "../statistics.js";

const RADIUS = 0.25;
const STEPS = 10;
const STEP = 0.1;
/** A torus 3 m across becomes one of 48 m. */
const SCALE = 16;

function agentCase(people: number, [around, across]: readonly [number, number]): Case {
  let field: SurfaceField;
  let crowd: SurfaceAgents;
  let spent = 0;
  const { positions, faces } = torusSurface(around, across);
  const scaled = Array.from(
    positions as readonly (readonly number[])[],
    ([x, y, z]): [number, number, number] => [SCALE * x, SCALE * y, SCALE * z],
  );
  return {
    input: `${people} people on a torus of ${2 * around * across} faces`,
    name: "one person, one step",
    operations: people * STEPS,
    setup() {
      const mesh = new SurfaceMesh({ positions: scaled, faces });
      field = new SurfaceGround(mesh, { radius: RADIUS }).field([{ vertices: [0] }]);
    },
    run() {
      crowd = new SurfaceAgents({ reach: 6 });
      scatterAgents(crowd, people, { field, radius: RADIUS }, 1);
      const before = processorTime();
      for (let i = 0; i < STEPS; i++) crowd.step(STEP);
      spent = processorTime() - before;
      return crowd;
    },
    check() {
      const walking = crowd.agents.filter(({ arrived }) => !arrived);
      const walked = crowd.agents.reduce((sum, agent) => sum + agent.walked, 0);
      if (!(walked > 0.5 * STEPS * STEP * 1.34 * people)) throw new Error("people stand still");
      for (const a of walking) {
        for (const b of walking) {
          const apart = Math.hypot(...a.position.map((x, k) => x - b.position[k]));
          if (a.id < b.id && apart < 2 * RADIUS * (1 - 1e-9))
            throw new Error(`${a.id} and ${b.id} overlap: ${apart} m apart`);
        }
      }
    },
    remark: () =>
      `reach 6 m, steps of ${STEP} s; ${formatTime(spent / people / STEPS)} of processor time without finding places`,
  } as Case;
}

export const surfaceAgents: Suite = {
  name: "surface-agents",
  title: "People on surfaces",
  cases: (quick) =>
    quick
      ? [agentCase(50, [40, 20])]
      : [agentCase(100, [120, 60]), agentCase(1000, [120, 60]), agentCase(1000, [360, 180])],
};
