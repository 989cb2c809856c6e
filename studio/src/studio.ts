/** The studio's state, and what one can do with it: panels show it, the view paints it, tools change it. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Point } from "wayfield";
import type { ThemeName } from "wayfield/draw";
import { type AnyScene, type BuildingScene, type Finding, isBuilding } from "wayfield/world";
import { boxOf } from "./document/arrange.js";
import { withElevation, withLevelNamed, withLevelOnTop, withoutLevel } from "./document/building.js";
import type { FlightKind } from "./document/connections.js";
import { keptScene, type Shelf, StudioDocument } from "./document/document.js";
import { Editing } from "./document/editing.js";
import { type Drawn, withDrawn } from "./document/edits.js";
import { levelOfEnd } from "./document/flights.js";
import { type Picked, picksIn } from "./document/gather.js";
import { partOfFinding, partsOf } from "./document/parts.js";
import { insideRing } from "./document/planar.js";
import { CrowdRun } from "./engine/crowd.js";
import { bodyAmong, personAt, personWith } from "./engine/people.js";
import { type CrowdOrder, STRIDE } from "./engine/protocol.js";
import { peopleOn } from "./engine/recording.js";
import { Planning } from "./planning.js";
import type { Tool } from "./tools.js";
import { Camera } from "./view/camera.js";
import type { Colouring } from "./view/paint-people.js";
import { Storeys } from "./view/storeys.js";

export type Overlay = "none" | "density" | "speed" | "timeToExit";
export type Dialog = "gallery" | "help" | "share" | null;

/** Corners above which a plan is shown, planned and run, but not edited: every step of a drag looks at all of them. */
export const MOST_CORNERS = 60_000;

/** Work of the page itself that takes a while, such as a video. */
export interface Job {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  cancel(): void;
}

/** Browsers may forbid storage altogether, or have none. */
function shelfOf(): Shelf | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const lightOrDark = (query: MediaQueryList): ThemeName => (query.matches ? "dark" : "light");

export class Studio {
  readonly camera = new Camera();
  readonly document: StudioDocument;
  readonly editing: Editing;
  readonly storeys: Storeys;
  readonly planning: Planning;
  readonly theme = signal<ThemeName>("light");
  readonly tool = signal<Tool>("select");
  /** What a new flight is, and where it leads; null for the next level. */
  readonly flight = signal<{ readonly kind: FlightKind; readonly to: string | null }>({
    kind: "stairs",
    to: null,
  });
  /** What is wrong with the flight or the lift that is being drawn. */
  readonly foreseen = signal<readonly Finding[]>([]);
  readonly snap = signal(true);
  /** Radius of the brush that paints terrain, in metres. */
  readonly brush = signal(1);
  /** Where the pointer is, in metres. */
  readonly cursor = signal<Point | null>(null);
  readonly run = signal<CrowdRun | null>(null);
  /** A run to compare with. */
  readonly kept = signal<CrowdRun | null>(null);
  /** The run that is shown beside the present one; null for none. */
  readonly beside: ReadonlySignal<CrowdRun | null>;
  /** The number of the person of a run that was clicked. */
  readonly person = signal<number | null>(null);
  /** The numbers of people of a run who were boxed or lassoed. */
  readonly persons = signal<readonly number[]>([]);
  /** People of the plan who were, with the scene that they are of. */
  private readonly picks = signal<{ readonly scene: AnyScene | null; readonly list: readonly Picked[] }>({
    scene: null,
    list: [],
  });
  readonly picked: ReadonlySignal<readonly Picked[]>;
  readonly job = signal<Job | null>(null);
  /** Whether the plan is small enough to be edited. */
  readonly editable: ReadonlySignal<boolean>;
  /** Whether there is somebody to walk. */
  readonly canRun: ReadonlySignal<boolean>;
  readonly crowd = signal<Omit<CrowdOrder, "scene">>({});
  readonly time = signal(0);
  readonly playing = signal(false);
  readonly rate = signal(1);
  readonly colouring = signal<Colouring>("speed");
  readonly overlay = signal<Overlay>("none");
  readonly dialog = signal<Dialog>(null);
  readonly notice = signal<string | null>(null);
  /** Whether surfaces are shown instead of plans. */
  readonly surface = signal(false);
  readonly link = signal<string | null>(null);
  constructor(shelf: Shelf | null = shelfOf()) {
    this.document = new StudioDocument(keptScene(shelf), shelf);
    this.editing = new Editing(this.document);
    this.storeys = new Storeys(this.document, this.camera);
    this.planning = new Planning(this.document, this.storeys);
    this.picked = computed(() =>
      this.picks.value.scene === this.document.scene.value ? this.picks.value.list : [],
    );
    this.beside = computed(() =>
      this.run.value && this.kept.value !== this.run.value ? this.kept.value : null,
    );
    this.canRun = computed(() => {
      const scene = this.document.scene.value;
      return (scene?.spawns?.length ?? 0) > 0 || Boolean(scene?.flow ?? scene?.flows);
    });
    this.editable = computed(
      () => this.document.parts.value.reduce((sum, { points }) => sum + points.length, 0) <= MOST_CORNERS,
    );
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.theme.value = lightOrDark(dark);
    dark.addEventListener("change", () => (this.theme.value = lightOrDark(dark)));
    effect(() => {
      document.documentElement.dataset.theme = this.theme.value;
    });
    effect(() => {
      void [this.time.value, this.planning.picture.value];
      const person = this.person.value;
      if (person !== null) untracked(() => this.probePerson(person));
    });
    // A new picture says something new about the place under the pointer.
    effect(() => {
      if (this.planning.picture.value) untracked(() => this.probeCursor());
    });
    window.addEventListener("pagehide", () => this.document.settle());
  }

