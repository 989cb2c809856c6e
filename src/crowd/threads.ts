/**
 * Further threads of a crowd: they run the phases of a step beside its own.
 *
 * A thread may die, or never start. Who never starts takes no share. Who dies with a share in hand would be waited for
 * forever; so after a while without any progress it is given up, and the whole phase is done again here, on a copy of the
 * memory: should the thread be slow rather than dead, it writes into what nobody reads any more. Phases read nothing that they
 * write, so the bits are the same.
 */
import { InputError } from "../errors.js";
import { checkKeys, checkNumber } from "../options.js";
import type { Kernel } from "./kernel/index.js";
import type { Memory } from "./kernel/memory.js";
import { CONTROL, PHASES, type Phase, STOP, takeShares, WORKER, wordsOf } from "./kernel/shares.js";
import { Sharing } from "./sharing.js";
import { type CrowdWorker, Thread } from "./thread.js";

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
  /**
   * Makes a worker that runs the module `wayfield/crowd/worker`, called once per further thread; for bundles and pages in which
   * that file is elsewhere than the package has it. Default: the package's own file.
   */
  readonly createWorker?: (() => CrowdWorker) | undefined;
  /** Milliseconds without any progress, > 0, after which a thread with work in hand is given up; default 3000. */
  readonly timeLimit?: number;
}

/** Lets several threads walk a crowd: `new Crowd(world, { threads: new Threads(4) })`. They serve one crowd, to the bits of one thread. */
export class Threads {
  /**
   * Why threads were lost, one line each.
   *
   * @internal
   */
  readonly faults: string[] = [];

  private readonly count: number;
  private readonly createWorker: (() => CrowdWorker) | undefined;
  private readonly timeLimit: number;
  private readonly threads: Thread[] = [];
  private readonly sharing: Sharing | null = new Sharing();
  /** When the step began, in milliseconds, and whether the other threads take shares of it; they sleep while they do not. */
  private began = 0;
  private isShared = true;
  private renew: (() => void) | null = null;
  private control: Int32Array<ArrayBufferLike> = new Int32Array(0);
  private kernel!: Kernel;
  /** Whether somebody walks by a program's own model, which no other thread knows. */
  private isOwn = false;
  /** Shares that workers did under earlier control words. */
  private doneBefore = 0;

  /**
   * @param count threads, the crowd's own included, 1 to 256; more than one needs worker threads and shared memory
   * @throws InputError for a count or an option out of range
   */
  constructor(count: number, options: ThreadOptions = {}) {
    checkKeys(options, ["createWorker", "timeLimit"], "threads");
    this.count = checkNumber(count, "threads", { whole: true, least: 1, most: 256 });
    this.createWorker = options.createWorker;
    this.timeLimit = checkNumber(options.timeLimit ?? TIME_LIMIT, "timeLimit", { above: 0 });
  }

  /**
   * Starts the workers of a crowd; threads serve one.
   *
   * @param renew puts a copy in the place of the memory and binds it: somebody may still write into the old one
   * @throws InputError where no worker can be had
   * @internal
   */
  serve(renew: () => void): void {
    if (this.renew) throw new InputError("these serve another crowd; each needs its own", "threads");
    this.renew = renew;
    const lost = (thread: Thread, reason: string): void => this.forget(thread, reason);
    for (let i = 1; i < this.count; i++) this.threads.push(new Thread(this.createWorker, lost));
  }

  /**
   * Threads now, this one included.
   *
   * @internal
   */
  get size(): number {
    return 1 + this.threads.length;
  }

  /**
   * Shares that other threads have done so far.
   *
   * @internal
   */
  get helped(): number {
    let sum = this.doneBefore;
    for (let at = CONTROL.workers + WORKER.done; at < this.control.length; at += WORKER.size) {
      sum += Atomics.load(this.control, at);
    }
    return sum;
  }

  /**
   * Takes other memory: after it has grown, or walls have come.
   *
   * @param isOwn whether somebody walks by a program's own model
   * @internal
   */
  bind(memory: Memory, kernel: Kernel, isOwn: boolean): void {
    this.kernel = kernel;
    this.isOwn = isOwn;
    if (this.threads.length === 0) return;
    this.stop();
    this.doneBefore = this.helped;
    this.control = new Int32Array(new SharedArrayBuffer(4 * wordsOf(this.threads.length)));
    this.threads.forEach((thread, k) => {
      thread.send({ memory, control: this.control, words: wordsOf(k) });
    });
  }

  /**
   * A step begins: is it shared out?
   *
   * @internal
   */
  begin(): void {
    if (!this.sharing) return;
    this.isShared = this.sharing.next;
    this.began = performance.now();
  }

  /**
   * The step has ended.
   *
   * @internal
   */
  end(): void {
    this.sharing?.note(performance.now() - this.began);
  }

  /**
   * Runs a phase over as many agents and returns when all are done.
   *
   * @internal
   */
  run(phase: Phase, count: number, round: number): void {
    const share = SHARES[phase];
    // No other thread knows a program's models: while there are any, velocities are chosen here.
    const isMine = phase === "avoid" && this.isOwn;
    if (this.threads.length === 0 || !this.isShared || isMine || count < 2 * share) {
      this.kernel[phase](0, count, round);
      return;
    }
    const shares = Math.ceil(count / share);
    this.announce(phase, count, round, shares);
    takeShares(this.kernel, this.control);
    if (this.isFinished(shares)) return;
    this.giveUpBusy();
    this.renew!();
    this.kernel[phase](0, count, round);
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

  /**
   * Ends the workers.
   *
   * @internal
   */
  close(): void {
    this.stop();
    for (const thread of this.threads.splice(0)) thread.end();
  }
}
