import type { Reporter, TestModule } from "vitest/node";

/** Closes a run with one line that counts the tests, for people and for scripts. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) count[test.result().state]++;
    }
    // Standard error keeps it last: the default reporter has written its summary by then.
    setImmediate(() =>
      process.stdout.write(
        `${count.passed} passed, ${count.failed + count.pending} failed, ${count.skipped} skipped\n`,
      ),
    );
  }
}
