import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { invited } from './support/members.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let steward: Api;
/** Another user, whose role sees everything. */
let colleague: Api;
let workbook: string;

beforeAll(async () => {
  service = await CalledService.shared();
  steward = await service.signIn();
  const { workspace_id: workspaceId } = (await steward.get('/api/v1/me')).body;
  const member = await invited(service, steward, workspaceId, 'repeating', 'editor');
  await steward.put(`/api/control/workspaces/${workspaceId}/users/${member.id}/roles`, { roles: ['hr'] });
  colleague = member.api;
});

async function upload(name: string, content: string): Promise<void> {
  await steward.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip' });
}

async function ask(api: Api, sql: string, more: object = {}) {
  const { status, body } = await api.post(`${workbook}/query`, { sql, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const rowsOf = async (api: Api, sql: string, more: object = {}) => (await ask(api, sql, more)).rows;

describe('a statement that is asked again', () => {
  beforeAll(async () => {
    workbook = await steward.workbook();
    await upload('staff.csv', 'id,name,salary\n1,Ann,100\n2,Bo,200\n');
  });

  test.each([
    ['of constant words', 'select name, salary from staff order by id'],
    ['that may give other rows each time', 'select name, salary from staff order by id, now()'],
  ])('%s shows each caller what they may see now', async (_, sql) => {
    const seen = [
      { name: 'Ann', salary: 100 },
      { name: 'Bo', salary: 200 },
    ];
    const hidden = seen.map((row) => ({ ...row, salary: null }));
    expect(await rowsOf(steward, sql)).toEqual(seen);
    expect(await rowsOf(colleague, sql)).toEqual(seen);
    await steward.post(`${workbook}/tables/staff/columns/salary/tags`, { tag: 'pay' });
    const rule = `${workbook}/policies/pay`;
    await steward.put(rule, { effect: 'mask' });
    await steward.put(rule, { effect: 'allow', role: 'hr' });
    expect(await rowsOf(colleague, sql)).toEqual(seen);
    expect(await rowsOf(steward, sql)).toEqual(hidden);
    expect(await rowsOf(colleague, sql)).toEqual(seen);
    await steward.delete(rule);
    expect(await rowsOf(steward, sql)).toEqual(seen);
  });

  test('has a result of its own, which can be read for a day', async () => {
    const sql = 'select name from staff order by id';
    const [first, again] = [await ask(steward, sql), await ask(steward, sql)];
    expect(again.id).not.toBe(first.id);
    expect(again.rows).toEqual(first.rows);
    const kept = await steward.get(`/api/v1/results/${again.id}`);
    expect(kept.body.rows).toEqual(first.rows);
  });
});

describe('after an edit', () => {
  beforeAll(async () => {
    workbook = await steward.workbook();
    await upload('stock.csv', 'id,qty\n1,1\n2,2\n');
  });

  test.each([
    ['of constant words', 'select qty from stock order by id'],
    ['that may give other rows each time', 'select qty from stock order by id, random()'],
  ])('a statement %s shows the newest version, and an earlier one as of then', async (_, sql) => {
    const { tables } = await ask(steward, sql);
    const version = tables[0].edit_version;
    const before = await rowsOf(steward, sql);
    for (let qty = 10; qty < 13; qty++) {
      const rows = [{ __svc_row_id: 1, qty: qty + before[0].qty }];
      await steward.post(`${workbook}/tables/stock/rows/upsert`, { rows, expected_version: null });
      expect(await rowsOf(steward, sql)).toEqual([{ qty: qty + before[0].qty }, before[1]]);
      expect(await rowsOf(steward, sql, { as_of: version })).toEqual(before);
    }
  });
});

test('a statement with parameters has the result of each, and limits apply to each', async () => {
  workbook = await steward.workbook();
  await upload('numbers.csv', 'n\n1\n2\n3\n');
  const sql = 'select n from numbers where n >= $least order by n';
  for (const least of [1, 2, 1, 3, 2]) {
    const rows = [1, 2, 3].filter((n) => n >= least).map((n) => ({ n }));
    expect(await rowsOf(steward, sql, { params: { least } })).toEqual(rows);
    expect(await rowsOf(steward, sql, { params: { least }, limit: 1 })).toEqual(rows.slice(0, 1));
  }
  expect(await rowsOf(steward, 'select uuid() as id')).not.toEqual(
    await rowsOf(steward, 'select uuid() as id'),
  );
});
