/** The page's side of the worker of surfaces: one mesh, one goal, and what was painted on it. */
import { signal } from "@preact/signals";
import type { Place3, SurfaceAnswer, SurfaceRequest } from "./surface-protocol.js";

const START = (): Worker => new Worker(new URL("./surface-worker.ts", import.meta.url), { type: "module" });

type Opening = Extract<SurfaceRequest, { type: "open" }>;

export class SurfaceClient {
  goal: Place3 | null = null;
  starts: Place3[] = [];
  blocks: { at: Place3; radius: number }[] = [];
  /** Whether the worker has not answered everything yet. */
  readonly busy = signal(false);
  private worker: Worker | null = null;
  private waiting = 0;
  /** What is open, to be opened again in a new worker. */
  private opened: Opening | null = null;

  constructor(private readonly take: (answer: SurfaceAnswer) => void) {}

  private get alive(): Worker {
    if (this.worker) return this.worker;
    const worker = START();
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<SurfaceAnswer>) => {
      this.busy.value = --this.waiting > 0;
      this.take(data);
    };
    worker.onerror = (event) => {
      this.close();
      this.take({
        type: "error",
        message: event.message || "the worker died; the next click starts a new one",
      });
    };
    return worker;
  }

  private ask(request: SurfaceRequest): void {
    const fresh = this.worker === null;
    const { alive } = this;
    this.waiting++;
    this.busy.value = true;
    if (fresh && this.opened && request.type !== "open") {
      this.waiting++;
      alive.postMessage(this.opened);
    }
    alive.postMessage(request);
  }

  open(name: string, bytes?: ArrayBuffer): void {
    Object.assign(this, { goal: null, starts: [], blocks: [] });
    this.opened = bytes ? { type: "open", name, bytes } : { type: "open", name };
    this.ask(this.opened);
  }

  solve(radius: number): void {
    if (this.goal) this.ask({ type: "solve", goal: this.goal, blocks: this.blocks, radius });
  }

  follow(from: Place3): void {
    this.ask({ type: "follow", from });
  }

  /** Gives up what is being computed. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.waiting = 0;
    this.busy.value = false;
  }
}
