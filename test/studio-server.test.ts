/** The studio's server: what it gives away, and to whom. */
import { symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveStudio } from "../cli/serve-studio.js";
import { openPage } from "./support/browser.js";
import { runCli } from "./support/run-cli.js";
import { kept, StudioUnderTest, soon } from "./support/studio.js";

const studio = new StudioUnderTest();

/** What the server says to a raw request: addresses are not tidied up on the way. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<number> {
  const { hostname, port } = new URL(studio.served.address);
  return new Promise((give, fail) => {
    request({ hostname, port, path, method, headers }, (response) => {
      response.resume();
      give(response.statusCode!);
    })
      .on("error", fail)
      .end();
  });
}

describe("the server", () => {
  it("gives away its own files alone, to this machine's names alone", async () => {
    expect(await ask("/")).toBe(200);
    for (const path of [
      "/../package.json",
      "/%2e%2e/package.json",
      "/assets/../../cli/main.js",
      "//etc/passwd",
      "/opened",
      "/index.html/..",
      "/.git/config",
    ])
      expect([path, await ask(path)]).toEqual([path, 404]);
    expect(await ask("/", { host: "evil.example" })).toBe(421);
    expect(await ask("/", {}, "POST")).toBe(405);
    expect(new URL(studio.served.address).hostname).toBe("127.0.0.1");
  });

  it("gives the opened file, through a link to it too, and refuses what it cannot read before it starts", async () => {
    const file = join(studio.folder, "hall.wkt");
    writeFileSync(file, "POLYGON ((0 0, 9 0, 9 5, 0 5, 0 0))");
    const link = join(studio.folder, "link.wkt");
    symlinkSync(file, link);
    const own = await serveStudio({ port: 0, file: link });
    const { page, complaints } = await openPage(studio.browser, own.address);
    await soon(() => kept(page)).toContain("[9,5]");
    expect(complaints).toEqual([]);
    await page.close();
    await own.close();
    expect(await runCli("studio", join(studio.folder, "none.json"), "--no-open")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no such file"),
    });
    expect(await runCli("studio", join(studio.folder, "plan.xyz"), "--no-open")).toMatchObject({
      code: 2,
      err: expect.stringContaining("known format"),
    });
  });

  it("a port that is taken is said in one line", async () => {
    const { port } = new URL(studio.served.address);
    expect(await runCli("studio", "--no-open", "--port", port)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--port: port ${port} is taken`),
    });
  });
});
