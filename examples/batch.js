// Many runs: one hall, doors of four widths, five seeds each; the mean time until everybody is out.
import { runScene } from "wayfield/run";

const WIDTHS = [0.8, 1, 1.5, 2];
const SEEDS = [1, 2, 3, 4, 5];

/** A hall with 60 people and one door. */
function hall(width) {
  const [low, high] = [5 - width / 2, 5 + width / 2];
  return {
    name: `hall with a door of ${width} m`,
    boundary: [
      [0, 0],
      [14, 0],
      [14, 10],
      [0, 10],
    ],
    obstacles: [
      {
        segment: [
          [10, 0],
          [10, low],
        ],
      },
      {
        segment: [
          [10, high],
          [10, 10],
        ],
      },
    ],
    goals: {
      exit: {
        segments: [
          [
            [14, 3],
            [14, 7],
          ],
        ],
      },
    },
    profiles: { adult: { radius: 0.25, speed: 1.34 } },
    spawns: [
      {
        polygon: [
          [1, 1],
          [8, 1],
          [8, 9],
          [1, 9],
        ],
        count: 60,
        profile: "adult",
        goals: ["exit"],
      },
    ],
  };
}

console.log("door    mean time");
for (const width of WIDTHS) {
  let sum = 0;
  for (const seed of SEEDS) {
    const { summary } = await runScene(hall(width), { seed, duration: 300 });
    if (summary.arrived < summary.agents)
      throw new Error(`${summary.agents - summary.arrived} are still inside`);
    sum += summary.time;
  }
  console.log(`${width.toFixed(1)} m   ${(sum / SEEDS.length).toFixed(1)} s`);
}
