import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let api: Api;
beforeAll(async () => {
  const session = await (await CalledService.shared()).signIn();
  api = await session.mintWriter();
});

interface Artifact {
  name: string;
  state: string;
}

/** The tables made from a file of test/fixtures/saved, by name, each with its columns and then its rows. */
async function tablesOf(file: string): Promise<Record<string, unknown[][]>> {
  const workbook = await api.workbook();
  const content = await readFile(new URL(`fixtures/saved/${file}`, import.meta.url));
  const name = `book.${file.split('.').at(-1)}`;
  const { status, body } = await api.upload(`${workbook}/sources`, { name, content });
  expect(status).toBe(201);
  const tables: Record<string, unknown[][]> = {};
  for (const { name: table, state } of body.artifacts as Artifact[]) {
    if (state !== 'active') continue;
    const path = `${workbook}/tables/${encodeURIComponent(table)}`;
    const { columns } = (await api.get(path)).body;
    const names = columns.map((column: { name: string; type: string }) => column.name);
    const { rows } = (await api.get(`${path}/rows?limit=1000`)).body;
    tables[table] = [
      columns.map((column: { name: string; type: string }) => `${column.name} ${column.type}`),
      ...rows.map((row: Record<string, unknown>) => names.map((column: string) => row[column])),
    ];
  }
  return tables;
}

const book = {
  Hours: [
    ['Name VARCHAR', '1 BIGINT', '2 DOUBLE', '3 DOUBLE', '4 BIGINT'],
    ['Ann', 8, 7.5, 6, 8],
    ['Bob', 4, 8, 8, 7],
    ['Cyd', 6, 6, 7.5, 8],
  ],
  Visits: [
    ['Month VARCHAR', 'period BIGINT', 'value BIGINT'],
    ['April', 2023, 310],
    ['April', 2024, 344],
    ['May', 2023, 402],
    ['May', 2024, 398],
    ['June', 2023, 388],
    ['June', 2024, 420],
  ],
  Visits_計算項目: [
    ['Month VARCHAR', 'period BIGINT', 'value BIGINT'],
    ['Total', 2023, 1100],
    ['Total', 2024, 1162],
  ],
  Visits_補足情報: [
    ['kind VARCHAR', 'text VARCHAR', 'cell VARCHAR'],
    ['title', 'Visits to the museum', 'A1'],
    ['note', 'Counted at the gate, without schools.', 'A9'],
  ],
  売上: [
    ['支店 VARCHAR', '商品 VARCHAR', 'period VARCHAR', '数量 BIGINT', '金額 BIGINT'],
    ['大阪', 'りんご', '上期', 10, 1200],
    ['大阪', 'りんご', '下期', 12, 1440],
    ['大阪', 'みかん', '上期', 20, 1600],
    ['大阪', 'みかん', '下期', 18, 1440],
    ['京都', 'りんご', '上期', 7, 840],
    ['京都', 'りんご', '下期', 9, 1080],
    ['京都', 'みかん', '上期', 15, 1200],
    ['京都', 'みかん', '下期', 11, 880],
  ],
  Costs_階層1: [
    ['Item VARCHAR', 'period VARCHAR', 'value BIGINT'],
    ['Office', 'Jan', 30],
    ['Office', 'Feb', 36],
    ['Travel', 'Jan', 12],
    ['Travel', 'Feb', 15],
  ],
  Costs_階層2: [
    ['階層1 VARCHAR', 'Item VARCHAR', 'period VARCHAR', 'value BIGINT'],
    ['Office', 'Rent', 'Jan', 20],
    ['Office', 'Rent', 'Feb', 24],
    ['Office', 'Power', 'Jan', 10],
    ['Office', 'Power', 'Feb', 12],
    ['Travel', 'Trains', 'Jan', 5],
    ['Travel', 'Trains', 'Feb', 7],
    ['Travel', 'Hotels', 'Jan', 7],
    ['Travel', 'Hotels', 'Feb', 8],
  ],
  Costs_科目: [
    [
      'account VARCHAR',
      'level BIGINT',
      'parent VARCHAR',
      'path VARCHAR',
      'is_computed BOOLEAN',
      'sheet_row BIGINT',
    ],
    ['Office', 1, null, 'Office', false, 2],
    ['Rent', 2, 'Office', 'Office / Rent', false, 3],
    ['Power', 2, 'Office', 'Office / Power', false, 4],
    ['Travel', 1, null, 'Travel', false, 5],
    ['Trains', 2, 'Travel', 'Travel / Trains', false, 6],
    ['Hotels', 2, 'Travel', 'Travel / Hotels', false, 7],
  ],
};

