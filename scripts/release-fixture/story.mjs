import { createRequire } from 'node:module';

export const owner = { email: 'owner@example.com', password: 'a password of test fixtures' };

const XLSX = createRequire(import.meta.url)('@e965/xlsx');

/**
 * What the owner of a new installation does with a release. What the release does not have yet is left out; what it has
 * must succeed, so that a fixture never lacks something unnoticed.
 */
export async function tellStory(client) {
  const story = new Story(client);
  await signIn(story);
  await fillSales(story);
  await governStaff(story);
  await readBack(story);
  return { tokens: story.tokens, writes: await story.repeatable() };
}

/** Requests of the story, each with an idempotency key, so that they can be sent again after an upgrade. */
class Story {
  tokens = {};
  /** Those whose answers are no files. */
  writes = [];

  constructor(client) {
    this.client = client;
  }

  /**
   * Undefined if the release has no such endpoint. `template` is the path with `{}` for its parameters.
   * @param {string} method
   * @param {string} template
   * @param {string[]} names
   * @param {{ body?: object, form?: import('./client.mjs').Form, query?: string }} [options]
   */
  async does(method, template, names = [], { body, form, query = '' } = {}) {
    if (!this.client.has(method, template)) return undefined;
    const path = names.reduce((filled, name) => filled.replace('{}', encodeURIComponent(name)), template);
    const key = `fixture-${this.writes.length + 1}-${method}`;
    const answer = await this.client.send(method, path + query, { body, form, key });
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const { status, type } = answer;
    if (/json$/.test(type) || status === 204)
      this.writes.push({ method, path: path + query, key, body, form, status, answer: answer.body });
    return answer.body;
  }

  post(template, names, body) {
    return this.does('POST', template, names, { body: body ?? {} });
  }

  put(template, names, body) {
    return this.does('PUT', template, names, { body });
  }

  upload(template, names, name, content, fields = {}) {
    const file = { name, base64: Buffer.from(content).toString('base64') };
    return this.does('POST', template, names, { form: { fields, file } });
  }

  /** What the release itself answers again: nothing is kept of a call without a change, or for who may see less since. */
  async repeatable() {
    const kept = [];
    for (const { method, path, key, body, form, ...write } of this.writes) {
      const { replayed } = await this.client.send(method, path, { body, form, key });
      if (replayed) kept.push({ method, path, key, body, form, ...write });
    }
    return kept;
  }

