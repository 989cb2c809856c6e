export { CURVE_TOLERANCE } from "./curves.js";
export { FORMATS, type Format, formatNamed, formatOf, type Imported, type Written } from "./formats.js";
export { writeNpy } from "./npy.js";
export { formatScene, parseJson } from "./scene-json.js";
