/** All suites, in the order in which they run. */
import type { Suite } from "../harness.js";
import { building } from "./building.js";
import { crowd } from "./crowd.js";
import { crowdWhole } from "./crowd-whole.js";
import { flow } from "./flow.js";
import { flowCrowd } from "./flow-crowd.js";
import { geodesic } from "./geodesic.js";
import { groups } from "./groups.js";
import { large } from "./large.js";
import { pathmap } from "./pathmap.js";
import { pathmapCities } from "./pathmap-cities.js";
import { pathmapGrowth } from "./pathmap-growth.js";
import { pathmapMaps } from "./pathmap-maps.js";
import { potential } from "./potential.js";
import { potentialGpu } from "./potential-gpu.js";
import { potentialLocal } from "./potential-local.js";
import { roadmap } from "./roadmap.js";
import { roadmapSimulations } from "./roadmap-simulations.js";
import { studio } from "./studio.js";
import { study } from "./study.js";
import { surface } from "./surface.js";
import { surfaceAgents } from "./surface-agents.js";
import { triangulation } from "./triangulation.js";

export const SUITES: readonly Suite[] = [
  triangulation,
  pathmap,
  pathmapGrowth,
  pathmapCities,
  pathmapMaps,
  building,
  potential,
  potentialLocal,
  potentialGpu,
  roadmap,
  roadmapSimulations,
  flow,
  flowCrowd,
  surface,
  surfaceAgents,
  geodesic,
  crowd,
  crowdWhole,
  groups,
  large,
  studio,
  study,
];
