/** The panel at the right: what is selected, what is planned, who walks, and what is wrong. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Scene } from "wayfield";
import { cividis, hex, paper, potential, type Ramp, viridis } from "wayfield/draw";
import type { Finding } from "wayfield/world";
import { type Part, valueAt, withValueAt } from "../document/parts.js";
import type { PlanPicture } from "../engine/protocol.js";
import type { Studio } from "../studio.js";
import { Choice, Facts, NumberBox, Section, Slider, Toggle } from "./fields.js";
import { Tour } from "./tour.jsx";

const RAMPS: Readonly<Record<string, Ramp>> = { cividis, paper, potential, viridis };

function Legend({ legend }: { readonly legend: NonNullable<PlanPicture["legend"]> }): JSX.Element {
  const ramp = RAMPS[legend.ramp];
  const stops = Array.from({ length: 12 }, (_, i) => hex(ramp(i / 11)));
  return (
    <div class="legend">
      <span>{legend.title}</span>
      <div class="ramp" style={{ background: `linear-gradient(90deg, ${stops.join(",")})` }} />
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

function PlanSection({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { plan, settings, picture, planFault, document } = studio;
  if (!plan.value) return null;
  const now = settings.value;
  const set = (change: Partial<typeof now>): void => {
    settings.value = { ...now, ...change };
  };
  const goals = Object.keys(document.scene.value?.goals ?? {});
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
          value={goals.includes(now.goal) ? now.goal : goals[0]}
          options={goals.map((name) => [name, name])}
          set={(goal) => set({ goal })}
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
      {plan.value === "paths" && (
        <Choice
          label="Colours"
          value={now.colours}
          options={[
            ["distance", "distance"],
            ["regions", "regions"],
            ["paper", "paper colours"],
          ]}
          set={(colours) => set({ colours: colours as typeof now.colours })}
        />
      )}
      {plan.value === "potential" && (
        <>
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
      {planFault.value && (
        <p class="fault" role="status">
          {planFault.value.message}
        </p>
      )}
      {picture.value?.legend && <Legend legend={picture.value.legend} />}
      {picture.value && <Facts facts={picture.value.facts} />}
    </Section>
  );
}

/** Corners that are listed one by one; more would be a wall of numbers. */
const MOST_CORNERS = 12;

function Corners({ studio, part }: { readonly studio: Studio; readonly part: Part }): JSX.Element {
  const move = (index: number, axis: 0 | 1, value: number): void => {
    const points = part.points.map((p, i): [number, number] =>
      i === index ? (axis === 0 ? [value, p[1]] : [p[0], value]) : [p[0], p[1]],
    );
    studio.setPoints(part, points, "Type a corner");
  };
  return (
    <div class="corners">
      {part.points.slice(0, MOST_CORNERS).map((p, i) => (
        <div key={i}>
          <NumberBox label={`x${i}`} value={p[0]} unit="m" set={(value) => move(i, 0, value)} />
          <NumberBox label={`y${i}`} value={p[1]} unit="m" set={(value) => move(i, 1, value)} />
        </div>
      ))}
      {part.points.length > MOST_CORNERS && (
        <p class="muted">and {part.points.length - MOST_CORNERS} more corners</p>
      )}
    </div>
  );
}

type Spawn = NonNullable<Scene["spawns"]>[number];
type Group = NonNullable<Scene["groups"]>[number];

