import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { rowsWithPlace } from '../src/workbook/segment-files.js';
import type { MergedColumn } from '../src/workbook/ungoverned/revision/plan-columns.js';
import { TABLE, type ThreeStates } from '../src/workbook/ungoverned/revision/three-states.js';

type Rows = readonly (readonly (string | number | null)[])[];

/**
 * A table of texts: the rows of its file, the current rows with their ids last, and those of the new file.
 */
export interface StatesOfTexts {
  base: Rows;
  current?: Rows;
  incoming: Rows;
}

const withIds = (rows: Rows): Rows => rows.map((row, i) => [...row, i + 1]);
const values = (rows: Rows) =>
  rows
    .map(
      (row) => `(${row.map((cell) => (typeof cell === 'string' ? `'${cell}'` : String(cell))).join(', ')})`,
    )
    .join(', ');

/** Creates an in-memory database with three states of a table for `work`. */
export async function withThreeStates<Result>(
  { base, current = withIds(base), incoming }: StatesOfTexts,
  work: (states: ThreeStates, connection: DuckDBConnection, directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'three-states-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const ids = (base[0] ?? incoming[0] ?? []).map((_, i) => `c${i + 1}`);
  const select = (rows: Rows) =>
    `select ${ids.map((id) => `${id}::varchar as ${id}`).join(', ')}, ${ROW_ID}
     from (values ${values(rows)}) as t(${[...ids, ROW_ID].join(', ')})`;
  const [basePath, incomingPath] = [join(directory, 'base'), join(directory, 'incoming')];
  await connection.run(`copy (${select(withIds(base))}) to '${basePath}' (format parquet)`);
  await connection.run(`copy (${select(withIds(incoming))}) to '${incomingPath}' (format parquet)`);
  await connection.run(`create table ${TABLE} as ${select(current)}`);
  const columns = ids.map((id): MergedColumn => {
    const column = { id, type: 'VARCHAR' as const };
    return { ...column, base: column, current: column, incoming: column };
  });
  try {
    return await work(
      { base: rowsWithPlace(basePath), incoming: rowsWithPlace(incomingPath), columns },
      connection,
      directory,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(directory, { recursive: true });
  }
}
