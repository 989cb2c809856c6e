/** The open scene: what is drawn, what is selected, and everything that was before. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { type AnyScene, parseAnyScene } from "wayfield/world";
import { History } from "./history.js";
import { changedLevel, levelsOf } from "./levels.js";
import { type Part, partsOf } from "./parts.js";

/** Where what is open survives a reload. */
export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const KEY = "wayfield-studio-scene";

const NO_SHELF =
  "The browser forbids this page to keep anything: your work is gone after a reload unless you save it as a file.";

/** Milliseconds after which the steps of a gesture are kept, should it not end before. */
const STEPS_KEPT_AFTER = 500;

/** The document. A scene that is null is an empty page. */
export class StudioDocument {
  private readonly history: History<AnyScene | null>;
  private readonly present = signal<AnyScene | null>(null);
  private readonly undoable = signal<string | null>(null);
  private readonly redoable = signal<string | null>(null);
  readonly selection = signal<readonly string[]>([]);
  /** The name of the level that was chosen; null for the first. */
  private readonly chosen = signal<string | null>(null);
  /** The number of the level that is shown and edited; 0 in a plan of one floor. */
  readonly level: ReadonlySignal<number>;
  readonly parts: ReadonlySignal<readonly Part[]>;
  readonly selected: ReadonlySignal<readonly Part[]>;
  /** That what is open is not kept over a reload, and why; null where it is, and when that was said. */
  readonly unsaved = signal<string | null>(null);
  private wasToldUnsaved = false;
  private later: ReturnType<typeof setTimeout> | null = null;

  constructor(
    first: AnyScene | null,
    private readonly shelf: Shelf | null,
  ) {
    this.history = new History(first);
    this.level = computed(() => {
      const found = levelsOf(this.present.value).findIndex(({ name }) => name === this.chosen.value);
      return Math.max(0, found);
    });
    this.parts = computed(() => (this.present.value ? partsOf(this.present.value, this.level.value) : []));
    this.selected = computed(() => this.parts.value.filter(({ id }) => this.selection.value.includes(id)));
    this.show();
  }

  get scene(): ReadonlySignal<AnyScene | null> {
    return this.present;
  }

  /** What undo and redo would do, for their labels; null where there is nothing. */
  get undoes(): ReadonlySignal<string | null> {
    return this.undoable;
  }

  get redoes(): ReadonlySignal<string | null> {
    return this.redoable;
  }

  /** Takes a changed scene. Edits of one gesture are one step back. */
  edit(scene: AnyScene | null, label: string, gesture: string | null = null): void {
    this.history.push(scene, label, gesture);
    this.show(gesture !== null);
  }

  /** Ends a gesture. */
  settle(): void {
    this.history.settle();
    if (this.later !== null) this.keep();
  }

  /** Shows another level; what was selected is on another one. */
  showLevel(level: number): void {
    const name = levelsOf(this.present.value)[level]?.name ?? null;
    if (level === this.level.value) return;
    batch(() => {
      this.selection.value = [];
      this.chosen.value = name;
    });
  }

  undo(): void {
    this.goTo(() => this.history.undo());
  }

  redo(): void {
    this.goTo(() => this.history.redo());
  }

  /** Goes back or on in what was done, and to the level where it was done. */
  private goTo(step: () => AnyScene | null): void {
    const level = changedLevel(this.present.value, step());
    batch(() => {
      if (level !== null) this.chosen.value = levelsOf(this.history.present)[level].name;
      this.show();
    });
  }

  private show(isStep = false): void {
    this.present.value = this.history.present;
    this.undoable.value = this.history.undoes;
    this.redoable.value = this.history.redoes;
    const known = new Set(this.parts.value.map(({ id }) => id));
    if (this.selection.value.some((id) => !known.has(id)))
      this.selection.value = this.selection.value.filter((id) => known.has(id));
    // A drag makes many steps, and writing down a large plan takes its time: its end is soon enough.
    if (!isStep) this.keep();
    else this.later ??= setTimeout(() => this.keep(), STEPS_KEPT_AFTER);
  }

  private keep(): void {
    if (this.later !== null) clearTimeout(this.later);
    this.later = null;
    const scene = this.present.value;
    if (!this.shelf) {
      if (scene) this.tellUnsaved(NO_SHELF);
      return;
    }
    try {
      if (scene) this.shelf.setItem(KEY, JSON.stringify(scene));
      else this.shelf.removeItem(KEY);
      this.unsaved.value = null;
      this.wasToldUnsaved = false;
    } catch (error) {
      this.tellUnsaved(
        `The browser does not keep this plan over a reload (${(error as Error).name}): save it as a file.`,
      );
    }
  }

  /** Says so once, not at every edit; again only after something was kept. */
  private tellUnsaved(line: string): void {
    if (!this.wasToldUnsaved) this.unsaved.value = line;
    this.wasToldUnsaved = true;
  }
}

/** What was open last; null where there is nothing, or nothing that can be read. */
export function keptScene(shelf: Shelf | null): AnyScene | null {
  try {
    const text = shelf?.getItem(KEY);
    return text ? parseAnyScene(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}
