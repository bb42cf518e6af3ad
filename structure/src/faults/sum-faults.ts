import { cellAddress } from '@workbook-data-service/sheets/addresses';
import { CellKind, type CellRange, type Sheet, textIndexAt } from '@workbook-data-service/sheets/grid';
import { readFormulaOperation } from '../arithmetic/formula-operation.js';
import { readNumber } from '../values/read-number.js';

/** A longer sum is not walked through cell by cell. */
const MAX_SUMMED = 10_000;
/** Sums of a sheet that share their cells, such as running ones, are walked through up to this many cells together. */
const MAX_WALKED = 5_000_000;
const MAX_NAMED = 5;

interface SumFault {
  /** Numbers between the sum and what it adds, or before them where the sum beside it begins earlier. */
  omitted?: string | undefined;
  /** Cells of the sum that are texts of numbers, which a sum passes over. */
  texts?: string | undefined;
}

/** What is wrong with formulas that add up one range of their sheet. */
export class SumFaults {
  #walked = 0;

  constructor(private readonly sheet: Sheet) {}

  at(row: number, column: number): SumFault {
    const formula = this.sheet.columns[column]?.formulas.get(row) ?? '';
    const range = summedRange(formula);
    if (!range) return {};
    const cells = (range.bottom - range.top + 1) * (range.right - range.left + 1);
    if (cells > MAX_SUMMED || this.#walked + cells > MAX_WALKED) return {};
    this.#walked += cells;
    return {
      omitted: this.#omitted(range, row, column) ?? this.#begunLate(range, row, column),
      texts: this.#texts(range),
    };
  }

  /** A total below its column, or right of its row, that stops before the last numbers. */
  #omitted({ top, left, bottom, right }: CellRange, row: number, column: number): string | undefined {
    if (left === right && left === column && bottom > top && bottom < row - 1)
      return this.#run(bottom + 1, row - 1, (at) => [at, column]);
    if (top === bottom && top === row && right > left && right < column - 1)
      return this.#run(right + 1, column - 1, (at) => [row, at]);
    return undefined;
  }

  /** A total below its column whose neighbour begins higher up, where both columns have numbers. */
  #begunLate({ top, left, bottom, right }: CellRange, row: number, column: number): string | undefined {
    if (left !== right || left !== column || bottom >= row) return undefined;
    const earliest = [column - 1, column + 1]
      .map((beside) => summedRange(this.sheet.columns[beside]?.formulas.get(row) ?? '', beside))
      .filter((range) => range !== undefined && range.bottom === bottom && range.top < top)
      .reduce((least, range) => Math.min(least, range?.top ?? least), top);
    return earliest < top ? this.#run(earliest, top - 1, (at) => [at, column]) : undefined;
  }

  /** Named if every cell of the run is a plain number: a formula may be a subtotal, and a gap ends a block. */
  #run(from: number, to: number, cell: (at: number) => [row: number, column: number]): string | undefined {
    if (to - from > MAX_SUMMED) return undefined;
    for (let at = from; at <= to; at++) {
      const [row, column] = cell(at);
      if (this.#kind(row, column) !== CellKind.number) return undefined;
      if (this.sheet.columns[column]?.formulas.has(row)) return undefined;
    }
    const ends = [...new Set([from, to])].map((at) => addressOf(...cell(at)));
    return ends.join(':');
  }

  #texts({ top, left, bottom, right }: CellRange): string | undefined {
    const found: string[] = [];
    let numbers = 0;
    for (let column = left; column <= right; column++)
      for (let row = top; row <= bottom; row++) {
        const kind = this.#kind(row, column);
        if (kind === CellKind.number) numbers++;
        if (kind === CellKind.text && !Number.isNaN(readNumber(this.#text(row, column))))
          found.push(addressOf(row, column));
      }
    if (found.length === 0 || numbers === 0) return undefined;
    const more = found.length - MAX_NAMED;
    return found.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  }

  #kind(row: number, column: number): number {
    const cells = this.sheet.columns[column];
    return cells?.kinds[row - cells.firstRow] ?? CellKind.empty;
  }

  #text(row: number, column: number): string {
    const cells = this.sheet.columns[column];
    return (cells && this.sheet.texts.at(textIndexAt(cells.values, row - cells.firstRow))) ?? '';
  }
}

/** The one range that a formula adds up, of one column where that is given. */
function summedRange(formula: string, column?: number): CellRange | undefined {
  if (!/SUM|SUBTOTAL/i.test(formula)) return undefined;
  const operation = readFormulaOperation(formula);
  const [term, ...others] = operation?.terms ?? [];
  if (operation?.kind !== 'sum' || !term || others.length > 0) return undefined;
  const { range } = term;
  return column === undefined || (range.left === column && range.right === column) ? range : undefined;
}

const addressOf = (row: number, column: number) => cellAddress(row + 1, column);
