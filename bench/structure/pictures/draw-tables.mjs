import { drawGrid, heading, placed } from './draw-grid.mjs';

const MAX_ROWS = 8;
const TITLE_HEIGHT = 22;
const GAP = 18;
const HEAD = { bold: true, fill: '#dafbe1', line: '#8fcf9f' };

/** The tables that came out, below each other: their names, columns with types, and first rows. */
export function drawTables(tables) {
  let [top, width] = [0, 0];
  const parts = tables.map(({ name, columns, rows }) => {
    const grid = drawGrid(cellsOf(columns, rows));
    const part = placed(0, top + TITLE_HEIGHT - 7, heading(name)) + placed(0, top + TITLE_HEIGHT, grid.svg);
    top += TITLE_HEIGHT + grid.height + GAP;
    width = Math.max(width, grid.width, name.length * 9);
    return part;
  });
  return { width, height: top - GAP, svg: parts.join('') };
}

function cellsOf(columns, rows) {
  const shown = rows.length > MAX_ROWS + 1 ? rows.slice(0, MAX_ROWS) : rows;
  const left = rows.length - shown.length;
  const isNumber = columns.map(({ type }) => type === 'BIGINT' || type === 'DOUBLE');
  return [
    columns.map(({ name }) => ({ ...HEAD, text: name })),
    columns.map(({ type }) => ({ ...HEAD, bold: false, color: '#57606a', text: type })),
    ...shown.map((row) =>
      row.map((value, at) => ({
        text: value === null ? '' : String(value),
        align: isNumber[at] ? 'right' : 'left',
      })),
    ),
    ...(left > 0
      ? [[{ text: `… ${left} more rows`, color: '#57606a', flows: columns.length, across: columns.length }]]
      : []),
  ];
}
