import { CellKind } from '@workbook-data-service/sheets/grid';
import type { SpecType } from '../parse-spec.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import { readPeriod } from '../values/periods.js';
import type { StandingCells, StandingColumn } from './standing-cells.js';

/** Cells that one reading has in its tables and another has not, or has as something less; places in reading order. */
interface LostCells {
  /** Numbers and dates that would be among the names, in the notes, or nowhere. */
  numbers: number[];
  dates: number[];
  /** Numbers that would be texts. */
  texts: number[];
  /** The first cells of records of words that would be in no record. */
  records: number[];
  /** Other cells that would be in no table at all. */
  nowhere: number[];
}

export function lostCells(cells: SheetCells, before: StandingCells, after: StandingCells): LostCells {
  const lost: LostCells = { numbers: [], dates: [], texts: [], records: [], nowhere: [] };
  const words = new Map<number, number[]>();
  const kept = new Set<number>();
  const look = (row: number, column: number) => {
    const was = before.bodyColumnOf(row, column);
    const is = after.bodyColumnOf(row, column);
    if (is) kept.add(row);
    const place = placeOf(row, column);
    if (was && is) {
      if (isNumeric(was.type) && is.type === 'VARCHAR' && cells.isNumber(row, column)) lost.texts.push(place);
      return;
    }
    const kind = was && kindOf(cells, was, row, column);
    const isName = after.isInName(row, column);
    // A year that names a column is still there.
    const isPeriod = isName && readPeriod(cells.text(row, column)) !== null;
    if (kind && kind !== 'words' && !isPeriod) lost[kind].push(place);
    else if (after.isNowhere(row, column) && !before.isNowhere(row, column)) lost.nowhere.push(place);
    else if (kind === 'words' && !isName) words.set(row, [...(words.get(row) ?? []), place]);
  };
  cells.sheet.columns.forEach((held, column) => {
    const filled = cells.filled(column);
    for (let slot = 0; slot < filled.length; slot++)
      if (filled[slot]) look((held?.firstRow ?? 0) + slot, column);
  });
  for (const [row, places] of words)
    if (places.length >= minWords && !kept.has(row)) lost.records.push(Math.min(...places));
  for (const places of Object.values(lost) as number[][])
    places.sort((a, b) => rowOfPlace(a) - rowOfPlace(b) || columnOfPlace(a) - columnOfPlace(b));
  return lost;
}

/** A row of fewer words may be a title or a remark. */
const minWords = 2;

const isNumeric = (type: SpecType | null) => type === 'BIGINT' || type === 'DOUBLE';
const isTime = (type: SpecType | null) => type !== null && /^(?:DATE|TIME)/.test(type);

function kindOf(
  cells: SheetCells,
  { type }: StandingColumn,
  row: number,
  column: number,
): 'numbers' | 'dates' | 'words' {
  if (isTime(type) || cells.column(column).kind(row) === CellKind.date) return 'dates';
  return cells.isNumber(row, column) ? 'numbers' : 'words';
}
