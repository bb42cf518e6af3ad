import type { DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '../../core/column-types.js';
import { identifier } from '../../core/sql-text.js';
import type { SegmentRowsRequest } from '../protocol.js';
import { withConnection } from './instance.js';
import { exactRowsAsJson, exactTexts, resultAsJson } from './rows-as-json.js';
import { selectSegment } from './select-segment.js';

/** Reads single rows from a segment without loading the table; returns them as JSON, cells by column id. */
export async function readSegmentRows(
  instance: DuckDBInstance,
  request: SegmentRowsRequest,
): Promise<string> {
  return await withConnection(instance, async (connection) => {
    const segment = await selectSegment(connection, request.path, request.columns);
    const { exact = false } = request;
    const cells = ['*', ...(exact ? exactTexts(request.columns) : [])].join(', ');
    const result = await connection.run(
      `select ${cells} from (${segment}) where ${identifier(ROW_ID)} in (select unnest(from_json($1, '["BIGINT"]')))`,
      [JSON.stringify(request.rowIds)],
    );
    return await (exact ? exactRowsAsJson(result) : resultAsJson(result));
  });
}
