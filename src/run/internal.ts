/** What the folders above need of runs and no user does: `index.ts` is the public door. */
export { Fingerprint } from "./fingerprint.js";
