import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import { World } from "../world/index.js";
import { type RecordedAgent, Replay } from "./replay.js";

const room = new World({
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
});

describe("a recording that cannot be true", () => {
  it.each<[string, RecordedAgent[]]>([
    [
      "person 7 is in the frame at 0.5 s twice",
      [
        { id: 7, x: 1, y: 1 },
        { id: 3, x: 2, y: 1 },
        { id: 7, x: 3, y: 1 },
      ],
    ],
    ["person 3 is at 1e+300,1 at 0.5 s; coordinates from", [{ id: 3, x: 1e300, y: 1 }]],
    ["person 3 is at 1,NaN at 0.5 s; coordinates from", [{ id: 3, x: 1, y: Number.NaN }]],
  ])("is refused: %s", (message, agents) => {
    const replay = new Replay(room, { interval: 0.5 });
    replay.show({ time: 0, agents: [{ id: 3, x: 1, y: 1 }] });
    const show = (): void => replay.show({ time: 0.5, agents });
    expect(show).toThrow(InputError);
    expect(show).toThrow(message);
  });
});
