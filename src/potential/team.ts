/**
 * Batches over several threads. Each gets a part of the maps and sends the gradients back; that is a kilobyte per map one
 * way and eight bytes the other, so nothing has to be shared, and it works in pages without special headers.
 *
 * Where workers come from is the caller's business: `new Worker(url)` in a page, `worker_threads` in Node.
 */
import { BatchRelaxer, type MapBatch, sliceBatch } from "./batch.js";

/** The part of a worker that is used, whether a page's or one of Node's. */
export interface Port {
  /** Sends a message; the buffers named move along. */
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  /** Calls the listener with every message that arrives. */
  onMessage(listener: (message: unknown) => void): void;
  /** Calls the listener when the worker ends or fails; without it, a team notices by the time that passes. */
  onEnd?(listener: () => void): void;
}

/** Answers the batches that arrive at a port: what the other thread runs. */
export function serveBatches(port: Port): void {
  const relaxer = new BatchRelaxer();
  port.onMessage((message) => {
    const { id, batch } = message as { id: number; batch: MapBatch };
    const gradients = relaxer.run(batch);
    port.postMessage({ id, gradients }, [gradients.buffer as ArrayBuffer]);
  });
}

/** A part of a batch that another thread has. */
interface Part {
  readonly port: Port;
  readonly take: (gradients: Float32Array | null) => void;
}

/** Milliseconds that a part may take beyond `PATIENCE` times as long as the part that this thread did. */
const TIME_LIMIT = 3000;
const PATIENCE = 4;

/** Relaxes batches on this thread and others. What a thread that has ended does not answer is done here, to the same bits. */
export class BatchTeam {
  private readonly own = new BatchRelaxer();
  private readonly ports: Set<Port>;
  private readonly waiting = new Map<number, Part>();
  private readonly timeLimit: number;
  private next = 0;

  /**
   * @param ports one per further thread, each served by `serveBatches`
   * @param options `timeLimit`: milliseconds, > 0, that a thread may take longer than expected; default 3000
   */
  constructor(ports: readonly Port[], options: { readonly timeLimit?: number } = {}) {
    this.timeLimit = options.timeLimit ?? TIME_LIMIT;
    this.ports = new Set(ports);
    for (const port of ports) {
      port.onMessage((message) => {
        const { id, gradients } = message as { id: number; gradients: Float32Array };
        this.waiting.get(id)?.take(gradients);
      });
      port.onEnd?.(() => this.giveUp(port));
    }
  }

  /** Threads at work, this one included: fewer than at first where some have ended. */
  get size(): number {
    return 1 + this.ports.size;
  }

  /** The same as `BatchRelaxer.run`, shared out in equal parts; this thread takes the first. */
  async run(batch: MapBatch): Promise<Float32Array> {
    const parts = this.size;
    const cut = (k: number): number => Math.round((batch.count * k) / parts);
    const part = (k: number): MapBatch => sliceBatch(batch, cut(k), cut(k + 1));
    const sent = [...this.ports].map((port, k) => ({ port, answer: this.send(port, part(k + 1)) }));
    const began = performance.now();
    const out = new Float32Array(2 * batch.count);
    out.set(this.own.run(part(0)));
    const limit = this.timeLimit + PATIENCE * (performance.now() - began);
    const answers = await Promise.all(sent.map(({ port, answer }) => this.within(limit, port, answer)));
    answers.forEach((gradients, k) => {
      out.set(gradients ?? this.own.run(part(k + 1)), 2 * cut(k + 1));
    });
    return out;
  }

  /** Null where the thread is given up before it answers. */
  private send(port: Port, batch: MapBatch): Promise<Float32Array | null> {
    const id = this.next++;
    return new Promise((resolve) => {
      const take = (gradients: Float32Array | null): void => {
        this.waiting.delete(id);
        resolve(gradients);
      };
      this.waiting.set(id, { port, take });
      port.postMessage({ id, batch }, [batch.kinds.buffer as ArrayBuffer, batch.bends.buffer as ArrayBuffer]);
    });
  }

  /** The answer, or null after so many milliseconds. */
  private async within(
    limit: number,
    port: Port,
    answer: Promise<Float32Array | null>,
  ): Promise<Float32Array | null> {
    const timer = setTimeout(() => this.giveUp(port), limit);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Expects nothing of a thread any more. */
  private giveUp(port: Port): void {
    this.ports.delete(port);
    for (const part of [...this.waiting.values()]) if (part.port === port) part.take(null);
  }
}
