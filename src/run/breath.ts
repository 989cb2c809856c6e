/** Pauses in long work, so that pages stay alive, and signals and aborts are heard. */

/** Milliseconds of work between two pauses. */
const BREATH = 40;

/** Gives way to everything else that waits, now and then. A message does so in pages, workers and Node; timers are slowed in the background. */
export class Breath {
  private readonly channel = new MessageChannel();
  private last = performance.now();

  /** Whether it is time to pause. */
  get due(): boolean {
    return performance.now() - this.last >= BREATH;
  }

  /** Lets others have their turn. */
  async pause(): Promise<void> {
    const { port1, port2 } = this.channel;
    // Node's types do not know the property that pages and Node itself have.
    const listener = port1 as unknown as { onmessage: () => void };
    await new Promise<void>((done) => {
      listener.onmessage = () => done();
      port2.postMessage(null);
    });
    this.last = performance.now();
  }

  /** No further pauses: an open channel would keep a process alive. */
  close(): void {
    this.channel.port1.close();
  }
}
