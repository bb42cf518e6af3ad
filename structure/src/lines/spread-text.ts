import { type CellGrid, Kind } from '../cell-grid.js';

const minCopies = 3;

/** Whether a row has one text repeated and nothing else: a merged cell that was copied into all its cells. */
export function isSpreadText(grid: CellGrid, row: number): boolean {
  let copies = 0;
  let text = '';
  for (let column = 0; column < grid.columnCount; column++) {
    const kind = grid.kind(row, column);
    if (kind === Kind.empty) continue;
    if (kind !== Kind.text) return false;
    if (copies === 0) text = grid.text(row, column);
    else if (grid.text(row, column) !== text) return false;
    copies++;
  }
  return copies >= minCopies;
}

/** The sheet with every such text in the first of its cells only, as in the merged cell. */
export function gatherSpreadTexts(grid: CellGrid): CellGrid {
  const spread = new Map<number, number>();
  for (let row = 0; row < grid.rowCount; row++) {
    if (isSpreadText(grid, row)) spread.set(row, firstFilled(grid, row));
  }
  if (spread.size === 0) return grid;
  return grid.without((row, column) => column > (spread.get(row) ?? grid.columnCount));
}

function firstFilled(grid: CellGrid, row: number): number {
  let column = 0;
  while (grid.isEmpty(row, column)) column++;
  return column;
}
