import { describe, expect, test } from "vitest";
import { diagnose, parseScene, type Scene, type SceneInput, World } from "./index.js";

const ROOM: SceneInput = {
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  obstacles: [
    {
      polygon: [
        [8, 2],
        [12, 2],
        [12, 8],
        [8, 8],
      ],
    },
  ],
  goals: { out: { points: [[19, 5]] } },
  profiles: { soldier: {}, tank: {} },
  spawns: [
    { places: [[1, 1]], goals: ["out"], profile: "soldier" },
    { places: [[1, 3]], goals: ["out"], profile: "tank" },
  ],
};

type Route = NonNullable<Scene["routes"]>[number];

/** What is found in the room with some routes, one line each. */
function found(...routes: Partial<Route>[]): string[] {
  const whole = routes.map((route, i) => ({
    name: `route ${i}`,
    strokes: [
      [
        [1, 5],
        [1, 9],
        [15, 9],
      ],
    ],
    ...route,
  }));
  const scene = parseScene({ format: "wayfield-scene", version: 1, ...ROOM, routes: whole });
  return diagnose(scene).map(
    ({ severity, code, where, message }) => `${severity} ${code} ${where}: ${message}`,
  );
}

describe("routes of a scene", () => {
  test("a sound one is found in order, and a world keeps it", () => {
    expect(found({})).toEqual([]);
    const routes = [{ name: "a", strokes: [[[1, 5]] as [number, number][]] }];
    expect(new World({ ...ROOM, routes }).scene.routes).toEqual(routes);
  });

  test.each<[string, Partial<Route>[], string]>([
    [
      "outside",
      [
        {
          strokes: [
            [
              [1, 12],
              [5, 15],
            ],
          ],
        },
      ],
      "error route-outside routes[0].strokes[0]: all of it lies outside the boundary; a stroke leads over free ground",
    ],
    [
      "in walls only",
      [
        {
          strokes: [
            [[1, 1]],
            [
              [9, 3],
              [11, 7],
            ],
          ],
        },
      ],
      "error route-blocked routes[0].strokes[1]: all of it is in walls or outside; a stroke leads over free ground",
    ],
    [
      "through a wall",
      [
        {
          strokes: [
            [
              [5, 5],
              [15, 5],
            ],
          ],
        },
      ],
      "warning route-partly-blocked routes[0].strokes[0]: 33 % of it is in walls or outside: a planner leads around, or it moves to the nearest free place",
    ],
    [
      "two equal points",
      [
        {
          strokes: [
            [
              [5, 5],
              [5, 5],
            ],
          ],
        },
      ],
      "warning route-click routes[0].strokes[0]: all 2 points are one place: it counts as one, which means: go there",
    ],
    [
      "one name twice",
      [
        { name: "a", spawns: [0] },
        { name: "a", spawns: [1] },
      ],
      'error route-name routes[1].name: there is another route "a"; names differ',
    ],
    [
      "a spawn that is not there",
      [{ spawns: [1, 2] }],
      "error unknown-spawn routes[0].spawns[1]: 2 is no spawn of this scene; its spawns are 0 to 1",
    ],
    [
      "a profile that is not there",
      [{ profiles: ["tonk"] }],
      'error unknown-profile routes[0].profiles[0]: "tonk" is no profile of this scene; did you mean "tank"? there are: soldier, tank',
    ],
    [
      "nobody to follow it",
      [{ spawns: [0], profiles: ["tank"] }],
      "warning route-unused routes[0]: no spawn has people who follow it, and no group does; a program may send some along it",
    ],
    [
      "two routes for one",
      [{ profiles: ["tank"] }, { spawns: [1] }],
      "error route-twice routes[1]: those of spawns[1] with profile tank follow routes[0] already; people follow one route",
    ],
  ])("%s: one clear line", (_, routes, line) => {
    expect(found(...routes)).toContain(line);
  });

  test("one click is no fault, and a stroke needs a point", () => {
    expect(found({ strokes: [[[5, 5]]] })).toEqual([]);
    expect(() => found({ strokes: [[]] })).toThrow(/routes\[0\]\.strokes\[0\]/);
    expect(() => found({ strokes: [] })).toThrow(/routes\[0\]\.strokes/);
    expect(() => found({ choice: "luck" as never })).toThrow(/routes\[0\]\.choice/);
  });
});
