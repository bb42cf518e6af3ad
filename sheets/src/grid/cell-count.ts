import { CellKind, type Sheet } from './grid.js';

const known = new WeakMap<Sheet['columns'], number>();

/** How many cells of a sheet have a value. */
export function cellCount({ columns }: Pick<Sheet, 'columns'>): number {
  let count = known.get(columns);
  if (count === undefined) {
    count = 0;
    for (const column of columns) if (column) count += filled(column.kinds);
    known.set(columns, count);
  }
  return count;
}

/** Most columns have no gaps, which is found out without looking at each cell here. */
function filled(kinds: Uint8Array): number {
  const firstGap = kinds.indexOf(CellKind.empty);
  if (firstGap < 0) return kinds.length;
  let count = firstGap;
  for (let slot = firstGap; slot < kinds.length; slot++) if (kinds[slot] !== CellKind.empty) count++;
  return count;
}
