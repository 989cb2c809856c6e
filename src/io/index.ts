export { FORMATS, type Format, formatOf, type Imported } from "./formats.js";
export { formatScene, parseJson } from "./scene-json.js";
