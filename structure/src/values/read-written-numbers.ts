import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnCells } from '@workbook-data-service/sheets/columns';
import { emptyData, type TypedData, valueWriter } from '@workbook-data-service/sheets/columns';
import { CellKind } from '@workbook-data-service/sheets/grid';
import { isMissing, numberCell } from './read-cells.js';
import { isMoney, type WrittenNumber } from './read-number.js';

/** What the notation of a column's numbers is like. */
interface Notation {
  count: number;
  zeros: number;
  shares: number;
  bracketed: number;
  /** How many are in full-width brackets, as Japanese puts a figure beside another; negative ones are written `△5`. */
  besides: number;
  /** Whether they count on from one to the next. */
  isSequence: boolean;
  last: number;
  fractions: number;
  texts: number;
  /** By unit, how many numbers have it. */
  units: Map<string, number>;
  /** Whether the numbers count 1, 2, 3, …: with a unit, that is a name (`1回`, `2回`). */
  counts: boolean;
}

/** The numbers of a column that are written as texts, or some as texts; undefined where a cell is none. */
export function readWrittenNumbers(
  cells: ColumnCells,
  rows: Uint32Array,
  dialect: Dialect | null,
): { data: TypedData; unit?: string } | undefined {
  const seen = noNotation();
  let values: Float64Array | undefined;
  let valid: Uint8Array | undefined;
  for (let row = 0; row < rows.length; row++) {
    const sheetRow = rows[row] ?? 0;
    if (isMissing(cells, sheetRow)) continue;
    const number = numberCell(cells, sheetRow, dialect);
    if (number === undefined) return undefined;
    values ??= new Float64Array(rows.length);
    valid ??= new Uint8Array(rows.length);
    values[row] = number.value;
    valid[row] = 1;
    note(seen, number, cells.kind(sheetRow) === CellKind.text ? cells.text(sheetRow) : undefined);
  }
  if (!values || !valid || !agrees(seen)) return undefined;
  if (seen.besides === seen.count) for (const [at, value] of values.entries()) values[at] = Math.abs(value);
  const [unit = ''] = seen.units.keys();
  const isUnitOfAll = unit !== '' && (seen.units.get(unit) ?? 0) + seen.zeros >= seen.count;
  return { data: typed(values, valid, seen), ...(isUnitOfAll ? { unit } : {}) };
}

/** `(3)` or `(2024)`: rather a number in a list, or a year, than an amount. */
export const isNumberInList = (text: string) =>
  /^\((?:\d{1,2}|(?:18|19|20)\d\d)\)$/.test(text.normalize('NFKC').trim());

const noNotation = (): Notation => ({
  count: 0,
  zeros: 0,
  shares: 0,
  bracketed: 0,
  besides: 0,
  isSequence: true,
  last: Number.NaN,
  fractions: 0,
  texts: 0,
  units: new Map(),
  counts: true,
});

function note(seen: Notation, number: WrittenNumber, text: string | undefined): void {
  seen.count++;
  if (text !== undefined) seen.texts++;
  if (number.isShare) seen.shares++;
  else if (number.value === 0 && number.unit === '') seen.zeros++;
  if (number.isBracketed && isNumberInList(text ?? '')) seen.bracketed++;
  if (number.isBracketed && /^\s*（.*）\s*$/.test(text ?? '')) seen.besides++;
  if (seen.count > 1 && Math.abs(number.value - seen.last) !== 1) seen.isSequence = false;
  seen.last = number.value;
  if (number.hasFraction || number.isShare || !Number.isSafeInteger(number.value)) seen.fractions++;
  if (number.unit !== '') seen.units.set(number.unit, (seen.units.get(number.unit) ?? 0) + 1);
  if (number.value !== seen.count) seen.counts = false;
}

/** Whether the numbers can be compared with each other: shares with shares, yen with yen. */
function agrees({ count, zeros, shares, bracketed, besides, isSequence, units, counts }: Notation): boolean {
  if (shares > 0 && shares + zeros < count) return false;
  // `(1)`, `(2)`: the numbering of a list; `(2024)`, `(2025)` beside the years of an era.
  if (bracketed === count && (besides < count || isSequence)) return false;
  const [[unit, having] = ['', 0], ...others] = units;
  if (others.length > 0) return false;
  return unit === '' || isMoney(unit) || (having > 1 && having + zeros >= count && !counts);
}

function typed(values: Float64Array, valid: Uint8Array, { fractions }: Notation): TypedData {
  if (fractions > 0) return { type: 'DOUBLE', values, valid };
  const data = emptyData('BIGINT', values.length);
  const write = valueWriter(data);
  for (let row = 0; row < values.length; row++) if (valid[row]) write(row, values[row] as number);
  return data;
}
