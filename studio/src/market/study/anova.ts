/**
 * Analysis of variance for one or two factors that every person went through (within subjects), and the same without regard to
 * persons, as the article's figures are: their p are those of F(1, 148) and F(1, 74), which have every run as an error of its own.
 */

/** One measured value. */
export interface Observation {
  readonly subject: string;
  /** The level of each factor. */
  readonly levels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One line of a table. */
interface Effect {
  /** The factor, or `a x b`. */
  readonly name: string;
  readonly squares: number;
  readonly freedom: number;
  readonly errorSquares: number;
  readonly errorFreedom: number;
  readonly f: number;
  readonly p: number;
  /** Share of the variance that is not somebody else's: partial eta squared. */
  readonly eta: number;
}

interface Cell {
  readonly levels: readonly string[];
  readonly count: number;
  readonly mean: number;
  /** Standard deviation; null for fewer than two. */
  readonly deviation: number | null;
}

export interface Analysis {
  readonly effects: readonly Effect[];
  readonly cells: readonly Cell[];
  readonly subjects: number;
  /** Who was left out, and why, one line each. */
  readonly leftOut: readonly string[];
  /** Why there is no table; null where there is one. */
  readonly fault: string | null;
}

const sum = (values: readonly number[]): number => values.reduce((all, v) => all + v, 0);
const meanOf = (values: readonly number[]): number => sum(values) / values.length;
const squaresOf = (values: readonly number[]): number => sum(values.map((v) => v * v));

/** Levels of a factor in the order in which they first appear. */
function levelsOf(data: readonly Observation[], factor: string): string[] {
  return [...new Set(data.map(({ levels }) => levels[factor]))].sort();
}

/** All combinations of levels. */
function combinations(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (all, list) => all.flatMap((row) => list.map((level) => [...row, level])),
    [[]],
  );
}

function cellsOf(data: readonly Observation[], factors: readonly string[]): Cell[] {
  return combinations(factors.map((factor) => levelsOf(data, factor))).map((levels) => {
    const values = data
      .filter((o) => factors.every((factor, k) => o.levels[factor] === levels[k]))
      .map((o) => o.value);
    const mean = values.length > 0 ? meanOf(values) : Number.NaN;
    const deviation =
      values.length > 1 ? Math.sqrt(squaresOf(values.map((v) => v - mean)) / (values.length - 1)) : null;
    return { levels, count: values.length, mean, deviation };
  });
}

const effectOf = (
  name: string,
  squares: number,
  freedom: number,
  errorSquares: number,
  errorFreedom: number,
): Effect => {
  const f = squares / freedom / (errorSquares / errorFreedom);
  return {
    name,
    squares,
    freedom,
    errorSquares,
    errorFreedom,
    f,
    p: tailOfF(f, freedom, errorFreedom),
    eta: squares / (squares + errorSquares),
  };
};

/** A table of means per person and cell, [person][a][b]; one level of b where there is one factor. */
interface Table {
  readonly names: readonly string[];
  readonly values: readonly (readonly (readonly number[])[])[];
}

/** Means per person, of those who have all cells. */
function tableOf(data: readonly Observation[], factors: readonly string[], leftOut: string[]): Table {
  const a = levelsOf(data, factors[0]);
  const b = factors.length > 1 ? levelsOf(data, factors[1]) : [""];
  const names: string[] = [];
  const values: number[][][] = [];
  for (const subject of [...new Set(data.map((o) => o.subject))]) {
    const own = data.filter((o) => o.subject === subject);
    const missing: string[] = [];
    const rows = a.map((la) =>
      b.map((lb) => {
        const cell = own.filter(
          (o) => o.levels[factors[0]] === la && (factors.length === 1 || o.levels[factors[1]] === lb),
        );
        if (cell.length === 0) missing.push(lb ? `${la} x ${lb}` : la);
        return meanOf(cell.map((o) => o.value));
      }),
    );
    if (missing.length > 0) leftOut.push(`${subject} is left out: no finished run for ${missing.join(", ")}`);
    else {
      names.push(subject);
      values.push(rows);
    }
  }
  return { names, values };
}

