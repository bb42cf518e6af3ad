import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import { WorkbookReferences } from '@workbook-data-service/sheets';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import { sheetTokensOf } from '@workbook-data-service/sheets/formula';
import { CellKind, type Sheet } from '@workbook-data-service/sheets/grid';
import { namesResult, namesStatistic, readNumber } from '@workbook-data-service/structure/values';
import type { HeadingRow } from './find-heading-row.js';
import type { PlacedColumns } from './place-columns.js';

/** They sum up a column by themselves; `MAX(A2:A9)+1` may just as well number a new row. */
const summing = new Set(['SUM', 'SUBTOTAL', 'AGGREGATE', 'AVERAGE', 'AVERAGEA', 'MEDIAN', 'ROUND']);
/** Nothing but the word for a total, so that no number has to confirm it: no company is called so. */
const bareTotal =
  /^(?:(?:sub|grand)[\s-]*)?totals?\W*$|^(?:総?合計|小計|中計|総計|累計|通計|計|総数|総額)(?:金額|数量|件数|人数|時間|額|数)?$/i;
/** Cells are sums of doubles. */
const ROUNDING = 1e-9;

/**
 * The rows of a returned table that sum up others, as structuring would take them: formulas over their column below the
 * data, and rows that are called a total or have no name and add up. Only rows without an id are asked.
 */
export function totalRows(
  file: SpreadsheetFile,
  heading: HeadingRow,
  placed: PlacedColumns,
  asked: readonly number[],
  records: readonly number[],
): Set<number> {
  if (asked.length === 0) return new Set();
  const rows = new AskedRows(file, heading, placed, records);
  const totals = new Set<number>();
  for (const row of asked) if (rows.isTotal(row, totals)) totals.add(row);
  return totals;
}

class AskedRows {
  readonly #sheet: Sheet;
  readonly #sheetNumber: number;
  readonly #headingRow: number;
  readonly #references: WorkbookReferences;
  readonly #columns: { index: number; cells: ColumnReader }[];
  readonly #records: readonly number[];
  /** The names of rows that have an id: a table may have records that are called `Total`. */
  #recordNames: Set<string> | undefined;

