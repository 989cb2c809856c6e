/** What one does with a selection, as steps of the document. */
import type { Point } from "wayfield";
import { aligned, type Copied, copied, type Edge, pasted, spread, stretching, turning } from "./arrange.js";
import type { StudioDocument } from "./document.js";
import { mapped, reshaped, without } from "./edits.js";
import type { Part } from "./parts.js";

/** Metres that a copy lies beside its original. */
const BESIDE = 1;

export class Editing {
  /** What was copied last, and how often it was pasted since. */
  private clipboard: readonly Copied[] = [];
  private pastes = 0;

  constructor(private readonly document: StudioDocument) {}

  private get points(): Point[] {
    return this.document.selected.value.flatMap((part) => part.points);
  }

  /** The level that is shown. */
  private get level(): number {
    return this.document.level.value;
  }

  delete(): void {
    const scene = this.document.scene.value;
    const ids = this.document.selection.value;
    if (scene && ids.length > 0) this.document.edit(without(scene, ids, this.level), "Delete");
  }

  /** Moves, turns or stretches what is selected. */
  transform(map: (p: Point) => Point, label: string, gesture: string | null = null): void {
    const scene = this.document.scene.value;
    if (scene)
      this.document.edit(mapped(scene, this.document.selection.value, map, this.level), label, gesture);
  }

  move(dx: number, dy: number, gesture: string | null = null): void {
    this.transform(([x, y]) => [x + dx, y + dy], "Move", gesture);
  }

  /** Turns what is selected about its middle. */
  turn(degrees: number): void {
    if (this.points.length > 0) this.transform(turning(this.points, degrees), "Turn");
  }

  /** Gives what is selected another width and height, in metres. */
  stretch(width: number, height: number): void {
    if (this.points.length > 0) this.transform(stretching(this.points, width, height), "Scale");
  }

  align(edge: Edge): void {
    const scene = this.document.scene.value;
    if (scene) this.document.edit(aligned(scene, this.document.selection.value, edge, this.level), "Align");
  }

  spread(axis: 0 | 1): void {
    const scene = this.document.scene.value;
    if (scene) this.document.edit(spread(scene, this.document.selection.value, axis, this.level), "Spread");
  }

  /** False where nothing is selected that can be copied. */
  copy(): boolean {
    const scene = this.document.scene.value;
    const copies = scene ? copied(scene, this.document.selection.value, this.level) : [];
    if (copies.length === 0) return false;
    this.clipboard = copies;
    this.pastes = 0;
    return true;
  }

  paste(): void {
    const scene = this.document.scene.value;
    if (!scene || this.clipboard.length === 0) return;
    const by = BESIDE * ++this.pastes;
    const { scene: next, ids } = pasted(scene, this.clipboard, [by, -by], this.level);
    this.document.edit(next, "Paste");
    this.document.selection.value = ids;
  }

  duplicate(): void {
    const before = { clipboard: this.clipboard, pastes: this.pastes };
    if (this.copy()) this.paste();
    Object.assign(this, before);
  }

  setPoints(part: Part, points: readonly Point[], label: string, gesture: string | null = null): void {
    const scene = this.document.scene.value;
    if (scene) this.document.edit(reshaped(scene, part, points), label, gesture);
  }
}
