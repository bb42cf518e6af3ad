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
  const sheet = { name: 'Rows', columns: shown, parquetPaths: [parquetPath] };
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

it('joins files with the same rows side by side, and finds errors whose inputs are in another', async () => {
  const [left, right] = [join(directory, 'left.parquet'), join(directory, 'right.parquet')];
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select i as qty from range(5000) r(i)) to '${left}' (row_group_size 2048)`);
  await connection.run(`copy (select (i % 2)::double as price, case when i % 2 = 1 then i::double end as ratio
    from range(5000) r(i)) to '${right}' (row_group_size 4096)`);
  const outPath = join(directory, 'wide.xlsx');
  await exportXlsx({ sheets: [{ name: 'Rows', columns, parquetPaths: [left, right] }], outPath });
  const cells = readFile(outPath).Sheets.Rows ?? {};
  for (const i of [0, 1, 2047, 2048, 4095, 4096, 4999]) {
    const row = [cells[`A${i + 2}`], cells[`B${i + 2}`], cells[`C${i + 2}`]];
    expect(row).toMatchObject([{ v: i }, { v: i % 2 }, i % 2 ? { t: 'n', v: i } : { t: 'e', v: 7 }]);
  }
});

it('writes texts of any length, wherever the engine has them', async () => {
  const path = join(directory, 'texts.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select case when i % 7 <> 3 then repeat('é<' || (i % 50), i % 5 * (i % 400)) end as text
    from range(2100) r(i)) to '${path}' (row_group_size 2048)`);
  const outPath = join(directory, 'texts.xlsx');
  const text: ExportColumn = { id: 'c1', name: 'text', type: 'VARCHAR' };
  await exportXlsx({ sheets: [{ name: 'Rows', columns: [text], parquetPaths: [path] }], outPath });
  const cells = readFile(outPath).Sheets.Rows ?? {};
  const rows = Array.from({ length: 2100 }, (_, i) => i);
  expect(rows.map((i) => cells[`A${i + 2}`]?.v)).toEqual(
    rows.map((i) => (i % 7 === 3 ? undefined : `é<${i % 50}`.repeat((i % 5) * (i % 400)))),
  );
});
