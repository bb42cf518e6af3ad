import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import { namesRatio } from '../total-vocabulary.js';
import { type Effort, findSums, quick, thorough } from './find-sums.js';
import { type FormulaOperations, formulaLines } from './formula-lines.js';
import { type FormulaOperation, readFormulaOperation } from './formula-operation.js';
import { namedLines } from './named-lines.js';
import { type Direction, NumberTable } from './number-table.js';
import type { ComputedLine } from './operation.js';
import { Orientation } from './orientation.js';

/** The numbers of a table: its rows below the header, and the columns with its values. */
export interface TableBody {
  range: CellRange;
  rowLabel(row: number): string;
  columnLabel(column: number): string;
  /** Whether a row is set off from most others, as totals and profits are. */
  standsOut?(row: number): boolean;
}

/** Formulas to read in one table; a long list is not read to its end. */
const maxFormulas = 20_000;

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
  const search = { operationAt, effort: thorough };
  return { rows: rowsOf(grid, body, search), columns: columnsOf(grid, body, search), operationAt };
}

/**
 * The computed rows alone. `operation` tells a total from a profit (`difference`), an average and a ratio; a sum
 * whose parts are below it heads them, and one whose parts are above it closes them.
 */
export function computedRows(grid: CellGrid, body: TableBody): ComputedLine[] {
  return rowsOf(grid, body, { operationAt: formulaReader(grid), effort: quick });
}

export function computedColumns(grid: CellGrid, body: TableBody): ComputedLine[] {
  return columnsOf(grid, body, { operationAt: formulaReader(grid), effort: quick });
}

/** How lines are called, and which of them are set off. */
interface LineSigns {
  labelOf(line: number): string;
  standsOut(line: number): boolean;
  /** The columns whose numbers say nothing about rows, or the reverse. */
  leftOut: ReadonlySet<number>;
}

interface LineSearch {
  operationAt: FormulaOperations;
  effort: Effort;
}

function rowsOf(grid: CellGrid, { range, ...body }: TableBody, search: LineSearch) {
  const standsOut = (row: number) => body.standsOut?.(row) ?? false;
  const ratios = ratioColumns(range, body.columnLabel);
  return linesOf(grid, range, 'down', { labelOf: body.rowLabel, standsOut, leftOut: ratios }, search);
}

/** The columns with percentages and averages beside as many others: no total adds them. */
function ratioColumns({ left, right }: CellRange, labelOf: (column: number) => string): Set<number> {
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at);
  const ratios = columns.filter((column) => namesRatio(labelOf(column)));
  return new Set(2 * ratios.length <= columns.length ? ratios : []);
}

function columnsOf(grid: CellGrid, { range, columnLabel }: TableBody, search: LineSearch) {
  return linesOf(
    grid,
    range,
    'across',
    { labelOf: columnLabel, standsOut: () => false, leftOut: new Set() },
    search,
  );
}

function linesOf(
  grid: CellGrid,
  range: CellRange,
  direction: Direction,
  { labelOf, standsOut, leftOut }: LineSigns,
  { operationAt, effort }: LineSearch,
): ComputedLine[] {
  const [first, firstRecord] = direction === 'down' ? [range.top, range.left] : [range.left, range.top];
  const table = new NumberTable(grid, direction, range, labelOf, leftOut);
  const known = new Map<number, ComputedLine>();
  const keep = (line: ComputedLine) => {
    if (!known.has(line.line)) known.set(line.line, line);
  };
  for (const line of formulaLines(grid, operationAt, direction, range)) {
    const inTable = shifted(line, -first, -firstRecord);
    if (inTable.parts.every((part) => part.line >= 0 && part.line < table.fieldCount)) keep(inTable);
  }
  // Where totals are formulas, a number that is none was not computed.
  if (known.size === 0) {
    const isSetOff = (line: number) => standsOut(first + line);
    const sums = findSums(table, effort).sort((a, b) => a.line - b.line);
    const orientation = new Orientation(table, known, isSetOff);
    for (const sum of sums) keep(orientation.of(sum));
  }
  for (const line of namedLines(table, known)) keep(line);
  return [...known.values()].map((line) => shifted(line, first, firstRecord)).sort((a, b) => a.line - b.line);
}

/** Each formula is read once, though both directions ask for it. */
function formulaReader(grid: CellGrid): FormulaOperations {
  const known = new Map<number, FormulaOperation | undefined>();
  return (row, column) => {
    const place = row * grid.columnCount + column;
    if (known.has(place)) return known.get(place);
    const formula = known.size < maxFormulas ? grid.formula(row, column) : undefined;
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
