import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import {
  badges,
  byId,
  canaries,
  each,
  onDenied,
  onEngine,
  onMasked,
  type Rows,
  refused,
  staff,
} from './support/governed-sql-attacks.js';
import { invited } from './support/members.js';
import { TestService } from './support/service.js';

const columns = (...hidden: object[]) => [
  { name: 'id', type: 'BIGINT' },
  { name: 'name', type: 'VARCHAR' },
  ...hidden,
];
const masked = [
  { name: 'salary', type: 'BIGINT' },
  { name: 'note', type: 'VARCHAR' },
];

let service: TestService;
/** Configures governance, but sees no more than the reader, as the same user. */
let steward: Api;
/** May write, not configure; `salary` and `note` of "staff" are masked for it and `pin` of "badges" is denied. */
let reader: Api;
/** Another user, whose role sees everything. */
let colleague: Api;
let workbook: string;
/** A workbook without the masked values and the denied column, which the reader must not be able to distinguish. */
let twin: string;

beforeAll(async () => {
  service = await TestService.start();
  steward = await service.signIn();
  reader = await steward.mintWriter();
  const { workspace_id: workspaceId } = (await steward.get('/api/v1/me')).body;
  const member = await invited(service, steward, workspaceId, 'colleague', 'editor');
  await steward.put(`/api/control/workspaces/${workspaceId}/users/${member.id}/roles`, { roles: ['hr'] });
  colleague = member.api;
  workbook = await steward.workbook();
  twin = await steward.workbook();
  await makeTables(workbook);
  await govern(workbook);
  await makeTables(twin, true);
});
afterAll(() => service.dispose());

async function makeTables(on: string, asSeen = false): Promise<void> {
  const shown = asSeen ? staff.map((row) => ({ ...row, salary: null, note: null })) : staff;
  await makeTable(on, 'staff', columns(...masked), shown);
  const doors = asSeen ? badges.map(({ pin: _, ...row }) => row) : badges;
  await makeTable(on, 'badges', columns(...(asSeen ? [] : [{ name: 'pin', type: 'VARCHAR' }])), doors);
}

async function makeTable(on: string, name: string, columns: object[], rows: object[]): Promise<void> {
  await steward.post(`${on}/tables`, { name, columns });
  await steward.post(`${on}/tables/${name}/rows/upsert`, { rows, expected_version: 1 });
}

async function govern(on: string): Promise<void> {
  await tag(on, 'staff', 'salary', 'pay');
  await tag(on, 'staff', 'note', 'pay');
  await tag(on, 'badges', 'pin', 'secret');
  await setRule(on, 'pay', 'mask');
  await setRule(on, 'secret', 'deny');
}

const tag = (on: string, table: string, column: string, name: string) =>
  steward.post(`${on}/tables/${table}/columns/${column}/tags`, { tag: name });

async function setRule(on: string, name: string, effect: 'mask' | 'deny'): Promise<void> {
  await steward.put(`${on}/policies/${name}`, { effect });
  await steward.put(`${on}/policies/${name}`, { effect: 'allow', role: 'hr' });
}

/** The part of an answer that must not differ between the workbook and its twin. */
function comparable({ status, body }: { status: number; body: Record<string, unknown> }) {
  const { id, elapsed_ms, expires_at, request_id, columns, ...rest } = body;
  return { status, columns: withoutMask(columns), ...rest };
}

/** Which columns are masked is not secret: every answer states it. */
function withoutMask(columns: unknown): unknown {
  return (columns as { masked?: boolean }[] | undefined)?.map(({ masked, ...column }) => column);
}

/** An answer may quote what the caller wrote; nothing else. */
function expectNoCanary(answer: unknown, written = ''): void {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  for (const canary of canaries.filter((one) => !written.includes(one)))
    expect(text).not.toMatch(new RegExp(`(?<![0-9a-z])${canary}`));
}

const values = (rows: object[]): Rows => rows.map((row) => Object.values(row));

test('a signed-in member who is not an admin can set neither tags nor rules', async () => {
  const rule = await colleague.put(`${workbook}/policies/pay`, { effect: 'allow' });
  expect([rule.status, rule.body.detail]).toEqual([403, expect.stringContaining('editor')]);
  expect((await colleague.post(`${workbook}/tables/staff/columns/name/tags`, { tag: 'x' })).status).toBe(403);
});

