import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { pageOfRows } from '../../workbook/reading/page-of-rows.js';
import type { Caller } from '../caller.js';
import { listConflicts } from '../conflicts/conflicts.js';
import { createTable } from '../tables/create-table.js';
import { setFormula } from '../tables/set-formula.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { listOverrides } from '../tables/visible-overrides.js';
import { createTransform } from '../transforms/create-transform.js';
import { updateTransform } from '../transforms/update-transform.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { rowHistory } from './row-history.js';
import { undoOp } from './undo-op.js';

const anyVersion = { expectedVersion: null };
/** The value of the hidden column, and the override on the derived one. */
const SALARY = 918273;
const OVERRIDE = 736455;

let host: InProcessService;
let workbookId: string;
/** The owner sees everything; the reader may not see salaries. */
let owner: Caller;
let reader: Caller;

beforeAll(async () => {
  host = await InProcessService.start();
  owner = host.caller;
});
afterAll(() => host.dispose());

beforeEach(async () => {
  workbookId = (await createWorkbook(host.service, owner, { title: 'pay' }, {})).id;
  reader = await host.member(workbookId, 'editor');
  const columns = ['id', 'bonus', 'salary'].map((name) => ({ name, type: 'BIGINT' }));
  const { id } = await createTable(host.service, owner, workbookId, { name: 'people', columns }, {});
  await write('people', { id: 1, bonus: 10, salary: SALARY });
  const { db } = host.service.catalog;
  await db.insertInto('column_tags').values({ table_id: id, column_id: 'c3', tag: 'pay' }).execute();
});

async function setRule(effect: 'mask' | 'deny') {
  const rule = { workbook_id: workbookId, tag: 'pay', role: 'editor', effect };
  await host.service.catalog.db.insertInto('policies').values(rule).execute();
}

const write = (table: string, row: Record<string, unknown>) =>
  upsertRows(host.service, owner, { workbookId, table }, { rows: [row], ...anyVersion }, {});

const follow = (column: string, formula: string | null) =>
  setFormula(host.service, owner, { workbookId, table: 'people' }, { column, formula, ...anyVersion }, {});

const history = async (table: string, rowId: number) =>
  (await rowHistory(host.service, reader, { workbookId, table, rowId }, { limit: 1000 })).items;

async function visibleRows(table: string): Promise<string> {
  const view = await host.service.data.as(reader).table(workbookId, table);
  return (await pageOfRows(host.service.data, view, { format: 'json', limit: 10 })).page as string;
}

const pay = (code: string) => ({
  name: 'pay',
  kind: 'sql' as const,
  code,
  args: { t: 'people' },
  output: 'pay',
  key: ['id'],
  run: true,
});

/** Derives a table whose column x is the salary, and overrides it in one row. */
async function overridden(): Promise<number> {
  await createTransform(host.service, owner, workbookId, pay('select id, salary as x from {{ t }}'), {});
  const whole = await host.service.data.as(owner).table(workbookId, 'pay');
  const { page } = await pageOfRows(host.service.data, whole, { format: 'json', limit: 1 });
  const rowId = Number((JSON.parse(page as string) as { __svc_row_id: number }[])[0]?.__svc_row_id);
  await write('pay', { __svc_row_id: rowId, x: OVERRIDE });
  return rowId;
}

const redefine = (caller: Caller) =>
  updateTransform(
    host.service,
    caller,
    { workbookId, transform: 'pay' },
    pay('select id, id as x from {{ t }}'),
    {},
  );

test.each([
  ['mask', 'before', 'reader'],
  ['deny', 'before', 'reader'],
  ['mask', 'after', 'owner'],
  ['deny', 'after', 'owner'],
] as const)('a %s set %s the %s redefines a column applies to its old values', async (...of) => {
  const [effect, when, who] = of;
  const rowId = await overridden();
  if (when === 'before') await setRule(effect);
  await redefine(who === 'reader' ? reader : owner);
  if (when === 'after') await setRule(effect);
  const { conflicts } = await listConflicts(host.service, reader, workbookId, { limit: 10 });
  expect(conflicts.map(({ column }) => column?.masked)).toEqual(effect === 'mask' ? [true] : []);
  const { overrides } = await listOverrides(host.service, reader, { workbookId, table: 'pay' });
  expect(overrides).toEqual([]);
  const answers = JSON.stringify([await history('pay', rowId), await visibleRows('pay')]);
  expect(answers).not.toMatch(`${SALARY}`);
  expect(answers).not.toMatch(`${OVERRIDE}`);
});

test('without an override the column is as visible as its current definition allows', async () => {
  await createTransform(host.service, owner, workbookId, pay('select id, salary as x from {{ t }}'), {});
  await setRule('mask');
  await redefine(owner);
  expect(await visibleRows('pay')).toContain('"x":1');
});

test.each(['mask', 'deny'] as const)(
  '%s: the history of a formula column is governed by the formula of that time',
  async (effect) => {
    await follow('sum', '=[bonus]+[salary]');
    await write('people', { __svc_row_id: 1, bonus: 20 });
    await follow('sum', '=[bonus]+[id]');
    await setRule(effect);
    expect(await visibleRows('people')).toContain('"sum":21');
    expect(JSON.stringify(await history('people', 1))).not.toMatch(`${SALARY + 10}|${SALARY + 20}`);
  },
);

test('an undo does not restore results of a formula that the caller may not see', async () => {
  await follow('sum', '=[bonus]+[salary]');
  await write('people', { __svc_row_id: 1, bonus: 20 });
  const { opId } = await write('people', { __svc_row_id: 1, bonus: 30 });
  await follow('sum', '=[bonus]+[id]');
  await follow('sum', null);
  await setRule('mask');
  const input = { workbookId, opId, force: true };
  await expect(undoOp(host.service, reader, input, {})).rejects.toMatchObject({ status: 403 });
  expect(await visibleRows('people')).toContain('"sum":31');
});
