import type { DateSystem } from '../core/date-serials.js';
import { isDateSerial } from '../core/date-serials.js';
import { isError, type Scalar } from '../formula/formula-values.js';
import { isDateFormat } from '../grid/format-kind.js';
import { CellKind, type DefinedName, type GridColumn, type Sheet } from '../grid/grid.js';
import { cellKey } from './cell-key.js';
import { SheetCalculator } from './sheet-calculator.js';
import { WorkbookReferences } from './workbook-references.js';

/**
 * Computes the formulas that a file has without their results, as programs write them that do not compute.
 * Those that cannot be computed stay empty (see `uncomputedRows`).
 */
export function computeResults(sheets: Sheet[], definedNames: readonly DefinedName[] = []): Sheet[] {
  const isComputed = sheets.every(({ columns }) =>
    columns.every((cells) => !cells || uncomputedRows(cells).length === 0),
  );
  if (isComputed) return sheets;
  const calculator = new SheetCalculator(sheets, new WorkbookReferences(sheets, definedNames));
  const results = sheets.map((sheet, number) =>
    resultsOf(sheet, (row, column) => calculator.resultOf(cellKey(number, row, column))),
  );
  // Only now: until then an empty cell is one whose formula is still to be computed.
  return sheets.map((sheet, number) => written(sheet, results[number] ?? []));
}

/** The rows of formulas without a result. */
export function uncomputedRows({ formulas, firstRow, kinds }: GridColumn): number[] {
  const rows: number[] = [];
  for (const row of formulas.keys()) if (kinds[row - firstRow] === CellKind.empty) rows.push(row);
  return rows;
}

interface CellResult {
  cells: GridColumn;
  row: number;
  value: Scalar;
}

function resultsOf(
  sheet: Sheet,
  resultAt: (row: number, column: number) => Scalar | undefined,
): CellResult[] {
  const results: CellResult[] = [];
  for (const [column, cells] of sheet.columns.entries()) {
    for (const row of cells ? uncomputedRows(cells) : []) {
      const value = resultAt(row, column);
      if (cells && value !== undefined) results.push({ cells, row, value });
    }
  }
  return results;
}

/** The sheet with the results in their cells. */
function written(sheet: Sheet, results: readonly CellResult[]): Sheet {
  const added: string[] = [];
  for (const { cells, row, value } of results) {
    const slot = row - cells.firstRow;
    const format = sheet.styles[cells.styles?.[slot] ?? 0]?.numberFormat ?? 'General';
    const text = isError(value) ? value.code : typeof value === 'string' ? value : undefined;
    cells.kinds[slot] = kindOf(value, format, sheet.dateSystem);
    cells.values[slot] = text === undefined ? Number(value) : firstAdded + added.push(text) - 1;
  }
  if (added.length === 0) return sheet;
  const { texts } = sheet;
  return {
    ...sheet,
    texts: {
      at: (index) => (index < firstAdded ? texts.at(index) : added[index - firstAdded]),
      sharedCount: texts.sharedCount,
    },
  };
}

/** No file has as many texts, so results that are texts can be numbered from here. */
const firstAdded = 2 ** 40;

function kindOf(value: Scalar, format: string, system: DateSystem): number {
  if (isError(value)) return CellKind.error;
  if (typeof value === 'string') return CellKind.text;
  if (typeof value === 'boolean') return CellKind.boolean;
  return isDateFormat(format) && isDateSerial(Number(value), system) ? CellKind.date : CellKind.number;
}
