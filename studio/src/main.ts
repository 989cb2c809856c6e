/** The studio's first page: a built-in scene on a canvas that fills the window. */
import type { Scene } from "wayfield";
import { type Picture, scenePicture } from "wayfield/draw";
import { BUILTIN_SCENES, builtinScene } from "wayfield/scenes";
import { spawnCount } from "wayfield/world";

const FIRST_SCENE = "office";
/** Below, margins at full text size leave the plan no room; a smaller window shows a part. */
const LEAST_SIZE = 320;
const dark = matchMedia("(prefers-color-scheme: dark)");

function element<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

const canvas = element<HTMLCanvasElement>("#plan");
const choice = element<HTMLSelectElement>("#scene");
const facts = element<HTMLOutputElement>("#facts");
let scene: Scene = builtinScene(FIRST_SCENE);

/** The picture of a scene as large as the window allows. */
function fittedPicture(width: number, height: number): Picture {
  const theme = dark.matches ? "dark" : "light";
  const at = (size: number): Picture =>
    scenePicture(scene, { size, theme, title: "", subtitle: "", unit: 1 });
  let size = Math.max(LEAST_SIZE, Math.floor(Math.max(width, height)));
  // Margins do not shrink in step with the size, so one correction may fall short.
  for (let i = 0; i < 3; i++) {
    const { width: w, height: h } = at(size);
    if (w <= width && h <= height) break;
    size = Math.max(LEAST_SIZE, Math.floor(size * Math.min(width / w, height / h)));
  }
  return at(size);
}

function render(): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width === 0 || height === 0) return;
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser gives no 2D canvas");
  const picture = fittedPicture(width, height);
  context.scale(ratio, ratio);
  context.translate((width - picture.width) / 2, (height - picture.height) / 2);
  picture.paint(context);
  canvas.setAttribute("aria-label", `Plan of ${scene.name ?? "a scene"}`);
}

/** Opens the scene that the address names after #, else the first one. */
function open(): void {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const known = BUILTIN_SCENES.find(({ example }) => example === wanted)?.example ?? FIRST_SCENE;
  choice.value = known;
  scene = builtinScene(known);
  const people = (scene.spawns ?? []).reduce((sum, spawn) => sum + spawnCount(scene, spawn), 0);
  facts.textContent = `${scene.obstacles?.length ?? 0} obstacles · ${people} people`;
  render();
}

for (const { example } of BUILTIN_SCENES) choice.append(new Option(builtinScene(example).name, example));
choice.addEventListener("change", () => {
  location.hash = choice.value;
});
window.addEventListener("hashchange", open);
dark.addEventListener("change", render);
new ResizeObserver(render).observe(canvas);
open();
