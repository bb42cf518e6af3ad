import { CellKind, type Sheet, textIndexAt } from '@workbook-data-service/sheets/grid';
import { readNumber } from '../values/read-number.js';

/** A longer sheet is a list of records, whose texts are not read as labels. */
export const MAX_LABELLED_ROWS = 50_000;

interface RowLabel {
  row: number;
  column: number;
  text: string;
}

/** The first text of each row that has one. */
export function rowLabels(sheet: Sheet): RowLabel[] {
  const labels = new Map<number, RowLabel>();
  sheet.columns.forEach((cells, column) => {
    cells?.kinds.forEach((kind, slot) => {
      const row = cells.firstRow + slot;
      if (kind === CellKind.text && !labels.has(row))
        labels.set(row, { row, column, text: textAt(sheet, row, column) });
    });
  });
  return [...labels.values()];
}

/** Also of a text that is one, as all numbers of a csv file are. */
export function numberAt(sheet: Sheet, row: number, column: number): number {
  const cells = sheet.columns[column];
  const slot = row - (cells?.firstRow ?? 0);
  if (cells?.kinds[slot] === CellKind.number) return cells.values[slot] ?? Number.NaN;
  return readNumber(textAt(sheet, row, column));
}

export function textAt(sheet: Sheet, row: number, column: number): string {
  const cells = sheet.columns[column];
  const slot = row - (cells?.firstRow ?? 0);
  return cells?.kinds[slot] === CellKind.text ? (sheet.texts.at(textIndexAt(cells.values, slot)) ?? '') : '';
}
