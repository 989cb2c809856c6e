export { MinHeap } from "./heap.js";
export { Random } from "./random.js";
