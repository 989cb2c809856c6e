export { apart, between } from "./stroke.js";
export { lengthOf } from "./tree.js";
