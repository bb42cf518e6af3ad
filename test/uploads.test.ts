import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { book, csvOf, formatted } from './support/files.js';
import { CalledService, startService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
});

const skip = { structuring: 'skip' };

async function upload(workbook: string, name: string, content: string | Uint8Array, fields = {}) {
  return await api.upload(`${workbook}/sources`, { name, content }, { ...skip, ...fields });
}

async function columnsOf(workbook: string, table: string): Promise<Record<string, string>> {
  const { body } = await api.get(`${workbook}/tables/${encodeURIComponent(table)}/columns`);
  return Object.fromEntries(body.columns.map(({ name, type }: Record<string, string>) => [name, type]));
}

async function rowsOf(workbook: string, table: string) {
  const { body } = await api.get(`${workbook}/tables/${encodeURIComponent(table)}/rows`);
  return body.rows.map(({ __svc_row_id, ...cells }: Record<string, unknown>) => cells);
}

async function jobOf(jobId: string) {
  return await eventually(async () => {
    const { body } = await api.get(`/api/v1/jobs/${jobId}`);
    return body.status === 'succeeded' || body.status === 'failed' ? body : undefined;
  });
}

const typedRows = [
  ['name', 'qty', 'price', 'day', 'at', 'moment', 'paid', 'share', 'code'],
  [
    'Ann',
    3,
    1.5,
    formatted(46027, 'yyyy-mm-dd'),
    formatted(0.5, 'hh:mm:ss'),
    formatted(46027.25, 'yyyy-mm-dd hh:mm'),
    true,
    formatted(0.125, '0.0%'),
    '007',
  ],
  [
    'Bo',
    4,
    2,
    formatted(46028, 'yyyy-mm-dd'),
    formatted(0.75, 'hh:mm:ss'),
    formatted(46028.5, 'yyyy-mm-dd hh:mm'),
    false,
    formatted(1, '0.0%'),
    '012',
  ],
];
const typedColumns = {
  name: 'VARCHAR',
  qty: 'BIGINT',
  price: 'DOUBLE',
  day: 'DATE',
  at: 'TIME',
  moment: 'TIMESTAMP',
  paid: 'BOOLEAN',
  share: 'DOUBLE',
  code: 'VARCHAR',
};
const ann = {
  name: 'Ann',
  qty: 3,
  price: 1.5,
  day: '2026-01-05',
  at: '12:00:00',
  moment: '2026-01-05T06:00:00',
  paid: true,
  share: 0.125,
  code: '007',
};

test.each(['xlsx', 'xlsm', 'xls', 'xlsb', 'ods'])('an %s file is read with its types', async (format) => {
  const workbook = await api.workbook();
  const { status, body } = await upload(workbook, `sales.${format}`, book(format, { Sheet1: typedRows }));
  expect(status).toBe(201);
  expect(body).toMatchObject({
    structuring: 'skipped',
    source: { name: `sales.${format}`, format, status: 'materialized' },
    artifacts: [{ name: 'sales', row_count: 2, edit_version: 1 }],
  });
  expect(await columnsOf(workbook, 'sales')).toEqual(typedColumns);
  expect((await rowsOf(workbook, 'sales'))[0]).toEqual(ann);
});

const textRows = [
  Object.keys(typedColumns),
  ['Ann', '3', '1.5', '2026-01-05', '12:00:00', '2026-01-05 06:00', 'true', '12.5%', '007'],
  ['Bo', '4', '2', '2026-01-06', '18:00:00', '2026-01-06 12:00', 'false', '100%', '012'],
];

test.each([
  ['csv', ','],
  ['tsv', '\t'],
])('a %s file is read with types inferred from its texts', async (format, delimiter) => {
  const workbook = await api.workbook();
  const content = `${textRows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`;
  const { status, body } = await upload(workbook, `sales.${format}`, content);
  expect(status).toBe(201);
  expect(body).toMatchObject({ source: { format }, artifacts: [{ name: 'sales', row_count: 2 }] });
  expect(await columnsOf(workbook, 'sales')).toEqual(typedColumns);
  expect((await rowsOf(workbook, 'sales'))[0]).toEqual(ann);
});

test('integers beyond a double stay exact, and codes that look like numbers stay text', async () => {
  const workbook = await api.workbook();
  await upload(
    workbook,
    'exact.csv',
    'big,huge,zip,mixed\n9007199254740993,123456789012345678901,01234,1\n1,2,56789,x\n',
  );
  expect(await columnsOf(workbook, 'exact')).toEqual({
    big: 'BIGINT',
    huge: 'VARCHAR',
    zip: 'VARCHAR',
    mixed: 'VARCHAR',
  });
  expect((await rowsOf(workbook, 'exact'))[0]).toEqual({
    big: '9007199254740993',
    huge: '123456789012345678901',
    zip: '01234',
    mixed: '1',
  });
});

