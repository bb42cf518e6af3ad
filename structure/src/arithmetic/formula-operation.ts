import { columnIndex } from '@workbook-data-service/sheets/addresses';
import type { CellRange } from '@workbook-data-service/sheets/grid';

export interface FormulaTerm {
  range: CellRange;
  sign: 1 | -1;
}

/** A formula that only adds, subtracts, averages or divides cells of its own sheet. */
export interface FormulaOperation {
  kind: 'sum' | 'average' | 'ratio';
  terms: FormulaTerm[];
  /** For a ratio. */
  divisor: FormulaTerm[];
  factor: number;
  /** Whether one is subtracted from the ratio, so that it is a change. */
  lessOne: boolean;
  /** Whether it passes over the cells that are subtotals themselves. */
  isSubtotal: boolean;
}

const longestFormula = 1000;
const deepest = 12;

const token =
  /\s*(?:(\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?)(?![\w(!.])|(\d+(?:\.\d+)?)|([A-Z][A-Z0-9.]*)\(|([-+*/%(),;=<>])|("[^"]*"))/iy;

/** Undefined for every other formula. */
export function readFormulaOperation(formula: string): FormulaOperation | undefined {
  if (formula.length > longestFormula) return undefined;
  const tokens = tokensOf(formula.replace(/^=/, ''));
  if (!tokens) return undefined;
  const parser = new Parser(tokens);
  const value = parser.expression(0);
  if (!value || value.kind === 'number' || !parser.isAtEnd()) return undefined;
  return value.kind === 'sum' && (value.factor !== 1 || isCopy(value)) ? undefined : value;
}

/** `=B5` repeats a number, it does not compute one. */
function isCopy({ terms: [first, ...others] }: FormulaOperation): boolean {
  const { top, left, bottom, right } = first?.range ?? { top: 0, left: 0, bottom: 0, right: 0 };
  return others.length === 0 && top === bottom && left === right;
}

type Token =
  | { kind: 'cells'; range: CellRange }
  | { kind: 'number'; value: number }
  | { kind: 'call'; name: string }
  | { kind: 'sign'; sign: string }
  | { kind: 'text' };

function tokensOf(formula: string): Token[] | undefined {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  const text = formula.trimEnd();
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return undefined;
    const [, cells, number, call, sign] = match;
    if (cells) tokens.push({ kind: 'cells', range: rangeOf(cells) });
    else if (number) tokens.push({ kind: 'number', value: Number(number) });
    else if (call) tokens.push({ kind: 'call', name: call.toUpperCase() });
    else if (sign) tokens.push({ kind: 'sign', sign });
    else tokens.push({ kind: 'text' });
  }
  return tokens;
}

function rangeOf(text: string): CellRange {
  const corners = text.split(':').map((corner) => {
    const [, letters = '', digits = ''] = /\$?([A-Z]+)\$?(\d+)/i.exec(corner) ?? [];
    return { row: Number(digits) - 1, column: columnIndex(letters) };
  });
  const rows = corners.map(({ row }) => row);
  const columns = corners.map(({ column }) => column);
  return {
    top: Math.min(...rows),
    left: Math.min(...columns),
    bottom: Math.max(...rows),
    right: Math.max(...columns),
  };
}

type Value = FormulaOperation | { kind: 'number'; value: number };

/** Functions that only change how the value of their first argument is shown. */
const wrappers = new Set(['ROUND', 'ROUNDUP', 'ROUNDDOWN', 'TRUNC', 'INT', 'IFERROR', 'N']);
const subtotals: Record<number, 'sum' | 'average'> = { 1: 'average', 101: 'average', 9: 'sum', 109: 'sum' };

/** Each method returns undefined as soon as the formula is none of these. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  expression(depth: number): Value | undefined {
    if (depth > deepest) return undefined;
    let sign: 1 | -1 = this.#take('-') ? -1 : 1;
    if (sign === 1) this.#take('+');
    let sum: Value | undefined;
    do {
      const term = this.#product(depth);
      if (!term) return undefined;
      sum = sum ? add(sum, term, sign) : sign === 1 ? term : negated(term);
      sign = this.#peek('-') ? -1 : 1;
    } while (sum && (this.#take('-') || this.#take('+')));
    return sum;
  }

  #product(depth: number): Value | undefined {
    let product = this.#operand(depth);
    while (product && (this.#peek('*') || this.#peek('/'))) {
      const divides = this.#take('/');
      if (!divides) this.#take('*');
      const other = this.#operand(depth);
      product = other && (divides ? divide(product, other) : multiply(product, other));
    }
    return product;
  }

  #operand(depth: number): Value | undefined {
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'cells') {
      const { top, left, bottom, right } = token.range;
      return top === bottom && left === right ? sumOf([{ range: token.range, sign: 1 }]) : undefined;
    }
    if (token?.kind === 'number')
      return { kind: 'number', value: this.#take('%') ? token.value / 100 : token.value };
    if (token?.kind === 'call') return this.#call(token.name, depth);
    if (token?.kind !== 'sign' || token.sign !== '(') return undefined;
    const inner = this.expression(depth + 1);
    return this.#take(')') ? inner : undefined;
  }

  #call(name: string, depth: number): Value | undefined {
    if (wrappers.has(name)) {
      const inner = this.expression(depth + 1);
      return this.#skipToEnd() ? inner : undefined;
    }
    if (name === 'IF') return this.#choice(depth);
    if (name === 'SUM') return this.#aggregate('sum', false, depth);
    if (name === 'AVERAGE') return this.#aggregate('average', false, depth);
    const code = this.#tokens[this.#at];
    if (name !== 'SUBTOTAL' || code?.kind !== 'number') return undefined;
    this.#at++;
    const kind = subtotals[code.value];
    return kind && this.#takeComma() ? this.#aggregate(kind, true, depth) : undefined;
  }

  /** `IF(B4=0,"",C4/B4)` is C4/B4 wherever that can be computed. */
  #choice(depth: number): Value | undefined {
    const branches: Value[] = [];
    this.#skipArgument();
    while (this.#takeComma()) {
      const isText = this.#tokens[this.#at]?.kind === 'text';
      const branch = isText ? undefined : this.expression(depth + 1);
      if (isText) this.#at++;
      else if (!branch) return undefined;
      else if (branch.kind !== 'number') branches.push(branch);
    }
    return this.#take(')') && branches.length === 1 ? branches[0] : undefined;
  }

  #aggregate(kind: 'sum' | 'average', isSubtotal: boolean, depth: number): Value | undefined {
    const terms: FormulaTerm[] = [];
    do {
      const token = this.#tokens[this.#at];
      const next = this.#tokens[this.#at + 1];
      if (token?.kind === 'cells' && next?.kind === 'sign' && /[),;]/.test(next.sign)) {
        terms.push({ range: token.range, sign: 1 });
        this.#at++;
        continue;
      }
      const inner = kind === 'sum' ? this.expression(depth + 1) : undefined;
      if (inner?.kind !== 'sum' || inner.factor !== 1) return undefined;
      terms.push(...inner.terms);
    } while (this.#takeComma());
    return this.#take(')') ? { ...sumOf(terms), kind, isSubtotal } : undefined;
  }

  #peek(sign: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' && token.sign === sign;
  }

  #take(sign: string): boolean {
    const found = this.#peek(sign);
    if (found) this.#at++;
    return found;
  }

  #takeComma(): boolean {
    return this.#take(',') || this.#take(';');
  }

  /** Past the parenthesis that closes the call. */
  #skipToEnd(): boolean {
    do this.#skipArgument();
    while (this.#takeComma());
    return this.#take(')');
  }

  #skipArgument(): void {
    for (let open = 0; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at];
      if (open === 0 && token?.kind === 'sign' && /[),;]/.test(token.sign)) return;
      if (token?.kind === 'call' || (token?.kind === 'sign' && token.sign === '(')) open++;
      if (token?.kind === 'sign' && token.sign === ')') open--;
    }
  }
}

