/** Logs: written, read again, and broken ones said in a line. */
import { describe, expect, it } from "vitest";
import { csvOf, FORMAT, type RunLog, readLogs, type StudyLog } from "./log.js";
import { runsOf, timesOf } from "./plan.js";

const run: RunLog = {
  task: "search",
  scene: "supermarket",
  device: "mouse",
  technique: "point",
  explosion: true,
  finished: true,
  seconds: 61.5,
  clicks: 12,
  keys: 0,
  metres: 80.25,
  wrong: 1,
  pauses: 0,
  placed: 0.12,
  turned: 14.5,
};
const log: StudyLog = {
  format: FORMAT,
  version: 1,
  participant: 'A "b", c',
  seed: 3,
  pre: { games: 4 },
  post: {},
  runs: [run, { ...run, finished: false, placed: null, turned: null }],
};

describe("logs", () => {
  it("come back from JSON as they were, one or many in a file", () => {
    expect(readLogs("a.json", JSON.stringify(log))).toEqual({ logs: [log], faults: [] });
    expect(readLogs("a.json", JSON.stringify([log, log])).logs).toEqual([log, log]);
  });

  it("come back from CSV with all runs", () => {
    const { logs, faults } = readLogs("a.csv", csvOf([log]));
    expect(faults).toEqual([]);
    expect(logs[0].participant).toBe(log.participant);
    for (const participant of ["", "two\nlines", '"', ",,", "\r\n"]) {
      const again = readLogs("n.csv", csvOf([{ ...log, participant }]));
      expect([again.logs[0].participant, again.logs[0].runs, again.faults]).toEqual([
        participant,
        log.runs,
        [],
      ]);
    }
    expect(logs[0].runs.map(({ seconds, finished, placed }) => [seconds, finished, placed])).toEqual([
      [61.5, true, 0.12],
      [61.5, false, null],
    ]);
  });

  it("that are broken say what, where, and keep the rest", () => {
    const cut = JSON.stringify(log).slice(0, 200);
    expect(readLogs("cut.json", cut).faults[0]).toMatch(/^cut.json: no JSON, perhaps cut off/);
    expect(readLogs("x.json", "{}").faults[0]).toMatch(/^x.json: no log of the supermarket/);
    expect(readLogs("x.csv", "a,b\n1,2\n").faults[0]).toMatch(
      /^x.csv: no log of the supermarket: columns participant/,
    );
    expect(readLogs("e.json", " ").faults).toEqual(["e.json: the file is empty"]);
    const partial = { ...log, runs: [run, { ...run, seconds: "fast" }, null, { ...run, device: "wii" }] };
    const { logs, faults } = readLogs("p.json", JSON.stringify(partial));
    expect(logs[0].runs).toHaveLength(1);
    expect(faults).toEqual([
      'p.json: runs[1]: seconds is a number >= 0; given: "fast"; the run is left out',
      "p.json: runs[2]: no run; the run is left out",
      'p.json: runs[3]: device is one of mouse, pointer; given: "wii"; the run is left out',
    ]);
    const odd = {
      ...log,
      runs: [
        { ...run, explosion: "yes" },
        { ...run, finished: 1 },
        { ...run, placed: "near" },
      ],
    };
    expect(readLogs("o.json", JSON.stringify(odd)).faults).toEqual([
      'o.json: runs[0]: explosion is true or false; given: "yes"; the run is left out',
      "o.json: runs[1]: finished is true or false; given: 1; the run is left out",
      'o.json: runs[2]: placed is a number >= 0, or null; given: "near"; the run is left out',
    ]);
    const lines = csvOf([log]).split("\n");
    expect(readLogs("f.csv", csvOf([log]).replaceAll("true,true", "perhaps,true")).faults).toEqual([
      'f.csv: line 2: explosion is true or false; given: "perhaps"; the run is left out',
    ]);
    expect(readLogs("s.csv", `${lines[0]}\n${lines[1].slice(0, 30)}\n`).faults[0]).toMatch(
      /^s.csv: line 2: \d of 15 fields/,
    );
  });

  it("give the finished runs of a task to the analysis", () => {
    expect(timesOf([log], "search")).toEqual([
      {
        subject: log.participant,
        levels: { device: "mouse", technique: "point", explosion: "on" },
        value: 61.5,
      },
    ]);
  });
});

describe("the study's runs", () => {
  it("are ten, four, four and two, in an order of chance within each task, the same for the same seed", () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const runs = runsOf(seed);
      expect(runs.map(({ task }) => task)).toEqual([
        ...Array(4).fill("waypoints"),
        ...Array(4).fill("selection"),
        "search",
        "search",
      ]);
      expect(new Set(runs.map((c) => JSON.stringify(c))).size).toBe(10);
      expect(runsOf(seed)).toEqual(runs);
      orders.add(JSON.stringify(runs));
    }
    expect(orders.size).toBeGreaterThan(10);
  });
});
