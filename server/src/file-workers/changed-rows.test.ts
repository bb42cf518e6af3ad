import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { expect, it } from 'vitest';
import {
  type ChangedRow,
  type ComparedColumn,
  CURRENT,
  changedRowsSql,
  LANDED,
  readChangedRows,
} from './changed-rows.js';

const landedColumns = [
  { id: 'c1', type: 'VARCHAR' as const },
  { id: 'c2', type: 'VARCHAR' as const },
];

/** The rows that differ between two tables of `values`. */
async function changes(columns: ComparedColumn[], landed: string, current: string) {
  const directory = await mkdtemp(join(tmpdir(), 'changed-rows-'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const path = join(directory, 'changes.parquet');
  const table = (name: string, rows: string, ids: string[]) =>
    connection.run(
      `create table ${name} as select * from (values ${rows}) as t(${[...ids, ROW_ID].join(', ')})`,
    );
  await table(LANDED, landed, ['c1', 'c2']);
  await table(
    CURRENT,
    current,
    columns.map(({ id }) => id),
  );
  await connection.run(`copy (${changedRowsSql(columns, landedColumns)}) to '${path}' (format parquet)`);
  const rows: ChangedRow[] = [];
  for await (const row of readChangedRows(connection, path, columns)) rows.push(row);
  connection.closeSync();
  await rm(directory, { recursive: true });
  return rows;
}

it('reports changed, added and deleted rows in order, with the cells to write', async () => {
  const columns = landedColumns.map((column) => ({ ...column }));
  const rows = await changes(
    columns,
    `('a', 'x', 1), ('b', 'y', 2), ('c', null, 3), ('d', 'z', 4)`,
    `('a', 'x', 1), ('b', null, 2), ('d', 'Z', 4), ('e', null, 5)`,
  );
  expect(rows).toEqual([
    { rowId: 2, kind: 'changed', cells: [undefined, null] },
    { rowId: 3, kind: 'deleted', cells: [null, undefined] },
    { rowId: 4, kind: 'changed', cells: [undefined, 'Z'] },
    { rowId: 5, kind: 'added', cells: ['e', null] },
  ]);
});

it('does not treat a new type as a change of every cell', async () => {
  const columns: ComparedColumn[] = [
    { id: 'c1', type: 'VARCHAR' },
    { id: 'c2', type: 'BIGINT' },
  ];
  const rows = await changes(
    columns,
    `('a', '1', 1), ('b', '2', 2)`,
    `('a', 1::bigint, 1), ('b', 3::bigint, 2)`,
  );
  expect(rows).toEqual([{ rowId: 2, kind: 'changed', cells: [undefined, 3] }]);
});

it('returns every cell of a formula column, and those of a new column that are not empty', async () => {
  const columns: ComparedColumn[] = [
    { id: 'c1', type: 'VARCHAR' },
    { id: 'c3', type: 'DATE' },
    { id: 'c4', type: 'DOUBLE', formula: '=1/2' },
  ];
  const rows = await changes(
    columns,
    `('a', 'x', 1), ('b', 'y', 2)`,
    `('a', date '2026-01-05', 0.5, 1), ('b', null, null, 2)`,
  );
  expect(rows).toEqual([
    { rowId: 1, kind: 'changed', cells: [undefined, 46_027, 0.5] },
    { rowId: 2, kind: 'changed', cells: [undefined, undefined, null] },
  ]);
});