describe.each([
  ['a masked column', onMasked],
  ['a denied column', onDenied],
  ['the engine', onEngine],
])('an attack on %s gets the same answer as in a workbook with nothing to hide', (_, attacks) => {
  test.each(attacks)('%s', async (_what, sql, expected, more = {}) => {
    const ask = (on: string, path = 'query', body: object = { sql, ...more }) =>
      reader.post(`${on}/${path}`, body);
    const [here, there] = await Promise.all([ask(workbook), ask(twin)]);
    if (expected === refused) expect(here.status, JSON.stringify(here.body)).toBe(422);
    else expect(values(here.body.rows), JSON.stringify(here.body)).toEqual(expected);
    expect(comparable(here)).toEqual(comparable(there));
    expectNoCanary(here.body, sql + JSON.stringify(more));
    const [plan, twinPlan] = await Promise.all(
      [workbook, twin].map((on) => ask(on, 'query/validate', { sql })),
    );
    expect(plan?.body).toEqual(twinPlan?.body);
  });
});

test('the tables behind the views cannot be named', async () => {
  const { body } = await reader.get(`${workbook}/tables`);
  const engine = workbook.split('/').at(-1);
  for (const { id } of body.artifacts as { id: string }[])
    for (const name of [`"${engine}".main."${id}"`, `"${engine}"."${id}"`, `"${id}"`, `main."${id}"`]) {
      const answer = await query(workbook, `select * from ${name}`);
      expect(answer.status).toBe(422);
      expectNoCanary(answer.body);
    }
});

test.each(['ndjson', 'arrow'])('%s reveals no more than JSON', async (format) => {
  const sql = 'select * from staff, badges order by all';
  const [here, there] = await Promise.all(
    [workbook, twin].map((on) => reader.post(`${on}/query`, { sql, format })),
  );
  expect(here?.status).toBe(200);
  expect(here?.bytes).toEqual(there?.bytes);
  expectNoCanary([...(here?.headers ?? [])]);
});

const query = (on: string, sql: string, more: object = {}) => reader.post(`${on}/query`, { sql, ...more });
const transform = (name: string, code: string, input = 'staff', more: object = {}) => ({
  ...{ name, kind: 'sql', code, args: { t: input }, output: name },
  ...more,
});

describe('stored results', () => {
  test('are gone once the policy hides their content', async () => {
    const on = await ungoverned();
    const small = await query(on, 'select salary, note from staff');
    const large = await query(on, 'select salary, note from staff, range(5000)', { limit: 1 });
    await govern(on);
    for (const { body } of [small, large])
      for (const format of ['json', 'ndjson', 'arrow']) {
        const page = await reader.get(`/api/v1/results/${body.id}?format=${format}`);
        expect(page.status).toBe(410);
        expectNoCanary(page.body);
      }
  });

  test('are gone even if the column that they were read from is now computed from something else', async () => {
    const on = await ungoverned();
    await colleague.post(`${on}/transforms`, transform('pay', 'select id, salary as x from {{ t }}'));
    const { body } = await query(on, 'select x from pay');
    await colleague.put(`${on}/transforms/pay`, transform('pay', 'select id, id as x from {{ t }}'));
    await govern(on);
    expect(values((await query(on, 'select x from pay order by id')).body.rows)).toEqual(byId());
    expect((await reader.get(`/api/v1/results/${body.id}`)).status).toBe(410);
  });

  test('are not replayed for a repeated request, which is answered under the current policy', async () => {
    const on = await ungoverned();
    const ask = () => reader.post(`${on}/query`, { sql: 'from staff' }, { 'idempotency-key': 'once' });
    expect((await ask()).body.rows[0].salary).toBe(918273);
    await govern(on);
    expectNoCanary((await ask()).body);
  });
});

