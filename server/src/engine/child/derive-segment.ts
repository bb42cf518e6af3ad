import type { DuckDBConnection } from '@duckdb/node-api';
import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { problem } from '../../core/problems.js';
import { identifier, literal } from '../../core/sql-text.js';
import type { Output, ReadReply, SegmentColumn } from '../protocol.js';
import { parquetOptions } from './copy-to-file.js';
import { updateCells } from './memory-table.js';
import { hasRepeats, identityHash, rowIdOf, separateIds } from './row-identity.js';
import { exactRowsAsJson, exactTexts } from './rows-as-json.js';
import { runInternalSql } from './run-internal-sql.js';

type SegmentOutput = Extract<Output, { kind: 'segment' }>;

const MAX_DUPLICATES = 10;

/** Materializes a user's statement as a segment: under column ids, with row ids derived from the rows. */
export async function deriveSegment(
  connection: DuckDBConnection,
  sql: string,
  output: SegmentOutput,
): Promise<ReadReply> {
  const { columns, key, salt, overrides } = output;
  // Errors in the statement are reported for its author's own text, before it becomes part of a larger one.
  const prepared = await connection.prepare(sql);
  const names = Array.from({ length: prepared.columnCount }, (_, i) => `k${i}`);
  prepared.destroySync();
  await runInternalSql(connection, `create temp view statement_rows(${names.join(', ')}) as ${sql}`);
  const cells = columns.map((column) => `${storedCell(column)} as ${identifier(column.id)}`);
  await runInternalSql(
    connection,
    `create temp view identified as select *, ${rowIdOf('hash')} as id from (
       select *, ${identityHash(key ?? columns, salt)} as hash from (select ${cells.join(', ')} from statement_rows))`,
  );
  if (overrides.length === 0) {
    // Almost always no two rows share an id; then a million of them need not be stored twice.
    const rowCount = await writeRows(connection, 'identified', output);
    const written = `read_parquet(${literal(output.path)})`;
    if (!(await hasRepeats(connection, written, ROW_ID))) return replyOf(rowCount, '[]');
  }
  await runInternalSql(connection, 'create temp table derived as from identified');
  if (key) await refuseDuplicates(connection, key);
  await separateIds(connection, 'derived');
  const computedRows = await readComputedRows(connection, columns, overrides);
  await updateCells(connection, 'derived', 'id', columns, overrides);
  return replyOf(await writeRows(connection, 'derived', output), computedRows);
}

async function writeRows(
  connection: DuckDBConnection,
  relation: string,
  { columns, path, byRowId }: SegmentOutput,
): Promise<number> {
  const stored = [...columns.map(({ id }) => identifier(id)), `id as ${identifier(ROW_ID)}`];
  const rows = `select ${stored.join(', ')} from ${relation}${byRowId ? ' order by id' : ''}`;
  const copied = await runInternalSql(
    connection,
    `copy (${rows}) to ${literal(path)} (${parquetOptions(columns.length)})`,
  );
  return copied.rowsChanged;
}

function replyOf(rowCount: number, computedRows: string): ReadReply {
  return { columns: [], rowCount, page: '[]', pageRows: 0, computedRows };
}

/** The original values of rows with overrides. */
async function readComputedRows(
  connection: DuckDBConnection,
  columns: SegmentColumn[],
  overrides: SegmentOutput['overrides'],
): Promise<string> {
  if (overrides.length === 0) return '[]';
  const cells = [...columns.map(({ id }) => identifier(id)), ...exactTexts(columns)];
  const result = await connection.run(
    `select ${cells.join(', ')}, id as ${identifier(ROW_ID)} from derived
     where id in (select unnest(from_json($1, '["BIGINT"]')))`,
    [JSON.stringify(overrides.map(({ rowId }) => rowId))],
  );
  return await exactRowsAsJson(result);
}

export function storedCell({ position, type, nested }: SegmentColumn): string {
  return nested ? `to_json(k${position})` : `cast(k${position} as ${type})`;
}

/** Different keys rarely share a hash, so only rows that share one are compared. */
async function refuseDuplicates(connection: DuckDBConnection, key: SegmentColumn[]): Promise<void> {
  if (!(await hasRepeats(connection, 'derived', 'hash'))) return;
  const columns = key.map(({ id }) => identifier(id)).join(', ');
  const fields = key.map(({ id, name }) => `${literal(name)}: ${identifier(id)}`).join(', ');
  const reader = await connection.runAndReadAll(
    `select cast(to_json({${fields}}) as varchar), count(*)::integer from derived
     where hash in (select hash from derived group by hash having count(*) > 1)
     group by ${columns} having count(*) > 1 order by 2 desc, 1 limit ${MAX_DUPLICATES}`,
  );
  const duplicates = reader.getRows().map(([values, rows]) => ({
    key: JSON.parse(String(values)) as Record<string, unknown>,
    rows: Number(rows),
  }));
  const [first] = duplicates;
  if (!first) return;
  throw problem(
    'duplicate-key',
    say('rows-share-key', { rows: first.rows, key: JSON.stringify(first.key) }),
    {
      members: { key: key.map(({ name }) => name), duplicates },
    },
  );
}
