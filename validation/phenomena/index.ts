/** What crowds do, measured: the cases beyond the guidelines. */
import type { Case } from "../case.js";
import { BOTTLENECKS } from "./bottlenecks.js";

/** All of them. */
export const PHENOMENA: readonly Case[] = [...BOTTLENECKS];
