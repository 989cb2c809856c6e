/**
 * Runs the phases of a step on this thread and on others.
 *
 * A thread may die, or never start. Who never starts takes no share. Who dies with a share in hand would be waited for
 * forever; so after a while without any progress it is given up, and the whole phase is done again here, on a copy of the
 * memory: should the thread be slow rather than dead, it writes into what nobody reads any more. Phases read nothing that they
 * write, so the bits are the same.
 */
import { checkNumber } from "../options.js";
import { Kernel } from "./kernel/index.js";
import { MODEL } from "./kernel/layout.js";
import type { Memory } from "./kernel/memory.js";
import type { ModelTable } from "./kernel/models.js";
import { CONTROL, PHASES, type Phase, STOP, takeShares, WORKER, wordsOf } from "./kernel/shares.js";
import { type CrowdWorker, Thread } from "./threads.js";

/** Tickets start again from 0 before they outgrow 31 bits. */
const MOST_TICKETS = 1 << 30;

/** Agents per share: some 20 microseconds of work, enough to be worth taking, and little to wait for at the end. */
const SHARES: Readonly<Record<Phase, number>> = { avoid: 16, push: 64, settle: 128 };

/** Milliseconds without a share done, after which threads that still have one are given up. */
const TIME_LIMIT = 3000;

/** Looks at the control words between two looks at the clock. */
const LOOKS = 4096;

/** Where threads come from, and how long one is waited for. */
export interface ThreadOptions {
  /** Threads, this one included, 1 to 256; default 1. */
  readonly threads?: number;
  /** Makes a worker that runs `wayfield/crowd/worker`, for builds in which that file is elsewhere than the package has it. */
  readonly createWorker?: () => CrowdWorker;
  /** Milliseconds without any progress, after which a thread with work in hand is given up; default 3000. */
  readonly timeLimit?: number;
}

/** Runs phases on this thread and on workers, if there are any. */
export class Pool {
  /** Why threads were lost, one line each. */
  readonly faults: string[] = [];
  /** Whether the other threads take shares from now on; they sleep while they do not. */
  isShared = true;
  /** The code of everybody's model; other threads have that of all built-in ones. */
  models: ModelTable = [];

  private readonly threads: Thread[] = [];
  private readonly timeLimit: number;
  private control: Int32Array<ArrayBufferLike> = new Int32Array(0);
  private kernel: Kernel | null = null;
  /** Shares that workers did under earlier control words. */
  private doneBefore = 0;

  /** @param renew puts a copy in the place of the memory and binds it: somebody may still write into the old one */
  constructor(
    { threads = 1, createWorker, timeLimit = TIME_LIMIT }: ThreadOptions,
    private readonly renew: () => void,
  ) {
    checkNumber(threads, "threads", { whole: true, least: 1, most: 256 });
    this.timeLimit = timeLimit;
    const lost = (thread: Thread, reason: string): void => this.forget(thread, reason);
    for (let i = 1; i < threads; i++) this.threads.push(new Thread(createWorker, lost));
  }

  /** Threads now, this one included. */
  get size(): number {
    return 1 + this.threads.length;
  }

  /** Shares that other threads have done so far. */
  get helped(): number {
    let sum = this.doneBefore;
    for (let at = CONTROL.workers + WORKER.done; at < this.control.length; at += WORKER.size) {
      sum += Atomics.load(this.control, at);
    }
    return sum;
  }

  /** Takes other memory: after it has grown, or walls have come. */
  bind(memory: Memory): Kernel {
    this.kernel = new Kernel(memory, this.models);
    if (this.threads.length > 0) {
      this.stop();
      this.doneBefore = this.helped;
      this.control = new Int32Array(new SharedArrayBuffer(4 * wordsOf(this.threads.length)));
      this.threads.forEach((thread, k) => {
        thread.send({ memory, control: this.control, words: wordsOf(k) });
      });
    }
    return this.kernel;
  }

  /** Runs a phase over as many agents and returns when all are done. */
  run(phase: Phase, count: number, round = 0): void {
    const share = SHARES[phase];
    // No other thread knows a program's models: while there are any, velocities are chosen here.
    const isOwn = phase === "avoid" && this.models.length > MODEL.own;
    if (this.threads.length === 0 || !this.isShared || isOwn || count < 2 * share) {
      this.kernel![phase](0, count, round);
      return;
    }
    const shares = Math.ceil(count / share);
    this.announce(phase, count, round, shares);
    takeShares(this.kernel!, this.control);
    if (this.isFinished(shares)) return;
    this.giveUpBusy();
    this.renew();
    this.kernel![phase](0, count, round);
  }

  private announce(phase: Phase, count: number, round: number, shares: number): void {
    const { control } = this;
    if (control[CONTROL.next] > MOST_TICKETS) {
      Atomics.store(control, CONTROL.limit, 0);
      Atomics.store(control, CONTROL.next, 0);
    }
    const base = Atomics.load(control, CONTROL.next);
    control[CONTROL.phase] = PHASES.indexOf(phase);
    control[CONTROL.round] = round;
    control[CONTROL.count] = count;
    control[CONTROL.base] = base;
    control[CONTROL.share] = SHARES[phase];
    Atomics.store(control, CONTROL.done, 0);
    Atomics.store(control, CONTROL.limit, base + shares);
    Atomics.add(control, CONTROL.generation, 1);
    Atomics.notify(control, CONTROL.generation);
  }

  /**
   * Waits for the shares of other threads; false where none of them makes progress any more. A page's main thread may not
   * sleep; what is left is at most one share of each other thread.
   */
  private isFinished(shares: number): boolean {
    const { control } = this;
    let before = -1;
    let since = 0;
    for (let looks = 1; ; looks++) {
      const done = Atomics.load(control, CONTROL.done);
      if (done >= shares) return true;
      if (looks % LOOKS > 0) continue;
      const now = performance.now();
      if (done !== before) {
        before = done;
        since = now;
      } else if (now - since > this.timeLimit) return false;
    }
  }

  /** Gives up the threads that still have a share. */
  private giveUpBusy(): void {
    const busy = this.threads.filter(({ words }) => Atomics.load(this.control, words + WORKER.busy) !== 0);
    for (const thread of busy) {
      thread.end();
      this.forget(thread, `it did nothing for ${this.timeLimit / 1000} s`);
    }
  }

  private forget(thread: Thread, reason: string): void {
    const k = this.threads.indexOf(thread);
    if (k < 0) return;
    this.threads.splice(k, 1);
    this.faults.push(`a thread was lost: ${reason}`);
  }

  /** Lets the workers return from their loops. */
  private stop(): void {
    if (this.control.length === 0) return;
    Atomics.store(this.control, CONTROL.phase, STOP);
    Atomics.add(this.control, CONTROL.generation, 1);
    Atomics.notify(this.control, CONTROL.generation);
  }

  /** Ends the workers. */
  close(): void {
    this.stop();
    for (const thread of this.threads.splice(0)) thread.end();
  }
}
