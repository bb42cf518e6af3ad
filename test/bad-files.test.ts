import officeCrypto from 'officecrypto-tool';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, csvOf, inlineCell, odsWithSheets, xlsxAround, zip } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
});

async function upload(workbook: string, name: string, content: string | Uint8Array) {
  return await api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
}

const twoCells = `<sheetData><row r="1">${inlineCell('A1', 'name')}</row><row r="2">${inlineCell('A2', 'Ann')}</row></sheetData>`;
const goodXlsx = book('xlsx', { Data: [['name'], ['Ann']] });
const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>`;
const entityCell = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&j;</t></is></c></row></sheetData>';
/** An OLE container, as Excel writes it for encrypted and old files, without usable content. */
const oleWithNothing = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2040)]);

const refused: [what: string, name: string, content: () => string | Uint8Array, slug: string][] = [
  ['an empty file', 'a.xlsx', () => '', 'empty-file'],
  ['an empty csv file', 'a.csv', () => '', 'empty-file'],
  ['a csv file of blank lines', 'a.csv', () => '\n\n  \n', 'empty-file'],
  ['a workbook of blank sheets', 'a.xlsx', () => book('xlsx', { A: [[]], B: [[]] }), 'empty-file'],
  [
    'a file that is not a zip, under the name of one',
    'a.xlsx',
    () => Buffer.alloc(500, 7),
    'unreadable-file',
  ],
  [
    'a zip that is not a workbook',
    'a.xlsx',
    () => zip([{ name: 'a.txt', content: 'hi' }]),
    'unsupported-file',
  ],
  ['a truncated xlsx file', 'a.xlsx', () => goodXlsx.subarray(0, goodXlsx.length / 2), 'unreadable-file'],
  [
    'a truncated xls file',
    'a.xls',
    () => book('xls', { Data: [['name'], ['Ann']] }).subarray(0, 1500),
    'unreadable-file',
  ],
  ['an empty ole container', 'a.xls', () => oleWithNothing, 'unreadable-file'],
  ['a damaged entry', 'a.xlsx', () => Buffer.from(goodXlsx).fill(0x55, 60, 120), 'unreadable-file'],
  [
    'a password-protected file',
    'a.xlsx',
    () => officeCrypto.encrypt(goodXlsx, { password: 'secret' }),
    'encrypted-file',
  ],
  ['a zip bomb', 'a.xlsx', () => xlsxAround(`${twoCells}${' '.repeat(150_000_000)}`), 'file-too-complex'],
  ['an entity bomb', 'a.xlsx', () => xlsxAround(entityCell, { prolog: entities }), 'unreadable-file'],
  [
    'an external entity',
    'a.xlsx',
    () => xlsxAround(entityCell, { prolog: '<!DOCTYPE x [<!ENTITY j SYSTEM "file:///etc/passwd">]>' }),
    'unreadable-file',
  ],
  ['a picture', 'a.png', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unsupported-file'],
  ['a picture called xlsx', 'a.xlsx', () => Buffer.from('89504e470d0a1a0a0000', 'hex'), 'unsupported-file'],
  ['a parquet file', 'a.parquet', () => 'PAR1 and so on PAR1', 'unsupported-file'],
  ['prose under an unknown name', 'a.docx', () => 'just words', 'unsupported-file'],
];

test.each(refused)(
  '%s is refused with a suggested fix and leaves nothing',
  async (_, name, content, slug) => {
    const workbook = await api.workbook();
    const { status, body } = await upload(workbook, name, content());
    expect(body.type).toBe(`/problems/${slug}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.detail).toBeTruthy();
    expect(body.suggested_fix).toBeTruthy();
    expect((await api.get(`${workbook}/sources`)).body.sources).toEqual([]);
    expect((await api.get(`${workbook}/tables`)).body.artifacts).toEqual([]);
  },
);

const read: [what: string, name: string, content: () => string | Uint8Array, rows: unknown[]][] = [
  ['an xlsx file called csv', 'a.csv', () => goodXlsx, [{ name: 'Ann' }]],
  ['an xls file called xlsx', 'a.xlsx', () => book('xls', { D: [['name'], ['Ann']] }), [{ name: 'Ann' }]],
  ['a csv file called xlsx', 'a.xlsx', () => 'name,n\nAnn,1\n', [{ name: 'Ann', n: 1 }]],
  ['a csv file without an extension', 'people', () => 'name,n\nAnn,1\n', [{ name: 'Ann', n: 1 }]],
  [
    'a sheet that declares every possible cell and has two',
    'a.xlsx',
    () => xlsxAround(`<dimension ref="A1:XFD1048576"/>${twoCells}`),
    [{ name: 'Ann' }],
  ],
  [
    'cells at opposite corners of a sheet',
    'a.xlsx',
    () =>
      xlsxAround(
        `<sheetData><row r="1">${inlineCell('A1', 'left')}</row><row r="1048576">${inlineCell('XFD1048576', 'right')}</row></sheetData>`,
      ),
    [
      { A: 'left', XFD: null },
      { A: null, XFD: 'right' },
    ],
  ],
  [
    'a csv file with a byte order mark, ragged rows and quotes',
    'a.csv',
    () => '\ufeffname,n\n"Ann ""A""",1\nBo\n"two\nlines",3\n',
    [
      { name: 'Ann "A"', n: 1 },
      { name: 'Bo', n: null },
      { name: 'two\nlines', n: 3 },
    ],
  ],
  ['UTF-16', 'a.csv', () => Buffer.from('\ufeffname,n\nÄnn,1\n', 'utf16le'), [{ name: 'Änn', n: 1 }]],
];

