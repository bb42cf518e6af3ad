import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, formatted, openBook } from './support/files.js';
import { CalledService } from './support/service.js';
import { entriesOf } from './support/zip-entries.js';

let service: CalledService;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook('Quarterly');
  const sales = [
    ['code', 'qty', 'price', 'day', 'at', 'moment', 'paid'],
    [
      '007',
      3,
      1.5,
      formatted(46027, 'yyyy-mm-dd'),
      formatted(0.5, 'hh:mm:ss'),
      formatted(46027.25, 'yyyy-mm-dd hh:mm'),
      true,
    ],
    [
      '=1+1',
      null,
      2,
      formatted(46028, 'yyyy-mm-dd'),
      formatted(0.75, 'hh:mm:ss'),
      formatted(46028.5, 'yyyy-mm-dd hh:mm'),
      false,
    ],
  ];
  await upload('sales.xlsx', book('xlsx', { Sheet1: sales }));
  await upload('売上: a b.csv', 'name,"quo""te, comma"\n"two\nlines",1\n');
});

const upload = (name: string, content: string | Uint8Array, into = workbook) =>
  api.upload(`${into}/sources`, { name, content }, { structuring: 'skip' });
const exported = (body: object, from = workbook) => api.post(`${from}/export`, body);

test('one table as csv is one file, with and without row ids', async () => {
  const { body, headers } = await exported({ tables: ['sales'], format: 'csv' });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain('filename="sales.csv"');
  expect(body).toBe(
    'code,qty,price,day,at,moment,paid,__svc_row_id\r\n' +
      '007,3,1.5,2026-01-05,12:00:00,2026-01-05 06:00:00,true,1\r\n' +
      "'=1+1,,2.0,2026-01-06,18:00:00,2026-01-06 12:00:00,false,2\r\n",
  );
  const without = await exported({ tables: ['sales'], format: 'csv', include_row_ids: false });
  expect(String(without.body).split('\r\n')[0]).toBe('code,qty,price,day,at,moment,paid');
});

test('several tables as csv are a zip with file names that are valid on every system', async () => {
  const own = await api.workbook();
  const names = ['a:b', '.', 'con', 'Nul', 'CON*?', 'x|y', 'X|Y (2)', '.hidden', '名'];
  for (const [i, name] of names.entries()) await upload(`${name}.csv`, `n\n${i}\n`, own);
  const { headers, bytes } = await exported({ format: 'csv', include_row_ids: false }, own);
  expect(headers.get('content-type')).toBe('application/zip');
  const entries = await entriesOf(bytes);
  expect(entries.size).toBe(names.length);
  for (const [name, content] of entries) {
    expect(name).toMatch(/^[^\\/:*?"<>|.][^\\/:*?"<>|]*\.csv$/);
    expect(name).not.toMatch(/^(con|nul)\./i);
    expect(content).toMatch(/^n\r\n\d+\r\n$/);
  }
  const one = await exported({ tables: ['con'], format: 'csv' }, own);
  expect(one.headers.get('content-disposition')).toContain('filename="con_.csv"');
  expect(new Set([...entries.keys()].map((name) => name.toLowerCase())).size).toBe(entries.size);
});

test('csv quotes values where necessary and keeps Unicode', async () => {
  const { body } = await exported({ tables: ['売上: a b'], format: 'csv', include_row_ids: false });
  expect(body).toBe('name,"quo""te, comma"\r\n"two\nlines",1\r\n');
});

