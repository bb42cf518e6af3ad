import { say } from '@workbook-data-service/contract/messages';
import type { CellRange } from '@workbook-data-service/sheets/addresses';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { sizeOf } from '../../core/cell-ranges.js';
import { problem } from '../../core/problems.js';
import { identifier } from '../../core/sql-text.js';
import { type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { discardPage, type PageBody, takePage } from './take-page.js';

/** Cells of a table, addressed as on a sheet with the headers in row 1. */
export interface RangeCells {
  /** JSON of the header row and of empty rows, before and after the rows of the table in a JSON array of rows. */
  before: string;
  rows: PageBody;
  after: string;
  /** The row id of each row; null for the header row and below the last row. */
  rowIds: (number | null)[];
}

/** Cells by their address on a sheet with the headers in row 1. */
export const cellsInRange = retryingLostFiles(
  async (data: WorkbookData, table: ReadableTable, range: CellRange): Promise<RangeCells> => {
    const { engine, maxPageBytes, queryTimeoutMs } = storesOf(data);
    const columns = Array.from({ length: sizeOf(range).columns }, (_, i) => table.columns[range.left + i]);
    const cells = columns.map((column) => (column ? `rows.${identifier(column.name)}` : 'null'));
    const { above, within, below } = linesOf(table, range);
    const found = await takePage(engine, maxPageBytes, (bounds) =>
      engine.read({
        workbookId: table.record.workbook_id,
        relations: [relationOf(table, 'rows')],
        sql: selectWithin(table, range, cells),
        output: { kind: 'page', format: 'cells', limit: within, keys: 1, rowIds: true, bounds },
        deadlineMs: queryTimeoutMs,
      }),
    );
    if (found.cutBy === 'bytes') {
      discardPage(found.page);
      throw rangeTooLarge(maxPageBytes, above + found.pageRows);
    }
    const header = JSON.stringify(columns.map((column) => column?.name ?? null));
    const empty = JSON.stringify(columns.map(() => null));
    const hasRows = found.pageRows > 0;
    return {
      before: repeat(header, above).join(',') + (above > 0 && (hasRows || below > 0) ? ',' : ''),
      rows: found.page,
      after: (hasRows && below > 0 ? ',' : '') + repeat(empty, below).join(','),
      rowIds: [...repeat(null, above), ...(found.rowIds ?? []), ...repeat(null, below)],
    };
  },
);

function rangeTooLarge(limitBytes: number, fitting: number) {
  const most = Math.floor(limitBytes / 1024 / 1024);
  return problem('too-large', say('range-too-large', { max: most }), {
    fix: say('fix-range-too-large', { rows: fitting }),
  });
}

/** The id of each row of the range; null for the header row and below the last row. */
export const rowIdsInRange = retryingLostFiles(
  async (data: WorkbookData, table: ReadableTable, range: CellRange): Promise<(number | null)[]> => {
    const { engine, queryTimeoutMs } = storesOf(data);
    const { above, within, below } = linesOf(table, range);
    const { rowIds = [] } = await engine.read({
      workbookId: table.record.workbook_id,
      relations: [relationOf(table, 'rows')],
      sql: selectWithin(table, range, ['null']),
      output: { kind: 'page', format: 'cells', limit: within, keys: 1, rowIds: true },
      deadlineMs: queryTimeoutMs,
    });
    return [...repeat(null, above), ...rowIds, ...repeat(null, below)];
  },
);

const repeat = <T>(value: T, times: number): T[] => new Array<T>(times).fill(value);

/** How many lines of a range are the header row, rows of the table, and empty lines below. */
function linesOf({ rowCount }: ReadableTable, range: CellRange) {
  const above = range.top === 1 ? 1 : 0;
  // Line 2 of the sheet is the first row of the table.
  const offset = range.top + above - 2;
  const lines = sizeOf(range).rows - above;
  const within = Math.min(lines, Math.max(rowCount - offset, 0));
  return { above, offset, within, below: lines - within };
}

/** The cells and ids of the rows in the range. The ids are selected first, so that other rows are not read in full. */
function selectWithin(table: ReadableTable, range: CellRange, cells: readonly string[]): string {
  const { offset, within } = linesOf(table, range);
  const id = identifier(ROW_ID);
  return `with chosen as (select ${id} as row_id from rows order by 1 limit ${within} offset ${offset})
    select ${[...cells, `rows.${id}`].join(', ')} from chosen join rows on rows.${id} = chosen.row_id order by rows.${id}`;
}