test.each(read)('%s is read correctly', async (_, name, content, rows) => {
  const workbook = await api.workbook();
  const { status, body } = await upload(workbook, name, content());
  expect(status, JSON.stringify(body)).toBe(201);
  const page = await api.get(`${workbook}/tables/${body.artifacts[0].id}/rows`);
  expect(page.body.rows.map(({ __svc_row_id, ...cells }: Record<string, unknown>) => cells)).toEqual(rows);
});

test('NUL bytes in a csv file are refused or read, but never cause an internal error', async () => {
  const workbook = await api.workbook();
  for (const content of ['name,n\nA\0nn,1\n', '\0\0\0\0', 'a,b\n1,2\n\0\0\0']) {
    const { status, body } = await upload(workbook, 'nul.csv', content);
    expect([201, 415, 422], JSON.stringify(body)).toContain(status);
    const { artifacts } = (await api.get(`${workbook}/tables`)).body;
    for (const { id } of artifacts) expect((await api.get(`${workbook}/tables/${id}/rows`)).status).toBe(200);
  }
});

describe('a table is reachable under an odd name', () => {
  const odd = [
    'slash/and\\back',
    `"double" and 'single'`,
    'emoji 👩‍👩‍👧 🎉',
    'abc\u202Egnp.exe\u200F',
    'x'.repeat(300),
    '名前'.repeat(150),
    'percent %2F %zz + & ? #',
    'select',
    '__proto__',
    '; drop table x; --',
    ' spaces  around ',
  ];

  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

  /** The table is found by its path and by its name in SQL, with the same row. */
  async function isReachable(workbook: string, table: { name: string; id: string }, row: object) {
    const path = `${workbook}/tables/${encodeURIComponent(table.name)}`;
    expect((await api.get(path)).body.id).toBe(table.id);
    expect((await api.get(`${path}/rows`)).body.rows).toEqual([{ ...row, __svc_row_id: 1 }]);
    const sql = `select * exclude (__svc_row_id) from ${quoted(table.name)}`;
    const query = await api.post(`${workbook}/query`, { sql });
    expect(query.body.rows, JSON.stringify(query.body)).toEqual([row]);
    expect((await api.post(`${workbook}/export`, { format: 'csv' })).status).toBe(200);
  }

  test.each(odd)('of a file: %s', async (name) => {
    const workbook = await api.workbook();
    const { status, body } = await upload(workbook, `${name}.csv`, 'a\n1\n');
    expect(status).toBe(201);
    expect(body.source.name.length).toBeLessThanOrEqual(255);
    expect(body.source.name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u200e\u200f]/u);
    expect(body.artifacts[0].name.length).toBeLessThanOrEqual(200);
    const download = await api.get(`${workbook}/sources/${encodeURIComponent(body.source.name)}/download`);
    expect(Buffer.from(download.bytes).toString()).toBe('a\n1\n');
    await isReachable(workbook, body.artifacts[0], { a: 1 });
  });

  test.each(odd)('of a sheet: %s', async (name) => {
    const workbook = await api.workbook();
    const { status, body } = await upload(workbook, 'one.ods', odsWithSheets([name, 'Second']));
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.artifacts).toHaveLength(2);
    await isReachable(workbook, body.artifacts[0], { a: 1 });
  });

  test.each(odd)('of a column: %s', async (name) => {
    const workbook = await api.workbook();
    const { body } = await upload(workbook, 't.csv', `${quoted(name)},other\nv,w\n`);
    const { columns } = (await api.get(`${workbook}/tables/t/columns`)).body;
    const given = columns[0].name as string;
    expect(given.length).toBeLessThanOrEqual(200);
    expect(columns[0].original_name).toBe(name.slice(0, 255));
    await isReachable(
      workbook,
      body.artifacts[0],
      Object.fromEntries([
        [given, 'v'],
        ['other', 'w'],
      ]),
    );
    const filter = JSON.stringify({ column: given, op: 'eq', value: 'v' });
    const found = await api.get(`${workbook}/tables/t/rows?filter=${encodeURIComponent(filter)}`);
    expect(found.body.total).toBe(1);
    const byName = await api.post(`${workbook}/query`, { sql: `select ${quoted(given)} as v from t` });
    expect(byName.body.rows).toEqual([{ v: 'v' }]);
  });
});

test('a thousand columns and a cell of a million characters are read', async () => {
  const workbook = await api.workbook();
  const header = Array.from({ length: 1000 }, (_, i) => `c${i}`).join(',');
  const wide = await upload(
    workbook,
    'wide.csv',
    csvOf(header, 2, () => '1,'.repeat(999).concat('2')),
  );
  expect(wide.status).toBe(201);
  const long = await upload(workbook, 'long.csv', `a,b\n${'y'.repeat(1_000_000)},2\n`);
  expect(long.status).toBe(201);
  const { body } = await api.post(`${workbook}/query`, { sql: 'select length(a) as n from long' });
  expect(body.rows).toEqual([{ n: 1_000_000 }]);
});
