/** A progress bar on standard error: on a terminal only, and only for work that takes a while. */

const WIDTH = 28;
/** Milliseconds before the bar appears, and between two redraws. */
const DELAY = 400;
const REDRAW = 80;

/** Shows the share of some work that is done; `end` takes the bar away. */
export function progressBar(what: string): { show(share: number): void; end(): void } {
  const { stderr } = process;
  const begun = performance.now();
  let last = begun + DELAY - REDRAW;
  let isShown = false;
  return {
    show(share) {
      const now = performance.now();
      if (!stderr.isTTY || now - last < REDRAW) return;
      last = now;
      isShown = true;
      const full = Math.round(WIDTH * Math.min(1, share));
      const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
      stderr.write(`\r${what} ${bar} ${Math.round(100 * share)} %`);
    },
    end() {
      if (isShown) stderr.write("\r\u001b[K");
    },
  };
}
