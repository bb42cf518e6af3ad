import { columnLetters } from '../core/column-letters.js';
import type { FormulaNode } from './formula-ast.js';
import { printFormula, quoteText } from './print-formula.js';

/** A longer literal makes Excel call the file damaged. */
const LONGEST_LITERAL = 255;
/** Placeholder for the row number; no formula that can be written to a sheet contains it. */
const ROW = '\u0000';

/** The formula for one row of a sheet, without the `=`. Rows count from 1. */
export type ExcelFormula = (row: number) => string;

/**
 * Translates a bound formula to Excel. `columnOf` returns the sheet column (A is 0) of a table column.
 * Undefined where a column is not on the sheet, or Excel could not accept the formula.
 */
export function toExcelFormula(
  ast: FormulaNode,
  columnOf: (id: string) => number | undefined,
): ExcelFormula | undefined {
  let isComplete = true;
  const printed = printFormula(ast, {
    column: ({ column }) => {
      const index = columnOf(column);
      if (index === undefined) isComplete = false;
      return columnLetters(index ?? 0) + ROW;
    },
    functionName: ({ name }) => name,
    text: (value) => {
      if (value.includes(ROW)) isComplete = false;
      return literal(value);
    },
    separator: ',',
    ampersand: '&',
  });
  // Printed once: a sheet may have a million rows.
  const pieces = printed.split(ROW);
  return isComplete ? (row) => pieces.join(String(row)) : undefined;
}

function literal(value: string): string {
  if (value.length <= LONGEST_LITERAL) return quoteText(value);
  const pieces = [''];
  // By whole characters, so that none is cut in two.
  for (const letter of value) {
    const last = pieces.at(-1) ?? '';
    if (last.length + letter.length > LONGEST_LITERAL) pieces.push(letter);
    else pieces[pieces.length - 1] = last + letter;
  }
  return `(${pieces.map(quoteText).join('&')})`;
}
