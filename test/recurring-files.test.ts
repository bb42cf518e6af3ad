import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../server/test-support/databases.js';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { startWithMembers } from './support/members.js';
import { TestService } from './support/service.js';

const sales = (month: string, rows: string[], header = 'Region,Product,Qty,Amount') =>
  [`Sales report ${month},,,`, ',,,', header, ...rows].join('\n');

const january = sales('January 2026', ['North,Pens,10,100.5', 'North,Ink,4,80.25', 'South,Pens,7,70.75']);
const february = sales(
  'February 2026',
  [
    ...Array.from({ length: 14 }, (_, at) => `North,Item ${at},${at + 1},${at}.5,web`),
    'South,Pens,3,30.25,shop',
  ],
  'Region,Product,Qty,Amount,Channel',
);

const corrected = (region: { id: string; columns: { source: string; name: string }[] }) => ({
  id: region.id,
  name: 'monthly sales',
  columns: region.columns.flatMap(({ source, name }) =>
    name === 'Amount' ? [{ source, name: 'revenue' }] : name === 'Qty' ? [{ source, name: 'pieces' }] : [],
  ),
});

describeEachDatabase('files that recur', (database) => {
  /** Of the reading, which no database changes. */
  const testOnce = test.runIf(database.kind === 'sqlite');
  let service: TestService;
  let owner: Api;
  let workspace: string;
  beforeAll(async () => {
    const { databaseUrl } = await database.fresh();
    service = await TestService.start(
      databaseUrl === undefined ? {} : { env: { SVC_DATABASE_URL: databaseUrl } },
    );
    owner = await service.signIn();
    workspace = `/api/v1/workspaces/${(await owner.get('/api/v1/me')).body.workspace_id}`;
  });
  afterAll(() => service?.dispose());

  const upload = (workbook: string, name: string, content: string, fields = {}) =>
    owner.upload(`${workbook}/sources`, { name, content }, fields);

  async function correctJanuary(workbook: string): Promise<string> {
    await upload(workbook, 'sales-2026-01.csv', january);
    const spec = `${workbook}/sources/sales-2026-01.csv/parse-spec`;
    const { body } = await owner.get(spec);
    const [sheet] = body.sheets;
    const region = sheet.regions.find(({ kind }: { kind: string }) => kind === 'data');
    const sheets = [{ name: sheet.name, regions: [corrected(region)] }];
    expect((await owner.put(spec, { spec_version: body.spec_version, sheets })).status).toBe(200);
    const made = await owner.post(`${workbook}/sources/sales-2026-01.csv/materialize`, {});
    expect(made.body.reading).toMatchObject({ name: 'sales-2026-01' });
    return made.body.reading.id;
  }

  const forget = (reading: string) => owner.delete(`${workspace}/readings/${reading}`);
  const rowsOf = async (workbook: string, table: string) =>
    (await owner.get(`${workbook}/tables/${encodeURIComponent(table)}/rows?limit=1000`)).body.rows;

  test('are read as one of them was corrected, and say how they differ', async () => {
    const workbook = await owner.workbook();
    const reading = await correctJanuary(workbook);
    const { status, body } = await upload(workbook, 'sales-2026-02.csv', february);
    expect(status).toBe(201);
    expect(body.reading).toMatchObject({
      id: reading,
      learned_from: 'sales-2026-01.csv',
      match: 'similar',
      differences: [{ kind: 'column_added', column: 'Channel' }],
    });
    const table = body.artifacts.find(({ state }: { state: string }) => state === 'active');
    expect(table.name).toMatch(/^monthly sales/);
    expect(table.row_count).toBe(15);
    expect(table.schema.map(({ name }: { name: string }) => name)).toEqual([
      'Region',
      'Product',
      'pieces',
      'revenue',
      'Channel',
    ]);
    const { body: spec } = await owner.get(`${workbook}/sources/sales-2026-02.csv/parse-spec`);
    expect(spec.sheets[0].reading).toMatchObject({ id: reading, match: 'similar' });
    const afresh = await upload(workbook, 'sales-2026-03.csv', january.replace('January', 'March'), {
      reading: 'ignore',
    });
    expect(afresh.body.reading.id).toBeUndefined();
    const undone = await owner.post(`${workbook}/sources/sales-2026-02.csv/analyze?reading=ignore`);
    expect(undone.body.sheets[0].reading).toBeUndefined();
    await forget(reading);
    const other = await upload(workbook, 'sales-2026-04.csv', january.replace('January', 'April'));
    expect(other.body.reading.id).toBeUndefined();
  });

  test('go to one table, each once, and a corrected one in place of itself', async () => {
    const workbook = await owner.workbook();
    const reading = await correctJanuary(workbook);
    const target = { mode: 'append', table: 'all sales', period_column: 'month', source_column: 'file' };
    expect((await owner.patch(`${workspace}/readings/${reading}`, { target })).body.target).toEqual(target);
    const again = await upload(workbook, 'sales-2026-01.csv', january);
    expect(again.status).toBe(200);
    for (let month = 2; month <= 5; month++) {
      const number = `${month}`.padStart(2, '0');
      const content = sales(`month ${month}`, [`North,Pens,${month},${month}.5`, `South,Ink,1,2.${month}`]);
      const sent = await upload(workbook, `sales-2026-${number}.csv`, content);
      expect(sent.body.reading.target).toEqual({
        mode: 'append',
        table: 'all sales',
        rows_added: 2,
        rows_removed: 0,
      });
    }
    const rows = await rowsOf(workbook, 'all sales');
    expect(rows).toHaveLength(3 + 4 * 2);
    expect(new Set(rows.map(({ month }: { month: string }) => month)).size).toBe(5);
    expect(rows[0]).toMatchObject({ revenue: 100.5, month: '2026-01', file: 'sales-2026-01.csv' });
    const march = sales('month 3', ['North,Pens,3,3.5', 'South,Ink,1,2.3']);
    expect((await upload(workbook, 'sales-2026-03.csv', march)).status).toBe(200);
    expect(await rowsOf(workbook, 'all sales')).toHaveLength(11);
    const mended = await upload(workbook, 'sales-2026-03.csv', sales('month 3', ['North,Pens,30,33.25']));
    expect(mended.body.reading.target).toMatchObject({ rows_added: 1, rows_removed: 2 });
    const after = await rowsOf(workbook, 'all sales');
    expect(after).toHaveLength(10);
    expect(after.filter(({ month }: { month: string }) => month === '2026-03')).toMatchObject([
      { pieces: 30, revenue: 33.25 },
    ]);
    await forget(reading);
  });

  test('go to one table also where they are structured later', async () => {
    const workbook = await owner.workbook();
    const reading = await correctJanuary(workbook);
    const target = { mode: 'append', table: 'later sales', period_column: 'month' };
    expect((await owner.patch(`${workspace}/readings/${reading}`, { target })).status).toBe(200);
    const { body: deferred } = await upload(workbook, 'sales-2026-02.csv', february, {
      structuring: 'defer',
    });
    const { result } = await eventually(async () => {
      const { body } = await owner.get(`/api/v1/jobs/${deferred.job_id}`);
      return body.status === 'succeeded' ? body : undefined;
    });
    expect(result.reading.target).toMatchObject({ table: 'later sales', rows_added: 15 });
    expect(await rowsOf(workbook, 'later sales')).toHaveLength(15);
    const again = await upload(workbook, 'sales-2026-02.csv', february);
    expect([again.status, (await rowsOf(workbook, 'later sales')).length]).toEqual([200, 15]);
    await forget(reading);
  });

  testOnce('take the place of the file that a table came from', async () => {
    const workbook = await owner.workbook();
    const reading = await correctJanuary(workbook);
    const target = { mode: 'replace', table: 'monthly sales' };
    await owner.patch(`${workspace}/readings/${reading}`, { target });
    const next = sales('February 2026', ['North,Pens,10,100.5', 'West,Ink,1,9.75']);
    const sent = await upload(workbook, 'sales-2026-02.csv', next);
    expect(sent.body.reading.target).toMatchObject({ mode: 'replace', table: 'monthly sales' });
    expect(await rowsOf(workbook, 'monthly sales')).toMatchObject([
      { Region: 'North', revenue: 100.5 },
      { Region: 'West', revenue: 9.75 },
    ]);
    await forget(reading);
  });

  testOnce('are tried without keeping anything, and remembered without a correction', async () => {
    const workbook = await owner.workbook();
    await upload(workbook, 'stock-2026-01.csv', january);
    const made = await owner.post(`${workspace}/readings`, {
      workbook_id: workbook.split('/').at(-1),
      source: 'stock-2026-01.csv',
      name: 'Stock',
    });
    expect([made.status, made.body.name]).toEqual([201, 'Stock']);
    const reading = `${workspace}/readings/${made.body.id}`;
    expect((await owner.get(`${workspace}/readings`)).body.readings).toContainEqual(made.body);
    const file = { name: 'stock-2026-02.csv', content: february };
    const tried = await owner.upload(`${reading}/try`, file, { rows: '2' });
    expect(tried.status).toBe(200);
    expect(tried.body.tables[0]).toMatchObject({ row_count: 15 });
    expect(tried.body.tables[0].rows).toHaveLength(2);
    expect(tried.body.sheets[0].reading.id).toBe(made.body.id);
    expect((await owner.get(`${workbook}/sources`)).body.sources).toHaveLength(1);
    expect((await owner.delete(reading)).status).toBe(204);
    expect((await owner.get(reading)).status).toBe(404);
  });

  testOnce('follow the rules of their workspace', async () => {
    const workbook = await owner.workbook();
    const control = workspace.replace('/api/v1', '/api/control');
    const lines = ['missing: n/d', 'decimal comma', 'day first', 'names in English', 'be careful'];
    const { body } = await owner.patch(control, { preprocess_rules: lines.join('\n') });
    expect(body.rules.map(({ understood }: { understood: boolean }) => understood)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(body.rules[0].means).toBe('Cells that read "n/d" have no value.');
    const content = [
      'Stock in May;;',
      ';;',
      'Item;Counted;Price',
      'Pens;03/04/2026;1.234,50',
      'Ink;04/04/2026;n/d',
      'Paper;05/04/2026;7,25',
    ].join('\n');
    const sent = await upload(workbook, 'stock.csv', content);
    expect(sent.body.reading.rules).toEqual(expect.arrayContaining(['missing: n/d', 'day first']));
    const table = sent.body.artifacts.find(
      ({ state, name }: { state: string; name: string }) => state === 'active' && name === 'stock',
    );
    expect(await rowsOf(workbook, table.name)).toMatchObject([
      { Counted: '2026-04-03', Price: 1234.5 },
      { Counted: '2026-04-04', Price: null },
      { Counted: '2026-04-05', Price: 7.25 },
    ]);
    expect(sent.body.artifacts.map(({ name }: { name: string }) => name)).toContain('stock_notes');
    await owner.patch(control, { preprocess_rules: null });
  });
});

test('a reading is known to those who may see the columns of its file, and changed by editors', async () => {
  const { service, owner, members } = await startWithMembers({ editor: 'editor', viewer: 'viewer' });
  try {
    const workspace = `/api/v1/workspaces/${(await owner.get('/api/v1/me')).body.workspace_id}`;
    const workbook = await owner.workbook();
    await owner.upload(`${workbook}/sources`, { name: 'sales-2026-01.csv', content: january });
    const made = await owner.post(`${workspace}/readings`, {
      workbook_id: workbook.split('/').at(-1),
      source: 'sales-2026-01.csv',
    });
    const reading = `${workspace}/readings/${made.body.id}`;
    const { editor, viewer } = { editor: members.editor.api, viewer: members.viewer.api };
    expect((await viewer.get(reading)).status).toBe(200);
    expect((await viewer.patch(reading, { name: 'Mine' })).status).toBe(403);
    expect((await editor.patch(reading, { name: 'Ours' })).body.name).toBe('Ours');
    const table = made.body.learned_from.replace('.csv', '');
    await owner.post(`${workbook}/tables/${table}/columns/Amount/tags`, { tag: 'money' });
    await owner.put(`${workbook}/policies/money`, { role: '*', effect: 'deny' });
    await owner.put(`${workbook}/policies/money`, { role: 'admin', effect: 'allow' });
    const readers = [editor, viewer];
    for (const api of readers) {
      expect((await api.get(`${workspace}/readings`)).body.readings).toEqual([]);
      expect((await api.get(reading)).status).toBe(404);
    }
    const open = (
      await editor.post('/api/v1/workbooks', { title: 'Open', workspace_id: workspace.split('/').at(-1) })
    ).body;
    const sent = await editor.upload(`/api/v1/workbooks/${open.id}/sources`, {
      name: 'sales-2026-02.csv',
      content: february,
    });
    expect(sent.body.reading.id).toBeUndefined();
  } finally {
    await service.dispose();
  }
});
