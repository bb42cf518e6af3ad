import type { CellRange } from '@workbook-data-service/sheets/grid';
import { placeOf, type SheetCells } from '../sheet-cells.js';
import type { JudgedReading } from './changed-totals.js';

/** Rows of words whose looks speak against what a reading takes them for; places of their first cells. */
interface ChangedRows {
  /** Records that would be names of columns, though they look like the records below. */
  recordsAsNames: number[];
  /** Names of columns that would be a record, though they look like the header. */
  namesAsRecords: number[];
}

export function changedRows(cells: SheetCells, before: JudgedReading, after: JudgedReading): ChangedRows {
  const changed: ChangedRows = { recordsAsNames: [], namesAsRecords: [] };
  for (const { kind, layout, range, headerRows } of after.spec.regions) {
    if (kind !== 'data' || layout === 'form') continue;
    const names = new Set(headerRows);
    const rows = cells.filledRows(range);
    const [header] = headerRows;
    const record = rows.find(
      (row) => row > Math.max(-1, ...headerRows) && !cells.isLone(row, range.left, range),
    );
    if (header === undefined || record === undefined) continue;
    const [ofHeader, ofRecord] = [lookOf(cells, header, range), lookOf(cells, record, range)];
    for (const row of new Set([...headerRows, ...rows])) {
      if (row === header || row === record) continue;
      const look = lookOf(cells, row, range);
      const first = placeOf(row, cells.firstFilled(row, range) ?? range.left);
      const was = standingOf(cells, before, row, range);
      if (names.has(row) && was === 'record' && look === ofRecord && look !== ofHeader)
        changed.recordsAsNames.push(first);
      if (!names.has(row) && was === 'name' && look === ofHeader && look !== ofRecord)
        changed.namesAsRecords.push(first);
    }
  }
  return changed;
}

/** What most of a row's cells were in a reading. */
function standingOf(
  cells: SheetCells,
  { standing }: JudgedReading,
  row: number,
  range: CellRange,
): 'record' | 'name' | undefined {
  const filled = cells.filledInRow(row, range);
  const isMost = (count: number) => filled.length > 1 && 2 * count > filled.length;
  if (isMost(filled.filter((column) => standing.bodyColumnOf(row, column)).length)) return 'record';
  return isMost(filled.filter((column) => standing.isInName(row, column)).length) ? 'name' : undefined;
}

/** How most cells of a row look: bold, and their fill. */
function lookOf(cells: SheetCells, row: number, range: CellRange): string {
  const counts = new Map<string, number>();
  for (const column of cells.filledInRow(row, range)) {
    const { bold, fill } = cells.style(row, column);
    const look = `${bold} ${fill}`;
    counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
