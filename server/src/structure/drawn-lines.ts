import { CellKind, type GridColumn, type Sheet } from '../grid/grid.js';

/** Longer sheets are written by programs, which draw nothing. */
const mostRows = 5000;
/** `-----`, `=====`: fewer may be a mark in place of a value. */
const line = /^\s*(?:-{4,}|={4,}|_{4,}|[─━═‐–—]{4,})\s*$/;

/** The sheet without rows that have nothing but lines drawn with characters, such as those above a total. */
export function withoutDrawnLines(sheet: Sheet): Sheet {
  if (sheet.rowCount > mostRows) return sheet;
  const drawn = new Set<number>();
  for (const column of sheet.columns) if (column) for (const row of linesIn(sheet, column)) drawn.add(row);
  const rows = [...drawn].filter((row) => sheet.columns.every((column) => isEmptyOrLine(sheet, column, row)));
  if (rows.length === 0) return sheet;
  return { ...sheet, columns: sheet.columns.map((column) => column && withoutRows(column, rows)) };
}

function linesIn(sheet: Sheet, { kinds, values, firstRow }: GridColumn): number[] {
  const rows: number[] = [];
  kinds.forEach((kind, slot) => {
    if (kind === CellKind.text && line.test(sheet.texts.at(values[slot] ?? 0) ?? ''))
      rows.push(firstRow + slot);
  });
  return rows;
}

function isEmptyOrLine({ texts }: Sheet, column: GridColumn | null, row: number): boolean {
  const slot = row - (column?.firstRow ?? 0);
  const kind = column?.kinds[slot] ?? CellKind.empty;
  if (kind !== CellKind.text) return kind === CellKind.empty;
  const text = texts.at(column?.values[slot] ?? 0) ?? '';
  return text.trim() === '' || line.test(text);
}

function withoutRows(column: GridColumn, rows: readonly number[]): GridColumn {
  const kinds = column.kinds.slice();
  for (const row of rows) {
    const slot = row - column.firstRow;
    if (slot >= 0 && slot < kinds.length) kinds[slot] = CellKind.empty;
  }
  return { ...column, kinds };
}
