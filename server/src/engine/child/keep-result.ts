import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBPreparedStatement,
  DuckDBType,
} from '@duckdb/node-api';
import { problem } from '../../core/problems.js';
import { literal } from '../../core/sql-text.js';
import { describeColumns } from '../encode/describe-columns.js';
import { encodeRows } from '../encode/encode-rows.js';
import type { Output, ReadReply } from '../protocol.js';
import { PARQUET_OPTIONS } from './copy-to-file.js';
import { withConnection } from './instance.js';
import { releaseChunks } from './release-chunks.js';
import { readStoredPage } from './result-pages.js';
import { runOwn } from './run-own.js';
import { isPlain, storedExpression } from './stored-columns.js';

/** A whole result up to this size is kept as its JSON, which spares a small query the writing of a file. */
const INLINE_CHARACTERS = 256 * 1024;

type ResultOutput = Extract<Output, { kind: 'result' }>;

/** Runs the statement once. The first rows are the answer; where there are more, all of them go to a Parquet file. */
export async function keepResult(
  instance: DuckDBInstance,
  prepared: DuckDBPreparedStatement,
  output: ResultOutput,
): Promise<ReadReply> {
  const result = await prepared.stream();
  const columns = describeColumns(result);
  const types = result.columnTypes();
  const plain = types.every(isPlain);
  const chunks = result[Symbol.asyncIterator]();
  const first = await takeRows(chunks, output.limit);

  if (first.ended && plain && output.format === 'json') {
    const page = await encodeRows('json', columns, types, first.chunks);
    if (page.length <= INLINE_CHARACTERS) return { columns, rowCount: first.rowCount, page };
  }
  // Any other statement on a connection ends its open stream, so the rows are kept through another one.
  return await withConnection(instance, async (sink) => {
    const { rowCount, capped } = await writeAll(sink, types, first, chunks, output);
    const page = plain
      ? await encodeRows(output.format, columns, types, first.chunks, output.limit)
      : await readStoredPage(sink, { ...output, columns, offset: 0 });
    return { columns, rowCount, page, capped, file: true };
  });
}

interface FirstRows {
  chunks: DuckDBDataChunk[];
  rowCount: number;
  /** Whether these are all the rows there are. */
  ended: boolean;
}

/** Reads whole chunks until there are more than `limit` rows, or no more. */
async function takeRows(source: AsyncIterator<DuckDBDataChunk>, limit: number): Promise<FirstRows> {
  const chunks: DuckDBDataChunk[] = [];
  let rowCount = 0;
  while (rowCount <= limit) {
    const { value, done } = await source.next();
    if (done) return { chunks, rowCount, ended: true };
    chunks.push(value);
    rowCount += value.rowCount;
  }
  return { chunks, rowCount, ended: false };
}

/** The rows go from DuckDB to DuckDB as chunks; none of them becomes a JavaScript value. */
async function writeAll(
  sink: DuckDBConnection,
  types: DuckDBType[],
  first: FirstRows,
  rest: AsyncIterator<DuckDBDataChunk>,
  output: ResultOutput,
): Promise<{ rowCount: number; capped: boolean }> {
  await runOwn(
    sink,
    `create temp table kept (${types.map((type, i) => `k${i} ${keptType(type)}`).join(', ')})`,
  );
  const appender = await sink.createAppender('kept', 'main', 'temp');
  for (const chunk of first.chunks) appender.appendDataChunk(chunk);
  let { rowCount, ended } = first;
  // Whole chunks only: the cap may be passed by less than one of them.
  while (!ended && rowCount < output.mostRows) {
    const { value, done } = await rest.next();
    if (done) ended = true;
    else {
      appender.appendDataChunk(value);
      rowCount += value.rowCount;
      releaseChunks();
    }
  }
  appender.closeSync();
  const stored = types.map(storedExpression).join(', ');
  await runOwn(sink, `copy (select ${stored} from kept) to ${literal(output.path)} (${PARQUET_OPTIONS})`);
  return { rowCount, capped: !ended };
}

function keptType(type: DuckDBType): string {
  const text = type.toString();
  if (/(\(|, )"" /.test(text)) {
    throw problem('sql-invalid', 'A field of a column has no name, so the result cannot be kept.', {
      fix: "Write {'a': x, 'b': y} in place of row(x, y).",
    });
  }
  return text;
}
