/** All suites, in the order in which they run. */
import type { Suite } from "../harness.js";
import { pathmap } from "./pathmap.js";
import { triangulation } from "./triangulation.js";

export const SUITES: readonly Suite[] = [triangulation, pathmap];
