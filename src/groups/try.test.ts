import { test } from "vitest";
import { Crowd } from "../crowd/index.js";
import { PathMap } from "../pathmap/index.js";
import { World } from "../world/index.js";
import { Groups } from "./index.js";

function worst(group: import("./index.js").Group, crowd: Crowd): string {
  let w = group.list[0];
  for (const one of group.list) if (one.lag > w.lag) w = one;
  const a = crowd.agent(w?.id);
  return a
    ? JSON.stringify({ ...w, p: a.position, v: a.velocity, spot: group.placeOf(w.id) }, (_, v) =>
        typeof v === "number" ? Number(v.toFixed(2)) : v,
      )
    : "";
}
test.each(["square", "line", "column", "wedge", "circle"] as const)("%s through a door", (formation) => {
  const world = new World({
    boundary: [
      [0, 0],
      [60, 0],
      [60, 20],
      [0, 20],
    ],
    obstacles: [
      {
        polygon: [
          [20, 0],
          [20.3, 0],
          [20.3, 9],
          [20, 9],
        ],
      },
      {
        polygon: [
          [20, 10.2],
          [20.3, 10.2],
          [20.3, 20],
          [20, 20],
        ],
      },
      {
        polygon: [
          [35, 8],
          [36, 8],
          [36, 9],
          [35, 9],
        ],
      },
      {
        polygon: [
          [40, 12],
          [41, 12],
          [41, 13],
          [40, 13],
        ],
      },
    ],
  });
  const guide = new PathMap(world, {
    goals: [
      {
        segment: [
          [60, 5],
          [60, 15],
        ],
      },
    ],
    radius: 0.22,
  });
  const groups = new Groups();
  const crowd = new Crowd(world, { groups });
  const ids: number[] = [];
  const n = 24;
  for (let k = 0; k < n; k++)
    ids.push(
      crowd.add({
        position: [4 + (k % 5), 5 + Math.floor(k / 5)],
        guide,
        radius: 0.22,
        speed: 1.2 + 0.02 * (k % 8),
      }),
    );
  const group = groups.add({ members: ids, formation, spacing: 1 });
  let deepest = 0;
  const lines: string[] = [];
  while (crowd.size > 0 && crowd.time < 200) {
    crowd.step(0.05);
    deepest = Math.max(deepest, crowd.touches.deepest);
    const { lag, middle } = group;
    if (Math.round(crowd.time / 0.05) % 80 === 0)
      lines.push(
        `${crowd.time.toFixed(0)} ${group.mode} ${middle?.map((v) => v.toFixed(1))} ${lag?.mean.toFixed(2)} ${lag?.greatest.toFixed(2)} size ${crowd.size} ${worst(group, crowd)}`,
      );
  }
  console.log(
    formation,
    "arrived",
    crowd.arrived,
    crowd.time.toFixed(1),
    "deepest",
    deepest.toFixed(3),
    "\n" + lines.join("\n"),
  );
});