  private probeCursor(): void {
    const at = this.cursor.value;
    if (at && !this.run.value) this.planning.probeAt(at);
  }

  /** Shows what somebody who walks has in mind: the way, and by the plan the local map or the empty circle. */
  private async probePerson(id: number): Promise<void> {
    const { planning, run } = this;
    if (!run.value || !planning.picture.value) return;
    const people = run.value.recording.at(this.time.value);
    const person = personWith(people, id);
    if (!person) {
      planning.probe.value = null;
      return;
    }
    const { at, level } = person;
    // Who goes up or down is followed.
    this.document.showLevel(level);
    const probe = await planning.probed({ at, level, localMap: true, body: bodyAmong(people, person) });
    if (probe !== undefined && this.person.value === id) planning.probe.value = probe;
  }

  /** Chooses the person of the run at a place, or nobody; the plan then leads to where this one goes. */
  choosePerson(at: Point, reach: number): void {
    const people = this.run.value!.recording.at(this.time.value);
    const person = personAt(people, at, reach, this.document.level.value);
    this.planning.probe.value = null;
    this.persons.value = [];
    this.person.value = person?.id ?? null;
    const last = person && this.document.scene.value?.spawns?.[person.group]?.goals.at(-1);
    if (!last) return;
    const goals = typeof last === "string" ? [last] : last;
    const { settings } = this.planning;
    if (goals.join() !== settings.value.goals.join()) settings.value = { ...settings.value, goals };
  }

  /** Selects what lies inside a ring: people of a run, else parts of the plan, and of people at single places also some. */
  selectIn(ring: readonly Point[]): void {
    const { document } = this;
    if (this.run.value) {
      const { count, data } = peopleOn(this.run.value.recording.at(this.time.value), document.level.value);
      const inside: number[] = [];
      for (let k = 0; k < STRIDE * count; k += STRIDE)
        if (insideRing(ring, [data[k + 1], data[k + 2]])) inside.push(data[k]);
      this.person.value = null;
      this.persons.value = inside;
      return;
    }
    const parts = document.parts.value;
    document.selection.value = parts
      .filter(({ kind, points }) => kind !== "boundary" && points.every((p) => insideRing(ring, p)))
      .map(({ id }) => id);
    this.picks.value = { scene: document.scene.value, list: picksIn(parts, ring) };
  }

