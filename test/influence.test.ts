import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Api } from './support/api.js';
import { type Member, startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

let service: TestService;
/** Has the role hr and sees salaries. */
let owner: Api;
/** Does not see salaries, but may edit tables and run transforms. */
let editor: Member;
let workbook: string;

beforeAll(async () => {
  const staffed = await startWithMembers({ editor: 'editor' });
  ({ service, owner } = staffed);
  editor = staffed.members.editor;
  const { body: me } = await owner.get('/api/v1/me');
  const users = `/api/control/workspaces/${me.workspace_id}/users`;
  await owner.put(`${users}/${me.user.id}/roles`, { roles: ['hr'] });
});
afterAll(() => service.dispose());

const at = (name: string) => `${workbook}/tables/${name}`;
const expected_version = null;

async function makeTable(name: string, columns: object[], rows: object[]): Promise<void> {
  await owner.post(`${workbook}/tables`, { name, columns });
  await owner.post(`${at(name)}/rows/upsert`, { rows, expected_version });
}

const derive = (output: string, code: string, args: Record<string, string>, more: object = {}) =>
  owner.post(`${workbook}/transforms`, { name: output, output, kind: 'sql', code, args, ...more });

/** Only HR sees pay. */
async function rule(effect: 'mask' | 'deny', influence?: 'allow' | 'deny'): Promise<void> {
  expect((await owner.put(`${workbook}/policies/pay`, { effect, influence })).status).toBe(200);
  await owner.put(`${workbook}/policies/pay`, { effect: 'allow', role: 'hr' });
}

beforeEach(async () => {
  workbook = await owner.workbook();
  const text = { name: 'name' };
  await makeTable(
    'staff',
    [text, { name: 'salary', type: 'BIGINT' }],
    [
      { name: 'Ann', salary: 5200 },
      { name: 'Bob', salary: 4100 },
      { name: 'Cid', salary: 3900 },
    ],
  );
  await makeTable('limits', [{ name: 'amount', type: 'BIGINT' }], [{ amount: 4000 }]);
  await owner.post(`${at('staff')}/columns/salary/tags`, { tag: 'pay' });
  await derive('rich', 'select s.name from {{ s }} s join {{ l }} l on s.salary > l.amount', {
    s: 'staff',
    l: 'limits',
  });
});

const withheld = { status: 403, body: { type: expect.stringContaining('influenced-by-governed-column') } };

describe('if a rule denies a column, the rows that it influenced are withheld', () => {
  const statements = {
    filter: 'select name from {{ s }} where salary > 4000',
    subquery: 'select name from {{ s }} where name in (select name from {{ s }} where salary > 4000)',
    band: `select s.name, b.label from {{ s }} s
      join (values (0, 4000, 1), (4000, 9999, 2)) b(low, high, label) on s.salary between b.low and b.high`,
    numbered: 'select name, row_number() over () as n from (select name from {{ s }} order by salary)',
    top: 'select name from {{ s }} order by salary limit 1',
    grouped: 'select count(*) as people from {{ s }} group by salary',
    having: 'select name from {{ s }} group by name having max(salary) > 4000',
    qualify: 'select name from {{ s }} qualify rank() over (order by salary) = 1',
    except: 'select name from (select name, salary from {{ s }} except select name, 4100 from {{ s }})',
    recursion: `with recursive r(name, n) as (select name, salary from {{ s }}
      union all select name, n - 2000 from r where n > 2000) select name from r`,
  };

  test('for every use of the column in a statement', async () => {
    const outcomes = async (api: Api) => {
      const found: Record<string, number> = {};
      for (const name of Object.keys(statements)) found[name] = (await api.get(`${at(name)}/rows`)).status;
      return found;
    };
    const all = (status: number) => Object.fromEntries(Object.keys(statements).map((name) => [name, status]));
    for (const [name, code] of Object.entries(statements))
      expect([name, (await derive(name, code, { s: 'staff' })).status]).toEqual([name, 201]);
    expect(await outcomes(editor.api)).toEqual(all(200));
    await rule('deny');
    expect(await outcomes(editor.api)).toEqual(all(403));
    expect(await outcomes(owner)).toEqual(all(200));
  });

  test('for everything that a Python transform reads', async () => {
    const code = 'output = [{"name": row["name"]} for row in {{ s }} if row["salary"] > 4000]';
    expect((await derive('made', code, { s: 'staff' }, { kind: 'python' })).status).toBe(201);
    await rule('deny');
    expect(await editor.api.get(`${at('made')}/rows`)).toMatchObject(withheld);
  });

  test('in downstream tables too, even if they only count the rows', async () => {
    await derive('counted', 'select count(*) as people from {{ r }}', { r: 'rich' });
    await derive('copied', 'select people from {{ c }}', { c: 'counted' });
    await derive('names', 'select name from {{ s }}', { s: 'staff' });
    await rule('deny');
    for (const name of ['counted', 'copied'])
      expect(await editor.api.get(`${at(name)}/rows`)).toMatchObject(withheld);
    expect((await editor.api.get(`${at('names')}/rows`)).body.total).toBe(3);
  });

  test('at every endpoint that returns rows, and their number is not shown', async () => {
    const kept = (await editor.api.post(`${workbook}/query`, { sql: 'select * from rich' })).body.id;
    const row = (await owner.get(`${at('rich')}/rows`)).body.rows[0].__svc_row_id;
    await rule('deny');
    const { api } = editor;
    const asked: Record<string, Promise<Answer<unknown>>> = {
      rows: api.get(`${at('rich')}/rows`),
      'rows as of': api.get(`${at('rich')}/rows?as_of=1`),
      range: api.get(`${at('rich')}/range?range=A1:B2`),
      profile: api.get(`${at('rich')}/profile`),
      summary: api.get(`${at('rich')}/summary`),
      schema: api.get(`${at('rich')}/schema`),
      query: api.post(`${workbook}/query`, { sql: 'select count(*) from rich' }),
      'kept result': api.get(`/api/v1/results/${kept}`),
      export: api.post(`${workbook}/export`, { tables: ['rich'], format: 'csv' }),
      history: api.get(`${at('rich')}/rows/${row}/history`),
      provenance: api.get(`${at('rich')}/rows/${row}/provenance`),
      overrides: api.get(`${at('rich')}/overrides`),
      annotations: api.get(`${at('rich')}/annotations`),
      comments: api.get(`${at('rich')}/comments`),
      override: api.post(`${at('rich')}/rows/upsert`, {
        rows: [{ __svc_row_id: row, name: 'Dee' }],
        expected_version,
      }),
      transform: api.post(`${workbook}/transforms`, {
        name: 'own',
        output: 'own',
        kind: 'sql',
        code: 'select * from {{ r }}',
        args: { r: 'rich' },
      }),
    };
    for (const [door, answer] of Object.entries(asked))
      expect({ door, ...(await answer) }, door).toMatchObject({ door, ...withheld });

    expect((await api.get(at('rich'))).body.row_count).toBeNull();
    const listed = (await api.get(`${workbook}/tables`)).body.artifacts;
    expect(listed.find(({ name }: { name: string }) => name === 'rich').row_count).toBeNull();
    expect((await api.get(`${workbook}/transforms/rich`)).body.row_count).toBeNull();

    const all = await api.post(`${workbook}/export`, { format: 'csv' });
    expect(all.status).toBe(200);
    expect(all.headers.get('x-svc-withheld-tables')).toBe('rich');
    expect(Buffer.from(all.bytes).toString('latin1')).not.toContain('rich.csv');
  });

  test('so that an editor of a threshold cannot search for a salary', async () => {
    await rule('deny');
    const { api } = editor;
    /** Parts that differ between runs. */
    const passing = /"(edit_version|op_id)":\d+|"\w+_at":"[^"]*"|"(stale_since|request_id)":"[^"]*"/g;
    const search = async (amount: number) => {
      const rows = [{ __svc_row_id: 1, amount }];
      await api.post(`${at('limits')}/rows/upsert`, { rows, expected_version });
      const run = await api.post(`${workbook}/transforms/rich/run`);
      const answers = [run, await api.get(at('rich')), await api.get(`${at('rich')}/rows`)];
      const { entries } = (await api.get(`${workbook}/audit-log`)).body;
      const logged = (entries as { action: string; detail: object }[])
        .filter(({ action }) => action.startsWith('transform'))
        .slice(0, 2)
        .map(({ action, detail }) => [action, detail]);
      const bodies = answers.map(({ status, body }) => [status, body]);
      return JSON.stringify([...bodies, ...logged]).replaceAll(passing, '');
    };
    expect(await search(5199)).toEqual(await search(5201));
  });

  test('and not quoted when a transform fails over them', async () => {
    await derive(
      'once',
      'select 1 as one from {{ s }} s join {{ l }} l on s.salary > l.amount',
      {
        s: 'staff',
        l: 'limits',
      },
      { key: ['one'], run: false },
    );
    await rule('deny');
    const failed = await editor.api.post(`${workbook}/transforms/once/run`);
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(failed.body.detail).toBe('The transform failed; its owner can see more.');
  });
});

test('if a rule masks a column, the rows that it influenced are shown with a warning, unless the rule denies influence', async () => {
  await rule('mask');
  const { api } = editor;
  const warnings = [expect.stringContaining('"pay"')];
  expect((await api.get(`${at('rich')}/rows`)).body).toMatchObject({ total: 2, warnings });
  expect((await api.post(`${workbook}/query`, { sql: 'select * from rich' })).body).toMatchObject({
    warnings,
  });
  expect((await api.get(`${at('rich')}/profile`)).body).toMatchObject({ warnings });
  expect((await api.get(`${at('rich')}/rows?format=ndjson`)).headers.get('x-svc-warnings')).toContain('pay');
  expect((await api.get(`${at('staff')}/rows`)).body.warnings).toBeUndefined();
  expect((await owner.get(`${at('rich')}/rows`)).body.warnings).toBeUndefined();
  expect((await api.get(`${at('rich')}/access`)).body).toMatchObject({ rows: 'shown', warnings });

  await rule('mask', 'deny');
  expect(await api.get(`${at('rich')}/rows`)).toMatchObject(withheld);
  await rule('deny', 'allow');
  expect((await api.get(`${at('rich')}/rows`)).body).toMatchObject({ total: 2, warnings });
});

test('rules, access and lineage show what influences what', async () => {
  await rule('deny');
  const { policies } = (await owner.get(`${workbook}/policies`)).body;
  expect(policies).toEqual([
    { tag: 'pay', role: '*', effect: 'deny', influence: 'deny' },
    { tag: 'pay', role: 'hr', effect: 'allow', influence: null },
  ]);
  const seen = (await owner.get(`${at('rich')}/access?role=editor`)).body;
  expect(seen).toMatchObject({
    rows: 'withheld',
    influences: [
      {
        tag: 'pay',
        influence: 'deny',
        decided_by: { role: '*' },
        inherited_from: [{ table: 'staff', column: 'salary' }],
      },
    ],
  });
  const tried = `${at('rich')}/access?role=editor&tag=pay&effect=deny&influence=allow&rule_role=*`;
  expect((await owner.get(tried)).body).toMatchObject({ rows: 'withheld', proposed_rows: 'shown' });
  const hidden = (await editor.api.get(`${at('rich')}/access`)).body;
  expect(hidden).toMatchObject({ rows: 'withheld', influences: [{ tag: 'pay', inherited_from: null }] });
  expect(JSON.stringify(hidden)).not.toContain('salary');

  const edges = async (api: Api) => {
    const { body } = await api.get(`${at('rich')}/lineage?level=column`);
    const names = new Map(body.nodes.map(({ id, name }: { id: string; name: string }) => [id, name]));
    return body.column_edges.map(
      ({ kind, from, to }: { kind: string; from: { table: string; column: string }; to: typeof from }) =>
        `${kind}: ${names.get(from.table)}.${from.column} -> ${names.get(to.table)}.${to.column}`,
    );
  };
  const value = 'value: staff.name -> rich.name';
  const influences = ['influence: staff.salary -> rich.null', 'influence: limits.amount -> rich.null'];
  expect(await edges(owner)).toEqual([value, ...influences]);
  expect(await edges(editor.api)).toEqual([value, influences[1]]);

  const refused = await owner.put(`${workbook}/policies/pay`, {
    effect: 'allow',
    role: 'x',
    influence: 'deny',
  });
  expect(refused.status).toBe(422);
});

test('a version keeps the influences of its run, even if its inputs are deleted', async () => {
  const code = 'select amount as name from {{ l }}';
  const transform = { name: 'rich', output: 'rich', kind: 'sql', code, args: { l: 'limits' } };
  expect((await owner.put(`${workbook}/transforms/rich`, transform)).status).toBe(200);
  await rule('deny');
  const read = (query: string) => editor.api.get(`${at('rich')}/rows${query}`);
  expect((await read('')).body.total).toBe(1);
  expect(await read('?as_of=1')).toMatchObject(withheld);
  expect((await owner.delete(`${at('staff')}?expected_version=null`)).status).toBe(200);
  expect(await read('?as_of=1')).toMatchObject(withheld);
  expect((await read('')).body.total).toBe(1);
});
