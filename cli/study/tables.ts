/** The table of a study on the disk: CSV, Parquet, and a SQLite file that keeps everything. */
import { chmodSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { StudyOutcome, StudyRow } from "../../src/study/index.js";
import { csvOf, type TableColumn, tableOf } from "../../src/study/internal.js";
import { unwritable } from "../files.js";
import type { StudyFolder } from "./study-folder.js";

const require = createRequire(import.meta.url);

/** Writes the tables; returns their files. */
export async function writeTables(folder: StudyFolder, outcome: StudyOutcome): Promise<string[]> {
  const columns = tableOf(outcome.rows);
  return [
    folder.write("runs.csv", csvOf(columns)),
    folder.write("runs.parquet", await parquetOf(columns)),
    writeDatabase(join(folder.folder, "study.sqlite"), columns, outcome),
  ];
}

/** A table as a Parquet file. */
async function parquetOf(columns: readonly TableColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const types = { text: "STRING", number: "DOUBLE", whole: "INT64" } as const;
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, kind, values }) => ({
      name,
      type: types[kind],
      nullable: kind === "number" || values.includes(null),
      data: kind === "whole" ? values.map((value) => BigInt(value ?? 0)) : [...values],
    })),
  });
  return new Uint8Array(buffer);
}

const quoted = (name: string): string => `"${name.replace(/"/g, '""')}"`;

/** Tables beside `runs`: everything else that a row holds. */
const DETAILS = `
CREATE TABLE arrivals (run TEXT NOT NULL, person INTEGER NOT NULL, time REAL NOT NULL);
CREATE TABLE bottlenecks (run TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, delay REAL NOT NULL, width REAL NOT NULL,
  capacity REAL NOT NULL, people INTEGER NOT NULL, mean_flow REAL NOT NULL, peak_flow REAL NOT NULL,
  x1 REAL NOT NULL, y1 REAL NOT NULL, x2 REAL NOT NULL, y2 REAL NOT NULL, level TEXT);
CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

type Database = import("node-sqlite3-wasm").Database;

/** Writes a database whole or not at all. */
function writeDatabase(
  file: string,
  columns: readonly TableColumn[],
  { rows, results }: StudyOutcome,
): string {
  const part = `${file}.${process.pid}.part`;
  try {
    rmSync(part, { force: true });
    const { Database } = require("node-sqlite3-wasm") as typeof import("node-sqlite3-wasm");
    const database = new Database(part);
    try {
      database.exec("BEGIN");
      writeRuns(database, columns);
      database.exec(DETAILS);
      writeDetails(database, rows);
      const metadata = {
        format: "wayfield-study",
        engine: results.engine,
        name: results.name,
        results: JSON.stringify(results),
      };
      for (const [key, value] of Object.entries(metadata))
        database.run("INSERT INTO metadata VALUES (?, ?)", [key, value]);
      database.exec("COMMIT");
    } finally {
      database.close();
    }
    // Readable as the files beside it are: SQLite makes its own for their owner alone.
    chmodSync(part, 0o666 & ~process.umask());
    renameSync(part, file);
    return file;
  } catch (error) {
    rmSync(part, { force: true });
    throw unwritable(file, error);
  }
}

function writeRuns(database: Database, columns: readonly TableColumn[]): void {
  const types = { text: "TEXT", number: "REAL", whole: "INTEGER" } as const;
  database.exec(
    `CREATE TABLE runs (${columns.map(({ name, kind }) => `${quoted(name)} ${types[kind]}`).join(", ")})`,
  );
  const insert = database.prepare(`INSERT INTO runs VALUES (${columns.map(() => "?").join(", ")})`);
  try {
    const length = columns[0].values.length;
    for (let k = 0; k < length; k++) insert.run(columns.map(({ values }) => values[k]));
  } finally {
    insert.finalize();
  }
}

function writeDetails(database: Database, rows: readonly StudyRow[]): void {
  const arrival = database.prepare("INSERT INTO arrivals VALUES (?, ?, ?)");
  const place = database.prepare(`INSERT INTO bottlenecks VALUES (${new Array(14).fill("?").join(", ")})`);
  try {
    for (const { run, arrivals, bottlenecks } of rows) {
      arrivals.forEach((time, k) => {
        arrival.run([run, k + 1, time]);
      });
      for (const {
        kind,
        name,
        delay,
        width,
        capacity,
        people,
        meanFlow,
        peakFlow,
        segment: [a, b],
        level = null,
      } of bottlenecks)
        place.run([run, kind, name, delay, width, capacity, people, meanFlow, peakFlow, ...a, ...b, level]);
    }
  } finally {
    arrival.finalize();
    place.finalize();
  }
}
