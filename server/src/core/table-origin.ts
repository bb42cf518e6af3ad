import { placeOf } from '@workbook-data-service/sheets/addresses';

/** Where the cells of a table were in the uploaded file when it was loaded. */
export interface TableOrigin {
  sheet: string;
  /** Counted from 1; null where no row was used for headings. */
  headerRow: number | null;
  /** By column id, counted from 0. */
  columns: Record<string, number>;
  rowRuns: RowRun[];
}

/** Rows that are consecutive both in the table and in the sheet. Row ids and sheet rows count from 1. */
export type RowRun = [firstRowId: number, firstSheetRow: number, count: number];

/** Beyond this a table has so many gaps that remembering them costs more than it is worth. */
export const MAX_RUNS = 20_000;

/** The runs of a table whose rows, with ids from 1, were in these sheet rows; null if there are too many. */
export function rowRunsOf(sheetRows: ArrayLike<number>): RowRun[] | null {
  const runs: RowRun[] = [];
  let run: RowRun | undefined;
  for (let i = 0; i < sheetRows.length; i++) {
    const sheetRow = sheetRows[i] as number;
    if (run && sheetRow === run[1] + run[2]) {
      run[2]++;
      continue;
    }
    if (runs.length === MAX_RUNS) return null;
    run = [i + 1, sheetRow, 1];
    runs.push(run);
  }
  return runs;
}

/** The sheet row of a table row; undefined for rows added later. */
export function sheetRowOf({ rowRuns }: TableOrigin, rowId: number): number | undefined {
  let low = 0;
  let high = rowRuns.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [firstRowId, firstSheetRow, count] = rowRuns[middle] as RowRun;
    if (rowId < firstRowId) high = middle - 1;
    else if (rowId >= firstRowId + count) low = middle + 1;
    else return firstSheetRow + rowId - firstRowId;
  }
  return undefined;
}

/** The table row that a sheet row became when the table was loaded. */
export function rowIdOf({ rowRuns }: TableOrigin, sheetRow: number): number | undefined {
  const run = rowRuns.find(([, first, count]) => sheetRow >= first && sheetRow < first + count);
  return run && run[0] + sheetRow - run[1];
}

/** The positions of a table row's cells, by column id; empty for rows added later. */
export function placesOfRow(origin: TableOrigin, rowId: number): Map<string, number> {
  const sheetRow = sheetRowOf(origin, rowId);
  if (sheetRow === undefined) return new Map();
  const columns = Object.entries(origin.columns);
  return new Map(columns.map(([id, sheetColumn]) => [id, placeOf(sheetRow - 1, sheetColumn)]));
}

/** The last row of the table in the sheet, or that of its headings; 0 where it has neither. */
export function lastSheetRow({ headerRow, rowRuns }: TableOrigin): number {
  return rowRuns.reduce(
    (last, [, firstSheetRow, count]) => Math.max(last, firstSheetRow + count - 1),
    headerRow ?? 0,
  );
}

/** Every sheet row that became a row of the table, from the first to the last. */
export function* sheetRowsOf({ rowRuns }: TableOrigin): Generator<number> {
  for (const [, firstSheetRow, count] of rowRuns) {
    for (let i = 0; i < count; i++) yield firstSheetRow + i;
  }
}
