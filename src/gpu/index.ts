export { describeAdapter, type Gpu, openGpu } from "./device.js";
