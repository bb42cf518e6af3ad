import type { CellRange } from '@workbook-data-service/sheets/grid';
import { readHeader } from '../headers/read-header.js';
import type { SheetCells } from '../sheet-cells.js';

/** The label of each column, with those of several header rows one after the other. */
export function headerLabels(
  cells: SheetCells,
  range: CellRange,
  headerRows: readonly number[],
  columns: readonly number[],
): string[] {
  if (headerRows.length === 0) return columns.map(() => '');
  return readHeader(cells, range, headerRows, columns).map((labels) =>
    labels
      .map(({ text }) => text.trim())
      .filter(Boolean)
      .join(' '),
  );
}

/** The header rows that stand together at the top; others repeat them. */
export function topRows(headerRows: readonly number[]): number[] {
  const [first = 0] = headerRows;
  return headerRows.filter((row, at) => row === first + at);
}

/** How the cells of a header look, in a few letters. */
export function lookOf(cells: SheetCells, row: number, columns: readonly number[]): string {
  const styles = columns
    .filter((column) => !cells.isBlank(row, column))
    .map((column) => cells.style(row, column));
  const most = (has: (style: (typeof styles)[number]) => boolean) =>
    2 * styles.filter(has).length > styles.length;
  return [
    most(({ bold }) => bold) ? 'b' : '',
    most(({ fill }) => fill !== null) ? 'f' : '',
    most(({ borders }) => borders.bottom !== null || borders.top !== null) ? 'l' : '',
  ].join('');
}
