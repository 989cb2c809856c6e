/** The three tasks without a page, by the scripts that do them in a browser, with hands that are never quite exact. */
import { describe, expect, it } from "vitest";
import { Random } from "wayfield/numerics";
import { MarketUser, type Place, type Seen } from "../../../../test/support/market-users.js";
import { glimpse } from "./glimpse.js";
import { scriptStateOf } from "./script-state.js";
import { type Conditions, Task } from "./tasks.js";

/** Somebody in the model: frames take what the random numbers say, and no turn is exact. */
class ModelUser extends MarketUser {
  constructor(
    readonly task: Task,
    private readonly random: Random,
  ) {
    super();
  }

  override async see(): Promise<Seen | null> {
    return this.task.isDone ? null : scriptStateOf(this.task);
  }

  protected override async pass(): Promise<Seen | null> {
    const seconds = this.random.between(0.005, 0.5);
    const steps = Math.ceil(seconds * 60);
    for (let i = 0; i < steps; i++) this.task.advance(seconds / steps);
    await Promise.resolve();
    return this.see();
  }

  protected override async glimpse(): Promise<Place | null> {
    const { wanted, market } = this.task;
    return wanted === null ? null : glimpse(market, wanted);
  }

  override async begin(): Promise<void> {}

  protected override async turn(left: number, up: number): Promise<void> {
    const off = (): number => this.random.between(-0.006, 0.006);
    this.task.market.look(
      left * this.random.between(0.9, 1.1) + off(),
      up * this.random.between(0.9, 1.1) + off(),
    );
  }

  protected override async turnHeld(about: Place): Promise<void> {
    const more = this.random.between(0.8, 1.1);
    this.task.market.table!.turnHeld(
      [about[0] * more, about[1] * more, about[2] * more],
      this.task.market.axes,
    );
  }

  override async hold(work: () => Promise<void>): Promise<void> {
    const { task } = this;
    if (task.market.press() === "take") task.countTaken();
    await this.pass();
    await work();
    task.market.release();
    await this.pass();
  }
}

const WORK: Readonly<Record<string, (user: ModelUser) => Promise<void>>> = {
  practice: (user) => user.practise(),
  waypoints: (user) => user.findStars(),
  "waypoints in the open-air": (user) => user.findStars(),
  selection: (user) => user.selectAll(),
  "selection without explosion": (user) => user.selectAll(false),
  search: (user) => user.searchAll(),
};

describe.each(Object.keys(WORK))("%s", (name) => {
  it.each(Array.from({ length: 10 }, (_, k) => k + 1))(
    "is finished at the first try, seed %i",
    async (seed) => {
      const [task] = name.split(" ");
      const user = new ModelUser(
        new Task({
          task: task as Conditions["task"],
          device: "mouse",
          technique: "point",
          explosion: !name.endsWith("explosion"),
          scene: name.endsWith("open-air") ? "open-air" : "supermarket",
        }),
        new Random(seed),
      );
      await WORK[name](user);
      await user.until("the end", () => false);
      expect(user.task.isDone).toBe(true);
      if (!name.endsWith("explosion")) expect(user.task.wrong).toBe(0);
      for (const { metres, degrees } of user.task.scores) {
        expect(metres).toBeLessThan(0.06);
        expect(degrees).toBeLessThan(6);
      }
    },
  );
});
