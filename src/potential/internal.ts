/** What the folders above need of potentials and no user does: `index.ts` is the public door. */
export { relaxScalar } from "./kernel.js";
