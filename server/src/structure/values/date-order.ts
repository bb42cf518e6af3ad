import { CellKind, type Sheet } from '../../grid/grid.js';
import { ColumnReader } from '../../spreadsheet/read-cell.js';
import { type DateOrder, dateReader, rivalOrders } from '../../spreadsheet/text-dates.js';

const mayBeDate = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}(?=\s|$)/;

const knownSheets = new WeakMap<Sheet, DateOrder | undefined>();

/** The orders in which all dates of a sheet column can be read: a day after the 12th decides about 3/4/2025. */
export function possibleDateOrders(cells: ColumnReader): readonly DateOrder[] {
  const { firstRow, kinds } = cells.column ?? { firstRow: 0, kinds: [] };
  let possible: readonly DateOrder[] = rivalOrders;
  for (let row = firstRow; row < firstRow + kinds.length && possible.length > 1; row++) {
    if (cells.kind(row) !== CellKind.text) continue;
    const [date] = mayBeDate.exec(cells.text(row).trim()) ?? [];
    if (date === undefined) continue;
    const fitting = possible.filter((order) => dateReader(order).read(date) !== undefined);
    if (fitting.length > 0) possible = fitting;
  }
  return possible;
}

/** The one order that the dates of a sheet column show, or else those of the whole sheet. */
export function shownDateOrder(cells: ColumnReader): DateOrder | undefined {
  return only(possibleDateOrders(cells)) ?? orderOfSheet(cells.sheet);
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
