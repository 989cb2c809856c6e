/** The tools at the left. */
import type { JSX } from "preact";
import type { Studio } from "../studio.js";
import { TOOLS, type Tool } from "../tools.js";
import { Icon } from "./icons.js";

/** What each tool is called, its key, and what it draws. */
export const TOOL_TEXTS: Readonly<
  Record<Tool, { readonly name: string; readonly key: string; readonly hint: string }>
> = {
  select: {
    name: "Select",
    key: "V",
    hint: "Click to select, drag to move; drag a corner to reshape; drag on empty ground for a box, with Alt for a lasso.",
  },
  boundary: {
    name: "Outline",
    key: "B",
    hint: "Drag a rectangle, or click corner after corner and close at the first.",
  },
  wall: { name: "Wall", key: "W", hint: "Drag, or click its two ends." },
  block: { name: "Block", key: "P", hint: "Drag a rectangle, or click corner after corner." },
  post: { name: "Post", key: "O", hint: "Click where it stands." },
  door: { name: "Door", key: "D", hint: "Drag along the wall that it opens." },
  stairs: {
    name: "Stairs",
    key: "U",
    hint: "Drag along the edge that people step on, then click how deep they are. The inspector says where they lead.",
  },
  lift: {
    name: "Lift",
    key: "J",
    hint: "Drag along its door, then click how deep its shaft is. It stops at all levels that it can reach.",
  },
  goal: { name: "Goal", key: "G", hint: "Drag along a wall for an exit, or click for a place to go to." },
  spawn: { name: "People", key: "S", hint: "Drag an area for many, or click for one." },
  source: { name: "Source", key: "F", hint: "Drag along the outline where a flow comes in." },
  sink: { name: "Sink", key: "K", hint: "Drag along the outline where a flow goes out." },
  barrier: {
    name: "Barrier",
    key: "I",
    hint: "Drag a line that costs those who cross it: ways around it become shorter.",
  },
  weight: {
    name: "Slow corner",
    key: "X",
    hint: "Click a corner of a wall: the way beyond it counts more, so that ways take other corners.",
  },
  zone: {
    name: "Zone",
    key: "Z",
    hint: "Drag a rectangle, or click corner after corner: ground that slows people.",
  },
  terrain: {
    name: "Terrain brush",
    key: "E",
    hint: "Paint ground that slows people; the inspector has the brush's size.",
  },
  route: {
    name: "Route",
    key: "T",
    hint: "Draw a line that people follow; another one branches off where it begins.",
  },
  queue: {
    name: "Queue",
    key: "Q",
    hint: "Click from the counter backwards, corner after corner; a click on the last one ends it.",
  },
  waiting: {
    name: "Waiting place",
    key: "H",
    hint: "Drag a rectangle, or click corner after corner: people stay there for a while.",
  },
  area: {
    name: "Measured area",
    key: "A",
    hint: "Drag a rectangle: density, speed and flow are measured in it.",
  },
  line: { name: "Measured line", key: "M", hint: "Drag a line: people are counted across it." },
};

export function Rail({ studio }: { readonly studio: Studio }): JSX.Element {
  return (
    <div class="rail" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {TOOLS.map((tool) => {
        const { name, key, hint } = TOOL_TEXTS[tool];
        return (
          <button
            key={tool}
            type="button"
            aria-pressed={studio.tool.value === tool}
            aria-label={`${name} (${key})`}
            title={`${name} (${key}): ${hint}`}
            disabled={!studio.canUse(tool)}
            onClick={() => (studio.tool.value = tool)}
          >
            <Icon name={tool} />
          </button>
        );
      })}
    </div>
  );
}