  /** Nobody is chosen any more. */
  chooseNobody(): void {
    batch(() => {
      this.person.value = null;
      this.persons.value = [];
      this.picks.value = { scene: null, list: [] };
    });
  }

  /** Shows one part, with room around it. */
  zoomTo(points: readonly Point[]): void {
    const { minX, minY, maxX, maxY } = boxOf(points);
    const room = Math.max(maxX - minX, maxY - minY, 2);
    this.camera.fit(
      { minX: minX - room, minY: minY - room, maxX: maxX + room, maxY: maxY + room },
      this.storeys.levels.value.length > 0,
    );
  }

  /** Shows all levels, one above the other: looked at, not drawn on. */
  showStack(): void {
    this.tool.value = "select";
    this.storeys.showAll();
  }

  /** Zooms to what a message speaks of, and selects it. */
  showPlace(where: string, at?: Point, named?: string): void {
    const scene = this.document.scene.value;
    if (!scene) return;
    const levels = this.storeys.levels.value;
    const wanted = levels.findIndex(({ name }) => name === (levelOfEnd(scene, where) ?? named));
    const own = levels.findIndex((_, i) => partOfFinding(partsOf(scene, i), where));
    const level = wanted >= 0 ? wanted : own;
    if (level >= 0) this.storeys.show(level);
    const part = partOfFinding(this.document.parts.value, where);
    if (part) this.document.selection.value = [part.id];
    if (at) this.zoomTo([at]);
    else if (part) this.zoomTo(part.points);
  }

  /** Opens a scene: a step that can be undone like any other. */
  open(scene: AnyScene | null, label: string): void {
    this.endRun();
    batch(() => {
      this.document.selection.value = [];
      this.document.edit(scene, label);
      this.dialog.value = null;
      this.tool.value = "select";
      const { settings, plan } = this.planning;
      settings.value = { ...settings.value, goals: [] };
      this.storeys.close();
      this.document.showLevel(0);
      if (plan.value === "flow" ? !scene?.flow : scene?.flow && !scene.goals)
        plan.value = scene?.flow ? "flow" : "paths";
    });
    this.storeys.fit();
  }

  async repair(): Promise<void> {
    const scene = this.document.scene.value;
    if (!scene) return;
    const repaired = await this.planning.repaired(scene);
    if (!repaired) return;
    if (repaired.changes.length === 0) {
      this.notice.value = "Nothing here can be repaired without asking you: edit what is marked.";
      return;
    }
    this.document.edit(repaired.scene, "Repair");
    this.notice.value = `Repaired: ${repaired.changes.join("; ")}`;
  }

  /** Whether a tool can be used now: an empty page needs an outline first, people who walk are left alone. */
  canUse(tool: Tool): boolean {
    if (tool === "select") return true;
    if (this.run.value || !this.editable.value || this.storeys.isStacked.value) return false;
    if (tool === "stairs" || tool === "lift") return this.storeys.levels.value.length > 1;
    return tool === "boundary" || this.document.scene.value !== null;
  }

  /** The scene with what a tool drew on the level that is shown; null where nothing can be made of it. */
  drawn(kind: Drawn["kind"], points: readonly Point[]): ReturnType<typeof withDrawn> {
    const level = this.document.level.value;
    const { kind: step, to: wanted } = this.flight.value;
    const found = this.storeys.levels.value.findIndex(({ name }) => name === wanted);
    const to = found >= 0 && found !== level ? found : null;
    return withDrawn(this.document.scene.value, { kind, points, flight: { kind: step, to } }, level);
  }

