import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../../core/sql-text.js';
import type {
  InputRows,
  ReadReply,
  ReadRequest,
  SegmentColumn,
  TracedRow,
  TraceOutput,
} from '../protocol.js';
import { traceStatement } from '../row-lineage/trace-statement.js';
import { storedCell } from './derive-segment.js';
import { identityHash, rowIdOf, separateIds } from './row-identity.js';
import { runInternalSql } from './run-internal-sql.js';
import { traceByCells } from './trace-by-cells.js';

/**
 * The input rows of some rows of a statement; rows for which they cannot be determined are missing. The
 * rewritten statement is asked for the rows with the cells that were stored. Where that does not find them, the
 * statement runs twice: unchanged, to find the rows by their ids in its segment, and rewritten, keeping only
 * those rows.
 */
export async function traceRows(
  connection: DuckDBConnection,
  { sql, views }: Pick<ReadRequest, 'sql' | 'views'>,
  output: TraceOutput,
): Promise<ReadReply> {
  const names = views.map(({ name }) => name);
  const traced = await traceStatement(connection, sql, names);
  if (traced === undefined) return { columns: [], rowCount: 0, page: '[]', pageRows: 0 };
  await createView(connection, 'traced_rows', traced, ['places']);
  if (!(await traceByCells(connection, output))) {
    await findRows(connection, sql, output);
    await traceByNumber(connection, output);
  }
  const rows = await tellRows(connection, names, output);
  return { columns: [], rowCount: rows.length, page: JSON.stringify(rows), pageRows: rows.length };
}

/** Creates a table of the wanted rows: what identifies them, and their number among identical ones. */
async function findRows(connection: DuckDBConnection, sql: string, output: TraceOutput): Promise<void> {
  const { columns, key, salt, rowIds } = output;
  await createView(connection, 'statement_rows', sql, []);
  await runInternalSql(
    connection,
    `create temp table derived as select *, ${rowIdOf('hash')} as id from (
       select ${identityHash(key ?? columns, salt)} as hash, ${quickHashes(output)} from (
         select ${cellsOf(output)} from statement_rows))`,
  );
  await separateIds(connection, 'derived');
  await runInternalSql(
    connection,
    `create temp table wanted as select * from (
       select identity, cells, id, row_number() over (partition by identity order by rowid) as n from derived
       where identity in (select identity from derived where id in (${rowIds.join(', ')})))
     where id in (${rowIds.join(', ')})`,
  );
}

async function createView(
  connection: DuckDBConnection,
  name: string,
  sql: string,
  lastColumns: string[],
): Promise<void> {
  const prepared = await connection.prepare(sql);
  const own = Array.from({ length: prepared.columnCount - lastColumns.length }, (_, i) => `k${i}`);
  prepared.destroySync();
  await runInternalSql(
    connection,
    `create temp view ${name}(${[...own, ...lastColumns].join(', ')}) as ${sql}`,
  );
}

function cellsOf({ columns }: TraceOutput): string {
  return columns.map((column) => `${storedCell(column)} as ${identifier(column.id)}`).join(', ');
}

/**
 * Hashes of the columns behind the row id, and of all cells: valid within one process, and faster than row
 * ids.
 */
function quickHashes({ columns, key }: TraceOutput): string {
  const of = (some: readonly SegmentColumn[]) => `hash(${some.map(({ id }) => identifier(id)).join(', ')})`;
  return `${of(key ?? columns)} as identity, ${of(columns)} as cells`;
}

/** Puts the wanted rows of `traced_rows` into the table `told`, by their number among identical ones. */
async function traceByNumber(connection: DuckDBConnection, output: TraceOutput): Promise<void> {
  await runInternalSql(
    connection,
    `create temp table traced as select * from (
       select ${quickHashes(output)}, places from (select ${cellsOf(output)}, places from traced_rows))
     where identity in (select identity from wanted)`,
  );
  await runInternalSql(
    connection,
    `create temp table told as select id, wanted.cells = traced.cells as same, places
     from wanted join (
       select *, row_number() over (partition by identity order by rowid) as n from traced) traced using (identity, n)`,
  );
}

async function tellRows(
  connection: DuckDBConnection,
  names: readonly string[],
  output: TraceOutput,
): Promise<TracedRow[]> {
  const inputs = names.map((_, index) => {
    const own = `list_distinct(list_filter(places, lambda place: place % ${names.length} = ${index}))`;
    const rowIds = `list_transform(list_sort(${own})[1:${output.limit}], lambda place: place // ${names.length})`;
    return `{total: len(${own}), "rowIds": ${rowIds}}`;
  });
  const reader = await connection.runAndReadAll(
    `select id, same, cast(to_json([${inputs.join(', ')}]) as varchar) from told`,
  );
  return reader.getRows().map(([id, same, json]) => ({
    rowId: Number(id),
    same: same === true,
    inputs: JSON.parse(String(json)) as InputRows[],
  }));
}
