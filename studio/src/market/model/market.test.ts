/** The supermarket without a page: what can be seen and taken, what slides, what turns, and tasks that can be finished. */
import { describe, expect, it, test } from "vitest";
import { type Point, World } from "wayfield";
import { Random } from "wayfield/numerics";
import { supermarketPlan } from "wayfield/scenes";
import { potentialGuides } from "wayfield/travel";
import { EXPLOSION, offsetOf } from "./explosion.js";
import { glimpse, shownPoints } from "./glimpse.js";
import { Market } from "./market.js";
import { add, angleBetween, apart, axesOf, turnAbout, turned, type Vector } from "./space.js";
import { productAt, stockOf } from "./stock.js";
import { Task, targetsOf } from "./tasks.js";

/** Turns the camera to look at a place. */
function lookAt(market: Market, [x, y, z]: Vector): void {
  const [ex, ey, ez] = market.eye;
  market.yaw = Math.atan2(y - ey, x - ex);
  market.pitch = Math.atan2(z - ez, Math.hypot(x - ex, y - ey));
}

const frames = (market: Market, count: number): void => {
  for (let i = 0; i < count; i++) market.advance(1 / 60);
};

describe("the stock", () => {
  const market = new Market();
  it("is 60 products in each of 40 shelves, hundreds of kinds, the same for the same seed", () => {
    expect(market.products).toHaveLength(40 * 60);
    expect(new Set(market.products.map(({ kind }) => kind)).size).toBeGreaterThan(200);
    expect(stockOf(market.plan.shelves)).toEqual(market.products);
    expect(market.products[productAt(7, 2, 3, 1)]).toMatchObject({ shelf: 7, board: 2, column: 3, layer: 1 });
  });

  it("stands inside its shelves, and no product in another", () => {
    for (const { shelf, middle, half } of market.products) {
      const { from, out } = market.plan.shelves[shelf];
      const deep = -((middle[0] - from[0]) * out[0] + (middle[1] - from[1]) * out[1]);
      expect(deep - half[0]).toBeGreaterThan(0);
      expect(deep + half[0]).toBeLessThan(0.5);
    }
    const first = market.products.filter(({ shelf }) => shelf === 0);
    for (const a of first)
      for (const b of first) {
        if (a.id < b.id)
          expect(
            [0, 1, 2].some((k) => Math.abs(a.middle[k] - b.middle[k]) >= a.half[k] + b.half[k] - 1e-9),
          ).toBe(true);
      }
  });
});

describe("the explosion", () => {
  it("slides products out of their own shelf's front, in proportion to their distance from the sphere's middle, and back", () => {
    const market = new Market();
    market.place([8, 8], 0);
    frames(market, 120);
    const { eye, axes } = market;
    const sphere = add(eye, axes.forward, EXPLOSION.ahead);
    let out = 0;
    for (const { id, middle, shelf } of market.products) {
      const now = market.explosion.placeOf(id);
      const away = apart(middle, sphere);
      expect(apart(now, middle)).toBeCloseTo(away < EXPLOSION.radius ? EXPLOSION.share * away : 0, 2);
      const { out: direction } = market.plan.shelves[shelf];
      const along = (now[0] - middle[0]) * direction[0] + (now[1] - middle[1]) * direction[1];
      expect(along).toBeCloseTo(apart(now, middle), 9);
      if (along > 0) out++;
    }
    expect(out).toBeGreaterThan(15);
    market.place([8, 3], -Math.PI / 2);
    frames(market, 200);
    expect(market.explosion.offsets.every((offset) => offset === 0)).toBe(true);
  });

  it("is animated, and can be switched off", () => {
    const market = new Market();
    market.place([8, 8], 0);
    const id = productAt(11, 2, 3, 0);
    const wanted = offsetOf(
      market.products[id].middle,
      add(market.eye, market.axes.forward, EXPLOSION.ahead),
    );
    const last = [0];
    for (let i = 0; i < 5; i++) {
      frames(market, 4);
      if (wanted > 0) expect(market.explosion.offsets[id]).toBeGreaterThan(last[0]);
      last[0] = market.explosion.offsets[id];
    }
    const still = new Market({ explosion: false });
    still.place([8, 8], 0);
    frames(still, 60);
    expect(still.explosion.offsets.every((offset) => offset === 0)).toBe(true);
  });

  test.each([...targetsOf("search"), ...targetsOf("selection")])(
    "product %i is hidden without it, and with it shows to who was led there by a click at what is before it, and glances up and down",
    (id) => {
      const counts = [false, true].map((explosion) => {
        const market = new Market({ explosion, targets: targetsOf("search") });
        const { middle, shelf } = market.products[id];
        const { out } = market.plan.shelves[shelf];
        // From two steps away, at the carton before it.
        market.place([middle[0] + out[0] * 1.2, middle[1] - 2], 0);
        lookAt(market, [middle[0] + out[0] * 0.167, middle[1], middle[2]]);
        const { target, act } = market.aim()!;
        expect(act).toBe("travel");
        market.place(target!, 0);
        const glances = [0, 0.1, 0.17, -0.08].map((up) => {
          lookAt(market, [middle[0], middle[1], middle[2] + up]);
          frames(market, 120);
          return market.isInReach(id) ? shownPoints(market, id).length : 0;
        });
        return Math.max(...glances);
      });
      expect(counts[0]).toBe(0);
      expect(counts[1]).toBeGreaterThan(4);
    },
  );
});

