export { type Constraint, roomFor, Triangulation } from "./triangulation.js";
