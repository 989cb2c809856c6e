export type { Box, Point, Ring, Segment } from "./types.js";
