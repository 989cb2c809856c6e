/** The studio's state, and what one can do with it: panels show it, the view paints it, tools change it. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { InputError, type Point } from "wayfield";
import type { ThemeName } from "wayfield/draw";
import { builtinBuilding, builtinScene, isBuiltinBuilding } from "wayfield/scenes";
import { type AnyScene, type Finding, isBuilding } from "wayfield/world";
import { boxOf } from "./document/arrange.js";
import { keptScene, type Shelf, StudioDocument } from "./document/document.js";
import { Editing } from "./document/editing.js";
import { withDrawn } from "./document/edits.js";
import { type Picked, picksIn } from "./document/gather.js";
import { type LevelName, levelsOf, pointsOnLevel } from "./document/levels.js";
import { outlineOf, partOfFinding, partsOf } from "./document/parts.js";
import { insideRing } from "./document/planar.js";
import { sceneInFragment } from "./document/share.js";
import { CrowdRun } from "./engine/crowd.js";
import { bodyAmong, personAt, personWith } from "./engine/people.js";
import { PlanClient } from "./engine/planner.js";
import type {
  CrowdOrder,
  FieldPixels,
  Plan,
  PlanOrder,
  PlanPicture,
  PlanSettings,
  Probe,
} from "./engine/protocol.js";
import { STRIDE } from "./engine/protocol.js";
import { peopleOn } from "./engine/recording.js";
import { Camera } from "./view/camera.js";
import type { Colouring } from "./view/paint-people.js";
import { type FieldImage, imageOf } from "./view/paint-plan.js";
import { Stack } from "./view/stack.js";

/** What the pointer does on the plan. */
export const TOOLS = [
  "select",
  "boundary",
  "wall",
  "block",
  "post",
  "door",
  "goal",
  "spawn",
  "source",
  "sink",
  "barrier",
  "weight",
  "zone",
  "terrain",
  "route",
  "queue",
  "waiting",
  "area",
  "line",
] as const;
export type Tool = (typeof TOOLS)[number];

export type Overlay = "none" | "density" | "speed" | "timeToExit";
export type Dialog = "gallery" | "help" | "share" | null;

export interface Fault {
  readonly message: string;
  readonly where: string;
}

/** Cells along the longer side while something is dragged. */
const COARSE = 160;

/** Corners above which a plan is shown, planned and run, but not edited: every step of a drag looks at all of them. */
export const MOST_CORNERS = 60_000;

/** Bytes of files that are opened: what is larger would not fit into the page's memory several times over. */
const LARGEST_FILE = 200 * 1024 * 1024;

/** Work of the page itself that takes a while, such as a video. */
export interface Job {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  cancel(): void;
}

const SETTINGS: PlanSettings = {
  goals: [],
  radius: 0.25,
  resolution: 480,
  colours: "distance",
  by: "distance",
  epsilon: 0,
  direction: 0,
  lanes: true,
};

type Nullable<T> = { [K in keyof T]: T[K] | null };

const imageOfField = ({ pixels, width, height, box }: FieldPixels): FieldImage => ({
  image: imageOf(pixels, width, height),
  box,
});

/** Browsers may forbid storage altogether. */
function shelfOf(): Shelf | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** A built-in plan or building. */
export function builtinOf(name: string): AnyScene {
  return isBuiltinBuilding(name) ? builtinBuilding(name) : builtinScene(name);
}

const lightOrDark = (query: MediaQueryList): ThemeName => (query.matches ? "dark" : "light");

