import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import { sideOfRing } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { Scene } from "../world/index.js";
import { formatNamed } from "./formats.js";
import { csvTrajectories, pedpyTrajectories, type TrajectoryHead } from "./trajectories.js";
import { readCsvTrajectories, readPedpyTrajectories } from "./trajectories-read.js";
import {
  readSqliteTrajectories,
  sqliteTrajectories,
  type TrajectoryDatabase,
} from "./trajectories-sqlite.js";
import { walkableWkt } from "./walkable-wkt.js";

const { Database } = createRequire(import.meta.url)(
  "node-sqlite3-wasm",
) as typeof import("node-sqlite3-wasm");

type Coordinates = [number, number];

const square: Scene = {
  format: "wayfield-scene",
  version: 1,
  boundary: [
    [0, 0],
    [0, 4],
    [4, 4],
    [4, 0],
  ],
  obstacles: [
    {
      polygon: [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
      ],
    },
    {
      segment: [
        [3, 1],
        [3, 3],
      ],
    },
    { point: [1, 3] },
  ],
};

/** Whether a point lies in the polygon that a text describes, on its edges too. */
function covers(wkt: string, [x, y]: readonly [number, number]): boolean {
  const { boundary, obstacles = [] } = formatNamed("wkt").read!(wkt).scene;
  return (
    sideOfRing([x, y], boundary) >= 0 && obstacles.every(({ polygon }) => sideOfRing([x, y], polygon!) <= 0)
  );
}

describe("the walkable ground that goes with a recording", () => {
  it("is one polygon; polygons, lines and points are holes in it", () => {
    const wkt = walkableWkt(square);
    expect(wkt).toMatch(/^POLYGON \(\([^()]+\)(, \([^()]+\)){3}\)$/);
    expect(covers(wkt, [3, 2])).toBe(false);
    expect(covers(wkt, [1, 3])).toBe(false);
    for (const side of [-0.006, 0.006]) expect(covers(wkt, [3 + side, 2])).toBe(true);
  });

  it("has the walls of plans drawn with lines, seeds 1 to 20: nobody gets through where a line was drawn", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const point = (): Coordinates => [random.between(-1, 5), random.between(-1, 5)];
      const walls = Array.from({ length: 12 }, (): [Coordinates, Coordinates] => [point(), point()]);
      const wkt = walkableWkt({ ...square, obstacles: walls.map((segment) => ({ segment })) });
      for (const [[ax, ay], [bx, by]] of walls) {
        const t = random.unit();
        expect(covers(wkt, [ax + t * (bx - ax), ay + t * (by - ay)])).toBe(false);
      }
    }
  });

  it("walls that meet at a corner, or end at the boundary, leave no gap", () => {
    const corner: Scene = {
      ...square,
      obstacles: [
        {
          segment: [
            [2, 0],
            [2, 2],
          ],
        },
        {
          segment: [
            [2, 2],
            [0, 2],
          ],
        },
      ],
    };
    // The room behind them is cut off: the text is of the larger rest.
    const wkt = walkableWkt(corner);
    expect(covers(wkt, [3, 3])).toBe(true);
    expect(covers(wkt, [1, 1])).toBe(false);
  });
});

const columns = {
  id: [4, 9],
  x: [1.25, 2.1234567],
  y: [0.5, -3],
  vx: [3, 0],
  vy: [4, 0],
  radius: [0.25, 0.3],
  group: [0, 1],
};
const head: TrajectoryHead = { scene: square, fps: 8, run: "run-1", frames: 0 };
const places = (recording: ReturnType<typeof readCsvTrajectories>): number[][][] =>
  recording.frames.map(({ agents }) => agents.map(({ id, x, y }) => [id, x, y]));

function text(format: typeof csvTrajectories | typeof pedpyTrajectories): string {
  let written = "";
  const writer = format((more) => {
    written += more;
  }, head);
  writer.frame(0, 0.125, columns, 2);
  writer.flush();
  writer.frame(1, 0.25, columns, 1);
  writer.end(false);
  return written;
}

