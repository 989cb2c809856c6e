#!/usr/bin/env node
import { main } from "./program.js";

// A closed pipe (`wayfield … | head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.exitCode = await main(process.argv.slice(2));
