import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point, Scene } from "wayfield";
import { BUILTIN_SCENES, builtinBuilding, builtinScene, isBuiltinBuilding } from "wayfield/scenes";
import { type AnyScene, type BuildingScene, diagnose, isBuilding, parseAnyScene } from "wayfield/world";
import { aligned, copied, EDGES, pasted, spread } from "./arrange.js";
import { asBuilding, withElevation, withLevelNamed, withLevelOnTop, withoutLevel } from "./building.js";
import { keptScene, type Shelf, StudioDocument } from "./document.js";
import { type Drawn, freeName, mapped, reshaped, roomOf, withDrawn, without } from "./edits.js";
import { gathered, picksIn } from "./gather.js";
import { levelsOf } from "./levels.js";
import { distanceToPart, partAt, partOfFinding, partsOf, valueAt, withValueAt } from "./parts.js";
import { fragmentOf, sceneInFragment } from "./share.js";

const DRAWN = BUILTIN_SCENES.filter(({ name, example }) => name === example).map(({ name }) => name);

/** A shelf in memory, which may be full. */
function shelf(full = false): Shelf & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

const KINDS: readonly Drawn["kind"][] = [
  "boundary",
  "block",
  "wall",
  "post",
  "door",
  "stairs",
  "lift",
  "goal",
  "spawn",
  "source",
  "sink",
  "barrier",
  "weight",
  "queue",
  "waiting",
  "zone",
  "route",
  "area",
  "line",
];

const place = fc.tuple(
  fc.double({ min: -5, max: 25, noNaN: true }),
  fc.double({ min: -5, max: 15, noNaN: true }),
);
const edit = fc.oneof(
  fc.record({
    type: fc.constant("draw" as const),
    kind: fc.constantFrom(...KINDS),
    points: fc.array(place, { maxLength: 6 }),
  }),
  fc.record({ type: fc.constant("move" as const), pick: fc.nat(), by: place }),
  fc.record({ type: fc.constant("delete" as const), picks: fc.array(fc.nat(), { maxLength: 4 }) }),
  fc.record({
    type: fc.constant("arrange" as const),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    how: fc.nat({ max: 9 }),
  }),
  fc.record({ type: fc.constant("corner" as const), pick: fc.nat(), index: fc.nat(), to: place }),
  fc.record({
    type: fc.constant("level" as const),
    how: fc.constantFrom("add", "name", "raise", "delete"),
    pick: fc.nat(),
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

function applied(scene: AnyScene | null, change: Edit, shown: number): AnyScene | null {
  const level = shown % Math.max(1, levelsOf(scene).length);
  if (change.type === "draw") return withDrawn(scene, change, level)?.scene ?? scene;
  if (!scene) return null;
  if (change.type === "level") {
    if (change.how === "add") return withLevelOnTop(scene, level)?.scene ?? scene;
    if (!isBuilding(scene)) return scene;
    const pick = change.pick % scene.levels.length;
    if (change.how === "name") return withLevelNamed(scene, pick, `storey ${change.pick}`) ?? scene;
    if (change.how === "raise") return withElevation(scene, pick, (change.pick % 100) / 10);
    return withoutLevel(scene, pick);
  }
  const parts = partsOf(scene, level);
  if (change.type === "delete")
    return without(
      scene,
      change.picks.map((pick) => parts[pick % parts.length].id),
      level,
    );
  if (change.type === "arrange") {
    const ids = change.picks.map((pick) => parts[pick % parts.length].id);
    if (change.how < EDGES.length) return aligned(scene, ids, EDGES[change.how], level);
    if (change.how < 8) return spread(scene, ids, change.how === 6 ? 0 : 1, level);
    return pasted(scene, copied(scene, ids, level), [change.how, -1], level).scene;
  }
  const part = parts[change.pick % parts.length];
  if (change.type === "move")
    return mapped(scene, [part.id], ([x, y]) => [x + change.by[0], y + change.by[1]], level);
  const points = part.points.map((p, i): Point => (i === change.index % part.points.length ? change.to : p));
  return reshaped(scene, part, points);
}

const builtinOf = (name: string): AnyScene =>
  isBuiltinBuilding(name) ? builtinBuilding(name) : builtinScene(name);

const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

describe("random edits", () => {
  it("leave a scene that is well-formed and can be diagnosed, and undo restores every state to the byte", () => {
    let edits = 0;
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 25, size: "max" }),
        fc.constantFrom(null, "office", "flow-1", "ticket-hall", "station", "theatre-balcony"),
        fc.nat({ max: 4 }),
        (changes, name, wanted) => {
          const document = new StudioDocument(name ? builtinOf(name) : null, null);
          const level = wanted % Math.max(1, levelsOf(document.scene.value).length);
          document.showLevel(level);
          const states = [JSON.stringify(document.scene.value)];
          for (const change of changes) {
            const before = document.scene.value;
            const next = applied(before, change, level);
            document.edit(next, change.type);
            if (Object.is(next, before)) continue;
            edits++;
            states.push(JSON.stringify(next));
            if (next)
              expect(Array.isArray(diagnose(parseAnyScene(JSON.parse(JSON.stringify(next)))))).toBe(true);
          }
          const whole = [...states];
          while (document.undoes.value !== null) {
            expect(JSON.stringify(document.scene.value)).toBe(states.pop());
            document.undo();
          }
          expect(JSON.stringify(document.scene.value)).toBe(states[0]);
          for (const state of whole.slice(1)) {
            document.redo();
            expect(JSON.stringify(document.scene.value)).toBe(state);
          }
        },
      ),
      { numRuns: 80, seed: 7 },
    );
    expect(edits).toBeGreaterThan(300);
  });
});