/** Sums of squares of a complete table, effects and their errors between persons. */
function withinEffects({ values }: Table, factors: readonly string[]): Effect[] {
  const [n, a, b] = [values.length, values[0].length, values[0][0].length];
  const at = (pick: (s: number, i: number, j: number) => boolean): number =>
    meanOf(values.flatMap((rows, s) => rows.flatMap((row, i) => row.filter((_, j) => pick(s, i, j)))));
  const range = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
  const grand = at(() => true);
  const [byS, byA, byB] = [
    range(n).map((s) => at((t) => t === s)),
    range(a).map((i) => at((_, k) => k === i)),
    range(b).map((j) => at((_, __, k) => k === j)),
  ];
  const byAB = range(a).map((i) => range(b).map((j) => at((_, k, l) => k === i && l === j)));
  const byAS = range(a).map((i) => range(n).map((s) => meanOf(values[s][i])));
  const byBS = range(b).map((j) => range(n).map((s) => meanOf(values[s].map((row) => row[j]))));
  const squaresA = n * b * squaresOf(byA.map((m) => m - grand));
  const errorA =
    b * squaresOf(range(a).flatMap((i) => range(n).map((s) => byAS[i][s] - byA[i] - byS[s] + grand)));
  const effects = [effectOf(factors[0], squaresA, a - 1, errorA, (a - 1) * (n - 1))];
  if (factors.length === 1) return effects;
  const squaresB = n * a * squaresOf(byB.map((m) => m - grand));
  const errorB =
    a * squaresOf(range(b).flatMap((j) => range(n).map((s) => byBS[j][s] - byB[j] - byS[s] + grand)));
  effects.push(effectOf(factors[1], squaresB, b - 1, errorB, (b - 1) * (n - 1)));
  const pairs = range(a).flatMap((i) => range(b).map((j) => [i, j] as const));
  const squaresAB = n * squaresOf(pairs.map(([i, j]) => byAB[i][j] - byA[i] - byB[j] + grand));
  const errorAB = squaresOf(
    pairs.flatMap(([i, j]) =>
      range(n).map(
        (s) => values[s][i][j] - byAB[i][j] - byAS[i][s] - byBS[j][s] + byA[i] + byB[j] + byS[s] - grand,
      ),
    ),
  );
  effects.push(
    effectOf(factors.join(" x "), squaresAB, (a - 1) * (b - 1), errorAB, (a - 1) * (b - 1) * (n - 1)),
  );
  return effects;
}

/**
 * Analysis of variance within subjects, for one or two factors. Where somebody did a cell several times, the mean counts; who
 * lacks a cell is left out by name. With more than two levels p holds for data that are spherical.
 */
export function withinAnova(data: readonly Observation[], factors: readonly string[]): Analysis {
  const leftOut: string[] = [];
  const cells = cellsOf(data, factors);
  const none = (fault: string): Analysis => ({ effects: [], cells, subjects: 0, leftOut, fault });
  if (data.length === 0) return none("no finished runs yet");
  const flat = factors.find((factor) => levelsOf(data, factor).length < 2);
  if (flat) return none(`only one ${flat} so far: ${levelsOf(data, flat)[0]}`);
  const table = tableOf(data, factors, leftOut);
  if (table.names.length < 2)
    return none(`${table.names.length} of the two people with all runs that are needed at least`);
  return {
    effects: withinEffects(table, factors),
    cells,
    subjects: table.names.length,
    leftOut,
    fault: null,
  };
}

/** Analysis of variance over cells of equal size, every value on its own: how the article's figures come about. */
export function pooledAnova(data: readonly Observation[], factors: readonly string[]): Analysis {
  const within = withinAnova(data, factors);
  if (within.fault) return within;
  const cells = cellsOf(data, factors);
  const table = tableOf(data, factors, []);
  const n = table.names.length;
  const error = sum(
    cells.map((_, k) => {
      const [i, j] = [Math.floor(k / table.values[0][0].length), k % table.values[0][0].length];
      const values = table.values.map((rows) => rows[i][j]);
      return squaresOf(values.map((v) => v - meanOf(values)));
    }),
  );
  const freedom = cells.length * (n - 1);
  const effects = within.effects.map(({ name, squares, freedom: own }) =>
    effectOf(name, squares, own, error, freedom),
  );
  return { ...within, effects };
}

/** The chance of an F at least as large, with so many degrees of freedom. */
export function tailOfF(f: number, freedom: number, errorFreedom: number): number {
  if (Number.isNaN(f)) return Number.NaN;
  if (f === Infinity) return 0;
  return betaShare(errorFreedom / (errorFreedom + freedom * f), errorFreedom / 2, freedom / 2);
}

/** The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22). */
function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean; above it, the other tail does.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a;
  const tiny = 1e-300;
  let [c, d] = [1, 1 - ((a + b) * x) / (a + 1)];
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let all = d;
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = Math.abs(c) < tiny ? tiny : c;
      all *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * all;
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Logarithm of the gamma function for x > 0: Stirling's series, after stepping up to where it is exact. */
function logGamma(x: number): number {
  let [at, less] = [x, 0];
  for (; at < 12; at++) less += Math.log(at);
  const r = 1 / (at * at);
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r / 1188)))) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - less;
}
