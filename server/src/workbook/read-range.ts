import { type CellRange, sizeOf } from '../core/a1.js';
import { ROW_ID } from '../core/column-types.js';
import { identifier } from '../core/sql-text.js';
import type { Engine } from '../engine/engine.js';
import { type ReadableTable, relationOf } from './governed-tables.js';

/** Cells of a table as on a sheet whose first row has the headers. */
export interface RangeCells {
  /** JSON text of a list of rows, each a list of cells; null beyond the table. */
  values: string;
  /** The row id of each row; null for the header row and below the last row. */
  rowIds: (number | null)[];
}

export async function readRange(
  engine: Engine,
  table: ReadableTable,
  range: CellRange,
  deadlineMs: number,
): Promise<RangeCells> {
  const columns = Array.from({ length: sizeOf(range).columns }, (_, i) => table.columns[range.left + i]);
  const cells = columns.map((column) => (column ? `rows.${identifier(column.name)}` : 'null'));
  // A struct without names is a list in the engine's JSON, so the text needs no parsing here.
  const [found, rowIds] = await Promise.all([
    readList(engine, table, range, `row(${cells.join(', ')})`, deadlineMs),
    readRowIds(engine, table, range, deadlineMs),
  ]);
  const { above, below } = linesOf(table, range);
  const header = JSON.stringify(columns.map((column) => column?.name ?? null));
  const empty = JSON.stringify(columns.map(() => null));
  const rows = [...repeat(header, above), ...(found === '' ? [] : [found]), ...repeat(empty, below)];
  return { values: `[${rows.join(',')}]`, rowIds };
}

/** The id of each row of the range; null for the header row and below the last row. */
export async function readRowIds(
  engine: Engine,
  table: ReadableTable,
  range: CellRange,
  deadlineMs: number,
): Promise<(number | null)[]> {
  const found = await readList(engine, table, range, 'row_id', deadlineMs);
  const { above, below } = linesOf(table, range);
  return [...repeat(null, above), ...(JSON.parse(`[${found}]`) as number[]), ...repeat(null, below)];
}

const repeat = <T>(value: T, times: number): T[] => new Array<T>(times).fill(value);

/** How the lines of a range fall on the header row, the table's rows and what is below them. */
function linesOf({ rowCount }: ReadableTable, range: CellRange) {
  const above = range.top === 1 ? 1 : 0;
  // Line 2 of the sheet is the first row of the table.
  const offset = range.top + above - 2;
  const lines = sizeOf(range).rows - above;
  const within = Math.min(lines, Math.max(rowCount - offset, 0));
  return { above, offset, within, below: lines - within };
}

const BEFORE = '[{"found":[';
const AFTER = ']}]';

/** What is wanted of each row within the range, as the inside of a JSON list. */
async function readList(
  engine: Engine,
  table: ReadableTable,
  range: CellRange,
  wanted: string,
  deadlineMs: number,
): Promise<string> {
  const { offset, within } = linesOf(table, range);
  if (within === 0) return '';
  const id = identifier(ROW_ID);
  const { page } = await engine.read({
    workbookId: table.row.workbook_id,
    relations: [relationOf(table, 'rows')],
    // The ids are chosen first, so that only the rows of the range are read whole.
    sql: `with chosen as (select ${id} as row_id from rows order by 1 limit ${within} offset ${offset})
          select list(${wanted} order by row_id) as found from chosen join rows on rows.${id} = chosen.row_id`,
    output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
    deadlineMs,
  });
  return (page as string).slice(BEFORE.length, -AFTER.length);
}
