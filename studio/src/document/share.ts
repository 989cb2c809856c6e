/** A scene in a link: deflated, in letters that an address may hold. Nothing is sent anywhere: fragments stay in the browser. */
import { InputError } from "wayfield";
import { type AnyScene, parseAnyScene } from "wayfield/world";

/** What mail programs and chats still take whole. */
export const LONGEST_LINK = 30_000;

/** What a link may unpack to: a small text can be a bomb. */
const MOST_BYTES = 32 * 1024 * 1024;

const KEY = "scene=";

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new InputError(`the link's scene is larger than ${MOST_BYTES / 1024 / 1024} MB`);
    }
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The fragment of a link that holds a scene. */
export async function fragmentOf(scene: AnyScene): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(scene)) as Uint8Array<ArrayBuffer>;
  const packed = await through(text, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return KEY + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The scene in a fragment; null where it holds none. */
export async function sceneInFragment(fragment: string): Promise<AnyScene | null> {
  if (!fragment.startsWith(KEY)) return null;
  let packed: Uint8Array<ArrayBuffer>;
  try {
    const binary = atob(fragment.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    throw new InputError("the link is damaged: its scene cannot be unpacked");
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(
      await through(packed, new DecompressionStream("deflate-raw")),
    );
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError("the link is damaged: its scene cannot be unpacked");
  }
  return sceneOf(parsed(text));
}

function sceneOf(value: unknown): AnyScene {
  try {
    return parseAnyScene(value);
  } catch (error) {
    // Whatever else goes wrong, such as lists too deep to look into, is the link's fault too.
    const why = error instanceof InputError ? error.message : "it is no scene";
    throw new InputError(`the link's scene cannot be opened: ${why}`);
  }
}

/** The name of a built-in scene in a fragment. */
export function nameInFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new InputError("the link is damaged: what follows its # cannot be read");
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError("the link is damaged: its scene is no JSON");
  }
}
