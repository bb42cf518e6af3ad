import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { RowRange } from './row-edits.js';
import { identifier } from './sql-text.js';

/** The row ids of a table that count up from 1, none of them used twice. */
interface RowIds {
  rowCount: number;
  nextRowId: number;
}

/** Where a page begins: after a row, or after a number of rows. */
type PageStart = { afterId: number } | { offset: number };

export interface NarrowPage {
  clauses: string;
  /** The only rows that are read, if they are that few. */
  rows: RowRange | undefined;
  /** Whether no row can be beyond the ids that are read. */
  reachesEnd: boolean;
}

/** With more gaps than this the part of the table that has the page is hardly smaller than the table. */
const MAX_GAPS = 10_000;

/**
 * The clauses of a page in the order of row ids, by which the engine reads only the part of the table that has it: as
 * many ids are missing as there are fewer rows than ids, so the next n rows are among the next n ids and the gaps.
 * Undefined if there are too many gaps.
 */
export function pageByRowId(
  start: PageStart,
  rows: number,
  { rowCount, nextRowId }: RowIds,
): NarrowPage | undefined {
  const after = 'offset' in start ? start.offset : start.afterId;
  const gaps = nextRowId - 1 - rowCount;
  if (gaps < 0 || gaps > MAX_GAPS || !Number.isSafeInteger(after)) return undefined;
  const id = identifier(ROW_ID);
  const upTo = after + rows + gaps;
  const page = `where ${id} > ${after} and ${id} <= ${upTo} order by ${id} limit ${rows}`;
  // As many of these rows come before the offset as ids are missing up to it.
  const skips = 'offset' in start && after > 0 && gaps > 0;
  const clauses = skips
    ? `${page} offset ${after} - (select count(*) from rows where ${id} <= ${after})`
    : page;
  return { clauses, rows: skips ? undefined : { after, upTo }, reachesEnd: upTo >= nextRowId - 1 };
}