describe("pressing", () => {
  it("travels to what is far, takes what is in reach, and lists it, the first first", async () => {
    const market = new Market({ explosion: false });
    const id = productAt(11, 2, 2, 0);
    lookAt(market, market.products[id].middle);
    market.place([8, 3.4], Math.PI / 2);
    const { middle } = market.products[id];
    market.place([8, middle[1] - 3], 0);
    lookAt(market, middle);
    const aim = market.aim()!;
    expect(aim.act).toBe("travel");
    expect(Math.hypot(aim.target![0] - aim.point[0], aim.target![1] - aim.point[1])).toBeLessThan(1.2);
    expect(market.press()).toBe("travel");
    await Promise.resolve();
    frames(market, 240);
    expect(market.traveller.state).toBe("standing");
    lookAt(market, middle);
    expect(market.press()).toBe("take");
    expect(market.taken).toEqual([id]);
    expect(market.putBack()).toBe(id);
    expect(market.gone.size).toBe(0);
  });

  it("does not travel for who walks by keys", () => {
    const market = new Market({ technique: "keys" });
    market.pitch = -0.3;
    expect(market.aim()!.act).toBe("nothing");
    market.walk(1, 0);
    frames(market, 60);
    expect(market.position[1]).toBeGreaterThan(4);
  });

  it("on the table puts the first of the list exactly there, holds it, and lets it be grabbed again", () => {
    const targets = targetsOf("search");
    const market = new Market({ targets });
    market.place([9.5, 2.6], -Math.PI / 2);
    expect(market.press()).not.toBe("hold");
    market.taken.push(targets[1], targets[0]);
    const { min, max, height } = market.plan.table!;
    lookAt(market, [9.5, max[1] - 0.1, height]);
    const { point } = market.aim()!;
    expect(market.press()).toBe("hold");
    const { held, placed } = market.table!;
    expect([held!.at[0], held!.at[1]]).toEqual([point[0], point[1]]);
    expect(held!.product.id).toBe(targets[1]);
    expect(market.taken).toEqual([targets[0]]);
    market.table!.turnHeld([0, Math.PI / 2, 0], market.axes);
    market.release();
    expect(market.table!.held).toBeNull();
    lookAt(market, placed[0].at);
    expect(market.press()).toBe("hold");
    expect(market.table!.held).toBe(placed[0]);
    expect(min[0]).toBeLessThan(placed[0].at[0]);
  });
});