test('a table without rows is the header of one with rows, whatever its columns are called', async () => {
  const own = await api.workbook();
  const names = ['a b', 'a,b', 'a"b', "'a", '#a', 'a#b', 'NULL', 'a;b', 'é', '=a', 'a\\b', "a'b", '1', 'a|b'];
  const columns = names.map((name) => ({ name, type: 'VARCHAR' }));
  expect((await api.post(`${own}/tables`, { name: 'odd', columns })).status).toBe(201);
  const csv = async (options: object) => String((await exported({ format: 'csv', ...options }, own)).body);
  const variants = [{}, { include_row_ids: false }, { csv_guard_formulas: false }, { csv_bom: true }];
  const empty = await Promise.all(variants.map(csv));
  await api.post(`${own}/tables/odd/rows/upsert`, { rows: [{ é: 'first' }], expected_version: null });
  const filled = await Promise.all(variants.map(csv));
  for (const [i, header] of empty.entries()) {
    expect(filled[i]).toMatch(/first/);
    expect(header).toBe(filled[i]?.slice(0, header.length));
    expect(header).toMatch(/\r\n$/);
  }
});

test('csv distinguishes missing values from empty texts, and writes every type so that it can be read back', async () => {
  const own = await api.workbook();
  await upload('kinds.csv', 'key\n1\n2\n', own);
  const columns = [
    { column: 'text', type: 'VARCHAR', value: '' },
    { column: 'amount', type: 'DECIMAL(12,2)', value: '1.5' },
    { column: 'at', type: 'TIMESTAMP', value: '2026-01-05T06:00:00.5' },
    { column: 'instant', type: 'TIMESTAMPTZ', value: '2026-01-05T06:00:00+02:00' },
    { column: 'data', type: 'JSON', value: { a: [1, null] } },
  ];
  for (const { column, type } of columns)
    await api.post(`${own}/tables/kinds/columns`, { column, type, expected_version: null });
  const filled = Object.fromEntries(columns.map(({ column, value }) => [column, value]));
  const edit = { rows: [{ __svc_row_id: 1, ...filled }], expected_version: null };
  expect((await api.post(`${own}/tables/kinds/rows/upsert`, edit)).status).toBe(200);
  const { body } = await exported({ format: 'csv', include_row_ids: false }, own);
  expect(body).toBe(
    'key,text,amount,at,instant,data\r\n' +
      '1,"",1.50,2026-01-05 06:00:00.5,2026-01-05 04:00:00+00,"{""a"":[1,null]}"\r\n' +
      '2,,,,,\r\n',
  );
});

const dangerous = ['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠a'];

test('csv escapes texts and column names that a spreadsheet program would run as formulas', async () => {
  const own = await api.workbook();
  const cells = [...dangerous, "'=1", 'a=1', ' '].map((text, row) => [`"${text}"`, -row]);
  await upload('risky.csv', ['"=name",n', ...cells].join('\n'), own);
  const csv = async (options: object) =>
    String((await exported({ format: 'csv', include_row_ids: false, ...options }, own)).body);
  const guarded = await csv({});
  expect(guarded).toContain("'=name,n\r\n'=1+1,0\r\n'+1,-1\r\n");
  for (const text of dangerous) expect(guarded).toContain(`'${text}`);
  expect(guarded).toMatch(/\r\n''=1,-10\r\na=1,-11\r\n/);
  const bare = await csv({ csv_guard_formulas: false });
  expect(bare).toContain('=name,n\r\n=1+1,0\r\n+1,-1\r\n');
});

test('csv begins with a byte order mark if requested, in a zip too', async () => {
  const mark = '\ufeff';
  const one = await exported({ tables: ['sales'], format: 'csv', csv_bom: true });
  expect(Buffer.from(one.bytes).toString()).toMatch(new RegExp(`^${mark}code,qty`));
  const both = await exported({ format: 'csv', csv_bom: true });
  for (const content of (await entriesOf(both.bytes)).values()) expect(content.startsWith(mark)).toBe(true);
  expect((await exported({ csv_bom: 'yes' })).status).toBe(422);
});