export class Studio {
  readonly camera = new Camera();
  readonly plans = new PlanClient();
  /** Checks run beside the planning, so that a picture never waits for them. */
  readonly checks = new PlanClient();
  readonly document: StudioDocument;
  readonly editing: Editing;
  readonly theme = signal<ThemeName>("light");
  readonly tool = signal<Tool>("select");
  readonly plan = signal<Plan | null>("paths");
  readonly settings = signal(SETTINGS);
  /** Whether the local map of somebody at the pointer is shown over the potential. */
  readonly localMap = signal(false);
  readonly dragging = signal(false);
  readonly snap = signal(true);
  /** Radius of the brush that paints terrain, in metres. */
  readonly brush = signal(1);
  readonly picture = signal<PlanPicture | null>(null);
  readonly field = signal<FieldImage | null>(null);
  /** Fields of all levels of a building, where all of them are shown. */
  readonly storeyFields = signal<readonly FieldImage[]>([]);
  /** The levels of a building, in the order of its file; none in the plan of one floor. */
  readonly levels: ReadonlySignal<readonly LevelName[]>;
  /** Numbers of the levels, the lowest first. */
  readonly storeys: ReadonlySignal<readonly number[]>;
  /** Whether all levels are asked for; a plan of one floor has nothing to stack. */
  readonly wantsStack = signal(false);
  /** Where levels come to lie one above the other; null where a plan is shown. */
  readonly stack: ReadonlySignal<Stack | null>;
  readonly planFault = signal<Fault | null>(null);
  readonly findings = signal<readonly Finding[]>([]);
  readonly errors: ReadonlySignal<readonly Finding[]>;
  readonly probe = signal<Probe | null>(null);
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
  /** Counts what was asked of the planning worker. */
  private orders = 0;

  constructor(shelf: Shelf | null = shelfOf()) {
    this.document = new StudioDocument(keptScene(shelf), shelf);
    this.editing = new Editing(this.document);
    this.picked = computed(() =>
      this.picks.value.scene === this.document.scene.value ? this.picks.value.list : [],
    );
    this.levels = computed(() => levelsOf(this.document.scene.value));
    this.storeys = computed(() => {
      const levels = this.levels.value;
      return levels.map((_, i) => i).sort((a, b) => levels[a].elevation - levels[b].elevation || a - b);
    });
    this.stack = computed(() => {
      const scene = this.document.scene.value;
      return scene && isBuilding(scene) && this.wantsStack.value ? new Stack(scene) : null;
    });
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
    this.errors = computed(() => this.findings.value.filter(({ severity }) => severity === "error"));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.theme.value = lightOrDark(dark);
    dark.addEventListener("change", () => (this.theme.value = lightOrDark(dark)));
    effect(() => {
      document.documentElement.dataset.theme = this.theme.value;
    });
    // What is asked for is all that an effect depends on, not what asking looks at.
    effect(() => {
      const scene = this.document.scene.value;
      untracked(() => this.check(scene));
    });
    effect(() => {
      const [scene, plan] = [this.document.scene.value, this.plan.value];
      const [settings, coarse] = [this.settings.value, this.dragging.value];
      const level = this.stack.value ? null : this.document.level.value;
      untracked(() => this.makePlan({ scene, plan, level, settings }, coarse));
    });
    effect(() => {
      void [this.time.value, this.picture.value];
      const person = this.person.value;
      if (person !== null) untracked(() => this.probePerson(person));
    });
    window.addEventListener("pagehide", () => this.document.settle());
  }

  private async check(scene: AnyScene | null): Promise<void> {
    if (!scene) {
      this.findings.value = [];
      return;
    }
    const answer = await this.checks.ask({ type: "check", scene });
    if (answer?.type === "check") this.findings.value = answer.findings;
  }

  private async makePlan(
    { scene, plan, level, settings }: Nullable<Omit<PlanOrder, "settings">> & Pick<PlanOrder, "settings">,
    coarse: boolean,
  ): Promise<void> {
    const order = ++this.orders;
    if (!scene || !plan) {
      this.show(null, null);
      return;
    }
    const resolution = coarse ? Math.min(COARSE, settings.resolution) : settings.resolution;
    const answer = await this.plans.ask({
      type: "plan",
      order: { plan, scene, level, settings: { ...settings, resolution } },
    });
    // What is shown while something is dragged may be a step behind; another plan's picture is none.
    if (order !== this.orders && (answer?.type !== "plan" || plan !== this.plan.value)) return;
    if (answer?.type === "plan") this.show(answer.picture, null);
    else if (answer?.type === "error") this.show(null, answer);
  }