test('headings become unique and non-empty, and the originals are kept', async () => {
  const workbook = await api.workbook();
  await upload(workbook, 'twice.csv', 'id,amount,Amount,note,,city\n1,2,3,x,5,a\n2,3,4,y,6,b\n');
  const { body } = await api.get(`${workbook}/tables/twice/columns`);
  expect(body.columns.map((column: { name: string }) => column.name)).toEqual([
    'id',
    'amount',
    'Amount_2',
    'note',
    'E',
    'city',
  ]);
  expect(body.columns.map((column: { original_name: unknown }) => column.original_name)).toEqual([
    'id',
    'amount',
    'Amount',
    'note',
    null,
    'city',
  ]);
});

test('without a heading row every row is data', async () => {
  const workbook = await api.workbook();
  const { body } = await upload(workbook, 'bare.csv', '1,2.5\n3,4.5\n');
  expect(body.artifacts[0].row_count).toBe(2);
  expect(await columnsOf(workbook, 'bare')).toEqual({ A: 'BIGINT', B: 'DOUBLE' });
});

test('a csv file in Shift_JIS is read as Japanese', async () => {
  const workbook = await api.workbook();
  // 名前,都市 / 山田,東京 / 鈴木,大阪
  const bytes = Buffer.from('96bc914f2c93738e730d0a8e5293632c938c8b9e0d0a97e996d82c91e58de30d0a', 'hex');
  const { body } = await upload(workbook, '名簿.csv', bytes);
  expect(body.source.reader.encoding).toMatch(/shift.?jis/i);
  expect(await rowsOf(workbook, '名簿')).toEqual([
    { 名前: '山田', 都市: '東京' },
    { 名前: '鈴木', 都市: '大阪' },
  ]);
});

test('tables are named after their sheets, prefixed with the file name if a name is taken', async () => {
  const workbook = await api.workbook();
  const sheets = { North: [['a'], [1]], South: [['b'], [2]], Blank: [[]] };
  const first = await upload(workbook, 'one.xlsx', book('xlsx', sheets));
  expect(first.body.artifacts.map((table: { name: string }) => table.name)).toEqual(['North', 'South']);
  const again = { North: [['a'], [3]], West: [['b'], [4]] };
  const second = await upload(workbook, 'two.xlsx', book('xlsx', again));
  expect(second.body.artifacts.map((table: { name: string }) => table.name)).toEqual(['two_North', 'West']);
  const listed = await api.get(`${workbook}/tables`);
  expect(listed.body.artifacts).toHaveLength(4);
});

test('identical bytes return the existing source; other bytes under its name get a number', async () => {
  const workbook = await api.workbook();
  const first = await upload(workbook, 'a.csv', 'x\n1\n');
  const same = await upload(workbook, 'b.csv', 'x\n1\n');
  expect([first.status, same.status]).toEqual([201, 200]);
  expect(same.body.source).toEqual(first.body.source);
  expect(same.body.artifacts).toEqual(first.body.artifacts);
  const other = await upload(workbook, 'a.csv', 'x\n2\n');
  expect(other.body).toMatchObject({
    source: { name: 'a (2).csv', filename: 'a.csv' },
    artifacts: [{ name: 'a (2)' }],
  });
});

test('concurrent uploads of the same bytes become one source', async () => {
  const workbook = await api.workbook();
  const answers = await Promise.all([1, 2, 3, 4].map(() => upload(workbook, 'a.csv', 'x\n1\n')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.source.id)).size).toBe(1);
  expect((await api.get(`${workbook}/sources`)).body.sources).toHaveLength(1);
});

test('sources are listed newest first, found by name or id, and downloaded byte for byte', async () => {
  const workbook = await api.workbook();
  const bytes = book('xlsx', { S: [['a'], [1]] });
  const { body } = await upload(workbook, 'été 1.xlsx', bytes);
  await upload(workbook, 'later.csv', 'x\n1\n');
  const listed = await api.get(`${workbook}/sources`);
  expect(listed.body.sources.map((source: { name: string }) => source.name)).toEqual([
    'later.csv',
    'été 1.xlsx',
  ]);
  const byName = await api.get(`${workbook}/sources/${encodeURIComponent('été 1.xlsx')}`);
  expect(byName.body).toMatchObject({ id: body.source.id, artifacts: [{ name: 'été 1' }] });
  const download = await api.get(`${workbook}/sources/${body.source.id}/download`);
  expect(Buffer.from(download.bytes).equals(bytes)).toBe(true);
  expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%A9t%C3%A9%201.xlsx");
  expect((await api.get(`${workbook}/sources/none.csv`)).status).toBe(404);
});