describe("history", () => {
  it("takes the steps of one gesture as one, and forgets what was undone when something new is done", () => {
    const room = roomOf([
      [0, 0],
      [4, 0],
      [4, 3],
    ]);
    const document = new StudioDocument(null, null);
    document.edit(room, "Draw");
    for (let i = 1; i <= 5; i++) document.edit({ ...room, name: `${i}` }, "Rename", "rename");
    document.settle();
    document.edit({ ...room, name: "6" }, "Rename", "rename");
    expect(document.undoes.value).toBe("Rename");
    document.undo();
    expect(document.scene.value?.name).toBe("5");
    document.undo();
    expect(document.scene.value?.name).toBe("My plan");
    expect(document.redoes.value).toBe("Rename");
    document.edit({ ...room, name: "other" }, "Rename");
    expect(document.redoes.value).toBeNull();
  });

  it("keeps what is open over a reload, and says so where it cannot", () => {
    const kept = shelf();
    new StudioDocument(null, kept).edit(builtinScene("office"), "Open");
    expect(keptScene(kept)).toEqual(builtinScene("office"));
    kept.kept.forEach((_, key) => void kept.kept.set(key, "{ broken"));
    expect(keptScene(kept)).toBeNull();
    const full = new StudioDocument(null, shelf(true));
    full.edit(builtinScene("office"), "Open");
    expect(full.unsaved.value).toContain("QuotaExceededError");
    expect(full.scene.value?.name).toBe("Office storey");
  });

  it("says once that nothing is kept, and again after something was", () => {
    const office = builtinScene("office");
    const without = new StudioDocument(null, null);
    expect(without.unsaved.value).toBeNull();
    without.edit(office, "Open");
    expect(without.unsaved.value).toContain("save it as a file");
    without.unsaved.value = null;
    without.edit({ ...office, name: "Mine" }, "Rename");
    expect(without.unsaved.value).toBeNull();

    let isFull = true;
    const kept = shelf();
    const at = new StudioDocument(null, {
      ...kept,
      setItem: (key, value) => (isFull ? shelf(true) : kept).setItem(key, value),
    });
    const states = [true, true, false, true].map((full, i) => {
      isFull = full;
      at.edit({ ...office, name: `${i}` }, "Rename");
      const said = at.unsaved.value !== null;
      at.unsaved.value = null;
      return said;
    });
    expect(states).toEqual([true, false, false, true]);
  });
});