describe("what is held", () => {
  it("turns about the camera's axes: Y up, Z the view, X = Y x Z", () => {
    const market = new Market({ targets: targetsOf("search") });
    market.yaw = 0.8;
    market.pitch = -0.4;
    const { up, forward } = market.axes;
    const x: Vector = [
      up[1] * forward[2] - up[2] * forward[1],
      up[2] * forward[0] - up[0] * forward[2],
      up[0] * forward[1] - up[1] * forward[0],
    ];
    for (const [about, axis] of [
      [[0.5, 0, 0], x],
      [[0, 0.5, 0], up],
      [[0, 0, 0.5], forward],
    ] as const) {
      market.table!.put(market.products[0], [9, 1.5, 0.8]);
      market.table!.turnHeld(about, market.axes);
      expect(angleBetween(market.table!.held!.turn, turnAbout(axis, 0.5))).toBeLessThan(1e-7);
      // What lies on the axis stays.
      expect(apart(turned(market.table!.held!.turn, axis), axis)).toBeLessThan(1e-9);
    }
  });

  it("is scored by where it stands and how it is turned", () => {
    const targets = targetsOf("search");
    const market = new Market({ targets });
    const { copies } = market.table!;
    market.table!.put(market.products[targets[0]], copies[0].beside);
    expect(market.table!.scores()[0].metres).toBeCloseTo(0, 9);
    expect(market.table!.scores()[0].degrees).toBeCloseTo((0.7 * 180) / Math.PI, 6);
    market.table!.held!.turn = copies[0].turn;
    expect(market.table!.scores()[0].degrees).toBeCloseTo(0, 3);
  });
});

describe("pointing", () => {
  it.each([1, 2, 3])("meets what a look at every single product meets, seed %i", (seed) => {
    const random = new Random(seed);
    const market = new Market({ targets: targetsOf("search") });
    let products = 0;
    for (let i = 0; i < 40; i++) {
      market.place([random.between(0.5, 18.5), random.between(2.5, 14.5)], random.between(-3, 3));
      market.pitch = random.between(-1, 0.3);
      frames(market, 20);
      const [origin, direction] = [market.eye, market.ray];
      const met = market.meet(origin, direction);
      // A ray and a box by slabs, for every product of the shop.
      let [best, first] = [Infinity, -1];
      for (const { id, half } of market.products) {
        const middle = market.explosion.placeOf(id);
        const spans = [0, 1, 2].map((k) =>
          [-1, 1]
            .map((side) => (middle[k] + side * half[k] - origin[k]) / direction[k])
            .sort((a, b) => a - b),
        );
        const [enter, leave] = [Math.max(...spans.map(([a]) => a)), Math.min(...spans.map(([, b]) => b))];
        if (enter >= 0 && enter <= leave && enter < best) [best, first] = [enter, id];
      }
      if (met?.thing.kind === "product") {
        products++;
        expect([met.thing.id, met.distance]).toEqual([first, expect.closeTo(best, 9)]);
      } else expect(best).toBeGreaterThanOrEqual((met?.distance ?? Infinity) - 1e-9);
    }
    expect(products).toBeGreaterThan(5);
  });

  it("at a star leads to the ground below it, over a hedge as well, and not through what is higher", () => {
    const task = new Task({
      task: "waypoints",
      device: "mouse",
      technique: "point",
      explosion: true,
      scene: "open-air",
    });
    const { market } = task;
    const [x, y] = task.star!;
    lookAt(market, [x, y, 0]);
    expect(market.aim()!.thing.kind).toBe("fixture");
    lookAt(market, [x, y, 1.2]);
    expect(market.aim()).toMatchObject({ thing: { kind: "star" }, act: "travel", target: [x, y] });
    market.star = [30, 8];
    market.place([30, 1], Math.PI / 2);
    lookAt(market, [30, 8, 1.2]);
    expect(market.aim()!.thing.kind).toBe("fixture");
  });

  it("at a star does not lead anywhere for who walks by keys", () => {
    const market = new Market({ technique: "keys" });
    market.star = [8, 8];
    lookAt(market, [8, 8, 1.2]);
    expect(market.aim()).toMatchObject({ thing: { kind: "star" }, act: "nothing", target: null });
  });
});

