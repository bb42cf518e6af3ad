import type { DuckDBInstance, DuckDBMaterializedResult } from '@duckdb/node-api';
import { ROW_ID } from '../../core/column-types.js';
import { identifier } from '../../core/sql-text.js';
import { describeColumns } from '../encode/describe-columns.js';
import { encodeRows } from '../encode/encode-rows.js';
import type { SegmentRowsRequest } from '../protocol.js';
import { selectSegment } from './cached-tables.js';
import { withConnection } from './instance.js';

/** Reads single rows from a segment without loading the table; answers them as JSON, cells by column id. */
export async function readSegmentRows(
  instance: DuckDBInstance,
  request: SegmentRowsRequest,
): Promise<string> {
  return await withConnection(instance, async (connection) => {
    const segment = await selectSegment(connection, request.path, request.columns);
    const result = await connection.run(
      `select * from (${segment}) where ${identifier(ROW_ID)} in (select unnest(from_json($1, '["BIGINT"]')))`,
      [JSON.stringify(request.rowIds)],
    );
    return await rowsAsJson(result);
  });
}

export async function rowsAsJson(result: DuckDBMaterializedResult): Promise<string> {
  const chunks = await result.fetchAllChunks();
  return (await encodeRows('json', describeColumns(result), result.columnTypes(), chunks)) as string;
}
