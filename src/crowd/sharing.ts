/**
 * Whether the other threads are worth waking: for small or sparse crowds, and on busy machines, sharing a step out takes longer than
 * it saves. Nobody can know beforehand, so it is measured: now and then some steps are done the other way, and the faster way is kept.
 * Results do not depend on who computes them, so the choice changes nothing but the time.
 */

/** Steps of a trial: the first wakes the others up and does not count. */
const TRIAL = 5;

/** Steps between two trials: at first, and at most; twice as many after each that changes nothing. */
const SOON = 48;
const SELDOM = 384;

/** The other way has to be faster by this factor. */
const WORTH = 0.95;

/** What the last step counts for in the mean of the way in use. */
const RECENT = 1 / 16;

export class Sharing {
  private isShared = true;
  /** Mean milliseconds of a step, the way in use; NaN before the first. */
  private usual = Number.NaN;
  /** Steps until the next trial, and between two. */
  private rest: number;
  private pause: number;
  /** Steps of the trial that are left, and what those that count took so far. */
  private trial = 0;
  private spent = 0;

  /** @param first steps before the first trial */
  constructor(first = 8) {
    this.rest = first;
    this.pause = SOON;
  }

  /** Whether to share the next step out. */
  get next(): boolean {
    return this.trial > 0 ? !this.isShared : this.isShared;
  }

  /** Takes note of what a step took, done as `next` said. */
  note(ms: number): void {
    if (this.trial === 0) {
      this.usual = Number.isNaN(this.usual) ? ms : this.usual + RECENT * (ms - this.usual);
      if (--this.rest <= 0) {
        this.trial = TRIAL;
        this.spent = 0;
      }
      return;
    }
    if (this.trial < TRIAL) this.spent += ms;
    if (--this.trial > 0) return;
    const other = this.spent / (TRIAL - 1);
    if (other < WORTH * this.usual) {
      this.isShared = !this.isShared;
      this.usual = other;
      this.pause = SOON;
    } else {
      this.pause = Math.min(SELDOM, 2 * this.pause);
    }
    this.rest = this.pause;
  }
}
