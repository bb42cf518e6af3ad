import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, formatted } from './support/files.js';
import { TestService } from './support/service.js';

const hasOffice = spawnSync('soffice', ['--version']).status === 0;
const run = promisify(execFile);

/** Comma, double quote, UTF-8; one file for every sheet. */
const csv = (cells: 'as values' | 'as formulas') =>
  `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,${cells === 'as formulas'},false,-1`;

const orders = [
  'name,note,code,qty,price,share,paid,day,at',
  'りんご,"says ""hi""",007,3,1.5,-0.25,true,2026-01-05,2026-01-05 06:30:00',
  '"two\nlines","comma, and = sign",010,-4,2.25,1e-7,false,2024-02-29,1999-12-31 23:59:59',
  '=1+1,  spaced  ,12345678901234567890,1234567890123,0.1,,true,1900-03-01,2026-07-01 00:00:01',
  '🍐 naïve,,x,,,,false,,',
].join('\n');
const stock = [
  ['品名', 'counted', 'opens'],
  ['桃', formatted(46027, 'yyyy-mm-dd'), formatted(0.375, 'hh:mm:ss')],
  ['柿 & <梨>', formatted(46028, 'yyyy-mm-dd'), formatted(0.5, 'hh:mm:ss')],
];

let service: TestService;
let api: Api;
let workbook: string;
let folder: string;
let profiles = 0;

beforeAll(async () => {
  if (!hasOffice) return;
  folder = await mkdtemp(join(tmpdir(), 'svc-office-'));
  service = await TestService.start();
  api = await (await service.signIn()).mint(['workbooks:write']);
  workbook = await api.workbook('Orders');
  await upload('orders.csv', orders, workbook);
  await upload('stock.xlsx', book('xlsx', { 在庫: stock }), workbook);
  const total = { column: 'total', formula: '=ROUND([qty]*[price], 2)', expected_version: null };
  expect((await api.put(`${workbook}/tables/orders/formulas`, total)).status).toBe(200);
  const { bytes } = await api.post(`${workbook}/export`, { include_row_ids: false });
  await writeFile(join(folder, 'export.xlsx'), bytes);
});
afterAll(async () => {
  if (!hasOffice) return;
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => skip(!hasOffice, 'LibreOffice is not installed: there is no soffice on the PATH'));

const upload = (name: string, content: string | Uint8Array, into: string) =>
  api.upload(`${into}/sources`, { name, content }, { structuring: 'skip' });

/** Opens a file in LibreOffice and saves it; returns the folder with the result. */
async function saved(as: string, name = 'export.xlsx'): Promise<string> {
  profiles += 1;
  const outDir = join(folder, `saved-${profiles}`);
  // A separate profile, because LibreOffice may already be running with another.
  const profile = pathToFileURL(join(folder, `profile-${profiles}`)).href;
  const options = [`-env:UserInstallation=${profile}`, '--headless', '--norestore'];
  await run('soffice', [...options, '--convert-to', as, '--outdir', outDir, join(folder, name)], {
    // The locale of the machine would change how numbers and booleans are written.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    timeout: 60_000,
  });
  return outDir;
}

/** A workbook from the export as saved by LibreOffice. */
async function uploaded(format: string): Promise<string> {
  const content = await readFile(join(await saved(format), `export.${format}`));
  const other = await api.workbook();
  expect((await upload(`export.${format}`, content, other)).status).toBe(201);
  return other;
}

/** Names and types of the columns, and the rows, by table. */
async function tablesOf(path: string) {
  const { body } = await api.get<{ artifacts: { name: string }[] }>(`${path}/tables`);
  const tables = body.artifacts.map(async ({ name }) => {
    const { columns, rows } = (await api.get<Rows>(`${path}/tables/${name}/rows`)).body;
    return [name, { columns: columns.map((column) => [column.name, column.type]), rows }] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

interface Rows {
  columns: { name: string; type: string }[];
  rows: Record<string, unknown>[];
}

test('LibreOffice shows the values, dates and formula results of an export', async () => {
  const outDir = await saved(csv('as values'));
  expect((await readdir(outDir)).sort()).toEqual(['export-orders.csv', 'export-stock.csv']);
  expect(await readFile(join(outDir, 'export-orders.csv'), 'utf8')).toBe(
    [
      'name,note,code,qty,price,share,paid,day,at,total',
      'りんご,"says ""hi""",007,3,1.5,-0.25,TRUE,2026-01-05,2026-01-05 06:30:00,4.5',
      '"two\nlines","comma, and = sign",010,-4,2.25,0.0000001,FALSE,2024-02-29,1999-12-31 23:59:59,-9',
      '=1+1,  spaced  ,12345678901234567890,1234567890123,0.1,,TRUE,1900-03-01,2026-07-01 00:00:01,123456789012.3',
      '🍐 naïve,,x,,,,FALSE,,,0',
      '',
    ].join('\n'),
  );
  const stock = await readFile(join(outDir, 'export-stock.csv'), 'utf8');
  // The machine decides whether times have 12 or 24 hours.
  expect(stock.replaceAll(/ [AP]M/g, '')).toBe(
    '品名,counted,opens\n桃,2026-01-05,09:00:00\n柿 & <梨>,2026-01-06,12:00:00\n',
  );
});

test('LibreOffice reads the formulas of an export', async () => {
  const live = await api.post(`${workbook}/export`, { tables: ['orders'], formula_mode: 'preserve' });
  await writeFile(join(folder, 'live.xlsx'), live.bytes);
  const text = await readFile(join(await saved(csv('as formulas'), 'live.xlsx'), 'live-orders.csv'), 'utf8');
  expect(text.match(/=ROUND\([^)]*\)/g)).toEqual([2, 3, 4, 5].map((row) => `=ROUND(D${row}*E${row},2)`));
});

test.for(['xlsx', 'xls'])('an export that LibreOffice saved as %s has the same tables', async (format) => {
  expect(await tablesOf(await uploaded(format))).toEqual(await tablesOf(workbook));
});

test('an export that LibreOffice saved as ods has the same tables, except that booleans become numbers', async () => {
  const { stock, orders } = await tablesOf(await uploaded('ods'));
  const original = await tablesOf(workbook);
  expect(stock).toEqual(original.stock);
  expect(orders?.rows).toEqual(original.orders?.rows.map((row) => ({ ...row, paid: expect.anything() })));
});

test('a branch that LibreOffice saved without an edit is recognised, and merging it changes nothing', async () => {
  const { bytes } = await api.post(`${workbook}/export`, { record_branch: true });
  await writeFile(join(folder, 'branch.xlsx'), bytes);
  const content = await readFile(join(await saved('xlsx', 'branch.xlsx'), 'branch.xlsx'));
  const { body } = await api.upload(`${workbook}/sync`, { name: 'branch.xlsx', content });
  expect(body).toMatchObject({
    op_id: null,
    applied: 0,
    inserted: 0,
    deleted: 0,
    unchanged: 6,
    warnings: [],
  });
});
