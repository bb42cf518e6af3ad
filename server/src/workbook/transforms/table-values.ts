import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import type { ReadReply } from '../../engine/protocol.js';
import { type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** A whole table by column: `values[c][r]` is row r of `columns[c]`. */
export interface TableValues {
  columns: { name: string; type?: ColumnType }[];
  values: (string | number | boolean | null)[][];
}

/** Parsing this many rows takes a few milliseconds. */
const PAGE = 4000;

/**
 * All rows of a table as its reader may see them, in the order of their ids. Decimals and JSON are text, so that no
 * digit is lost. They are read in pages, so that a large table does not block the event loop.
 */
export async function readValues(data: WorkbookData, table: ReadableTable): Promise<TableValues> {
  const { engine, queryTimeoutMs } = storesOf(data);
  const cells = table.columns.map(({ name, type }, i) => {
    const cell = identifier(name);
    return `${isText(type) ? `cast(${cell} as varchar)` : cell} as k${i}`;
  });
  const values: TableValues['values'] = table.columns.map(() => []);
  const id = identifier(ROW_ID);
  let after: string | undefined = '0';
  while (after) {
    const { page, next }: ReadReply = await engine.read({
      workbookId: table.record.workbook_id,
      relations: [relationOf(table, 'rows')],
      sql: `select ${[...cells, id].join(', ')} from rows where ${id} > ${after} order by ${id} limit ${PAGE + 1}`,
      output: { kind: 'page', format: 'cells', limit: PAGE, keys: 1 },
      deadlineMs: queryTimeoutMs,
    });
    const rows = JSON.parse(`[${page as string}]`) as TableValues['values'];
    for (const [i, column] of values.entries()) for (const row of rows) column.push(row[i] ?? null);
    after = next?.[0] ?? undefined;
  }
  return { columns: table.columns.map(({ name, type }) => ({ name, type })), values };
}

function isText(type: ColumnType): boolean {
  return type === 'JSON' || type.startsWith('DECIMAL');
}
