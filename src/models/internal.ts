/** What the folders above need of models and no user does: `index.ts` is the public door. */
export { ALL_MODELS, modelOf } from "./names.js";