function sumOf(terms: FormulaTerm[]): FormulaOperation {
  return { kind: 'sum', terms, divisor: [], factor: 1, lessOne: false, isSubtotal: false };
}

const opposite = ({ range, sign }: FormulaTerm): FormulaTerm => ({ range, sign: sign === 1 ? -1 : 1 });

function negated(value: Value): Value | undefined {
  if (value.kind === 'number') return { kind: 'number', value: -value.value };
  return value.kind === 'sum' ? { ...value, terms: value.terms.map(opposite) } : undefined;
}

function add(left: Value, right: Value, sign: 1 | -1): Value | undefined {
  if (left.kind === 'sum' && right.kind === 'sum' && left.factor === 1 && right.factor === 1)
    return sumOf([...left.terms, ...(sign === 1 ? right.terms : right.terms.map(opposite))]);
  const isChange = left.kind === 'ratio' && right.kind === 'number' && right.value === 1 && sign === -1;
  return isChange && left.factor === 1 ? { ...left, lessOne: true } : undefined;
}

function multiply(left: Value, right: Value): Value | undefined {
  if (left.kind === 'number')
    return right.kind === 'number'
      ? { kind: 'number', value: left.value * right.value }
      : multiply(right, left);
  if (right.kind !== 'number' || left.kind === 'average') return undefined;
  return { ...left, factor: left.factor * right.value };
}

function divide(left: Value, right: Value): Value | undefined {
  if (left.kind !== 'sum') return undefined;
  if (right.kind === 'number') {
    const isMean = left.factor === 1 && right.value > 1 && cellsOf(left.terms) === right.value;
    return isMean && left.terms.every(({ sign }) => sign === 1) ? { ...left, kind: 'average' } : undefined;
  }
  if (right.kind !== 'sum') return undefined;
  return { ...left, kind: 'ratio', divisor: right.terms, factor: left.factor / right.factor };
}

const cellsOf = (terms: readonly FormulaTerm[]) =>
  terms.reduce((sum, { range }) => sum + (range.bottom - range.top + 1) * (range.right - range.left + 1), 0);
