/** All suites, in the order in which they run. */
import type { Suite } from "../harness.js";
import { triangulation } from "./triangulation.js";

export const SUITES: readonly Suite[] = [triangulation];
