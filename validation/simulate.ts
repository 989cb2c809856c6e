/** Runs scenes and keeps where everybody was. */
import type { Model } from "../src/models/index.js";
import { Simulation } from "../src/simulation/index.js";
import type { BuildingInput, Scene } from "../src/world/index.js";
import type { TrialOptions } from "./case.js";
import type { Track, Trajectories } from "./trajectories.js";

/** Seconds between two frames unless a case asks for others. */
const INTERVAL = 0.1;

/** Seconds without an arrival after which a run counts as locked, unless a case asks for others. */
const PATIENCE = 150;

/** A track while it grows. */
interface GrowingTrack extends Track {
  readonly x: number[];
  readonly y: number[];
  left: number | null;
}

/** Runs a scene to its end, or until nobody has arrived for long: a model that locks would go on to the scene's last second. */
export function simulate(
  scene: Scene | BuildingInput,
  options: TrialOptions & { readonly seed: number; readonly model: Model },
): Trajectories {
  const { seed, model, step, threads, interval = INTERVAL, patience = PATIENCE } = options;
  const simulation = new Simulation(scene, {
    seed,
    model,
    ...(step === undefined ? {} : { step }),
    ...(threads === undefined ? {} : { threads }),
  });
  const { crowd } = simulation;
  const stride = Math.max(1, Math.round(interval / simulation.step));
  const tracks = new Map<number, GrowingTrack>();
  const times: number[] = [];
  let lastArrival = 0;
  for (let steps = 1; !simulation.done && simulation.time - lastArrival < patience; steps++) {
    simulation.advance();
    if (crowd.arrivals.length > 0) lastArrival = simulation.time;
    for (const { id, time } of crowd.arrivals) {
      const track = tracks.get(id);
      if (track) track.left = time;
    }
    if (steps % stride !== 0) continue;
    const { id, x, y, group, radius } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      let track = tracks.get(id[i]);
      if (!track) {
        track = {
          id: id[i],
          group: group[i],
          start: times.length,
          radius: radius[i],
          x: [],
          y: [],
          left: null,
        };
        tracks.set(id[i], track);
      }
      track.x.push(x[i]);
      track.y.push(y[i]);
    }
    times.push(simulation.time);
  }
  simulation.close();
  return {
    scene: simulation.scene,
    building: simulation.building,
    times,
    tracks: [...tracks.values()],
    people: simulation.total,
  };
}
