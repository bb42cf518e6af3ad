import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let session: Api;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
});

const REPORT = [
  'Sales by region,,,',
  '単位:百万円,,,',
  ',,,',
  'Region,2023,2024,2025',
  'North,10,12,15',
  'South,20,21,22',
  'East,5,6,7',
  'Total,35,39,44',
  ',,,',
  'Source: the sales ledger,,,',
].join('\n');

const LIST = 'id,name,price\n1,Apple,1.5\n2,Pear,2.5\n3,Plum,3.25\n';

const upload = (workbook: string, name: string, content: string, fields = {}) =>
  api.upload(`${workbook}/sources`, { name, content }, fields);

const rowsOf = async (workbook: string, table: string) => {
  const { body } = await api.get(`${workbook}/tables/${encodeURIComponent(table)}/rows?limit=1000`);
  return body.rows;
};

const leftOver = async () => (await api.get('/api/v1/me')).body.credits[0].left;

describe('an upload in mode auto', () => {
  test('makes the tables of a report, and archives the sheet as a raw table', async () => {
    const workbook = await api.workbook();
    const { status, body } = await upload(workbook, 'sales.csv', REPORT);
    expect([status, body.structuring]).toEqual([201, 'structured']);
    const states = Object.fromEntries(
      body.artifacts.map(({ name, state }: { name: string; state: string }) => [name, state]),
    );
    expect(states.sales_raw).toBe('archived');
    expect(states.sales_補足情報).toBe('active');
    const long = body.artifacts.find(
      ({ name }: { name: string }) => name === 'sales' || name === 'sales_階層1',
    );
    const rows = await rowsOf(workbook, long.name);
    expect(rows).toHaveLength(9);
    expect(Object.values(rows[1])).toEqual(expect.arrayContaining(['North', 12]));
    expect((await rowsOf(workbook, 'sales_補足情報')).map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['Sales by region', 'Source: the sales ledger']),
    );
  });

  test('accounts for every cell, and checks the totals in the file', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'sales.csv', REPORT.replace('35,39,44', '35,39,45'));
    const { body } = await api.get(`${workbook}/sources/sales.csv`);
    expect(body.coverage).toEqual([
      { sheet: 'sales', cells: 23, placed: 23, unplaced: 0, unplaced_cells: [], uncomputed_cells: [] },
    ]);
    expect(body.reconciliation).toContainEqual({
      sheet: 'sales',
      cell: 'D8',
      stated: 45,
      computed: 44,
      difference: 1,
      operation: 'sum',
      agrees: false,
      parts: ['D5:D7'],
    });
    expect(body.parse_spec).toMatchObject({ spec_version: 1, data_regions: 1 });
  });

  test('leaves a plain table unchanged, under the name of the file', async () => {
    const workbook = await api.workbook();
    const { body } = await upload(workbook, 'prices.csv', LIST);
    expect(body.structuring).toBe('structured');
    expect(body.artifacts.map(({ name, state }: Record<string, string>) => [name, state])).toEqual([
      ['prices', 'active'],
    ]);
  });

  test('spends credits once for the same content', async () => {
    const content = `${LIST}4,Quince,4\n`;
    const before = await leftOver();
    await upload(await api.workbook(), 'prices.csv', content);
    const after = await leftOver();
    expect(after).toBe(before - 1);
    await upload(await api.workbook(), 'again.csv', content);
    await upload(await api.workbook(), 'skipped.csv', `${content}5,Fig,5\n`, { structuring: 'skip' });
    expect(await leftOver()).toBe(after);
  });

  test('reports the progress of a job', async () => {
    const workbook = await api.workbook();
    const { status, body } = await upload(workbook, 'sales.csv', REPORT, { async: 'true' });
    expect(status).toBe(202);
    const job = await eventually(async () => {
      const { body: found } = await api.get(`/api/v1/jobs/${body.job_id}`);
      return found.status === 'succeeded' ? found : undefined;
    });
    expect(job.progress).toEqual({ stage: 'done', percent: 100 });
    expect(job.result.structuring).toBe('structured');
  });
});

