/** A run as a video: every picture is painted and encoded in turn, as fast as the machine can, so none is missed. */
import type { Studio } from "../studio.js";
import type { PlanView } from "./plan-view.js";

/** Pictures per second of the video. */
const FPS = 30;
const BITS_PER_SECOND = 8_000_000;
/** Pictures after which the page has a turn. */
const AT_ONCE = 4;

/**
 * The run from its beginning to its end at the speed that is chosen, as WebM; null where it was cancelled.
 *
 * @throws Error where the browser cannot encode videos
 */
export async function filmOf(studio: Studio, view: PlanView): Promise<Blob | null> {
  const run = studio.run.value;
  if (!run) return null;
  // Only who wants a video loads what makes one.
  const { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Output, WebMOutputFormat } = await import(
    "mediabunny"
  );
  // Encoders want even sides.
  const [width, height] = [view.size.width & ~1, view.size.height & ~1];
  const codec = await getFirstEncodableVideoCodec(["vp9", "vp8", "av1"], { width, height });
  if (!codec) throw new Error("this browser cannot encode videos");
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  const source = new CanvasSource(canvas, { codec, bitrate: BITS_PER_SECOND });
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  output.addVideoTrack(source, { frameRate: FPS });
  await output.start();
  let cancelled = false;
  const before = studio.time.value;
  studio.playing.value = false;
  const end = run.recording.end;
  const count = Math.max(1, Math.ceil((end / studio.rate.value) * FPS));
  for (let k = 0; k <= count && !cancelled; k++) {
    studio.time.value = Math.min(end, (k / FPS) * studio.rate.value);
    view.drawOn(context);
    await source.add(k / FPS, 1 / FPS);
    if (k % AT_ONCE !== 0) continue;
    studio.job.value = { label: "Making a video", share: k / count, cancel: () => (cancelled = true) };
    await new Promise((next) => setTimeout(next));
  }
  studio.job.value = null;
  studio.time.value = before;
  if (cancelled) {
    await output.cancel();
    return null;
  }
  await output.finalize();
  return new Blob([target.buffer!], { type: "video/webm" });
}
