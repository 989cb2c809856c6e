/** `wayfield studio [FILE]`: serves the browser studio on this machine alone, and opens it. */
import { spawn } from "node:child_process";
import type { Command } from "commander";
import { isBuiltinName } from "../../src/scenes/index.js";
import { wholeNumber } from "../options.js";
import { serveStudio } from "../serve-studio.js";

interface StudioCommandOptions {
  port: number;
  open: boolean;
}

/** The program that opens addresses, by platform. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the user's browser; false where nothing can. */
function openBrowser(address: string): Promise<boolean> {
  const [command, ...rest] = OPENERS[process.platform] ?? ["xdg-open"];
  return new Promise((tell) => {
    const child = spawn(command, [...rest, address], { stdio: "ignore", detached: true });
    child.on("error", () => tell(false));
    child.on("spawn", () => {
      child.unref();
      tell(true);
    });
  });
}

async function studio(file: string | undefined, { port, open }: StudioCommandOptions): Promise<void> {
  const isScene = file !== undefined && isBuiltinName(file);
  const served = await serveStudio({ port, ...(file === undefined || isScene ? {} : { file }) });
  const address = isScene ? `${served.address}#${encodeURIComponent(file)}` : served.address;
  process.stdout.write(`The studio is at ${address}\nCtrl-C ends it.\n`);
  if (open && !(await openBrowser(address)))
    process.stdout.write("No browser could be opened: open the address yourself.\n");
  await new Promise<void>((end) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end());
  });
  await served.close();
}

/** Registers the command. */
export function registerStudio(program: Command): void {
  program
    .command("studio")
    .description("draw plans, see the fields and watch crowds in a browser; served on this machine alone")
    .argument("[file]", "a scene, a file of any format that `convert` reads, or a built-in scene")
    .option("--port <number>", "the port, 0 for a free one", wholeNumber(0, 65_535), 0)
    .option("--no-open", "print the address, and open no browser")
    .action(studio);
}
