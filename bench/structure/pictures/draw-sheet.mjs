import { columnLetters } from '#sheets/core/column-letters.js';
import { CellKind } from '#sheets/grid/grid.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { drawGrid } from './draw-grid.mjs';

const FRAME = { fill: '#f6f8fa', color: '#57606a', align: 'center' };

/** A sheet as a spreadsheet program shows it, with its column letters and row numbers. */
export function drawSheet(sheet) {
  const cells = new SheetCells(sheet);
  const [rows, columns] = [sheet.rowCount, sheet.columns.length];
  /** @type {(ReturnType<typeof cellOf> | null)[][]} */
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cellOf(cells, row, column, columns)),
  );
  for (const { top, left, bottom, right } of sheet.merges) {
    const anchor = grid[top]?.[left];
    for (let row = top; row <= Math.min(bottom, rows - 1); row++)
      for (let column = left; column <= Math.min(right, columns - 1); column++) grid[row][column] = null;
    if (anchor)
      grid[top][left] = {
        ...anchor,
        flows: 0,
        across: Math.min(right, columns - 1) - left + 1,
        down: Math.min(bottom, rows - 1) - top + 1,
      };
  }
  const letters = Array.from({ length: columns }, (_, column) => ({ ...FRAME, text: columnLetters(column) }));
  return drawGrid([
    [{ ...FRAME, text: '' }, ...letters],
    ...grid.map((row, at) => [{ ...FRAME, text: String(at + 1) }, ...row]),
  ]);
}

/** A long text flows over the blank cells beside it, so it does not widen its column. */
function cellOf(cells, row, column, columns) {
  const { sheet } = cells;
  const held = sheet.columns[column];
  const style = sheet.styles[held?.styles?.[row - held.firstRow] ?? 0];
  const text = cells.text(row, column);
  const kind = cells.column(column).kind(row);
  const isNumber = kind === CellKind.number || kind === CellKind.date;
  let across = 1;
  if (text !== '' && !isNumber)
    while (column + across < columns && cells.isBlank(row, column + across)) across++;
  return {
    text,
    bold: style?.bold,
    fill: style?.fill ? `#${style.fill}` : '#fff',
    line: style?.borders.top ? '#57606a' : '#e4e8ec',
    align: isNumber ? 'right' : style?.align === 'center' ? 'center' : 'left',
    indent: style?.indent,
    flows: across > 1 ? across : 0,
  };
}