describe('a file that cannot be read', () => {
  const broken = 'PK\x03\x04 and then nothing';

  test('leaves a failed source with the reason, and no tables, when a job ingests it', async () => {
    const workbook = await api.workbook();
    const { body } = await upload(workbook, 'broken.xlsx', broken, { async: 'true' });
    const job = await eventually(async () => {
      const { body: found } = await api.get(`/api/v1/jobs/${body.job_id}`);
      return found.status === 'failed' ? found : undefined;
    });
    const { body: source } = await api.get(`${workbook}/sources/broken.xlsx`);
    expect(source).toMatchObject({
      status: 'failed',
      failure: job.error,
      failure_fix: expect.stringMatching(/\w/),
      artifacts: [],
    });
    expect((await upload(workbook, 'broken.xlsx', broken)).status).toBe(422);
  });

  test('fails with the reason when it is analyzed', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'broken.xlsx', broken, { mode: 'staged' });
    const { status, body } = await api.post(`${workbook}/sources/broken.xlsx/analyze`);
    expect(status).toBe(422);
    const { body: source } = await api.get(`${workbook}/sources/broken.xlsx`);
    expect(source).toMatchObject({ status: 'failed', failure: body.detail, failure_fix: body.suggested_fix });
  });
});

describe('structuring=defer', () => {
  test('lands the sheet unchanged, and replaces it by its tables when they are ready', async () => {
    const workbook = await api.workbook();
    const { body } = await upload(workbook, 'sales.csv', REPORT, { structuring: 'defer' });
    expect([body.structuring, body.artifacts[0].name, body.artifacts[0].state]).toEqual([
      'deferred',
      'sales',
      'active',
    ]);
    await eventually(async () => {
      const { body: job } = await api.get(`/api/v1/jobs/${body.job_id}`);
      return job.status === 'succeeded' ? job : undefined;
    });
    const { body: tables } = await api.get(`${workbook}/tables?state=all`);
    const raw = tables.artifacts.find(({ id }: { id: string }) => id === body.artifacts[0].id);
    expect([raw.name, raw.state]).toEqual(['sales_raw', 'archived']);
    expect(tables.artifacts.length).toBeGreaterThan(2);
  });
});

