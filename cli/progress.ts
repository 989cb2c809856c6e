/** A progress bar on standard error: on a terminal only, and only for work that takes a while. */

const WIDTH = 28;
/** Milliseconds before the bar appears, and between two redraws. */
const DELAY = 400;
const REDRAW = 80;

/** The bar of one piece of work. */
export interface ProgressBar {
  /** Shows the share that is done, from 0 to 1, and a few words; a percentage where none are given. */
  show(share: number, words?: string): void;
  /** Names, at once, what is begun and gives no signs of life until it is done; the bar takes its place. */
  say(stage: string): void;
  /** Takes the bar away. */
  end(): void;
}

/** A bar for the work of that name. */
export function progressBar(what: string): ProgressBar {
  const { stderr } = process;
  let last = performance.now() + DELAY - REDRAW;
  let isShown = false;
  return {
    show(share, words = `${Math.round(100 * share)} %`) {
      const now = performance.now();
      if (!stderr.isTTY || now - last < REDRAW) return;
      last = now;
      isShown = true;
      const full = Math.round(WIDTH * Math.min(1, Math.max(0, share)));
      stderr.write(`\r\u001b[2K${what} ${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${words}`);
    },
    say(stage) {
      if (!stderr.isTTY) return;
      isShown = true;
      stderr.write(`\r\u001b[2K${what}: ${stage} …`);
    },
    end() {
      if (isShown) stderr.write("\r\u001b[2K");
    },
  };
}
