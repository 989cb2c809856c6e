/** Signals that ask a run to stop, and the exit codes that say which one did. */
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Hears the first of Ctrl-C, SIGTERM and SIGHUP; the second ends the process at once, as it would without us. */
export class StopSignals {
  private readonly controller = new AbortController();
  private heard: (typeof SIGNALS)[number] | null = null;
  private readonly hear = (signal: NodeJS.Signals): void => {
    this.heard = signal as (typeof SIGNALS)[number];
    this.close();
    this.controller.abort();
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.hear);
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** 128 and the number of the signal; 0 where none came. */
  get exitCode(): number {
    return this.heard ? 128 + constants.signals[this.heard] : 0;
  }

  /** Stops listening. */
  close(): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.hear);
  }
}
