import type { DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
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
    const compared = request.rowIds ? [ROW_ID] : request.columns.map(({ id }) => id);
    const isListed = compared
      .map((name) => `${identifier(name)} in (select number from listed)`)
      .join(' or ');
    const result = await connection.run(
      `with listed as materialized (select unnest(from_json($1, '["BIGINT"]')) as number)
      select ${cells} from (${segment}) where ${isListed || 'false'}`,
      [JSON.stringify(request.rowIds ?? request.holding)],
    );
    return await (exact ? exactRowsAsJson(result) : resultAsJson(result));
  });
}
