import type { ColumnCells } from '@workbook-data-service/sheets/columns';
import { ColumnReader } from '@workbook-data-service/sheets/columns';
import { CellKind, type Sheet } from '@workbook-data-service/sheets/grid';
import { type DateOrder, dateReader, rivalOrders } from '@workbook-data-service/sheets/text-values';
import { withoutWeekday } from './written-days.js';

/** Dates of a column that show its order, how many are enough, and how much farther apart those of a wrong one are. */
const maxCompared = 200;
const minCompared = 3;
const fartherApart = 5;

const mayBeDate = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}(?=\s|$)/;

const knownSheets = new WeakMap<Sheet, DateOrder | undefined>();

/** The orders in which all dates of a sheet column can be read: a day after the 12th decides about 3/4/2025. */
export function possibleDateOrders(cells: ColumnCells): readonly DateOrder[] {
  const { firstRow, kinds } = cells.column ?? { firstRow: 0, kinds: [] };
  let possible: readonly DateOrder[] = rivalOrders;
  for (let row = firstRow; row < firstRow + kinds.length && possible.length > 1; row++) {
    if (cells.kind(row) !== CellKind.text) continue;
    const [date] = mayBeDate.exec(withoutWeekday(cells.text(row).trim())) ?? [];
    if (date === undefined) continue;
    const fitting = possible.filter((order) => dateReader(order).read(date) !== undefined);
    if (fitting.length > 0) possible = fitting;
  }
  return possible;
}

/** The one order that the dates of a sheet column show, or else those of the whole sheet. */
export function shownDateOrder(cells: ColumnCells): DateOrder | undefined {
  const possible = possibleDateOrders(cells);
  return only(possible) ?? orderOfSheet(cells.sheet) ?? yearFirstBySpan(cells, possible);
}

/**
 * `25/05/20`, `25/05/31`, `25/04/15`: with the year first they are of two months, with the day first of years far apart, always on
 * the same day of the month.
 */
function yearFirstBySpan(cells: ColumnCells, possible: readonly DateOrder[]): DateOrder | undefined {
  const order = 'year of two digits first';
  if (!possible.includes(order)) return undefined;
  const { firstRow, kinds } = cells.column ?? { firstRow: 0, kinds: [] };
  const texts = new Set<string>();
  for (let row = firstRow; row < firstRow + Math.min(kinds.length, maxCompared); row++)
    if (cells.kind(row) === CellKind.text) texts.add(cells.text(row).trim());
  const dates = [...texts].filter((text) => mayBeDate.test(text));
  if (dates.length < minCompared || new Set(dates.map((date) => date.slice(0, 2))).size > 2) return undefined;
  const spanIn = (one: DateOrder) => {
    const days = dates.map((date) => dateReader(one).read(date)).filter((day) => typeof day === 'number');
    return Math.max(...days) - Math.min(...days);
  };
  const others = possible.filter((one) => one !== order).map(spanIn);
  return fartherApart * spanIn(order) < Math.min(...others) ? order : undefined;
}

function orderOfSheet(sheet: Sheet): DateOrder | undefined {
  if (!knownSheets.has(sheet)) {
    const shown = sheet.columns.flatMap(
      (column) => only(possibleDateOrders(new ColumnReader(sheet, column))) ?? [],
    );
    knownSheets.set(sheet, only([...new Set(shown)]));
  }
  return knownSheets.get(sheet);
}

const only = (orders: readonly DateOrder[]) => (orders.length === 1 ? orders[0] : undefined);
