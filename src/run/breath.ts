/** Pauses in long work, so that pages stay alive, and signals and aborts are heard. */

/** Milliseconds of work between two pauses. */
const BREATH = 40;

/** Asks to be called after everything that waits already. */
interface Turns {
  wait(then: () => void): void;
  close(): void;
}

/** In pages and workers: a message, since timers are slowed in pages that nobody sees. */
function messageTurns(): Turns {
  const { port1, port2 } = new MessageChannel();
  // Node's types, which this is compiled with, do not know the property.
  const listener = port1 as unknown as { onmessage: () => void };
  return {
    wait: (then) => {
      listener.onmessage = then;
      port2.postMessage(null);
    },
    close: () => port1.close(),
  };
}

/** In Node, which reads up to a thousand messages in one turn, and hears no signal meanwhile. */
const nodeTurns: Turns = {
  wait: (then) => {
    setImmediate(then);
  },
  close: () => {},
};

/** Gives way to everything else that waits, now and then. */
export class Breath {
  private readonly turns = typeof setImmediate === "function" ? nodeTurns : messageTurns();
  private last = performance.now();

  /** Whether it is time to pause. */
  get due(): boolean {
    return performance.now() - this.last >= BREATH;
  }

  /** Lets others have their turn. */
  async pause(): Promise<void> {
    await new Promise<void>((done) => this.turns.wait(done));
    this.last = performance.now();
  }

  /** No further pauses. */
  close(): void {
    this.turns.close();
  }
}