  constructor(
    file: SpreadsheetFile,
    { sheet, row }: HeadingRow,
    placed: PlacedColumns,
    records: readonly number[],
  ) {
    this.#sheet = sheet;
    this.#sheetNumber = file.sheets.indexOf(sheet);
    this.#headingRow = row;
    this.#references = new WorkbookReferences(file.sheets, file.definedNames);
    this.#columns = placed.columns.map(({ index }) => ({
      index,
      cells: new ColumnReader(sheet, sheet.columns[index] ?? null),
    }));
    this.#records = records;
  }

  isTotal(row: number, totals: ReadonlySet<number>): boolean {
    const label = this.#labelOf(row);
    const isNamed = label !== undefined && (namesResult(label) || namesStatistic(label));
    if (isNamed && this.#isNameOfRecord(label)) return false;
    if (isNamed && bareTotal.test(plainLabel(label))) return true;
    const formulas = this.#formulasOf(row);
    if (formulas.length > 0) {
      const isOver = formulas.map(({ formula, index }) => this.#isOver(formula, row, index, isNamed, totals));
      if (isOver.includes(true)) return isNamed || (!isOver.includes(false) && this.#hasNoFigure(row));
    }
    return (isNamed || label === undefined) && this.#addsUp(row, totals);
  }

  /** The first text of a row. */
  #labelOf(row: number): string | undefined {
    for (const { cells } of this.#columns) {
      if (cells.kind(row) !== CellKind.text || cells.isBlank(row)) continue;
      const text = cells.text(row).trim();
      if (Number.isNaN(readNumber(text))) return text;
    }
    return undefined;
  }

  #isNameOfRecord(label: string): boolean {
    this.#recordNames ??= new Set(this.#records.map((row) => plainLabel(this.#labelOf(row) ?? '')));
    return this.#recordNames.has(plainLabel(label));
  }

  #formulasOf(row: number): { formula: string; index: number }[] {
    return this.#columns.flatMap(({ index, cells }) => {
      const formula = cells.column?.formulas.get(row);
      return formula === undefined ? [] : [{ formula, index }];
    });
  }

  /** Whether a formula sums up its column or computes with rows that do; undefined if it only looks at its own row. */
  #isOver(
    formula: string,
    row: number,
    column: number,
    isNamed: boolean,
    totals: ReadonlySet<number>,
  ): boolean | undefined {
    const at = { sheet: this.#sheetNumber, row, column };
    const { references } = this.#references.resolve(formula, at);
    const own = references.filter(({ sheet }) => sheet === at.sheet);
    if (own.length === 0) return false;
    if (own.every(({ top, bottom }) => top === row && bottom === row)) return undefined;
    if (own.every(({ top, bottom }) => top === bottom && (top === row || totals.has(top)))) return true;
    const inColumn = own.filter(({ left, right }) => left <= column && column <= right);
    const count = inColumn.reduce((sum, { top, bottom }) => sum + this.#rowsBetween(top, bottom), 0);
    if (count < 2) return false;
    return isNamed || this.#isSummingCall(formula);
  }

  /** `SUM(C2:C31)`, `ROUND(AVERAGE(C2:C31),1)`, and not `COUNT(A2:A31)+1`. */
  #isSummingCall(formula: string): boolean {
    const tokens = sheetTokensOf(formula).filter(({ text }) => text.trim() !== '');
    const names = tokens.flatMap((token) => (token.kind === 'function' ? [token.name] : []));
    return (
      tokens[0]?.kind === 'function' && names.every((name) => summing.has(name)) && formula.endsWith(')')
    );
  }

  #rowsBetween(top: number, bottom: number): number {
    return Math.max(0, Math.min(bottom, this.#sheet.rowCount - 1) - Math.max(top, this.#headingRow + 1) + 1);
  }

  /** Whether every cell of a row that is no formula is text. */
  #hasNoFigure(row: number): boolean {
    return this.#columns.every(({ cells }) => {
      if (cells.column?.formulas.has(row) || cells.isBlank(row)) return true;
      return cells.kind(row) === CellKind.text && Number.isNaN(readNumber(cells.text(row)));
    });
  }

  /** Whether every number of a row is the sum of at least two above it, of all or of those since the total before. */
  #addsUp(row: number, totals: ReadonlySet<number>): boolean {
    const before = [...totals].filter((total) => total < row).at(-1) ?? this.#headingRow;
    let figures = 0;
    for (const { cells } of this.#columns) {
      const figure = figureOf(cells, row);
      if (Number.isNaN(figure)) continue;
      const isSum = [this.#headingRow, before].some((from) => this.#sumsTo(cells, from, row, figure, totals));
      if (!isSum) return false;
      figures++;
    }
    return figures > 0;
  }

  #sumsTo(
    cells: ColumnReader,
    from: number,
    to: number,
    figure: number,
    totals: ReadonlySet<number>,
  ): boolean {
    let [sum, size, count] = [0, 0, 0];
    for (let row = from + 1; row < to; row++) {
      const part = totals.has(row) ? Number.NaN : figureOf(cells, row);
      if (Number.isNaN(part)) continue;
      sum += part;
      size += Math.abs(part);
      count++;
    }
    return count > 1 && figure !== 0 && Math.abs(sum - figure) <= size * ROUNDING;
  }
}

function figureOf(cells: ColumnReader, row: number): number {
  if (cells.kind(row) === CellKind.number) return cells.number(row);
  return cells.kind(row) === CellKind.text ? readNumber(cells.text(row)) : Number.NaN;
}

/** `合 計（税込）` as `合計`. */
function plainLabel(label: string): string {
  const text = label
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)\s*$/g, '')
    .trim();
  return /\p{Script=Han}/u.test(text) ? text.replaceAll(/\s/g, '') : text.toLowerCase();
}