describe('transforms', () => {
  test('of the reader compute from NULL, and do not find denied columns', async () => {
    const on = await governed();
    await reader.post(
      `${on}/transforms`,
      transform('own', 'select id, salary, length(note) as n from {{ t }}'),
    );
    const { body } = await colleague.post(`${on}/query`, { sql: 'select salary, n from own' });
    expect(values(body.rows)).toEqual(each(null, null));
    const name = (column: string, path = 'transforms') =>
      reader.post(`${on}/${path}`, transform('x', `select ${column} from {{ t }}`, 'badges'));
    const never = await reader.post(
      `${twin}/transforms`,
      transform('x', 'select pin from {{ t }}', 'badges'),
    );
    expect(comparable(await name('pin'))).toEqual(comparable(never));
    expect(comparable(await name('pin', 'transforms?dry_run=true'))).toEqual(comparable(never));
    const plan = await name('*', 'transforms?dry_run=true');
    expect(plan.body.columns.map((column: { name: string }) => column.name)).toEqual(['id', 'name']);
    const keyed = transform('x', 'select id, salary from {{ t }}', 'staff', { key: ['salary'] });
    const duplicates = await reader.post(`${on}/transforms`, keyed);
    expect(duplicates.body.duplicates).toEqual([{ key: { salary: null }, rows: 4 }]);
  });

  test('of a colleague stay masked when the reader runs or changes them or deletes their input', async () => {
    const on = await withPay();
    const hidden = async (more: object = {}) =>
      expect(values((await query(on, 'select double, note from pay', more)).body.rows)).toEqual(
        each(null, null),
      );
    await hidden();
    expect((await reader.post(`${on}/transforms/pay/run`)).status).toBe(200);
    await hidden();
    // Changed but not run: the table still has the values that its owner saw, but no longer depends on "staff".
    const empty = { ...transform('pay', 'select id from {{ t }}', 'badges'), run: false };
    expect((await reader.put(`${on}/transforms/pay`, empty)).status).toBe(200);
    await hidden();
    expect((await reader.delete(`${on}/tables/staff?expected_version=2`)).status).toBe(200);
    await hidden();
    await hidden({ as_of: 1 });
  });

  test.each([
    ['compute something else', "select id, name, 1 as double, '' as note from {{ t }}", { as_of: 1 }],
    ['break downstream tables', "select id, 1 as double, '' as note from {{ t }}", {}],
  ])('of a colleague stay masked when the reader makes their input %s', async (_, code, more) => {
    const on = await withPay();
    const next = transform('next', 'select name, double as a, note as b from {{ t }}', 'pay');
    await colleague.post(`${on}/transforms`, next);
    await reader.put(`${on}/transforms/pay`, transform('pay', code));
    const { body } = await query(on, 'select a, b from next', more);
    expect(values(body.rows)).toEqual(each(null, null));
  });

  test('do not quote hidden values in errors for the reader', async () => {
    const on = await governed();
    const broken = [
      transform('cast', 'select case when id > 4 then note::bigint end as x from {{ t }}'),
      transform('twice', 'select id, salary from {{ t }}', 'staff', { key: ['id', 'salary'] }),
    ];
    for (const one of broken) expect((await colleague.post(`${on}/transforms`, one)).status).toBe(201);
    const row = { id: 5, name: 'Eve', salary: 918273, note: 'CANARY-note-5' };
    const rows = { rows: [row, row], expected_version: null };
    await colleague.post(`${on}/tables/staff/rows/upsert`, rows);
    for (const { name } of broken) {
      expect((await colleague.post(`${on}/transforms/${name}/run`)).body.detail).toMatch(/CANARY|918273/);
      const run = await reader.post(`${on}/transforms/${name}/run`);
      expect(run.status).toBe(422);
      expectNoCanary(run.body);
    }
    const all = await reader.post(`${on}/recompute`);
    expect(all.body.failed).toHaveLength(2);
    const above = await reader.post(`${on}/transforms`, transform('above', 'from {{ t }}', 'cast'));
    expect(above.status).toBe(422);
    expectNoCanary([all.body, above.body]);
  });
});

