/** A progress bar on standard error, on a terminal only. */

const WIDTH = 28;

export class Progress {
  private readonly shown = process.stderr.isTTY === true;
  private last = 0;

  /** Shows a share from 0 to 1 and a few words; at most ten times a second. */
  show(share: number, words: string): void {
    if (!this.shown || performance.now() - this.last < 100) return;
    this.last = performance.now();
    const full = Math.round(WIDTH * Math.min(1, Math.max(0, share)));
    process.stderr.write(`\r\u001b[2K[${"█".repeat(full)}${"·".repeat(WIDTH - full)}] ${words}`);
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.shown) process.stderr.write("\r\u001b[2K");
  }
}
