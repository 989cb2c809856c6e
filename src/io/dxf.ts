import { readDxf } from "./dxf-read.js";
import { writeDxf } from "./dxf-write.js";
import type { Format } from "./format.js";

/** AutoCAD drawing interchange, ASCII. */
export const dxfFormat: Format = {
  id: "dxf",
  title: "DXF drawing (ASCII)",
  extensions: [".dxf"],
  read: readDxf,
  write: writeDxf,
};
