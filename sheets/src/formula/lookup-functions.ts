import type { Cells } from '../core/cell-values.js';
import { CellsByValue, rememberedByBlock } from './cells-by-value.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import {
  compareScalars,
  type FormulaError,
  isError,
  NA,
  REF,
  type Scalar,
  toBoolean,
  toNumber,
  VALUE,
} from './formula-values.js';
import {
  type Argument,
  type CellBlock,
  define,
  type FormulaFunction,
  type FunctionGroup,
} from './function-kinds.js';
import { rangeOf } from './range-of.js';
import { patternMatcher } from './search-pattern.js';

/** Cells one after the other, as far as they are used. */
interface Line {
  length: number;
  at: (index: number) => Scalar;
  /** By their lookup keys, unless there are too many. */
  byValue: () => CellsByValue | undefined;
}

const firstColumn = (block: CellBlock): Line => ({
  length: block.usedRows,
  at: (row) => block.at(row, 0),
  byValue: () => cellsOfColumn(block),
});
const firstRow = (block: CellBlock): Line => ({
  length: block.usedColumns,
  at: (column) => block.at(0, column),
  byValue: () => cellsOfRow(block),
});
const byLookupKey = ({ length, at }: Line) => new CellsByValue(length, (index) => lookupKey(at(index)));
const cellsOfColumn = rememberedByBlock((block) => byLookupKey(firstColumn(block)));
const cellsOfRow = rememberedByBlock((block) => byLookupKey(firstRow(block)));

/** Text is found without regard to case. */
function lookupKey(value: Scalar): Scalar {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

const longestSought = 255;

/** The position of the first equal cell, or -1; text may have wildcards. */
function findEqual({ length, at, byValue }: Line, sought: Scalar): number {
  const hasWildcards = typeof sought === 'string' && /[*?~]/.test(sought);
  const cells = hasWildcards ? undefined : byValue();
  if (cells) return cells.first(lookupKey(sought)) ?? -1;
  const isEqual = equality(sought);
  for (let index = 0; index < length; index += 1) if (isEqual(at(index))) return index;
  return -1;
}

function equality(sought: Scalar): (cell: Scalar) => boolean {
  if (typeof sought !== 'string') return (cell) => cell === sought;
  const matches = patternMatcher(sought);
  return (cell) => typeof cell === 'string' && matches(cell);
}

/**
 * The position of the last cell that is not beyond the sought value, or -1, by halving as Excel does, in cells
 * that ascend (or descend, with `direction` -1). Cells of another kind are passed over.
 */
function findSorted({ length, at }: Line, sought: Scalar, direction: 1 | -1): number {
  let [low, high, found] = [0, length - 1, -1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    let index = middle;
    let cell = at(index);
    while (typeof cell !== typeof sought && index < high) cell = at(++index);
    const isWithin = typeof cell === typeof sought && orderOf(cell, sought) * direction <= 0;
    if (isWithin) {
      found = index;
      low = index + 1;
    } else high = middle - 1;
  }
  return found;
}

/** Unlike the operators, a lookup tells numbers apart by all their digits. */
function orderOf(left: Scalar, right: Scalar): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const order = compareScalars(left, right);
  return isError(order) ? 1 : order;
}

/** An empty cell is sought as 0. */
function soughtBy(arg: Argument | undefined, cells: Cells): Scalar {
  const sought = arg?.evaluate(cells) ?? 0;
  return typeof sought === 'string' && sought.length > longestSought ? VALUE : sought;
}

/** The number of an argument without its fraction, or `otherwise` if it is left out. */
function integerOf(arg: Argument | undefined, otherwise: number, cells: Cells): number | FormulaError {
  if (!arg) return otherwise;
  const number = toNumber(arg.evaluate(cells));
  return isError(number) ? number : Math.trunc(number);
}

/** Seeks in the first line of a table, and takes the cell at the same position of another. */
function lookup(
  firstLine: (table: CellBlock) => Line,
  lineCount: (table: CellBlock) => number,
  cellAt: (table: CellBlock, position: number, line: number) => Scalar,
): FormulaFunction {
  const build: FormulaFunction['build'] = (args) => (cells) => {
    const sought = soughtBy(args[0], cells);
    if (isError(sought)) return sought;
    const table = rangeOf(args[1] as Argument, cells);
    if (isError(table)) return table;
    const line = integerOf(args[2], 1, cells);
    if (isError(line)) return line;
    const isSorted = args[3] ? toBoolean(args[3].evaluate(cells)) : true;
    if (isError(isSorted)) return isSorted;
    if (line < 1) return VALUE;
    if (line > lineCount(table)) return REF;
    const cellsToSeek = firstLine(table);
    const position = isSorted ? findSorted(cellsToSeek, sought, 1) : findEqual(cellsToSeek, sought);
    return position < 0 ? NA : cellAt(table, position, line - 1);
  };
  return define([3, 4], 'VARCHAR', build, (index) => (index === 1 ? 'range' : 'value'));
}

const match: FormulaFunction['build'] = (args) => (cells) => {
  const sought = soughtBy(args[0], cells);
  if (isError(sought)) return sought;
  const range = rangeOf(args[1] as Argument, cells);
  if (isError(range)) return range;
  const type = integerOf(args[2], 1, cells);
  if (isError(type)) return type;
  if (range.rows > 1 && range.columns > 1) return NA;
  const line = range.columns === 1 ? firstColumn(range) : firstRow(range);
  const position = type === 0 ? findEqual(line, sought) : findSorted(line, sought, type > 0 ? 1 : -1);
  return position < 0 ? NA : position + 1;
};

const cellOfIndex: FormulaFunction['build'] = (args) => (cells) => {
  const range = rangeOf(args[0] as Argument, cells);
  if (isError(range)) return range;
  const first = integerOf(args[1], 1, cells);
  if (isError(first)) return first;
  const second = integerOf(args[2], range.columns === 1 ? 1 : 0, cells);
  if (isError(second)) return second;
  // The only index of one row is that of its columns.
  let [row, column] = args.length === 2 && range.rows === 1 ? [1, first] : [first, second];
  if (row < 0 || column < 0) return VALUE;
  if (row > range.rows || column > range.columns) return REF;
  if (row === 0 && range.rows === 1) row = 1;
  if (column === 0 && range.columns === 1) column = 1;
  if (row === 0 || column === 0) throw new FormulaRefused(sayOfFormula('formula-whole-range'));
  return range.at(row - 1, column - 1);
};

export const lookupFunctions: FunctionGroup = {
  VLOOKUP: lookup(
    firstColumn,
    ({ columns }) => columns,
    (table, row, column) => table.at(row, column),
  ),
  HLOOKUP: lookup(
    firstRow,
    ({ rows }) => rows,
    (table, column, row) => table.at(row, column),
  ),
  MATCH: define([2, 3], 'BIGINT', match, (index) => (index === 1 ? 'range' : 'value')),
  INDEX: define([2, 3], 'VARCHAR', cellOfIndex, (index) => (index === 0 ? 'range' : 'value')),
};
