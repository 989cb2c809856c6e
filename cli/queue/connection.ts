/** The way to a queue: an address of Redis, and the first answer from there. */
import { version } from "../../package.json" with { type: "json" };
import { InputError } from "../../src/errors.js";

/** How long the first answer may take, in milliseconds. */
const FIRST_ANSWER = 5000;

/** Where a Redis is, as its clients take it. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly db: number;
  readonly tls?: object;
}

/** What everything in Redis begins with. */
export const PREFIX = "wayfield";
/** Runs and studies of one version of Wayfield: others would give other results. */
export const RUNS = `runs-${version}`;
export const STUDIES = `studies-${version}`;
/** Versions that have submitted runs. */
export const ENGINES = `${PREFIX}:engines`;

/** Where the result of a run waits for its study. */
export const resultKey = (id: string): string => `${PREFIX}:result:${id}`;
/** Seconds that results wait there, and that those stay which a study has taken: another may want them too. */
export const RESULTS_STAY = 7 * 24 * 3600;
export const TAKEN_STAY = 600;

/** Where the text of a scene is. */
export const sceneKey = (hash: string): string => `${PREFIX}:scene:${hash}`;

/**
 * Reads an address such as `redis://:password@host:6379/0`.
 *
 * @throws InputError that does not tell the password
 */
export function parseAddress(text: string): QueueAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new InputError("an address such as redis://:password@host:6379 is needed", "--queue");
  }
  const isRedis = url.protocol === "redis:" || url.protocol === "rediss:";
  const db = url.pathname.length > 1 ? Number(url.pathname.slice(1)) : 0;
  if (!isRedis || url.hostname === "" || !Number.isInteger(db) || db < 0)
    throw new InputError(
      `an address such as redis://:password@host:6379/0 is needed, or rediss:// for TLS; given: ${url.protocol}//${url.host}${url.pathname}`,
      "--queue",
    );
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 6379),
    db,
    ...(url.username === "" ? {} : { username: decoded(url.username) }),
    ...(url.password === "" ? {} : { password: decoded(url.password) }),
    ...(url.protocol === "rediss:" ? { tls: {} } : {}),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InputError(
      "user and password are to be spelled as in addresses: %25 for a per cent sign",
      "--queue",
    );
  }
}

/** An address without its password. */
export const shownAddress = ({ host, port, tls }: QueueAddress): string =>
  `redis${tls ? "s" : ""}://${host}:${port}`;

/** The packages that queues need; they are large, and few need them. */
export async function queuePackages(): Promise<{
  readonly bullmq: typeof import("bullmq");
  readonly Redis: typeof import("ioredis").Redis;
}> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, Redis };
  } catch {
    throw new InputError("needs the packages bullmq and ioredis: npm install bullmq ioredis", "--queue");
  }
}

/** A connection for questions of our own. */
export type QueueClient = InstanceType<typeof import("ioredis").Redis>;

/** Why Redis would not have us, in one line. */
function refusal(address: QueueAddress, error: unknown): InputError {
  const message = error instanceof Error ? error.message : String(error);
  const where = shownAddress(address);
  if (/WRONGPASS|invalid password|invalid username/i.test(message))
    return new InputError(`${where} does not take this password`, "--queue");
  if (/NOAUTH/.test(message))
    return new InputError(
      `${where} asks for a password; give redis://:password@${address.host}:${address.port}`,
      "--queue",
    );
  if (/DB index/.test(message)) return new InputError(`${where} has no database ${address.db}`, "--queue");
  if (/RESP type|Protocol error/.test(message))
    return new InputError(`${where} answers, but is no Redis`, "--queue");
  return new InputError(`${where} does not answer: ${message}`, "--queue");
}

/**
 * Opens a connection and waits for the first answer; later it reconnects by itself, as long as it takes.
 *
 * @throws InputError where nothing answers within five seconds, or the password is wrong
 */
export async function openClient(address: QueueAddress): Promise<QueueClient> {
  const { Redis } = await queuePackages();
  let isOpen = false;
  const client = new Redis({
    ...address,
    lazyConnect: true,
    connectTimeout: FIRST_ANSWER,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isOpen ? Math.min(200 * times, 2000) : null),
  });
  let last: unknown = null;
  // Without a listener an error of a connection would end the process.
  client.on("error", (error) => {
    last = error;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${FIRST_ANSWER / 1000} s`)), FIRST_ANSWER);
  });
  try {
    const asked = client.connect().then(async () => {
      await client.ping();
      // The client's own choice of a database is not waited for, and its failing would not be noticed.
      await client.select(address.db);
    });
    await Promise.race([asked, late]);
    isOpen = true;
    return client;
  } catch (error) {
    client.disconnect();
    throw refusal(address, last ?? error);
  } finally {
    clearTimeout(timer);
  }
}
