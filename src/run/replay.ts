/** A recording measured and reported as if it were a run. */
import { InputError } from "../errors.js";
import type { Recording, RecordingFrame } from "../io/index.js";
import { type FlowLine, goalLines, Measures, Replay } from "../measure/index.js";
import { checkKeys } from "../options.js";
import { type Building, type BuildingInput, type SceneInput, World, worldFrom } from "../world/index.js";
import { Breath } from "./breath.js";
import { checkRunOptions } from "./checks.js";
import { Fingerprint } from "./fingerprint.js";
import { type RunResult, resultOf } from "./run.js";

/** How a recording is measured. */
export interface ReplaySceneOptions {
  /** Lines to count people at, besides the goals' segments; default none. */
  readonly lines?: readonly FlowLine[];
  /** Told now and then which share is done, from 0 to 1. */
  readonly progress?: (share: number) => void;
  /** Stops when it is aborted: the result then is of the frames so far. */
  readonly signal?: AbortSignal;
}

/** Measures a recording of a scene again, frame by frame. */
export async function replayScene(
  input: SceneInput | BuildingInput | World,
  { frames, interval }: Recording,
  options: ReplaySceneOptions = {},
): Promise<RunResult> {
  checkKeys(options, ["lines", "progress", "signal"]);
  checkRunOptions(options);
  const { lines = [], progress, signal } = options;
  const world = input instanceof World ? input : worldFrom(input);
  const replay = new Replay(world, { interval });
  const measures = new Measures(replay, { lines: [...goalLines(replay), ...lines], every: 1 });
  const groups = new Map<number, number>();
  const name = new Fingerprint()
    .text(JSON.stringify(replay.scene))
    .text(JSON.stringify(lines))
    .number(interval);
  const started = performance.now();
  const breath = new Breath();
  let shown = 0;
  for (const recorded of frames) {
    if (signal?.aborted) break;
    const frame = world.building ? onSheet(world.building, recorded) : recorded;
    for (const { id, x, y, group = 0 } of frame.agents) {
      groups.set(replay.numberOf(id), group);
      name.number(id).number(x).number(y);
    }
    replay.show(frame);
    measures.observe();
    shown++;
    if (!breath.due) continue;
    progress?.(shown / frames.length);
    await breath.pause();
  }
  breath.close();
  const pace = (1000 * replay.time) / Math.max(1e-3, performance.now() - started);
  const groupOf = (id: number): number => groups.get(id) ?? 0;
  return resultOf(replay, measures, {
    run: name.toString(),
    pace,
    interrupted: shown < frames.length,
    groupOf,
  });
}

/** A frame of a recording in a building, on its sheet. */
function onSheet(building: Building, { time, agents }: RecordingFrame): RecordingFrame {
  return {
    time,
    agents: agents.map((agent) => {
      const { id, x, y, z, level } = agent;
      if (z === undefined && level === undefined) {
        const message =
          "in a building recordings have levels or heights: a column level or z, or a fifth column of text";
        throw new InputError(message, "recording");
      }
      const place = building.recorded([x, y], { level, z });
      if (place) return { ...agent, x: place[0], y: place[1] };
      const on = level === undefined ? "" : ` of ${JSON.stringify(level)}`;
      const message = `person ${id} at ${Number(time.toFixed(3))} s is at (${[x, y, ...(z === undefined ? [] : [z])].join(", ")})${on}, where the building has no floor, stair or lift`;
      throw new InputError(message, "recording");
    }),
  };
}
