/** Runs a command line in this process and gathers what it prints. */
import { vi } from "vitest";
import { main } from "../../cli/program.js";

export async function runCli(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: "", err: "" };
  vi.spyOn(process.stdout, "write").mockImplementation((text) => Boolean((printed.out += text)));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => Boolean((printed.err += text)));
  // A command says by the process's exit code that it found something; the next one begins anew.
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    const code = await main(args);
    return { code, ...printed };
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
}
