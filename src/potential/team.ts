/**
 * Batches over several threads. Each gets a part of the maps and sends the gradients back; that is a kilobyte per map one
 * way and eight bytes the other, so nothing has to be shared, and it works in pages without special headers.
 *
 * Where workers come from is the caller's business: `new Worker(url)` in a page, `worker_threads` in Node.
 */
import { BatchRelaxer, type MapBatch, sliceBatch } from "./batch.js";

/** The part of a worker that is used, in the form of pages; `nodePort` makes one of Node's. */
export interface Port {
  /** Sends a message; the buffers named move along. */
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  /** Calls the listener with every message that arrives. */
  onMessage(listener: (message: unknown) => void): void;
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

/** Relaxes batches on this thread and others. */
export class BatchTeam {
  private readonly own = new BatchRelaxer();
  private readonly waiting = new Map<number, (gradients: Float32Array) => void>();
  private next = 0;

  /** @param ports one per further thread, each served by `serveBatches` */
  constructor(private readonly ports: readonly Port[]) {
    for (const port of ports) {
      port.onMessage((message) => {
        const { id, gradients } = message as { id: number; gradients: Float32Array };
        this.waiting.get(id)?.(gradients);
        this.waiting.delete(id);
      });
    }
  }

  /** The same as `BatchRelaxer.run`, shared out in equal parts; this thread takes the first. */
  async run(batch: MapBatch): Promise<Float32Array> {
    const parts = this.ports.length + 1;
    const cut = (k: number): number => Math.round((batch.count * k) / parts);
    const others = this.ports.map((port, k) => this.send(port, sliceBatch(batch, cut(k + 1), cut(k + 2))));
    const out = new Float32Array(2 * batch.count);
    out.set(this.own.run(sliceBatch(batch, 0, cut(1))));
    const answers = await Promise.all(others);
    answers.forEach((gradients, k) => {
      out.set(gradients, 2 * cut(k + 1));
    });
    return out;
  }

  private send(port: Port, batch: MapBatch): Promise<Float32Array> {
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      port.postMessage({ id, batch }, [batch.kinds.buffer as ArrayBuffer, batch.bends.buffer as ArrayBuffer]);
    });
  }
}