function SpawnFields({ studio, part }: { readonly studio: Studio; readonly part: Part }): JSX.Element {
  const scene = studio.document.scene.value!;
  const spawn = valueAt(scene, part.owner) as Spawn;
  const set = (change: Record<string, unknown>, label: string): void => {
    let next = scene;
    for (const [key, value] of Object.entries(change)) next = withValueAt(next, [...part.owner, key], value);
    studio.document.edit(next, label);
  };
  const goals = Object.keys(scene.goals ?? {});
  const first = spawn.goals[0];
  const chosen = typeof first === "string" ? first : "";
  return (
    <>
      {!spawn.places && (
        <>
          <NumberBox
            label={spawn.density === undefined ? "People" : "People per m²"}
            value={spawn.density ?? spawn.count ?? 1}
            min={spawn.density === undefined ? 1 : 0.01}
            max={spawn.density === undefined ? 100_000 : 10}
            set={(value) =>
              spawn.density === undefined
                ? set({ count: Math.round(value) }, "Count people")
                : set({ density: value }, "Density of people")
            }
          />
          <Toggle
            label="By density"
            value={spawn.density !== undefined}
            set={(density) =>
              set(
                density ? { density: 0.5, count: undefined } : { count: 20, density: undefined },
                "Count people",
              )
            }
          />
          <NumberBox
            label="Arrive per s"
            value={spawn.rate ?? 0}
            min={0}
            max={1000}
            unit="/s"
            set={(rate) => set({ rate: rate || undefined }, "Rate of people")}
          />
        </>
      )}
      {goals.length > 0 && spawn.goals.length === 1 && (
        <Choice
          label="Goes to"
          value={chosen}
          options={[
            ...(goals.length > 1 ? [["", "the nearest"] as const] : []),
            ...goals.map((name) => [name, name] as const),
          ]}
          set={(name) => set({ goals: name ? [name] : [goals] }, "Choose a goal")}
        />
      )}
    </>
  );
}

const FORMATIONS = ["", "line", "column", "wedge", "circle", "square"];

/** How the people of a spawn walk together: an entry of the scene's groups. */
function GroupFields({ studio, part }: { readonly studio: Studio; readonly part: Part }): JSX.Element {
  const scene = studio.document.scene.value!;
  const spawn = part.owner[1] as number;
  const groups = scene.groups ?? [];
  const index = groups.findIndex((group) => group.spawn === spawn);
  const group = groups[index];
  const shape = typeof group?.formation === "string" ? group.formation : group ? "drawn" : "";
  const put = (next: Group | null): void => {
    const others = groups.filter((_, i) => i !== index);
    const all = next ? [...others, next] : others;
    studio.document.edit(withValueAt(scene, ["groups"], all.length > 0 ? all : undefined), "Formation");
  };
  const choose = (formation: string): void => {
    if (formation === "") put(null);
    else put({ ...(group ?? { name: `group ${spawn}`, spawn }), formation: formation as "line" });
  };
  return (
    <>
      <Choice
        label="Formation"
        value={shape}
        options={[
          ...FORMATIONS.map((name) => [name, name || "none: each alone"] as const),
          ...(shape === "drawn" ? [["drawn", "as drawn"] as const] : []),
        ]}
        set={choose}
      />
      {group && (
        <NumberBox
          label="Spacing"
          unit="m"
          value={group.spacing ?? 1}
          min={0.4}
          max={20}
          set={(spacing) => put({ ...group, spacing })}
        />
      )}
    </>
  );
}

/** How fast people are in a zone, and who may enter. */
function ZoneFields({ studio, part }: { readonly studio: Studio; readonly part: Part }): JSX.Element {
  const scene = studio.document.scene.value!;
  const zone = valueAt(scene, part.owner) as NonNullable<Scene["zones"]>[number];
  const set = (key: string, value: unknown, label: string): void =>
    studio.document.edit(withValueAt(scene, [...part.owner, key], value), label);
  return (
    <>
      {typeof zone.speed !== "object" && (
        <Slider
          label="Speed factor"
          value={zone.speed ?? 1}
          min={0.1}
          max={2}
          step={0.1}
          unit="×"
          set={(speed) => set("speed", speed, "Speed of a zone")}
        />
      )}
      <Toggle
        label="Nobody may enter"
        value={zone.allow?.length === 0}
        set={(closed) => set("allow", closed ? [] : undefined, "Who may enter a zone")}
      />
    </>
  );
}

