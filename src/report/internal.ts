/** For the pages of other parts of the repository, in the look of reports. */
export { figureHtml, pageHtml, table } from "./page.js";
export { pageOf } from "./storeys.js";
export { VALIDATED, validationOf } from "./validated.js";
