import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnCells } from '@workbook-data-service/sheets/columns';
import { CellKind } from '@workbook-data-service/sheets/grid';
import type { SpecType } from '../parse-spec.js';
import { isMissing, numberCell } from './read-cells.js';
import { isMoney } from './read-number.js';

/** The cells of a column that have a value, by row. */
export interface SplitNumbers {
  numbers: number[];
  /** Those that are no number like most: `1O5`, `1.2.3`, `105 (est.)`, or `12l` among numbers without a unit. */
  others: number[];
}

export function splitNumbers(
  cells: ColumnCells,
  rows: Iterable<number>,
  dialect: Dialect | null,
): SplitNumbers {
  const byNotation = new Map<string | undefined, number[]>();
  for (const row of rows) {
    if (isMissing(cells, row)) continue;
    const notation = notationOf(cells, row, dialect);
    const alike = byNotation.get(notation);
    if (alike) alike.push(row);
    else byNotation.set(notation, [row]);
  }
  const written = [...byNotation].filter(([notation]) => notation !== undefined);
  const [[usual] = ['']] = written.sort(([, one], [, other]) => other.length - one.length);
  const fits = (notation: string | undefined) =>
    notation === '' ||
    (notation !== undefined && (notation === usual || (usual === '' && isMoney(notation))));
  const rowsWhere = (isWanted: (notation: string | undefined) => boolean) => {
    const found = [...byNotation].filter(([notation]) => isWanted(notation)).map(([, alike]) => alike);
    return found.length === 1 ? (found[0] ?? []) : found.flat().sort((one, other) => one - other);
  };
  return { numbers: rowsWhere(fits), others: rowsWhere((notation) => !fits(notation)) };
}

/** The unit written with a number; '' for a stored number or one without a unit, undefined for what is no number. */
function notationOf(cells: ColumnCells, row: number, dialect: Dialect | null): string | undefined {
  const number = numberCell(cells, row, dialect);
  if (!number || cells.kind(row) !== CellKind.text) return number && '';
  return number.isShare ? '%' : number.unit;
}

/** Whether a cell that once could not be read is now a number, without a unit or with that of its column. */
export function isReadable(
  cells: ColumnCells,
  row: number,
  dialect: Dialect | null,
  unit: string | undefined,
): boolean {
  const notation = notationOf(cells, row, dialect);
  return notation !== undefined && (notation === '' || notation === unit);
}

/** One in twenty cells may be a slip, more words are meant; of numbers with a slip of the finger more. */
const maxWords = 0.05;
const maxMisspelt = 0.2;
/** Fewer numbers do not show what is usual. */
const minNumbers = 3;

/** Whether so few texts are among numbers that they are slips, rather than values of another kind. */
export function areSlips(numbers: number, texts: readonly string[]): boolean {
  // What is meant has a name that recurs.
  const areMisspelt = texts.every((text) => /\d/.test(text)) && new Set(texts).size === texts.length;
  const most = (areMisspelt ? maxMisspelt : maxWords) * (numbers + texts.length);
  return texts.length > 0 && numbers >= minNumbers && texts.length <= Math.max(1, most);
}

export const isNumberType = (type: SpecType | undefined) => type === 'BIGINT' || type === 'DOUBLE';