const at = '2026-02-28T13:45:30';
const kinds = [
  [
    'Text VARCHAR',
    'Day DATE',
    'Time TIME',
    'At TIMESTAMP',
    'Paid BOOLEAN',
    'Share DOUBLE',
    'Amount DOUBLE',
    'Double DOUBLE',
    'Failed BIGINT',
  ],
  ['plain, bold and plain', '2026-02-28', '13:45:00', at, true, 0.125, 1234.5, 2469, null],
  ['  two spaces  ', '2026-02-28', '13:45:00', at, false, 0.5, -3, -6, 6],
  ['line\nbreak', null, null, null, null, null, 0.1, 0.2, 9],
  ["<&> 'quoted'", '2026-02-28', '13:45:00', at, true, 1, 1e15, 2e15, 12],
];

test.each(['openpyxl.xlsx', 'libreoffice.xlsx', 'libreoffice.xls'])(
  'the sheets of %s become the same tables as those of other programs',
  async (file) => {
    expect(await tablesOf(file)).toEqual({ ...book, Kinds: kinds });
  },
);

test('so do those of an OpenDocument file, where LibreOffice writes 1 for a TRUE of Excel', async () => {
  const { Kinds, ...others } = await tablesOf('libreoffice.ods');
  expect(others).toEqual(book);
  const asNumber = (value: unknown) => {
    if (typeof value === 'boolean') return Number(value);
    return value === 'Paid BOOLEAN' ? 'Paid BIGINT' : value;
  };
  expect(Kinds).toEqual(kinds.map((row) => row.map(asNumber)));
});

test('days across that are turned into rows are the days of the file, not other texts of it', async () => {
  const workbook = await api.workbook();
  const content = await readFile(new URL('fixtures/saved/libreoffice.xlsx', import.meta.url));
  await api.upload(`${workbook}/sources`, { name: 'book.xlsx', content });
  const source = `${workbook}/sources/book.xlsx`;
  expect((await api.put(`${source}/parse-spec`, { accept: ['r1.s1'] })).status).toBe(200);
  const made = await api.post(`${source}/materialize`, { regions: ['r1'] });
  const [{ name: table }] = made.body.artifacts as [Artifact];
  const { rows } = (await api.get(`${workbook}/tables/${table}/rows`)).body;
  expect(rows.slice(0, 5)).toMatchObject([
    { Name: 'Ann', variable: 1, value: 8 },
    { Name: 'Ann', variable: 2, value: 7.5 },
    { Name: 'Ann', variable: 3, value: 6 },
    { Name: 'Ann', variable: 4, value: 8 },
    { Name: 'Bob', variable: 1, value: 4 },
  ]);
});

test('data frames of pandas become tables, with years across in rows', async () => {
  expect(await tablesOf('pandas.xlsx')).toEqual({
    orders: [
      ['A BIGINT', 'ordered TIMESTAMP', 'paid BOOLEAN', 'amount DOUBLE', 'remark VARCHAR'],
      [0, '2026-01-05T00:00:00', true, 12.5, 'first'],
      [1, '2026-01-06T00:00:00', false, null, null],
      [2, null, true, 3, 'naïve & <odd>'],
    ],
    years: [
      ['shop VARCHAR', 'period BIGINT', 'value BIGINT'],
      ['Bern', 2024, 7],
      ['Bern', 2025, 9],
      ['Oslo', 2024, 10],
      ['Oslo', 2025, 12],
    ],
  });
});

test('days that count from 1904 are read as the days they are', async () => {
  expect(await tablesOf('openpyxl-1904.xlsx')).toEqual({
    book: [
      ['Name VARCHAR', 'Born DATE'],
      ['Ann', '2001-04-30'],
      ['Bob', '1999-12-31'],
    ],
  });
});
