import { expect, test } from "vitest";
import { formatNamed, formatOf } from "./index.js";

test("formats are found by ending and by name", () => {
  expect(formatOf("A/B.GeoJSON").id).toBe("geojson");
  expect(formatOf("scene.json").id).toBe("scene");
  expect(() => formatOf("plan.dwg")).toThrow(/known: \.json, \.geojson, \.wkt, \.dxf, \.svg, \.map, \.mesh/);
  expect(() => formatNamed("dwg")).toThrow(/known: scene, geojson/);
});