describe('a staged upload', () => {
  async function staged(content = LIST) {
    const workbook = await api.workbook();
    const { body } = await upload(workbook, 'list.csv', content, { mode: 'staged' });
    expect(body).toMatchObject({ artifacts: [], structuring: null, source: { status: 'registered' } });
    // Other tests of the workspace correct the same list.
    const { body: spec } = await api.post(`${workbook}/sources/list.csv/analyze?reading=ignore`);
    return { workbook, spec };
  }

  test('can be analyzed, corrected and made into tables', async () => {
    const { workbook, spec } = await staged();
    expect((await api.get(`${workbook}/sources/list.csv`)).body.status).toBe('analyzed');
    const [region] = spec.sheets[0].regions;
    expect(region).toMatchObject({ kind: 'data', range: 'A1:C4', header_rows: [1], layout: 'flat' });
    region.name = 'fruit';
    region.columns[0] = { ...region.columns[0], name: 'code', type: 'VARCHAR' };
    const { status, body: corrected } = await api.put(`${workbook}/sources/list.csv/parse-spec`, spec);
    expect([status, corrected.spec_version]).toEqual([200, 2]);
    const made = await api.post(`${workbook}/sources/list.csv/materialize`);
    expect(made.status).toBe(201);
    const [table] = made.body.artifacts;
    expect((await rowsOf(workbook, table.name))[0]).toMatchObject({ code: '1', name: 'Apple', price: 1.5 });
    expect((await api.get(`${workbook}/sources/list.csv`)).body.status).toBe('materialized');
  });

  test('takes the place of the tables that were made of it before, all or none', async () => {
    const { workbook } = await staged();
    const source = `${workbook}/sources/list.csv`;
    const [{ name }] = (await api.post(`${source}/materialize`)).body.artifacts;
    const replacing = (version: number) => ({ replaces: [{ name, expected_version: version }] });
    const ids = async () =>
      (await api.get(`${workbook}/tables`)).body.artifacts.map(({ id }: { id: string }) => id);
    const before = await ids();
    const refused = await api.post(`${source}/materialize`, replacing(7));
    expect([refused.status, refused.body.table, refused.body.current_version]).toEqual([409, name, 1]);
    expect((await api.post(`${source}/materialize?dry_run=true`, replacing(1))).status).toBe(200);
    expect(await ids()).toEqual(before);

    await upload(workbook, 'other.csv', LIST);
    const foreign = { replaces: [{ name: 'other', expected_version: null }] };
    expect((await api.post(`${source}/materialize`, foreign)).status).toBe(422);
    const copy = {
      name: 'copy',
      kind: 'sql',
      code: 'select * from {{ t }}',
      args: { t: name },
      output: 'copy',
    };
    expect((await api.post(`${workbook}/transforms`, copy)).status).toBe(201);
    expect((await api.post(`${source}/materialize`, replacing(1))).body).toMatchObject({
      type: '/problems/has-dependents',
      dependents: ['copy'],
    });
    await api.delete(`${workbook}/tables/copy?expected_version=null`);

    const made = await api.post(`${source}/materialize`, replacing(1));
    expect(made.body.artifacts).toMatchObject([{ name }]);
    expect(await ids()).not.toContain(before[0]);
  });

  test('brings its tables up to a correction: row ids, edits and tables that stay are kept', async () => {
    const workbook = await api.workbook();
    const two = [
      'Fruit,Price',
      'Apple,3',
      'Pear,4',
      ',',
      ',',
      'Shop,Staff,City',
      'Oslo,5,Norway',
      'Rome,6,Italy',
    ].join('\n');
    await upload(workbook, 'two.csv', two, { reading: 'ignore' });
    const source = `${workbook}/sources/two.csv`;
    const spec = (await api.get(`${source}/parse-spec`)).body;
    const { name, regions } = spec.sheets[0];
    const named = regions.map((region: { id: string }, at: number) => ({
      id: region.id,
      name: ['fruits', 'shops'][at],
    }));
    const corrected = async (regions: object[]) => {
      const { spec_version } = (await api.get(`${source}/parse-spec`)).body;
      return await api.put(`${source}/parse-spec`, { spec_version, sheets: [{ name, regions }] });
    };
    const update = async () =>
      (await api.post(`${source}/materialize`, { target: { mode: 'update' } })).body.updated;
    expect((await corrected(named)).status).toBe(200);
    await update();
    const edit = { rows: [{ __svc_row_id: 2, Price: 40 }], expected_version: null };
    expect((await api.post(`${workbook}/tables/fruits/rows/upsert`, edit)).status).toBe(200);

    const [fruits, shops] = regions;
    const retyped = {
      ...shops,
      name: 'places',
      columns: [{ ...shops.columns[0], name: 'Town' }, ...shops.columns.slice(1)],
    };
    expect((await corrected([{ id: fruits.id }, retyped])).status).toBe(200);
    expect(await update()).toEqual({
      made: [],
      revised: ['shops'],
      unchanged: ['fruits'],
      deleted: [],
      archived: [],
    });
    expect(await rowsOf(workbook, 'fruits')).toMatchObject([{ Price: 3 }, { __svc_row_id: 2, Price: 40 }]);
    expect((await rowsOf(workbook, 'places'))[1]).toMatchObject({ __svc_row_id: 2, Town: 'Rome', Staff: 6 });

    const [{ op_id }] = (await api.get(`${workbook}/ops`)).body.ops;
    expect((await api.post(`${workbook}/ops/${op_id}/undo`)).status).toBe(200);
    const again = (await api.get(`${workbook}/tables`)).body.artifacts.map(
      ({ name }: { name: string }) => name,
    );
    expect(again.sort()).toEqual(['fruits', 'shops']);
    expect((await rowsOf(workbook, 'shops'))[1]).toMatchObject({ __svc_row_id: 2, Shop: 'Rome', Staff: 6 });
  });

  test.each([{ mode: 'update' }, undefined])(
    'keeps the tag of a column that a correction renames (%o)',
    async (target) => {
      const workbook = await session.workbook();
      const source = `${workbook}/sources/sales.csv`;
      const content = REPORT.replaceAll('Region', 'Person');
      await session.upload(`${workbook}/sources`, { name: 'sales.csv', content }, { reading: 'ignore' });
      await session.post(`${workbook}/tables/sales/columns/Person/tags`, { tag: 'pii' });
      const { spec_version, sheets } = (await session.get(`${source}/parse-spec`)).body;
      const data = sheets[0].regions.find(({ kind }: { kind: string }) => kind === 'data');
      const columns = [{ ...data.columns[0], name: 'Agent' }, ...data.columns.slice(1)];
      const regions = [{ id: data.id, columns }];
      await session.put(`${source}/parse-spec`, { spec_version, sheets: [{ name: 'sales', regions }] });
      const replaces = [{ name: 'sales', expected_version: 1 }];
      const made = await session.post(`${source}/materialize`, target ? { target } : { replaces });
      expect(made.status).toBe(201);
      expect((await session.get(`${workbook}/classifications`)).body.classifications).toContainEqual(
        expect.objectContaining({ table: 'sales', column: 'Agent', tag: 'pii' }),
      );
    },
  );

  test('shows what a correction would make of it, and keeps nothing', async () => {
    const { workbook, spec } = await staged(REPORT);
    const source = `${workbook}/sources/list.csv`;
    const data = spec.sheets[0].regions.find(({ kind }: { kind: string }) => kind === 'data');
    const narrower = { ...data, range: 'A4:D7', columns: [{ ...data.columns[0], name: 'area' }] };
    const regions = spec.sheets[0].regions.map((one: typeof data) => (one === data ? narrower : one));
    const sheets = [{ ...spec.sheets[0], regions }];
    const { status, body } = await api.post(`${source}/parse-spec/try`, {
      sheets,
      describe: [data.id],
      rows: 1,
    });
    expect([status, body.faults]).toEqual([200, []]);
    const described = body.spec.sheets[0].regions.find(({ id }: { id: string }) => id === data.id);
    expect(described).toMatchObject({ range: 'A4:D7', header_rows: [4], row_roles: { derived: [] } });
    expect(described.columns.map(({ name }: { name: string }) => name)).toEqual([
      'area',
      '2023',
      '2024',
      '2025',
    ]);
    expect(body.tables[0]).toMatchObject({
      row_count: 9,
      rows: [{ area: 'North', period: 2023, value: 10 }],
    });
    expect(body.coverage[0].unplaced_cells).toEqual(['A8', 'B8', 'C8', 'D8']);
    expect((await api.get(`${source}/parse-spec`)).body.spec_version).toBe(1);
  });

  test('finds everything about a region that a person drew', async () => {
    const { workbook, spec } = await staged(REPORT);
    const sheet = spec.sheets[0];
    const drawn = { id: 'mine', range: 'A4:D8', name: 'sales' };
    const { body } = await api.post(`${workbook}/sources/list.csv/parse-spec/try`, {
      sheets: [{ name: sheet.name, regions: [drawn] }],
      describe: ['mine'],
    });
    const found = body.spec.sheets[0].regions.at(-1);
    expect(found).toMatchObject({ id: 'mine', name: 'sales', header_rows: [4], row_roles: { derived: [8] } });
    expect(found.layout).toBe('crosstab');
    expect(found.columns).toHaveLength(4);
  });

  describe('corrected in part', () => {
    const correct = async (correction: object, content = REPORT) => {
      const { workbook, spec } = await staged(content);
      const [sheet] = spec.sheets;
      const data = sheet.regions.find(({ kind }: { kind: string }) => kind === 'data');
      const regions = [{ id: data.id, ...correction }];
      const answer = await api.put(`${workbook}/sources/list.csv/parse-spec`, {
        spec_version: spec.spec_version,
        sheets: [{ name: sheet.name, regions }],
      });
      return { workbook, spec, data, answer };
    };

    test('is told what its tables lose, and is not refused', async () => {
      const { workbook, spec, answer } = await correct({ range: 'A4:D6' });
      expect(answer.status).toBe(200);
      const sheet = spec.sheets[0].name;
      const lost = { code: 'numbers-lost', params: { count: 6, cell: 'B7' } };
      expect(answer.body.losses).toContainEqual({ sheet, text: expect.any(String), ...lost });
      // An answer can be sent back as it is, and compared with what is kept now nothing is lost.
      const again = await api.put(`${workbook}/sources/list.csv/parse-spec`, answer.body);
      expect([again.status, again.body.losses]).toEqual([200, []]);
      const source = `${workbook}/sources/list.csv/parse-spec`;
      const { body } = await api.post(`${source}/try`, {
        remove: [`${answer.body.sheets[0].regions[1].id}.B`],
      });
      expect(body.losses).toContainEqual(expect.objectContaining({ code: 'numbers-lost' }));
    });

    test('has rows apart, made names and tables of several regions as it was given them', async () => {
      const given = { row_roles: { note: [6], skip: [7] }, made_names: { period: 'year', value: 'sold' } };
      const { workbook, spec, data, answer } = await correct(given);
      expect(answer.status).toBe(200);
      const source = `${workbook}/sources/list.csv/parse-spec`;
      const [sheet] = (await api.get(source)).body.sheets;
      const region = sheet.regions.find(({ id }: { id: string }) => id === data.id);
      expect(region).toMatchObject(given);
      const again = await api.put(source, { spec_version: 2, sheets: [sheet] });
      expect(again.body.sheets[0].regions).toEqual(sheet.regions);
      const { body } = await api.post(`${source}/try`, { rows: 1 });
      expect(Object.keys(body.tables[0].rows[0])).toEqual([expect.any(String), 'year', 'sold']);
      expect(body.coverage[0].unplaced_cells).toContain('A7');
      const regions = [{ id: 'more', range: 'A8:D8', continues: data.id, header_rows: [4] }];
      const cut = [{ id: data.id, range: 'A4:D7' }, ...regions];
      const joined = await api.post(`${source}/try`, {
        sheets: [{ name: spec.sheets[0].name, regions: cut }],
      });
      expect([joined.body.faults, joined.body.tables[0].regions]).toEqual([[], [data.id, 'more']]);
    });

    test('has records of several rows, whose cells lead back to the file and whose edits stay', async () => {
      const orders = [
        'No,Customer,Amount',
        ',Address,Tax',
        '1,Harbour Ltd,100',
        ',1 Quay Street,10',
        '2,Fern Books,40',
        ',7 Mill Lane,4',
      ].join('\n');
      const { workbook, answer } = await correct(
        { range: 'A1:C6', header_rows: [1, 2], record_rows: 2 },
        orders,
      );
      expect(answer.status).toBe(200);
      const source = `${workbook}/sources/list.csv`;
      const [{ name }] = (await api.post(`${source}/materialize`)).body.artifacts;
      expect(await rowsOf(workbook, name)).toMatchObject([
        { No: 1, Customer: 'Harbour Ltd', Amount: 100, Address: '1 Quay Street', Tax: 10 },
        { No: 2, Customer: 'Fern Books', Amount: 40, Address: '7 Mill Lane', Tax: 4 },
      ]);
      const { body } = await api.get(`${workbook}/tables/${name}/rows/2/provenance`);
      expect(body.cells.at(-1)).toMatchObject({ column: 'Tax', cell: 'C6' });

      const edit = { rows: [{ __svc_row_id: 2, Tax: 5 }], expected_version: null };
      expect((await api.post(`${workbook}/tables/${name}/rows/upsert`, edit)).status).toBe(200);
      const [{ id }] = answer.body.sheets[0].regions;
      const again = await api.put(`${source}/parse-spec`, {
        spec_version: 2,
        sheets: [
          {
            name: answer.body.sheets[0].name,
            regions: [{ id, columns: [{ source: 'B', line: 2, name: 'Street' }] }],
          },
        ],
        remove: [`${id}.A`],
      });
      expect([again.status, again.body.sheets[0].regions[0].record_rows]).toEqual([200, 2]);
      await api.post(`${source}/materialize`, { target: { mode: 'update' } });
      expect((await rowsOf(workbook, name))[1]).toMatchObject({ Street: '7 Mill Lane', Tax: 5 });
    });

    test('keeps what was left out', async () => {
      const { spec, data, answer } = await correct({ columns: [{ source: 'A', name: 'area' }] });
      expect(answer.status).toBe(200);
      const [before] = spec.sheets;
      const [after] = answer.body.sheets;
      const said = ({
        confidence,
        reasons,
        explanations,
        questions,
        suggestions,
        ...rest
      }: Record<string, unknown>) => rest;
      expect(after.regions.map(said)).toEqual(
        before.regions.map((region: typeof data) =>
          said(
            region.id === data.id
              ? { ...region, columns: [{ ...region.columns[0], name: 'area' }, ...region.columns.slice(1)] }
              : region,
          ),
        ),
      );
    });

    test('has the confidence that the service gives it', async () => {
      const { data, answer } = await correct({ confidence: 1, reasons: ['I know it'], name: 'sales' });
      const corrected = answer.body.sheets[0].regions.find(({ id }: { id: string }) => id === data.id);
      expect(corrected.name).toBe('sales');
      expect(corrected.confidence).toBe(data.confidence);
      expect(corrected.reasons).not.toContain('I know it');
    });

    test('keeps the heading of a column with another name, and counts what is removed as in no table', async () => {
      const { workbook, data } = await correct({ columns: [{ source: 'A', name: 'area' }], layout: 'flat' });
      const source = `${workbook}/sources/list.csv`;
      await api.put(`${source}/parse-spec`, { remove: [`${data.id}.B`, 'r1'] });
      const { body: made } = await api.post(`${source}/materialize`);
      const { body: table } = await api.get(
        `${workbook}/tables/${encodeURIComponent(made.artifacts[0].name)}`,
      );
      expect(table.columns[0]).toMatchObject({ name: 'area', original_name: 'Region' });
      const { body } = await api.get(source);
      const { cells, placed, unplaced_cells } = body.coverage[0];
      expect([placed, unplaced_cells]).toEqual([
        cells - unplaced_cells.length,
        ['A1', 'A2', 'B5', 'B6', 'B7', 'B8'],
      ]);
      const notes = await rowsOf(workbook, made.artifacts.at(-1).name);
      expect(notes).toContainEqual(expect.objectContaining({ kind: 'header', text: '2023', cell: 'B4' }));
      const { body: kept } = await api.get(`${source}/parse-spec`);
      expect(kept.sheets[0].unassigned).toMatchObject([{ range: 'A1:A2', reason_code: 'cells-left-out' }]);
    });
  });

  test('lists what does not fit instead of tables', async () => {
    const { workbook, spec } = await staged();
    spec.sheets[0].regions[0].range = 'A1:C99';
    const { status, body } = await api.post(`${workbook}/sources/list.csv/parse-spec/try`, {
      sheets: spec.sheets,
    });
    expect([status, body.tables]).toEqual([200, []]);
    expect(body.faults[0].path).toBe('/sheets/0/regions/0/range');
  });

  test('analyzed again, gets a new spec version without the corrections', async () => {
    const { workbook, spec } = await staged();
    spec.sheets[0].regions[0].name = 'fruit';
    await api.put(`${workbook}/sources/list.csv/parse-spec`, spec);
    const { body } = await api.post(`${workbook}/sources/list.csv/analyze?reading=ignore`);
    expect([body.spec_version, body.sheets[0].regions[0].name]).not.toEqual([3, 'fruit']);
    expect(body.spec_version).toBe(3);
  });

  test('can be appended to a table with a column mapping', async () => {
    const { workbook } = await staged('No,Fruit\n7,Fig\n8,Kiwi\n');
    await upload(workbook, 'prices.csv', LIST, { structuring: 'skip' });
    const { body } = await api.post(`${workbook}/sources/list.csv/materialize`, {
      target: { mode: 'append', table: 'prices' },
      column_mapping: { No: 'id', Fruit: 'name' },
      expected_version: 1,
    });
    expect(body.appended).toMatchObject({ rows: 2, edit_version: 2 });
    expect((await rowsOf(workbook, 'prices')).at(-1)).toMatchObject({ id: 8, name: 'Kiwi', price: null });
  });

  test.each([
    ['a range beyond the sheet', { range: 'A1:C99' }, '/range'],
    ['a header row outside the region', { header_rows: [9] }, '/header_rows'],
  ])('is refused with %s', async (_, change, path) => {
    const { workbook, spec } = await staged();
    Object.assign(spec.sheets[0].regions[0], change);
    const { status, body } = await api.put(`${workbook}/sources/list.csv/parse-spec`, spec);
    expect(status).toBe(422);
    expect(body.errors[0].path).toContain(path);
  });

  test('is refused with regions that overlap', async () => {
    const { workbook, spec } = await staged();
    spec.sheets[0].regions.push({ ...spec.sheets[0].regions[0], id: 'r9' });
    expect((await api.put(`${workbook}/sources/list.csv/parse-spec`, spec)).status).toBe(422);
  });

  test('is refused if a cell does not fit the type in the spec', async () => {
    const { workbook, spec } = await staged();
    const { columns } = spec.sheets[0].regions[0];
    columns[1].type = 'BIGINT';
    columns[2].type = 'DATE';
    const { status, body } = await api.put(`${workbook}/sources/list.csv/parse-spec`, spec);
    expect(status).toBe(422);
    const found = body.errors.map(({ path, message }: { path: string; message: string }) => [
      path,
      message.split(':')[0],
    ]);
    const place = (column: number) => `/sheets/0/regions/0/columns/${column}/type`;
    expect(found).toEqual([
      ...['B2', 'B3', 'B4'].map((cell) => [place(1), cell]),
      ...['C2', 'C3', 'C4'].map((cell) => [place(2), cell]),
    ]);
    expect((await api.get(`${workbook}/sources/list.csv/parse-spec`)).body.spec_version).toBe(1);
  });

  test('is refused if someone else corrected the spec first', async () => {
    const { workbook, spec } = await staged();
    await api.put(`${workbook}/sources/list.csv/parse-spec`, spec);
    const { status, body } = await api.put(`${workbook}/sources/list.csv/parse-spec`, spec);
    expect([status, body.current_version]).toEqual([409, 2]);
  });

  describe('with another shape on offer', () => {
    const TIMETABLE = 'Role,Mon,Tue,Wed,Thu\nSpeaker,5,4,3,2\nTimer,1,2,3,4\nHost,4,4,4,4\n';

    test('stays as it is until the offer is accepted', async () => {
      const { workbook, spec } = await staged(TIMETABLE);
      const [region] = spec.sheets[0].regions;
      expect(region.steps).toEqual([]);
      expect(region.suggestions[0]).toMatchObject({
        id: 'r1.s1',
        step: { operator: 'stack', columns: [1, 2, 3, 4] },
        reason: expect.stringContaining('"Mon", "Tue", "Wed", "Thu"'),
        columns: ['Role', 'variable', 'value'],
      });
      const source = `${workbook}/sources/list.csv`;
      const { status, body } = await api.put(`${source}/parse-spec`, { accept: ['r1.s1'] });
      expect([status, body.spec_version]).toEqual([200, 2]);
      expect(body.sheets[0].regions[0].steps).toEqual([region.suggestions[0].step]);
      expect(body).toEqual({ ...(await api.get(`${source}/parse-spec`)).body, losses: [] });
      const made = await api.post(`${source}/materialize`);
      const rows = await rowsOf(workbook, made.body.artifacts[0].name);
      expect(rows).toHaveLength(12);
      expect(rows[1]).toMatchObject({ Role: 'Speaker', variable: 'Tue', value: 4 });
    });

    test('names the offers when another is accepted, and changes nothing', async () => {
      const { workbook } = await staged(TIMETABLE);
      const source = `${workbook}/sources/list.csv`;
      const { status, body } = await api.put(`${source}/parse-spec`, { accept: ['r1.s1', 'r7.s1'] });
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([
        { path: '/accept/1', message: expect.stringMatching(/^There is no suggestion "r7.s1"; .*r1\.s1/) },
      ]);
      expect((await api.get(`${source}/parse-spec`)).body.spec_version).toBe(1);
    });

    test('refuses a correction that says nothing', async () => {
      const { workbook } = await staged(TIMETABLE);
      const { status, body } = await api.put(`${workbook}/sources/list.csv/parse-spec`, {});
      expect([status, body.detail]).toEqual([422, expect.stringContaining('`accept`')]);
    });

    test('refuses an offer of a spec that has changed since', async () => {
      const { workbook } = await staged(TIMETABLE);
      const path = `${workbook}/sources/list.csv/parse-spec`;
      await api.put(path, { spec_version: 1, accept: ['r1.s1'] });
      const { status, body } = await api.put(path, { spec_version: 1, accept: ['r1.s1'] });
      expect([status, body.current_version]).toEqual([409, 2]);
    });
  });

  test('with periods across, keeps them there if the question about them is answered so', async () => {
    const { workbook, spec } = await staged(
      'Region,2023,2024,2025\nNorth,10,12,15\nSouth,20,21,22\nEast,5,6,7\n',
    );
    const [question] = spec.sheets[0].regions[0].questions;
    expect(question).toMatchObject({ id: 'r1.periods', choices: ['long', 'wide'], default: 'long' });
    const source = `${workbook}/sources/list.csv`;
    const refused = await api.put(`${source}/parse-spec`, { answers: { 'r1.periods': 'round' } });
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, '/answers/r1.periods']);
    const { body } = await api.put(`${source}/parse-spec`, { answers: { 'r1.periods': 'wide' } });
    expect(body.sheets[0].regions[0]).toMatchObject({ layout: 'flat', questions: [] });
    const made = await api.post(`${source}/materialize`);
    expect(await rowsOf(workbook, made.body.artifacts[0].name)).toMatchObject([
      { Region: 'North', 2023: 10, 2024: 12, 2025: 15 },
      { Region: 'South' },
      { Region: 'East' },
    ]);
  });
});