describe("ways that are planned elsewhere", () => {
  it("are forgotten by who was put somewhere else meanwhile", async () => {
    let answer: (way: Point[]) => void = () => {};
    const market = new Market({ planner: () => new Promise((resolve) => (answer = resolve)) });
    market.place([5, 8], 0);
    market.goTo([8, 8]);
    expect(market.isMoving).toBe(true);
    market.place([14, 8], 0);
    answer([
      [5, 8],
      [5, 13.5],
      [8, 13.5],
      [8, 8],
    ]);
    await Promise.resolve();
    await Promise.resolve();
    frames(market, 60);
    expect([market.position, market.isMoving]).toEqual([[14, 8], false]);
  });

  it("that lead elsewhere are asked for again, and given up at last", async () => {
    let asked = 0;
    const market = new Market({
      planner: (from) => {
        asked++;
        return [from, [from[0], from[1] + 0.2]];
      },
    });
    market.place([5, 8], 0);
    market.goTo([8, 8]);
    for (let i = 0; i < 600 && market.isMoving; i++) {
      market.advance(1 / 60);
      await Promise.resolve();
    }
    expect([market.isMoving, asked]).toEqual([false, 4]);
  });
});

describe("a free gaze", () => {
  it("turns while the camera travels, and the ray goes where the pointer is", () => {
    const market = new Market();
    market.goTo([8, 12]);
    frames(market, 20);
    market.look(1, 0.2);
    frames(market, 20);
    expect(market.traveller.state).toBe("travelling");
    const { forward, right } = axesOf(market.yaw, market.pitch);
    expect(apart(market.ray, forward)).toBeLessThan(1e-12);
    market.pointer = [0.5, 0];
    expect(market.ray[0] * right[0] + market.ray[1] * right[1]).toBeGreaterThan(0.3);
  });
});

describe("tasks", () => {
  it("of waypoints end at the last star", async () => {
    const task = new Task({
      task: "waypoints",
      device: "mouse",
      technique: "point",
      explosion: true,
      scene: "supermarket",
    });
    for (let i = 0; i < 8; i++) {
      await task.market.goTo(task.star!);
      const before = task.done;
      for (let k = 0; k < 900 && task.done === before; k++) task.advance(1 / 60);
    }
    expect([task.done, task.isDone, task.star]).toEqual([8, true, null]);
    const { seconds } = task;
    task.advance(1);
    expect(task.seconds).toBe(seconds);
  });

  it("of search end when all three are on the table and let go", () => {
    const task = new Task({
      task: "search",
      device: "mouse",
      technique: "point",
      explosion: true,
      scene: "supermarket",
    });
    const { market } = task;
    market.targets.forEach((id, k) => {
      market.gone.add(id);
      market.taken.push(id);
      const [x, y] = market.table!.copies[k].beside;
      market.place([x, 2.6], 0);
      lookAt(market, [x, y, market.plan.table!.height]);
      expect(market.press()).toBe("hold");
      task.advance(1 / 60);
      expect(task.done).toBe(k);
      market.release();
      task.advance(1 / 60);
      expect(task.done).toBe(k + 1);
    });
    expect(task.isDone).toBe(true);
    for (const { metres } of task.scores) expect(metres).toBeLessThan(0.02);
  });

  it("of practice have their product at the right hand of who stands at the star, in reach, and it shows", () => {
    const task = new Task({
      task: "practice",
      device: "pointer",
      technique: "keys",
      explosion: true,
      scene: "supermarket",
    });
    const { market } = task;
    task.done = 1;
    market.place(task.star!, market.plan.gaze);
    const [id] = market.targets;
    lookAt(market, market.products[id].middle);
    frames(market, 60);
    expect(market.isInReach(id)).toBe(true);
    expect(glimpse(market, id)).not.toBeNull();
    const { right } = axesOf(market.plan.gaze, 0);
    const [dx, dy] = [0, 1].map((k) => market.products[id].middle[k] - task.star![k]);
    expect(right[0] * dx + right[1] * dy).toBeGreaterThan(0.8);
    // Whatever the study's run is about, who practises may walk by pointing.
    lookAt(market, [8, 9, 0]);
    expect(market.aim()!.act).toBe("travel");
  });

  it("of selection begin out of reach of a product that is behind the camera", () => {
    const task = new Task({
      task: "selection",
      device: "mouse",
      technique: "point",
      explosion: true,
      scene: "supermarket",
    });
    for (let part = 0; part < 3; part++) {
      const { market, wanted } = task;
      expect(market.isInReach(wanted!)).toBe(false);
      const [x, y] = market.products[wanted!].middle;
      const { forward } = market.axes;
      expect(forward[0] * (x - market.position[0]) + forward[1] * (y - market.position[1])).toBeLessThan(0);
      market.gone.add(wanted!);
      task.advance(1 / 60);
    }
    expect(task.isDone).toBe(true);
  });
});

