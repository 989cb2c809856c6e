/** Pages in a real browser: a folder served on this machine, and a Chromium that opens it. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
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

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Starts a Chromium; `flags` come on top of those that every test needs. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("no Chromium: run node scripts/ensure-browser.js");
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** Serves the files of a folder. */
export async function serveFolder(
  folder: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const content = readFileSync(file);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

/** Opens a page, and collects what it complains of: errors, failed requests, warnings and errors on the console. */
export async function openPage(
  browser: Browser,
  address: string,
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`not loaded: ${request.url()}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(address);
  return { page, complaints };
}
