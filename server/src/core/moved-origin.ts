import { MAX_RUNS, type RowRun, type TableOrigin } from './table-origin.js';

/** Rows that are consecutive both in a table and in the file it was made from, both counted from 1. */
export type MovedRun = [firstRowId: number, firstFileRow: number, count: number];

/**
 * The origin of a table whose rows and columns have other ids than in its file. `moved` is sorted by row id.
 * Null where the rows are so scattered that remembering them costs more than it is worth.
 */
export function movedOrigin(
  origin: TableOrigin,
  moved: readonly MovedRun[],
  idOf: ReadonlyMap<string, string>,
): TableOrigin | null {
  const rowRuns: RowRun[] = [];
  for (const run of moved) {
    rowRuns.push(...placedIn(origin, run));
    if (rowRuns.length > MAX_RUNS) return null;
  }
  const columns = Object.entries(origin.columns).map(([id, place]) => [idOf.get(id) ?? id, place] as const);
  return { ...origin, columns: Object.fromEntries(columns), rowRuns };
}

/** Splits one run of a table into the runs of its rows in the sheet. */
function placedIn({ rowRuns }: TableOrigin, [firstRowId, firstFileRow, count]: MovedRun): RowRun[] {
  const placed: RowRun[] = [];
  const end = firstFileRow + count;
  for (let i = firstRunEndingAfter(rowRuns, firstFileRow); i < rowRuns.length; i++) {
    const [runStart, sheetStart, runCount] = rowRuns[i] as RowRun;
    if (runStart >= end) break;
    const from = Math.max(runStart, firstFileRow);
    const to = Math.min(runStart + runCount, end);
    placed.push([firstRowId + from - firstFileRow, sheetStart + from - runStart, to - from]);
  }
  return placed;
}

function firstRunEndingAfter(runs: readonly RowRun[], fileRow: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [start, , count] = runs[middle] as RowRun;
    if (start + count > fileRow) high = middle;
    else low = middle + 1;
  }
  return low;
}
