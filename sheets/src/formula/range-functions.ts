import { aggregateFunctions } from './aggregate-functions.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import { type FormulaError, finite, isError, toNumber, VALUE } from './formula-values.js';
import {
  type Argument,
  type CellBlock,
  define,
  type FormulaFunction,
  type FunctionGroup,
  type ValueArray,
} from './function-kinds.js';
import { rangeOf } from './range-of.js';

/** By the number that calls for them, from 1; with 100 more they leave out all hidden rows. */
const subtotals = [
  'AVERAGE',
  'COUNT',
  'COUNTA',
  'MAX',
  'MIN',
  'PRODUCT',
  'STDEV',
  'STDEV.P',
  'SUM',
  'VAR',
  'VAR.P',
];

const subtotal: FormulaFunction['build'] =
  ([kind, ...ranges]) =>
  (cells) => {
    const number = toNumber((kind as Argument).evaluate(cells));
    if (isError(number)) return number;
    const whole = Math.trunc(number);
    const withHiddenRows = whole < 100;
    const fold = aggregateFunctions[subtotals[(withHiddenRows ? whole : whole - 100) - 1] ?? ''];
    if (!fold) return VALUE;
    const args: Argument[] = [];
    for (const range of ranges) {
      const block = rangeOf(range, cells);
      if (isError(block)) return block;
      args.push({ ...range, block: { ...block, values: () => block.subtotalValues(withHiddenRows) } });
    }
    return fold.build(args)(cells);
  };

const sumOfProducts: FormulaFunction['build'] = (args) => () => {
  const arrays = args.map(({ array }) => array as ValueArray);
  const { rows, columns } = arrays[0] as ValueArray;
  if (arrays.some((array) => array.rows !== rows || array.columns !== columns)) return VALUE;
  const usedRows = Math.max(...arrays.map((array) => array.usedRows));
  const usedColumns = Math.max(...arrays.map((array) => array.usedColumns));
  let sum = 0;
  // One row and column further, since what is there holds for all that follow.
  for (let column = 0; column < Math.min(columns, usedColumns + 1); column += 1) {
    for (let row = 0; row < Math.min(rows, usedRows + 1); row += 1) {
      const product = productAt(arrays, row, column);
      if (isError(product)) return product;
      if (product !== 0 && (row >= usedRows || column >= usedColumns))
        throw new FormulaRefused(sayOfFormula('formula-counts-rest'));
      sum += product;
    }
  }
  return finite(sum);
};

/** What is not a number counts as 0. */
function productAt(arrays: readonly ValueArray[], row: number, column: number): number | FormulaError {
  let product = 1;
  for (const array of arrays) {
    const value = array.at(row, column);
    if (isError(value)) return value;
    product *= typeof value === 'number' ? value : 0;
  }
  return product;
}

function sizeOf(size: (block: CellBlock) => number): FormulaFunction {
  const build: FormulaFunction['build'] = (args) => (cells) => {
    const block = rangeOf(args[0] as Argument, cells);
    return isError(block) ? block : size(block);
  };
  return define(1, 'BIGINT', build, () => 'range');
}

export const rangeFunctions: FunctionGroup = {
  SUBTOTAL: define([2, 255], 'DOUBLE', subtotal, (index) => (index === 0 ? 'value' : 'range')),
  SUMPRODUCT: define([1, 255], 'DOUBLE', sumOfProducts, () => 'array'),
  ROWS: sizeOf(({ rows }) => rows),
  COLUMNS: sizeOf(({ columns }) => columns),
};
