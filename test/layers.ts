/** The layers of the code: the one place that says who may import whom. */

/** One row of the table, and what `docs/architecture.md` calls it. */
export interface Layer {
  readonly title: string;
  /** Folders and single files of `src/`, or top-level folders, without endings. */
  readonly members: readonly string[];
}

/**
 * From the ground up. A member imports from lower rows only, never from its own row: planners, for example, do
 * not know each other, and what they share moves down.
 */
export const LAYERS: readonly Layer[] = [
  { title: "errors and tables", members: ["errors", "growth"] },
  { title: "checks at the door", members: ["options", "limits"] },
  { title: "foundations", members: ["geometry", "numerics", "gpu"] },
  { title: "the scene and the contract", members: ["world", "guide", "unfold"] },
  {
    title: "planners, people",
    members: ["pathmap", "flow", "potential", "roadmap", "surface", "crowd"],
  },
  { title: "how people move, and where", members: ["models", "routes", "groups", "travel"] },
  { title: "scenes that run", members: ["simulation"] },
  { title: "scenes, files, pictures, measures", members: ["scenes", "io", "draw", "measure"] },
  { title: "results", members: ["report"] },
  { title: "runs", members: ["run"] },
  { title: "many runs", members: ["study"] },
  { title: "experiments of papers, cases", members: ["experiments", "validation"] },
  { title: "what people start", members: ["cli", "studio"] },
];

/** Folders that may import everything below `cli` and `studio`, and are imported by nobody. */
export const ONLOOKERS: readonly string[] = ["bench", "examples", "test"];

const WIDTH = 76;

/** The table as the drawing that `docs/architecture.md` shows, highest row first. */
export function drawLayers(layers: readonly Layer[] = LAYERS): string {
  const rule = `+${"-".repeat(WIDTH)}+`;
  const rows = [...layers].reverse().flatMap(({ title, members }) => {
    const room = WIDTH - 4 - title.length;
    return [`|  ${members.join("   ").padEnd(room)}${title}  |`, rule];
  });
  return [rule, ...rows].join("\n");
}