describe('writes', () => {
  test('cannot match, cast, compute, rename or undo by a masked column', async () => {
    const on = await governed();
    const at = `${on}/tables/staff`;
    const any = { expected_version: null };
    const { body: deleted } = await reader.post(`${at}/rows/delete`, { row_ids: [4], ...any });
    const answers = await Promise.all([
      reader.post(`${at}/rows/upsert`, { rows: [{ salary: 1, name: '' }], match_on: ['salary'], ...any }),
      reader.post(`${at}/rows/upsert`, { rows: [{ name: '' }], match_on: ['salary'], ...any }),
      reader.patch(`${at}/columns/note`, { type: 'DATE', ...any }),
      reader.patch(`${at}/columns/note?dry_run=true`, { type: 'DATE', ...any }),
      reader.patch(`${at}/columns/note`, { new_name: 'open', ...any }),
      reader.put(`${at}/formulas`, { column: 'note', formula: '=[id]', ...any }),
      reader.delete(`${at}/columns/note?expected_version=3`),
      reader.post(`${on}/ops/${deleted.op_id}/undo`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    const formula = await reader.put(`${at}/formulas`, { column: 'open', formula: '=[note]', ...any });
    const outdated = await reader.post(`${at}/rows/upsert`, { rows: [{ name: '' }], expected_version: 1 });
    expect([formula.status, outdated.status]).toEqual([422, 409]);
    expectNoCanary([...answers, formula, outdated].map(({ body }) => body));
  });

  test('treat a denied column as one that never existed', async () => {
    const at = `${workbook}/tables/badges`;
    const any = { expected_version: null };
    const calls: ((column: string) => Promise<{ status: number; body: Record<string, unknown> }>)[] = [
      (column) => reader.post(`${at}/rows/upsert`, { rows: [{ [column]: '' }], ...any }),
      (column) => reader.post(`${at}/rows/upsert`, { rows: [{ [column]: '' }], match_on: [column], ...any }),
      (column) => reader.patch(`${at}/columns/${column}`, { type: 'DATE', ...any }),
      (column) => reader.patch(`${at}/columns/${column}`, { new_name: 'open', ...any }),
      (column) => reader.patch(`${at}/columns/name`, { new_name: column, ...any }),
      (column) => reader.post(`${at}/columns`, { column, type: 'DATE', ...any }),
      (column) => reader.delete(`${at}/columns/${column}?expected_version=2`),
      (column) => reader.put(`${at}/columns/${column}/description`, { description: '' }),
      (column) => reader.put(`${at}/formulas`, { column, formula: '=[id]', ...any }),
      (column) => reader.put(`${at}/formulas`, { column, formula: null, ...any }),
      (column) => reader.put(`${at}/formulas`, { column: 'name', formula: `=[${column}]`, ...any }),
      (column) => reader.get(`${at}/rows?order_by=${column}`),
      (column) => reader.get(`${at}/rows?columns=${column}`),
    ];
    for (const call of calls) {
      const [denied, never] = await Promise.all([call('pin'), call('pxn')]);
      expect(denied.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(comparable(denied)).replaceAll('pin', 'pxn')).toBe(
        JSON.stringify(comparable(never)),
      );
    }
  });
});

test('the raw table stays masked when the structured column or its table is deleted', async () => {
  for (const go of [
    (table: string) => colleague.delete(`${table}/columns/note?expected_version=1`),
    (table: string) => reader.delete(`${table}?expected_version=1`),
  ]) {
    const on = await steward.workbook();
    const content = 'Report of pay\n\nid,name,note\n1,Ann,CANARY-note-1\n2,Bob,CANARY-note-2\n';
    await steward.upload(`${on}/sources`, { name: 'pay.csv', content });
    await tag(on, 'pay', 'note', 'pay');
    await setRule(on, 'pay', 'mask');
    expect((await go(`${on}/tables/pay`)).status).toBe(200);
    expect(values((await query(on, 'select "C" from pay_raw where "A" = \'1\'')).body.rows)).toEqual([
      [null],
    ]);
  }
});

async function ungoverned(): Promise<string> {
  const on = await steward.workbook();
  await makeTables(on);
  return on;
}

async function governed(): Promise<string> {
  const on = await ungoverned();
  await govern(on);
  return on;
}

/** A workbook with a table that the colleague computed from values that the reader may not see. */
async function withPay(): Promise<string> {
  const on = await governed();
  const code = 'select id, name, salary * 2 as double, note from {{ t }}';
  expect((await colleague.post(`${on}/transforms`, transform('pay', code))).status).toBe(201);
  return on;
}
