import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Api } from './support/api.js';
import { CalledService } from './support/service.js';

interface FeedPage {
  value: object[];
  '@odata.nextLink'?: string;
}

/** The clauses of OData 4.01's minimal conformance, and what clients rely on beyond them. */
let api: Api;
let workbook: string;
let feed: string;
let service: CalledService;

const columns = [
  { name: 'City', type: 'VARCHAR' },
  { name: 'qty', type: 'BIGINT' },
  { name: 'units', type: 'INTEGER' },
  { name: 'Unit price (€)', type: 'DECIMAL(20,4)' },
  { name: 'unit_price', type: 'DOUBLE' },
  { name: 'ok', type: 'BOOLEAN' },
  { name: 'day', type: 'DATE' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'moment', type: 'TIMESTAMPTZ' },
  { name: 'hour', type: 'TIME' },
  { name: '備考', type: 'VARCHAR' },
  { name: 'doc', type: 'JSON' },
];
const cells = {
  City: "Land's End",
  qty: '9007199254740993',
  units: 3,
  'Unit price (€)': '1234567890123456.7891',
  unit_price: 0.5,
  ok: true,
  day: '2026-02-28',
  at: '2026-02-28T23:30:00.25',
  moment: '2026-02-28T23:30:00+09:00',
  hour: '08:15:30',
  備考: '東京',
  doc: { a: [1, null] },
};
const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));

beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook();
  feed = `/odata/${workbook.split('/').at(-1)}`;
  await make('Sales 2026', columns, [
    cells,
    { ...empty, City: 'York', qty: 5, day: '2025-12-31', ok: false, unit_price: 2, 備考: '%_' },
    empty,
    { ...empty, City: 'york', qty: -1, day: '2026-07-01', at: '2026-07-01T00:00:00' },
  ]);
  await make('constructor', [{ name: 'constructor', type: 'VARCHAR' }], [{ constructor: 'x' }]);
  await make(
    'Sales_2026',
    [
      { name: 'a b', type: 'VARCHAR' },
      { name: 'a_b', type: 'VARCHAR' },
    ],
    [],
  );
});

async function make(name: string, its: object[], rows: object[]): Promise<void> {
  expect((await api.post(`${workbook}/tables`, { name, columns: its })).status).toBe(201);
  if (rows.length === 0) return;
  const added = await api.post(`${workbook}/tables/${encodeURIComponent(name)}/rows/upsert`, {
    rows,
    expected_version: null,
  });
  expect(added.status).toBe(200);
}