test('a staged upload only stores the bytes', async () => {
  const workbook = await api.workbook();
  const { status, body } = await upload(workbook, 'raw.xlsx', 'not even a spreadsheet', { mode: 'staged' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ source: { status: 'registered', mode: 'staged' }, artifacts: [] });
  expect((await api.get(`${workbook}/tables`)).body.artifacts).toEqual([]);
  const download = await api.get(`${workbook}/sources/raw.xlsx/download`);
  expect(Buffer.from(download.bytes).toString()).toBe('not even a spreadsheet');
});

test('an asynchronous upload is a job whose result is the synchronous body', async () => {
  const workbook = await api.workbook();
  const accepted = await upload(workbook, 'later.csv', 'x,y\n1,a\n', { async: 'true' });
  expect(accepted.status).toBe(202);
  const job = await jobOf(accepted.body.job_id);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  const again = await upload(workbook, 'later.csv', 'x,y\n1,a\n');
  expect(again.status).toBe(200);
  expect(job.result).toEqual(again.body);
  const { body } = await api.get('/api/v1/jobs');
  expect(body.jobs.map(({ id }: { id: string }) => id)).toContain(accepted.body.job_id);
});

test('a failed job has a reason and leaves no table', async () => {
  const workbook = await api.workbook();
  const accepted = await upload(workbook, 'broken.xlsx', Buffer.from('PK\x03\x04rubbish'), { async: 'true' });
  const job = await jobOf(accepted.body.job_id);
  expect(job).toMatchObject({ status: 'failed', result: null, error: expect.stringMatching(/\w{3}/) });
  const { body } = await api.get(`${workbook}/sources`);
  expect(body.sources).toMatchObject([{ status: 'failed', failure: job.error }]);
  expect((await api.get(`${workbook}/tables`)).body.artifacts).toEqual([]);
});

test('an asynchronous staged upload is refused', async () => {
  const workbook = await api.workbook();
  const { status, body } = await upload(workbook, 'a.csv', 'x\n1\n', { async: 'true', mode: 'staged' });
  expect([status, body.type]).toEqual([422, '/problems/invalid-request']);
});

test('an unknown form field or a missing file is refused, and nothing is stored', async () => {
  const workbook = await api.workbook();
  expect((await upload(workbook, 'a.csv', 'x\n1\n', { colour: 'red' })).status).toBe(422);
  const form = new FormData();
  form.set('structuring', 'skip');
  expect((await api.send('POST', `${workbook}/sources`, form)).status).toBe(422);
  expect((await api.post(`${workbook}/sources`, {})).status).toBe(415);
  expect((await api.get(`${workbook}/sources`)).body.sources).toEqual([]);
});

test('a file above the limit is refused while it streams in', async () => {
  const small = await startService({ env: { SVC_MAX_UPLOAD_MB: '1' } });
  const session = await small.signIn();
  const workbook = await session.workbook();
  const content = csvOf('x', 200_000, (row) => `${row} and some text`);
  const { status, body } = await session.upload(`${workbook}/sources`, { name: 'big.csv', content }, skip);
  expect([status, body.type]).toEqual([413, '/problems/too-large']);
  expect(body.suggested_fix).toBeTruthy();
  expect((await session.get(`${workbook}/sources`)).body.sources).toEqual([]);
  const fits = await session.upload(`${workbook}/sources`, { name: 's.csv', content: 'x\n1\n' }, skip);
  expect(fits.status).toBe(201);
});

test('an upload returns the columns of its tables, also when repeated, and its job ends at 100 percent', async () => {
  const workbook = await api.workbook();
  const schema = [
    { name: 'k', type: 'VARCHAR' },
    { name: 'n', type: 'BIGINT' },
  ];
  const file = { name: 'pairs.csv', content: 'k,n\na,1\n' };
  const key = { 'idempotency-key': 'pairs' };
  for (const headers of [key, key, {}]) {
    const { body } = await api.upload(`${workbook}/sources`, file, { structuring: 'skip' }, headers);
    expect(body.artifacts.map((table: { schema: unknown }) => table.schema)).toEqual([schema]);
  }
  const later = { name: 'later.csv', content: 'k,n\nb,2\n' };
  const { body } = await api.upload(`${workbook}/sources`, later, { async: 'true', structuring: 'skip' });
  expect((await jobOf(body.job_id)).progress).toEqual({ stage: 'done', percent: 100 });
});
