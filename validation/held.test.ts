/**
 * Every case for the default model with one seed: what held must hold. `held.json` has what each row gave; it is written anew,
 * with what reports say of it, by `WAYFIELD_RECORD=1 npx vitest run validation/held.test.ts`, with `-t rimea-9` for one case
 * alone. A row without a value was never measured or could not be.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { VALIDATED } from "../src/report/internal.js";
import { CASES, judge, runCase } from "./index.js";

/** What a row gave. */
interface Held {
  readonly value: number | null;
  readonly passed: boolean;
}

/** The committed list. */
interface HeldList {
  readonly model: string;
  readonly rows: Readonly<Record<string, Held>>;
  readonly notYet: readonly string[];
}

/** The model that is judged. */
const MODEL = "default";

const FILE = new URL("./held.json", import.meta.url);
const SAID = new URL("../src/report/validated.ts", import.meta.url);
const isRecording = process.env.WAYFIELD_RECORD === "1";
const held: HeldList = JSON.parse(readFileSync(FILE, "utf8"));

const running = CASES.filter(({ run }) => run);
const notYet = CASES.filter(({ run }) => !run).map(({ id }) => id);

/** Digits that are kept of a value: enough to see what moved. */
const rounded = (value: number | null): number | null =>
  value === null || Number.isNaN(value) ? null : Number(value.toPrecision(4));

/** What a report says of the rows: how many there are, and which fail. */
const said = (rows: Readonly<Record<string, Held>>): typeof VALIDATED => ({
  model: MODEL,
  rows: Object.keys(rows).length,
  failed: Object.keys(rows).filter((id) => !rows[id].passed),
});

/** Puts other figures into the module that reports read. */
function write(of: typeof VALIDATED): void {
  const code = readFileSync(SAID, "utf8");
  writeFileSync(SAID, code.replace(/= \{.*\};/s, `= ${JSON.stringify(of)};`));
}

describe(`the default model, ${MODEL}, with seed 1`, () => {
  const seen: Record<string, Held> = {};
  const ids = running.flatMap((of) => judge(of, MODEL, [{}]).rows.map(({ id }) => id));

  afterAll(() => {
    const better = Object.keys(seen).filter((id) => seen[id].passed && held.rows[id]?.passed === false);
    for (const id of better)
      console.info(`${id} failed when it was recorded and passes now: ${seen[id].value}`);
    const unknown = ids.filter((id) => held.rows[id]?.value === null && !isRecording);
    if (unknown.length > 0) console.info(`never measured, or not measurable: ${unknown.join(", ")}`);
    if (!isRecording) return;
    const none: Held = { value: null, passed: false };
    const rows = Object.fromEntries(ids.map((id) => [id, seen[id] ?? held.rows[id] ?? none]));
    writeFileSync(FILE, `${JSON.stringify({ model: MODEL, rows, notYet }, null, 2)}\n`);
    write(said(rows));
  });

  test.each(running)(
    "$id",
    (of) => {
      const { values } = runCase(of, { model: MODEL, name: MODEL, seed: 1, figures: false });
      const { rows } = judge(of, MODEL, [values]);
      for (const { id, value, passed } of rows) seen[id] = { value: rounded(value), passed };
      if (isRecording) return;
      for (const { id, value, passed, low, high } of rows) {
        const before = held.rows[id];
        expect(before, `${id} is not in held.json`).toBeDefined();
        const limits = `${id} gave ${before.value} and gives ${value}, where ${low ?? "–"} to ${high ?? "–"} is right`;
        if (before.passed) expect(passed, limits).toBe(true);
      }
    },
    600_000,
  );

  test("the list has every row and every case that cannot run yet, and nothing else", () => {
    if (isRecording) return;
    expect(Object.keys(held.rows)).toEqual(ids);
    expect(held.notYet).toEqual(notYet);
    expect(held.model).toBe(MODEL);
  });

  test("reports say what the list says", () => {
    if (!isRecording) expect(VALIDATED).toEqual(said(held.rows));
  });
});
