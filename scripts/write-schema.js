// Writes the JSON Schema of scene files, derived from the code, to schema/scene.json.
import { mkdirSync, writeFileSync } from "node:fs";
import { sceneJsonSchema } from "../dist/world/index.js";

mkdirSync(new URL("../schema/", import.meta.url), { recursive: true });
writeFileSync(
  new URL("../schema/scene.json", import.meta.url),
  `${JSON.stringify(sceneJsonSchema(), null, 2)}\n`,
);
