/** The studio's state, and what one can do with it: panels show it, the view paints it, tools change it. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { type Box, InputError, type Point, type Scene } from "wayfield";
import type { ThemeName } from "wayfield/draw";
import { formatOf, formatScene } from "wayfield/io";
import { builtinScene } from "wayfield/scenes";
import type { Finding } from "wayfield/world";
import { keptScene, type Shelf, StudioDocument } from "./document/document.js";
import { mapped, reshaped, without } from "./document/edits.js";
import { type Part, partOfFinding } from "./document/parts.js";
import { fragmentOf, LONGEST_LINK, sceneInFragment } from "./document/share.js";
import { CrowdRun } from "./engine/crowd.js";
import { PlanClient } from "./engine/planner.js";
import type { CrowdOrder, Plan, PlanPicture, PlanSettings, Probe } from "./engine/protocol.js";
import { Camera } from "./view/camera.js";
import type { Colouring } from "./view/paint-people.js";
import { type FieldImage, imageOf } from "./view/paint-plan.js";

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
  "zone",
  "route",
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

/** Cells along the longer side while something is dragged, and when it rests. */
const RESOLUTION = { coarse: 160, fine: 480 };

const SETTINGS: PlanSettings = {
  goal: "",
  radius: 0.25,
  resolution: RESOLUTION.fine,
  colours: "distance",
  epsilon: 0,
  direction: 0,
  lanes: true,
};

function boxOf(points: readonly Point[]): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const [x, y] of points) {
    box.minX = Math.min(box.minX, x);
    box.minY = Math.min(box.minY, y);
    box.maxX = Math.max(box.maxX, x);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}