  /** Plans once more, after a worker died or was stopped. */
  planAgain(): void {
    this.settings.value = { ...this.settings.value };
  }

  private show(picture: PlanPicture | null, fault: Fault | null): void {
    const field = picture?.field;
    batch(() => {
      this.picture.value = picture;
      this.field.value = field ? imageOfField(field) : null;
      this.storeyFields.value = picture?.storeys?.map(imageOfField) ?? [];
      this.planFault.value = fault;
      this.probe.value = null;
    });
    const at = untracked(() => this.cursor.value);
    if (picture && at && !this.run.value) this.probeAt(at);
  }

  /** Asks what lies under the pointer: on the level that is shown, or in the stack on the one that is under it. */
  async probeAt(at: Point): Promise<void> {
    if (!this.picture.value) return;
    const found = this.stack.value ? this.stack.value.under(at) : { level: this.document.level.value, at };
    if (!found) {
      this.probe.value = null;
      return;
    }
    const answer = await this.plans.ask({ type: "probe", ...found, localMap: this.localMap.value });
    if (answer?.type === "probe") this.probe.value = answer.probe;
  }

  /** Shows what somebody who walks has in mind: the way, and by the plan the local map or the empty circle. */
  private async probePerson(id: number): Promise<void> {
    const run = this.run.value;
    if (!run || !this.picture.value) return;
    const people = run.recording.at(this.time.value);
    const person = personWith(people, id);
    if (!person) {
      this.probe.value = null;
      return;
    }
    const { at, level } = person;
    // Who goes up or down is followed.
    this.document.showLevel(level);
    const body = bodyAmong(people, person);
    const answer = await this.plans.ask({ type: "probe", at, level, localMap: true, body });
    if (answer?.type === "probe" && this.person.value === id) this.probe.value = answer.probe;
  }

