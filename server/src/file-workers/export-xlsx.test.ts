import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportColumn } from './export-sheet.js';
import { exportXlsx } from './export-xlsx.js';

const { readFile } = createRequire(import.meta.url)('@e965/xlsx') as {
  readFile(path: string): {
    Sheets: Record<string, Record<string, { t: string; v: unknown; f?: string } | undefined>>;
  };
};

let directory: string;
let parquetPath: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'export-xlsx-'));
  parquetPath = join(directory, 'rows.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select * from (values (2, 3.5::double, 7.0::double, 'a'), (1, 0, null, null))
    t(qty, price, ratio, note)) to '${parquetPath}'`);
});
afterAll(() => rm(directory, { recursive: true }));

const columns: ExportColumn[] = [
  { id: 'c1', name: 'qty', type: 'INTEGER' },
  { id: 'c2', name: 'price', type: 'DOUBLE' },
  { id: 'c3', name: 'ratio', type: 'DOUBLE', formula: '=[c1]/[c2]' },
];

async function exported(shown: ExportColumn[], liveFormulas: boolean) {
  const outPath = join(directory, 'out.xlsx');
  const sheet = { name: 'Rows', columns: shown, parquetPath };
  const summary = await exportXlsx({ sheets: [sheet], outPath, liveFormulas });
  return { summary, cells: readFile(outPath).Sheets.Rows ?? {} };
}

it('writes formula columns as values, and shows the errors behind empty ones', async () => {
  const { summary, cells } = await exported(columns, false);
  expect(summary.formulas).toBe(0);
  expect(cells.C2).toMatchObject({ t: 'n', v: 7 });
  expect(cells.C3).toMatchObject({ t: 'e', v: 7 });
  expect(cells.C2?.f).toBeUndefined();
});

it('writes them as live formulas with the value beside on request', async () => {
  const { summary, cells } = await exported(columns, true);
  expect(summary.formulas).toBe(2);
  expect(cells.C2).toMatchObject({ f: 'A2/B2', v: 7 });
  expect(cells.C3).toMatchObject({ f: 'A3/B3', t: 'e' });
});

it('writes the value alone where an input is not exported', async () => {
  const masked = columns.map(({ id, ...column }, i) => (i === 1 ? column : { id, ...column }));
  const { summary, cells } = await exported(masked, true);
  expect(summary.formulas).toBe(0);
  expect(cells.C2).toMatchObject({ v: 7 });
});