  async jobDone(id) {
    for (;;) {
      const { body } = await this.client.send('GET', `/api/v1/jobs/${id}`);
      if (body.status === 'succeeded') return;
      if (body.status === 'failed') throw new Error(`job ${id}: ${body.error}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const WORKBOOK = '/api/v1/workbooks/{}';
const TABLE = `${WORKBOOK}/tables/{}`;
const ANY_VERSION = { expected_version: null };

async function signIn(story) {
  const { client } = story;
  const login = await client.send('POST', '/api/auth/login', { body: owner });
  client.token = login.body.access_token;
  const scopes = [
    'workbooks:read',
    'workbooks:write',
    'workbooks:delete',
    'governance:configure',
    'workspaces:read',
    'account:read',
    'keys:read',
  ];
  const minted = await client.send('POST', '/api/v1/me/tokens', {
    body: { name: 'fixture', scopes, rate_limit_per_minute: 10_000 },
  });
  if (minted.status !== 201) throw new Error(`no token: ${JSON.stringify(minted.body)}`);
  story.tokens.owner = minted.body.token;
  client.token = minted.body.token;
}

const SALES =
  'day,region,qty,price\n2026-01-05,North,3,1.50\n2026-01-06,South,4,2.25\n2026-01-07,North,5,9.00\n';
const REPORT =
  'Sales by region,,,\n,,,\nRegion,2024,2025,2026\nNorth,10,12,14\nSouth,20,21,25\nEast,4,5,6\nTotal,34,38,45\n';

function workbookFile() {
  const book = XLSX.utils.book_new();
  const shops = [
    ['Sales by shop'],
    [],
    ['Region', 'Shop', 'Jan', 'Feb', 'Mar', 'Total'],
    ['North', 'Sapporo', 120, 118, 131, 369],
    ['North', 'Aomori', 64, 70, 66, 200],
    ['South', 'Fukuoka', 210, 205, 214, 629],
    ['Total', null, 394, 393, 411, 1198],
    ['Figures in thousand yen'],
  ];
  const stock = [
    ['item', 'count', 'since'],
    ['Pen', 10, '2026-01-02'],
    ['Ink', 3, '2026-02-03'],
  ];
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(shops), 'Shops');
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(stock), 'Stock');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
}

async function fillSales(story) {
  const { client } = story;
  const { id } = await story.post('/api/v1/workbooks', [], { title: 'Sales', description: 'A fixture' });
  const SOURCES = `${WORKBOOK}/sources`;
  await story.upload(SOURCES, [id], 'sales.csv', SALES, { structuring: 'skip' });
  await story.upload(SOURCES, [id], 'shops.xlsx', workbookFile());
  const queued = await story.upload(SOURCES, [id], 'report.csv', REPORT, { async: 'true' });
  await story.jobDone(queued.job_id);
  const deferred = await story.upload(SOURCES, [id], 'later.csv', REPORT.replace('East', 'West'), {
    structuring: 'defer',
  });
  await story.jobDone(deferred.job_id);
  const staged = await story.upload(SOURCES, [id], 'staged.csv', REPORT.replace('2026', '2023'), {
    mode: 'staged',
  });
  await story.post(`${SOURCES}/{}/analyze`, [id, staged.source.id]);
  await story.post(`${SOURCES}/{}/materialize`, [id, staged.source.id]);
  await story.upload(`${SOURCES}/{}/revise`, [id, 'sales.csv'], 'sales.csv', SALES.replace('9.00', '9.50'));

  await story.post(`${WORKBOOK}/tables`, [id], {
    name: 'people',
    columns: [
      { name: 'name', type: 'VARCHAR' },
      { name: 'age', type: 'BIGINT' },
      { name: 'born', type: 'DATE' },
    ],
  });
  const upsert = (table, rows) => story.post(`${TABLE}/rows/upsert`, [id, table], { rows, ...ANY_VERSION });
  await upsert('people', [
    { name: 'Ann', age: 31, born: '1995-02-03' },
    { name: '花子', age: 27, born: null },
    { name: 'Bob', age: 64, born: '1962-12-31' },
  ]);
  await upsert('people', [{ __svc_row_id: 2, age: 28 }]);
  await story.post(`${TABLE}/rows/delete`, [id, 'people'], { row_ids: [3], ...ANY_VERSION });
  await story.post(`${TABLE}/columns`, [id, 'people'], {
    column: 'city',
    type: 'VARCHAR',
    default: 'Kyoto',
    ...ANY_VERSION,
  });
  await story.does('PATCH', `${TABLE}/columns/{}`, [id, 'people', 'city'], {
    body: { new_name: 'town', ...ANY_VERSION },
  });
  await story.put(`${TABLE}/columns/{}/description`, [id, 'people', 'town'], {
    description: 'Where they live',
  });
  await story.put(`${TABLE}/formulas`, [id, 'people'], {
    column: 'next',
    formula: '=[age]+1',
    ...ANY_VERSION,
  });
  await story.put(`${TABLE}/range`, [id, 'people'], { range: 'A2', values: [['Anna']], ...ANY_VERSION });
  await story.put(`${TABLE}/description`, [id, 'people'], { description: 'Some people' });
  await story.post(`${TABLE}/annotations`, [id, 'people'], {
    annotations: [{ row_id: 1, column: 'age', style: { bold: true }, note: 'checked' }],
  });
  const { op_id } = await upsert('people', [{ __svc_row_id: 1, age: 99 }]);
  await story.post(`${WORKBOOK}/ops/{}/undo`, [id, String(op_id)]);
  await story.post(`${TABLE}/archive`, [id, 'Stock']);

  const derive = (name, code, args) =>
    story.post(`${WORKBOOK}/transforms`, [id], { name, kind: 'sql', code, args, output: name });
  await derive('by_region', 'select region, sum(qty) as qty from {{ s }} group by region', { s: 'sales' });
  await derive('large', 'select region from {{ r }} where qty > 3', { r: 'by_region' });
  const overridden = await client.send('GET', `/api/v1/workbooks/${id}/tables/by_region/rows`);
  const [first] = overridden.body.rows;
  await upsert('by_region', [{ __svc_row_id: first.__svc_row_id, qty: 100 }]);
  await upsert('sales', [{ __svc_row_id: 1, qty: 30 }]);
  await story.post(`${WORKBOOK}/recompute`, [id]);
  await upsert('sales', [{ __svc_row_id: 2, qty: 40 }]);

  await later(story, id);
  await story.post(`${WORKBOOK}/query/validate`, [id], { sql: 'select count(*) from sales' });
  const asked = await client.send('POST', `/api/v1/workbooks/${id}/query`, {
    body: { sql: 'select region, sum(qty) as qty from sales group by region order by region', limit: 1 },
  });
  client.resultIds = [asked.body.id];
  const slot = await client.send('POST', `/api/v1/workbooks/${id}/uploads`, {
    body: { filename: 'slot.csv' },
  });
  client.uploadIds = [slot.body.id ?? slot.body.upload_id];
}

/** What came with later releases. */
async function later(story, id) {
  await story.post(`${WORKBOOK}/snapshots`, [id], { summary: 'Before the change' });
  await story.post(`${WORKBOOK}/versions`, [id], { label: 'v1', summary: 'First' });
  await story.post(`${TABLE}/rows/upsert`, [id, 'people'], {
    rows: [{ __svc_row_id: 1, age: 33 }],
    ...ANY_VERSION,
  });
  await story.post(`${WORKBOOK}/versions`, [id], { label: 'v2' });
  if (story.client.has('GET', `${WORKBOOK}/branches`))
    await story.post(`${WORKBOOK}/export`, [id], { tables: ['people'], record_branch: true });
  await story.post(`${WORKBOOK}/tables`, [id], {
    name: 'dropped',
    columns: [{ name: 'a', type: 'VARCHAR' }],
  });
  await story.post(`${WORKBOOK}/snapshots`, [id], { summary: 'With a table that goes' });
  await story.does('DELETE', TABLE, [id, 'dropped'], { query: '?expected_version=1' });

  const link = await story.upload(`${WORKBOOK}/file-links/local`, [id], 'tracked.csv', 'item,count\nPen,1\n');
  if (link)
    await story.upload(
      `${WORKBOOK}/file-links/{}/versions`,
      [id, link.id ?? link.file_link?.id],
      'tracked.csv',
      'item,count\nPen,2\n',
    );
  await story.post(`${TABLE}/sync-bindings`, [id, 'people'], {
    actor: 'bot',
    external_kind: 'google_sheets',
    external_ref: 'sheet-1',
  });
  await story.put(`${WORKBOOK}/charts/{}`, [id, 'ages'], {
    chart_type: 'bar',
    table: 'people',
    x: 'name',
    y: ['age'],
    aggregate: 'sum',
  });
  await story.put(`${WORKBOOK}/sheets/{}`, [id, 'page'], {
    title: 'Page',
    spec: {
      blocks: [
        { kind: 'heading', text: 'People', level: 1 },
        { kind: 'table_view', table: 'people' },
      ],
    },
  });
  await story.post(`${WORKBOOK}/review`, [id], { mode: 'lint' });
  const reviewed = await story.post(`${WORKBOOK}/review`, [id], { mode: 'lint', async: true });
  if (reviewed) await story.jobDone(reviewed.job_id);
  // Nobody listens there, so what is delivered fails.
  if (story.client.has('POST', '/api/v1/me/webhooks'))
    await story.client.send('POST', '/api/v1/me/webhooks', {
      body: { url: 'http://127.0.0.1:9/', events: ['job.completed'] },
    });
}

/** A workbook in which nobody sees a column, though tables are derived around it. */
async function governStaff(story) {
  const { id } = await story.post('/api/v1/workbooks', [], { title: 'Staff' });
  await story.post(`${WORKBOOK}/tables`, [id], {
    name: 'staff',
    columns: [
      { name: 'name', type: 'VARCHAR' },
      { name: 'team', type: 'VARCHAR' },
      { name: 'salary', type: 'BIGINT' },
    ],
  });
  await story.post(`${TABLE}/rows/upsert`, [id, 'staff'], {
    rows: [
      { name: 'Ann', team: 'A', salary: 10 },
      { name: 'Bob', team: 'B', salary: 20 },
      { name: 'Cyd', team: 'A', salary: 30 },
    ],
    ...ANY_VERSION,
  });
  const derive = (name, code, args) =>
    story.post(`${WORKBOOK}/transforms`, [id], { name, kind: 'sql', code, args, output: name });
  await derive('names', 'select name, team from {{ s }}', { s: 'staff' });
  await derive('teams', 'select team, count(*) as people from {{ n }} group by team', { n: 'names' });
  await derive('well_paid', 'select name from {{ s }} where salary > 15', { s: 'staff' });
  await derive('pay', 'select name, salary * 12 as year from {{ s }}', { s: 'staff' });
  await story.post(`${TABLE}/columns/{}/tags`, [id, 'staff', 'salary'], { tag: 'pay' });
  await story.put(`${WORKBOOK}/policies/{}`, [id, 'pay'], { role: '*', effect: 'deny' });
}

/** Lets everything settle that goes on behind the answers. */
async function readBack({ client }) {
  for (let before = ''; ; ) {
    const { body } = await client.send('GET', '/api/v1/jobs');
    const now = JSON.stringify(body.jobs.map(({ status }) => status));
    if (!/pending|running/.test(now) && now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
