/** Where a text stops being JSON. Engines do not always say, and people need the line. */

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** The end of the string that starts at an offset, or -1. A loop: long strings exhaust a regular expression. */
function stringEnd(text: string, start: number): number {
  if (text[start] !== '"') return -1;
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1;
    if (code !== 0x5c) at++;
    else {
      at = endOf(ESCAPE, text, at);
      if (at < 0) return -1;
    }
  }
  return -1;
}

/** The end of a match that starts at an offset, or -1. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * The offset of the first token that cannot stand where it stands; the text's length when it only ends too soon.
 * A valid document gives -1.
 */
export function jsonFault(text: string): number {
  const open: string[] = [];
  let at = endOf(SPACE, text, 0);
  /** What may come next. */
  let state: "value" | "first" | "key" | "colon" | "after" = "value";
  for (;;) {
    at = endOf(SPACE, text, at);
    const inside = open[open.length - 1];
    if (state === "after" && inside === undefined) return at < text.length ? at : -1;
    const c = text[at];
    if ((state === "first" || state === "after") && c === inside) {
      open.pop();
      state = "after";
      at++;
    } else if (state === "after") {
      if (c !== ",") return at;
      state = inside === "}" ? "key" : "value";
      at++;
    } else if (state === "colon") {
      if (c !== ":") return at;
      state = "value";
      at++;
    } else if (state === "key" || (state === "first" && inside === "}")) {
      const end = stringEnd(text, at);
      if (end < 0) return at;
      at = end;
      state = "colon";
    } else if (c === "{" || c === "[") {
      open.push(c === "{" ? "}" : "]");
      state = "first";
      at++;
    } else {
      const end = Math.max(endOf(SCALAR, text, at), stringEnd(text, at));
      if (end < 0) return at;
      at = end;
      state = "after";
    }
  }
}
