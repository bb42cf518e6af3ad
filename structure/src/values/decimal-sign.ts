import type { Dialect } from '@workbook-data-service/sheets';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import { CellKind, type GridColumn, type Sheet } from '@workbook-data-service/sheets/grid';

/** What parts the decimals of a column's numbers; where it is unclear, numbers with commas stay text. */
export type DecimalSign = 'point' | 'comma' | 'unclear';

/** One number with a currency or unit before or behind it: `1,234.50`, `$ 12.5`, `1'250.00`. */
const pointNotation = /^[^\d.,]{0,6}(?:\d{1,3}(?:[,\s'’]\d{3})+|\d+)(?:\.\d+)?[^\d.,]{0,8}$/;
/** `1.234,50`, `1 234,50 €`, `12,5 %`. */
const commaNotation = /^([^\d.,]{0,6})(\d{1,3}(?:[.\s'’]\d{3})+|\d+)(?:,(\d+))?([^\d.,]{0,8})$/;
/** Around a number alone, and not around a list of numbers, as `12,5` may be one. */
const unitOrSign = /[-−–△▲%\p{Sc}\p{L}]/u;
/** Of amounts such as `12,50`, so that they are no lists. */
const minAmounts = 3;

/** What the texts of a column with a point or comma show. */
interface SeenSigns {
  point: boolean;
  /** Numbers that only a decimal comma explains. */
  comma: boolean;
  /** Numbers that a decimal comma explains, but also lists of two. */
  pairs: number;
  /** Of those, the ones that look like money: two decimals. */
  amounts: number;
  roundAmounts: number;
  /** Numbers that are grouped by points, `1.240`, or have three decimals. */
  groups: number;
}

const known = new WeakMap<GridColumn, SeenSigns>();
const knownSheets = new WeakMap<Sheet, { shows: boolean; may: boolean }>();

/** Whether the decimal sign of its column matters to a text; most texts of a long list have neither. */
export const hasPointOrComma = (text: string) => /[.,．，]/.test(text);

/**
 * The decimal sign that the numbers of a sheet column show. With semicolons between the cells of a csv file, or
 * numbers with a decimal comma in other columns, a comma is likely one.
 */
export function decimalSignOf(sheet: Sheet, column: GridColumn | null, dialect: Dialect | null): DecimalSign {
  const hasSemicolons = dialect?.delimiter === ';';
  const seen = signsIn(sheet, column);
  if (seen.point || seen.pairs + seen.groups === 0) return hasSemicolons ? 'unclear' : 'point';
  const { shows, may } = commasOf(sheet);
  if (shows || (hasSemicolons && (seen.pairs > 0 || may))) return 'comma';
  return hasSemicolons ? 'unclear' : 'point';
}

/** Whether numbers of some column of a sheet show a decimal comma, and whether those of one may have it. */
function commasOf(sheet: Sheet): { shows: boolean; may: boolean } {
  const known = knownSheets.get(sheet);
  if (known) return known;
  const seen = sheet.columns.map((column) => signsIn(sheet, column)).filter(({ point }) => !point);
  const commas = { shows: seen.some(showsComma), may: seen.some(({ pairs }) => pairs > 0) };
  knownSheets.set(sheet, commas);
  return commas;
}

const showsComma = (seen: SeenSigns) => !seen.point && (seen.comma || areAmounts(seen));

const areAmounts = ({ pairs, amounts, roundAmounts }: SeenSigns) =>
  amounts === pairs && amounts >= minAmounts && roundAmounts > 0;

function signsIn(sheet: Sheet, column: GridColumn | null): SeenSigns {
  const seen: SeenSigns = { point: false, comma: false, pairs: 0, amounts: 0, roundAmounts: 0, groups: 0 };
  if (!column) return seen;
  const before = known.get(column);
  if (before) return before;
  const cells = new ColumnReader(sheet, column);
  for (let row = column.firstRow; row < column.firstRow + column.kinds.length && !seen.point; row++)
    if (cells.kind(row) === CellKind.text) noteSigns(seen, cells.text(row));
  known.set(column, seen);
  return seen;
}

/** Notes what can be read in one way only: `1.234` and `1,234` show nothing. */
function noteSigns(seen: SeenSigns, written: string): void {
  if (!hasPointOrComma(written)) return;
  const text = written.trim();
  if (text.length > 40 || !/\d[.,]\d/.test(text)) return;
  const [, before = '', whole = '', decimals = '', behind = ''] = commaNotation.exec(text) ?? [];
  const isPoint = pointNotation.test(text);
  if (isPoint && whole === '') seen.point = true;
  if (isPoint && whole.includes('.')) seen.groups++;
  if (isPoint || whole === '') return;
  if (!/^\d+$/.test(whole) || unitOrSign.test(before + behind)) seen.comma = true;
  seen.pairs++;
  if (decimals.length === 2) seen.amounts++;
  if (decimals.length === 2 && decimals.endsWith('0')) seen.roundAmounts++;
}

/** `1.234,50 €` as `1234.50 €`; undefined for what is no number with a decimal comma. */
export function withDecimalPoint(text: string): string | undefined {
  const [, before = '', whole = '', decimals, behind = ''] = commaNotation.exec(text) ?? [];
  if (whole === '') return undefined;
  return `${before}${whole.replaceAll(/\D/g, '')}${decimals ? `.${decimals}` : ''}${behind}`;
}
