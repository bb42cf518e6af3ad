import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';

/** How the filled cells of a line look, each as a share of them; all 0 in a file without looks. */
interface LineLook {
  bold: number;
  filled: number;
  lineAbove: number;
  lineBelow: number;
  boxed: number;
  centered: number;
  /** Columns of cells that are merged with their neighbours, in the same row and downward. */
  mergedAcross: number;
  mergedDown: number;
  formulas: number;
  /** Formulas such as `SUM(B2:B9)`, whose range stands in their own column. */
  aggregates: number;
  /** Formulas without a result, whose cells are empty. */
  uncomputed: number;
  /** The fill of the first filled cell, and the format of the last number. */
  fill: string | null;
  numberFormat: string;
}

/** Lines looked at for the looks of a whole sheet. */
const sampledLines = 100;

/** The looks of the lines of a sheet, each read when it is first asked for. */
export class LineLooks {
  readonly #grid: CellGrid;
  readonly #lines: readonly LineFacts[];
  readonly #known: (LineLook | undefined)[] = [];
  readonly #merges = new Map<number, CellRange[]>();
  #usual: number[] | undefined;

  constructor(grid: CellGrid, lines: readonly LineFacts[]) {
    this.#grid = grid;
    this.#lines = lines;
    for (const merge of grid.merges) {
      const sameRow = this.#merges.get(merge.top);
      if (sameRow) sameRow.push(merge);
      else this.#merges.set(merge.top, [merge]);
    }
  }

  at(index: number): LineLook | undefined {
    const facts = this.#lines[index];
    if (!facts) return undefined;
    this.#known[index] ??= this.#read(facts);
    return this.#known[index];
  }

  /** Shares of the lines of the sheet that are bold, filled and boxed: a mark on all lines says nothing. */
  usual(): number[] {
    this.#usual ??= this.#readUsual();
    return this.#usual;
  }

  #readUsual(): number[] {
    const stride = Math.max(1, Math.ceil(this.#lines.length / sampledLines));
    const sums = [0, 0, 0];
    let count = 0;
    for (let index = 0; index < this.#lines.length; index += stride) {
      const { bold, filled, boxed } = this.at(index) as LineLook;
      [bold, filled, boxed].forEach((share, at) => {
        sums[at] = (sums[at] as number) + share;
      });
      count++;
    }
    return sums.map((sum) => sum / Math.max(1, count));
  }

  #read({ row, filled: count }: LineFacts): LineLook {
    const look = blankLook();
    let first = true;
    for (let column = 0; column < this.#grid.columnCount; column++) {
      const kind = this.#grid.kind(row, column);
      if (kind === Kind.empty) {
        look.uncomputed += Number(this.#grid.formula(row, column) !== undefined) / count;
        continue;
      }
      const { bold, fill, borders, align, numberFormat } = this.#grid.style(row, column);
      if (first) look.fill = fill;
      first = false;
      if (kind === Kind.number) look.numberFormat = numberFormat;
      look.bold += Number(bold) / count;
      look.filled += Number(fill !== null) / count;
      look.lineAbove += Number(borders.top !== null) / count;
      look.lineBelow += Number(borders.bottom !== null) / count;
      look.boxed += Number(borders.left !== null || borders.right !== null) / count;
      look.centered += Number(align === 'center' || align === 'centerContinuous') / count;
      const formula = this.#grid.formula(row, column);
      if (formula === undefined) continue;
      look.formulas += 1 / count;
      look.aggregates += Number(isAggregate(formula)) / count;
    }
    for (const { left, right, top, bottom } of this.#merges.get(row) ?? []) {
      if (right > left) look.mergedAcross += (right - left + 1) / count;
      if (bottom > top) look.mergedDown += (right - left + 1) / count;
    }
    return look;
  }
}

/** `SUM(B2:B9)`, `SUBTOTAL(9,C3:C8)`, `B4+B7+B9`: of cells in one column. */
function isAggregate(formula: string): boolean {
  const columns = new Set<string>();
  let cells = 0;
  for (const [, letters = ''] of formula.matchAll(/\$?\b([A-Z]{1,3})\$?\d+\b/g)) {
    columns.add(letters);
    cells++;
  }
  return cells >= 2 && columns.size === 1;
}

/**
 * The look of a line, how it differs from the lines above and below it, and how common such looks are in the
 * sheet.
 */
export function lookFeatures(looks: LineLooks, index: number): number[] {
  const own = looks.at(index) as LineLook;
  return [
    own.bold,
    own.filled,
    own.lineAbove,
    own.lineBelow,
    own.boxed,
    own.centered,
    own.mergedAcross,
    own.mergedDown,
    own.formulas,
    own.aggregates,
    own.uncomputed,
    ...differences(own, looks.at(index - 1)),
    ...differences(own, looks.at(index + 1)),
    ...looks.usual(),
  ];
}

function differences(own: LineLook, other: LineLook | undefined): number[] {
  if (!other) return [0, 0, 0, 0, 0, 0, 0, 0];
  return [
    own.bold - other.bold,
    own.filled - other.filled,
    own.boxed - other.boxed,
    own.lineBelow - other.lineBelow,
    own.centered - other.centered,
    own.formulas - other.formulas,
    Number(own.fill === other.fill),
    own.numberFormat !== '' && other.numberFormat !== ''
      ? Number(own.numberFormat === other.numberFormat)
      : 0,
  ];
}

function blankLook(): LineLook {
  return {
    bold: 0,
    filled: 0,
    lineAbove: 0,
    lineBelow: 0,
    boxed: 0,
    centered: 0,
    mergedAcross: 0,
    mergedDown: 0,
    formulas: 0,
    aggregates: 0,
    uncomputed: 0,
    fill: null,
    numberFormat: '',
  };
}