/** What a name becomes where another would be the same without what OData forbids. */
const hashed = (clean: string, name: string) =>
  `${clean}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
const sales = hashed('Sales_2026', 'Sales 2026');
const price = hashed('Unit_price', 'Unit price (€)');

const read = (path: string, options: Record<string, string> = {}, headers = {}) =>
  api.get(`${feed}/${path}${query(options)}`, headers);
const query = (options: Record<string, string>) =>
  `?${Object.entries(options)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
const idsWhere = async ($filter: string) => {
  const { status, body } = await read(sales, { $filter });
  return status === 200 ? body.value.map((row: { __svc_row_id: number }) => row.__svc_row_id) : body.error;
};

describe('documents', () => {
  test('the service document lists the tables under valid names, all different', async () => {
    const { status, body, headers } = await read('');
    expect(status).toBe(200);
    expect(headers.get('odata-version')).toBe('4.0');
    expect(headers.get('content-type')).toMatch(/^application\/json; ?odata.metadata=minimal/);
    expect(body['@odata.context']).toBe(`${api.url}${feed}/$metadata`);
    expect(body.value).toEqual([
      { name: sales, title: 'Sales 2026', kind: 'EntitySet', url: sales },
      { name: 'constructor', kind: 'EntitySet', url: 'constructor' },
      { name: 'Sales_2026', kind: 'EntitySet', url: 'Sales_2026' },
    ]);
  });

  test('$metadata declares types with their facets, and tells the true names', async () => {
    const { status, body, headers } = await read(
      '$metadata',
      {},
      { accept: 'application/json;q=0.9,application/xml' },
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/xml/);
    for (const declared of [
      '<PropertyRef Name="__svc_row_id"/>',
      '<Property Name="qty" Type="Edm.Int64"/>',
      '<Property Name="units" Type="Edm.Int32"/>',
      '<Property Name="day" Type="Edm.Date"/>',
      '<Property Name="at" Type="Edm.DateTimeOffset" Precision="6"/>',
      '<Property Name="hour" Type="Edm.TimeOfDay" Precision="6"/>',
      '<Property Name="備考" Type="Edm.String"/>',
      '<Property Name="doc" Type="Edm.String"/>',
      `<Property Name="${price}" Type="Edm.Decimal" Precision="20" Scale="4">`,
      '<Annotation Term="WorkbookData.Name" String="Unit price (€)"/>',
    ])
      expect(body).toContain(declared);
    const json = await read('$metadata', { $format: 'json' });
    expect(json.body.WorkbookData[`${sales}_row`].units).toEqual({ $Type: 'Edm.Int32', $Nullable: true });
    expect(json.body.WorkbookData.Workbook[sales]['@WorkbookData.Name']).toBe('Sales 2026');
  });
});

describe('rows', () => {
  const first = {
    City: "Land's End",
    units: 3,
    unit_price: 0.5,
    ok: true,
    day: '2026-02-28',
    at: '2026-02-28T23:30:00.250000Z',
    moment: '2026-02-28T14:30:00Z',
    hour: '08:15:30',
    備考: '東京',
    doc: '{"a":[1,null]}',
  };

  test('have every type as OData writes it, with all digits', async () => {
    const { bytes, body } = await read(sales, { $top: '1' });
    expect(body['@odata.context']).toBe(`${api.url}${feed}/$metadata#${sales}`);
    expect(body.value[0]).toMatchObject(first);
    const text = Buffer.from(bytes).toString();
    expect(text).toContain('"qty":9007199254740993,');
    expect(text).toContain(`"${price}":1234567890123456.7891,`);
    const exact = await read(sales, {}, { accept: 'application/json;IEEE754Compatible=true' });
    expect(exact.headers.get('content-type')).toContain('IEEE754Compatible=true');
    expect(exact.body.value[0]).toMatchObject({ qty: '9007199254740993', __svc_row_id: '1' });
    expect(exact.body.value[2]).toMatchObject({ City: null, qty: null, at: null, doc: null });
  });

  test('carry as much metadata as is asked for', async () => {
    const none = await read(sales, { $top: '1', $format: 'application/json;odata.metadata=none' });
    expect(Object.keys(none.body)).toEqual(['value']);
    const full = await read(`${sales}(1)`, { $format: 'application/json;metadata=full' });
    expect(full.body).toMatchObject({
      '@odata.type': `#WorkbookData.${sales}_row`,
      '@odata.id': `${sales}(1)`,
      'day@odata.type': '#Date',
      day: '2026-02-28',
    });
  });

  test('of hostile names are found by them', async () => {
    const { body } = await read('constructor', { $filter: "constructor eq 'x'", $select: 'constructor' });
    expect(body.value).toEqual([{ constructor: 'x', __svc_row_id: 1 }]);
    const called = await read('constructor', { $filter: "constructor(constructor,'x')" });
    expect(called.body.error.message).toMatch(/function constructor is not supported/);
  });

  test('are selected, ordered and counted', async () => {
    const { body } = await read(sales, {
      $select: 'City,qty',
      $orderby: 'qty desc, City',
      $count: 'true',
      $top: '2',
      $skip: '1',
    });
    expect(body['@odata.context']).toMatch(new RegExp(`#${sales}\\(City,qty\\)$`));
    expect(body['@odata.count']).toBe(4);
    expect(body.value).toEqual([
      { City: 'York', qty: 5, __svc_row_id: 2 },
      { City: 'york', qty: -1, __svc_row_id: 4 },
    ]);
    // Empty cells come before all others.
    const ascending = await read(sales, { orderby: 'qty', SELECT: 'qty' });
    expect(ascending.body.value.map(({ qty }: { qty: unknown }) => qty)).toEqual([null, -1, 5, 2 ** 53]);
    const none = (await read(sales, { $top: '0', $count: 'true' })).body;
    expect([none.value, none['@odata.count'], none['@odata.nextLink']]).toEqual([[], 4, undefined]);
    expect((await read(`${sales}/$count`)).body).toBe('4');
    expect((await read(`${sales}/$count`, { $filter: 'qty gt 0' })).body).toBe('2');
  });

  test('and their cells have addresses of their own', async () => {
    const row = await read(`${sales}(2)`, { $select: 'City' });
    expect(row.body).toMatchObject({ City: 'York', __svc_row_id: 2 });
    expect(row.body['@odata.context']).toMatch(/\/\$entity$/);
    expect((await read(`${sales}/2`)).body.City).toBe('York');
    expect((await read(`${sales}(__svc_row_id=2)/qty`)).body).toMatchObject({ value: 5 });
    expect(Buffer.from((await read(`${sales}(1)/qty/$value`)).bytes).toString()).toBe('9007199254740993');
    expect((await read(`${sales}(3)/qty`)).status).toBe(204);
    expect((await read(`${sales}(99)`)).body.error).toMatchObject({ code: 'not-found' });
  });
});

describe('$filter', () => {
  test.each<[string, number[]]>([
    ['qty eq 9007199254740993', [1]],
    [`${price} eq 1234567890123456.7891`, [1]],
    ['unit_price ge 5e-1', [1, 2]],
    ['units eq +3', [1]],
    ['units lt 3.5', [1]],
    ['units eq 3.5', []],
    ["City eq 'Land''s End'", [1]],
    ["備考 eq '%_'", [2]],
    ['ok', [1]],
    ['not ok', [2]],
    ['ok eq false', [2]],
    ['day ge 2026-01-01', [1, 4]],
    ['at gt 2026-03-01T09:00:00+09:00', [4]],
    ['moment eq 2026-02-28T14:30Z', [1]],
    ['hour eq 08:15:30', [1]],
    ['5 eq qty', [2]],
    ['(qty eq 5 or qty eq -1) and not (day lt 2026-01-01)', [4]],
    ['qty eq 5 or qty eq -1 and ok', [2]],
    ["City in ('York', null)", [2, 3]],
    ["contains(City,'or')", [2, 4]],
    ["startswith(City,'Y')", [2]],
    ["endswith(tolower(City),'RK')", []],
    ["endswith(tolower(City),'rk') eq true", [2, 4]],
    ["toupper(City) eq 'YORK'", [2, 4]],
    ['length(City) eq 4', [2, 4]],
    ['year(day) eq 2026 and month(day) lt 3 and day(day) in (28,29)', [1]],
    ['date(at) eq 2026-07-01', [4]],
    ['__svc_row_id le 2 AND qty GT 6', [1]],
    // Null equals null alone; a comparison with it is false, and a function of it is null.
    ['qty eq null', [3]],
    ['qty ne null', [1, 2, 4]],
    ['qty ne 5', [1, 3, 4]],
    ['not (qty gt 0)', [3, 4]],
    ["not contains(City,'or')", [1]],
    ["not (contains(City,'or') or ok)", []],
    ['qty gt null', []],
  ])('%s', async (filter, ids) => {
    expect(await idsWhere(filter)).toEqual(ids);
  });

  test.each<[string, number, RegExp]>([
    ['substring(City,1) eq 1', 501, /function substring is not supported.*contains, startswith/],
    ['qty add 1 eq 6', 501, /operator add/],
    ['qty eq units', 501, /two properties/],
    ["contains('York',City)", 501, /contains of anything/],
    ['nope eq 1', 400, /no property "nope"/],
    ['qty eq', 400, /ends too early/],
    ['qty == 5', 400, /at character 5: "== 5"/],
    ["qty eq 'much'", 400, /does not fit its property/],
  ])('%s is refused and told', async (filter, status, message) => {
    const { status: answered, body } = await read(sales, { $filter: filter });
    expect([answered, body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });
});

describe('paging', () => {
  test('shows one version, whatever is edited between the pages', async () => {
    const listed = [1, 2, 3, 4, 5, 6, 7].map((n) => ({ n, grp: n % 2 }));
    await make(
      'pages',
      [
        { name: 'n', type: 'BIGINT' },
        { name: 'grp', type: 'BIGINT' },
      ],
      listed,
    );
    for (const options of [
      {},
      { $orderby: 'grp desc,n' },
      { $filter: 'n lt 7', $top: '5' },
      { $skip: '2' },
    ]) {
      const whole = (await read('pages', options)).body.value;
      const seen: object[] = [];
      let next: string | undefined = `${feed}/pages${query(options as Record<string, string>)}`;
      while (next) {
        const { body, headers }: Answer<FeedPage> = await api.get<FeedPage>(next, {
          prefer: 'odata.maxpagesize=2',
        });
        expect(headers.get('preference-applied')).toBe('maxpagesize=2');
        seen.push(...body.value);
        next = body['@odata.nextLink']?.replace(api.url, '');
        const edited = { rows: [{ n: 100 + seen.length, grp: 5 }], expected_version: null };
        await api.post(`${workbook}/tables/pages/rows/upsert`, edited);
        await api.post(`${workbook}/tables/pages/rows/delete`, { row_ids: [7], expected_version: null });
      }
      expect(seen).toEqual(whole);
    }
  });

  test('refuses a token of another request', async () => {
    const { body } = await read('pages', {}, { prefer: 'maxpagesize=1' });
    const token = new URL(body['@odata.nextLink']).searchParams.get('$skiptoken') as string;
    for (const options of [{ $skiptoken: token, $orderby: 'n' }, { $skiptoken: 'x' }])
      expect((await read('pages', options)).body.error.message).toMatch(/Follow @odata.nextLink/);
  });
});

describe('the protocol', () => {
  test('asks for a token, and takes it as the password of Basic sign-in or as a Bearer token', async () => {
    const anonymous = await service.anonymous.get(`${feed}/`);
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Workbook Data Service", charset="UTF-8", Bearer',
    ]);
    expect(anonymous.body.error.message).toMatch(/password of Basic sign-in/);
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    for (const [sent, status] of [
      [`anything:${api.token}`, 200],
      [`${api.token}:`, 200],
      ['owner:wrong', 401],
    ] as const)
      expect((await service.anonymous.get(`${feed}/`, basic(sent))).status).toBe(status);
  });

  test('answers in the version that a client takes', async () => {
    for (const [most, answered] of [
      ['4.0', '4.0'],
      ['4.01', '4.01'],
      ['5.0', '4.01'],
    ] as const)
      expect((await read('', {}, { 'odata-maxversion': most })).headers.get('odata-version')).toBe(answered);
    expect((await read('', {}, { 'odata-maxversion': '3.0' })).status).toBe(400);
  });

  test.each<[string, string, Record<string, string>, number, RegExp]>([
    ['GET', 'nothing', {}, 404, /no entity set "nothing"/],
    ['GET', 'Sales_2026/Other', {}, 404, /nothing at/],
    ['GET', 'Sales_2026', { $search: 'x' }, 501, /contains\(tolower/],
    ['GET', 'Sales_2026', { $expand: 'x' }, 501, /\$expand is not supported/],
    ['GET', 'Sales_2026', { $apply: 'x' }, 501, /derived table/],
    ['GET', 'Sales_2026', { $what: 'x' }, 400, /not a query option/],
    ['GET', 'Sales_2026', { $top: '-1' }, 400, /\$top cannot be "-1"/],
    ['GET', 'Sales_2026', { $select: 'x' }, 400, /no property "x"/],
    ['GET', 'Sales_2026', { $format: 'constructor' }, 406, /cannot be sent as "constructor"/],
    ['GET', 'Sales_2026', { $format: 'atom' }, 406, /cannot be sent as "atom"/],
    ['POST', '$batch', {}, 501, /each request by itself/],
    ['POST', 'Sales_2026', {}, 405, /can be read, not changed/],
    ['DELETE', 'Sales_2026(1)', {}, 405, /can be read, not changed/],
  ])('%s %s %j is refused with what to do', async (method, path, options, status, message) => {
    const answer = await api.send(method, `${feed}/${path}${query(options)}`, undefined);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  test('refuses a condition that is nested without end', async () => {
    const { body } = await read('Sales_2026', { $filter: `${'('.repeat(5000)}true` });
    expect(body.error.message).toMatch(/Nesting deeper than 100/);
  });

  test('ignores options of clients that are not system query options', async () => {
    expect((await read('Sales_2026', { sap: '1' })).body.value).toEqual([]);
  });
});
