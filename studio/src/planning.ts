/** What is planned on the open scene, and what is wrong with it: asked of workers whenever the scene or the settings change. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Point } from "wayfield";
import type { AnyScene, Finding } from "wayfield/world";
import type { StudioDocument } from "./document/document.js";
import { PlanClient } from "./engine/planner.js";
import type {
  FieldPixels,
  Plan,
  PlanOrder,
  PlanPicture,
  PlanSettings,
  Probe,
  ProbeOrder,
} from "./engine/protocol.js";
import { type FieldImage, imageOf } from "./view/paint-plan.js";
import type { Storeys } from "./view/storeys.js";

export interface Fault {
  readonly message: string;
  readonly where: string;
}

/** Cells along the longer side while something is dragged. */
const COARSE = 160;

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

export class Planning {
  readonly client = new PlanClient();
  /** Checks run beside the planning, so that a picture never waits for them. */
  readonly checks = new PlanClient();
  readonly plan = signal<Plan | null>("paths");
  readonly settings = signal(SETTINGS);
  /** Whether the local map of somebody at the pointer is shown over the potential. */
  readonly localMap = signal(false);
  /** While something is dragged the picture is coarser. */
  readonly dragging = signal(false);
  readonly picture = signal<PlanPicture | null>(null);
  readonly field = signal<FieldImage | null>(null);
  /** Fields of all levels of a building, where all of them are shown. */
  readonly storeyFields = signal<readonly FieldImage[]>([]);
  readonly fault = signal<Fault | null>(null);
  readonly findings = signal<readonly Finding[]>([]);
  readonly errors: ReadonlySignal<readonly Finding[]>;
  readonly probe = signal<Probe | null>(null);
  /** Counts what was asked of the planning worker. */
  private orders = 0;

  constructor(
    private readonly document: StudioDocument,
    private readonly storeys: Storeys,
  ) {
    this.errors = computed(() => this.findings.value.filter(({ severity }) => severity === "error"));
    // What is asked for is all that an effect depends on, not what asking looks at.
    effect(() => {
      const scene = document.scene.value;
      untracked(() => this.check(scene));
    });
    effect(() => {
      const [scene, plan] = [document.scene.value, this.plan.value];
      const [settings, coarse] = [this.settings.value, this.dragging.value];
      const level = storeys.isStacked.value ? null : document.level.value;
      untracked(() => this.make({ scene, plan, level, settings }, coarse));
    });
  }

  private async check(scene: AnyScene | null): Promise<void> {
    if (!scene) {
      this.findings.value = [];
      return;
    }
    const answer = await this.checks.ask({ type: "check", scene });
    if (answer?.type === "check") this.findings.value = answer.findings;
  }

  private async make(
    { scene, plan, level, settings }: Nullable<Omit<PlanOrder, "settings">> & Pick<PlanOrder, "settings">,
    coarse: boolean,
  ): Promise<void> {
    const order = ++this.orders;
    if (!scene || !plan) {
      this.show(null, null);
      return;
    }
    const resolution = coarse ? Math.min(COARSE, settings.resolution) : settings.resolution;
    const answer = await this.client.ask({
      type: "plan",
      order: { plan, scene, level, settings: { ...settings, resolution } },
    });
    // What is shown while something is dragged may be a step behind; another plan's picture is none.
    if (order !== this.orders && (answer?.type !== "plan" || plan !== this.plan.value)) return;
    if (answer?.type === "plan") this.show(answer.picture, null);
    else if (answer?.type === "error") this.show(null, answer);
  }

  /** Plans once more, after a worker died or was stopped. */
  again(): void {
    this.settings.value = { ...this.settings.value };
  }

  private show(picture: PlanPicture | null, fault: Fault | null): void {
    const field = picture?.field;
    batch(() => {
      this.field.value = field ? imageOfField(field) : null;
      this.storeyFields.value = picture?.storeys?.map(imageOfField) ?? [];
      this.fault.value = fault;
      this.probe.value = null;
      this.picture.value = picture;
    });
  }

  /** Asks what lies under the pointer: on the level that is shown, or in the stack on the one that is under it. */
  async probeAt(at: Point): Promise<void> {
    if (!this.picture.value) return;
    const stack = this.storeys.stack.value;
    const found = stack ? stack.under(at) : { level: this.document.level.value, at };
    if (!found) {
      this.probe.value = null;
      return;
    }
    const probe = await this.probed({ ...found, localMap: this.localMap.value });
    if (probe !== undefined) this.probe.value = probe;
  }

  /** What the plan says about a place, which may be nothing; undefined where something newer was asked. */
  async probed(order: ProbeOrder): Promise<Probe | null | undefined> {
    const answer = await this.client.ask({ type: "probe", ...order });
    return answer?.type === "probe" ? answer.probe : undefined;
  }

  /** What would be wrong with a scene that is not there yet; null where something newer was asked. */
  async foreseen(scene: AnyScene): Promise<readonly Finding[] | null> {
    const answer = await this.checks.ask({ type: "preview", scene });
    return answer?.type === "preview" ? answer.findings : null;
  }

  /** Does what `check --fix` does; the changed scene with what was changed, or null where nothing can be. */
  async repaired(scene: AnyScene): Promise<{ scene: AnyScene; changes: readonly string[] } | null> {
    const answer = await this.checks.ask({ type: "repair", scene });
    return answer?.type === "repair" ? answer : null;
  }
}