describe("parts", () => {
  it.each(DRAWN)("of %s stand where they say, and moving nothing changes nothing", (name) => {
    const scene = builtinScene(name);
    const parts = partsOf(scene);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    for (const part of parts) {
      const value = valueAt(scene, part.path);
      expect(part.shape === "point" ? [value] : value).toEqual(part.points);
      expect(JSON.stringify(withValueAt(scene, part.path, value))).toBe(JSON.stringify(scene));
    }
  });

  it("under a point is the smallest one, and an edge of the outline", () => {
    const scene = builtinScene("office");
    const parts = partsOf(scene);
    const [corner] = scene.boundary;
    expect(partAt(parts, [corner[0], corner[1]], 0.01)?.kind).toBe("boundary");
    for (const part of parts.filter(({ kind }) => kind === "block")) {
      const middle = part.points.reduce<[number, number]>(
        ([x, y], p) => [x + p[0] / part.points.length, y + p[1] / part.points.length],
        [0, 0],
      );
      if (distanceToPart(part, middle) === 0) expect(partAt(parts, middle, 0.01)?.kind).toBe("block");
    }
  });

  it("are found by what the diagnosis says of them", () => {
    const parts = partsOf(builtinScene("ticket-hall"));
    expect(partOfFinding(parts, "obstacles[1].polygon[2]")?.id).toMatch(/^obstacles\/1\//);
    expect(partOfFinding(parts, 'queues["tickets A"].line[0]')?.label).toBe("queue tickets A");
    expect(partOfFinding(parts, "boundary[3]")?.id).toBe("boundary");
    expect(partOfFinding(parts, "simulation.step")).toBeNull();
  });
});

describe("edits", () => {
  const room = roomOf([
    [0, 0],
    [10, 0],
    [10, 6],
    [0, 6],
  ]);

  it("delete goals and flows with their last place", () => {
    const goal = withDrawn(room, { kind: "goal", points: [[1, 1]] })!;
    expect(without(goal.scene, [goal.id]).goals).toEqual({});
    const flow = withDrawn(room, {
      kind: "source",
      points: [
        [0, 1],
        [0, 3],
      ],
    })!;
    expect(flow.scene.flow?.sink).toHaveLength(1);
    expect(without(flow.scene, [flow.id]).flow).toBeUndefined();
  });

  it("delete several of one list at once", () => {
    let scene: Scene = room;
    for (let x = 1; x <= 5; x++) scene = withDrawn(scene, { kind: "post", points: [[x, 1]] })!.scene;
    const rest = without(scene, ["obstacles/0/point", "obstacles/2/point", "obstacles/3/point"]);
    expect(rest.obstacles).toEqual([{ point: [2, 1] }, { point: [5, 1] }]);
  });

  it("count spawns of groups and routes anew when one is deleted", () => {
    const scene: Scene = {
      ...room,
      spawns: [1, 2, 3].map((x) => ({ places: [[x, 1] as [number, number]], goals: ["exit"] })),
      groups: [0, 1, 2].map((spawn) => ({ name: `g${spawn}`, spawn, formation: "line" as const })),
      routes: [
        {
          name: "way",
          strokes: [
            [
              [1, 1],
              [9, 5],
            ],
          ],
          spawns: [0, 2],
        },
      ],
    };
    const rest = without(scene, ["spawns/0/places"]);
    expect(rest.groups?.map(({ name, spawn }) => [name, spawn])).toEqual([
      ["g1", 0],
      ["g2", 1],
    ]);
    expect(rest.routes?.[0].spawns).toEqual([1]);
    const branch = withDrawn(rest, {
      kind: "route",
      points: [
        [5, 3],
        [5, 5],
      ],
    })!;
    expect(branch.scene.routes?.[0].strokes).toHaveLength(2);
    expect(without(branch.scene, ["routes/0/strokes/0", "routes/0/strokes/1"]).routes).toEqual([]);
  });

  it("give people the goals that are there, and names that are free", () => {
    const one = withDrawn(room, {
      kind: "goal",
      points: [
        [0, 2],
        [0, 4],
      ],
    })!.scene;
    const two = withDrawn(one, {
      kind: "goal",
      points: [
        [10, 2],
        [10, 4],
      ],
    })!.scene;
    expect(Object.keys(two.goals!)).toEqual(["exit", "exit 2"]);
    const people = withDrawn(two, {
      kind: "spawn",
      points: [
        [2, 2],
        [4, 2],
        [4, 4],
        [2, 4],
      ],
    })!.scene;
    expect(people.spawns?.[0].goals).toEqual([["exit", "exit 2"]]);
    expect(diagnose(people).filter(({ severity }) => severity === "error")).toEqual([]);
    expect(freeName("exit", { exit: 1, "exit 2": 1 })).toBe("exit 3");
  });
});

describe("links", () => {
  it.each(DRAWN)("hold %s whole", async (name) => {
    const scene = builtinScene(name);
    expect(await sceneInFragment(await fragmentOf(scene))).toEqual(scene);
  });

  it("that are damaged are refused in one line, and others are left alone", async () => {
    const whole = await fragmentOf(builtinScene("office"));
    expect(await sceneInFragment("office")).toBeNull();
    for (const damaged of [
      whole.slice(0, -40),
      "scene=%%%",
      "scene=",
      `${whole.slice(0, 60)}AAAA${whole.slice(64)}`,
    ])
      await expect(sceneInFragment(damaged)).rejects.toThrow(/damaged|is no|needed|expected/);
  });
});

describe("people at single places", () => {
  it("are gathered from several spawns, in part or whole; nobody is lost, and groups count their spawns anew", () => {
    const people = (places: [number, number][]) => ({ places, goals: ["exit"] });
    const scene: AnyScene = {
      ...roomOf(square(0, 0, 10)),
      goals: { exit: { points: [[9, 9]] } },
      spawns: [
        people([[1, 1]]),
        people([
          [2, 1],
          [8, 8],
        ]),
        people([[7, 7]]),
      ],
      groups: [{ name: "late", spawn: 2, formation: "line" }],
    };
    const picks = picksIn(partsOf(scene), square(0, 0, 3));
    expect(picks.map(({ spawn, indices, isWhole }) => [spawn, indices, isWhole])).toEqual([
      [0, [0], true],
      [1, [0], false],
    ]);
    const { scene: made, id } = gathered(scene, picks, 0)!;
    expect(made.spawns!.map(({ places }) => places)).toEqual([
      [[8, 8]],
      [[7, 7]],
      [
        [1, 1],
        [2, 1],
      ],
    ]);
    expect(id).toBe("spawns/2/places");
    expect(made.groups![0].spawn).toBe(1);
    expect(diagnose(parseAnyScene(made)).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

const errorsOf = (scene: AnyScene) =>
  diagnose(parseAnyScene(JSON.parse(JSON.stringify(scene)))).filter(({ severity }) => severity === "error");

describe("levels", () => {
  const room = roomOf(square(0, 0, 20));
  const two = withLevelOnTop(room, 0)!.scene;
  const points = [
    [8, 8],
    [8, 10],
    [13, 9],
  ] as [number, number][];
  const stairs = withDrawn(two, { kind: "stairs", points })!;

  it.each(DRAWN)("make a building of %s with nothing lost, and the plan again when they go", (name) => {
    const scene = builtinScene(name);
    const made = withLevelOnTop(scene, 0);
    if (scene.periodic) {
      expect(made).toBeNull();
      return;
    }
    expect(withoutLevel(made!.scene, made!.level)).toEqual(scene);
    const before = diagnose(scene).filter(({ severity }) => severity === "error");
    expect(errorsOf(asBuilding(scene, "ground")!).map(({ code }) => code)).toEqual(
      before.map(({ code }) => code),
    );
  });

  it.each(["station", "theatre-balcony", "two-storey-office"])(
    "of %s are renamed wherever they are spoken of, there and back to the byte, and go without an error",
    (name) => {
      const scene = builtinBuilding(name);
      for (const [i, level] of scene.levels.entries()) {
        const other = withLevelNamed(scene, i, "elsewhere")!;
        expect(JSON.stringify(other)).not.toContain(`"level":${JSON.stringify(level.name)}`);
        expect(errorsOf(other)).toEqual([]);
        expect(JSON.stringify(withLevelNamed(other, i, level.name))).toBe(JSON.stringify(scene));
        expect(withLevelNamed(scene, i, scene.levels[(i + 1) % scene.levels.length].name)).toBeNull();
        const rest = withoutLevel(scene, i);
        expect(JSON.stringify(rest)).not.toContain(`"level":${JSON.stringify(level.name)}`);
        // People may have been on their way to what is gone; nothing else is wrong with the rest.
        expect(errorsOf(rest).filter(({ code }) => code !== "unknown-goal")).toEqual([]);
      }
    },
  );

  it("are joined by stairs that were drawn: square, with a well on both levels, and nothing to complain about", () => {
    const { connections, levels } = stairs.scene as BuildingScene;
    expect(connections).toEqual([
      {
        kind: "stairs",
        from: {
          level: "ground",
          segment: [
            [8, 8],
            [8, 10],
          ],
        },
        to: {
          level: "level 1",
          segment: [
            [13, 8],
            [13, 10],
          ],
        },
      },
    ]);
    for (const { obstacles } of levels) expect(obstacles).toHaveLength(1);
    expect(diagnose(stairs.scene)).toEqual([]);
    // From above, the edge that is drawn is the head.
    const down = withDrawn(two, { kind: "stairs", points }, 1)!.scene as BuildingScene;
    expect(down.connections![0]).toMatchObject({ from: { level: "ground" }, to: { level: "level 1" } });
    expect(diagnose(down)).toEqual([]);
    // Too steep is said, as everywhere.
    const steep = withDrawn(two, { kind: "stairs", points: [...points.slice(0, 2), [9, 9]] })!.scene;
    expect(diagnose(steep).map(({ code }) => code)).toContain("flight-steep");
  });

  it("keep their stairs whole when these are moved, turned, reshaped and deleted, seen from either level", () => {
    for (const level of [0, 1]) {
      const [part] = partsOf(stairs.scene, level).filter(({ kind }) => kind === "stairs");
      expect(part.id).toBe(stairs.id);
      const moved = mapped(stairs.scene, [part.id], ([x, y]) => [x + 2, y - 1], level);
      expect(diagnose(moved)).toEqual([]);
      expect(JSON.stringify(moved)).not.toContain("[8,8]");
      // The well is selected too: it does not go twice as far.
      const all = partsOf(stairs.scene, level).flatMap(({ id, kind }) => (kind === "boundary" ? [] : [id]));
      expect(mapped(stairs.scene, all, ([x, y]) => [x + 2, y - 1], level)).toEqual(moved);
      expect(diagnose(mapped(stairs.scene, [part.id], ([x, y]) => [20 - y, x], level))).toEqual([]);
      for (let corner = 0; corner < 4; corner++) {
        const corners = part.points.map((p, i): Point => (i === corner ? [p[0], p[1] + 0.5] : p));
        expect(errorsOf(reshaped(stairs.scene, part, corners))).toEqual([]);
      }
      expect(without(stairs.scene, [part.id], level)).toEqual({
        ...two,
        connections: [],
        levels: two.levels.map((one) => ({ ...one, obstacles: [] })),
      });
    }
  });

  it("are joined by lifts, which move with their doors and shafts, and lose a door with a level", () => {
    const three = withLevelOnTop(two, 0)!.scene;
    const lift = withDrawn(three, { kind: "lift", points })!;
    expect(diagnose(lift.scene)).toEqual([]);
    const [connection] = (lift.scene as BuildingScene).connections!;
    expect(connection.kind === "lift" && Object.keys(connection.at)).toEqual([
      "ground",
      "level 1",
      "level 2",
    ]);
    expect(diagnose(mapped(lift.scene, [lift.id], ([x, y]) => [x + 1, y + 1], 2))).toEqual([]);
    const less = withoutLevel(lift.scene as BuildingScene, 1) as BuildingScene;
    expect(Object.keys((less.connections![0] as { at: object }).at)).toEqual(["ground", "level 2"]);
    expect(diagnose(less)).toEqual([]);
    expect((withoutLevel(less, 1) as BuildingScene).connections).toBeUndefined();
  });

  it("get copies of stairs one storey up, and of lifts beside them", () => {
    const three = withLevelOnTop(stairs.scene, 0)!.scene;
    const { scene, ids } = pasted(three, copied(three, [stairs.id], 0), [0, 4], 1);
    expect(ids).toEqual(["connections/1"]);
    expect((scene as BuildingScene).connections![1]).toMatchObject({
      from: {
        level: "level 1",
        segment: [
          [8, 12],
          [8, 14],
        ],
      },
      to: { level: "level 2" },
    });
    expect(diagnose(scene)).toEqual([]);
    const lift = withDrawn(three, { kind: "lift", points: points.map(([x, y]): Point => [x, y - 6]) })!;
    const twin = pasted(lift.scene, copied(lift.scene, [lift.id], 0), [-6, 0], 0);
    expect(diagnose(twin.scene)).toEqual([]);
    expect(pasted(room, copied(three, [stairs.id], 0), [1, 1], 0)).toEqual({ scene: room, ids: [] });
  });
});
