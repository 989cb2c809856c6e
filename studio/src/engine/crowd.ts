/** The page's side of a running crowd. */
import { signal } from "@preact/signals";
import type { CrowdAnswer, CrowdOrder, CrowdSeries } from "./protocol.js";
import { CrowdRecording, MOST_BYTES } from "./recording.js";

const START = (): Worker => new Worker(new URL("./crowd-worker.ts", import.meta.url), { type: "module" });

/** One run: begun, watched, stopped. */
export class CrowdRun {
  readonly recording = new CrowdRecording();
  /** How much is done, 0 to 1. */
  readonly share = signal(0);
  readonly state = signal<"running" | "done" | "failed">("running");
  /** Changes when frames have come. */
  readonly end = signal(0);
  /** What is plotted; grows while it runs. */
  readonly series = signal<CrowdSeries>({ moments: [], samples: [], lines: [] });
  readonly warnings = signal<readonly string[]>([]);
  readonly fault = signal<{ readonly message: string; readonly where: string } | null>(null);
  private readonly worker: Worker;
  private reportAsked: ((html: string | null) => void) | null = null;

  constructor(
    readonly order: CrowdOrder,
    start = START,
  ) {
    this.worker = start();
    this.worker.onmessage = ({ data }: MessageEvent<CrowdAnswer>) => this.take(data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker died", "");
    this.worker.postMessage({ type: "run", order });
  }

  /** Ends it early: what happened so far is measured. */
  stop(): void {
    this.worker.postMessage({ type: "stop" });
  }

  /** The page of the report, once it is done; null where the worker is gone. */
  report(): Promise<string | null> {
    if (this.state.value !== "done") return Promise.resolve(null);
    return new Promise((give) => {
      this.reportAsked = give;
      this.worker.postMessage({ type: "report" });
    });
  }

  close(): void {
    this.worker.terminate();
  }

  private take(answer: CrowdAnswer): void {
    const { recording } = this;
    switch (answer.type) {
      case "frames":
        recording.add(answer.frames);
        recording.total = answer.total;
        this.share.value = answer.share;
        this.end.value = recording.end;
        if (recording.bytes > MOST_BYTES) {
          this.warn(
            `The recording is as long as memory allows (${(MOST_BYTES / 1e9).toFixed(0)} GB): the run was stopped.`,
          );
          this.stop();
        }
        break;
      case "series":
        this.series.value = answer.series;
        break;
      case "warning":
        this.warn(answer.text);
        break;
      case "done":
        recording.result = answer.result;
        this.series.value = answer.series;
        this.share.value = 1;
        this.state.value = "done";
        break;
      case "report":
        this.reportAsked?.(answer.html);
        break;
      case "error":
        this.fail(answer.message, answer.where);
    }
  }

  private warn(text: string): void {
    this.warnings.value = [...this.warnings.value, text];
  }

  private fail(message: string, where: string): void {
    this.fault.value = { message, where };
    this.state.value = "failed";
    this.reportAsked?.(null);
  }
}
