import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import type { CellBlock, Evaluate, ValueArray } from './function-kinds.js';

/**
 * The functions that Excel computes for one cell after the other inside of SUMPRODUCT. Others, such as IF and
 * AND, need a formula that is entered as an array, or take all cells at once.
 */
const elementwise = new Set([
  ...['ISNUMBER', 'ISTEXT', 'ISNONTEXT', 'ISBLANK', 'ISLOGICAL', 'ISERROR', 'ISERR', 'ISNA', 'NOT'],
  ...['ABS', 'INT', 'ROUND', 'ROUNDUP', 'ROUNDDOWN', 'MOD', 'SIGN', 'SQRT', 'EXP', 'LN'],
  ...['LEN', 'LEFT', 'RIGHT', 'MID', 'TRIM', 'UPPER', 'LOWER', 'EXACT', 'SEARCH', 'FIND', 'SUBSTITUTE'],
  ...['TEXT', 'VALUE', 'YEAR', 'MONTH', 'DAY', 'WEEKDAY', 'DATE', 'HOUR', 'MINUTE'],
  ...['COUNTIF', 'COUNTIFS', 'SUMIF', 'SUMIFS', 'MATCH'],
]);

export function isElementwise(name: string): boolean {
  return elementwise.has(name);
}

/** How a formula takes the cell of a range, when it is computed for one cell after the other. */
export type ElementOf = (block: CellBlock) => Evaluate;

/** A formula such as `(A1:A9="x")*B1:B9`, computed for every cell of the ranges in it. */
export function arrayOf(compileWith: (elementOf: ElementOf) => Evaluate): ValueArray {
  let [row, column] = [0, 0];
  const blocks: CellBlock[] = [];
  const evaluate = compileWith((block) => {
    blocks.push(block);
    // One row or column goes with every row or column of the others.
    return () => block.at(block.rows === 1 ? 0 : row, block.columns === 1 ? 0 : column);
  });
  return {
    rows: extent(blocks.map(({ rows }) => rows)),
    columns: extent(blocks.map(({ columns }) => columns)),
    usedRows: Math.max(1, ...blocks.map(({ usedRows }) => usedRows)),
    usedColumns: Math.max(1, ...blocks.map(({ usedColumns }) => usedColumns)),
    at: (atRow, atColumn) => {
      [row, column] = [atRow, atColumn];
      // Only formulas of sheets have ranges, and these do not belong to the row of a table.
      return evaluate({});
    },
  };
}

function extent(sizes: readonly number[]): number {
  const most = Math.max(1, ...sizes);
  if (sizes.some((size) => size !== 1 && size !== most))
    throw new FormulaRefused(sayOfFormula('formula-range-sizes'));
  return most;
}
