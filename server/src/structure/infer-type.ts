import type { SpecType } from '../core/parse-spec.js';
import { CellKind } from '../grid/grid.js';
import { inferColumn } from '../spreadsheet/infer-column.js';
import type { ColumnReader } from '../spreadsheet/read-cell.js';
import type { Dialect } from '../spreadsheet/spreadsheet-file.js';
import { isMissingMark, readNumber } from './read-number.js';
import { readWrittenDay } from './written-days.js';

/**
 * The type that a person would see in the cells, whatever their notation: `△1,234`, `n.a.`, `令和7年4月1日`.
 * Undefined where no cell indicates one.
 */
export function inferAsPerson(
  cells: ColumnReader,
  rows: Uint32Array,
  dialect: Dialect | null,
): SpecType | undefined {
  const { type } = inferColumn(cells, rows, dialect);
  if (type !== 'VARCHAR') return type;
  const seen = look(cells, rows);
  if (seen.values === 0) return undefined;
  if (seen.numbers === seen.values) return seen.fractions > 0 ? 'DOUBLE' : 'BIGINT';
  return seen.days === seen.values + seen.missing ? 'DATE' : 'VARCHAR';
}

function look(cells: ColumnReader, rows: Uint32Array) {
  const seen = { values: 0, missing: 0, numbers: 0, fractions: 0, days: 0 };
  for (const row of rows) {
    const kind = cells.kind(row);
    if (kind === CellKind.error || cells.isBlank(row)) continue;
    const text = kind === CellKind.text ? cells.text(row) : '';
    if (kind === CellKind.text && isMissingText(text)) {
      seen.missing++;
      continue;
    }
    seen.values++;
    const number = kind === CellKind.number ? cells.number(row) : readValueText(text);
    if (!Number.isNaN(number)) {
      seen.numbers++;
      if (!Number.isSafeInteger(number) || isShare(cells, row, text)) seen.fractions++;
    } else if (readWrittenDay(text) !== undefined) seen.days++;
    // A value that is neither means that the column is text.
    if (seen.numbers + seen.days < seen.values) break;
  }
  return seen;
}

/** Whether a text marks a missing value: `n.a.`, `-`, or what a failed formula left in a csv file. */
export function isMissingText(text: string): boolean {
  return isMissingMark(text) || /^\s*#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)\s*$/.test(text);
}

const isShare = (cells: ColumnReader, row: number, text: string) =>
  text === '' ? cells.format(row) === 'percent' : /[%％]/.test(text);

/** Codes such as `007`, and digits beyond the precision of a number, would lose something as numbers. */
export function readValueText(text: string): number {
  const plain = text.normalize('NFKC').trim();
  if (/^[-+]?0\d/.test(plain) || /^[-+]?\d{16,}$/.test(plain)) return Number.NaN;
  return readNumber(plain);
}

/** The type for cells of all these types. */
export function commonType(types: readonly (SpecType | undefined)[]): SpecType | undefined {
  const known = new Set(types.filter((type) => type !== undefined));
  if (known.size <= 1) return [...known][0];
  if (known.size === 2 && known.has('BIGINT') && known.has('DOUBLE')) return 'DOUBLE';
  if (known.size === 2 && known.has('DATE') && known.has('TIMESTAMP')) return 'TIMESTAMP';
  return 'VARCHAR';
}