/** Browsers may forbid storage altogether. */
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
  readonly plans = new PlanClient();
  readonly document: StudioDocument;
  readonly theme = signal<ThemeName>("light");
  readonly tool = signal<Tool>("select");
  readonly plan = signal<Plan | null>("paths");
  readonly settings = signal(SETTINGS);
  readonly dragging = signal(false);
  readonly snap = signal(true);
  readonly picture = signal<PlanPicture | null>(null);
  readonly field = signal<FieldImage | null>(null);
  readonly planFault = signal<Fault | null>(null);
  readonly findings = signal<readonly Finding[]>([]);
  readonly errors: ReadonlySignal<readonly Finding[]>;
  readonly probe = signal<Probe | null>(null);
  /** Where the pointer is, in metres. */
  readonly cursor = signal<Point | null>(null);
  readonly run = signal<CrowdRun | null>(null);
  /** A run to compare with. */
  readonly kept = signal<CrowdRun | null>(null);
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
      untracked(() => this.makePlan(scene, plan, settings, coarse));
    });
  }

  private async check(scene: Scene | null): Promise<void> {
    if (!scene) {
      this.findings.value = [];
      return;
    }
    const answer = await this.plans.ask({ type: "check", scene });
    if (answer?.type === "check") this.findings.value = answer.findings;
  }

  private async makePlan(
    scene: Scene | null,
    plan: Plan | null,
    settings: PlanSettings,
    coarse: boolean,
  ): Promise<void> {
    const order = ++this.orders;
    if (!scene || !plan) {
      this.show(null, null);
      return;
    }
    const resolution = coarse ? RESOLUTION.coarse : RESOLUTION.fine;
    const answer = await this.plans.ask({
      type: "plan",
      order: { plan, scene, settings: { ...settings, resolution } },
    });
    // What is shown while something is dragged may be a step behind; another plan's picture is none.
    if (order !== this.orders && (answer?.type !== "plan" || plan !== this.plan.value)) return;
    if (answer?.type === "plan") this.show(answer.picture, null);
    else if (answer?.type === "error") this.show(null, answer);
  }

  private show(picture: PlanPicture | null, fault: Fault | null): void {
    const field = picture?.field;
    batch(() => {
      this.picture.value = picture;
      this.field.value = field
        ? { image: imageOf(field.pixels, field.width, field.height), box: field.box }
        : null;
      this.planFault.value = fault;
      this.probe.value = null;
    });
    const at = untracked(() => this.cursor.value);
    if (picture && at) this.probeAt(at);
  }

  /** Asks what lies under the pointer. */
  async probeAt(at: Point): Promise<void> {
    if (!this.picture.value) return;
    const answer = await this.plans.ask({ type: "probe", at });
    if (answer?.type === "probe") this.probe.value = answer.probe;
  }

  /** Shows the whole plan. */
  fit(): void {
    const scene = this.document.scene.value;
    this.camera.fit(scene ? boxOf(scene.boundary) : { minX: -10, minY: -6, maxX: 10, maxY: 6 });
  }

  /** Shows one part, with room around it. */
  zoomTo(points: readonly Point[]): void {
    const { minX, minY, maxX, maxY } = boxOf(points);
    const room = Math.max(maxX - minX, maxY - minY, 2);
    this.camera.fit({ minX: minX - room, minY: minY - room, maxX: maxX + room, maxY: maxY + room });
  }

  /** Zooms to what a message speaks of, and selects it. */
  showPlace(where: string, at?: Point): void {
    const part = partOfFinding(this.document.parts.value, where);
    if (part) this.document.selection.value = [part.id];
    if (at) this.zoomTo([at]);
    else if (part) this.zoomTo(part.points);
  }

  /** Opens a scene: a step that can be undone like any other. */
  open(scene: Scene | null, label: string): void {
    this.endRun();
    batch(() => {
      this.document.selection.value = [];
      this.document.edit(scene, label);
      this.dialog.value = null;
      this.tool.value = "select";
      this.settings.value = { ...this.settings.value, goal: "" };
      if (this.plan.value === "flow" ? !scene?.flow : scene?.flow && !scene.goals)
        this.plan.value = scene?.flow ? "flow" : "paths";
    });
    this.fit();
  }

  openBuiltin(name: string): void {
    this.guard(() => this.open(builtinScene(name), `Open ${name}`));
  }

  /** Opens a file of any format that the library reads. */
  async openFile(file: File): Promise<void> {
    const text = await file.text();
    this.guard(() => {
      const format = formatOf(file.name);
      if (!format.read) throw new InputError(`${format.title} is written, but not read`, file.name);
      const { scene, notes } = within(file.name, () => format.read!(text));
      this.open(scene, `Open ${file.name}`);
      if (notes.length > 0) this.notice.value = notes.join(" · ");
    });
  }

  /** Opens what the address holds; false where it holds nothing. */
  async openAddress(fragment: string): Promise<boolean> {
    try {
      const scene = await sceneInFragment(fragment);
      if (scene) this.open(scene, "Open a link");
      else if (fragment) this.open(builtinScene(decodeURIComponent(fragment)), `Open ${fragment}`);
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

  save(): void {
    const scene = this.document.scene.value;
    if (scene) download(`${fileName(scene)}.json`, formatScene(scene), "application/json");
  }

  async share(): Promise<void> {
    const scene = this.document.scene.value;
    if (!scene) return;
    const address = `${location.href.split("#")[0]}#${await fragmentOf(scene)}`;
    this.link.value = address.length <= LONGEST_LINK ? address : null;
    this.dialog.value = "share";
  }

  async repair(): Promise<void> {
    const scene = this.document.scene.value;
    if (!scene) return;
    const answer = await this.plans.ask({ type: "repair", scene });
    if (answer?.type !== "repair") return;
    if (answer.changes.length === 0) {
      this.notice.value = "Nothing here can be repaired without asking you: edit what is marked.";
      return;
    }
    this.document.edit(answer.scene, "Repair");
    this.notice.value = `Repaired: ${answer.changes.join("; ")}`;
  }

  deleteSelection(): void {
    const scene = this.document.scene.value;
    const ids = this.document.selection.value;
    if (!scene || ids.length === 0) return;
    this.document.edit(without(scene, ids), "Delete");
  }

  /** Moves, turns or stretches what is selected. */
  transform(map: (p: Point) => Point, label: string, gesture: string | null = null): void {
    const scene = this.document.scene.value;
    if (scene) this.document.edit(mapped(scene, this.document.selection.value, map), label, gesture);
  }

  /** Turns what is selected about its middle. */
  turn(degrees: number): void {
    const points = this.document.selected.value.flatMap((part) => part.points);
    if (points.length === 0) return;
    const { minX, minY, maxX, maxY } = boxOf(points);
    const [cx, cy] = [(minX + maxX) / 2, (minY + maxY) / 2];
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    this.transform(
      ([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos],
      "Turn",
    );
  }

  setPoints(part: Part, points: readonly Point[], label: string, gesture: string | null = null): void {
    const scene = this.document.scene.value;
    if (scene) this.document.edit(reshaped(scene, part, points), label, gesture);
  }

  /** Begins a run; what ran before is gone, unless it is kept to compare. */
  start(): void {
    const scene = this.document.scene.value;
    if (!scene) return;
    this.endRun();
    batch(() => {
      this.run.value = new CrowdRun({ scene, ...this.crowd.value });
      this.time.value = 0;
      this.playing.value = true;
      this.overlay.value = "none";
    });
  }

  endRun(): void {
    if (this.run.value !== this.kept.value) this.run.value?.close();
    batch(() => {
      this.run.value = null;
      this.playing.value = false;
    });
  }

  /** Keeps the present run, to see the next one beside it. */
  keepRun(): void {
    this.kept.value?.close();
    this.kept.value = this.run.value;
  }
}

export const fileName = (scene: Scene): string =>
  (scene.name ?? "plan").replace(/[^\w-]+/g, "-").toLowerCase() || "plan";

/** The same error with the file's name before it. */
function within<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? error.within(name) : error;
  }
}

/** Gives a file to the user. */
export function download(name: string, content: string | Blob, type = "text/plain"): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