  /** Chooses the person of the run at a place, or nobody; the plan then leads to where this one goes. */
  choosePerson(at: Point, reach: number): void {
    const people = this.run.value!.recording.at(this.time.value);
    const person = personAt(people, at, reach, this.document.level.value);
    this.probe.value = null;
    this.persons.value = [];
    this.person.value = person?.id ?? null;
    const last = person && this.document.scene.value?.spawns?.[person.group]?.goals.at(-1);
    if (!last) return;
    const goals = typeof last === "string" ? [last] : last;
    if (goals.join() !== this.settings.value.goals.join())
      this.settings.value = { ...this.settings.value, goals };
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

  /** Shows the whole plan. */
  fit(): void {
    const scene = this.document.scene.value;
    const strip = this.levels.value.length > 0;
    if (this.stack.value) this.camera.fit(this.stack.value.box, strip);
    else
      this.camera.fit(
        scene
          ? boxOf(pointsOnLevel(scene, this.document.level.value))
          : { minX: -10, minY: -6, maxX: 10, maxY: 6 },
        strip,
      );
  }

  /** Shows one part, with room around it. */
  zoomTo(points: readonly Point[]): void {
    const { minX, minY, maxX, maxY } = boxOf(points);
    const room = Math.max(maxX - minX, maxY - minY, 2);
    this.camera.fit(
      { minX: minX - room, minY: minY - room, maxX: maxX + room, maxY: maxY + room },
      this.levels.value.length > 0,
    );
  }

  /** Shows a level by itself. */
  showLevel(level: number): void {
    const before = this.document.level.value;
    const scene = this.document.scene.value!;
    const wasStacked = this.wantsStack.value;
    batch(() => {
      this.wantsStack.value = false;
      this.probe.value = null;
      this.document.showLevel(level);
    });
    // Levels lie above each other, so the view stays; a landing in a view of the whole would be too small to see.
    const size = (i: number): number => {
      const { minX, maxX, minY, maxY } = boxOf(outlineOf(scene, i));
      return Math.max(maxX - minX, maxY - minY);
    };
    if (wasStacked || Math.abs(Math.log2(size(level) / size(before))) > 1) this.fit();
  }

  /** Shows all levels, one above the other. */
  showStack(): void {
    this.document.selection.value = [];
    this.tool.value = "select";
    this.wantsStack.value = true;
    this.fit();
  }

  /** Zooms to what a message speaks of, and selects it. */
  showPlace(where: string, at?: Point, named?: string): void {
    const scene = this.document.scene.value;
    if (!scene) return;
    const numbers = this.levels.value.length > 0 ? this.levels.value.map((_, i) => i) : [0];
    const own = numbers.find((i) => partOfFinding(partsOf(scene, i), where));
    const level = own ?? this.levels.value.findIndex(({ name }) => name === named);
    if (level >= 0 && this.levels.value.length > 0) this.showLevel(level);
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
      this.settings.value = { ...this.settings.value, goals: [] };
      this.wantsStack.value = false;
      this.document.showLevel(0);
      if (this.plan.value === "flow" ? !scene?.flow : scene?.flow && !scene.goals)
        this.plan.value = scene?.flow ? "flow" : "paths";
    });
    this.fit();
  }

  openBuiltin(name: string): void {
    this.guard(() => this.open(builtinOf(name), `Open ${name}`));
  }

  /** Opens a file of any format that the library reads. A worker reads it, so that the page goes on. */
  async openFile(file: File): Promise<void> {
    if (file.size > LARGEST_FILE) {
      this.notice.value = `${file.name}: ${(file.size / 1024 / 1024).toFixed(0)} MB is more than a page can hold; at most ${LARGEST_FILE / 1024 / 1024} MB are opened`;
      return;
    }
    let text: string;
    try {
      text = await file.text();
    } catch {
      this.notice.value = `${file.name}: the file cannot be read any more`;
      return;
    }
    const answer = await this.plans.ask({ type: "read", name: file.name, text });
    if (answer?.type === "error") this.notice.value = answer.message;
    if (answer?.type !== "read") return;
    const { scene, notes } = answer;
    this.open(scene, `Open ${file.name}`);
    if (notes.length > 0) this.notice.value = notes.join(" · ");
  }

  /** Opens what the address holds; false where it holds nothing. */
  async openAddress(fragment: string): Promise<boolean> {
    try {
      const scene = await sceneInFragment(fragment);
      if (scene) this.open(scene, "Open a link");
      else if (fragment) this.open(builtinOf(decodeURIComponent(fragment)), `Open ${fragment}`);
      return fragment !== "";
    } catch (error) {
      this.notice.value = (error as Error).message;
      return false;
    }
  }

  /** Runs something that may refuse its input, and says so. */
  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.notice.value = error.message;
    }
  }

  async repair(): Promise<void> {
    const scene = this.document.scene.value;
    if (!scene) return;
    const answer = await this.checks.ask({ type: "repair", scene });
    if (answer?.type !== "repair") return;
    if (answer.changes.length === 0) {
      this.notice.value = "Nothing here can be repaired without asking you: edit what is marked.";
      return;
    }
    this.document.edit(answer.scene, "Repair");
    this.notice.value = `Repaired: ${answer.changes.join("; ")}`;
  }

  /** Whether a tool can be used now: an empty page needs an outline first, people who walk are left alone. */
  canUse(tool: Tool): boolean {
    if (tool === "select") return true;
    if (this.run.value || !this.editable.value || this.stack.value) return false;
    return tool === "boundary" || this.document.scene.value !== null;
  }

  /** Makes what a brush covered a zone. */
  async paintTerrain(stroke: readonly Point[]): Promise<void> {
    const answer = await this.plans.ask({ type: "brush", stroke, radius: this.brush.value });
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
      this.probe.value = null;
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
      this.probe.value = null;
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
