import { columnLetters } from '../core/column-letters.js';
import type { FormulaNode } from './formula-ast.js';
import { printFormula, quoteText } from './print-formula.js';

/** A longer literal makes Excel call the file damaged. */
const LONGEST_LITERAL = 255;
/** Stands for the row until it is known; no formula that could be written to a sheet holds it. */
const ROW = '\u0000';

/** The formula as one row of a sheet shows it, without the `=`. Rows count from 1. */
export type ExcelFormula = (row: number) => string;

/**
 * A bound formula in Excel's terms. `columnOf` tells the column of the sheet (A is 0) that holds a column of
 * the table; where one is not there, or Excel could not hold the formula, there is none.
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
  // By characters, so that none is cut in two.
  for (const letter of value) {
    const last = pieces.at(-1) ?? '';
    if (last.length + letter.length > LONGEST_LITERAL) pieces.push(letter);
    else pieces[pieces.length - 1] = last + letter;
  }
  return `(${pieces.map(quoteText).join('&')})`;
}
