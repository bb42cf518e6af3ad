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
    const listed = `${identifier(ROW_ID)} in (select number from listed)`;
    const { segment: files, columns, rowIds } = request;
    const segment = await selectSegment(connection, files, columns, rowIds && listed);
    const { exact = false } = request;
    const cells = ['*', ...(exact ? exactTexts(columns) : [])].join(', ');
    const isHolding = columns
      .map(({ id }) => `${identifier(id)} in (select number from listed)`)
      .join(' or ');
    const result = await connection.run(
      `with listed as materialized (select unnest(from_json($1, '["BIGINT"]')) as number)
      select ${cells} from (${segment}) where ${rowIds ? 'true' : isHolding || 'false'}`,
      [JSON.stringify(rowIds ?? request.holding)],
    );
    return await (exact ? exactRowsAsJson(result) : resultAsJson(result));
  });
}
