import { serialOfIso, serialOfTime } from '@workbook-data-service/sheets/dates';
import { formatNumber, withQuotedLetters } from '@workbook-data-service/sheets/number-formats';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { isIdentifyingName } from '../../core/identifying-name.js';
import type { ViewCell } from '../../workbook/reading/view-rows.js';

/** What decides how the cells of a column are written. */
export interface CellForm {
  name: string;
  type: ColumnType;
  /** A format code as in Excel; that of the type where absent. */
  format: string | undefined;
}

/** More digits than anybody reads. */
const MAX_FRACTION = 6;

const isNumber = (type: ColumnType) => /^(?:BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type);
export const alignsRight = isNumber;

/** A cell as a reader of the report sees it. */
export function cellText(value: ViewCell, form: CellForm): string {
  if (value === null) return '';
  return formatted(value, form) ?? plain(value, form);
}

/** Undefined if no format applies. */
function formatted(value: ViewCell, { type, format }: CellForm): string | undefined {
  if (format === undefined || /^general$/i.test(format)) return undefined;
  const number = numberOf(value, type);
  if (Number.isNaN(number)) return undefined;
  const text = formatNumber(number, withQuotedLetters(format));
  return typeof text === 'string' ? text.trim() : undefined;
}

/** NaN for what no number format applies to. */
function numberOf(value: ViewCell, type: ColumnType): number {
  if (isNumber(type)) return Number(value);
  if (typeof value !== 'string') return Number.NaN;
  if (type === 'TIME') return serialOfTime(value);
  return type === 'DATE' || type.startsWith('TIMESTAMP') ? serialOfIso(value) : Number.NaN;
}

function plain(value: Exclude<ViewCell, null>, { name, type }: CellForm): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (type.startsWith('TIMESTAMP')) return String(value).replace('T', ' ').replace(/Z$/, ' UTC');
  if (!isNumber(type)) return String(value);
  const digits = typeof value === 'number' ? digitsOf(value) : value;
  return isIdentifyingName(name) ? digits : withSeparators(digits);
}

/** Very large and very small numbers stay in scientific notation. */
function digitsOf(value: number): string {
  const text = String(value);
  if (/e/.test(text)) return text;
  const [, fraction = ''] = text.split('.');
  if (fraction.length <= MAX_FRACTION) return text;
  const rounded = value.toFixed(MAX_FRACTION).replace(/\.?0+$/, '');
  return Number(rounded) === 0 ? value.toPrecision(3) : rounded;
}

/** `-1234567.5` as `-1,234,567.5`. */
function withSeparators(digits: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(digits);
  if (!match) return digits;
  const [, sign, whole = '', fraction = ''] = match;
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${fraction}`;
}
