/** Maps of single people and of groups that are kept of a run, at the moments that were asked for. */
import { InputError } from "../errors.js";
import { didYouMean } from "../options.js";
import type { GroupMapShot, LocalMapShot } from "../report/index.js";
import type { Simulation } from "../simulation/index.js";

/** Names of groups that an error shows, at most. */
const SHOWN = 12;

/** Whose local map, and when. */
export interface LocalMapAsked {
  readonly agent: number;
  /** Seconds, >= 0. */
  readonly time: number;
}

/** Which group's map, and when. */
export interface GroupMapAsked {
  /** The group's name. */
  readonly group: string;
  /** Seconds, >= 0. */
  readonly time: number;
}

type Asked = LocalMapAsked | GroupMapAsked;

const nameOf = (asked: Asked): string =>
  "group" in asked ? `group map of ${asked.group}` : `local map of agent ${asked.agent}`;

/** Takes maps while a run goes on. */
export class MapShots {
  readonly localMaps: LocalMapShot[] = [];
  readonly groupMaps: GroupMapShot[] = [];
  /** What was asked for and not yet taken, by time. */
  private readonly asked: Asked[];

  /**
   * @param from seconds at which the run begins, or goes on
   * @throws InputError for a group that is not there
   */
  constructor(
    private readonly simulation: Simulation,
    localMaps: readonly LocalMapAsked[],
    groupMaps: readonly GroupMapAsked[],
    private readonly from: number,
  ) {
    refuseUnknown(simulation, groupMaps);
    this.asked = [...localMaps, ...groupMaps].sort((a, b) => a.time - b.time);
  }

  /** Takes those that are due. */
  take(): void {
    const { asked, simulation } = this;
    while (asked.length > 0 && asked[0].time <= simulation.time + 1e-9) this.shoot(asked.shift()!);
  }

  /** At the end: says which were not taken. */
  end(): void {
    const { simulation } = this;
    const at = Number(simulation.time.toFixed(3));
    for (const one of this.asked.splice(0)) this.say(one, `the run ended at ${at} s`);
  }

  private say(asked: Asked, why: string): void {
    this.simulation.warnings.push(`${nameOf(asked)} at ${asked.time} s: ${why}`);
  }

  private shoot(asked: Asked): void {
    const { simulation } = this;
    const { time } = simulation;
    const isGone = asked.time < time - simulation.step - 1e-9;
    if (isGone) this.say(asked, `the run went on at ${this.from} s`);
    else if ("group" in asked) this.shootGroup(asked, time);
    else this.shootAgent(asked, time);
  }

  private shootAgent(asked: LocalMapAsked, time: number): void {
    const { agent } = asked;
    const map = this.simulation.localMap(agent);
    if (map) this.localMaps.push({ agent, time, map });
    else {
      const inside = this.simulation.crowd.agent(agent) !== null;
      this.say(asked, inside ? "it walks by no local map" : "it is not inside then");
    }
  }

  private shootGroup(asked: GroupMapAsked, time: number): void {
    const { group } = asked;
    const map = this.simulation.groups.list.find(({ name }) => name === group)?.mapView;
    if (map) this.groupMaps.push({ group, time, map });
    else this.say(asked, "nobody walks in formation then");
  }
}

/** @throws InputError for a name that no group of a simulation has */
function refuseUnknown({ groups }: Simulation, asked: readonly GroupMapAsked[]): void {
  const names = groups.list.map(({ name }) => name);
  const k = asked.findIndex(({ group }) => !names.includes(group));
  if (k < 0) return;
  const { group } = asked[k];
  const known = names.length > SHOWN ? `${names.slice(0, SHOWN).join(", ")} and more` : names.join(", ");
  throw new InputError(
    `there is no group ${JSON.stringify(group)}; ${didYouMean(group, names)}there are: ${known || "none"}`,
    `groupMaps[${k}].group`,
  );
}
