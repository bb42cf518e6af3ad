import type { FormulaNode } from './formula-ast.js';
import { printFormula, quoteText } from './print-formula.js';

/** Excel takes these from a file only under the prefix of functions younger than the format. */
const younger: ReadonlySet<string> = new Set([
  'ARABIC',
  'BASE',
  'CEILING.MATH',
  'CONCAT',
  'DAYS',
  'DECIMAL',
  'FLOOR.MATH',
  'IFNA',
  'IFS',
  'ISOWEEKNUM',
  'NUMBERVALUE',
  'STDEV.P',
  'STDEV.S',
  'SWITCH',
  'TEXTAFTER',
  'TEXTBEFORE',
  'TEXTJOIN',
  'UNICHAR',
  'UNICODE',
  'VAR.P',
  'VAR.S',
  'XOR',
]);

/** A longer literal makes Excel call the file damaged. */
const LONGEST_LITERAL = 255;

/**
 * A bound formula for one row of a sheet, as an xlsx file holds it, without the `=`. `columnOf` tells the
 * number of the sheet's column (A is 1) that holds a column; one that is not there reads `#REF!`.
 */
export function toExcelFormula(
  ast: FormulaNode,
  row: number,
  columnOf: (id: string) => number | undefined,
): string {
  return printFormula(ast, {
    column: ({ column }) => {
      const number = columnOf(column);
      return number === undefined ? '#REF!' : `${columnLetters(number)}${row}`;
    },
    functionName: ({ name }) => (younger.has(name) ? `_xlfn.${name}` : name),
    text: literal,
    separator: ',',
    ampersand: '&',
  });
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

export function columnLetters(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