function DoorFields({ studio, part }: { readonly studio: Studio; readonly part: Part }): JSX.Element {
  const scene = studio.document.scene.value!;
  const door = valueAt(scene, part.owner) as NonNullable<Scene["doors"]>[number];
  return (
    <>
      <Toggle
        label="Open"
        value={door.open !== false}
        set={(open) =>
          studio.document.edit(
            withValueAt(scene, [...part.owner, "open"], open ? undefined : false),
            "Open or close a door",
          )
        }
      />
      <NumberBox
        label="Greatest flow"
        unit="/s"
        value={door.maxFlow ?? 0}
        min={0}
        max={100}
        set={(value) =>
          studio.document.edit(
            withValueAt(scene, [...part.owner, "maxFlow"], value || undefined),
            "Flow of a door",
          )
        }
      />
    </>
  );
}

/** Names of goals and measurements can be changed; who goes there follows. */
function NameField({ studio, part }: { readonly studio: Studio; readonly part: Part }): JSX.Element | null {
  const scene = studio.document.scene.value!;
  const [table, name] = part.path as [keyof Scene, string];
  if (table !== "goals" && table !== "measurements") return null;
  const rename = (wanted: string): void => {
    const entries = (scene[table] ?? {}) as Record<string, unknown>;
    if (!wanted || wanted === name || Object.hasOwn(entries, wanted)) return;
    const renamed = Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [key === name ? wanted : key, value]),
    );
    const swap = (goal: string): string => (table === "goals" && goal === name ? wanted : goal);
    const spawns = scene.spawns?.map((spawn) => ({
      ...spawn,
      goals: spawn.goals.map((goal) => (typeof goal === "string" ? swap(goal) : goal.map(swap))),
    }));
    studio.document.edit({ ...scene, [table]: renamed, ...(spawns ? { spawns } : {}) } as Scene, "Rename");
    studio.document.selection.value = [[table, wanted, ...part.path.slice(2)].join("/")];
  };
  return (
    <label class="number">
      <span>Name</span>
      <input
        type="text"
        value={name}
        maxLength={80}
        onChange={({ currentTarget }) => rename(currentTarget.value.trim())}
      />
    </label>
  );
}