test('an xlsx export has a sheet for each table, typed cells, real dates and a frozen header', async () => {
  const { bytes, headers } = await exported({});
  expect(headers.get('content-type')).toContain('spreadsheetml.sheet');
  expect(headers.get('content-disposition')).toContain('filename="Quarterly.xlsx"');
  const { SheetNames, Sheets } = openBook(bytes);
  expect(SheetNames).toEqual(['sales', '売上_ a b']);
  const sales = Sheets.sales ?? {};
  expect(['A1', 'G1', 'H1'].map((cell) => sales[cell]?.v)).toEqual(['code', 'paid', '__svc_row_id']);
  expect(sales.A2).toMatchObject({ t: 's', v: '007' });
  expect(sales.A3).toMatchObject({ t: 's', v: '=1+1' });
  expect(sales.B2).toMatchObject({ t: 'n', v: 3 });
  expect(sales.B3).toBeUndefined();
  expect(sales.C2).toMatchObject({ t: 'n', v: 1.5 });
  expect(sales.D2).toMatchObject({ t: 'n', v: 46027, z: expect.stringMatching(/^y+\W+m+\W+d+$/) });
  expect(sales.E2).toMatchObject({ t: 'n', v: 0.5, z: expect.stringMatching(/h+:m+/i) });
  expect(sales.F2).toMatchObject({ t: 'n', v: 46027.25, z: expect.stringMatching(/y.*h/i) });
  expect(sales.G2).toMatchObject({ t: 'b', v: true });
  expect(Sheets['売上_ a b']?.A2?.v).toBe('two\nlines');
  const xml = (await entriesOf(bytes)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(xml).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
});

test('an uploaded xlsx export becomes the same table', async () => {
  const { bytes } = await exported({ tables: ['sales'], include_row_ids: false });
  const other = await api.workbook();
  const { body } = await upload('sales.xlsx', bytes, other);
  expect(body.artifacts[0]).toMatchObject({ name: 'sales', row_count: 2 });
  const before = await api.get(`${workbook}/tables/sales/rows`);
  const after = await api.get(`${other}/tables/sales/rows`);
  expect(after.body.rows).toEqual(before.body.rows);
  expect(after.body.columns).toEqual(before.body.columns);
});

test('numbers and dates keep the formats of their columns, and texts with line breaks wrap', async () => {
  const own = await api.workbook();
  const rows = [
    ['item', 'share', 'price', 'due', 'count'],
    ['two\nlines', formatted(0.1, '0%'), formatted(1234.5, '"¥"#,##0'), formatted(46027, 'm/d/yy'), 1],
    ['b', formatted(0.25, '0%'), formatted(2, '"¥"#,##0'), formatted(46028, 'd\\.m\\.yyyy'), 2],
    ['c', 0.5, formatted(3, '"¥"#,##0'), formatted(46029, 'd\\.m\\.yyyy'), 3],
  ];
  await upload('flat.xlsx', book('xlsx', { flat: rows }), own);
  const titled = [['Prices of the year'], [], ...rows];
  const content = book('xlsx', { titled });
  await api.upload(`${own}/sources`, { name: 'titled.xlsx', content }, { structuring: 'auto' });
  await upload('shares.csv', 'name,share\na,12.5%\nb,7.0%\n', own);
  const code = 'select share, share * 100 as points, max(price) as top from {{ f }} group by 1, 2 order by 1';
  const transform = { name: 'tops', output: 'tops', kind: 'sql', code, args: { f: 'flat' } };
  expect((await api.post(`${own}/transforms`, transform)).status).toBe(201);
  const { body } = await api.get(`${own}/tables`);
  const names: string[] = body.artifacts.map(({ name }: { name: string }) => name);
  expect(names).toContain('titled');
  const { bytes } = await exported({ include_row_ids: false }, own);
  const { Sheets } = openBook(bytes);
  for (const name of ['flat', 'titled']) {
    const sheet = Sheets[name] ?? {};
    expect(sheet.B2).toMatchObject({ t: 'n', v: 0.1, z: '0%' });
    expect(sheet.C2).toMatchObject({ t: 'n', v: 1234.5, z: '"¥"#,##0' });
    expect(sheet.D2).toMatchObject({ t: 'n', v: 46027, z: 'd\\.m\\.yyyy' });
    expect(sheet.E2).toMatchObject({ t: 'n', v: 1, z: 'General' });
  }
  expect(Sheets.tops?.A2).toMatchObject({ t: 'n', v: 0.1, z: '0%' });
  expect(Sheets.tops?.B2).toMatchObject({ t: 'n', v: 10, z: 'General' });
  expect(Sheets.tops?.C2).toMatchObject({ t: 'n', v: 1234.5, z: '"¥"#,##0' });
  expect(Sheets.shares?.B2).toMatchObject({ t: 'n', v: 0.125, z: '0.0%' });
  const entries = await entriesOf(bytes);
  const style = /<c r="A2" s="(\d+)" t="inlineStr"><is><t xml:space="preserve">two\nlines</.exec(
    entries.get('xl/worksheets/sheet1.xml') ?? '',
  )?.[1];
  const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(entries.get('xl/styles.xml') ?? '')?.[1];
  expect(formats?.match(/<xf .*?(?:\/>|<\/xf>)/g)?.[Number(style)]).toContain('<alignment wrapText="1"/>');
});

test('the rows of a derived table are in the order of its statement', async () => {
  const own = await api.workbook();
  const sales = ['r,n', ...Array.from({ length: 40 }, (_, i) => `r${i % 8},${(i * 37) % 101}`)];
  await upload('sales.csv', sales.join('\n'), own);
  const code = 'select r as region, sum(n) as total from {{ s }} group by r order by sum(n) desc, region';
  const transform = { name: 'by_region', output: 'by_region', kind: 'sql', code, args: { s: 'sales' } };
  expect((await api.post(`${own}/transforms`, transform)).status).toBe(201);
  const order = { tables: ['by_region'], include_row_ids: false };
  const { body } = await exported({ ...order, format: 'csv' }, own);
  const totals =
    String(body)
      .match(/\d+(?=\r\n)/g)
      ?.map(Number) ?? [];
  expect(totals).toHaveLength(8);
  expect(totals).toEqual([...totals].sort((a, b) => b - a));
  const { by_region: sheet = {} } = openBook((await exported(order, own)).bytes).Sheets;
  expect(totals.map((_, i) => sheet[`B${i + 2}`])).toMatchObject(totals.map((v) => ({ t: 'n', v })));
});

test('a large table, sent in parts, is one file with each row once, in the order of row ids', async () => {
  const own = await api.workbook();
  const side = 1005;
  await upload('numbers.csv', `n\n${Array.from({ length: side }, (_, i) => i).join('\n')}\n`, own);
  const code = `select a.n * ${side} + b.n as n from {{ t }} a cross join {{ t }} b`;
  const transform = { name: 'all', output: 'all', kind: 'sql', code, args: { t: 'numbers' }, key: ['n'] };
  expect((await api.post(`${own}/transforms`, transform)).status).toBe(201);
  const { body } = await exported({ tables: ['all'], format: 'csv' }, own);
  const [heading, ...rows] = String(body).trimEnd().split('\r\n');
  expect(heading).toBe('n,__svc_row_id');
  const cells = rows.map((row) => row.split(',').map(Number));
  expect(new Set(cells.map(([n]) => n)).size).toBe(side ** 2);
  expect(rows).toHaveLength(side ** 2);
  expect(cells.every(([, id = 0], i) => i === 0 || id > (cells[i - 1]?.[1] ?? 0))).toBe(true);
});

test('a table of thousands of columns is exported whole, in slices', async () => {
  const own = await api.workbook();
  const width = 2100;
  const line = (cell: (column: number) => string) =>
    Array.from({ length: width }, (_, i) => cell(i)).join(',');
  const rows = [0, 1].map((row) =>
    line((i) => (i % 7 === 0 && row ? '' : i % 2 ? String(row * i) : `"t,${i}\n"`)),
  );
  const csv = [line((i) => `h${i}`), ...rows, ''].join('\r\n');
  await upload('wide.csv', csv, own);
  expect((await exported({ format: 'csv', include_row_ids: false }, own)).body).toBe(csv);
  const sheet = openBook((await exported({ include_row_ids: false }, own)).bytes).Sheets.wide ?? {};
  const last = ['CBT1', 'CBT2', 'CBT3'].map((cell) => sheet[cell]?.v);
  expect(last).toEqual(['h2099', 0, 2099]);
  expect(sheet.CBU1).toBeUndefined();
});

test('wide decimals are numbers where a double is exact, else text, and the heading says so', async () => {
  const own = await api.workbook();
  await upload('sums.csv', 'key\n1\n2\n', own);
  const columns = { total: 'DECIMAL(38,0)', exact: 'DECIMAL(20,2)', whole: 'BIGINT' };
  for (const [column, type] of Object.entries(columns))
    await api.post(`${own}/tables/sums/columns`, { column, type, expected_version: null });
  const rows = [
    { __svc_row_id: 1, total: '425', exact: '0.10', whole: 7 },
    { __svc_row_id: 2, total: '12345678901234567890', exact: '-1234567890123.45', whole: 8 },
  ];
  const edit = await api.post(`${own}/tables/sums/rows/upsert`, { rows, expected_version: null });
  expect(edit.status).toBe(200);
  const { bytes } = await exported({ include_row_ids: false }, own);
  const { sums = {} } = openBook(bytes).Sheets;
  expect(sums.B2).toMatchObject({ t: 'n', v: 425 });
  expect(sums.B3).toMatchObject({ t: 's', v: '12345678901234567890' });
  expect([sums.C2, sums.C3]).toMatchObject([
    { t: 'n', v: 0.1 },
    { t: 'n', v: -1234567890123.45 },
  ]);
  const notes = (await entriesOf(bytes)).get('xl/comments1.xml') ?? '';
  expect(notes.match(/ref="\w+"/g)).toEqual(['ref="B1"']);
});

test('tables whose names are the same for Excel get separate sheets', async () => {
  const own = await api.workbook();
  const long = 'a rather long name of a table that ';
  for (const name of [`${long}one`, `${long}two`, 'a:b', 'a*b', 'History'])
    await upload(`${name}.csv`, `n\n${name}\n`, own);
  const { SheetNames, Sheets } = openBook((await exported({}, own)).bytes);
  expect(SheetNames).toHaveLength(5);
  expect(new Set(SheetNames.map((name) => name.toLowerCase())).size).toBe(5);
  for (const name of SheetNames) expect(name.length).toBeLessThanOrEqual(31);
  expect(SheetNames.map((name) => Sheets[name]?.A2?.v)).toContain(`${long}two`);
});

test('texts that are too long for a cell are truncated and counted', async () => {
  const own = await api.workbook();
  await upload('long.csv', `text,n\n${'x'.repeat(40_000)},1\nshort,2\n`, own);
  const { headers, bytes } = await exported({}, own);
  expect(headers.get('x-svc-truncated-cells')).toBe('1');
  expect(String(openBook(bytes).Sheets.long?.A2?.v)).toHaveLength(32_767);
  expect((await exported({ tables: ['sales'] })).headers.has('x-svc-truncated-cells')).toBe(false);
});

test('empty workbooks, unknown tables and invalid options are refused', async () => {
  const empty = await api.workbook();
  const nothing = await exported({}, empty);
  expect([nothing.status, nothing.body.type]).toEqual([422, '/problems/invalid-request']);
  expect((await exported({ tables: ['none'] })).status).toBe(404);
  expect((await exported({ tables: ['sales', 'none'], format: 'csv' })).status).toBe(404);
  for (const body of [{ tables: [] }, { format: 'pdf' }, { formula_mode: 'generate' }, { colour: 'red' }])
    expect((await exported(body)).status).toBe(422);
});
