import type { DuckDBConnection } from '@duckdb/node-api';
import { ROW_ID } from '../../core/column-types.js';
import { problem } from '../../core/problems.js';
import { identifier, literal } from '../../core/sql-text.js';
import type { Output, ReadReply, SegmentColumn } from '../protocol.js';
import { PARQUET_OPTIONS } from './copy-to-file.js';
import { hasRepeats, identityHash, rowIdOf, separateIds } from './row-identity.js';
import { runOwn } from './run-own.js';

type SegmentOutput = Extract<Output, { kind: 'segment' }>;

const MOST_DUPLICATES = 10;

/** Runs a statement of a user into a segment: in its own order, under column ids, with ids that follow from the rows. */
export async function deriveSegment(
  connection: DuckDBConnection,
  sql: string,
  output: SegmentOutput,
): Promise<ReadReply> {
  const { columns, key, path } = output;
  // What is wrong with the statement is told in its author's own text, before it becomes part of ours.
  const prepared = await connection.prepare(sql);
  const names = Array.from({ length: prepared.columnCount }, (_, i) => `k${i}`);
  prepared.destroySync();
  await runOwn(connection, `create temp view statement_rows(${names.join(', ')}) as ${sql}`);
  const cells = columns.map((column) => `${storedCell(column)} as ${identifier(column.id)}`);
  await runOwn(
    connection,
    `create temp table derived as
     select *, ${rowIdOf('hash')} as id from (
       select *, ${identityHash(key ?? columns)} as hash from (select ${cells.join(', ')} from statement_rows))`,
  );
  if (key) await refuseDuplicates(connection, key);
  await separateIds(connection, 'derived');
  const stored = [...columns.map(({ id }) => identifier(id)), `id as ${identifier(ROW_ID)}`];
  const copied = await connection.run(
    `copy (select ${stored.join(', ')} from derived) to ${literal(path)} (${PARQUET_OPTIONS})`,
  );
  return { columns: [], rowCount: copied.rowsChanged, page: '[]' };
}

function storedCell({ position, type, nested }: SegmentColumn): string {
  return nested ? `to_json(k${position})` : `cast(k${position} as ${type})`;
}

/** Equal hashes are rare among different keys, so only rows that share one are compared. */
async function refuseDuplicates(connection: DuckDBConnection, key: SegmentColumn[]): Promise<void> {
  if (!(await hasRepeats(connection, 'derived', 'hash'))) return;
  const columns = key.map(({ id }) => identifier(id)).join(', ');
  const fields = key.map(({ id, name }) => `${literal(name)}: ${identifier(id)}`).join(', ');
  const reader = await connection.runAndReadAll(
    `select cast(to_json({${fields}}) as varchar), count(*)::integer from derived
     where hash in (select hash from derived group by hash having count(*) > 1)
     group by ${columns} having count(*) > 1 order by 2 desc, 1 limit ${MOST_DUPLICATES}`,
  );
  const duplicates = reader.getRows().map(([values, rows]) => ({
    key: JSON.parse(String(values)) as Record<string, unknown>,
    rows: Number(rows),
  }));
  const [first] = duplicates;
  if (!first) return;
  throw problem('duplicate-key', `${first.rows} rows have the key ${JSON.stringify(first.key)}.`, {
    members: { key: key.map(({ name }) => name), duplicates },
  });
}