describe("trajectories", () => {
  const expected = [
    [
      [4, 1.25, 0.5],
      [9, 2.123457, -3],
    ],
    [[4, 1.25, 0.5]],
    [],
  ];

  it("written as CSV and as PedPy's text are read back, to micrometres", () => {
    const csv = readCsvTrajectories(text(csvTrajectories));
    expect(places(csv)).toEqual(expected);
    expect(csv.interval).toBe(0.125);
    expect(csv.frames[0].agents[1]).toMatchObject({ radius: 0.3, group: 1 });
    const pedpy = text(pedpyTrajectories);
    expect(pedpy).toMatch(/^# framerate: 8\n# run: run-1\n# id frame/);
    expect(places(readPedpyTrajectories(pedpy))).toEqual(expected);
  });

  const rows = (database: TrajectoryDatabase, table: string): unknown[] => [
    ...database.all(`SELECT * FROM ${table}`),
  ];

  it("go into JuPedSim's tables with the run's name, and say whether it was interrupted", () => {
    const database = new Database(":memory:");
    const writer = sqliteTrajectories(database, head);
    const metadata = (): Record<string, unknown> =>
      Object.fromEntries(
        database.all("SELECT key, value FROM metadata").map(({ key, value }) => [key, value]),
      );
    writer.frame(0, 0.125, columns, 2);
    expect(metadata()).toMatchObject({
      version: "2",
      fps: "8",
      xmax: "4",
      run: "run-1",
      interrupted: "true",
    });
    writer.end(false);
    expect(metadata().interrupted).toBe("false");
    expect(rows(database, "trajectory_data")).toEqual([
      { frame: 0, id: 4, pos_x: 1.25, pos_y: 0.5, ori_x: 0.6, ori_y: 0.8 },
      { frame: 0, id: 9, pos_x: 2.1234567, pos_y: -3, ori_x: 0, ori_y: 0 },
    ]);
    expect(readSqliteTrajectories(database).interval).toBe(0.125);
    database.close();
  });

  it("goes on after a frame in the tables, and forgets what came later", () => {
    const [whole, broken] = [new Database(":memory:"), new Database(":memory:")];
    const record = (database: TrajectoryDatabase, from: number, to: number): void => {
      const writer = sqliteTrajectories(database, { ...head, frames: from });
      for (let k = from; k < to; k++) writer.frame(k, (k + 1) / 8, columns, 1 + (k % 2));
      writer.end(to < 6);
    };
    record(whole, 0, 6);
    record(broken, 0, 5);
    record(broken, 3, 6);
    for (const table of ["trajectory_data", "frame_data", "metadata", "geometry"])
      expect(rows(broken, table)).toEqual(rows(whole, table));
    whole.close();
    broken.close();
  });
});

describe("somebody who is in a frame twice is refused, with the line and the frame", () => {
  it.each<[string, () => unknown, string]>([
    [
      "CSV, rows in any order",
      () =>
        readCsvTrajectories(
          "frame,time,id,x,y\n0,0,3,1,1\n1,0.5,3,1,2\n0,0,4,1,1\n1,0.5,4,1,1\n1,0.5,3,9,9\n",
        ),
      "line 6: id 3 is in frame 1 twice; once is allowed",
    ],
    [
      "text as PedPy's",
      () => readPedpyTrajectories("# framerate: 2\n# id frame x/m y/m\n3 0 1 1\n4 0 2 2\n3 0 1 1\n"),
      "line 5: id 3 is in frame 0 twice; once is allowed",
    ],
    [
      "JuPedSim's tables",
      () =>
        readSqliteTrajectories({
          all: (query: string) => {
            if (query.includes("COUNT")) return [{ count: 2 }];
            if (query.includes("metadata")) return [{ value: 10 }];
            return [5, 5].map((id) => ({ frame: 7, id, x: 0, y: 0 }));
          },
        }),
      "frame 7, id 5: id 5 is in frame 7 twice; once is allowed",
    ],
  ])("%s", (_name, read, message) => {
    expect(read).toThrow(new InputError(message.slice(message.indexOf(": ") + 2), message.split(": ")[0]));
  });
});

it.each([
  ["1e1", 10],
  ["16", 16],
  ["25.00 fps", 25],
  ["12.5Hz", 12.5],
])("a frame rate of %s is read as a whole", (text, rate) => {
  const { interval } = readPedpyTrajectories(`# framerate: ${text}\n1 0 1 1\n1 1 1 2\n`);
  expect(interval).toBe(1 / rate);
});

it.each(["", "0", "-5", "2,5", "NaN", "1e999", "25 or so"])("a frame rate of %j is refused", (text) => {
  const read = (): unknown => readPedpyTrajectories(`# id\n# framerate: ${text}\n1 0 1 1\n`, { fps: 5 });
  expect(read).toThrow(InputError);
  expect(read).toThrow(/^line 2: a finite number of frames per second > 0 is needed; given: /);
});
