import type { ColumnType } from '@workbook-data-service/sheets/values';
import { identifier, literal } from './sql-text.js';

/**
 * The first characters of texts that a spreadsheet program may run as formulas when it opens a csv file: operators,
 * their full-width forms, and whitespace that some programs skip.
 */
const FORMULA_START = '[=+\\-@\\t\\r\\n＝＋－＠]';
/** A text that is guarded already, or looks so, gets another apostrophe: one can always be taken off again. */
const GUARDED_START = `^'*${FORMULA_START}`;
const guardedStart = new RegExp(GUARDED_START);

/** Spreadsheet programs treat a value with a leading apostrophe as text. */
export function guardedName(name: string): string {
  return guardedStart.test(name) ? `'${name}` : name;
}

/** The text that was guarded. */
export function unguarded(text: string): string {
  return text.startsWith("'") && guardedStart.test(text) ? text.slice(1) : text;
}

/** SQL for a column with guarded texts; values of other types, such as -5, cannot be formulas. */
export function guardedColumn(name: string, type: ColumnType): string {
  const column = identifier(name);
  if (type !== 'VARCHAR') return column;
  const startsLikeFormula = `regexp_matches(${column}, ${literal(GUARDED_START)})`;
  return `case when ${startsLikeFormula} then ${literal("'")} || ${column} else ${column} end`;
}
