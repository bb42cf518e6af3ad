import type { ColumnType } from '../../core/column-types.js';
import { identifier, literal } from '../../core/sql-text.js';

/**
 * How a text begins that a spreadsheet program may run when it opens a csv file: the signs of a formula, their
 * full-width forms, and the blanks that some programs skip before they look.
 */
const FORMULA_START = '[=+\\-@\\t\\r\\n＝＋－＠]';
const formulaStart = new RegExp(`^${FORMULA_START}`);

/** An apostrophe in front says "this is text" to every spreadsheet program. */
export function guardedName(name: string): string {
  return formulaStart.test(name) ? `'${name}` : name;
}

/** A column in SQL whose texts are guarded; values of other types, such as -5, cannot be formulas. */
export function guardedColumn(name: string, type: ColumnType): string {
  const column = identifier(name);
  if (type !== 'VARCHAR') return column;
  const startsLikeFormula = `regexp_matches(${column}, ${literal(`^${FORMULA_START}`)})`;
  return `case when ${startsLikeFormula} then ${literal("'")} || ${column} else ${column} end`;
}