describe("standing before what slides", () => {
  it.each(targetsOf("selection"))(
    "leads to where product %i is in reach, wherever on its way out the click met it",
    async (id) => {
      const market = new Market({ targets: targetsOf("selection") });
      const { middle, shelf } = market.products[id];
      const { out } = market.plan.shelves[shelf];
      market.place([middle[0] + out[0] * 1.1, middle[1] + (middle[1] > 8 ? -2.4 : 2.4)], 0);
      lookAt(market, middle);
      expect(market.press()).toBe("travel");
      await Promise.resolve();
      for (let i = 0; i < 300; i++) {
        lookAt(market, middle);
        market.advance(1 / 60);
      }
      expect(market.isInReach(id)).toBe(true);
      // What shows of it is taken; else what is before it, and then it.
      for (let attempt = 0; attempt < 6 && !market.gone.has(id); attempt++) {
        for (const up of [0, 0.1, 0.17, -0.08]) {
          const [x, y, z] = market.explosion.placeOf(id);
          lookAt(market, [x, y, z + up]);
          frames(market, 30);
          const aim = market.aim();
          if (aim?.thing.kind === "product" && aim.thing.id === id) break;
        }
        market.press();
      }
      expect(market.gone.has(id)).toBe(true);
    },
  );
});

describe("random clicks, at anything, while walking, with ways that are planned late", () => {
  it.each([1, 2, 3, 4])("seed %i never lead into a shelf, and the last one is reached", async (seed) => {
    const random = new Random(seed);
    const guides = potentialGuides(new World(supermarketPlan().scene), 0.25);
    const late: { due: number; answer: () => void }[] = [];
    let frame = 0;
    const market = new Market({
      planner: (from, to) =>
        new Promise((resolve) => {
          const way = guides(to).pathFrom(from);
          late.push({ due: frame + random.below(20), answer: () => resolve(way) });
        }),
    });
    const { radius } = market.traveller;
    const step = async (): Promise<void> => {
      frame++;
      for (const { answer } of late.filter(({ due }) => due <= frame)) answer();
      await Promise.resolve();
      await Promise.resolve();
      market.advance(1 / 30);
      const [x, y] = market.position;
      // Shelves and table are upright rectangles: how far the middle of the body is from each.
      for (const { polygon } of market.plan.scene.obstacles!) {
        const [[x0, y0], , [x1, y1]] = polygon!;
        const away = Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
        if (away < radius - 1e-9) expect.fail(`${away} m from a shelf at ${x}, ${y}`);
      }
      expect(Math.min(x, y, 19 - x, 15 - y)).toBeGreaterThanOrEqual(radius - 1e-9);
    };
    let goal: Point | null = null;
    let travels = 0;
    for (let click = 0; click < 25; click++) {
      market.look(random.between(-3, 3), 0);
      market.pitch = random.between(-1.2, 0.5);
      market.pointer = [random.between(-0.9, 0.9), random.between(-0.9, 0.9)];
      const aim = market.aim();
      if (market.press() === "travel") [goal, travels] = [aim!.target, travels + 1];
      market.release();
      for (let i = random.below(45); i > 0; i--) await step();
    }
    expect(travels).toBeGreaterThan(5);
    for (let i = 0; i < 900 && market.heading; i++) await step();
    expect(market.heading).toBeNull();
    expect(Math.hypot(market.position[0] - goal![0], market.position[1] - goal![1])).toBeLessThan(0.06);
  });
});
