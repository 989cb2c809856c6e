/**
 * Threads that run the kernel over shares of the agents.
 *
 * The kernel's text is sent to the workers, so no file has to be found at run time; they work in Node and in pages that
 * are allowed shared memory. Workers take shares of agents until none is left; since a share's result depends on the
 * frozen generation alone, who took it does not matter.
 */
import { InputError } from "../errors.js";
import { createKernel, type Kernel, type KernelSizes } from "./kernel/index.js";
import type { Memory } from "./kernel/memory.js";

/**
 * Places in the control words. Shares are tickets that only grow in number: `next` is the next one, those below `limit`
 * may be taken. The job that a ticket belongs to stands in the other words, and cannot change before the ticket is done.
 */
const CONTROL = Object.freeze({
  generation: 0,
  next: 1,
  limit: 2,
  done: 3,
  phase: 4,
  round: 5,
  count: 6,
  base: 7,
  share: 8,
  size: 9,
});

/** Tickets start again from 0 before they outgrow 31 bits. */
const MOST_TICKETS = 1 << 30;

/** A phase that can be shared out. */
export type Phase = "avoid" | "push" | "settle";

const PHASES: readonly Phase[] = ["avoid", "push", "settle"];

/** Agents per share: some 20 microseconds of work, enough to be worth taking, and little to wait for at the end. */
const SHARES: Readonly<Record<Phase, number>> = { avoid: 16, push: 64, settle: 128 };

interface Thread {
  send(message: unknown): void;
  end(): void;
}

interface Message {
  readonly memory: Memory;
  readonly sizes: KernelSizes;
  readonly control: Int32Array;
}

/** What a worker runs; refers to nothing outside itself, since its text is what a worker gets. */
function serve(make: typeof createKernel, listen: (take: (message: Message) => void) => void): void {
  listen(({ memory, sizes, control }) => {
    const kernel = make(memory, sizes);
    let seen = 0;
    for (;;) {
      // Spin for as long as the one who shares out is busy between two phases, then sleep: waking up takes longer than most
      // of them last, but pure spinning starves the others on a busy machine.
      for (let i = 0; i < 20_000 && Atomics.load(control, 0) === seen; i++);
      if (Atomics.load(control, 0) === seen) Atomics.wait(control, 0, seen);
      seen = Atomics.load(control, 0);
      // A negative phase means: other memory is on its way, or the end.
      if (Atomics.load(control, 4) < 0) return;
      for (;;) {
        const ticket = Atomics.load(control, 1);
        if (ticket >= Atomics.load(control, 2)) break;
        if (Atomics.compareExchange(control, 1, ticket, ticket + 1) !== ticket) continue;
        const from = control[8] * (ticket - control[7]);
        const to = Math.min(control[6], from + control[8]);
        if (control[4] === 0) kernel.avoid(from, to);
        else if (control[4] === 1) kernel.push(from, to, control[5]);
        else kernel.settle(from, to);
        Atomics.add(control, 3, 1);
      }
    }
  });
}

/** The text of a worker's program. */
function programOf(listen: string): string {
  return `(${serve.toString()})(${createKernel.toString()}, ${listen});`;
}

interface NodeThreads {
  Worker: new (
    code: string,
    options: { eval: boolean },
  ) => { postMessage(message: unknown): void; terminate(): void; unref(): void };
}

function startThread(): Thread {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const node = process?.getBuiltinModule?.("node:worker_threads") as NodeThreads | undefined;
  if (node) {
    const listen = '(take) => require("node:worker_threads").parentPort.on("message", take)';
    const worker = new node.Worker(programOf(listen), { eval: true });
    worker.unref();
    return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
  }
  const scope = globalThis as unknown as {
    Worker?: new (url: string) => { postMessage(message: unknown): void; terminate(): void };
  };
  if (!scope.Worker || typeof SharedArrayBuffer === "undefined") {
    throw new InputError("threads: more than 1 needs worker threads and shared memory, which are not here");
  }
  const url = URL.createObjectURL(
    new Blob([programOf("(take) => { onmessage = ({ data }) => take(data); }")]),
  );
  const worker = new scope.Worker(url);
  return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/** Runs phases on this thread and on workers, if there are any. */
export class Pool {
  private readonly threads: Thread[] = [];
  private control: Int32Array<ArrayBufferLike> = new Int32Array(0);
  private kernel: Kernel | null = null;

  constructor(readonly size: number) {
    for (let i = 1; i < size; i++) this.threads.push(startThread());
  }

  /** Takes other memory: after it has grown, or walls have come. */
  bind(memory: Memory, sizes: KernelSizes): Kernel {
    this.kernel = createKernel(memory, sizes);
    if (this.threads.length > 0) {
      this.stop();
      this.control = new Int32Array(new SharedArrayBuffer(4 * CONTROL.size));
      for (const thread of this.threads) thread.send({ memory, sizes, control: this.control });
    }
    return this.kernel;
  }

  /** Whether the other threads take shares from now on; they sleep while they do not. */
  isShared = true;

  /** Runs a phase over as many agents and returns when all are done. */
  run(phase: Phase, count: number, round = 0): void {
    const { kernel, control } = this;
    const share = SHARES[phase];
    if (this.threads.length === 0 || !this.isShared || count < 2 * share) {
      kernel![phase](0, count, round);
      return;
    }
    const shares = Math.ceil(count / share);
    if (control[CONTROL.next] > MOST_TICKETS) {
      Atomics.store(control, CONTROL.limit, 0);
      Atomics.store(control, CONTROL.next, 0);
    }
    const base = Atomics.load(control, CONTROL.next);
    control[CONTROL.phase] = PHASES.indexOf(phase);
    control[CONTROL.round] = round;
    control[CONTROL.count] = count;
    control[CONTROL.base] = base;
    control[CONTROL.share] = share;
    Atomics.store(control, CONTROL.done, 0);
    Atomics.store(control, CONTROL.limit, base + shares);
    Atomics.add(control, CONTROL.generation, 1);
    Atomics.notify(control, CONTROL.generation);
    for (;;) {
      const ticket = Atomics.load(control, CONTROL.next);
      if (ticket >= base + shares) break;
      if (Atomics.compareExchange(control, CONTROL.next, ticket, ticket + 1) !== ticket) continue;
      const from = share * (ticket - base);
      kernel![phase](from, Math.min(count, from + share), round);
      Atomics.add(control, CONTROL.done, 1);
    }
    // A page's main thread may not sleep; what is left is at most one share of each other thread.
    while (Atomics.load(control, CONTROL.done) < shares);
  }

  /** Lets the workers return from their loops. */
  private stop(): void {
    if (this.control.length === 0) return;
    this.control[CONTROL.phase] = -1;
    Atomics.add(this.control, CONTROL.generation, 1);
    Atomics.notify(this.control, CONTROL.generation);
  }

  /** Ends the workers. */
  close(): void {
    this.stop();
    for (const thread of this.threads.splice(0)) thread.end();
  }
}
