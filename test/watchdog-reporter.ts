import { execFileSync } from "node:child_process";
import { writeSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Minutes that one test file, and a whole run, may take. */
export interface WatchdogOptions {
  readonly moduleMinutes: number;
  readonly runMinutes: number;
}

/**
 * Ends a run that is stuck, and says where. Vitest's own time limits are timers of the process that runs a file, and none of
 * them fires while a test is in an endless loop; this one runs in the process that hands out the files.
 */
export default class WatchdogReporter implements Reporter {
  private readonly options: WatchdogOptions;
  private readonly since = new Map<string, { readonly name: string; readonly time: number }>();
  private begun = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: WatchdogOptions) {
    this.options = options;
  }

  onTestRunStart(): void {
    this.begun = performance.now();
    this.since.clear();
    clearInterval(this.timer);
    const { moduleMinutes, runMinutes } = this.options;
    // Often enough for short limits, seldom enough for long ones.
    const every = Math.min(10_000, (Math.min(moduleMinutes, runMinutes) * 60_000) / 10);
    this.timer = setInterval(() => this.look(), every);
    // It does not keep a finished run alive.
    this.timer.unref();
  }

  onTestModuleQueued(module: TestModule): void {
    const name = `${module.project.name ? `${module.project.name}: ` : ""}${module.relativeModuleId}`;
    this.since.set(module.id, { name, time: performance.now() });
  }

  onTestModuleEnd(module: TestModule): void {
    this.since.delete(module.id);
  }

  onTestRunEnd(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const { moduleMinutes, runMinutes } = this.options;
    const now = performance.now();
    const minutes = (time: number) => (now - time) / 60_000;
    const running = [...this.since.values()];
    const stuck = running.filter(({ time }) => minutes(time) > moduleMinutes);
    if (stuck.length > 0)
      end(`${stuck.map(({ name }) => name).join(", ")} ran for more than ${moduleMinutes} minutes`);
    if (minutes(this.begun) > runMinutes)
      end(
        `the tests ran for more than ${runMinutes} minutes, at last ${running.map(({ name }) => name).join(", ")}`,
      );
  }
}

/** Prints one line and ends this process and everything that it started, at once: who is in an endless loop hears no signal but this. */
function end(reason: string): never {
  writeSync(2, `watchdog: ${reason}; ended\n`);
  for (const pid of descendants(process.pid)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  process.exit(1);
}

/** The processes that a process started, and those that they did; none where there is no `ps`. */
function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  let table = "";
  try {
    table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  } catch {
    return [];
  }
  for (const line of table.split("\n")) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid && parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  for (let k = 0; k < found.length; k++) found.push(...(children.get(found[k] as number) ?? []));
  return found.slice(1);
}
