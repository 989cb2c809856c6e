/** Chromium for tests, and a server for the files that it opens. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../scripts/find-browser.js";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
};

/** Starts Chromium, with `flags` besides those that every test needs; the test fails where there is none. */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("no Chromium: run node scripts/ensure-browser.js");
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** A running server. */
export interface Served {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the files of some folders.
 *
 * @param folders by the beginning of the path under which they appear, "" for the rest
 * @param headers of every answer
 */
export async function serveFolders(
  folders: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const [, first, ...rest] = path.split("/");
    const file =
      first in folders ? join(folders[first], ...rest) : join(folders[""] ?? "/dev/null", ...path.split("/"));
    const whole = path.endsWith("/") ? join(file, "index.html") : file;
    try {
      const body = readFileSync(whole);
      const type = TYPES[extname(whole)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** A fresh page, with everything it complains about. `before` is run in it before anything else. */
export async function openPage(
  browser: Browser | BrowserContext,
  address: string,
  options = {},
  before?: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await ("contexts" in browser
    ? browser.newPage({ viewport: { width: 1440, height: 900 }, ...options })
    : browser.newPage());
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(address, { waitUntil: "load" });
  return { page, complaints };
}
