import { exactText } from './cell-text.js';
import type { TextTable } from './clipboard.js';
import type { Rectangle } from './selection.js';
import type { GridRow, Place } from './types.js';

interface CellChange {
  row: GridRow;
  column: number;
  /** As typed or pasted; null empties the cell. */
  text: string | null;
}

export interface GridEdit {
  changes: CellChange[];
  /** Rows to add behind the last one: the texts of some columns. */
  added: { column: number; texts: string[] }[];
}

/** What the owner of the rows does with edits. The grid does not change rows itself. */
export interface GridEditing {
  canEdit(column: number): boolean;
  /** Says why, when somebody types into a column that cannot be edited. */
  refuse(column: number): void;
  apply(edit: GridEdit): void;
  undo(): void;
  redo(): void;
}

/** Clears the cells of a rectangle. */
export function clearing(rows: readonly GridRow[], { columns }: Rectangle, editing: GridEditing): GridEdit {
  const changes = rows.flatMap((row) =>
    columnsOf(columns)
      .filter((column) => editing.canEdit(column) && row.cells[column] !== null)
      .map((column) => ({ row, column, text: null })),
  );
  return { changes, added: [] };
}

/** Copies the first rows of a rectangle into the others, again and again; one row without `height`. */
export function fillingDown(
  rows: readonly GridRow[],
  { columns }: Rectangle,
  editing: GridEditing,
  height = 1,
): GridEdit {
  const changes = rows.slice(height).flatMap((row, i) =>
    columnsOf(columns)
      .filter((column) => editing.canEdit(column))
      .map((column) => ({ row, column, text: textOrNull(rows[i % height]?.cells[column]) })),
  );
  return { changes, added: [] };
}

const columnsOf = ({ first, end }: { first: number; end: number }): number[] =>
  Array.from({ length: end - first }, (_, i) => first + i);

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : exactText(value);

/** Where a pasted table goes: from the top left of the selection; a single cell fills all that is selected. */
export function pasteArea({ rows, columns }: Rectangle, table: TextTable): { start: Place; rows: number } {
  const isFilling = table.length === 1 && table[0]?.length === 1;
  const start = { row: rows.first, column: columns.first };
  return { start, rows: isFilling ? rows.end - rows.first : table.length };
}

/** `rows` are those from the start on that exist; what is pasted below them is added. */
export function pasting(
  table: TextTable,
  area: Rectangle,
  rows: readonly GridRow[],
  columnCount: number,
  editing: GridEditing,
): GridEdit {
  const { start, rows: height } = pasteArea(area, table);
  const isFilling = table.length === 1 && table[0]?.length === 1;
  const textsOf = (line: number): string[] => {
    if (!isFilling) return table[line] ?? [];
    return new Array(area.columns.end - area.columns.first).fill(table[0]?.[0] ?? '');
  };
  const edit: GridEdit = { changes: [], added: [] };
  for (let line = 0; line < height; line++) {
    const texts = textsOf(line).slice(0, columnCount - start.column);
    const row = rows[line];
    if (!row) {
      edit.added.push({ column: start.column, texts });
      continue;
    }
    for (const [i, text] of texts.entries()) {
      const column = start.column + i;
      if (editing.canEdit(column)) edit.changes.push({ row, column, text: text === '' ? null : text });
    }
  }
  return edit;
}
