/** What is planned: its paper, its parameters, its figures. */
import type { JSX } from "preact";
import { cividis, hex, paper, potential, type Ramp, viridis } from "wayfield/draw";
import { FLOW_GRADIENT } from "../engine/flow-colour.js";
import type { PlanPicture } from "../engine/protocol.js";
import type { Fault } from "../planning.js";
import type { Studio } from "../studio.js";
import { Choice, Facts, Section, Slider, Toggle } from "./fields.js";

const RAMPS: Readonly<Record<string, Ramp>> = { cividis, paper, potential, viridis };

const gradientOf = (ramp: Ramp): string =>
  `linear-gradient(90deg, ${Array.from({ length: 12 }, (_, i) => hex(ramp(i / 11))).join(",")})`;

function Legend({ legend }: { readonly legend: NonNullable<PlanPicture["legend"]> }): JSX.Element {
  const background = legend.ramp === "flow" ? FLOW_GRADIENT : gradientOf(RAMPS[legend.ramp]);
  return (
    <div class="legend">
      <span>{legend.title}</span>
      <div class="ramp" style={{ background }} />
      <span>{legend.low}</span>
      <span class="right">{legend.high}</span>
    </div>
  );
}

const PAPERS = {
  paths: [
    "Exact distance to the goal from everywhere, by continuous Dijkstra. The line is the shortest way from the pointer.",
    "Farias 2020, chapter 3",
  ],
  flow: [
    "How much can pass from source to sink, the gates that limit it (magenta), and lanes that use all of it.",
    "Farias 2020, chapter 4",
  ],
  potential: [
    "A smooth field without dead ends; people descend it. Epsilon and direction bend it.",
    "Prestes and others 2002; Fischer and others 2009",
  ],
  roadmap: [
    "The ways that keep farthest from all walls, with the empty circle around the pointer.",
    "Hartmann 2010",
  ],
} as const;

/** The choice of the nearest of all goals; no goal is called that. */
const ANY = "\u0000";

/** Why there is no picture, and what to do about it. */
function PlanFault({ studio, fault }: { readonly studio: Studio; readonly fault: Fault }): JSX.Element {
  const tool = ({ goals: "goal", flow: "source" } as const)[fault.where as "goals"];
  return (
    <div class="fault" role="status">
      <p>{fault.message.replace(`${fault.where}: `, "")}</p>
      <div class="buttons">
        {tool && (
          <button type="button" onClick={() => (studio.tool.value = tool)}>
            {tool === "goal" ? "Draw a goal" : "Draw a source"}
          </button>
        )}
        {!tool && fault.where && (
          <button type="button" onClick={() => studio.showPlace(fault.where)}>
            Show
          </button>
        )}
        {!fault.where && (
          <button type="button" onClick={() => studio.planning.again()}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

export function PlanSection({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { document } = studio;
  const { plan, settings, picture, fault } = studio.planning;
  if (!plan.value) return null;
  const now = settings.value;
  const set = (change: Partial<typeof now>): void => {
    settings.value = { ...now, ...change };
  };
  const goals = Object.keys(document.scene.value?.goals ?? {});
  const chosen = goals.filter((name) => now.goals.includes(name));
  const isBuilding = studio.storeys.levels.value.length > 0;
  const [about, from] = PAPERS[plan.value];
  return (
    <Section
      title={
        { paths: "Paths", flow: "Flow and lanes", potential: "Potential", roadmap: "Roadmap" }[plan.value]
      }
    >
      <p class="about">
        {about} <cite>{from}</cite>
      </p>
      {plan.value !== "flow" && goals.length > 1 && (
        <Choice
          label="Goal"
          value={chosen.length > 1 ? ANY : (chosen[0] ?? goals[0])}
          options={[...goals.map((name) => [name, name] as const), [ANY, "the nearest"]]}
          set={(goal) => set({ goals: goal === ANY ? goals : [goal] })}
        />
      )}
      <Slider
        label="Body radius"
        value={now.radius}
        min={0}
        max={1}
        step={0.05}
        unit="m"
        set={(radius) => set({ radius })}
      />
      {plan.value === "paths" && isBuilding && (
        <Choice
          label="Ways"
          value={now.by}
          options={[
            ["distance", "the shortest"],
            ["time", "the fastest"],
          ]}
          set={(by) => set({ by: by as typeof now.by })}
        />
      )}
      {plan.value === "paths" && (
        <Choice
          label="Colours"
          value={isBuilding && now.colours === "regions" ? "distance" : now.colours}
          options={[
            ["distance", now.by === "time" && isBuilding ? "time" : "distance"],
            // Regions of a building reach over several levels, and are not drawn.
            ...(isBuilding ? [] : [["regions", "regions"] as const]),
            ["paper", "paper colours"],
          ]}
          set={(colours) => set({ colours: colours as typeof now.colours })}
        />
      )}
      {plan.value !== "roadmap" && (
        <Slider
          label="Resolution"
          value={now.resolution}
          min={80}
          max={960}
          step={40}
          unit="px"
          set={(resolution) => set({ resolution: Math.round(resolution) })}
        />
      )}
      {plan.value === "potential" && (
        <>
          <Toggle
            label="Local map of somebody at the pointer"
            value={studio.planning.localMap.value}
            set={(shown) => (studio.planning.localMap.value = shown)}
          />
          <Slider
            label="Epsilon"
            value={now.epsilon}
            min={0}
            max={1.9}
            step={0.1}
            unit=""
            set={(epsilon) => set({ epsilon })}
          />
          <Slider
            label="Direction"
            value={now.direction}
            min={0}
            max={345}
            step={15}
            unit="°"
            set={(direction) => set({ direction })}
          />
        </>
      )}
      {plan.value === "flow" && (
        <Toggle label="Lanes for this radius" value={now.lanes} set={(lanes) => set({ lanes })} />
      )}
      {fault.value && <PlanFault studio={studio} fault={fault.value} />}
      {picture.value?.legend && <Legend legend={picture.value.legend} />}
      {picture.value && <Facts facts={picture.value.facts} />}
    </Section>
  );
}
