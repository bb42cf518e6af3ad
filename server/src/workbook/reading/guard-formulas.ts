import type { ColumnType } from '../../core/column-types.js';
import { identifier, literal } from '../../core/sql-text.js';

/**
 * The first characters of texts that a spreadsheet program may run as formulas when it opens a csv file: operators,
 * their full-width forms, and whitespace that some programs skip.
 */
const FORMULA_START = '[=+\\-@\\t\\r\\n＝＋－＠]';
const formulaStart = new RegExp(`^${FORMULA_START}`);

/** Spreadsheet programs treat a value with a leading apostrophe as text. */
export function guardedName(name: string): string {
  return formulaStart.test(name) ? `'${name}` : name;
}

/** SQL for a column with guarded texts; values of other types, such as -5, cannot be formulas. */
export function guardedColumn(name: string, type: ColumnType): string {
  const column = identifier(name);
  if (type !== 'VARCHAR') return column;
  const startsLikeFormula = `regexp_matches(${column}, ${literal(`^${FORMULA_START}`)})`;
  return `case when ${startsLikeFormula} then ${literal("'")} || ${column} else ${column} end`;
}
