/** What crowds do, measured: the cases beyond the guidelines. */
import type { Case } from "../case.js";
import { BOTTLENECKS } from "./bottlenecks.js";
import { fasterIsSlower } from "./faster.js";
import { hermesCorridors } from "./hermes-corridors.js";
import { HERMES_DOORS } from "./hermes-doors.js";
import { lanes } from "./lanes.js";
import { stepLength, threads } from "./numerics.js";
import { queue } from "./queue.js";

/** All of them. */
export const PHENOMENA: readonly Case[] = [
  ...BOTTLENECKS,
  ...HERMES_DOORS,
  hermesCorridors,
  queue,
  lanes,
  fasterIsSlower,
  stepLength,
  threads,
];