  /** Says what would be wrong with a flight or a lift that is being drawn. */
  async foresee(kind: "stairs" | "lift", points: readonly Point[]): Promise<void> {
    const made = this.drawn(kind, points);
    if (!made) {
      this.foreseen.value = [];
      return;
    }
    const findings = await this.planning.foreseen(made.scene);
    const own = made.id.replace("/", "[");
    if (findings && this.tool.value === kind)
      this.foreseen.value = findings.filter(({ where }) => where.startsWith(`${own}]`));
  }

  /** One level more, on top, and shown: a plan becomes a building by it. */
  addLevel(): void {
    const scene = this.document.scene.value;
    const made = scene && withLevelOnTop(scene, this.document.level.value);
    if (!made) {
      if (scene)
        this.notice.value = "A plan whose ends are glued (periodic) cannot be a level of a building.";
      return;
    }
    this.document.edit(made.scene, "Add a level");
    this.storeys.choose(made.level);
  }

  /** Changes the building as a whole; false where it cannot be. */
  private rebuild(label: string, change: (scene: BuildingScene) => AnyScene | null): boolean {
    const scene = this.document.scene.value;
    const next = scene && isBuilding(scene) ? change(scene) : null;
    if (!next) return false;
    this.document.edit(next, label);
    return true;
  }

  renameLevel(level: number, name: string): boolean {
    return this.rebuild("Rename a level", (scene) => withLevelNamed(scene, level, name)) && this.reshow(name);
  }

  private reshow(name: string): true {
    this.document.showLevel(this.storeys.levels.value.findIndex((level) => level.name === name));
    return true;
  }

  raiseLevel(level: number, elevation: number): void {
    this.rebuild("Height of a level", (scene) => withElevation(scene, level, elevation));
  }

  deleteLevel(level: number): void {
    if (this.rebuild("Delete a level", (scene) => withoutLevel(scene, level))) {
      if (this.storeys.levels.value.length === 0) this.storeys.close();
      this.storeys.fit();
    }
  }

  /** Makes what a brush covered a zone. */
  async paintTerrain(stroke: readonly Point[]): Promise<void> {
    const answer = await this.planning.client.ask({ type: "brush", stroke, radius: this.brush.value });
    if (answer?.type !== "brush") return;
    let scene = this.document.scene.value;
    const ids: string[] = [];
    for (const points of answer.rings) {
      const made = withDrawn(scene, { kind: "zone", points }, this.document.level.value);
      if (!made) continue;
      scene = made.scene;
      ids.push(made.id);
    }
    this.document.edit(scene, "Paint terrain");
    this.document.selection.value = ids;
  }

  /** Begins a run; what ran before is gone, unless it is kept to compare. */
  start(): void {
    const scene = this.document.scene.value;
    if (!scene) return;
    this.endRun();
    batch(() => {
      this.run.value = new CrowdRun({ scene, ...this.crowd.value });
      this.tool.value = "select";
      this.document.selection.value = [];
      this.time.value = 0;
      this.playing.value = true;
      this.overlay.value = "none";
      this.chooseNobody();
      this.planning.probe.value = null;
    });
  }

  /** Plays on, or from the beginning where a run has been played to its end. */
  togglePlay(): void {
    const run = this.run.value;
    if (!run) return;
    const end = Math.max(run.recording.end, this.beside.value?.recording.end ?? 0);
    if (!this.playing.value && this.time.value >= end && run.state.value !== "running") this.time.value = 0;
    this.playing.value = !this.playing.value;
  }

  endRun(): void {
    if (this.run.value !== this.kept.value) this.run.value?.close();
    batch(() => {
      this.run.value = null;
      this.playing.value = false;
      this.chooseNobody();
      this.planning.probe.value = null;
    });
  }

  /** Keeps the present run, to see the next one beside it. */
  keepRun(): void {
    if (this.kept.value !== this.run.value) this.kept.value?.close();
    this.kept.value = this.run.value;
  }

  /** Forgets the run that was kept. */
  dropKept(): void {
    if (this.kept.value !== this.run.value) this.kept.value?.close();
    this.kept.value = null;
  }
}
