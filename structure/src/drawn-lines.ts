import { CellKind, type GridColumn, type Sheet, textIndexAt } from '@workbook-data-service/sheets/grid';

/** Longer sheets are written by programs, which draw nothing. */
const maxRows = 5000;
/** `-----`, `=====`: fewer may be a mark in place of a value. */
const line = /^\s*(?:-{4,}|={4,}|_{4,}|[─━═‐–—]{4,})\s*$/;

/** `-` in every cell of a row, that of its label included, is a line too. */
const stroke = /^\s*(?:-+|=+|_+)\s*$/;
/** Fewer strokes may be marks in place of values. */
const minStrokes = 3;

/**
 * The sheet without rows that have nothing but lines drawn with characters, such as those above a total, and without the lines within
 * a header that is between two such rows.
 */
export function withoutDrawnLines(sheet: Sheet): Sheet {
  if (sheet.rowCount > maxRows) return sheet;
  const drawn = new Set<number>();
  for (const column of sheet.columns) if (column) for (const row of linesIn(sheet, column)) drawn.add(row);
  const across = linesAcross(sheet);
  const rows = [...drawn].filter((row) =>
    sheet.columns.every((column) => isEmptyOr(line, sheet, column, row)),
  );
  if (rows.length + across.length === 0) return sheet;
  const [first = 0, second = 0] = across;
  const within = Array.from({ length: Math.max(0, second - first - 1) }, (_, at) => first + 1 + at);
  return {
    ...sheet,
    columns: sheet.columns.map((column) => {
      const strokes = within.filter((row) => isEmptyOr(stroke, sheet, column, row));
      return column && withoutRows(column, [...rows, ...across, ...strokes]);
    }),
  };
}

/** The rows with a stroke in the first column and nothing but strokes in the others. */
function linesAcross(sheet: Sheet): number[] {
  const [first] = sheet.columns;
  if (!first) return [];
  return linesIn(sheet, first, stroke).filter((row) => {
    const filled = sheet.columns.filter((column) => !isEmptyOr(/^\s*$/, sheet, column, row));
    return filled.length >= minStrokes && filled.every((column) => isEmptyOr(stroke, sheet, column, row));
  });
}

function linesIn(sheet: Sheet, { kinds, values, firstRow }: GridColumn, drawn = line): number[] {
  const rows: number[] = [];
  kinds.forEach((kind, slot) => {
    if (kind === CellKind.text && drawn.test(sheet.texts.at(textIndexAt(values, slot)) ?? ''))
      rows.push(firstRow + slot);
  });
  return rows;
}

function isEmptyOr(drawn: RegExp, { texts }: Sheet, column: GridColumn | null, row: number): boolean {
  if (!column) return true;
  const slot = row - column.firstRow;
  const kind = column.kinds[slot] ?? CellKind.empty;
  if (kind !== CellKind.text) return kind === CellKind.empty;
  const text = texts.at(textIndexAt(column.values, slot)) ?? '';
  return text.trim() === '' || drawn.test(text);
}

function withoutRows(column: GridColumn, rows: readonly number[]): GridColumn {
  const kinds = column.kinds.slice();
  for (const row of rows) {
    const slot = row - column.firstRow;
    if (slot >= 0 && slot < kinds.length) kinds[slot] = CellKind.empty;
  }
  return { ...column, kinds };
}
