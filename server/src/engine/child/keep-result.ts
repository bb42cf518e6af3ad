import { basename } from 'node:path';
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBPreparedStatement,
  DuckDBType,
} from '@duckdb/node-api';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import { literal } from '../../core/sql-text.js';
import { describeColumns } from '../encode/describe-columns.js';
import type { Output, ReadReply } from '../protocol.js';
import { parquetOptions } from './copy-to-file.js';
import { withConnection } from './instance.js';
import { releaseChunks } from './release-chunks.js';
import { readStoredPage } from './result-pages.js';
import { runInternalSql } from './run-internal-sql.js';
import { isPlain, storedExpression } from './stored-columns.js';
import { beginPage, finishPage } from './write-page.js';

/** A whole result up to this size is kept as its JSON, which saves a small query the writing of a file. */
const INLINE_CHARACTERS = 256 * 1024;
/** For how long the rows beyond the cap are counted. */
const COUNT_ON_MS = 500;

type ResultOutput = Extract<Output, { kind: 'result' }>;

/**
 * Runs the statement once. The first rows are the response; if there are more, all rows go to a Parquet file.
 */
export async function keepResult(
  instance: DuckDBInstance,
  prepared: DuckDBPreparedStatement,
  output: ResultOutput,
): Promise<ReadReply> {
  const result = await prepared.stream();
  const columns = describeColumns(result);
  const types = result.columnTypes();
  const chunks = result[Symbol.asyncIterator]();
  // Values of other types read differently once stored, so their page is made from the stored ones.
  const live = types.every(isPlain) ? await beginPage(output, columns, types) : undefined;
  const first = await takeRows(chunks, (chunk, rowCount) => {
    live?.add(chunk);
    return live ? live.cutBy !== undefined : rowCount > output.limit;
  });

  const shown = live && (await finishPage(live, output.bounds));
  if (first.ended && output.format === 'json' && typeof shown?.page === 'string') {
    if (shown.page.length <= INLINE_CHARACTERS) return { columns, rowCount: first.rowCount, ...shown };
  }
  // Any other statement on a connection ends its open stream, so the rows are stored through another one.
  return await withConnection(instance, async (sink) => {
    const kept = await writeAll(sink, types, first, chunks, output);
    const page = shown ?? (await readStoredPage(sink, { ...output, columns, offset: 0 }));
    return { columns, ...kept, ...page, file: true };
  });
}

interface FirstRows {
  chunks: DuckDBDataChunk[];
  rowCount: number;
  /** Whether these are all the rows. */
  ended: boolean;
}

/** Reads whole chunks until `isEnough` returns true, or there are no more. */
async function takeRows(
  source: AsyncIterator<DuckDBDataChunk>,
  isEnough: (chunk: DuckDBDataChunk, rowCount: number) => boolean,
): Promise<FirstRows> {
  const chunks: DuckDBDataChunk[] = [];
  let rowCount = 0;
  for (;;) {
    const { value, done } = await source.next();
    if (done) return { chunks, rowCount, ended: true };
    chunks.push(value);
    rowCount += value.rowCount;
    if (isEnough(value, rowCount)) return { chunks, rowCount, ended: false };
  }
}

interface KeptRows {
  rowCount: number;
  capped: boolean;
  totalRows?: number | undefined;
}

/** The rows go from DuckDB to DuckDB as chunks; none becomes a JavaScript value. */
async function writeAll(
  sink: DuckDBConnection,
  types: DuckDBType[],
  first: FirstRows,
  rest: AsyncIterator<DuckDBDataChunk>,
  output: ResultOutput,
): Promise<KeptRows> {
  await runInternalSql(
    sink,
    `create temp table kept (${types.map((type, i) => `k${i} ${keptType(type)}`).join(', ')})`,
  );
  const appender = await sink.createAppender('kept', 'main', 'temp');
  for (const chunk of first.chunks) appender.appendDataChunk(chunk);
  let { rowCount, ended } = first;
  while (!ended && rowCount <= output.maxRows) {
    const { value, done } = await rest.next();
    if (done) ended = true;
    else {
      appender.appendDataChunk(value);
      rowCount += value.rowCount;
      releaseChunks();
    }
  }
  appender.closeSync();
  // Named in the file, so that no two results have the same bytes and one can be deleted regardless of
  // others.
  const stored = types.map(storedExpression).join(', ');
  await runInternalSql(
    sink,
    `copy (select ${stored} from kept limit ${output.maxRows}) to ${literal(output.path)}
     (${parquetOptions(types.length)}, kv_metadata {result: ${literal(basename(output.path))}})`,
  );
  if (rowCount <= output.maxRows) return { rowCount, capped: false };
  const totalRows = ended ? rowCount : await countOn(rest, rowCount);
  return { rowCount: output.maxRows, capped: true, totalRows };
}

/** The total number of rows; undefined if counting the rest takes too long. */
async function countOn(rest: AsyncIterator<DuckDBDataChunk>, counted: number): Promise<number | undefined> {
  const giveUpAt = performance.now() + COUNT_ON_MS;
  let rowCount = counted;
  try {
    while (performance.now() < giveUpAt) {
      const { value, done } = await rest.next();
      if (done) return rowCount;
      rowCount += value.rowCount;
      releaseChunks();
    }
  } catch {
    // The stored rows are complete, whatever happens to the rest.
  }
  return undefined;
}

function keptType(type: DuckDBType): string {
  const text = type.toString();
  if (/(\(|, )"" /.test(text)) {
    throw problem('sql-invalid', say('field-without-name'), {
      fix: say('fix-field-without-name'),
    });
  }
  return text;
}
