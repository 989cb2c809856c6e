/**
 * How threads share a phase out: shares of agents are tickets that whoever is free takes, until none is left.
 *
 * Since a share's result depends on the frozen generation alone, it does not matter who takes it.
 */
import type { Kernel } from "./index.js";
import type { Memory } from "./memory.js";

/**
 * Places in the control words. Tickets only grow in number: `next` is the next one, those below `limit` may be taken. The job
 * that a ticket belongs to stands in the other words, and cannot change before the ticket is done.
 */
export const CONTROL = Object.freeze({
  /** Counted up with every job: what sleeping workers wait for. */
  generation: 0,
  next: 1,
  limit: 2,
  done: 3,
  /** A place in `PHASES`, or `STOP`. */
  phase: 4,
  round: 5,
  count: 6,
  /** The job's first ticket, and agents per ticket. */
  base: 7,
  share: 8,
  /** From here on two words per worker: see `WORKER`. */
  workers: 9,
});

/** Places in a worker's own control words. */
export const WORKER = Object.freeze({
  /** 1 while it has a share, or is about to take one. */
  busy: 0,
  /** Shares that it has done. */
  done: 1,
  size: 2,
});

/** Where the words of worker k begin. */
export function wordsOf(k: number): number {
  return CONTROL.workers + WORKER.size * k;
}

/** A phase that can be shared out. */
export type Phase = "avoid" | "push" | "settle";

/** Their numbers. */
export const PHASES: readonly Phase[] = ["avoid", "push", "settle"];

/** In place of a phase: workers leave their loops, for other memory is on its way, or the end. */
export const STOP = -1;

/** What a worker is sent: memory to work on, control words, and where its own begin. */
export interface Order {
  readonly memory: Memory;
  readonly control: Int32Array;
  readonly words: number;
}

/** Rounds of looking for a job before a worker sleeps. */
const SPINS = 20_000;

/** Takes shares of the job at hand until none is left; returns how many. */
export function takeShares(kernel: Kernel, control: Int32Array): number {
  let taken = 0;
  for (;;) {
    const ticket = Atomics.load(control, CONTROL.next);
    if (ticket >= Atomics.load(control, CONTROL.limit)) return taken;
    if (Atomics.compareExchange(control, CONTROL.next, ticket, ticket + 1) !== ticket) continue;
    const share = control[CONTROL.share];
    const from = share * (ticket - control[CONTROL.base]);
    const to = Math.min(control[CONTROL.count], from + share);
    kernel[PHASES[control[CONTROL.phase]]](from, to, control[CONTROL.round]);
    Atomics.add(control, CONTROL.done, 1);
    taken++;
  }
}

/** What a worker does with an order: helps with every job until it is stopped. */
export function help(kernel: Kernel, { control, words }: Order): void {
  let seen = 0;
  for (;;) {
    // Spin for as long as the one who shares out is busy between two phases, then sleep: waking up takes longer than most
    // of them last, but pure spinning starves the others on a busy machine.
    for (let i = 0; i < SPINS && Atomics.load(control, CONTROL.generation) === seen; i++);
    if (Atomics.load(control, CONTROL.generation) === seen) Atomics.wait(control, CONTROL.generation, seen);
    seen = Atomics.load(control, CONTROL.generation);
    if (Atomics.load(control, CONTROL.phase) === STOP) return;
    Atomics.store(control, words + WORKER.busy, 1);
    const taken = takeShares(kernel, control);
    Atomics.add(control, words + WORKER.done, taken);
    Atomics.store(control, words + WORKER.busy, 0);
  }
}
