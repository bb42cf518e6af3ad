import { agreementOf } from './check-line.js';
import { saysTotal } from './named-lines.js';
import type { NumberTable } from './number-table.js';
import type { ComputedLine, SignedLine } from './operation.js';
import { namesDifference } from './operation-vocabulary.js';
import { SumBeside } from './sum-beside.js';

/** Numbers to look at in one table to tell totals from what profits are taken from. */
const maxSteps = 200_000;

/** Profit is sales less costs: the file's sales are the sum of costs and profit, but profit is what was computed. */
export class Orientation {
  readonly #table: NumberTable;
  readonly #known: ReadonlyMap<number, ComputedLine>;
  readonly #isSetOff: (line: number) => boolean;
  #steps = 0;

  constructor(
    table: NumberTable,
    known: ReadonlyMap<number, ComputedLine>,
    isSetOff: (line: number) => boolean,
  ) {
    this.#table = table;
    this.#known = known;
    this.#isSetOff = isSetOff;
  }

  /** The sum as it was found, or as the difference that its last part is. */
  of(sum: ComputedLine): ComputedLine {
    const last = sum.parts.at(-1);
    if (last === undefined || last.line <= sum.line || !this.#isResult(last.line, sum.line)) return sum;
    const others = sum.parts.slice(0, -1).map(({ line }): SignedLine => ({ line, sign: -1 }));
    const line: ComputedLine = {
      ...sum,
      line: last.line,
      operation: 'difference',
      parts: [{ line: sum.line, sign: 1 }, ...others],
    };
    return { ...line, across: agreementOf(this.#table, line).records };
  }

  /** Whether a line is what remains of another one above it, by its name or by its look. */
  #isResult(line: number, whole: number): boolean {
    const isTotal = saysTotal(this.#table.label(whole));
    if (namesDifference(this.#table.label(line))) return !isTotal || this.#addsUpAbove(whole);
    if (!this.#isSetOff(line) || isTotal) return false;
    return !this.#isSetOff(whole) || this.#known.get(whole)?.operation === 'difference';
  }

  /** Whether the lines before a total add up to it: `Total sales` after the kinds of sales, and above the costs. */
  #addsUpAbove(total: number): boolean {
    const maySpend = () => {
      this.#steps += this.#table.recordCount;
      return this.#steps < maxSteps;
    };
    return new SumBeside(this.#table, this.#known).find(total, -1, maySpend) !== undefined;
  }
}
