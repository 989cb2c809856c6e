/** What is opened from outside: built-in scenes, files, links. A scene that is refused is said, and what was open stays. */
import { InputError } from "wayfield";
import { builtinBuilding, builtinScene, isBuiltinBuilding } from "wayfield/scenes";
import type { AnyScene } from "wayfield/world";
import { nameInFragment, sceneInFragment } from "./document/share.js";
import type { Studio } from "./studio.js";

/** Bytes of files that are opened: what is larger would not fit into the page's memory several times over. */
const LARGEST_FILE = 200 * 1024 * 1024;

/** A built-in plan or building. */
export function builtinOf(name: string): AnyScene {
  return isBuiltinBuilding(name) ? builtinBuilding(name) : builtinScene(name);
}

export function openBuiltin(studio: Studio, name: string): void {
  try {
    studio.open(builtinOf(name), `Open ${name}`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    studio.notice.value = error.message;
  }
}

/** Opens a file of any format that the library reads. A worker reads it, so that the page goes on. */
export async function openFile(studio: Studio, file: File): Promise<void> {
  const { notice, planning } = studio;
  if (file.size > LARGEST_FILE) {
    notice.value = `${file.name}: ${(file.size / 1024 / 1024).toFixed(0)} MB is more than a page can hold; at most ${LARGEST_FILE / 1024 / 1024} MB are opened`;
    return;
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    notice.value = `${file.name}: the file cannot be read any more`;
    return;
  }
  const answer = await planning.client.ask({ type: "read", name: file.name, text });
  if (answer?.type === "error") notice.value = answer.message;
  if (answer?.type !== "read") return;
  const { scene, notes } = answer;
  studio.open(scene, `Open ${file.name}`);
  if (notes.length > 0) notice.value = notes.join(" · ");
}

/** Opens what the address holds; false where it holds nothing. */
export async function openAddress(studio: Studio, fragment: string): Promise<boolean> {
  try {
    const scene = await sceneInFragment(fragment);
    if (scene) studio.open(scene, "Open a link");
    else if (fragment) {
      const name = nameInFragment(fragment);
      studio.open(builtinOf(name), `Open ${name}`);
    }
    return fragment !== "";
  } catch (error) {
    studio.notice.value = (error as Error).message;
    return false;
  }
}
