/**
 * Functions that engines may round differently, made of + - * / and square roots alone, so that what is drawn with them has the
 * same bits everywhere: exponential, logarithm, turns, and the normal distribution.
 */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** m 2^k, exactly where it is no subnormal; k whole. */
function scaled(m: number, k: number): number {
  let value = m;
  let power = k < 0 ? 0.5 : 2;
  for (let left = k < 0 ? -k : k; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) value *= power;
    power *= power;
  }
  return value;
}

/** e^x; 0 and Infinity beyond -745 and 709. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.78) return Infinity;
  if (x < -745) return 0;
  // x = k ln 2 + r with |r| <= 0.35, in two parts of ln 2 so that r keeps its digits.
  const k = Math.round(x / LN2_HIGH);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 1;
  for (let n = 14; n >= 1; n--) sum = 1 + (r / n) * sum;
  return k > 1000 ? scaled(scaled(sum, 1000), k - 1000) : scaled(sum, k);
}

/** The natural logarithm of x; -Infinity at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0) || x === Infinity) return x === 0 ? -Infinity : x > 0 ? x : Number.NaN;
  // x = m 2^k with m between 0.7 and 1.42.
  let m = x;
  let k = 0;
  for (; m >= 4294967296; k += 32) m /= 4294967296;
  for (; m < 1 / 4294967296; k -= 32) m *= 4294967296;
  for (; m > Math.SQRT2; k++) m /= 2;
  for (; m < Math.SQRT1_2; k--) m *= 2;
  // log m = 2 artanh s = 2 (s + s^3/3 + s^5/5 + ...), |s| < 0.172.
  const s = (m - 1) / (m + 1);
  const s2 = s * s;
  let sum = 0;
  for (let n = 25; n >= 3; n -= 2) sum = s2 * (1 / n + sum);
  return k * LN2_HIGH + (2 * s + (2 * s * sum + k * LN2_LOW));
}

/** Cosine and sine of an angle that is given in turns, each to 1e-15: [1, 0] at 0, [0, 1] at a quarter. */
export function turned(turns: number): readonly [cos: number, sin: number] {
  // The nearest quarter turn, and the rest of at most an eighth, in radians.
  const quarters = Math.round(4 * turns);
  const x = (turns - quarters / 4) * 2 * Math.PI;
  const x2 = x * x;
  let sin = 1;
  let cos = 1;
  for (let n = 19; n >= 3; n -= 2) sin = 1 - (x2 / (n * (n - 1))) * sin;
  for (let n = 18; n >= 2; n -= 2) cos = 1 - (x2 / (n * (n - 1))) * cos;
  sin *= x;
  const quarter = ((quarters % 4) + 4) % 4;
  if (quarter === 1) return [-sin, cos];
  if (quarter === 2) return [-cos, -sin];
  return quarter === 3 ? [sin, -cos] : [cos, sin];
}

/** The share of a standard normal distribution below x, to 1e-14. */
export function normalShare(x: number): number {
  if (x < -8.5) return 0;
  if (x > 8.5) return 1;
  // Marsaglia (2004): 1/2 + density (x + x^3/3 + x^5/(3 5) + ...).
  let term = x;
  let sum = x;
  for (let n = 3; n < 400; n += 2) {
    term *= (x * x) / n;
    const before = sum;
    sum += term;
    if (sum === before) break;
  }
  return 0.5 + 0.3989422804014327 * exp(-0.5 * x * x) * sum;
}

/** Value of a polynomial, highest coefficient first. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (const c of coefficients) sum = sum * x + c;
  return sum;
}

// Wichura (1988), algorithm AS 241, PPND16: the coefficients of his rational functions, highest first.
const MIDDLE = [
  [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1,
  ],
] as const;
const NEAR = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
] as const;
const FAR = [
  [
    2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
  ],
] as const;

const ratio = ([above, below]: readonly [readonly number[], readonly number[]], x: number): number =>
  polynomial(above, x) / polynomial(below, x);

/** The value below which a share p of a standard normal distribution lies, 0 < p < 1; infinite at 0 and 1. */
export function normalQuantile(p: number): number {
  if (p <= 0) return -Infinity;
  if (p >= 1) return Infinity;
  const q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) return q * ratio(MIDDLE, 0.180625 - q * q);
  const r = Math.sqrt(-log(q < 0 ? p : 1 - p));
  const size = r <= 5 ? ratio(NEAR, r - 1.6) : ratio(FAR, r - 5);
  return q < 0 ? -size : size;
}
