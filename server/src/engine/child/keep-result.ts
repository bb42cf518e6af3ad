import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBPreparedStatement,
  DuckDBType,
} from '@duckdb/node-api';
import { literal } from '../../core/sql-text.js';
import { describeColumns } from '../encode/describe-columns.js';
import { encodeRows } from '../encode/encode-rows.js';
import type { Output, ReadReply, ResultPageRequest } from '../protocol.js';
import { PARQUET_OPTIONS } from './copy-to-file.js';
import { withConnection } from './instance.js';
import { isPlain, storedExpression } from './stored-columns.js';

/**
 * Runs the statement once: every row goes to a Parquet file, and the first ones are the answer.
 * The rows never become JavaScript values on their way to the file.
 */
export async function keepResult(
  instance: DuckDBInstance,
  prepared: DuckDBPreparedStatement,
  output: Extract<Output, { kind: 'result' }>,
): Promise<ReadReply> {
  // Any other statement on a connection ends its open stream, so the rows are kept through another one.
  return await withConnection(instance, async (sink) => {
    const result = await prepared.stream();
    const types = result.columnTypes();
    const columns = describeColumns(result);
    await sink.run(
      `create temp table kept (${types.map((type, i) => `k${i} ${type.toString()}`).join(', ')})`,
    );
    const { rowCount, capped, first } = await drain(sink, result, output);
    await sink.run(
      `copy (select ${types.map(storedExpression).join(', ')} from kept) to ${literal(output.path)} (${PARQUET_OPTIONS})`,
    );
    const page = types.every(isPlain)
      ? await encodeRows(output.format, columns, types, first, output.limit)
      : await readPage(sink, {
          path: output.path,
          columns,
          limit: output.limit,
          offset: 0,
          format: output.format,
        });
    return { columns, rowCount, page, capped };
  });
}

async function drain(
  sink: DuckDBConnection,
  result: AsyncIterable<DuckDBDataChunk>,
  output: { limit: number; mostRows: number },
): Promise<{ rowCount: number; capped: boolean; first: DuckDBDataChunk[] }> {
  const appender = await sink.createAppender('kept', 'main', 'temp');
  const first: DuckDBDataChunk[] = [];
  let rowCount = 0;
  for await (const chunk of result) {
    if (chunk.rowCount === 0) continue;
    if (rowCount < output.limit) first.push(chunk);
    // Whole chunks only: the cap may be passed by less than one of them.
    if (rowCount >= output.mostRows) {
      appender.closeSync();
      return { rowCount, capped: true, first };
    }
    appender.appendDataChunk(chunk);
    rowCount += chunk.rowCount;
  }
  appender.closeSync();
  return { rowCount, capped: false, first };
}

/** A page of a kept result. */
export async function readResultPage(
  instance: DuckDBInstance,
  request: ResultPageRequest,
): Promise<string | Uint8Array> {
  return await withConnection(instance, (connection) => readPage(connection, request));
}

async function readPage(
  connection: DuckDBConnection,
  request: ResultPageRequest,
): Promise<string | Uint8Array> {
  const { path, columns, limit, offset, format } = request;
  const result = await connection.run(
    `select * from read_parquet(${literal(path)}) limit ${limit} offset ${offset}`,
  );
  const types: DuckDBType[] = result.columnTypes();
  return await encodeRows(format, columns, types, await result.fetchAllChunks(), limit);
}
