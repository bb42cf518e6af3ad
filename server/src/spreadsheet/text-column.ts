import { CellKind } from '../grid/grid.js';
import type { ColumnData, SharedTexts } from './column-data.js';
import type { ColumnReader } from './read-cell.js';

/** The cells of a column as texts, whatever they are. */
export function textColumn(cells: ColumnReader, rows: Uint32Array): ColumnData {
  return {
    type: 'VARCHAR',
    textAt: (row) => cells.rendered(rows[row] ?? 0),
    shared: sharedTexts(cells, rows),
  };
}

function sharedTexts(cells: ColumnReader, rows: Uint32Array): SharedTexts | undefined {
  const { texts } = cells.sheet;
  const count = texts.sharedCount ?? 0;
  if (count === 0) return undefined;
  return {
    texts,
    count,
    numberAt: (row) => {
      const sheetRow = rows[row] ?? 0;
      const number = cells.kind(sheetRow) === CellKind.text ? cells.number(sheetRow) : -1;
      return number < count ? number : -1;
    },
  };
}