function Selection({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const selected = studio.document.selected.value;
  if (selected.length === 0) return null;
  const [part] = selected;
  return (
    <Section title={selected.length === 1 ? part.label : `${selected.length} selected`}>
      {selected.length === 1 && (
        <>
          <NameField studio={studio} part={part} />
          {part.kind === "spawn" && <SpawnFields studio={studio} part={part} />}
          {part.kind === "spawn" && <GroupFields studio={studio} part={part} />}
          {part.kind === "zone" && <ZoneFields studio={studio} part={part} />}
          {part.kind === "door" && <DoorFields studio={studio} part={part} />}
          <Corners studio={studio} part={part} />
        </>
      )}
      <div class="buttons">
        <button type="button" onClick={() => studio.turn(15)}>
          Turn 15°
        </button>
        <button type="button" onClick={() => studio.zoomTo(selected.flatMap(({ points }) => points))}>
          Zoom to
        </button>
        <button
          type="button"
          onClick={() => studio.deleteSelection()}
          disabled={selected.every(({ kind }) => kind === "boundary")}
        >
          Delete
        </button>
      </div>
    </Section>
  );
}

const MODELS = ["", "default", "orca", "speed", "anticipation", "social-force", "centrifugal", "steps"];
const POPULATIONS = ["", "adults", "students", "students-at-ease", "imo"];
const PLANNERS = ["", "pathmap", "potential", "roadmap", "flow"];

const named = (names: readonly string[]): (readonly [string, string])[] =>
  names.map((name) => [name, name || "as the scene says"] as const);

function CrowdSection({ studio }: { readonly studio: Studio }): JSX.Element {
  const { crowd, run } = studio;
  const now = crowd.value;
  const set = (change: Partial<typeof now>): void => {
    crowd.value = { ...now, ...change };
  };
  const fault = run.value?.fault.value;
  return (
    <Section title="Crowd">
      <Choice
        label="Planner"
        value={now.planner ?? ""}
        options={named(PLANNERS)}
        set={(planner) => set({ planner })}
      />
      <Choice
        label="Movement"
        value={now.model ?? ""}
        options={named(MODELS)}
        set={(model) => set({ model })}
      />
      <Choice
        label="People"
        value={now.population ?? ""}
        options={named(POPULATIONS)}
        set={(population) => set({ population })}
      />
      <NumberBox
        label="Seed"
        value={now.seed ?? studio.document.scene.value?.simulation?.seed ?? 1}
        min={0}
        max={4294967295}
        set={(seed) => set({ seed: Math.round(seed) })}
      />
      {fault && (
        <p class="fault" role="status">
          {fault.message}{" "}
          {fault.where && (
            <button type="button" class="link" onClick={() => studio.showPlace(fault.where)}>
              Show
            </button>
          )}
        </p>
      )}
      {run.value?.warnings.value.map((text) => (
        <p key={text} class="warning">
          {text}
        </p>
      ))}
      {run.value?.recording.result && run.value.state.value === "done" && (
        <Facts facts={run.value.recording.result.facts} />
      )}
      {run.value?.state.value === "done" && (run.value.recording.result?.bottlenecks.length ?? 0) > 0 && (
        <>
          <h3>Where people lose time</h3>
          <ol class="narrow">
            {run.value.recording.result!.bottlenecks.map(({ segment, text }) => (
              <li key={text}>
                <button type="button" class="link" onClick={() => studio.zoomTo(segment)}>
                  {text}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}

/** Findings of one kind that are listed one by one; the plan marks all of them. */
const MOST_FINDINGS = 3;

/** Findings by what they are, errors first. */
function grouped(findings: readonly Finding[]): (readonly Finding[])[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.code);
    if (group) group.push(finding);
    else groups.set(finding.code, [finding]);
  }
  const rank = ([{ severity }]: readonly Finding[]): number => (severity === "error" ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

function FindingGroup({
  studio,
  group,
}: {
  readonly studio: Studio;
  readonly group: readonly Finding[];
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const shown = open ? group : group.slice(0, MOST_FINDINGS);
  return (
    <>
      {shown.map(({ severity, where, message, at }) => (
        <li key={where + message} class={severity}>
          <button type="button" class="link" onClick={() => studio.showPlace(where, at)}>
            {where || "scene"}
          </button>{" "}
          {message}
        </li>
      ))}
      {group.length > shown.length && (
        <li class="more">
          <button type="button" class="link" onClick={() => setOpen(true)}>
            {group.length - shown.length} more like this
          </button>
        </li>
      )}
    </>
  );
}

function Diagnosis({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const findings = studio.findings.value;
  if (!studio.document.scene.value) return null;
  if (findings.length === 0)
    return (
      <Section title="Diagnosis">
        <p class="good">Nothing is wrong with this plan.</p>
      </Section>
    );
  const errors = studio.errors.value.length;
  const warnings = findings.length - errors;
  const counts = [
    errors > 0 && `${errors} ${errors === 1 ? "error" : "errors"}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? "remark" : "remarks"}`,
  ];
  return (
    <Section title={`Diagnosis: ${counts.filter(Boolean).join(", ")}`}>
      <ul class="findings">
        {grouped(findings).map((group) => (
          <FindingGroup key={group[0].code} studio={studio} group={group} />
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={() => studio.repair()}>
          Repair
        </button>
      </div>
    </Section>
  );
}

export function Inspector({ studio }: { readonly studio: Studio }): JSX.Element {
  return (
    <aside class="inspector" aria-label="Inspector">
      <Tour />
      <Selection studio={studio} />
      {!studio.run.value && <PlanSection studio={studio} />}
      <CrowdSection studio={studio} />
      <Diagnosis studio={studio} />
      <Toggle
        label="Snap to corners, edges and grid (Alt: not)"
        value={studio.snap.value}
        set={(snap) => (studio.snap.value = snap)}
      />
    </aside>
  );
}
