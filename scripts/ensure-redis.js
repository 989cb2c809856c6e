// Makes sure that redis-server is there for the tests of queues. Installs Debian's package when it may; otherwise says in one
// line how to. Tests are never skipped for want of it.
import { spawnSync } from "node:child_process";
import { aptInstall } from "./apt-install.js";

/**
 * @param {string} reason
 * @returns {never}
 */
function fail(reason) {
  process.stderr.write(`ensure-redis: ${reason}; install Redis (Debian: apt-get install redis-server)\n`);
  process.exit(1);
}

const runs = () => spawnSync("redis-server", ["--version"]).status === 0;
aptInstall("ensure-redis", runs() ? [] : ["redis-server"], fail);
if (!runs()) fail("apt-get installed redis-server, but it does not run");
