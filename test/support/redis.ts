/** A Redis of a test's own: on a free port of this machine, with a password, and a log that survives a restart. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

const PASSWORD = "a word for tests";

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** A server that a test starts, restarts and ends. */
export class TestRedis {
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), "wayfield-redis-"));

  private constructor(readonly port: number) {}

  /** Starts one. */
  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.up();
    return redis;
  }

  /** Where it is, with its password or another one. */
  url(password = PASSWORD): string {
    return `redis://:${encodeURIComponent(password)}@127.0.0.1:${this.port}`;
  }

  /** A connection; to be closed by who asked for it. */
  client(): Redis {
    const client = new Redis(this.url(), { maxRetriesPerRequest: null });
    client.on("error", () => {});
    return client;
  }

  private async up(): Promise<void> {
    const settings = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--appendfsync", "always"];
    const where = ["--port", String(this.port), "--dir", this.folder, "--requirepass", PASSWORD];
    this.process = spawn("redis-server", [...where, ...settings], { stdio: "ignore" });
    const client = this.client();
    await client.ping();
    client.disconnect();
  }

  private down(): Promise<void> {
    const { process } = this;
    if (!process || process.exitCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      process.once("exit", () => resolve());
      process.kill("SIGTERM");
    });
  }

  /** Ends it, and starts it again with what it knew. */
  async restart(): Promise<void> {
    await this.down();
    await this.up();
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    await this.down();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
