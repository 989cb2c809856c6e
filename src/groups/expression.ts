/**
 * Formulas of a scene file: numbers, t, pi, + - * / ^, brackets and some functions. They are read here and never run as code.
 *
 *     sum = product {("+" | "-") product}      product = signed {("*" | "/") signed}
 *     signed = "-" signed | power              power = value ["^" signed]
 *     value = number | t | pi | name "(" sum ")" | "(" sum ")"
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { exp, log, turned } from "../numerics/index.js";
import { checkKeys, shown } from "../options.js";

/** A value by t. */
type Expression = (t: number) => number;

const FUNCTIONS: Readonly<Record<string, (x: number) => number>> = Object.freeze({
  sin: (x: number) => turned(x / (2 * Math.PI))[1],
  cos: (x: number) => turned(x / (2 * Math.PI))[0],
  sqrt: (x: number) => Math.sqrt(x),
  abs: (x: number) => Math.abs(x),
  exp,
  log,
});

const TOKEN = /\s*(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+|[a-z]+|[-+*/^()])/iy;

/** Longer formulas are refused: nobody writes them, and brackets within brackets need room. */
const LONGEST = 1000;

/** Reads one formula. */
class Reader {
  private readonly tokens: string[] = [];
  private next = 0;

  constructor(
    private readonly text: string,
    private readonly where: string,
  ) {
    if (typeof text !== "string")
      throw new InputError(`a formula in t is needed; given: ${shown(text)}`, where);
    if (text.length > LONGEST) throw new InputError(`at most ${LONGEST} characters are allowed`, where);
    TOKEN.lastIndex = 0;
    let end = 0;
    for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
      this.tokens.push(match[1]);
      end = TOKEN.lastIndex;
    }
    if (text.slice(end).trim() !== "") this.fail(text.slice(end).trim());
  }

  read(): Expression {
    const whole = this.sum();
    if (this.next < this.tokens.length) this.fail(this.tokens[this.next]);
    return whole;
  }

  private fail(at: string | undefined): never {
    const known = `numbers, t, pi, + - * / ^, brackets and ${Object.keys(FUNCTIONS).join(", ")} are known`;
    throw new InputError(
      `${at === undefined ? "it ends too early" : `${shown(at)} is not understood here`}; ${known}; given: ${shown(this.text)}`,
      this.where,
    );
  }

  private takes(...some: string[]): string | null {
    const token = this.tokens[this.next];
    if (token === undefined || !some.includes(token)) return null;
    this.next++;
    return token;
  }

  private sum(): Expression {
    let left = this.product();
    for (let sign = this.takes("+", "-"); sign; sign = this.takes("+", "-")) {
      const [a, b, by] = [left, this.product(), sign === "+" ? 1 : -1];
      left = (t) => a(t) + by * b(t);
    }
    return left;
  }

  private product(): Expression {
    let left = this.signed();
    for (let sign = this.takes("*", "/"); sign; sign = this.takes("*", "/")) {
      const [a, b, isProduct] = [left, this.signed(), sign === "*"];
      left = (t) => (isProduct ? a(t) * b(t) : a(t) / b(t));
    }
    return left;
  }

  private signed(): Expression {
    if (!this.takes("-")) return this.power();
    const of = this.signed();
    return (t) => -of(t);
  }

  private power(): Expression {
    const base = this.value();
    if (!this.takes("^")) return base;
    const raised = this.signed();
    return (t) => powerOf(base(t), raised(t));
  }

  private value(): Expression {
    const token = this.tokens[this.next++];
    if (token === "(") return this.bracket();
    if (token === "t") return (t) => t;
    if (token === "pi") return () => Math.PI;
    if (token !== undefined && Object.hasOwn(FUNCTIONS, token)) {
      if (!this.takes("(")) this.fail(this.tokens[this.next]);
      const [of, inner] = [FUNCTIONS[token], this.bracket()];
      return (t) => of(inner(t));
    }
    if (token === undefined || !/^[\d.]/.test(token)) this.fail(token);
    const number = Number(token);
    return () => number;
  }

  private bracket(): Expression {
    const inner = this.sum();
    if (!this.takes(")")) this.fail(this.tokens[this.next]);
    return inner;
  }
}

/** x^y; by products for whole y, so that negative x have powers too. */
function powerOf(x: number, y: number): number {
  if (!Number.isInteger(y) || Math.abs(y) > 64) return exp(y * log(x));
  let product = 1;
  for (let k = Math.abs(y); k > 0; k--) product *= x;
  return y < 0 ? 1 / product : product;
}

/** The curve of two formulas in t. @throws InputError for what is no formula */
export function curveOf(
  formula: { readonly x: string; readonly y: string },
  where: string,
): (t: number) => Point {
  checkKeys(formula, ["x", "y"], where, "coordinate");
  const x = new Reader(formula.x, `${where}.x`).read();
  const y = new Reader(formula.y, `${where}.y`).read();
  return (t) => [x(t), y(t)];
}
