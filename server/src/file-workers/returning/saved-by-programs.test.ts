import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extremeColumns, extremeTable, writeExtremes } from '../../../test-support/extreme-values.js';
import { isSameInFile } from '../../core/file-precision.js';
import { literal } from '../../core/sql-text.js';
import { readReturnedFile } from './read-returned-file.js';

/** Exports of the extreme values, saved without an edit; `save.py` beside them made them. */
const savedFiles = new URL('../../../test-support/saved-files/', import.meta.url).pathname;

let directory: string;
let connection: DuckDBConnection;
let written: { parquet: string; xlsx: string };
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saved-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("set timezone = 'UTC'");
  written = await writeExtremes(directory);
});
afterAll(() => rm(directory, { recursive: true }));

/** The cells that count as edited. */
async function editedCells(path: string): Promise<string[]> {
  const { tables } = await readReturnedFile({
    path,
    filename: path,
    wanted: [extremeTable],
    outDir: directory,
    onUnreadable: 'refuse',
  });
  const [table] = tables;
  expect(table?.warnings).toEqual([]);
  const edited = table?.missing.map((id) => `${id} is missing`) ?? [];
  for (const { id, type } of extremeColumns.filter((column) => !table?.missing.includes(column.id))) {
    const value = type === 'JSON' ? `base.${id}::varchar` : `base.${id}`;
    const found = await connection.runAndReadAll(
      `select ${value}::varchar, file.${id}::varchar from ${literal(written.parquet)} base
       left join ${literal(table?.path ?? '')} file using (row_id)
       where not ${isSameInFile(value, `file.${id}`, type)}`,
    );
    edited.push(...found.getRows().map(([was, is]) => `${type}: ${was} is ${is}`));
  }
  return edited;
}

test('an export has every value', async () => {
  expect(await editedCells(written.xlsx)).toEqual([]);
});

test.each(['openpyxl.xlsx', 'pandas-openpyxl.xlsx', 'pandas-xlsxwriter.xlsx', 'libreoffice.xlsx'])(
  '%s has every value as its program keeps it',
  async (name) => {
    expect(await editedCells(join(savedFiles, name))).toEqual([]);
  },
);

test('long numbers that pandas made doubles count as unedited when LibreOffice has rounded them', async () => {
  expect(await editedCells(join(savedFiles, 'pandas-libreoffice.xlsx'))).toEqual(['c7 is missing']);
});

test('LibreOffice cuts times of the far future to seconds in ods files', async () => {
  expect(await editedCells(join(savedFiles, 'libreoffice.ods'))).toEqual([
    'TIMESTAMP: 9999-12-31 23:59:59.999999 is 9999-12-31 23:59:59',
    'TIMESTAMPTZ: 9999-12-31 23:59:59.999999+00 is 9999-12-31 23:59:59+00',
  ]);
});
