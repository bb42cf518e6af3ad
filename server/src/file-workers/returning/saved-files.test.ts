import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { literal } from '../../core/sql-text.js';
import { readReturnedFile } from './read-returned-file.js';

/** One file, edited in the same way and saved by other programs: test/fixtures/returned/make.py. */
const folder = fileURLToPath(new URL('../../../../test/fixtures/returned/', import.meta.url));

const types: [string, ColumnType][] = [
  ['name', 'VARCHAR'],
  ['days', 'INTEGER'],
  ['pay', 'DECIMAL(12,2)'],
  ['joined', 'DATE'],
  ['begins', 'TIME'],
  ['ok', 'BOOLEAN'],
];
const columns = types.map(([name, type], at) => ({ id: `c${at + 1}`, name, type }));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saved-files-'));
});
afterAll(() => rm(directory, { recursive: true }));

test.each(['openpyxl.xlsx', 'libreoffice.xlsx', 'libreoffice.ods', 'pandas.xlsx', 'pandas.csv'])(
  '%s is read as it was meant',
  async (name) => {
    const { tables } = await readReturnedFile({
      path: join(folder, name),
      filename: name,
      wanted: [{ tableId: 'art_1', name: 'staff', columns }],
      onUnreadable: 'refuse',
      outDir: directory,
    });
    const [table] = tables;
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = await connection.runAndReadAll(
      `select row_id::varchar, ${columns.map(({ id }) => `${id}::varchar`).join(', ')}
       from ${literal(table?.path ?? '')} order by position`,
    );
    expect(rows.getRows()).toEqual([
      ['1', '佐藤', '11', '1000.50', '2026-01-01', '09:00:00', 'true'],
      ['2', '高橋', '2', '2000.00', '2026-02-28', '09:30:00', 'false'],
      ['3', '伊藤', '3', '3000.25', '2026-01-03', '13:45:59', 'true'],
      [null, '田中', '10', '1200.00', '2026-04-01', '13:45:59', null],
    ]);
    expect(table?.warnings).toMatchObject([
      { code: 'warn-total-rows', text: expect.stringContaining('A7 sums up other rows') },
    ]);
    const read = table?.readings.flatMap(({ cells }) => cells.map(({ cell }) => cell));
    expect(read).toEqual(expect.arrayContaining(['B5', 'C5', 'D3', 'D5', 'E5']));
    expect(table?.missing).toEqual([]);
  },
);
