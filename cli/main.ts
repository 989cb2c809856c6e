#!/usr/bin/env node
import { main } from "./program.js";
import { reasonOf } from "./reading.js";

// A closed pipe (`wayfield … | head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`wayfield: standard output cannot be written: ${reasonOf(error)}\n`);
  process.exit(process.exitCode || 1);
});
// A terminal that is gone takes no more lines; the run that SIGHUP stops is still written to the end.
process.stderr.on("error", () => {});
process.exitCode = await main(process.argv.slice(2));
