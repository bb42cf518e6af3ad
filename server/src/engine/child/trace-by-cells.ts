import type { DuckDBConnection } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../core/sql-text.js';
import type { SegmentColumn, TraceOutput } from '../protocol.js';
import { storedCell } from './derive-segment.js';
import { identityHash, rowIdOf } from './row-identity.js';
import { runInternalSql } from './run-internal-sql.js';
import { selectSegment } from './select-segment.js';

/** Conditions on more rows would take longer to plan than the statement to run. */
const MAX_ROWS = 20;
const MAX_CHARACTERS = 64 * 1024;

/**
 * Puts the wanted rows of `traced_rows` into the table `told`: those with the cells that the segment has under their
 * ids. Conditions on single cells reach the inputs, of which the engine then reads only the rows behind. False, without
 * a table, unless each row is found once and exactly: equal rows share their cells, and some cells are overridden or
 * computed anew, as by random().
 */
export async function traceByCells(connection: DuckDBConnection, output: TraceOutput): Promise<boolean> {
  const { columns, key, salt, rowIds } = output;
  const compared = (key ?? columns.filter(({ type }) => type !== 'DOUBLE')).filter(({ nested }) => !nested);
  if (output.segment === undefined || rowIds.length > MAX_ROWS || compared.length === 0) return false;
  const isWanted = `${identifier(ROW_ID)} in (${rowIds.join(', ')})`;
  const segment = await selectSegment(connection, output.segment, columns, isWanted);
  await runInternalSql(connection, `create temp table stored_rows as ${segment}`);
  const condition = await conditionOn(connection, compared);
  if (condition === undefined) return false;
  const cells = columns.map((column) => `${storedCell(column)} as ${identifier(column.id)}`);
  const ids = columns.map(({ id }) => identifier(id)).join(', ');
  await runInternalSql(
    connection,
    `create temp table told as select found.id, true as same, found.places from (
       select ${ids}, ${rowIdOf(identityHash(key ?? columns, salt))} as id, places from (
         select ${cells.join(', ')}, places from traced_rows where ${condition})) found
     join stored_rows on found.id = stored_rows.${identifier(ROW_ID)} and ${sameCells(columns)}`,
  );
  const reader = await connection.runAndReadAll('select count(*), count(distinct id) from told');
  if (reader.getRows()[0]?.every((count) => Number(count) === rowIds.length)) return true;
  await runInternalSql(connection, 'drop table told');
  return false;
}

/** Undefined if there are no such rows, or it would be too long. */
async function conditionOn(
  connection: DuckDBConnection,
  compared: readonly SegmentColumn[],
): Promise<string | undefined> {
  const texts = compared.map(({ id }) => `cast(${identifier(id)} as varchar)`);
  const reader = await connection.runAndReadAll(`select distinct ${texts.join(', ')} from stored_rows`);
  const rows = reader.getRows().map((cells) =>
    compared.map((column, i) => {
      const text = cells[i] as string | null;
      const cell = storedCell(column);
      return text === null ? `${cell} is null` : `${cell} = cast(${literal(text)} as ${column.type})`;
    }),
  );
  const condition = rows.map((cells) => `(${cells.join(' and ')})`).join(' or ');
  // A statement ends at a NUL.
  const isUsable = condition !== '' && condition.length <= MAX_CHARACTERS && !condition.includes('\0');
  return isUsable ? condition : undefined;
}

function sameCells(columns: readonly SegmentColumn[]): string {
  return columns
    .map(({ id }) => `found.${identifier(id)} is not distinct from stored_rows.${identifier(id)}`)
    .join(' and ');
}
