/**
 * The page's side of the planning worker. Of each kind of question the latest counts: while one is being answered, newer ones
 * replace each other, so that a drag never queues up work. What takes too long can be cancelled: the worker is then replaced.
 */
import { signal } from "@preact/signals";
import type { PlanAnswer, PlanRequest } from "./protocol.js";

type Question = PlanRequest extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;
type Kind = PlanRequest["type"];

interface Waiting {
  readonly question: Question;
  answer(answer: PlanAnswer | null): void;
}

const START = (): Worker => new Worker(new URL("./plan-worker.ts", import.meta.url), { type: "module" });

/** Questions that come with every move of the pointer: nobody waits for them. */
const isQuick = (kind: Kind): boolean => kind === "probe" || kind === "preview";

/** Asks the worker. */
export class PlanClient {
  private worker: Worker | null = null;
  private next = 1;
  private readonly running = new Map<Kind, Waiting & { readonly id: number }>();
  private readonly pending = new Map<Kind, Waiting>();
  /** What is being computed since when, in milliseconds of the page's clock; null for nothing. */
  readonly busy = signal<{ readonly kind: Kind; readonly since: number } | null>(null);

  constructor(private readonly start = START) {}

  /** The answer; null where a newer question of the same kind came in between, or it was cancelled. */
  ask(question: Question): Promise<PlanAnswer | null> {
    return new Promise((answer) => {
      const waiting = { question, answer };
      const { type } = question;
      if (this.running.has(type)) {
        this.pending.get(type)?.answer(null);
        this.pending.set(type, waiting);
      } else this.send(waiting);
    });
  }

  /** Gives up everything that is being computed. */
  cancel(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { answer } of [...this.running.values(), ...this.pending.values()]) answer(null);
    this.running.clear();
    this.pending.clear();
    this.busy.value = null;
  }

  private send(waiting: Waiting): void {
    if (!this.worker) {
      this.worker = this.start();
      this.worker.onmessage = ({ data }: MessageEvent<PlanAnswer>) => this.take(data);
      this.worker.onerror = (event) => this.fail(event.message || "the worker could not be started");
    }
    const id = this.next++;
    this.running.set(waiting.question.type, { ...waiting, id });
    this.worker.postMessage({ ...waiting.question, id });
    if (!isQuick(waiting.question.type) && !this.busy.value)
      this.busy.value = { kind: waiting.question.type, since: performance.now() };
  }

  private take(data: PlanAnswer): void {
    const entry = [...this.running].find(([, { id }]) => id === data.id);
    if (!entry) return;
    const [kind, { answer }] = entry;
    this.running.delete(kind);
    answer(data);
    const next = this.pending.get(kind);
    if (next) {
      this.pending.delete(kind);
      this.send(next);
    }
    const rest = [...this.running.keys()].find((type) => !isQuick(type));
    this.busy.value = rest ? { kind: rest, since: performance.now() } : null;
  }

  /** A worker that dies answers everybody, and the next question starts a new one. */
  private fail(message: string): void {
    const asked = [...this.running.values(), ...this.pending.values()];
    this.running.clear();
    this.pending.clear();
    this.worker?.terminate();
    this.worker = null;
    this.busy.value = null;
    for (const { answer } of asked) answer({ id: 0, type: "error", message, where: "" });
  }
}
