/** What the repository needs of roadmaps and no user does; the package does not export it. */
export { Walker } from "./walker.js";
