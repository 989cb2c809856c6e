// Runs the built command line once per line of a list, in one process, and prints what came of each: starting Node anew
// takes longer than most commands. Arguments: the list, a JSON array of arrays of arguments.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const main = new URL("../../dist/cli/main.js", import.meta.url);
const commands = JSON.parse(readFileSync(process.argv[2], "utf8"));
const write = process.stdout.write.bind(process.stdout);

for (const [i, args] of commands.entries()) {
  let stderr = "";
  process.stdout.write = () => true;
  process.stderr.write = (text) => {
    stderr += text;
    return true;
  };
  process.exitCode = undefined;
  process.argv = [process.execPath, fileURLToPath(main), ...args];
  // Said before, so that a crash shows which it was.
  write(`${JSON.stringify({ begin: i })}\n`);
  await import(`${main.href}?${i}`);
  write(`${JSON.stringify({ end: i, status: process.exitCode ?? 0, stderr })}\n`);
}
process.exitCode = 0;
