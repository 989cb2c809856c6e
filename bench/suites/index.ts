/** All suites, in the order in which they run. */
import type { Suite } from "../harness.js";
import { crowd } from "./crowd.js";
import { pathmap } from "./pathmap.js";
import { pathmapCities } from "./pathmap-cities.js";
import { pathmapGrowth } from "./pathmap-growth.js";
import { pathmapMaps } from "./pathmap-maps.js";
import { triangulation } from "./triangulation.js";

export const SUITES: readonly Suite[] = [
  triangulation,
  pathmap,
  pathmapGrowth,
  pathmapCities,
  pathmapMaps,
  crowd,
];
