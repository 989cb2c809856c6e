/** What the studio gives to its user: files and links. */
import { csvTrajectories, formatScene, pedpyTrajectories, type TrajectoryWriter } from "wayfield/io";
import { type AnyScene, isBuilding } from "wayfield/world";
import { levelsOf } from "./document/levels.js";
import { fragmentOf, LONGEST_LINK } from "./document/share.js";
import type { CrowdRun } from "./engine/crowd.js";
import { type CrowdFrame, STRIDE } from "./engine/protocol.js";
import type { Studio } from "./studio.js";

/** A scene's name as the beginning of a file's name. */
export const fileName = (scene: Pick<AnyScene, "name">): string =>
  (scene.name ?? "plan").replace(/[^\w-]+/g, "-").toLowerCase() || "plan";

/** Gives a file to the user. */
export function download(name: string, content: string | Blob, type = "text/plain"): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveScene({ document }: Studio): void {
  const scene = document.scene.value;
  if (scene) download(`${fileName(scene)}.json`, formatScene(scene), "application/json");
}

/** Makes the link that holds the scene; where that is too long, the dialog says so. */
export async function shareScene(studio: Studio): Promise<void> {
  const scene = studio.document.scene.value;
  if (!scene) return;
  const address = `${location.href.split("#")[0]}#${await fragmentOf(scene)}`;
  studio.link.value = address.length <= LONGEST_LINK ? address : null;
  studio.dialog.value = "share";
}

/** What is shown as vectors, as the library draws it. */
export async function saveSvg(studio: Studio): Promise<void> {
  const scene = studio.document.scene.value;
  if (!scene) return;
  const { theme } = studio;
  const { client, settings, probe } = studio.planning;
  const plan = studio.run.value ? null : studio.planning.plan.value;
  const from = probe.value?.at ?? null;
  const answer = await client.ask({
    type: "svg",
    plan,
    scene,
    level: studio.document.level.value,
    stacked: studio.storeys.isStacked.value,
    theme: theme.value,
    settings: settings.value,
    from,
  });
  if (answer?.type === "error") studio.notice.value = answer.message;
  if (answer?.type === "svg") download(`${fileName(scene)}.svg`, answer.text, "image/svg+xml");
}

/** Writes frames with one of the library's writers. */
function written(
  frames: readonly CrowdFrame[],
  names: readonly string[],
  writerOf: (write: (text: string) => void) => TrajectoryWriter,
): string[] {
  const texts: string[] = [];
  const writer = writerOf((text) => texts.push(text));
  for (const [number, { time, people, storeys }] of frames.entries()) {
    const column = (c: number): number[] =>
      Array.from({ length: people.length / STRIDE }, (_, i) => people[STRIDE * i + c]);
    const [id, x, y, vx, vy, radius, group] = [0, 1, 2, 3, 4, 5, 6].map(column);
    const inSpace = storeys && { z: storeys.heights, level: Array.from(storeys.levels, (i) => names[i]) };
    writer.frame(number, time, { id, x, y, vx, vy, radius, group, ...inSpace }, id.length);
  }
  writer.end(false);
  return texts;
}

/** Who was where, as a table or as PedPy reads it. */
export function saveTrajectories({ order: { scene }, recording }: CrowdRun, format: "csv" | "pedpy"): void {
  // The last frame is the moment at which everybody is out, which lies between two others.
  const frames = recording.frames.filter(({ people }, i) => people.length > 0 || i === 0);
  const fps = frames.length > 1 ? Math.round(1 / (frames[1].time - frames[0].time)) : 1;
  const plan = isBuilding(scene) ? scene.levels[0] : scene;
  const head = { scene: plan, fps, run: "studio", frames: 0, isBuilding: isBuilding(scene) };
  const names = levelsOf(scene).map(({ name }) => name);
  const texts = written(frames, names, (write) =>
    format === "csv" ? csvTrajectories(write, head) : pedpyTrajectories(write, head),
  );
  const ending = format === "csv" ? "-trajectories.csv" : "-pedpy.txt";
  download(`${fileName(scene)}${ending}`, new Blob(texts, { type: "text/plain" }));
}

export async function saveReport(studio: Studio, run: CrowdRun): Promise<void> {
  const html = await run.report();
  if (html === null) studio.notice.value = "The report cannot be made: the run's worker is gone.";
  else download(`${fileName(run.order.scene)}-report.html`, html, "text/html");
}
