/** Keys that work wherever nobody types. */
import { saveScene } from "../files.js";
import type { Studio } from "../studio.js";
import { TOOLS, type Tool } from "../tools.js";
import type { Pointer } from "../view/pointer.js";
import { TOOL_TEXTS } from "./rail.js";

const TOOL_OF_KEY: ReadonlyMap<string, Tool> = new Map(
  TOOLS.map((tool) => [TOOL_TEXTS[tool].key.toLowerCase(), tool]),
);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=range], [type=checkbox]), textarea, select");

function withControl(studio: Studio, event: KeyboardEvent): boolean {
  const { document } = studio;
  switch (event.key.toLowerCase()) {
    case "z":
      if (event.shiftKey) document.redo();
      else document.undo();
      return true;
    case "y":
      document.redo();
      return true;
    case "s":
      saveScene(studio);
      return true;
    case "c":
      return studio.editing.copy();
    case "x":
      if (!studio.editing.copy()) return false;
      studio.editing.delete();
      return true;
    case "v":
      studio.editing.paste();
      return true;
    case "d":
      studio.editing.duplicate();
      return true;
    case "a":
      document.selection.value = document.parts.value
        .filter(({ kind }) => kind !== "boundary")
        .map(({ id }) => id);
      return true;
    default:
      return false;
  }
}

function plain(studio: Studio, pointer: Pointer, key: string): boolean {
  const { camera, document, run } = studio;
  const { width, height } = camera.size.value;
  const seek = (seconds: number): boolean => {
    if (!run.value) return false;
    studio.playing.value = false;
    studio.time.value = Math.min(run.value.recording.end, Math.max(0, studio.time.value + seconds));
    return true;
  };
  switch (key) {
    case "Escape":
      if (!pointer.escape()) {
        document.selection.value = [];
        studio.chooseNobody();
        studio.tool.value = "select";
      }
      return true;
    case "Delete":
    case "Backspace":
      studio.editing.delete();
      return true;
    case "0":
      studio.storeys.fit();
      return true;
    case "+":
    case "=":
      camera.zoomAt(width / 2, height / 2, 1.25);
      return true;
    case "-":
      camera.zoomAt(width / 2, height / 2, 0.8);
      return true;
    case "PageUp":
    case "PageDown":
      return studio.storeys.climb(key === "PageUp" ? 1 : -1);
    case "l":
      if (studio.storeys.levels.value.length === 0) return false;
      if (studio.storeys.isStacked.value) studio.storeys.show(document.level.value);
      else studio.showStack();
      return true;
    case "?":
      studio.dialog.value = "help";
      return true;
    case "r":
      if (studio.canRun.value) studio.start();
      return true;
    case " ":
      if (!run.value) return false;
      studio.togglePlay();
      return true;
    case ".":
      return seek(0.2);
    case ",":
      return seek(-0.2);
    default:
      return false;
  }
}

export function handleKey(studio: Studio, pointer: Pointer, event: KeyboardEvent): void {
  if (isTyping(event.target) || studio.dialog.value || event.altKey) return;
  // A button is pressed by Space and Enter; nothing else should happen then.
  if (event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
  if (event.ctrlKey || event.metaKey) {
    if (withControl(studio, event)) event.preventDefault();
    return;
  }
  const tool = TOOL_OF_KEY.get(event.key.toLowerCase());
  if (tool && studio.canUse(tool)) {
    pointer.escape();
    studio.tool.value = tool;
    document.querySelector<HTMLElement>("main")?.focus();
    event.preventDefault();
  } else if (plain(studio, pointer, event.key)) event.preventDefault();
}
