export { apart } from "./stroke.js";
export { lengthOf } from "./tree.js";
