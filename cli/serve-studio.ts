/**
 * The studio's server: it listens on 127.0.0.1, and gives away the studio's own files and the one file that was opened, nothing
 * else. The files are listed once, at the start: what is not in the list does not exist, whatever the address says.
 */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "../src/index.js";
import { formatOf } from "../src/io/index.js";
import { readText } from "./reading.js";

/** A server that runs. */
export interface ServedStudio {
  /** Where the studio is. */
  readonly address: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** No other page may frame it, and it loads nothing from elsewhere. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; media-src blob:; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Where the built studio lies beside this file: in `dist/` one folder up, in a checkout in `dist/` too. */
function studioFolder(): string {
  for (const place of ["../studio/", "../dist/studio/"]) {
    const folder = fileURLToPath(new URL(place, import.meta.url));
    try {
      if (lstatSync(join(folder, "index.html")).isFile() && lstatSync(join(folder, "assets")).isDirectory())
        return folder;
    } catch {
      // Not here.
    }
  }
  throw new InputError("the studio is not built; `npm run build` builds it");
}

/** Every regular file of the studio by its address; links are left out. */
function filesIn(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  const walk = (inner: string): void => {
    for (const entry of readdirSync(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) files.set(`/${relative(folder, path).split(sep).join("/")}`, path);
    }
  };
  walk(folder);
  files.set("/", join(folder, "index.html"));
  return files;
}

/** Whether a request was meant for this server: other names that lead here are a trick of other pages. */
function isForUs({ headers }: IncomingMessage, port: number): boolean {
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
}

function listening(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
      fail(
        taken ? new InputError(`port ${port} is taken or not allowed; 0 takes a free one`, "--port") : error,
      );
    });
    server.listen(port, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });
}

/** Serves the studio. */
export async function serveStudio(options: {
  readonly port: number;
  readonly file?: string;
}): Promise<ServedStudio> {
  const { port: wanted, file } = options;
  const opened = file === undefined ? null : { name: basename(file), text: readOpened(file) };
  const files = filesIn(studioFolder());
  let port = wanted;
  /** What a request gets: a file's content, or why not. */
  const found = (request: IncomingMessage): { content: string | Buffer; type: string } | number => {
    if (!isForUs(request, port)) return 421;
    if (request.method !== "GET" && request.method !== "HEAD") return 405;
    const path = (request.url ?? "/").replace(/[?#].*$/s, "");
    if (opened && path === "/opened") return { content: opened.text, type: "application/octet-stream" };
    const file = files.get(path);
    if (file === undefined) return 404;
    try {
      return { content: readFileSync(file), type: TYPES[extname(file)] ?? "application/octet-stream" };
    } catch {
      return 404;
    }
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const result = found(request);
    if (typeof result === "number") response.writeHead(result, HEADERS).end();
    else {
      const { content, type } = result;
      response.writeHead(200, {
        ...HEADERS,
        "content-type": type,
        "content-length": Buffer.byteLength(content),
      });
      response.end(request.method === "HEAD" ? undefined : content);
    }
  };
  const server = createServer(answer);
  port = await listening(server, wanted);
  const query = opened ? `?open=${encodeURIComponent(opened.name)}` : "";
  return {
    address: `http://127.0.0.1:${port}/${query}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The text of the file to open, refused before a server is started where no format knows its ending. */
function readOpened(file: string): string {
  formatOf(file);
  return readText(file);
}
