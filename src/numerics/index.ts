export { type Assignment, leastAssignment } from "./assignment.js";
export { solveDeep } from "./deep.js";
export { type Dissection, dissect, type Graph } from "./dissection.js";
export { exp, log, normalQuantile, normalShare, turned } from "./elementary.js";
export { type Couplings, Factor, type FactorOptions } from "./factor.js";
export { MinHeap } from "./heap.js";
export { Random } from "./random.js";
