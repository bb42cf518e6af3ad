import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBPreparedStatement,
} from '@duckdb/node-api';
import { ROW_ID } from '../../core/column-types.js';
import { identifier } from '../../core/sql-text.js';
import { bindParameters } from '../encode/bind-parameters.js';
import { describeColumns } from '../encode/describe-columns.js';
import { encodeRows } from '../encode/encode-rows.js';
import type { Output, ReadReply, ReadRequest, ViewSpec } from '../protocol.js';
import { type CachedTables, tableName } from './cached-tables.js';
import { copyToFile } from './copy-to-file.js';
import { deriveSegment } from './derive-segment.js';
import { sqlProblem } from './errors.js';
import { keepResult } from './keep-result.js';
import { readLineage } from './read-lineage.js';
import { releaseChunks, releaseEverything } from './release-chunks.js';
import { traceRows } from './trace-rows.js';

const INTERRUPT_AGAIN_MS = 20;

/** Runs one statement over the given views, in a transaction that began when the host asked for it. */
export async function read(
  instance: DuckDBInstance,
  tables: CachedTables,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadReply> {
  const entries = request.views.map((view) => view.entry);
  // Nothing is awaited before this: an edit that was sent later must not get an earlier turn.
  const connection = await tables.beginReading(request.workbook, entries, () => begin(instance, request));
  const stopInterrupting = interruptOnAbort(connection, signal);
  try {
    return await produce(instance, connection, request);
  } catch (error) {
    releaseEverything();
    throw sqlProblem(error, signal.aborted);
  } finally {
    stopInterrupting();
    connection.closeSync();
    releaseChunks();
  }
}

/** Making the views binds them, which fixes the snapshot that the transaction reads. */
async function begin(
  instance: DuckDBInstance,
  { workbook, views }: Pick<ReadRequest, 'workbook' | 'views'>,
): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  try {
    // In one go: each statement on its own would be a trip to the thread pool and back.
    await connection.run(['begin', ...views.map((view) => createView(workbook, view))].join(';\n'));
    return connection;
  } catch (error) {
    connection.closeSync();
    throw sqlProblem(error, false);
  }
}

function createView(workbook: string, view: ViewSpec): string {
  const columns = view.columns.map(({ name, id, type, masked }) => {
    const value = masked ? `cast(null as ${type})` : identifier(id);
    return `${value} as ${identifier(name)}`;
  });
  const list = [...columns, identifier(ROW_ID)].join(', ');
  return `create temp view ${identifier(view.name)} as select ${list} from ${tableName(workbook, view.entry)}`;
}

async function produce(
  instance: DuckDBInstance,
  connection: DuckDBConnection,
  request: ReadRequest,
): Promise<ReadReply> {
  const { output, sql, parameters } = request;
  if (output.kind === 'file') return await copyToFile(connection, sql, output);
  if (output.kind === 'segment') return await deriveSegment(connection, sql, output);
  if (output.kind === 'trace') return await traceRows(connection, request, output);
  const prepared = await connection.prepare(sql);
  if (output.kind === 'describe') {
    const described = { columns: describeColumns(prepared), rowCount: 0, page: '[]' };
    const lineage = output.lineage && (await readLineage(connection, prepared, request));
    return lineage ? { ...described, lineage } : described;
  }
  bindParameters(prepared, parameters);
  return output.kind === 'result'
    ? await keepResult(instance, prepared, output)
    : await page(prepared, output);
}

async function page(
  prepared: DuckDBPreparedStatement,
  { format, limit, keys }: Extract<Output, { kind: 'page' }>,
): Promise<ReadReply> {
  const result = await prepared.run();
  const chunks = await result.fetchAllChunks();
  const found = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const shown = result.columnCount - keys;
  const columns = describeColumns(result).slice(0, shown);
  const encoded = await encodeRows(format, columns, result.columnTypes().slice(0, shown), chunks, limit);
  const reply = { columns, rowCount: Math.min(found, limit), page: encoded };
  return found > limit && keys > 0 ? { ...reply, next: placeOf(chunks, limit - 1, columns.length) } : reply;
}

/** The values of the key columns in the given row, as text that casts back to exactly the same. */
function placeOf(chunks: DuckDBDataChunk[], row: number, firstKey: number): (string | null)[] {
  let index = row;
  for (const chunk of chunks) {
    if (index < chunk.rowCount) {
      const keys = chunk.getRowValues(index).slice(firstKey);
      return keys.map((value) => (value === null ? null : String(value)));
    }
    index -= chunk.rowCount;
  }
  return [];
}

/** An interrupt that arrives before the query has begun is lost, so it is repeated until the query ends. */
function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    timer = setInterval(() => connection.interrupt(), INTERRUPT_AGAIN_MS);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return () => {
    clearInterval(timer);
    signal.removeEventListener('abort', start);
  };
}
