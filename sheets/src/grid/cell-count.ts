import { CellKind, type Sheet } from './grid.js';

const known = new WeakMap<Sheet['columns'], number>();

/** How many cells of a sheet have a value. */
export function cellCount({ columns }: Pick<Sheet, 'columns'>): number {
  let count = known.get(columns);
  if (count === undefined) {
    count = 0;
    for (const column of columns)
      if (column) for (const kind of column.kinds) if (kind !== CellKind.empty) count++;
    known.set(columns, count);
  }
  return count;
}
