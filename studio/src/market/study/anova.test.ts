/** Analyses of variance against a textbook's table, t tests of contrasts, and a statistics library. */
import jStat from "jstat";
import { describe, expect, it, test } from "vitest";
import { Random } from "wayfield/numerics";
import { type Observation, pooledAnova, tailOfF, withinAnova } from "./anova.js";
import { COMPARISONS } from "./plan.js";

/** Winer (1971), table 4.3-1: reaction times of five people under four drugs. */
const DRUGS = [
  [30, 28, 16, 34],
  [14, 18, 10, 22],
  [24, 20, 18, 30],
  [38, 34, 20, 44],
  [26, 28, 14, 30],
];

const drugs = (): Observation[] =>
  DRUGS.flatMap((row, s) => row.map((value, k) => ({ subject: `p${s}`, levels: { drug: `d${k}` }, value })));

/** Random times of people, two factors of two levels. */
function study(seed: number, people: number): Observation[] {
  const random = new Random(seed);
  return Array.from({ length: people }, (_, s) =>
    ["mouse", "pointer"].flatMap((device) =>
      ["keys", "point"].map((technique) => ({
        subject: `p${s}`,
        levels: { device, technique },
        value: 30 + 5 * (device === "pointer" ? 1 : 0) + random.between(-4, 4) + s,
      })),
    ),
  ).flat();
}

/** The square of the t of a contrast: a person's values weighted by +1 and -1, summed, against zero. */
function tSquared(data: readonly Observation[], sign: (o: Observation) => number): number {
  const people = [...new Set(data.map((o) => o.subject))];
  const scores = people.map((s) =>
    data.filter((o) => o.subject === s).reduce((all, o) => all + sign(o) * o.value, 0),
  );
  const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
  const variance = scores.reduce((all, v) => all + (v - mean) ** 2, 0) / (scores.length - 1);
  return (mean * mean * scores.length) / variance;
}

describe("within subjects", () => {
  it("gives the textbook's table for five people and four drugs", () => {
    const { effects, subjects, fault } = withinAnova(drugs(), ["drug"]);
    expect([subjects, fault]).toEqual([5, null]);
    expect(effects[0].squares).toBeCloseTo(698.2, 9);
    expect(effects[0].errorSquares).toBeCloseTo(112.8, 9);
    expect([effects[0].freedom, effects[0].errorFreedom]).toEqual([3, 12]);
    expect(effects[0].f).toBeCloseTo(24.76, 2);
  });

  test.each([1, 2, 3])("seed %i: with two levels, F is the square of t for every effect", (seed) => {
    const data = study(seed, 9);
    const [device, technique, both] = withinAnova(data, ["device", "technique"]).effects;
    const [d, t] = [
      (o: Observation) => (o.levels.device === "mouse" ? 1 : -1),
      (o: Observation) => (o.levels.technique === "keys" ? 1 : -1),
    ];
    expect(device.f).toBeCloseTo(tSquared(data, d), 9);
    expect(technique.f).toBeCloseTo(tSquared(data, t), 9);
    expect(both.f).toBeCloseTo(
      tSquared(data, (o) => d(o) * t(o)),
      9,
    );
    expect(both.name).toBe("device x technique");
    for (const { f, p, freedom, errorFreedom } of [device, technique, both]) {
      expect([freedom, errorFreedom]).toEqual([1, 8]);
      expect(p).toBeCloseTo(1 - jStat.centralF.cdf(f, 1, 8), 7);
    }
  });

  it("does not see differences between people", () => {
    const data = study(4, 6);
    const shifted = data.map((o) => ({ ...o, value: o.value + 100 * Number(o.subject.slice(1)) }));
    const [a, b] = [data, shifted].map((d) =>
      withinAnova(d, ["device", "technique"]).effects.map(({ f }) => f),
    );
    for (let k = 0; k < 3; k++) expect(b[k]).toBeCloseTo(a[k], 6);
  });

  it("leaves out by name who lacks a run, takes the mean of repeated ones, and says what is missing", () => {
    const data = study(5, 4).filter(
      (o) => !(o.subject === "p2" && o.levels.device === "mouse" && o.levels.technique === "keys"),
    );
    const { leftOut, subjects } = withinAnova(data, ["device", "technique"]);
    expect(subjects).toBe(3);
    expect(leftOut).toEqual(["p2 is left out: no finished run for mouse x keys"]);
    const twice = [...drugs(), ...drugs()];
    expect(withinAnova(twice, ["drug"]).effects[0].f).toBeCloseTo(
      withinAnova(drugs(), ["drug"]).effects[0].f,
      12,
    );
    expect(withinAnova([], ["drug"]).fault).toBe("no finished runs yet");
    expect(withinAnova(drugs().slice(0, 4), ["drug"]).fault).toBe(
      "1 of the two people with all runs that are needed at least",
    );
    expect(
      withinAnova(
        drugs().filter((o) => o.levels.drug === "d0"),
        ["drug"],
      ).fault,
    ).toBe("only one drug so far: d0");
  });
});

describe("as the article did it", () => {
  it("is the one-way analysis of a statistics library", () => {
    const columns = [0, 1, 2, 3].map((k) => DRUGS.map((row) => row[k]));
    const [{ f, p }] = pooledAnova(drugs(), ["drug"]).effects;
    expect(f).toBeCloseTo(jStat.anovafscore(...columns), 9);
    expect(p).toBeCloseTo(jStat.anovaftest(...columns), 9);
  });

  test("the article's p are those of its F with every run as an error of its own", () => {
    for (const { article, errorFreedom, title } of COMPARISONS) {
      for (const { f, p } of Object.values(article)) {
        const printed = Number(p.replace("< ", ""));
        const ours = tailOfF(f, 1, errorFreedom);
        expect([title, Math.abs(ours - printed) / printed < 0.25]).toEqual([title, true]);
      }
    }
  });
});

describe("the tail of F", () => {
  test.each([
    [1, 1],
    [1, 37],
    [1, 148],
    [2, 5],
    [3, 12],
    [30, 400],
  ])("with %i and %i degrees of freedom is the library's", (a, b) => {
    for (const f of [0, 0.01, 0.5, 1, 2.3, 8, 40])
      expect(tailOfF(f, a, b)).toBeCloseTo(1 - jStat.centralF.cdf(f, a, b), 7);
  });

  it("has its closed form with 2 and n degrees: (1 + 2 F / n)^(-n / 2)", () => {
    for (const f of [0.1, 1, 5, 60]) {
      for (const n of [2, 7, 30]) expect(tailOfF(f, 2, n) / (1 + (2 * f) / n) ** (-n / 2)).toBeCloseTo(1, 10);
    }
    expect([tailOfF(0, 1, 5), tailOfF(Infinity, 1, 5)]).toEqual([1, 0]);
  });
});
