import type { DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../core/sql-text.js';
import type { RewriteRequest } from '../protocol.js';
import { parquetOptions } from './copy-to-file.js';
import { withConnection } from './instance.js';
import { interruptOnAbort } from './interrupt.js';
import { runInternalSql } from './run-internal-sql.js';
import { isInRange, selectSegment } from './select-segment.js';

/** Writes the rows of a segment in a range, with its edits in place, to a file of their own. Returns their number. */
export async function rewriteRows(
  instance: DuckDBInstance,
  { segment, columns, rows, path }: RewriteRequest,
  signal: AbortSignal,
): Promise<number> {
  return await withConnection(instance, async (connection) => {
    const stopInterrupting = interruptOnAbort(connection, signal);
    try {
      const selected = await selectSegment(connection, segment, columns, isInRange(rows));
      const copied = await runInternalSql(
        connection,
        `copy (from (${selected}) order by ${identifier(ROW_ID)}) to ${literal(path)} (${parquetOptions(columns.length)})`,
      );
      return copied.rowsChanged;
    } finally {
      stopInterrupting();
    }
  });
}
