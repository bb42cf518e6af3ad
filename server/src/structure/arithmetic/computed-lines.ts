import type { CellRange } from '../../grid/grid.js';
import type { CellGrid } from '../cell-grid.js';
import { agreementOf } from './check-line.js';
import { findSums } from './find-sums.js';
import { type FormulaOperations, formulaLines } from './formula-lines.js';
import { type FormulaOperation, readFormulaOperation } from './formula-operation.js';
import { namesDifference } from './label-words.js';
import { namedLines, saysTotal } from './named-lines.js';
import { type Direction, NumberTable } from './number-table.js';
import type { ComputedLine, SignedLine } from './operation.js';

/** The numbers of a table: its rows below the header, and the columns with its values. */
export interface TableBody {
  range: CellRange;
  rowLabel(row: number): string;
  columnLabel(column: number): string;
}

/** Formulas to read in one table; a long list is not read to its end. */
const mostFormulas = 20_000;

/**
 * The rows and columns of a table that are computed from others, each with its operation and its parts, from
 * the strongest evidence to the weakest: formulas of the file, names whose numbers confirm them, and sums that
 * are no coincidence. Rows and columns are those of the sheet.
 */
export function computedLines(
  grid: CellGrid,
  body: TableBody,
): { rows: ComputedLine[]; columns: ComputedLine[]; operationAt: FormulaOperations } {
  const operationAt = formulaReader(grid);
  return {
    rows: linesOf(grid, body.range, 'down', body.rowLabel, operationAt),
    columns: linesOf(grid, body.range, 'across', body.columnLabel, operationAt),
    operationAt,
  };
}

/**
 * The computed rows alone. `operation` tells a total from a profit (`difference`), an average and a ratio; a sum
 * whose parts are below it heads them, and one whose parts are above it closes them.
 */
export function computedRows(grid: CellGrid, body: TableBody): ComputedLine[] {
  return linesOf(grid, body.range, 'down', body.rowLabel, formulaReader(grid));
}

export function computedColumns(grid: CellGrid, body: TableBody): ComputedLine[] {
  return linesOf(grid, body.range, 'across', body.columnLabel, formulaReader(grid));
}

function linesOf(
  grid: CellGrid,
  range: CellRange,
  direction: Direction,
  labelOf: (line: number) => string,
  operationAt: FormulaOperations,
): ComputedLine[] {
  const [first, firstRecord] = direction === 'down' ? [range.top, range.left] : [range.left, range.top];
  const table = new NumberTable(grid, direction, range, labelOf);
  const known = new Map<number, ComputedLine>();
  const keep = (line: ComputedLine) => {
    if (!known.has(line.line)) known.set(line.line, line);
  };
  for (const line of formulaLines(grid, operationAt, direction, range)) {
    const inTable = shifted(line, -first, -firstRecord);
    if (inTable.parts.every((part) => part.line >= 0 && part.line < table.fieldCount)) keep(inTable);
  }
  // Where totals are formulas, a number that is none was not computed.
  if (known.size === 0) for (const sum of findSums(table)) keep(oriented(table, sum));
  for (const line of namedLines(table, known)) keep(line);
  return [...known.values()].map((line) => shifted(line, first, firstRecord)).sort((a, b) => a.line - b.line);
}

/** Profit is sales less costs: the file's sales are the sum of costs and profit, but profit is what was computed. */
function oriented(table: NumberTable, sum: ComputedLine): ComputedLine {
  const last = sum.parts.at(-1);
  const isDifference =
    last !== undefined &&
    last.line > sum.line &&
    namesDifference(table.label(last.line)) &&
    !saysTotal(table.label(sum.line));
  if (!isDifference) return sum;
  const others = sum.parts.slice(0, -1).map(({ line }): SignedLine => ({ line, sign: -1 }));
  const line: ComputedLine = {
    ...sum,
    line: last.line,
    operation: 'difference',
    parts: [{ line: sum.line, sign: 1 }, ...others],
  };
  return { ...line, across: agreementOf(table, line).records };
}

/** Each formula is read once, though both directions ask for it. */
function formulaReader(grid: CellGrid): FormulaOperations {
  const known = new Map<number, FormulaOperation | undefined>();
  return (row, column) => {
    const place = row * grid.columnCount + column;
    if (known.has(place)) return known.get(place);
    const formula = known.size < mostFormulas ? grid.formula(row, column) : undefined;
    if (formula === undefined) return undefined;
    const operation = readFormulaOperation(formula);
    known.set(place, operation);
    return operation;
  };
}

function shifted(line: ComputedLine, by: number, recordsBy: number): ComputedLine {
  const { ratio } = line;
  return {
    ...line,
    line: line.line + by,
    parts: line.parts.map((part) => ({ ...part, line: part.line + by })),
    across: line.across.map((record) => record + recordsBy),
    ...(ratio?.shareOf === undefined ? {} : { ratio: { ...ratio, shareOf: ratio.shareOf + recordsBy } }),
  };
}
