// Runs a built-in scene when told its name, and stops when told so.
import { runScene } from "wayfield/run";
import { builtinScene } from "wayfield/scenes";

const stop = new AbortController();

addEventListener("message", async ({ data }) => {
  if (data === "stop") {
    stop.abort();
    return;
  }
  const run = await runScene(builtinScene(data), {
    seed: 1,
    signal: stop.signal,
    progress: (progress) => postMessage({ progress }),
  });
  const { agents, arrived, time, meanTravelTime } = run.summary;
  postMessage({ summary: { agents, arrived, time, meanTravelTime }, html: run.report().html });
});
