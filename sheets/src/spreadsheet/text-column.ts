import { CellKind } from '../grid/grid.js';
import type { ColumnCells, StoredCells } from './column-cells.js';
import type { ColumnData, SharedTexts } from './column-data.js';

/** The cells of a column as texts, whatever they are. */
export function textColumn(cells: ColumnCells, rows: Uint32Array): ColumnData {
  return {
    type: 'VARCHAR',
    textAt: (row) => cells.rendered(rows[row] ?? 0),
    shared: cells.areStored ? sharedTexts(cells, rows) : undefined,
  };
}

function sharedTexts(cells: StoredCells, rows: Uint32Array): SharedTexts | undefined {
  const { texts } = cells.sheet;
  const count = texts.sharedCount ?? 0;
  if (count === 0) return undefined;
  return {
    texts,
    count,
    indexAt: (row) => {
      const sheetRow = rows[row] ?? 0;
      const index = cells.kind(sheetRow) === CellKind.text ? cells.textIndex(sheetRow) : -1;
      return index < count ? index : -1;
    },
  };
}
