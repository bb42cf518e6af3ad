import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBPreparedStatement,
} from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import { bindParameters } from '../encode/bind-parameters.js';
import { describeColumns } from '../encode/describe-columns.js';
import type { Output, ReadReply, ReadRequest, ViewSpec } from '../protocol.js';
import type { CachedTables } from './cached-tables.js';
import { copyToFile } from './copy-to-file.js';
import { deriveSegment } from './derive-segment.js';
import { sqlProblem } from './errors.js';
import { interruptOnAbort } from './interrupt.js';
import { keepResult } from './keep-result.js';
import { readLineage } from './read-lineage.js';
import { releaseChunks, releaseEverything } from './release-chunks.js';
import { traceRows } from './trace-rows.js';
import type { ViewConnection } from './view-connections.js';
import { beginPage, finishPage } from './write-page.js';

/** Runs one statement over the given views, in a transaction that began when the host asked for it. */
export async function read(
  instance: DuckDBInstance,
  tables: CachedTables,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadReply> {
  const { workbook, views, output, isSteady = false } = request;
  const entries = views.map((view) => view.entry);
  // Nothing is awaited before this: an edit that was sent later must not get an earlier turn.
  const reading = await tables.beginReading(workbook, entries, () => begin(tables, request), signal);
  const stopInterrupting = interruptOnAbort(reading.connection, signal);
  let isReusable = false;
  try {
    const reply = await produce(instance, reading.connection, request);
    isReusable = isSteady && leavesNothing.has(output.kind) && !signal.aborted;
    return reply;
  } catch (error) {
    releaseEverything();
    throw sqlProblem(error, signal.aborted, request.sql);
  } finally {
    stopInterrupting();
    if (isReusable) reading.release();
    else reading.close();
    releaseChunks();
    tables.endReading(workbook, entries);
  }
}

/** The others create tables or views of their own on the connection. */
const leavesNothing: ReadonlySet<Output['kind']> = new Set(['page', 'result', 'describe']);

async function begin(
  tables: CachedTables,
  { workbook, views, isSteady = false }: ReadRequest,
): Promise<ViewConnection> {
  try {
    const statements = views.map((view) => createView(view, tables.nameOf(workbook, view.entry)));
    return await tables.connections.open({ workbook, statements, mayBeEarlier: isSteady });
  } catch (error) {
    throw sqlProblem(error, false);
  }
}

function createView(view: ViewSpec, table: string): string {
  if (view.isWhole) return `create temp view ${identifier(view.name)} as from ${table}`;
  const columns = view.columns.map(({ name, id, type, masked }) => {
    const value = masked ? `cast(null as ${type})` : identifier(id);
    return `${value} as ${identifier(name)}`;
  });
  const list = [...columns, identifier(ROW_ID)].join(', ');
  return `create temp view ${identifier(view.name)} as select ${list} from ${table}`;
}

async function produce(
  instance: DuckDBInstance,
  connection: DuckDBConnection,
  request: ReadRequest,
): Promise<ReadReply> {
  const { output, sql } = request;
  if (output.kind === 'file') return await copyToFile(connection, request, output);
  if (output.kind === 'segment') return await deriveSegment(connection, sql, output);
  if (output.kind === 'trace') return await traceRows(connection, request, output);
  const prepared = await connection.prepare(sql);
  try {
    return await runPrepared(instance, connection, prepared, { ...request, output });
  } finally {
    // The connection stays, and would keep it.
    prepared.destroySync();
  }
}

type PreparedOutput = Extract<Output, { kind: 'page' | 'result' | 'describe' }>;

async function runPrepared(
  instance: DuckDBInstance,
  connection: DuckDBConnection,
  prepared: DuckDBPreparedStatement,
  request: ReadRequest & { output: PreparedOutput },
): Promise<ReadReply> {
  const { output, parameters } = request;
  if (output.kind === 'describe') {
    if (output.bound) bindParameters(prepared, parameters);
    const described = { columns: describeColumns(prepared), rowCount: 0, page: '[]', pageRows: 0 };
    const lineage = output.lineage && (await readLineage(connection, prepared, request));
    return lineage ? { ...described, lineage } : described;
  }
  bindParameters(prepared, parameters);
  if (output.kind === 'page') return await page(prepared, output);
  const lineage = output.lineage ? await readLineage(connection, prepared, request) : undefined;
  const kept = await keepResult(instance, prepared, output);
  return lineage ? { ...kept, lineage } : kept;
}

async function page(
  prepared: DuckDBPreparedStatement,
  { keys, rowIds, ...request }: Extract<Output, { kind: 'page' }>,
): Promise<ReadReply> {
  const result = await prepared.stream();
  const shown = result.columnCount - keys;
  const columns = describeColumns(result).slice(0, shown);
  const builder = await beginPage(request, columns, result.columnTypes().slice(0, shown));
  const chunks: DuckDBDataChunk[] = [];
  for await (const chunk of result) {
    chunks.push(chunk);
    builder.add(chunk);
    if (builder.cutBy) break;
  }
  const encoded = await finishPage(builder, request.bounds);
  const { pageRows } = encoded;
  return {
    ...encoded,
    columns,
    rowCount: pageRows,
    ...(encoded.cutBy && keys > 0 && { next: placeOf(chunks, pageRows - 1, shown) }),
    ...(rowIds && { rowIds: idsOf(chunks, pageRows, result.columnNames().lastIndexOf(ROW_ID)) }),
  };
}

/** The ids of the first rows. */
function idsOf(chunks: DuckDBDataChunk[], rows: number, column: number): number[] {
  const ids = chunks.flatMap((chunk) => [...chunk.getColumnValues(column)]);
  return ids.slice(0, rows).map(Number);
}

/** The values of the key columns in the given row, as text that casts back exactly. */
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
