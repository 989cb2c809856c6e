// Starts the built studio as a user would, and tells its address.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

/** @returns {Promise<{ address: string, close: () => void }>} */
export function startStudio() {
  const child = spawn(process.execPath, [program, "studio", "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((done, fail) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const address = /http:\/\/\S+/.exec(text)?.[0];
      if (address) done({ address, close: () => child.kill() });
    });
    child.on("exit", (code) => fail(new Error(`the studio ended with ${code}`)));
  });
}
